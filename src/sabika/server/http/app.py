"""The server's app: requests and sockets from the network to the tables, and the pages of the browser's client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected

from sabika.server.common.guests import Session
from sabika.server.common.limits import Limits, Slots, TooMuch, check_json, check_size
from sabika.server.common.logs import LOG
from sabika.server.common.metrics import Metrics
from sabika.server.http.endpoints import Endpoints
from sabika.server.http.gatekeeper import Gatekeeper, InTurn, LastResort, address_of, failed
from sabika.server.http.guests import Guests
from sabika.server.http.headers import SAFE_METHODS, SafeHeaders, is_from_our_page
from sabika.server.http.preview import Previews
from sabika.server.http.routes import JSON, ApiCall, ApiRoute, answered, refused
from sabika.server.http.static import StaticFiles
from sabika.server.live.reviews import Reviews
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.problems import Problem, ProblemError
from sabika.server.socket.connection import Connections
from sabika.server.store.base import Store, StoreError

API: Final = "/api"
STATIC: Final = Path(__file__).parents[1] / "static"
SLOW_START: Final = 1.0  # seconds before a body must arrive at its least rate
LONGEST_COMPLAINT: Final = 200  # characters of a decoder's message
BUSY: Final = Problem("busy", "the table cannot be reached now; try again")

# Hands a socket to the process that holds its table, if another does; the last argument is called when it ends.
HandOver = Callable[[WebSocket, str, Session | None, Callable[[], None]], Awaitable[bool]]


class App:
    """Everything the network can reach, over one store."""

    def __init__(
        self,
        store: Store,
        tables: LiveTables,
        limits: Limits,
        metrics: Metrics,
        *,
        names: Collection[str] = (),
        lan: bool = False,
        static: Path = STATIC,
    ) -> None:
        self.store = store
        self.tables = tables
        self.limits = limits
        self.metrics = metrics
        self.names = names
        self.lan = lan
        self.static = static
        self.guests = Guests(store, lambda: tables.now() / 1000)  # by the clock that retention uses
        self.connections = Connections(tables, store, limits, metrics)
        self.reviews = Reviews(tables.bot_pool, store, limits, tables.tasks, tables.now, tables.read_game)
        self.hand_over: HandOver | None = None  # where several processes share the tables
        self.sockets_of_person = Slots(limits.person_sockets)
        self.sockets_of_address = Slots(limits.address_sockets)

    def app(self) -> ASGIApp:
        endpoints = Endpoints(self.store, self.tables, self.guests, self.connections, self.limits, self.reviews)
        api: list[BaseRoute] = [self.route(route) for route in endpoints.routes()]
        api.append(WebSocketRoute("/tables/{id}/socket", self.socket))
        files = StaticFiles(self.static)
        previews = Previews(self.store, files, self.names)
        pages = [Route("/table/{id}", previews.page), Mount("/", files)]
        routes = [Mount(API, routes=api), *pages]
        inner = Starlette(routes=routes, exception_handlers={HTTPException: no_such_thing, Exception: failed})
        gatekeeper = Gatekeeper(inner, self.names, self.lan, self.limits, self.metrics, self.tables.restrictions)
        return LastResort(SafeHeaders(InTurn(gatekeeper, self.tables.fair)), self.metrics)

    # Requests.

    def route(self, route: ApiRoute) -> Route:
        decoder = None if route.body in (None, str) else msgspec.json.Decoder(route.body)
        limits = self.limits_of(route)

        async def endpoint(request: Request) -> Response:
            began = monotonic()
            try:
                address, session = address_of(request.scope), await self.session(request)
                body = await self.text(request) if route.body is str else None
                body = body if decoder is None else decoded(await self.body(request, limits), decoder)
                call = ApiCall(address, request, session, body, read_query(route, request))
                if route.private:
                    _ = call.person
                await self.tables.fair.turn(address)
                found = await route.does(call)
                await self.tables.fair.turn(address)
                return answered(route, found)
            except ProblemError as error:
                self.metrics.count("refused", error.problem.code)
                return refused(error.problem)
            except StoreError:
                LOG.exception("the store failed")
                return refused(Problem("busy", "this cannot be saved now; try again"))
            finally:
                self.metrics.took("request", monotonic() - began)

        return Route(route.path.removeprefix(API), endpoint, methods=[route.method], name=route.about)

    def limits_of(self, route: ApiRoute) -> Limits:
        """Of its body."""
        longest = max(self.limits.string, route.longest)
        if not route.record:
            return replace(self.limits, string=longest)
        return replace(self.limits, string=max(longest, self.limits.record), body=self.limits.body + self.limits.record)

    async def session(self, connection: HTTPConnection) -> Session | None:
        """Its session. A cookie is trusted only if the browser vouches for our own page, or if nothing changes."""
        session = await self.guests.session(connection.scope)
        if session is not None and self.tables.restrictions.is_banned(session.person.id):
            raise ProblemError("banned", "the operator of this server has banned you")
        changes = connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE_METHODS
        if session is not None and session.by_cookie and changes and not is_from_our_page(connection.headers):
            raise ProblemError("foreign", "a cookie alone does not tell which page asks; send Origin or a bearer token")
        return session

    async def body(self, request: Request, limits: Limits) -> bytes:
        """The whole body, in time, not too slowly, and within its limit."""
        check_type(request, JSON)
        found = await self.in_time(request, limits.body)
        await self.tables.fair.turn(address_of(request.scope))
        try:
            check_size(found, self.limits.body)
            check_json(found, limits)
        except TooMuch as too_much:
            raise ProblemError("too-large", f"over the limit: {too_much}") from None
        return found

    async def text(self, request: Request) -> str:
        """The whole body as text, in the same way."""
        check_type(request, "text/plain")
        try:
            return (await self.in_time(request, self.limits.record)).decode()
        except UnicodeDecodeError:
            raise ProblemError("unreadable", "the body is UTF-8") from None

    async def in_time(self, request: Request, most: int) -> bytes:
        try:
            return await self.whole_body(request, most)
        except TimeoutError:
            raise ProblemError("unreadable", "the body did not come in time") from None
        except ClientDisconnect:
            raise ProblemError("unreadable", "the body ended too soon") from None

    async def whole_body(self, request: Request, most: int) -> bytes:
        """Raises TimeoutError, ClientDisconnect, ProblemError."""
        found = bytearray()
        began = asyncio.get_running_loop().time()
        seconds = self.limits.handshake_seconds
        async with asyncio.timeout(min(seconds, SLOW_START)) as time_left:
            async for piece in request.stream():
                found += piece
                if len(found) > most:
                    raise ProblemError("too-large", f"a body has at most {most} bytes")
                time_left.reschedule(began + min(seconds, SLOW_START + len(found) / self.limits.body_rate))
        return bytes(found)

    # Sockets.

    async def socket(self, socket: WebSocket) -> None:
        """Admit a socket; it may leave before it is answered."""
        with suppress(ClientDisconnected):
            await self.let_in(socket)

    async def let_in(self, socket: WebSocket) -> None:
        address = address_of(socket.scope)
        try:
            session = await self.socket_session(socket)
            if not await self.tables.is_there(socket.path_params["id"]):
                raise ProblemError("no-table", "there is no such table")
        except ProblemError as error:
            await self.turn_away(socket, error.problem)
            return
        except StoreError:
            await self.turn_away(socket, BUSY)
            return
        who = f"nobody at {address}" if session is None else session.person.id
        with ExitStack() as places:
            near = places.enter_context(self.sockets_of_address.slot(address))
            if not (near and places.enter_context(self.sockets_of_person.slot(who))):
                await self.turn_away(socket, Problem("too-many", "too many sockets are open"))
                return
            if session is not None:
                self.tables.bot_pool.seen(session.person.id, address)
            await self.attend(socket, socket.path_params["id"], session, places)

    async def attend(self, socket: WebSocket, table: str, session: Session | None, places: ExitStack) -> None:
        """Serve it here, or in another process; its slots stay taken until it ends."""
        if self.hand_over is not None:
            kept = places.pop_all()
            try:
                if await self.hand_over(socket, table, session, kept.close):
                    return
            except StoreError:
                kept.close()
                await self.turn_away(socket, BUSY)
                return
            except BaseException:
                kept.close()
                raise
            places.push(kept)
        await socket.accept()
        # In its own task: otherwise every message would wake the twenty calls that led here.
        await asyncio.create_task(self.connections.attend(socket, table, session, address_of(socket.scope)))

    async def socket_session(self, socket: WebSocket) -> Session | None:
        """The session of a socket. Without Origin, which every browser sends, a bearer token is needed."""
        session = await self.session(socket)
        if session is None and "authorization" in socket.headers:
            raise ProblemError("no-person", "this token is nobody's")
        if session is None and "origin" not in socket.headers:
            raise ProblemError("foreign", "a socket needs Origin or a bearer token")
        return session

    async def turn_away(self, socket: WebSocket, problem: Problem) -> None:
        self.metrics.count("refused", problem.code)
        await socket.send_denial_response(refused(problem))


async def no_such_thing(request: Request, problem: Exception) -> Response:
    """The answer to an unknown path."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405:
        return refused(Problem("no-method", "this cannot be done here"), dict(problem.headers or {}))
    return refused(Problem("no-page", "there is nothing here"))


def check_type(request: Request, wanted: str) -> None:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != wanted:
        raise ProblemError("unreadable", f"the body is {wanted}")


def decoded(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise ProblemError("unreadable", str(problem)[:LONGEST_COMPLAINT]) from None


def read_query(route: ApiRoute, request: Request) -> Any:
    if route.query is None:
        return None
    given = dict(request.query_params)
    try:
        return msgspec.convert(given, route.query, strict=False)
    except msgspec.ValidationError as problem:
        raise ProblemError("unreadable", str(problem)[:LONGEST_COMPLAINT]) from None
