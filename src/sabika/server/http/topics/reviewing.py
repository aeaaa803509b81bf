"""Questions about a finished game: of a table here, or of a record that is sent in."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from sabika.server.http.routes import ApiAnswer, ApiCall, ApiRoute, Handler
from sabika.server.live.reviews import ReviewReader, Reviews
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.problems import Code, ProblemError
from sabika.server.protocol.rest import Replay, WhichFrames
from sabika.server.protocol.review import (
    DecisionView,
    Judged,
    Reviewing,
    WhichDecision,
    WhichReview,
    WhichVerdict,
)
from sabika.server.review import questions

TABLE: Final = "/api/tables/{id}/review"
RECORD: Final = "/api/records"
FRESH: Final = 60.0  # seconds for which a person's access to a record is remembered
MOST_KNOWN: Final = 64  # how many of these
RESULT: Final = "\nresult: "  # the line that only the record of a finished game has

OF_TABLE: Final[tuple[Code, ...]] = ("no-table", "no-spectators", "no-game", "not-over")
OF_RECORD: Final[tuple[Code, ...]] = ("bad-record", "not-over")
OF_DECISION: Final[tuple[Code, ...]] = ("bad-position",)
OF_MOVE: Final[tuple[Code, ...]] = ("bad-position", "no-move", "refused")


class ReviewEndpoints:
    """What each route does. `read_on` charges for reading a whole game."""

    def __init__(self, tables: LiveTables, reviews: Reviews, read_on: Callable[[ApiCall], None]) -> None:
        self.tables = tables
        self.reviews = reviews
        self.read_on = read_on
        self.known: OrderedDict[tuple[str, str], tuple[float, str]] = OrderedDict()  # by person and table

    async def text(self, call: ApiCall) -> str:
        """The record in question; of a table only if it is over and the person may look at it."""
        if isinstance(call.body, str):
            self.read_on(call)
            return call.body
        key, now = ("" if call.guest is None else call.guest.id, call.table), monotonic()
        asked, text = self.known.get(key, (0.0, ""))
        if text and now < asked + FRESH:
            return text
        self.read_on(call)
        text = await self.finished(call)
        self.known[key] = now, text
        self.known.move_to_end(key)
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return text

    async def finished(self, call: ApiCall) -> str:
        try:
            text = await self.tables.record(call.table, call.guest, call.address)
        except ProblemError as error:
            if error.problem.code != "not-playing":
                raise
            text = ""
        if RESULT not in text:
            raise ProblemError("not-over", "The game is not over.")
        return text

    async def review(self, call: ApiCall) -> ApiAnswer:
        text = await self.text(call)
        return await self.reviews.ask(text, call.query.deep, call.query.known, reader_of(call))

    async def decision(self, call: ApiCall) -> ApiAnswer:
        question = questions.ShowDecision(await self.text(call), call.query.step, call.query.words)
        return await self.reviews.one(question, reader_of(call), DecisionView)

    async def verdict(self, call: ApiCall) -> ApiAnswer:
        return await self.reviews.judge(await self.text(call), call.query, reader_of(call))

    async def frames(self, call: ApiCall) -> ApiAnswer:
        text, asked = await self.text(call), call.query
        question = questions.ShowFrames(text, asked.first, asked.seat, asked.words)
        return await self.reviews.one(question, reader_of(call), Replay)

    def routes(self) -> list[ApiRoute]:
        return [
            *self.pair("", "review", "Review", self.review, Reviewing, WhichReview, ()),
            *self.pair(
                "/decision", "decision", "One decision", self.decision, DecisionView, WhichDecision, OF_DECISION
            ),
            *self.pair("/verdict", "verdict", "What a move is worth", self.verdict, Judged, WhichVerdict, OF_MOVE),
            ApiRoute(
                "POST",
                f"{RECORD}/replay",
                "Moments of a record",
                self.frames,
                str,
                Replay,
                query=WhichFrames,
                codes=(*OF_RECORD, "bad-seats"),
            ),
        ]

    def pair(
        self, path: str, name: str, about: str, does: Handler, answer: type, query: type, codes: tuple[Code, ...]
    ) -> list[ApiRoute]:
        """The same route for a table and for a record."""
        return [
            ApiRoute("GET", TABLE + path, f"{about} of its game", does, None, answer, query, codes=(*OF_TABLE, *codes)),
            ApiRoute(
                "POST",
                f"{RECORD}/{name}",
                f"{about} of a record",
                does,
                str,
                answer,
                query,
                codes=(*OF_RECORD, *codes),
            ),
        ]


def reader_of(call: ApiCall) -> ReviewReader:
    return ReviewReader("" if call.guest is None else call.guest.id, call.address)
