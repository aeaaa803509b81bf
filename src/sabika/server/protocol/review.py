"""The review of a finished game: what luck and decisions were worth, and the story of the game."""

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


class ReviewedPlace(Wire, frozen=True):
    """Where a step stands in the game, as the players count."""

    seat: int | None  # whose turn it is; None: nobody's, as while a table is set up or prizes are given
    turn: int  # of that seat, from 1; in a game of rounds counted anew in each
    round: int  # from 1; 0: the game has none, or has not begun


class ReviewedLuck(Wire, frozen=True, tag="luck"):
    """What luck brought, less the mean of everything that it could have brought."""

    step: int  # of the record, from 1
    kind: str  # tiles, money, dice ..: `luck.KIND` is its word in the game's catalogue
    seat: int | None  # who drew or threw, if it was a player's turn
    place: ReviewedPlace
    gain: Expected
    said: Phrase | UnsetType = UNSET  # if it turned the game


class ReviewedDecision(Wire, frozen=True, tag="decision"):
    """What was chosen, less the best that was found."""

    step: int
    seat: int
    by: str  # the bot that moved for the seat; empty: the seat itself
    place: ReviewedPlace
    chosen: str  # in notation
    best: str  # the same if nothing better was found
    gain: Expected
    revision: Expected  # by how much a closer look at the position changed the estimate
    doubt: float  # the error of the chance that it cost
    choices: int
    searched: bool  # by playouts; otherwise only the judge weighed it
    plain_cost: float  # the cost, as a chance to win, of the move that looks best at first sight
    reasons: dict[str, float]  # parts of the judge, in points, the largest first: `part.NAME` in the review's catalogue
    said: Phrase | UnsetType = UNSET  # these three only where there is something to tell
    best_said: Phrase | UnsetType = UNSET
    plain_said: Phrase | UnsetType = UNSET


class SideAccount(Wire, frozen=True):
    """The account of one side, each line as points and the chance to win. The lines add up to the result."""

    start: tuple[float, float]
    luck: tuple[float, float]
    own: tuple[float, float]  # decisions
    others: tuple[float, float]
    revised: tuple[float, float]
    resigned: tuple[float, float]  # what it changed at the end that somebody resigned
    result: tuple[float, float]


class ReviewStory(Wire, frozen=True):
    """The main points for people, as steps of the record."""

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
    resigned: list[int]  # seats: they cannot win
    resignation: Expected  # what that changed, at the end
    result: Expected
    accounts: list[SideAccount]  # by side
    ledger: dict[str, Expected]  # luck by kind, the kind that moved most first
    stories: list[ReviewStory]  # for everybody, then as it concerns each seat


class Reviewing(Wire, frozen=True):
    """GET /api/tables/ID/review, POST /api/records/review: the progress of a review, and the best one so far.

    The answer comes when there is something new, or after two seconds. Work on a review stops when
    nobody asks for it any more.
    """

    done: int  # decisions searched so far
    of: int  # decisions to search; 0: not known yet, or only a quick review was asked for
    complete: bool
    version: int  # grows as the review is refined; 0: there is none yet
    review: Review | None  # None: there is none yet, or the client knows it


class DecisionView(Wire, frozen=True):
    """GET /api/tables/ID/review/decision: the game as its player saw it, with all options."""

    step: int  # so many steps of the record lead there
    chosen: str  # what was played
    game: Game


class Judged(Wire, frozen=True):
    """GET /api/tables/ID/review/verdict: another move than the one made, judged."""

    move: str
    good: bool  # as good as the best that was found, within the error
    best: str
    best_said: Phrase
    win: float  # the chance to win that it costs
    points: float
    doubt: float


# Query parameters.


class WhichReview(Wire, frozen=True):
    """Of a review."""

    deep: bool = False
    known: Count = 0  # the version that the client knows


class WhichDecision(Wire, frozen=True):
    """Of a decision."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    words: bool = False  # also in words


class WhichVerdict(Wire, frozen=True):
    """Of a move at a decision."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    move: Move
    language: Language = "en"  # in which a rule refuses it
