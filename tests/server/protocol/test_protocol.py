"""What goes over the network: forms that are read, forms that are refused, and a schema for all of it."""

from __future__ import annotations

import typing

import msgspec
import pytest

from sabika.engine.registry import GAMES
from sabika.engine.table import Table
from sabika.server.protocol import answers, commands, events, problems, rest, settings, views
from sabika.server.protocol.answers import FromServer
from sabika.server.protocol.base import Wire
from sabika.server.protocol.commands import Command, FromClient, Hello, Ping, Question, SeatCommand
from sabika.server.protocol.events import Happened
from sabika.server.protocol.typescript import ours

VIEWS = {name: game.view_type for name, game in GAMES.items() if ours(game)}

READ = {
    "a move": '{"type":"play","id":"a1","version":3,"move":"take b4"}',
    "a first hello": '{"type":"hello","protocol":2}',
    "a hello after a gap": '{"type":"hello","protocol":2,"since":17,"language":"hu"}',
    "ready with a nonce committed to": '{"type":"ready","id":"x","version":1,"commit":"' + "ab" * 32 + '"}',
    "a question": '{"type":"try","id":"q","move":"take b4"}',
}

REFUSED = {
    "a field that is not known": '{"type":"play","id":"a1","version":3,"move":"take b4","seat":2}',
    "no type": '{"id":"a1","version":3,"move":"take b4"}',
    "a type that is not known": '{"type":"cheat","id":"a1","version":3}',
    "a message of the server": '{"type":"done","id":"a1","version":3}',
    "a command without an id": '{"type":"undo","version":3}',
    "a command without a version": '{"type":"undo","id":"a1"}',
    "an id with a colon": '{"type":"undo","id":"a:1","version":3}',
    "an id that ends with a line": '{"type":"undo","id":"a1\\n","version":3}',
    "a version beyond 2**53": '{"type":"undo","id":"a1","version":9007199254740993}',
    "a number as text": '{"type":"undo","id":"a1","version":"3"}',
    "a move that is too long": '{"type":"play","id":"a1","version":3,"move":"' + "x" * 401 + '"}',
    "talk without words": '{"type":"say","id":"a1","version":3}',
    "a nonce that is none": '{"type":"open","id":"a1","version":3}',
    "a nonce that is too short": '{"type":"open","id":"a1","version":3,"nonce":"00"}',
    "no JSON": "play",
    "not an object": "[1, 2]",
}


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_what_is_read_says_the_same_when_it_is_written(text: str) -> None:
    message = msgspec.json.decode(text, type=FromClient)
    assert msgspec.json.decode(msgspec.json.encode(message), type=FromClient) == message


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(text, type=FromClient)


def structs() -> list[type[msgspec.Struct]]:
    modules = (answers, commands, events, problems, rest, settings, views)
    found = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    return sorted({each for each in found if issubclass(each, Wire)}, key=lambda each: each.__name__)


@pytest.mark.parametrize("struct", structs(), ids=lambda struct: struct.__name__)
def test_everything_on_the_wire_refuses_unknown_fields_and_says_what_it_is(struct: type[msgspec.Struct]) -> None:
    assert struct.__struct_config__.forbid_unknown_fields
    assert struct.__struct_config__.frozen
    assert struct.__doc__


def test_there_is_a_schema_for_all_of_it() -> None:
    types = [FromClient, FromServer, Happened, *structs(), *VIEWS.values()]
    _, components = msgspec.json.schema_components(types)
    assert {"Play", "Whole", "NewTable", "ZatreView"} <= set(components)


@pytest.mark.parametrize("name", VIEWS)
def test_positions_are_what_a_game_shows(name: str) -> None:
    kind = VIEWS[name]
    assert kind is not None
    view = Table.deal(name, seats=2, seed=1).view(0)
    assert isinstance(view, kind)
    assert msgspec.json.decode(msgspec.json.encode(view), type=kind) == view


def test_commands_and_questions_are_all_there_is_to_send() -> None:
    sendable = set(typing.get_args(FromClient))
    subclasses = {each for each in structs() if issubclass(each, Command | Question)}
    bases = {Command, SeatCommand, Question}
    assert subclasses - bases | {Hello, Ping} == sendable
