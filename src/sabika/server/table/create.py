"""A new table: what was asked for, checked, as the first events of its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from sabika.engine.game import Game
from sabika.engine.record import NEWEST
from sabika.engine.registry import find
from sabika.server.common.guests import Person
from sabika.server.protocol.commands import Ready, Sit
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, MySeat, NewTable
from sabika.server.protocol.settings import Clock, settings_in
from sabika.server.table import events
from sabika.server.table.decide import Decisions, known_bot
from sabika.server.table.events import Created, Entry, Event, Kept
from sabika.server.table.luck import Seal
from sabika.server.table.table import DAY, SECOND, TableState

SHORTEST: Final = 5 * SECOND  # for a decision
LONGEST: Final = 60 * DAY


def first_events(table: str, plan: NewTable, maker: Person, seal: Seal, now: int) -> list[Event]:
    """A table as it was asked for, its maker seated; raises ProblemError."""
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
    chosen = {"options": settled_options(game, plan), "stand_in": known_bot(plan.stand_in)}
    game_id = table if plan.seed is None else f"seed-{plan.seed}"  # as `Table.deal` names it
    return Created(
        game=game.name,
        rules=game.rules,
        bots=[known_bot(seat.bot) if isinstance(seat, BotSeat) else None for seat in plan.seats],
        kept=[None] * len(plan.seats),
        maker=maker.id,
        game_id=game_id,
        commitment=seal.commitment(game_id, plan.seed),
        chosen=plan.seed,
        record=NEWEST,
        **(settings_in(plan) | chosen),
    )


def known_game(name: str) -> Game:
    try:
        return find(name)
    except ValueError as problem:
        raise ProblemError("no-game", str(problem)) from None


def check_clock(clock: Clock) -> None:
    if not SHORTEST <= clock.move <= LONGEST or clock.bank > LONGEST:
        raise ProblemError("bad-clock", f"A decision has {SHORTEST // 1000} seconds to {LONGEST // 86_400_000} days.")


def settled_options(game: Game, plan: NewTable) -> dict[str, str]:
    """Every option with its value, good for so many seats."""
    try:
        options = game.settle_options(plan.options)
    except ValueError as problem:
        raise ProblemError("bad-option", str(problem)) from None
    try:
        game.start(len(plan.seats), options)
    except ValueError as problem:
        raise ProblemError("bad-seats", str(problem)) from None
    return options


def rematch_events(state: TableState, table: str, seal: Seal) -> list[Event]:
    """The same table once more, with new luck, and with seats kept for those who sat there."""
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
