"""What people would write down of a game that the rules play: the same course as notes for the companion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, cast

import msgspec

from sabika.engine.companion import Note
from sabika.engine.game import Game
from sabika.engine.state import LUCK, OVER, Event, State
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra_dice.companion import AdvanceNote, ChipsNote
from sabika.games.alhambra_dice.facts import chips_of
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.companion.cities import BuildNote, GhostNote, RemoveNote, SwapNote
from sabika.games.parts.companion.scorings import ScoreNote
from sabika.games.parts.tiles import NAMES, tile_list
from sabika.games.zatre.companion import DoneNote, EndNote, LayNote, TurnNote
from sabika.games.zatre.facts import values_of
from sabika.games.zatre.state import Zatre
from tests.contract.walks import choose


def played(
    game: Game, seats: int, options: Mapping[str, object], rng: Random, *, varied: bool = False, sums: bool = False
) -> tuple[State, list[Note]]:
    """A random game at its end, and its notes. `sums`: a turn of Zatre by its lines, else tile by tile."""
    state = game.start(seats, options)
    state.tell()
    notes: list[Note] = []
    while state.actor != OVER:
        assert state.chronicle is not None
        told, ghost, actor, done = len(state.chronicle), ghost_of(state), state.actor, None
        if actor == LUCK:
            state.settle(rng.randrange(state.luck_total()))
        else:
            move = choose(game, state, rng, varied=varied)
            done = msgspec.to_builtins(game.action(move))
            state.play(move)
        notes += noted(state, actor, done, tile_list(ghost_of(state) & ~ghost), state.chronicle[told:], sums)
    if isinstance(state, Zatre):
        notes.append(EndNote([values_of(hand) for hand in state.hands]))
    return state, notes


def ghost_of(state: State) -> int:
    """The tiles of Dirk or Carlo."""
    if isinstance(state, Alhambra):
        return int(state.dirk)
    return int(state.carlo) if isinstance(state, Alcazaba) else 0


def noted(
    state: State, actor: int, done: dict[str, Any] | None, given: list[int], events: list[Event], sums: bool
) -> Iterator[Note]:
    """The notes of one step: what was built, what the ghost got, what followed."""
    if done is not None and not (sums and done["type"] == "lay"):
        yield from built(actor, done)
    yield from (GhostNote(NAMES[tile]) for tile in given)
    for event in events:
        yield from followed(state, event, sums)


def built(player: int, done: dict[str, Any]) -> Iterator[Note]:
    kind = done["type"]
    if kind in ("place", "add"):
        yield BuildNote(player, done["tile"], tuple(done["cell"]))
    elif kind == "remove":
        yield RemoveNote(player, done["tile"])
    elif kind == "swap":
        yield SwapNote(player, done["tile"], done["leaver"])
    elif kind == "lay":
        yield LayNote(player, done["value"], tuple(done["cell"]))


def followed(state: State, event: Event, sums: bool) -> Iterator[Note]:
    args = cast(dict[str, Any], event.args)
    if event.kind == "scoring":
        yield ScoreNote(args["scoring"])
    elif event.kind == "turn" and isinstance(state, Zatre):
        yield turn(args) if sums else DoneNote()
    elif event.kind == "prize" and isinstance(state, AlhambraDice):
        yield from prize(state, args)


def turn(args: dict[str, Any]) -> TurnNote:
    """Lines are told as `0,0 to 0,2 = 12`."""
    made = [int(line.rpartition(" = ")[2]) for line in args["lines"]]
    return TurnNote(args["seat"], made.count(10), made.count(11), made.count(12), args["crosses"])


def prize(state: AlhambraDice, args: dict[str, Any]) -> Iterator[Note]:
    """A prize of the Dice Game: points, some of them in other columns, and perhaps a chip that scores."""
    player, swaps = args["player"], args["swaps"]
    points = (2 if args["prize"] == "points" else 1) - len(swaps)
    for column in swaps:
        yield AdvanceNote(player, column, 1)
    if points:
        yield AdvanceNote(player, args["column"], points)
    if args["chip"].startswith("points"):
        ones, twos, threes = (chips_of(state.chips[player], kind) for kind in range(3))
        yield ChipsNote(player, (ones, twos, threes))
