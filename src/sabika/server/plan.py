"""A new table: what was wished for, checked, as the first events of its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from sabika.engine.game import Game, find
from sabika.server import events, protocol
from sabika.server.events import Created, Event, Kept
from sabika.server.protocol import BotSeat, Clock, MySeat, NewTable
from sabika.server.room import DAY, SECOND, Room
from sabika.server.seal import Seal
from sabika.server.store.base import Entry, Person
from sabika.server.trouble import Trouble
from sabika.server.wishes import Wishes, known_bot

SHORTEST: Final = 5 * SECOND  # for a decision
LONGEST: Final = 60 * DAY


def first_events(table: str, plan: NewTable, maker: Person, seal: Seal, now: int) -> list[Event]:
    """A table as it was wished for, its maker seated; raises Trouble."""
    room, made = Room(table, seal), list[Event]()

    def happen(found: Sequence[Event]) -> None:
        for event in found:
            made.append(event)
            room.apply(Entry(events.encode(event), now, seq=len(made)))

    happen([created(table, plan, maker, seal)])
    for seat, each in enumerate(plan.seats):
        if isinstance(each, MySeat):
            happen(Wishes(room).decide(protocol.Sit("-", len(made), seat, each.name), maker))
    if plan.ready and room.desk.seats_of(maker.id):
        happen(Wishes(room).decide(protocol.Ready("-", len(made), None, plan.commit), maker))
    elif all(place.bot is not None for place in room.desk.places):
        happen(Wishes(room).start_bots())
    return made


def created(table: str, plan: NewTable, maker: Person, seal: Seal) -> Created:
    game = known_game(plan.game)
    check_clock(plan.clock)
    options = settled_options(game, plan)
    game_id = table if plan.seed is None else f"seed-{plan.seed}"  # as `Table.deal` names it
    return Created(
        game=game.name,
        rules=game.rules,
        options=options,
        bots=[known_bot(seat.bot) if isinstance(seat, BotSeat) else None for seat in plan.seats],
        kept=[None] * len(plan.seats),
        maker=maker.id,
        clock=plan.clock,
        public=plan.public,
        spectators=plan.spectators,
        undo=plan.undo,
        hints=plan.hints,
        stand_in=known_bot(plan.stand_in),
        game_id=game_id,
        commitment=seal.commitment(game_id, plan.seed),
        chosen=plan.seed,
    )


def known_game(name: str) -> Game:
    try:
        return find(name)
    except ValueError as problem:
        raise Trouble("no-game", str(problem)) from None


def check_clock(clock: Clock) -> None:
    if not SHORTEST <= clock.move <= LONGEST or clock.bank > LONGEST:
        raise Trouble("bad-clock", f"A decision has {SHORTEST // 1000} seconds to {LONGEST // 86_400_000} days.")


def settled_options(game: Game, plan: NewTable) -> dict[str, str]:
    """Every option with its value, good for so many seats."""
    try:
        options = game.settle_options(plan.options)
    except ValueError as problem:
        raise Trouble("bad-option", str(problem)) from None
    try:
        game.start(len(plan.seats), options)
    except ValueError as problem:
        raise Trouble("bad-seats", str(problem)) from None
    return options


def rematch_events(room: Room, table: str, seal: Seal) -> list[Event]:
    """The same table once more, with new luck, and with seats kept for those who sat there."""
    before, places = room.desk.created, room.desk.places
    again = replace(
        before,
        bots=[place.bot or (before.stand_in if place.removed else None) for place in places],
        kept=[None if place.person is None else Kept(place.person, place.name or "") for place in places],
        public=False,
        game_id=table,
        commitment=seal.commitment(table, None),
        chosen=None,
        before=room.id,
    )
    return [again]
