"""To a client, over the socket of a table."""

from __future__ import annotations

from typing import Any, Literal

from sabika.engine.values import ValueTable
from sabika.server.protocol.base import Wire
from sabika.server.protocol.events import Happening, Line, Step
from sabika.server.protocol.problems import Problem
from sabika.server.protocol.views import Game, TableInfo


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
    """What happened since the last message, and the state after it."""

    version: int
    at: int
    steps: list[Step]
    table: TableInfo | None  # None: unchanged
    game: Game | None  # None: unchanged


class Done(Wire, frozen=True, tag="done"):
    """A command was executed and saved; its effects come as steps."""

    id: str
    version: int  # at which it was done
    table: str | None = None  # of a rematch


class Refusal(Wire, frozen=True, tag="refusal"):
    """A command or question was refused."""

    id: str | None  # None: the message could not be read
    problem: Problem


class AdvisedMove(Wire, frozen=True):
    """A move that a bot recommends."""

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
    columns: list[list[float]]  # by building: of each of its 24 cells, the best first, the chance of it or a better one
    lead: list[float | None]  # by building: the chance to lead there after this turn; None: they lead already


class HeldScorings(Wire, frozen=True, tag="scorings"):
    """The answer to Scorings: all of them, the first one first."""

    id: str
    version: int
    held: list[Happening]  # each has lines among its arguments


class Worth(Wire, frozen=True, tag="values"):
    """The answer to Values."""

    id: str
    version: int
    table: ValueTable | None  # None: the game has none


class Presence(Wire, frozen=True, tag="presence"):
    """Who is connected here, by seat, and how many watch."""

    present: list[bool]
    watching: int


class Pong(Wire, frozen=True, tag="pong"):
    """The answer to Ping."""

    at: int


class Bye(Wire, frozen=True, tag="bye"):
    """The socket will be closed."""

    why: Literal["restart", "signed-out", "no-spectators"]


Answers = Done | Refusal | Advice | Tried | Scoring | Chances | HeldScorings | Worth
FromServer = Whole | Steps | Answers | Presence | Pong | Bye
