"""The table as a viewer sees it: from scratch, or what happened since the version they know."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec import Raw, Struct

from sabika.engine.beginning import seat_of
from sabika.engine.dealer import CONSTRUCTION
from sabika.engine.registry import find
from sabika.engine.state import EVERYBODY
from sabika.server.protocol import events as told
from sabika.server.protocol.answers import Steps, Whole
from sabika.server.protocol.events import LuckLine, Step
from sabika.server.protocol.settings import settings_in
from sabika.server.protocol.views import Beginning, LuckInfo, SeatInfo, TableInfo, You
from sabika.server.table.events import Created
from sabika.server.table.seating import PastStep
from sabika.server.table.table import TableState
from sabika.server.table.views.game_view import ENCODE, game
from sabika.server.table.views.viewer import Look
from sabika.server.table.views.words import step_in_words

AT_ONCE: Final = 4  # versions; few viewers missed more


class WholeTable(Struct, frozen=True):
    """The table from scratch."""

    now: int
    present: list[bool]
    watching: int


class Since(Struct, frozen=True):
    """What happened after a version; the whole table if that is too long ago."""

    version: int
    now: int
    present: list[bool]
    watching: int


def whole(look: Look, request: WholeTable | Since) -> Whole:
    return Whole(
        version=look.state.version,
        at=request.now,
        table=table_info(look),
        game=game(look),
        recent=[shown(look, past) for past in look.state.seating.recent],
        talk=look.state.seating.talk,
        present=request.present,
        watching=request.watching,
    )


def reaches_back(state: TableState, version: int) -> bool:
    """Can changes since this version still be sent as steps?"""
    return 0 <= state.version - version <= len(state.seating.recent)


class Missed(NamedTuple):
    """What happened after a version, for all who know that version."""

    pasts: list[PastStep]
    open: bool  # everybody saw its luck
    table: bool  # the table may have changed
    game: bool  # the game may have changed


def since(look: Look, request: Since) -> Whole | Steps:
    state = look.state
    if not reaches_back(state, request.version):
        return whole(look, request)
    memo = state.memo if state.version - request.version <= AT_ONCE else uncached
    missed: Missed = memo(request.version, lambda: missed_since(state, request.version))
    steps = ("steps", request.version, EVERYBODY if missed.open else look.eyes, look.viewer.words)
    return Steps(
        version=state.version,
        at=request.now,
        steps=memo(steps, lambda: written([shown(look, past) for past in missed.pasts])),
        table=table_info(look) if missed.table else None,
        game=game(look) if missed.game else None,
    )


def uncached(what: Hashable, work_out: Callable[[], Any]) -> Any:
    """Computed without the cache, for a late client: a socket that asks for every version would fill the memory."""
    return work_out()


def missed_since(state: TableState, version: int) -> Missed:
    recent = state.seating.recent
    missed = recent[len(recent) - (state.version - version) :]  # one for each version
    kinds = {type(past.step.what) for past in missed}
    everybody = all(seen_by == EVERYBODY for past in missed for seen_by in past.seen_by)
    return Missed(missed, everybody, bool(kinds - ONLY_THE_GAME), bool(kinds - ONLY_THE_TABLE))


ONLY_THE_GAME: Final[set[type]] = {told.Played, told.Undone, told.Said, told.Hinted}
ONLY_THE_TABLE: Final[set[type]] = {
    told.Said,
    told.Hinted,
    told.Seated,
    told.Stood,
    told.Planned,
    told.Readied,
    told.Called,
    told.Opened,
    told.Lapsed,
    told.Muted,
    told.Forgotten,
    told.Rematched,
}


def shown(look: Look, past: PastStep) -> Step:
    """A step as the viewer may see it, in words too if wanted."""
    return step_in_words(look, seen(look, past), past)


def seen(look: Look, past: PastStep) -> Step:
    """A step without the luck that the viewer did not see."""
    what = past.step.what
    if look.state.seating.status == "over" or not isinstance(what, told.Played | told.Started) or not what.luck:
        return past.step
    luck = [covered(each, seen_by, look.eyes) for each, seen_by in zip(what.luck, past.seen_by, strict=True)]
    return Step(past.step.version, past.step.at, msgspec.structs.replace(what, luck=luck))


def covered(luck: LuckLine, seen_by: int, eyes: int | None) -> LuckLine:
    """Numbers of draws are hidden until the end: they index what is left, and so reveal others' draws."""
    seen = seen_by == EVERYBODY or (eyes is not None and seen_by >> eyes & 1)
    return LuckLine(luck.kind, luck.n, luck.total, None, luck.outcome if seen else None, luck.secret)


def table_info(look: Look) -> TableInfo:
    seating = look.state.seating
    created = seating.created
    return TableInfo(
        id=look.state.id,
        game=created.game,
        rules=created.rules,
        status=seating.status,
        seats=[seat_info(look, seat) for seat in range(len(seating.seats))],
        you=You(look.seats, look.makes),
        luck=luck_info(look.state),
        deadline=None if seating.status == "playing" else look.state.deadline,
        result=seating.outcome,
        rematch=seating.rematch,
        made=seating.made,
        begins=beginning(created),
        hides=find(created.game).hides(created.options),
        **settings_in(created),
    )


def beginning(created: Created) -> Beginning | None:
    """Where the game began, if not at its start; without what a seat saw there."""
    if not created.position:
        return None
    source, _, step = created.origin.rpartition(" step ")
    return Beginning(source or None, int(step) if step else None, seat_of(created.position))


def seat_info(look: Look, number: int) -> SeatInfo:
    seating, seat = look.state.seating, look.state.seating.seats[number]
    return SeatInfo(
        name=seat.bot or seat.name,
        bot=None if seat.free else seating.runner(number),
        away=seat.away,
        resigned=seat.resigned,
        ready=seat.settled,
        committed=seat.commit is not None,
        muted=seat.muted,
        maker=seat.person == seating.created.maker,
        yours=seat.person is not None and seat.person == look.viewer.person,
        side=int(look.state.table.state.side(number)) if look.state.table is not None else number,
        kept=seat.kept.name if seat.kept is not None and seat.free else None,
    )


def luck_info(state: TableState) -> LuckInfo:
    seating = state.seating
    return LuckInfo(
        construction=CONSTRUCTION,
        game_id=seating.game_id,
        commitment=seating.commitment,
        attempt=seating.attempt,
        chosen=seating.created.chosen is not None,
        commits=[seat.commit for seat in seating.seats],
        nonces=seating.nonces or None,
        seed=seating.seed,
    )


def written(steps: list[Step]) -> list[Step]:
    """The same as JSON, encoded once for all messages."""
    return cast(list[Step], Raw(ENCODE(steps)))
