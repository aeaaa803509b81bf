"""Bodies of requests and answers over HTTP: guests, tables, replays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from sabika.engine.phrase import Phrase
from sabika.server.protocol.answers import AdvisedMove
from sabika.server.protocol.base import (
    BotName,
    Count,
    Digest,
    Name,
    Origin,
    PositionText,
    RecordText,
    SeatNumber,
    Status,
    Wire,
)
from sabika.server.protocol.events import Happening, LuckLine
from sabika.server.protocol.puzzles import PuzzleNumber
from sabika.server.protocol.settings import Clock, ClockLimits, TableSettings


class NewPerson(Wire, frozen=True):
    """POST /api/people: create a guest; answered with Me and a cookie."""

    name: Name


class Rename(Wire, frozen=True):
    """PATCH /api/me."""

    name: Name


class Me(Wire, frozen=True):
    """GET /api/me; without content if you are not known yet."""

    id: str
    name: str


class DeviceCode(Wire, frozen=True):
    """POST /api/me/codes: a code that makes another device this person, once."""

    code: str
    expires: int


class UseCode(Wire, frozen=True):
    """POST /api/people/codes: sign in as the person of this code; answered with Me and a cookie."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class OptionInfo(Wire, frozen=True):
    """A choice that a table makes before the game."""

    name: str
    choices: list[str]  # the first is the default
    about: str


class GameInfo(Wire, frozen=True):
    """One of GET /api/games."""

    name: str
    title: str
    rules: int
    fewest: int
    most: int
    ghost: str | None  # the name of the player without a seat at some tables
    options: list[OptionInfo]
    companion: list[str] | None  # the options that matter for the companion; None: it has none
    puzzles: int  # how many come with it


class Games(Wire, frozen=True):
    """GET /api/games: the games and bots of this server."""

    protocol: int
    games: list[GameInfo]
    bots: list[str]  # the weakest first
    limits: ClockLimits


class PersonSeat(Wire, frozen=True, tag="person"):
    """A seat for any person."""


class MySeat(Wire, frozen=True, tag="me"):
    """A seat that the maker takes at once; several of them are played on one screen."""

    name: Name | None = None  # None: the maker's name


class BotSeat(Wire, frozen=True, tag="bot"):
    """A seat for a bot."""

    bot: BotName


SeatPlan = PersonSeat | MySeat | BotSeat


class Fork(Wire, frozen=True, kw_only=True):
    """A decision in a finished game, to play on from there as one seat saw it; what it could not see is drawn again."""

    table: Annotated[str, Meta(max_length=40)] | None = None  # of this table's game
    record: RecordText | None = None  # or of a game that may have been played anywhere
    step: Count  # of its record: so many steps lead there
    seat: SeatNumber  # whose eyes


class NewTable(TableSettings, frozen=True, kw_only=True):
    """POST /api/tables: make a table; answered with Made."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    commit: Digest | None = None  # SHA-256 of the maker's nonce
    ready: bool = False  # the maker is ready at once; if all others are bots, the game begins
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = (
        None  # a chosen seed, the same luck for all who choose it; always public
    )
    fork: Fork | None = None
    puzzle: PuzzleNumber | None = None  # of this game: begins from there, as its seat saw it
    position: PositionText | None = None  # from which the game begins
    origin: Origin | None = None  # where the position is from


class Made(Wire, frozen=True):
    """A new table."""

    id: str


class Sketch(Wire, frozen=True, kw_only=True):
    """POST /api/positions: a position that somebody sets up; without a text, one to begin with. Answered with SetUp."""

    game: Annotated[str, Meta(max_length=40)]
    text: PositionText | None = None
    seats: Annotated[int, Meta(ge=1, le=8)] = 2
    options: Annotated[dict[str, str], Meta(max_length=20)] = field(default_factory=dict)  # of the game
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0  # what is dealt to begin with


class SetUp(Wire, frozen=True):
    """A position as it was set up, with what follows from the rest worked out."""

    text: str
    problem: str | None  # why it is impossible, in one line; None: it is possible
    spare: dict[str, int]  # pieces that lie nowhere, by name
    options: dict[str, str]  # of the game; empty if there is a problem, like everything below
    asked: int | None  # the seat whose decision it is
    points: list[int]  # of every player, the ghost last
    now: list[int]  # of each player in a scoring now
    moves: int  # that may be made


class AskedPosition(Wire, frozen=True):
    """POST /api/positions/hint: a strong bot's advice. Answered with PositionAdvice."""

    game: Annotated[str, Meta(max_length=40)]
    text: PositionText


class PositionAdvice(Wire, frozen=True):
    """The best moves, the first one first."""

    bot: str
    moves: list[AdvisedMove]


class WhichStep(Wire, frozen=True):
    """Of GET /api/tables/ID/position."""

    step: Count = 0  # a decision: so many steps of the record lead there


class FoundPosition(Wire, frozen=True):
    """GET /api/tables/ID/position?step=N: a decision of a finished game as a position text."""

    game: str
    text: str


class CardSeat(Wire, frozen=True):
    """A seat in a list of tables."""

    name: str | None  # None: free
    bot: str | None
    yours: bool


class TableCard(Wire, frozen=True):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, str]
    status: Status
    public: bool
    clock: Clock
    practice: bool
    seats: list[CardSeat]
    scores: list[int] | None  # at the end
    winners: list[int] | None
    asked: int | None  # the seat whose decision it is
    your_turn: bool
    deadline: int | None
    made: int
    touched: int
    version: int


class Tables(Wire, frozen=True):
    """GET /api/tables?list=open or ?list=mine, with skip=: the last used first."""

    tables: list[TableCard]
    more: bool


class Frame(Wire, frozen=True):
    """A moment of a game, for replay."""

    step: int  # so many steps of the record lead here
    line: str  # the last of them, as the record prints it; empty: the beginning
    seat: int | None  # who made it; None: luck, or the beginning
    action: Any | None  # the move with its parts by name
    luck: LuckLine | None  # what was drawn
    happened: list[Happening]
    position: Any  # as `Game.position`
    points: list[int]  # of every player, the ghost last
    said: list[Phrase] | UnsetType = UNSET  # the step and what followed in words, if wanted
    described: list[Phrase] | UnsetType = UNSET  # the position in words, if wanted


class Replay(Wire, frozen=True):
    """GET /api/tables/ID/replay?first=N&seat=S: frames of a finished game, seen from a seat."""

    id: str
    game: str
    steps: int  # frames in all: 0 .. steps
    decisions: list[int]  # the frames with a decision, and the last; the others follow from a decision
    frames: list[Frame]


class Verified(Wire, frozen=True):
    """GET /api/tables/ID/verify?digest=HEX: the record of a finished game, checked again."""

    moves: int
    draws: int
    scores: list[int]
    luck: Literal["sealed", "unsealed", "unrevealed"]
    chosen: bool
    digest: str  # of what everybody was told
    known: int | None  # after so many steps it was the one asked about; None: none was, or it is of another game


# Query parameters.


class WhichTables(Wire, frozen=True):
    """Of GET /api/tables."""

    list: Literal["open", "mine"] = "open"
    skip: Annotated[int, Meta(ge=0, le=10_000)] = 0  # more would take too long


class WhichDigest(Wire, frozen=True):
    """Of GET /api/tables/ID/verify."""

    digest: Digest | None = None  # that a player kept: is it of this game?


class WhichFrames(Wire, frozen=True):
    """Of GET /api/tables/ID/replay."""

    first: Count = 0
    seat: SeatNumber | None = None
    words: bool = False  # also in words, for a game without a board in the client
