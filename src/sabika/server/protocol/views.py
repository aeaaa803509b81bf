"""A table and its game as a viewer sees them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from sabika.engine.phrase import Phrase
from sabika.server.protocol.base import Status, Wire
from sabika.server.protocol.events import Outcome
from sabika.server.protocol.settings import TableSettings


class SeatInfo(Wire, frozen=True):
    """A seat and who sits there."""

    name: str | None  # None: free
    bot: str | None  # the bot that plays now: its own seat, or one that it holds
    away: bool  # the bot holds it for its player, who may come back
    resigned: bool
    ready: bool
    committed: bool  # to a nonce
    muted: bool
    maker: bool
    yours: bool
    side: int  # its team; alone, a side of its own
    kept: str | None  # the name of the player for whom a free seat is kept, after a rematch


class LuckInfo(Wire, frozen=True):
    """Everything that makes the luck of a table verifiable."""

    construction: str
    game_id: str
    commitment: str
    attempt: int  # 1, and one more for every time that nonces were not opened: each has its own seed
    chosen: bool
    commits: list[str | None]  # of the nonces, by seat
    nonces: list[str] | None  # when the game has begun
    seed: str | None  # when it is over


class Beginning(Wire, frozen=True):
    """Where a game began, if not at its start."""

    source: str | None  # the id of the game that the position is from, if known
    step: int | None  # of that one's record
    seat: int | None  # as this seat saw it; None: a position that all could see


class You(Wire, frozen=True):
    """Who is looking."""

    seats: list[int]
    maker: bool


class TableInfo(TableSettings, frozen=True, kw_only=True):
    """A table without its game."""

    id: str
    game: str
    rules: int
    status: Status
    seats: list[SeatInfo]
    you: You
    luck: LuckInfo
    deadline: int | None  # of the opening of nonces, or when the table closes by itself; in the game, see there
    result: Outcome | None
    rematch: str | None  # the table of the rematch
    made: int
    begins: Beginning | None  # None: at the start
    hides: bool  # one seat sees what others at the same screen must not see


class Option(Wire, frozen=True):
    """A legal move."""

    move: str  # what `play` sends
    action: Any  # the same with its parts by name
    preview: dict[str, int]  # what it would do
    said: Phrase | UnsetType = UNSET  # in words, if wanted


class Game(Wire, frozen=True):
    """The game as one seat, or a spectator, sees it now."""

    seat: int | None  # the viewer's seat; of several, the one whose turn it is; None: a spectator
    position: Any | None  # `games.<game>.view` says what is in it; None: not wanted
    points: list[int]  # so far, of every player, the ghost last
    now: list[int]  # what a scoring now would add; `score` has the lines
    asked: int | None  # the seat whose decision it is
    deadline: int | None
    banks: list[int]  # by seat, before this decision
    options: (
        list[Option] | None
    )  # None: it is not your decision. A payment with a superfluous card is legal and not here
    default: str | None  # your move if you do not answer
    undo: int  # how many moves you may take back
    digest: str  # of everything that players were told, the same for all viewers (docs/luck.md)
    described: list[Phrase] | UnsetType = UNSET  # the position in words, if wanted
