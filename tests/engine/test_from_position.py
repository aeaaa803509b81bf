"""Tables that begin from a position: what was hidden is imagined from the sealed luck, and the record verifies."""

from __future__ import annotations

import re

import pytest

from sabika.engine.game import Unreadable
from sabika.engine.record import read
from sabika.engine.rng import Rng
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.games import GAMES

NAMES = ["ana", "ben"]


def middle(game: str, moves: int = 12) -> Table:
    table = Table.deal(game, NAMES, seed=4)
    for _ in range(moves):
        table.play(table.state.default())
    return table


def to_the_end(table: Table) -> Table:
    while not table.over:
        table.play(table.state.default())
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_plays_on_from_what_a_seat_saw_and_verifies(game: str) -> None:
    table = middle(game)
    fork = Table.from_position(table.sight.text(), NAMES, origin="seed-4 step 40", bots=[1])
    assert table.game.view(fork.state, table.actor) == table.game.view(table.state, table.actor)
    assert fork.actor == table.actor
    text = to_the_end(fork).record.text
    assert (read(text).origin, read(text).bots) == ("seed-4 step 40", [1])
    assert Table.replay(text).record.text == text
    assert verify(text).luck == "sealed"


@pytest.mark.parametrize("game", GAMES)
def test_draws_count_from_one(game: str) -> None:
    fork = to_the_end(Table.from_position(middle(game).position, NAMES, seed=9))
    first = {re.match(r"luck (\S+)/(\d+)", str(step)) for step in fork.record.steps if str(step).startswith("luck")}
    kinds = {found[1] for found in first if found}
    assert all(any(found and (found[1], found[2]) == (kind, "1") for found in first) for kind in kinds)


def test_what_was_hidden_is_imagined_anew() -> None:
    table, rng = Table.deal("zatre", NAMES, seed=4, options={"keeping": "free"}), Rng(1)
    sight, worlds = "", set[str]()
    while len(worlds) < 2:  # until the rival keeps a tile
        moves = table.moves()
        table.play(int(moves[rng.below(len(moves))]))
        sight = table.sight.text()
        worlds = {Table.from_position(sight, NAMES, seed=seed).position for seed in range(8)}
    assert Table.from_position(sight, NAMES, seed=3).position == Table.from_position(sight, NAMES, seed=3).position


def test_what_one_seat_saw_is_for_no_other_eyes_while_the_game_goes_on() -> None:
    table = middle("zatre")
    seat, other = table.actor, 1 - table.actor
    fork = Table.from_position(table.sight.text(), NAMES, seed=3)
    assert read(fork.record.seen_by(seat).text).position == table.sight.text()
    for viewer in (other, None):
        assert "\nposition: ?\n" in fork.record.seen_by(viewer).text
    digests = {read(fork.record.seen_by(viewer).text).digest for viewer in (0, 1, None)}
    assert digests == {fork.digest}
    with pytest.raises(Unreadable, match="the position is hidden"):
        Table.replay(fork.record.seen_by(other).text)
    assert "position: zatre seat" in to_the_end(fork).record.seen_by(other).text


def test_where_nothing_is_hidden_the_position_is_open_to_all() -> None:
    table = middle("alhambra")
    fork = Table.from_position(table.sight.text(), NAMES, seed=3)
    assert fork.record.seen_by(None).position == table.position
    assert Table.resume(fork.saved).position == fork.position


def test_undo_ends_where_the_fork_began() -> None:
    table = middle("zatre")
    fork = Table.from_position(table.position, NAMES, seed=3)
    actor, before = fork.actor, fork.position
    assert not fork.undoable(actor)
    fork.play(fork.state.default())
    if fork.undoable(actor):
        fork.undo(actor)
        assert fork.position == before


WRONG = {
    "no position": ("hello", NAMES, "", "not a position; one begins with the game's name"),
    "a game nobody knows": ("chess:1 seats=2", NAMES, "", "'chess' is not installed"),
    "an impossible position": ("alhambra:1 seats=2", NAMES, "", "the position lacks extra_tower"),
    "too many names": (middle("zatre").position, [*NAMES, "eva"], "", "the position is for 2 seats, not 3"),
    "an origin that is none": (middle("zatre").position, NAMES, "there", "'from' names a game and a step"),
}


@pytest.mark.parametrize(("position", "names", "origin", "message"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_begun_from(position: str, names: list[str], origin: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        Table.from_position(position, names, origin=origin)


def test_another_position_in_the_record_is_caught() -> None:
    """The draws and moves after it do not fit any more, or the score does not."""
    honest = to_the_end(Table.from_position(middle("zatre").sight.text(), NAMES)).record.text
    for other in range(13, 16):
        with pytest.raises(Unreadable):
            verify(honest.replace(read(honest).position, middle("zatre", other).sight.text()))
