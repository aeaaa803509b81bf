"""REST as a table: every call with its path, what goes in and what comes out. Routes and OpenAPI are made of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from sabika.server.hall import Trouble
from sabika.server.people import Session
from sabika.server.protocol import Code, Count, Problem, Seat, Wire
from sabika.server.store.base import Person

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"

# With which status a problem is answered; all others with 409: it is not possible as things stand.
STATUS: Final[dict[Code, int]] = {
    "unreadable": 400,
    "bad-name": 422,
    "bad-seats": 422,
    "bad-option": 422,
    "bad-clock": 422,
    "no-game": 422,
    "no-bot": 422,
    "no-move": 422,
    "no-person": 401,
    "no-code": 403,
    "foreign": 403,
    "insecure": 403,
    "not-seated": 403,
    "not-yours": 403,
    "not-maker": 403,
    "no-spectators": 403,
    "muted": 403,
    "no-table": 404,
    "no-page": 404,
    "no-method": 405,
    "too-large": 413,
    "too-many": 429,
    "failed": 500,
    "busy": 503,
}
CODES: Final[tuple[Code, ...]] = get_args(Code)


def status_of(code: Code) -> int:
    return STATUS.get(code, 409)


class Ask(Struct):
    """A request that has been read: who asks for what."""

    request: Request
    session: Session | None
    body: Any
    query: Any

    @property
    def person(self) -> Person:
        """Who asks; Trouble when it is nobody."""
        if self.session is None:
            raise Trouble("no-person", "begin with a name: POST /api/people")
        return self.session.person

    @property
    def guest(self) -> Person | None:
        """Who asks, if it is anybody."""
        return None if self.session is None else self.session.person

    @property
    def table(self) -> str:
        return str(self.request.path_params["id"])


Answer = Struct | Response | str | None
Does = Callable[[Ask], Awaitable[Answer]]


class Call(Struct, frozen=True):
    """One thing that can be asked for over HTTP."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    about: str
    does: Does
    body: Any = None  # its type
    answer: Any = None  # its type; str: plain text; None: no content
    query: type[Wire] | None = None
    status: int = 200
    private: bool = False  # only for a person
    perhaps: bool = False  # or no content
    codes: tuple[Code, ...] = ()  # problems besides those that any call may have


def answered(call: Call, answer: Answer) -> Response:
    """What a call gives, as a response."""
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, str):
        return Response(answer, call.status, media_type=TEXT)
    if answer is None:
        return Response(status_code=204)
    return Response(msgspec.json.encode(answer), call.status, media_type=JSON)


def refused(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """A problem, as a response."""
    return Response(msgspec.json.encode(problem), status_of(problem.code), headers, media_type=JSON)


# What may stand behind the question mark.


class WhichTables(Wire, frozen=True):
    """Of GET /api/tables."""

    list: Literal["open", "mine"] = "open"
    skip: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class WhichFrames(Wire, frozen=True):
    """Of GET /api/tables/ID/replay."""

    first: Count = 0
    seat: Seat | None = None
