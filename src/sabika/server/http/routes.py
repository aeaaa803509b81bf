"""REST as a table: every route with its input and output; the app and the OpenAPI document are made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from sabika.server.common.guests import Person, Session
from sabika.server.protocol.base import Wire
from sabika.server.protocol.problems import Code, Problem, ProblemError

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"

# The status of each problem; all others get 409: not possible as things are.
STATUS: Final[dict[Code, int]] = {
    "unreadable": 400,
    "bad-name": 422,
    "bad-seats": 422,
    "bad-option": 422,
    "bad-position": 422,
    "bad-record": 422,
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
    "silenced": 403,
    "banned": 403,
    "no-table": 404,
    "no-sheet": 404,
    "no-puzzle": 404,
    "no-page": 404,
    "no-method": 405,
    "too-large": 413,
    "too-many": 429,
    "failed": 500,
    "busy": 503,
}


def status_of(code: Code) -> int:
    return STATUS.get(code, 409)


class ApiCall(Struct):
    """A parsed request, with the person who sent it."""

    address: str  # where it comes from
    request: Request
    session: Session | None
    body: Any
    query: Any

    @property
    def person(self) -> Person:
        """The person who asks; ProblemError if unknown."""
        if self.session is None:
            raise ProblemError("no-person", "create a guest first: POST /api/people")
        return self.session.person

    @property
    def guest(self) -> Person | None:
        """The person who asks, if known."""
        return None if self.session is None else self.session.person

    @property
    def table(self) -> str:
        return str(self.request.path_params["id"])


ApiAnswer = Struct | Response | str | None
Handler = Callable[[ApiCall], Awaitable[ApiAnswer]]


class ApiRoute(Struct, frozen=True):
    """One thing that can be asked for over HTTP."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    about: str
    does: Handler
    body: Any = None  # its type
    answer: Any = None  # its type; str: plain text; None: no content
    query: type[Wire] | None = None
    status: int = 200
    private: bool = False  # only for a person
    perhaps: bool = False  # or no content
    longest: int = 0  # characters of its longest string, if that is more than the general limit
    record: bool = False  # its body may contain a record
    codes: tuple[Code, ...] = ()  # problems besides those of any call


def answered(route: ApiRoute, answer: ApiAnswer) -> Response:
    """A handler's result as a response."""
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, str):
        return Response(answer, route.status, media_type=TEXT)
    if answer is None:
        return Response(status_code=204)
    return Response(msgspec.json.encode(answer), route.status, media_type=JSON)


def refused(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """A problem, as a response."""
    return Response(msgspec.json.encode(problem), status_of(problem.code), headers, media_type=JSON)
