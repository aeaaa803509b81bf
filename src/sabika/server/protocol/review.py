"""The review of a finished game, as it is sent: what luck and decisions were worth, and what is worth telling of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sabika.engine.phrase import Phrase
from sabika.server.protocol.base import Count, Language, Move, Wire
from sabika.server.protocol.views import Game


class Expected(Wire, frozen=True):
    """Points and chances to win, by side; of a change, by how much they changed."""

    points: list[float]
    wins: list[float]


class ReviewedLuck(Wire, frozen=True, tag="luck"):
    """What luck brought, less the mean of everything that it could have brought."""

    step: int  # of the record, from 1
    kind: str  # tiles, money, dice ..: `luck.KIND` is its word in the game's catalogue
    seat: int | None  # who drew or threw, where it was somebody's turn
    gain: Expected
    said: Phrase | UnsetType = UNSET  # where it turned the game


class ReviewedDecision(Wire, frozen=True, tag="decision"):
    """What was chosen, less the best that was found."""

    step: int
    seat: int
    chosen: str  # in notation
    best: str  # the same where nothing better was found
    gain: Expected
    revision: Expected  # by how much a closer look at the position changed what could be expected
    doubt: float  # by how much the chance that it cost may be off
    choices: int
    searched: bool  # by playouts; else it was weighed by the judge alone
    plain_cost: float  # of the chance to win: what another move costs that looks best at first sight
    reasons: dict[str, float]  # parts of the judge, in points, the largest first: `part.NAME` in the review's catalogue
    said: Phrase | UnsetType = UNSET  # these three where there is something to tell
    best_said: Phrase | UnsetType = UNSET
    plain_said: Phrase | UnsetType = UNSET


class SideAccount(Wire, frozen=True):
    """The account of one side, each line as points and the chance to win. The lines add up to the result."""

    start: tuple[float, float]
    luck: tuple[float, float]
    own: tuple[float, float]  # decisions
    others: tuple[float, float]
    revised: tuple[float, float]
    result: tuple[float, float]


class ReviewStory(Wire, frozen=True):
    """What people are told first, as steps of the record."""

    turning: list[int]
    slips: list[int]  # the costliest first
    well_played: list[int]


class Review(Wire, frozen=True):
    """A whole review."""

    game: str
    seats: list[str]  # names, as the record has them
    sides: list[int]  # of every player, the ghost last
    steps: int
    playouts: int  # for each decision that was searched
    seed: int
    start: Expected
    entries: list[ReviewedLuck | ReviewedDecision]
    last: Expected  # the revision at the end
    result: Expected
    accounts: list[SideAccount]  # by side
    ledger: dict[str, Expected]  # luck by kind, the kind that moved most first
    stories: list[ReviewStory]  # for everybody, then as it concerns each seat


class Reviewing(Wire, frozen=True):
    """GET /api/tables/ID/review, POST /api/records/review: how far a review is, and the best one so far.

    An answer comes when there is more than the asker knows, or after two seconds. A review that nobody asks for any
    more is not gone on with.
    """

    done: int  # decisions that were searched
    of: int  # decisions to search; 0: not known yet, or only a quick review was asked for
    complete: bool
    version: int  # grows as the review is refined; 0: there is none yet
    review: Review | None  # None: there is none yet, or the asker knows it


class DecisionView(Wire, frozen=True):
    """GET /api/tables/ID/review/decision: the game as whoever decided saw it, with all options."""

    step: int  # so many steps of the record lead there
    chosen: str  # what was played
    game: Game


class Judged(Wire, frozen=True):
    """GET /api/tables/ID/review/verdict: a move instead of the one that was made."""

    move: str
    good: bool  # as good as the best that was found, as far as can be told
    best: str
    best_said: Phrase
    win: float  # the chance to win that it costs
    points: float
    doubt: float


# What may stand behind the question mark of an address.


class WhichReview(Wire, frozen=True):
    """Of a review."""

    deep: bool = False
    known: Count = 0  # the version that the asker knows


class WhichDecision(Wire, frozen=True):
    """Of a decision."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    words: bool = False  # also in words


class WhichVerdict(Wire, frozen=True):
    """Of a move at a decision."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    move: Move
    language: Language = "en"  # in which a rule refuses it
