"""All that goes over the network, both ways. JSON; a field that is not named here is refused.

REST is for tables and people, the socket of a table for play: see docs/server.md. Times are milliseconds since 1970,
UTC; spans are milliseconds too. Seats are counted from 0, as everywhere but in records. Moves are in notation.

A table is at a **version**, which grows by one with everything that happens there. What a socket is sent tells at which
version it stands; a socket that comes back names the last one it knows and is sent what it missed, or the whole table.
A command names the version that its sender saw, and is stale when the game has gone on since then; talk makes no
command stale. A command that is sent again with its id is answered again and not done twice.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from sabika.games.alcazaba.view import AlcazabaView
from sabika.games.alhambra.view import AlhambraView
from sabika.games.alhambra_dice.view import DiceView
from sabika.games.zatre.view import ZatreView

PROTOCOL: Final = 1  # a change that an older client does not understand gets a new number

Count = Annotated[int, Meta(ge=0, le=2**53)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]  # one line, without a comma or brackets: it stands in records
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+\Z")]
TableId = Annotated[str, Meta(min_length=12, max_length=12, pattern=r"^[2-9a-hjkmnp-z]+\Z")]
Move = Annotated[str, Meta(min_length=1, max_length=400)]  # notation
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]  # 16 bytes
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]  # SHA-256
Language = Literal["en", "es", "it", "hu", "de"]

Status = Literal[
    "gathering",  # seats are taken and left
    "opening",  # all are ready, and the seats open the nonces they committed to
    "playing",
    "over",  # played to the end
    "closed",  # by its maker, or because nothing happened: without a result
]


class Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Anything on the wire. It is made once and never changed, so nothing leads back to it: no garbage to look for."""


# What is refused, and why.

Code = Literal[
    "unreadable",  # no JSON, or not of this form
    "too-large",
    "too-many",  # of something that is limited: messages, tables, sockets
    "foreign",  # another site's page asks, or this server was asked by a name it does not go by
    "insecure",  # plain http, where this server is asked for over https
    "no-page",  # there is nothing at this address
    "no-method",  # this cannot be done with what is there
    "no-person",  # the cookie is missing or unknown
    "no-code",  # the one-time code is wrong, used or expired
    "no-table",
    "no-game",
    "no-bot",
    "bad-seats",  # the game is not for so many, or a seat is named that is not there
    "bad-option",
    "bad-name",
    "bad-clock",
    "hello-first",  # the first message of a socket
    "other-protocol",
    "not-seated",  # who does not sit here cannot do that
    "not-yours",  # another person's seat
    "seat-taken",
    "not-maker",  # only the maker of the table can
    "not-gathering",  # that is done before the game
    "not-opening",
    "not-playing",  # that is done during the game
    "not-over",  # that is done after the game
    "wrong-nonce",  # not the one that was committed to
    "stale",  # the game has gone on since the version named
    "refused",  # by the rule named
    "no-move",  # not the notation of a move
    "no-undo",  # this table allows none, or there is nothing to take back
    "no-hint",  # this table allows none, or it is not your decision
    "resigned",  # a bot plays on for you
    "removed",  # by the maker of the table
    "muted",
    "no-spectators",
    "busy",  # the server cannot do it now; try again
    "failed",  # a fault of ours; it was logged
]


class Problem(Wire, frozen=True, tag="problem"):
    """Why something was not done. Nothing has changed."""

    code: Code
    text: str  # one line for people, in their language where a rule refused
    rule: str | None = None  # its number, as the docs print it: A17e
    version: int | None = None  # where the table stands


# People (REST).


class NewPerson(Wire, frozen=True):
    """POST /api/people: begin to be somebody; answered with Me and a cookie."""

    name: Name


class Rename(Wire, frozen=True):
    """PATCH /api/me."""

    name: Name


class Me(Wire, frozen=True):
    """GET /api/me; without content for who is not known yet."""

    id: str
    name: str


class DeviceCode(Wire, frozen=True):
    """POST /api/me/codes: a code that makes another device this person, once."""

    code: str
    expires: int


class UseCode(Wire, frozen=True):
    """POST /api/people/codes: be the person of this code from now on; answered with Me and a cookie."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


# Games and tables (REST).


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


class Games(Wire, frozen=True):
    """GET /api/games: what can be played here, and who can be played against."""

    protocol: int
    games: list[GameInfo]
    bots: list[str]  # the weakest first
    limits: ClockLimits


class ClockLimits(Wire, frozen=True):
    """Between which a clock may be set."""

    shortest: int
    longest: int
    most_bank: int


class Clock(Wire, frozen=True):
    """How long a decision may take: so long for each, and after that from a bank for the whole game."""

    move: Annotated[int, Meta(ge=1, le=2**45)] = 3 * 86_400_000
    bank: Annotated[int, Meta(ge=0, le=2**45)] = 0


class PersonSeat(Wire, frozen=True, tag="person"):
    """A seat for whoever comes."""


class MySeat(Wire, frozen=True, tag="me"):
    """A seat that the maker takes at once; several of them are played on one screen."""

    name: Name | None = None  # None: the maker's name


class BotSeat(Wire, frozen=True, tag="bot"):
    """A seat for a bot."""

    bot: BotName


SeatPlan = PersonSeat | MySeat | BotSeat


class NewTable(Wire, frozen=True, kw_only=True):
    """POST /api/tables: make a table; answered with Made."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[str, str], Meta(max_length=20)] = {}
    clock: Clock = Clock()
    public: bool = False  # in the list of open tables; else by its link only
    spectators: bool = True
    undo: bool = True
    hints: bool = True
    stand_in: BotName = "builder"  # who holds the seat of somebody who is away
    commit: Digest | None = None  # SHA-256 of the maker's nonce
    ready: bool = False  # the maker is ready at once; with bots alone besides, the game begins
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None  # chosen luck, equal for all who choose it; always shown


class Made(Wire, frozen=True):
    """A new table."""

    id: str


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
    """GET /api/tables?list=open or ?list=mine, with skip=: the last touched first."""

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


class Replay(Wire, frozen=True):
    """GET /api/tables/ID/replay?first=N&seat=S: frames of a finished game, seen from a seat."""

    id: str
    game: str
    steps: int  # frames in all: 0 .. steps
    frames: list[Frame]


class Verified(Wire, frozen=True):
    """GET /api/tables/ID/verify: the record of a finished game was gone through again."""

    moves: int
    draws: int
    scores: list[int]
    luck: Literal["sealed", "unsealed", "unrevealed"]
    chosen: bool


# What happens at a table, as a viewer is told.


class LuckLine(Wire, frozen=True):
    """An answer of the dealer."""

    kind: str
    n: int  # the n-th of its kind
    total: int
    k: int | None  # None until the game is over
    outcome: str | None  # None: not for this viewer's eyes


class Happening(Wire, frozen=True):
    """Something that followed from a move or from luck: a scoring, a gift, the end. Its kind is a key in `locales/`."""

    kind: str
    args: dict[str, Any]


class Line(Wire, frozen=True):
    """One line of a score: who, where from, how much, why."""

    player: int
    part: str
    source: str
    points: int
    why: dict[str, Any]


class Moved(Wire, frozen=True, tag="moved"):
    """A seat moved, and luck answered."""

    seat: int
    move: str
    action: Any  # the same with its parts by name
    by: str  # who moved for the seat; empty: the seat itself
    luck: list[LuckLine]
    happened: list[Happening]


class TakenBack(Wire, frozen=True, tag="taken-back"):
    """A seat took its last move back."""

    seat: int
    move: str


class Said(Wire, frozen=True, tag="said"):
    """Talk."""

    seat: int
    name: str
    text: str


class Sat(Wire, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    name: str


class Stood(Wire, frozen=True, tag="stood"):
    """Somebody left a seat before the game."""

    seat: int
    name: str


class Planned(Wire, frozen=True, tag="planned"):
    """The maker gave a seat to a bot, or to whoever comes."""

    seat: int
    bot: str | None


class Readied(Wire, frozen=True, tag="readied"):
    """A seat is ready, or is no longer."""

    seat: int
    ready: bool
    commit: str | None


class Called(Wire, frozen=True, tag="called"):
    """All are ready: nonces are opened now."""


class Opened(Wire, frozen=True, tag="opened"):
    """A seat opened its nonce; it is shown when the game begins."""

    seat: int


class Began(Wire, frozen=True, tag="began"):
    """The game began, and luck dealt."""

    nonces: list[str]  # zeros: a bot, or a seat that committed to none or did not open
    unopened: list[int]  # seats that committed to a nonce and did not open it
    luck: list[LuckLine]
    happened: list[Happening]


class Held(Wire, frozen=True, tag="held"):
    """A bot holds the seat until its player comes back."""

    seat: int
    bot: str
    why: Literal["time", "left"]


class Returned(Wire, frozen=True, tag="returned"):
    """A player is back."""

    seat: int


class GaveUp(Wire, frozen=True, tag="gave-up"):
    """A player resigned: a bot plays on, and the seat cannot win."""

    seat: int
    bot: str


class Removed(Wire, frozen=True, tag="removed"):
    """The maker removed a player: the seat is free, or in the game a bot's."""

    seat: int
    name: str


class Muted(Wire, frozen=True, tag="muted"):
    """The maker silenced a seat, or lets it speak again."""

    seat: int
    muted: bool


class Ended(Wire, frozen=True, tag="ended"):
    """The game is over, and its seed is revealed."""

    seed: str
    result: Outcome


class Closed(Wire, frozen=True, tag="closed"):
    """The table is closed without a result."""

    why: Literal["maker", "idle"]


class Again(Wire, frozen=True, tag="again"):
    """There is a new table for the same people."""

    table: str


Happened = (
    Moved
    | TakenBack
    | Said
    | Sat
    | Stood
    | Planned
    | Readied
    | Called
    | Opened
    | Began
    | Held
    | Returned
    | GaveUp
    | Removed
    | Muted
    | Ended
    | Closed
    | Again
)


class Step(Wire, frozen=True):
    """What made a table's version one more."""

    version: int
    at: int
    what: Happened


class Outcome(Wire, frozen=True):
    """How the game came out."""

    scores: list[int]  # of every player, the ghost last
    winners: list[int]  # seats; who resigned is not among them
    resigned: list[int]
    reason: str
    breakdown: list[Line]


# A table as a viewer sees it.


class SeatInfo(Wire, frozen=True):
    """A seat and who sits there."""

    name: str | None  # None: free
    bot: str | None  # the bot that plays now: its own seat, or one that it holds
    away: bool  # the bot holds it for the player, who may come back
    resigned: bool
    ready: bool
    committed: bool  # to a nonce
    muted: bool
    maker: bool
    yours: bool
    side: int  # its team; alone, a side of its own
    kept: str | None  # the name of the player for whom a free seat is kept, after a rematch


class LuckInfo(Wire, frozen=True):
    """What makes the luck of a table verifiable."""

    construction: str
    game_id: str
    commitment: str
    chosen: bool
    commits: list[str | None]  # of the nonces, by seat
    nonces: list[str] | None  # when the game has begun
    seed: str | None  # when it is over


class You(Wire, frozen=True):
    """Who is looking."""

    seats: list[int]
    maker: bool


class TableInfo(Wire, frozen=True):
    """All of a table but the game itself."""

    id: str
    game: str
    rules: int
    options: dict[str, str]
    status: Status
    clock: Clock
    public: bool
    spectators: bool
    undo: bool
    hints: bool
    stand_in: str
    seats: list[SeatInfo]
    you: You
    luck: LuckInfo
    deadline: int | None  # of the opening of nonces, or when the table closes by itself; in the game, see there
    result: Outcome | None
    again: str | None  # the table of the rematch
    made: int


class Option(Wire, frozen=True):
    """A legal move."""

    move: str  # what `play` sends
    action: Any  # the same with its parts by name
    preview: dict[str, int]  # what it would do


class Game(Wire, frozen=True):
    """The game as one seat, or a spectator, sees it now."""

    seat: int | None  # whose eyes; with several seats, the one that is asked; None: a spectator's
    position: Any | None  # `games.<game>.view` says what is in it; None: not wanted
    points: list[int]  # so far, of every player, the ghost last
    now: list[int]  # what a scoring now would add; `score` tells the lines
    asked: int | None  # the seat whose decision it is
    deadline: int | None
    banks: list[int]  # by seat, before this decision
    options: (
        list[Option] | None
    )  # None: it is not your decision. A payment with a superfluous card is legal and not here
    default: str | None  # your move if you do not answer
    undo: int  # how many moves you may take back


# From a client, over the socket of a table.


class Hello(Wire, frozen=True, tag="hello"):
    """The first message."""

    protocol: int
    since: Count | None = None  # the last version that the client knows
    language: Language = "en"
    positions: bool = True  # a program that keeps its own board may do without
    seat: Seat | None = None  # look from this seat of mine always; None: from the one that is asked


class Ping(Wire, frozen=True, tag="ping"):
    """Answered with Pong."""


class Command(Wire, frozen=True):
    """Something to be done. It is answered with Done or Refusal."""

    id: CommandId
    version: Count  # that the sender saw


class SeatCommand(Command, frozen=True):
    """Something to be done at a seat of one's own."""

    seat: Seat | None = None  # None: my seat; of several all, or where that makes no sense the first


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat; with None the one kept for me, or the first."""

    seat: Seat | None = None
    name: Name | None = None


class Stand(SeatCommand, frozen=True, tag="stand"):
    """Leave a seat before the game."""


class Plan(Command, frozen=True, tag="plan"):
    """The maker gives a free seat, or a bot's, to a bot, or with None to whoever comes."""

    seat: Seat
    bot: BotName | None = None


class Ready(SeatCommand, frozen=True, tag="ready"):
    """I am ready; with `ready` false, no longer. When all are, the game begins."""

    commit: Digest | None = None
    ready: bool = True


class Open(SeatCommand, frozen=True, kw_only=True, tag="open"):
    """Here is the nonce that I committed to."""

    nonce: Nonce


class Play(Command, frozen=True, tag="play"):
    """My move."""

    move: Move


class Undo(Command, frozen=True, tag="undo"):
    """Take my last move back."""


class Say(SeatCommand, frozen=True, kw_only=True, tag="say"):
    """Talk to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Leave(SeatCommand, frozen=True, tag="leave"):
    """Go away: a bot holds my seat. Any later command of mine, or `back`, is my return."""


class Back(SeatCommand, frozen=True, tag="back"):
    """I am back."""


class Resign(SeatCommand, frozen=True, tag="resign"):
    """Give up: a bot plays on, and my seat cannot win."""


class Remove(Command, frozen=True, tag="remove"):
    """The maker removes a player."""

    seat: Seat


class Mute(Command, frozen=True, tag="mute"):
    """The maker silences a seat, or lets it speak again."""

    seat: Seat
    muted: bool = True


class Close(Command, frozen=True, tag="close"):
    """The maker ends the table without a result."""


class Rematch(Command, frozen=True, tag="rematch"):
    """A new table for the same people; the answer names it."""


class Question(Wire, frozen=True):
    """Something that changes nothing; the answer carries its id."""

    id: CommandId


class Hint(Question, frozen=True, tag="hint"):
    """What would a good bot do? Answered with Advice."""


class Try(Question, frozen=True, tag="try"):
    """What would this move do, or which rule forbids it? Answered with Tried."""

    move: Move


class Score(Question, frozen=True, tag="score"):
    """Open the lines of a scoring held now. Answered with Scoring."""


Commands = (
    Sit | Stand | Plan | Ready | Open | Play | Undo | Say | Leave | Back | Resign | Remove | Mute | Close | Rematch
)


class Odds(Question, frozen=True, tag="odds"):
    """How likely is every cell of the result space for who throws now? Answered with Chances."""


Questions = Hint | Try | Score | Odds
FromClient = Hello | Ping | Commands | Questions


# To a client, over the socket of a table.


class Whole(Wire, frozen=True, tag="whole"):
    """The table from scratch: the answer to Hello, or after a gap."""

    version: int
    at: int  # the server's clock
    table: TableInfo
    game: Game | None  # None: it has not begun
    recent: list[Step]  # the last steps, for the log; older ones are in the record
    talk: list[Step]  # what was said last
    present: list[bool]
    watching: int


class Steps(Wire, frozen=True, tag="steps"):
    """What happened since the last message, and how things stand after it."""

    version: int
    at: int
    steps: list[Step]
    table: TableInfo | None  # None: as it was
    game: Game | None  # None: as it was


class Done(Wire, frozen=True, tag="done"):
    """A command was done and is safe; what it did is told by steps."""

    id: str
    version: int  # at which it was done
    table: str | None = None  # of a rematch


class Refusal(Wire, frozen=True, tag="refusal"):
    """A command or question was not answered."""

    id: str | None  # None: the message could not be read
    problem: Problem


class AdvisedMove(Wire, frozen=True):
    """A move that a bot thinks well of."""

    move: str
    action: Any
    preview: dict[str, int]
    win: float | None  # the chance that the side wins, 0 to 1; None: this bot does not say
    margin: float | None  # points by which it expects to be ahead


class Advice(Wire, frozen=True, tag="advice"):
    """The answer to Hint, the best move first."""

    id: str
    version: int
    bot: str
    moves: list[AdvisedMove]


class Tried(Wire, frozen=True, tag="tried"):
    """The answer to Try."""

    id: str
    version: int
    move: str
    rule: str | None  # that forbids it; None: it is legal
    text: str  # why; empty when legal
    preview: dict[str, int]


class Scoring(Wire, frozen=True, tag="scoring"):
    """The answer to Score."""

    id: str
    version: int
    lines: list[Line]


class Chances(Wire, frozen=True, tag="chances"):
    """The answer to Odds."""

    id: str
    version: int
    columns: list[
        list[float]
    ]  # by building; for each of its 24 cells, the best first, the chance of it or a better one


class Presence(Wire, frozen=True, tag="presence"):
    """Who is connected here, by seat, and how many watch."""

    present: list[bool]
    watching: int


class Pong(Wire, frozen=True, tag="pong"):
    """The answer to Ping."""

    at: int


class Bye(Wire, frozen=True, tag="bye"):
    """The socket will be closed."""

    why: Literal["slow", "restart", "signed-out", "silent", "no-spectators"]


FromServer = Whole | Steps | Done | Refusal | Advice | Tried | Scoring | Chances | Presence | Pong | Bye

# What `position` holds in each game. Its actions are the union `Game.actions`.
POSITIONS: Final[dict[str, type[msgspec.Struct]]] = {
    "alhambra": AlhambraView,
    "alhambra_dice": DiceView,
    "alcazaba": AlcazabaView,
    "zatre": ZatreView,
}
