"""Where a game begins: at its start, or from a position, as one seat saw it or as all see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sabika.engine.dealer import Dealer
from sabika.engine.game import Game, Unreadable
from sabika.engine.record import Record, read_origin, seat_name
from sabika.engine.registry import find
from sabika.engine.replay import dealer_of
from sabika.engine.rng import Rng
from sabika.engine.sight import OpenSight
from sabika.engine.state import State

LABEL: Final = "imagine/1"  # of the stream from which hidden things are imagined
SIGHT: Final = re.compile(r"[a-z][a-z0-9_]{0,39} seat ([1-9]) of ", re.ASCII)
PLACES: Final = re.compile(r"([a-z][a-z0-9_]{0,39})(?::\d{1,4}| seat [1-9] of) ", re.ASCII)


def game_of(position: str) -> Game:
    """The game of a position or sight text; Unreadable if it is neither."""
    named = PLACES.match(position)
    if named is None:
        raise Unreadable("not a position; one begins with the game's name and a version, NAME:1")
    try:
        return find(named[1])
    except ValueError as error:
        raise Unreadable(str(error)) from None


def first_state(game: Game, record: Record, dealer: Dealer) -> State:
    """The state before the first step of a record."""
    if not record.position:
        return game.start(len(record.seats), record.options)
    state = imagined(game, record, dealer) if record.private else game.load(record.position)
    if state.seats != len(record.seats):
        raise Unreadable(f"the position is for {state.seats} seats, not {len(record.seats)}")
    return state


def imagined(game: Game, record: Record, dealer: Dealer) -> State:
    """A whole state that agrees with what a seat knew; the rest comes from the sealed luck, so it can be checked."""
    if record.position == record.HIDDEN_POSITION:
        raise Unreadable("the position is hidden, so the record cannot be played again")
    below = getattr(dealer, "below", None)  # of a sealed dealer, or of one that stands in for it
    if below is None:
        raise Unreadable("what the seat could not see is imagined from the seed, which is not known")
    return game.load_sight(record.position).imagine(Rng(below(LABEL, 2**32)))


def from_there(position: str, seats: Sequence[str], origin: str) -> tuple[Game, Record]:
    """The game of a position, and a record that begins there."""
    game = game_of(position)
    record = Record(game.name, game.rules, {}, list(map(seat_name, seats)), origin=read_origin(origin))
    record.position = as_written(game, position)
    return game, record


def as_written(game: Game, position: str) -> str:
    """A position in the form of records: where nothing is hidden, a sight is the position itself."""
    if seat_of(position) is None:
        return game.text(game.load(position))
    sight = game.load_sight(position)
    return game.text(sight.imagine(Rng(0))) if type(sight) is OpenSight else sight.text()


def seat_of(position: str) -> int | None:
    """The seat of a sight; None: it is a whole position."""
    sight = SIGHT.match(position)
    return None if sight is None else int(sight[1]) - 1


def begun_again(record: Record) -> tuple[Game, list[str], Dealer, State]:
    """The beginning of a record: game, names, dealer and state; Unreadable if it is impossible."""
    try:
        game = find(record.game)
        if record.rules != game.rules:
            raise ValueError(f"{game.title} with rules version {record.rules} is not known here")
        dealer = dealer_of(record)
        return game, [seat_name(name) for name in record.seats], dealer, first_state(game, record, dealer)
    except ValueError as error:
        raise Unreadable(f"the header: {error}") from None
