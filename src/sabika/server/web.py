"""The server's app: requests and sockets from the network to the hall, and the pages of the browser's client."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from sabika.server.calls import JSON, Ask, Call, answered, refused
from sabika.server.door import Door, LastResort, address_of, failed
from sabika.server.hall import Hall, Trouble
from sabika.server.headers import SAFE_METHODS, SafeHeaders, is_from_our_page
from sabika.server.ids import is_id
from sabika.server.limits import Limits, Places, TooMuch, check_json
from sabika.server.logs import LOG
from sabika.server.metrics import Metrics
from sabika.server.pages import Pages
from sabika.server.people import People, Session
from sabika.server.protocol import Problem
from sabika.server.rest import Rest
from sabika.server.sockets import Lines
from sabika.server.store.base import Store, StoreError

API: Final = "/api"
STATIC: Final = Path(__file__).parent / "static"
LONGEST_COMPLAINT: Final = 200  # characters of what decoding has to say


class Web:
    """All that the network reaches, over one store and one hall."""

    def __init__(
        self,
        store: Store,
        hall: Hall,
        limits: Limits,
        metrics: Metrics,
        *,
        names: Collection[str] = (),
        lan: bool = False,
        static: Path = STATIC,
    ) -> None:
        self.store = store
        self.hall = hall
        self.limits = limits
        self.metrics = metrics
        self.names = names
        self.lan = lan
        self.static = static
        self.people = People(store)
        self.lines = Lines(hall, self.people, limits, metrics)
        self.sockets_of_person = Places(limits.person_sockets)
        self.sockets_of_address = Places(limits.address_sockets)

    def app(self) -> ASGIApp:
        rest = Rest(self.store, self.hall, self.people, self.lines, self.limits)
        api: list[BaseRoute] = [self.route(call) for call in rest.calls()]
        api.append(WebSocketRoute("/tables/{id}/socket", self.socket))
        routes = [Mount(API, routes=api), Mount("/", Pages(self.static))]
        inner = Starlette(routes=routes, exception_handlers={HTTPException: no_such_thing, Exception: failed})
        door = Door(inner, self.names, self.lan, self.limits, self.metrics)
        return LastResort(SafeHeaders(door), self.metrics)

    # Requests.

    def route(self, call: Call) -> Route:
        decoder = None if call.body is None else msgspec.json.Decoder(call.body)

        async def endpoint(request: Request) -> Response:
            began = monotonic()
            try:
                session = await self.session(request)
                body = None if decoder is None else decoded(await self.body(request), decoder)
                ask = Ask(request, session, body, read_query(call, request))
                if call.private:
                    _ = ask.person
                return answered(call, await call.does(ask))
            except Trouble as trouble:
                self.metrics.count("refused", trouble.problem.code)
                return refused(trouble.problem)
            except StoreError:
                LOG.exception("the store failed")
                return refused(Problem("busy", "this cannot be saved now; try again"))
            finally:
                self.metrics.took("request", monotonic() - began)

        return Route(call.path.removeprefix(API), endpoint, methods=[call.method], name=call.about)

    async def session(self, connection: HTTPConnection) -> Session | None:
        """Who asks. A cookie is believed only where a browser vouches for our own page, or nothing is changed."""
        session = await self.people.session(connection.scope)
        changes = connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE_METHODS
        if session is not None and session.by_cookie and changes and not is_from_our_page(connection.headers):
            raise Trouble("foreign", "a cookie alone does not tell which page asks; send Origin or a bearer token")
        return session

    async def body(self, request: Request) -> bytes:
        """The whole body, in time and within its limit."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Trouble("unreadable", "the body is application/json")
        found = bytearray()
        try:
            async with asyncio.timeout(self.limits.handshake_seconds):
                async for piece in request.stream():
                    found += piece
                    if len(found) > self.limits.body:
                        raise Trouble("too-large", f"a body has at most {self.limits.body} bytes")
            check_json(bytes(found), self.limits)
        except TimeoutError:
            raise Trouble("unreadable", "the body did not come in time") from None
        except TooMuch as too_much:
            raise Trouble("too-large", f"over the limit: {too_much}") from None
        return bytes(found)

    # Sockets.

    async def socket(self, socket: WebSocket) -> None:
        """A socket asks to be let in."""
        address = address_of(socket.scope)
        try:
            session = await self.socket_session(socket)
            if not await self.is_there(socket.path_params["id"]):
                raise Trouble("no-table", "there is no such table")
        except Trouble as trouble:
            await self.turn_away(socket, trouble.problem)
            return
        who = f"nobody at {address}" if session is None else session.person.id
        with self.sockets_of_address.place(address) as near, self.sockets_of_person.place(who) as own:
            if not (near and own):
                await self.turn_away(socket, Problem("too-many", "too many sockets are open"))
                return
            await socket.accept()
            # In a task of its own: else every message would wake the twenty calls that led here.
            await asyncio.create_task(self.lines.attend(socket, socket.path_params["id"], session))

    async def is_there(self, table: str) -> bool:
        return table in self.hall.live or (is_id(table) and await self.store.row(table) is not None)

    async def socket_session(self, socket: WebSocket) -> Session | None:
        """Who asks for a socket. Without Origin, which every browser sends, only with a bearer token."""
        session = await self.session(socket)
        if session is None and "authorization" in socket.headers:
            raise Trouble("no-person", "this token is nobody's")
        if session is None and "origin" not in socket.headers:
            raise Trouble("foreign", "a socket needs Origin or a bearer token")
        return session

    async def turn_away(self, socket: WebSocket, problem: Problem) -> None:
        self.metrics.count("refused", problem.code)
        await socket.send_denial_response(refused(problem))


async def no_such_thing(request: Request, problem: Exception) -> Response:
    """What neither the router nor the pages have."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405:
        return refused(Problem("no-method", "this cannot be done here"), dict(problem.headers or {}))
    return refused(Problem("no-page", "there is nothing here"))


def decoded(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise Trouble("unreadable", str(problem)[:LONGEST_COMPLAINT]) from None


def read_query(call: Call, request: Request) -> Any:
    if call.query is None:
        return None
    given = dict(request.query_params)
    try:
        return msgspec.convert(given, call.query, strict=False)
    except msgspec.ValidationError as problem:
        raise Trouble("unreadable", str(problem)[:LONGEST_COMPLAINT]) from None
