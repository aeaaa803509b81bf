"""Questions to a worker about the record of a finished game. Each has the whole record, so any worker can answer."""

from __future__ import annotations

from msgspec import Struct

from sabika.review.account import LuckEntry
from sabika.review.question import Verdict


class Survey(Struct, frozen=True, tag=True):
    """Is it the record of a finished game? Answered with Surveyed."""

    text: str


class Surveyed(Struct, frozen=True):
    steps: int


class ReviewPart(Struct, frozen=True, tag=True):
    """Luck and decisions of some steps; answered with PartFound."""

    text: str
    first: int  # step, from 1
    last: int
    playouts: int  # 0: by the judge alone
    seed: int


class PartFound(Struct, frozen=True):
    luck: list[LuckEntry]
    verdicts: dict[int, Verdict]  # by step


class Tell(Struct, frozen=True, tag=True):
    """All parts as one review, without the names of the seats."""

    text: str
    playouts: int
    seed: int
    luck: list[LuckEntry]
    verdicts: dict[int, Verdict]


class ShowFrames(Struct, frozen=True, tag=True):
    """Answered with Replay."""

    text: str
    first: int
    seat: int | None
    words: bool
    name: str = ""  # its name, if not the record's


class CheckRecord(Struct, frozen=True, tag=True):
    """Answered with Verified."""

    text: str
    digest: str | None


class ShowPosition(Struct, frozen=True, tag=True):
    """Answered with FoundPosition."""

    text: str
    step: int


class ShowSight(Struct, frozen=True, tag=True):
    """What a seat knew at a decision; answered with a text."""

    text: str
    step: int
    seat: int


class FindFork(Struct, frozen=True, tag=True):
    """Where to play on from in a record that came from anywhere; answered with FoundFork."""

    text: str
    step: int
    seat: int


class FoundFork(Struct, frozen=True):
    position: str  # as a seat saw it, or a whole one
    origin: str


class ShowDecision(Struct, frozen=True, tag=True):
    """Answered with DecisionView."""

    text: str
    step: int  # after so many steps
    words: bool


class JudgeMove(Struct, frozen=True, tag=True):
    """Answered with Judged."""

    text: str
    step: int  # after so many steps
    move: str
    language: str
    playouts: int
    seed: int


RecordQuestion = (
    Survey
    | ReviewPart
    | Tell
    | ShowFrames
    | CheckRecord
    | ShowPosition
    | ShowSight
    | FindFork
    | ShowDecision
    | JudgeMove
)
