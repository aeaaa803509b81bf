"""Around the app: checks before anything is looked up, and an answer when everything else failed."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from time import monotonic
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sabika.server.common.addresses import LOCAL, network_of
from sabika.server.common.fair_loop import FairLoop
from sabika.server.common.limits import Limits, Rates
from sabika.server.common.logs import LOG, tell
from sabika.server.common.metrics import Metrics
from sabika.server.common.restrictions import Restrictions
from sabika.server.http.headers import (
    SAFE_METHODS,
    SafeHeaders,
    host_is_ours,
    host_name,
    is_address,
    is_foreign,
    is_secure,
)
from sabika.server.http.routes import refused
from sabika.server.protocol.problems import Problem

FAILED: Final = Problem("failed", "something went wrong here")


class LastResort:
    """Logs and answers whatever goes wrong inside; the process stays up."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sent: list[Message] = []

        async def send_and_note(message: Message) -> None:
            sent[:] = [message]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except Exception:
            LOG.exception("a request failed")
            self.metrics.count("failures")
            if not sent:
                await SafeHeaders(refused(FAILED))(scope, receive, send)
            elif scope["type"] == "http" and (sent[0]["type"] != "http.response.body" or sent[0].get("more_body")):
                raise  # half an answer: uvicorn ends the connection


async def failed(request: Request, fault: Exception) -> Response:
    """The answer to a call or page that fails; the error itself goes on to `LastResort`."""
    return refused(FAILED)


class InTurn:
    """Requests and handshakes of one address do not come all at once."""

    def __init__(self, app: ASGIApp, fair: FairLoop) -> None:
        self.app = app
        self.fair = fair

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.fair.turn(address_of(scope))
        await self.app(scope, receive, send)


class Gatekeeper:
    """Refuses requests that break a limit, before anything is looked up."""

    def __init__(
        self,
        app: ASGIApp,
        names: Collection[str],
        lan: bool,
        limits: Limits,
        metrics: Metrics,
        restrictions: Restrictions,
    ) -> None:
        self.app = app
        self.restrictions = restrictions
        self.names = {"localhost", *names}  # host names of this server
        self.lan = lan  # plain http is allowed under any address
        self.requests = Rates(limits.requests, limits.requests_seconds)
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self.problem(scope)
        if problem is None:
            await self.app(scope, receive, send)
            return
        self.metrics.count("refused", problem.code)
        await refused(problem)(scope, receive, send)

    def problem(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        if not host_is_ours(headers, self.names):
            return Problem("foreign", "this server does not go by that name")
        if not (is_secure(scope) or self.lan or is_local(host_name(headers))):
            return Problem("insecure", "use https")
        socket = scope["type"] == "websocket"
        if (socket or scope["method"] not in SAFE_METHODS) and is_foreign(scope, headers):
            tell("refused", why="foreign", address=address_of(scope))
            return Problem("foreign", "another site's page asks")
        if self.restrictions.is_banned(address_of(scope)):
            return Problem("banned", "the operator of this server has banned this address")
        if not self.requests.allows(address_of(scope), monotonic()):
            return Problem("too-many", "too many requests from this address")
        return None


def is_local(name: str) -> bool:
    """Is it a name for the local machine?"""
    return name == "localhost" or (is_address(name) and ip_address(name).is_loopback)


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return LOCAL if client is None else network_of(client[0])
