"""Views in words, for a client that has no board for a game; without that wish there are none."""

from __future__ import annotations

import msgspec
import pytest

from sabika.engine.game import Game
from sabika.engine.phrase import Phrase
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import Event
from sabika.engine.step import LuckStep
from sabika.locales import sentences
from sabika.server.common.guests import Person
from sabika.server.protocol.answers import Whole
from sabika.server.protocol.events import Played
from sabika.server.protocol.rest import Frame, MySeat, NewTable, Replay
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.replay import ReplayFrom
from sabika.server.table.views.table_view import Since
from sabika.server.table.views.viewer import Viewer
from tests.server.memory_table import ANA, PEOPLE, MemoryTable, begun

GAMES = ["alhambra", "alhambra_dice", "alcazaba", "zatre"]


def seen(table: MemoryTable, person: Person | None, *, words: bool) -> bytes:
    return sent(table.state, Viewer(None if person is None else person.id, words=words), Since(-1, table.now, [], 0))


def moved(game: str, moves: int) -> MemoryTable:
    """A game somewhere, put in words all the way."""
    table, rng = begun(3, game), Rng(4)
    table.state.tells = True
    for _ in range(moves):
        legal = table.game.moves()
        table.play(table.game.game.notation(legal[rng.below(len(legal))]))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_options_steps_and_position_in_words(game: str) -> None:
    table = moved(game, 12)
    keys = sentences("en", find(game))
    whole = msgspec.json.decode(seen(table, PEOPLE[table.game.actor], words=True), type=Whole)
    assert whole.game is not None
    assert whole.game.options
    assert whole.game.described
    for option in whole.game.options:
        assert option.said
        assert option.said.key in keys
    assert all(phrase.key in keys for phrase in whole.game.described)
    played = [step for step in whole.recent if isinstance(step.what, Played)]
    assert len(played) == 12
    for step in played:
        assert step.said
        assert "plain.move" not in (phrase.key for phrase in step.said)
        assert all(phrase.key in keys for phrase in step.said)


@pytest.mark.parametrize("game", GAMES)
def test_without_the_wish_there_are_no_words(game: str) -> None:
    table = moved(game, 12)
    text = seen(table, PEOPLE[table.game.actor], words=False)
    assert b'"described"' not in text
    assert b'"said":' not in text


def test_moves_made_before_anybody_wanted_words_are_told_by_their_notation() -> None:
    table = begun(3, "zatre")
    table.play(table.game.game.notation(table.game.moves()[0]))
    whole = msgspec.json.decode(seen(table, None, words=True), type=Whole)
    last = whole.recent[-1]
    assert isinstance(last.what, Played)
    assert last.said
    assert (last.said[0].key, last.said[0].args["move"]) == ("plain.move", last.what.move)


def test_luck_that_a_viewer_did_not_see_is_in_no_words() -> None:
    """In Zatre every seat draws for itself."""
    table = moved("zatre", 6)
    for person in (*PEOPLE[:3], None):
        whole = msgspec.json.decode(seen(table, person, words=True), type=Whole)
        for step in whole.recent:
            if isinstance(step.what, Played):
                shown = sum(line.outcome is not None for line in step.what.luck)
                assert sum(phrase.key == "event.drawn-tile" for phrase in step.said or []) <= shown


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba"])
def test_what_followed_is_told_in_the_order_in_which_it_came(game: str) -> None:
    table, rng = moved(game, 0), Rng(6)
    for _ in range(40):
        legal = table.game.moves()
        table.play(table.game.game.notation(legal[rng.below(len(legal))]))
        whole = msgspec.json.decode(seen(table, None, words=True), type=Whole)
        told = [tell(table.game.game, each) for each in table.game.followed]
        assert [phrase.key for phrase in (whole.recent[-1].said or [])[1:]] == [each.key for each in told if each]


def tell(game: Game, each: Event | LuckStep) -> Phrase | None:
    return game.luck_told(each) if isinstance(each, LuckStep) else game.event_told(each)


def test_several_players_at_one_screen_are_not_told_what_one_of_them_drew() -> None:
    table = MemoryTable(NewTable(game="zatre", seats=[MySeat("ana"), MySeat("ben")], ready=True))
    table.state.tells = True
    for _ in range(9):
        table.play()
    whole = msgspec.json.decode(seen(table, ANA, words=True), type=Whole)
    said = [phrase.key for step in whole.recent if isinstance(step.what, Played) for phrase in step.said or []]
    assert "event.lay" in said
    assert "event.drawn-tile" not in said


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_in_words(game: str) -> None:
    table = begun(2, game)
    while table.state.seating.status == "playing":
        table.play(table.game.game.notation(table.game.state.default()))
    told = {words: replayed(table, words=words) for words in (False, True)}
    for words, frames in told.items():
        assert all((frame.described is not msgspec.UNSET) is words for frame in frames)
    assert any(frame.said for frame in told[True])


def replayed(table: MemoryTable, *, words: bool) -> list[Frame]:
    body = sent(table.state, Viewer(), ReplayFrom(0, None, words))
    return msgspec.json.decode(body, type=Replay).frames
