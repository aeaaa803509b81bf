"""A new table: checks the request and returns the first events of its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from sabika.engine.beginning import as_written, game_of, seat_of
from sabika.engine.game import Game, Unreadable
from sabika.engine.record import NEWEST
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import OVER, State
from sabika.server.common.guests import Person
from sabika.server.protocol.commands import Ready, Sit
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, MySeat, NewTable, PersonSeat
from sabika.server.protocol.settings import Clock, settings_in
from sabika.server.table import events
from sabika.server.table.decide import Decisions, known_bot
from sabika.server.table.events import Created, Entry, Event, Kept
from sabika.server.table.luck import Seal
from sabika.server.table.puzzles import puzzle_of
from sabika.server.table.table import DAY, SECOND, TableState

SHORTEST: Final = 5 * SECOND  # for a decision
LONGEST: Final = 60 * DAY
LONGEST_REASON: Final = 200  # characters
IN_PRIVATE: Final = {"public": False, "spectators": False, "undo": True}  # how a practice table is set


def first_events(table: str, plan: NewTable, maker: Person, seal: Seal, now: int) -> list[Event]:
    """The first events of a requested table, with its maker seated; raises ProblemError."""
    state, made = TableState(table, seal), list[Event]()

    def happen(found: Sequence[Event]) -> None:
        for event in found:
            made.append(event)
            state.happen(event, Entry(events.encode(event), now, seq=len(made)))

    happen([created(table, plan, maker, seal)])
    for seat, each in enumerate(plan.seats):
        if isinstance(each, MySeat):
            happen(Decisions(state).decide(Sit("-", len(made), seat, each.name), maker))
    if plan.ready and state.seating.seats_of(maker.id):
        happen(Decisions(state).decide(Ready("-", len(made), None, plan.commit), maker))
    elif all(seat.bot is not None for seat in state.seating.seats):
        happen(Decisions(state).start_bots())
    return made


def created(table: str, plan: NewTable, maker: Person, seal: Seal) -> Created:
    game = known_game(plan.game)
    check_clock(plan.clock)
    position, options = begins(game, plan)
    chosen: dict[str, Any] = {"options": options, "stand_in": known_bot(plan.stand_in)}
    private = IN_PRIVATE if plan.practice else {}
    game_id = table if plan.seed is None else f"seed-{plan.seed}"  # named as in `Table.deal`
    made = Created(
        game=game.name,
        rules=game.rules,
        bots=[known_bot(seat.bot) if isinstance(seat, BotSeat) else None for seat in plan.seats],
        kept=[None] * len(plan.seats),
        maker=maker.id,
        game_id=game_id,
        commitment=seal.commitment(game_id, plan.seed),
        chosen=plan.seed,
        record=NEWEST,
        position=position,
        origin=(plan.origin or "") if position else "",
        **(settings_in(plan) | chosen | private),
    )
    if made.alone and any(isinstance(seat, PersonSeat) for seat in plan.seats):
        raise ProblemError("bad-seats", "Such a table has seats for you and for bots.")
    return made


def known_game(name: str) -> Game:
    try:
        return find(name)
    except ValueError as problem:
        raise ProblemError("no-game", str(problem)) from None


def check_clock(clock: Clock) -> None:
    if not SHORTEST <= clock.move <= LONGEST or clock.bank > LONGEST:
        raise ProblemError("bad-clock", f"A decision has {SHORTEST // 1000} seconds to {LONGEST // 86_400_000} days.")


def settled_options(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value."""
    try:
        return game.settle_options(given)
    except ValueError as problem:
        raise ProblemError("bad-option", str(problem)[:LONGEST_REASON]) from None


def from_the_start(game: Game, plan: NewTable) -> dict[str, str]:
    """The options of a game for so many seats."""
    options = settled_options(game, plan.options)
    try:
        game.start(len(plan.seats), options)
    except ValueError as problem:
        raise ProblemError("bad-seats", str(problem)) from None
    return options


def begins(game: Game, plan: NewTable) -> tuple[str, dict[str, str]]:
    """The position to begin from, in the form of records, and the game's options; empty: from the start."""
    given = plan.position if plan.puzzle is None else sight_of(game, plan, plan.puzzle)
    if given is None:
        return "", from_the_start(game, plan)
    text, state = read_position(game, given, seen=plan.fork is not None or plan.puzzle is not None)
    if state.actor == OVER:
        raise ProblemError("bad-position", "The game is over in this position.")
    if state.seats != len(plan.seats):
        raise ProblemError("bad-seats", f"The position is for {state.seats} seats, not {len(plan.seats)}.")
    options = game.options_of(state)
    if any(options.get(name) != value for name, value in plan.options.items()):
        raise ProblemError("bad-option", "The position has other options; leave them out, or name the same.")
    return text, options


def sight_of(game: Game, plan: NewTable, number: int) -> str:
    """The sight of a puzzle's seat."""
    if plan.position is not None or plan.fork is not None:
        raise ProblemError("bad-position", "A table begins from a puzzle, from a fork or from a position.")
    return puzzle_of(game.name, number).sight


def read_position(game: Game, position: str, *, seen: bool) -> tuple[str, State]:
    """A position in the form of records, with a state that agrees with it; `seen`: a seat saw it in a game.

    A position that was not seen in play is not imagined: that may take long, and lead to impossible states.
    """
    try:
        if game_of(position).name != game.name:
            raise Unreadable(f"this is no position of {game.title}")
        text = as_written(game, position)
        if seat_of(text) is not None and not seen:
            raise Unreadable("what one seat saw is taken from a game that is over here: ask for a fork of it")
        return text, game.load(text) if seat_of(text) is None else game.load_sight(text).imagine(Rng(0))
    except ValueError as problem:
        raise ProblemError("bad-position", str(problem)[:LONGEST_REASON]) from None


def rematch_events(state: TableState, table: str, seal: Seal) -> list[Event]:
    """The first events of a rematch: new luck, and seats kept for those who sat there."""
    before, seats = state.seating.created, state.seating.seats
    again = replace(
        before,
        bots=[seat.bot or (before.stand_in if seat.removed else None) for seat in seats],
        kept=[Kept(seat.person, seat.name or "") if seat.person else None for seat in seats],
        public=False,
        game_id=table,
        commitment=seal.commitment(table, None),
        chosen=None,
        before=state.id,
        record=NEWEST,
    )
    return [again]
