"""The browser's types are those of protocol and games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from sabika.games import GAMES
from sabika.server.protocol.answers import FromServer
from sabika.server.protocol.commands import FromClient
from sabika.server.protocol.typescript import ours, sources, written

WEB = Path(__file__).parents[3] / "web" / "src"
SOURCES = sources()
OURS = [name for name, game in GAMES.items() if ours(game)]


def declared(text: str) -> list[str]:
    return re.findall(r"^export (?:interface|type|const) (\w+)", text, re.MULTILINE)


@pytest.mark.parametrize("path", SOURCES)
def test_a_file_is_what_the_types_say_now(path: str) -> None:
    assert (WEB / path).read_text(encoding="utf-8") == SOURCES[path], "run `make types`"


def test_every_game_has_a_file_in_its_room_and_nothing_else_has() -> None:
    assert set(SOURCES) == {"protocol.ts", "games/parts/types.ts", *(f"games/{game}/types.ts" for game in OURS)}
    assert {path.parent.name for path in WEB.glob("games/*/types.ts")} == {"parts", *OURS}


def test_every_message_has_a_type_and_no_name_is_used_twice() -> None:
    names = [name for text in SOURCES.values() for name in declared(text) if name not in ("Action", "Note", "PARTS")]
    assert len(names) == len(set(names))
    for kind in (*get_args(FromClient), *get_args(FromServer)):
        assert kind.__name__ in declared(SOURCES["protocol.ts"])


@pytest.mark.parametrize("game", OURS)
def test_a_game_has_its_view_and_its_moves(game: str) -> None:
    view = GAMES[game].view_type
    assert view is not None
    assert {view.__name__, "Action", "PARTS"} <= set(declared(SOURCES[f"games/{game}/types.ts"]))


@pytest.mark.parametrize("path", SOURCES)
def test_every_name_that_is_used_is_declared_or_imported(path: str) -> None:
    text = re.sub(r"/\*\*.*?\*/|//.*|\"[^\"]*\"", "", SOURCES[path])
    imported = [name for names in re.findall(r"import type \{(.*)\}", text) for name in names.replace(",", "").split()]
    assert set(imported) <= set(declared(SOURCES["games/parts/types.ts"]))
    assert set(re.findall(r"\b[A-Z]\w+", text)) - {"Record"} <= {*declared(text), *imported}


def test_how_a_schema_is_written() -> None:
    assert written({"anyOf": [{"type": "integer"}, {"type": "null"}]}) == "number | null"
    assert written({"type": "array", "items": {"enum": ["a", "b"]}}) == '("a" | "b")[]'
    assert written({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}) == "[number, string]"
    assert written({"type": "object", "additionalProperties": {"type": "string"}}) == "Record<string, string>"
    assert written({}) == "unknown"
