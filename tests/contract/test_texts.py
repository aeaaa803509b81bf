"""Moves and positions as text: every form says the same, and what is no text of ours is called unreadable."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

import pytest

from sabika.engine.game import Game, Unreadable
from sabika.engine.rule import NONE
from sabika.engine.state import LUCK, OVER, Refused, State
from tests.contract.dump import STORY, change, dump
from tests.contract.planted import Planted, PlantedGame, planted
from tests.contract.setups import (
    COMPILED,
    GAMES_PLAYED,
    LONG,
    MOVES,
    POSITIONS,
    Setup,
    every_setup,
    share,
    usual,
    usual_setups,
)
from tests.contract.walks import decisions, generator, glimpses, positions, step, where
from tests.contract.worlds import world_of

T = TypeVar("T")
MOST_STEPS = 50_000
STRANGE = "0 1 9 - , ; / : = @ ( ) { } ² ٣ é ☃ \x00 \n \t  \u2028".split(" ")


def check_forms(setup: Setup, number: int) -> None:
    """Code, named action, JSON and notation give each other back; two moves never share one."""
    game, met = setup.game, 0
    for state, _ in decisions(setup, "forms", number):
        moves = list(state.moves())
        for move in moves:
            check_move(game, move)
        assert len({game.notation(move) for move in moves}) == len(moves), where(setup, state)
        assert len({game.to_json(move) for move in moves}) == len(moves), where(setup, state)
        met += len(moves)
        if met >= number:
            return


def check_move(game: Game, move: int) -> None:
    notation, action, text = game.notation(move), game.action(move), game.to_json(move)
    assert game.parse(notation) == move, notation
    assert game.move(action) == move, action
    assert game.from_json(text) == game.from_json(text.decode()) == move, text
    assert game.action(game.parse(notation)) == action, notation
    assert notation == " ".join(notation.split()), f"{notation!r} is not one line with single blanks"
    assert notation.isprintable(), notation


@every_setup
def test_all_forms_of_a_move_agree(setup: Setup) -> None:
    check_forms(setup, share(MOVES, setup))


def check_positions(setup: Setup, games: int) -> None:
    """At every step of a game: the text gives the position back. With unusual options some of the steps will do."""
    often = 1 if setup.options == usual(setup.game).options and LONG >= 1 else 3 if COMPILED else 20
    for number in range(games):
        for at, state in enumerate(positions(setup, generator(setup, "positions", number), varied=number % 2 == 1)):
            if at % often == 0:
                check_position(setup, state)


def check_position(setup: Setup, state: State) -> None:
    text = setup.game.text(state)
    twin = setup.game.load(text)
    loose = STORY | world_of(setup.game.name).loose
    assert "\n" not in text
    assert setup.game.text(twin) == text
    assert not change(dump(state, loose), dump(twin, loose)), text
    assert list(twin.moves()) == list(state.moves()), text
    assert (twin.actor, twin.luck_total()) == (state.actor, state.luck_total()), text
    if state.actor == LUCK:
        assert twin.chances() == state.chances(), text


def check_lockstep(setup: Setup, games: int) -> None:
    """A loaded position plays on exactly as the one it was written from, to the end."""
    for number in range(games):
        ways = [generator(setup, "lockstep", number) for _ in range(2)]
        state, twin = setup.start(), setup.start()
        while state.actor != OVER:
            step(setup.game, state, ways[0])
            step(setup.game, twin, ways[1])
            assert setup.game.text(twin) == setup.game.text(state)
            assert list(twin.moves()) == list(state.moves()), where(setup, state)
            if ways[0].random() < 0.1:
                twin = setup.game.load(setup.game.text(state))
            ways[1].random()
        assert twin.result().scores == state.result().scores


@every_setup
def test_a_position_is_read_back_at_every_step(setup: Setup) -> None:
    check_positions(setup, share(GAMES_PLAYED, setup))


@every_setup
def test_a_position_read_back_plays_on_as_before(setup: Setup) -> None:
    check_lockstep(setup, share(GAMES_PLAYED, setup))


# What is no text of ours.


def spoiled(text: str, rng: Random) -> Iterator[str]:
    """The text with something wrong in it, mostly."""
    at, to = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
    strange = rng.choice(STRANGE)
    words = text.split(" ")
    word = rng.randrange(len(words))
    yield text[:at] + strange + text[at:]
    yield text[:at] + strange + text[at + 1 :]
    yield text[:at] + text[to:]
    yield text[:at] + text[at:to] * 2 + text[to:]
    yield text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
    yield " ".join([*words[:word], *words[word + 1 :]])
    yield " ".join([*words[:word], strange, *words[word:]])
    yield text[:at] + rng.choice(text) + text[at + 1 :]
    yield exchanged(text, rng)
    huge = words[word].rstrip("0123456789") + "9" * rng.choice((1, 3, 20, 5000))
    yield " ".join([*words[:word], huge, *words[word + 1 :]])


def exchanged(text: str, rng: Random) -> str:
    """Two names or numbers of the text in each other's place."""
    pieces = re.split(r"([ =,;:/@-]+)", text)
    one, two = (rng.randrange(0, len(pieces), 2) for _ in range(2))
    pieces[one], pieces[two] = pieces[two], pieces[one]
    return "".join(pieces)


def check_spoiled_moves(setup: Setup, number: int) -> None:
    """Text that is nearly a move is another move, or unreadable; nothing else happens."""
    for state, rng in decisions(setup, "spoiled moves", number):
        notation = setup.game.notation(rng.choice(list(state.moves())))
        for text in (*spoiled(notation, rng), "", " "):
            code = read_or_not(setup.game.parse, text)
            if code is not None and state.refusal(code) is NONE:
                assert setup.game.parse(setup.game.notation(code)) == code, text
        wire = setup.game.to_json(rng.choice(list(state.moves()))).decode()
        for text in (*spoiled(wire, rng), "", "null", "[]", "{}", "0", '""', "[" * 5000):
            read_or_not(setup.game.from_json, text)
            read_or_not(setup.game.from_json, text.encode("utf-8", "surrogatepass"))
        read_or_not(setup.game.from_json, b"\xff\xfe" + wire.encode())


def check_spoiled_positions(setup: Setup, number: int) -> None:
    """Text that is nearly a position is unreadable, or another position that can be played on."""
    for state, rng in glimpses(setup, "spoiled positions", number):
        for text in (*spoiled(setup.game.text(state), rng), ""):
            check_found(setup, read_or_not(setup.game.load, text), rng)
        for text in (*spoiled(setup.game.sight(state, rng.randrange(setup.seats)).text(), rng), ""):
            read_or_not(setup.game.load_sight, text)


def read_or_not(read: Callable[[Any], T], text: str | bytes) -> T | None:
    """What is read, None if it is unreadable; any other error is passed on."""
    try:
        return read(text)
    except Unreadable as error:
        message = str(error)
        assert 0 < len(message) < 500, message
        assert message.isprintable(), repr(message)
        return None


def check_found(setup: Setup, state: State | None, rng: Random) -> None:
    """A position that was read can be shown, written and played to its end."""
    if state is None:
        return
    text = setup.game.text(state)
    assert setup.game.text(setup.game.load(text)) == text
    for viewer in (*range(state.seats), None):
        setup.game.view(state, viewer)
    state.score_now()
    for _ in range(MOST_STEPS):
        if state.actor == OVER:
            break
        assert state.actor == LUCK or len(state.moves()) > 0, text
        step(setup.game, state, rng)
    assert state.actor == OVER, f"no end from {text}"
    state.result()


@every_setup
def test_a_text_that_is_no_move_is_unreadable(setup: Setup) -> None:
    check_spoiled_moves(setup, share(POSITIONS, setup))


@every_setup
def test_a_text_that_is_no_position_is_unreadable(setup: Setup) -> None:
    check_spoiled_positions(setup, share(POSITIONS, setup))


# The tests would notice.


class Abridged(Planted):
    """A text that leaves the last word out."""

    def text(self) -> str:
        return self.real.text(self.inner).rpartition(" ")[0]


class Forgetful(PlantedGame):
    """A position is read back as the start of the game."""

    def load(self, text: str) -> State:
        found = self.real.load(text)
        return self.fault(self.real.new(found.seats, self.real.options_of(found)))


class Mumbling(PlantedGame):
    """Two moves in the same words."""

    def notation(self, move: int) -> str:
        return self.real.notation(move & ~64)


class Hearsay(PlantedGame):
    """The code of a JSON form is off by one bit."""

    def from_json(self, text: bytes | str) -> int:
        return self.real.from_json(text) ^ 64


class Clumsy(PlantedGame):
    """An error that is not ours for a text that is not ours."""

    def parse(self, text: str) -> int:
        return self.real.parse(text) if text.isascii() else int(text)


@usual_setups
def test_a_text_that_leaves_something_out_is_noticed(setup: Setup) -> None:
    with pytest.raises((AssertionError, Unreadable)):
        check_positions(planted(setup, Abridged), 1)


@usual_setups
@pytest.mark.parametrize("check", [check_positions, check_lockstep])
def test_a_position_read_back_as_another_is_noticed(check: Callable[[Setup, int], None], setup: Setup) -> None:
    check(planted(setup, Planted), 1)
    with pytest.raises((AssertionError, Refused, ValueError)):
        check(planted(setup, Planted, Forgetful), 1)


@usual_setups
@pytest.mark.parametrize("fault", [Mumbling, Hearsay])
def test_forms_that_disagree_are_noticed(fault: type[PlantedGame], setup: Setup) -> None:
    check_forms(planted(setup, Planted), 500)
    with pytest.raises((AssertionError, Unreadable, IndexError, KeyError)):
        check_forms(planted(setup, Planted, fault), 500)


@usual_setups
def test_a_wrong_error_is_noticed(setup: Setup) -> None:
    check_spoiled_moves(planted(setup, Planted), 50)
    with pytest.raises(ValueError, match="invalid literal"):
        check_spoiled_moves(planted(setup, Planted, Clumsy), 50)
