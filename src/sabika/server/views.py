"""What leaves the server: `sent` makes all of it, for seats and spectators alike, live, late, at the end and in errors.

Nothing else hands out anything of a room. Whoever looks has eyes: those of a seat, or a spectator's. Luck that the eyes
did not see is blank until the game is over, and a position is what `State.view` shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec import Raw, Struct

from sabika.bots.dice.odds import odds
from sabika.engine.dealer import CONSTRUCTION
from sabika.engine.game import REMEMBERED, Game, Unreadable, named
from sabika.engine.record import MoveStep
from sabika.engine.record import Step as RecordStep
from sabika.engine.rule import Rule, label
from sabika.engine.state import EVERYBODY
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.alhambra_dice.turn import NO_SYMBOL
from sabika.games.parts.rounds import DiceRounds
from sabika.games.parts.space import CELLS
from sabika.games.parts.turns import TURN
from sabika.server import protocol
from sabika.server.desk import Past
from sabika.server.plain import happenings, line, luck_line, spoken
from sabika.server.protocol import Frame, LuckLine, SeatInfo, Step, TableInfo
from sabika.server.room import Room
from sabika.server.trouble import Trouble

AT_ONCE: Final = 4  # versions; who looks on has seldom missed more, and who has missed more comes alone
FRAMES: Final = 50  # of a replay in one answer


class Viewer(Struct, frozen=True):
    """Somebody who looks at a table."""

    person: str | None = None  # None: nobody we know
    seat: int | None = None  # the seat of theirs from which they always look
    positions: bool = True
    language: str = "en"


# What can be asked for, besides the questions of the protocol.


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


class Advised(Struct, frozen=True):
    """What a bot thinks of the moves: code, chance to win, margin."""

    id: str
    bot: str
    moves: Sequence[tuple[int, float | None, float | None]]


class RecordText(Struct, frozen=True):
    """The record, of a room that was folded from the whole log."""


class ReplayFrom(Struct, frozen=True):
    """Frames of the finished game, of a room that was folded from the whole log."""

    first: int
    seat: int | None


class Check(Struct, frozen=True):
    """The record gone through again, of a room that was folded from the whole log."""


Ask = WholeTable | Since | Advised | RecordText | ReplayFrom | Check | protocol.Try | protocol.Score | protocol.Odds


class Look:
    """A viewer before a room."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self.room = room
        self.viewer = viewer
        self.seats = room.desk.seats_of(viewer.person)
        self.eyes = self._eyes()  # the seat from which is looked; None: a spectator's

    def _eyes(self) -> int | None:
        """Who has several seats on one screen looks from the one that is asked, and from none while others are.

        Then what is hidden from each other stays covered.
        """
        if self.viewer.seat in self.seats:
            return self.viewer.seat
        if len(self.seats) == 1:
            return self.seats[0]
        return self.room.asked if self.room.asked in self.seats else None

    @property
    def makes(self) -> bool:
        """Is it the maker of the table?"""
        return self.viewer.person is not None and self.viewer.person == self.room.desk.created.maker

    @property
    def allowed(self) -> bool:
        """Spectators are, where the table lets them, or while there is a seat that they could take."""
        desk = self.room.desk
        if desk.created.spectators or self.seats or self.makes:
            return True
        return desk.status == "gathering" and any(place.free for place in desk.places)


def sent(room: Room, viewer: Viewer, ask: Ask) -> bytes:
    """All that a viewer is ever sent of a room: JSON, or a record's text; raises Trouble where it may not be seen."""
    look = Look(room, viewer)
    if not look.allowed:
        raise Trouble("no-spectators", "This table has no spectators.")
    found = SENT[type(ask)](look, ask)
    return found.encode() if isinstance(found, str) else ENCODE(found)


# The table.


def whole(look: Look, ask: WholeTable | Since) -> protocol.Whole:
    return protocol.Whole(
        version=look.room.version,
        at=ask.now,
        table=table_info(look),
        game=game(look),
        recent=[shown(look, past) for past in look.room.desk.recent],
        talk=look.room.desk.talk,
        present=ask.present,
        watching=ask.watching,
    )


def reaches_back(room: Room, version: int) -> bool:
    """Can be told step by step what happened after a version?"""
    return 0 <= room.version - version <= len(room.desk.recent)


class Missed(NamedTuple):
    """What happened after a version, for all who know that one."""

    pasts: list[Past]
    open: bool  # all eyes saw the luck in it
    table: bool  # the table may have changed
    game: bool  # the game may have changed


def since(look: Look, ask: Since) -> protocol.Whole | protocol.Steps:
    room = look.room
    if not reaches_back(room, ask.version):
        return whole(look, ask)
    memo = room.memo if room.version - ask.version <= AT_ONCE else anew
    missed: Missed = memo(ask.version, lambda: missed_since(room, ask.version))
    eyes = EVERYBODY if missed.open else look.eyes
    return protocol.Steps(
        version=room.version,
        at=ask.now,
        steps=memo(("steps", ask.version, eyes), lambda: written([shown(look, past) for past in missed.pasts])),
        table=table_info(look) if missed.table else None,
        game=game(look) if missed.game else None,
    )


def anew(what: Hashable, work_out: Callable[[], Any]) -> Any:
    """For who comes late, alone: else a socket that asks for every version in turn would fill the memory."""
    return work_out()


def missed_since(room: Room, version: int) -> Missed:
    recent = room.desk.recent
    missed = recent[len(recent) - (room.version - version) :]  # one for each version
    kinds = {type(past.step.what) for past in missed}
    everybody = all(seen_by == EVERYBODY for past in missed for seen_by in past.seen_by)
    return Missed(missed, everybody, bool(kinds - ONLY_THE_GAME), bool(kinds - ONLY_THE_TABLE))


ONLY_THE_GAME: Final[set[type]] = {protocol.Moved, protocol.TakenBack, protocol.Said}
ONLY_THE_TABLE: Final[set[type]] = {
    protocol.Said,
    protocol.Sat,
    protocol.Stood,
    protocol.Planned,
    protocol.Readied,
    protocol.Called,
    protocol.Opened,
    protocol.Muted,
    protocol.Again,
}


def shown(look: Look, past: Past) -> Step:
    """A step without the luck that the viewer did not see."""
    what = past.step.what
    if look.room.desk.status == "over" or not isinstance(what, protocol.Moved | protocol.Began) or not what.luck:
        return past.step
    luck = [covered(each, seen_by, look.eyes) for each, seen_by in zip(what.luck, past.seen_by, strict=True)]
    return Step(past.step.version, past.step.at, msgspec.structs.replace(what, luck=luck))


def covered(luck: LuckLine, seen_by: int, eyes: int | None) -> LuckLine:
    """Numbers come with the end: they count through all that is left, and tell of what others drew."""
    seen = seen_by == EVERYBODY or (eyes is not None and seen_by >> eyes & 1)
    return LuckLine(luck.kind, luck.n, luck.total, None, luck.outcome if seen else None)


def table_info(look: Look) -> TableInfo:
    desk = look.room.desk
    created = desk.created
    return TableInfo(
        id=look.room.id,
        game=created.game,
        rules=created.rules,
        options=created.options,
        status=desk.status,
        clock=created.clock,
        public=created.public,
        spectators=created.spectators,
        undo=created.undo,
        hints=created.hints,
        stand_in=created.stand_in,
        seats=[seat_info(look, seat) for seat in range(len(desk.places))],
        you=protocol.You(look.seats, look.makes),
        luck=luck_info(look.room),
        deadline=None if desk.status == "playing" else look.room.deadline,
        result=desk.outcome,
        again=desk.again,
        made=desk.made,
    )


def seat_info(look: Look, seat: int) -> SeatInfo:
    desk, place = look.room.desk, look.room.desk.places[seat]
    return SeatInfo(
        name=place.bot or place.name,
        bot=None if place.free else desk.runner(seat),
        away=place.away,
        resigned=place.resigned,
        ready=place.settled,
        committed=place.commit is not None,
        muted=place.muted,
        maker=place.person == desk.created.maker,
        yours=place.person is not None and place.person == look.viewer.person,
        side=int(look.room.table.state.side(seat)) if look.room.table is not None else seat,
        kept=place.kept.name if place.kept is not None and place.free else None,
    )


def luck_info(room: Room) -> protocol.LuckInfo:
    desk = room.desk
    return protocol.LuckInfo(
        construction=CONSTRUCTION,
        game_id=desk.created.game_id,
        commitment=desk.created.commitment,
        chosen=desk.created.chosen is not None,
        commits=[place.commit for place in desk.places],
        nonces=desk.nonces or None,
        seed=desk.seed,
    )


# The game.


class Standing(NamedTuple):
    """What of a game is worked out once for all who look."""

    points: list[int]
    now: list[int]
    deadline: int | None
    banks: list[int]
    undo: list[int]  # by seat; a viewer is shown that of his own


def game(look: Look) -> protocol.Game | None:
    room, eyes = look.room, look.eyes
    table = room.table
    if table is None:
        return None
    decides = eyes is not None and eyes == room.asked and room.desk.places[eyes].plays_itself
    all_see: Standing = room.memo("standing", lambda: standing(room, table))
    return protocol.Game(
        seat=eyes,
        position=table.view(eyes) if look.viewer.positions else None,
        points=all_see.points,
        now=all_see.now,
        asked=room.asked,
        deadline=all_see.deadline,
        banks=all_see.banks,
        options=room.memo("options", lambda: options(table)) if decides else None,
        default=named(table.game, table.state.default())[0] if decides else None,
        undo=max([all_see.undo[seat] for seat in look.seats], default=0),
    )


def standing(room: Room, table: Table) -> Standing:
    return Standing(
        points=points(table),
        now=[0] * table.state.players() if table.over else table.state.gains_now(),
        deadline=room.deadline if room.desk.status == "playing" else None,
        banks=[place.bank for place in room.desk.places],
        undo=[room.undoable(seat) for seat in range(len(room.desk.places))],
    )


def points(table: Table) -> list[int]:
    return [int(table.state.score(player)) for player in range(table.state.players())]


def options(table: Table) -> list[protocol.Option]:
    """The legal moves; what a move says is written once, and only its preview is new."""
    game, moves = table.game, table.moves()
    previews = zip(moves, table.state.previews(moves), strict=True)
    found = [written_option(game, move) + ENCODE(preview) for move, preview in previews]
    return cast(list[protocol.Option], Raw(b"[" + b"},".join(found) + b"}]" if found else b"[]"))


@lru_cache(maxsize=REMEMBERED)
def written_option(game: Game, move: int) -> bytes:
    """An option up to its preview, which comes last."""
    return ENCODE(protocol.Option(*named(game, move), preview={})).removesuffix(b"{}}")


def option(table: Table, move: int) -> protocol.Option:
    notation, action = named(table.game, move)
    return protocol.Option(notation, action, table.state.preview(move))


def written(steps: list[Step]) -> list[Step]:
    """The same as JSON, which is as good inside a message and written only once."""
    return cast(list[Step], Raw(ENCODE(steps)))


# Questions.


def tried(look: Look, ask: protocol.Try) -> protocol.Tried:
    """What a move would do, or which rule forbids it, to who would make it."""
    table, eyes = look.room.table, look.eyes
    if table is None:
        raise Trouble("not-playing", "The game has not begun.")
    if eyes is None:
        raise Trouble("not-seated", "Only who sits here can try a move.")
    try:
        code = table.code(ask.move)
    except Unreadable as problem:
        raise Trouble("no-move", str(problem)) from None
    rule = table.refusal(code, eyes)
    legal = rule is Rule.NONE
    text = table.why(code, eyes, spoken(look.viewer.language))
    preview = table.state.preview(code) if legal else {}
    return protocol.Tried(ask.id, look.room.version, ask.move, None if legal else label(rule), text, preview)


def scoring(look: Look, ask: protocol.Score) -> protocol.Scoring:
    if look.room.table is None or look.room.table.over:
        raise Trouble("not-playing", "The game is not being played.")
    return protocol.Scoring(ask.id, look.room.version, [line(each) for each in look.room.table.state.score_now()])


def chances(look: Look, ask: protocol.Odds) -> protocol.Chances:
    """Dice lie open, so anybody may count."""
    state = None if look.room.table is None else look.room.table.state
    if not isinstance(state, DiceRounds) or state.stage != TURN:
        raise Trouble("not-playing", "No dice are out.")
    black = state.black if isinstance(state, AlhambraDice) else NO_SYMBOL
    found = list(odds(state.dice, state.throws, black))
    columns = [found[at : at + CELLS] for at in range(0, len(found), CELLS)]
    return protocol.Chances(ask.id, look.room.version, columns)


def advice(look: Look, ask: Advised) -> protocol.Advice:
    """What a bot said that knows no more than the seat that is asked; only its player is told."""
    table = look.room.table
    if table is None or look.eyes != look.room.asked:
        raise Trouble("no-hint", "It is not your decision.")
    moves = []
    for code, win, margin in ask.moves:
        each = option(table, code)
        moves.append(protocol.AdvisedMove(each.move, each.action, each.preview, win, margin))
    return protocol.Advice(ask.id, look.room.version, ask.bot, moves)


# The record.


def record_text(look: Look, ask: RecordText) -> str:
    if look.room.table is None:
        raise Trouble("not-playing", "The game has not begun.")
    return look.room.table.record.seen_by(look.eyes).text


def replay(look: Look, ask: ReplayFrom) -> protocol.Replay:
    """A finished game is open to all eyes, so anybody may look from any seat."""
    text, steps = finished(look.room)
    if ask.seat is not None and ask.seat >= len(look.room.desk.places):
        raise Trouble("bad-seats", f"There is no seat {ask.seat + 1} at this table.")
    frames: list[Frame] = []
    told, last = 0, Last()
    table = None
    for n, (table, step) in enumerate(Table.walk(text)):
        if n == ask.first + FRAMES:
            break
        if ask.first <= n:
            frames.append(frame(table, n, last, told, ask.seat))
        told, last = len(table.events), last_step(table, step)
    else:
        if table is not None and ask.first <= steps < ask.first + FRAMES:  # walked to its end
            frames.append(frame(table, steps, last, told, ask.seat))
    return protocol.Replay(look.room.id, look.room.desk.created.game, steps, frames)


class Last(Struct, frozen=True):
    """The step that leads to a frame; empty at the beginning."""

    line: str = ""
    seat: int | None = None
    action: Any | None = None
    luck: LuckLine | None = None


def last_step(before: Table, step: RecordStep) -> Last:
    if isinstance(step, MoveStep):
        return Last(str(step), step.seat, before.game.action(before.code(step.notation)))
    return Last(str(step), luck=luck_line(step))


def frame(table: Table, n: int, last: Last, told: int, seat: int | None) -> Frame:
    happened = happenings(table.events[told:])
    return Frame(n, last.line, last.seat, last.action, last.luck, happened, table.view(seat), points(table))


def finished(room: Room) -> tuple[str, int]:
    """The record of a finished game and its number of steps."""
    if room.table is None or room.desk.status != "over":
        raise Trouble("not-over", "The game is not over.")
    return room.table.record.text, len(room.table.record.steps)


def check(look: Look, ask: Check) -> protocol.Verified:
    verdict = verify(finished(look.room)[0])
    return protocol.Verified(
        verdict.moves,
        verdict.draws,
        verdict.scores or [],
        "sealed" if verdict.luck == "sealed" else "unsealed",
        verdict.chosen,
    )


SENT: Final[dict[type, Callable[[Look, Any], Any]]] = {
    WholeTable: whole,
    Since: since,
    Advised: advice,
    RecordText: record_text,
    ReplayFrom: replay,
    Check: check,
    protocol.Try: tried,
    protocol.Score: scoring,
    protocol.Odds: chances,
}
ENCODE: Final = msgspec.json.Encoder().encode
