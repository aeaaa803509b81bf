"""For the operator, never on the public address: health, figures, backup and the operator's commands."""

from __future__ import annotations

import asyncio
import http.client
import socket
from collections.abc import Awaitable, Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sabika.server.common.metrics import Figures, Metrics
from sabika.server.http.headers import host_is_ours
from sabika.server.ops.operator.acts import read_act
from sabika.server.ops.operator.operator import CannotAct, Operator, why_not
from sabika.server.protocol.problems import ProblemError
from sabika.server.store.base import Store, StoreError

PLACE: Final = "admin.sock"  # in the data folder, mode 0600
LONGEST_PATH: Final = 100  # bytes; the longest path that a Unix socket takes, roughly
HEALTH: Final = 10.0  # seconds within which a write must be saved
PATIENCE: Final = 600.0  # seconds for a backup


class OtherProcesses(Protocol):
    """The other processes of this server."""

    async def check_health(self) -> None:
        """Raises StoreError if one of them is unhealthy."""

    async def figures(self) -> list[Figures]: ...


class Admin:
    """The operator's routes: health, metrics, backup and commands."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        operator: Operator,
        names: Collection[str] = (),
        others: OtherProcesses | None = None,
    ) -> None:
        self.store = store
        self.metrics = metrics
        self.operator = operator
        self.others = others  # the server's other processes
        self.names = {"localhost", *names}  # this machine's

    def app(self) -> ASGIApp:
        """For `--admin`; only our own host names are accepted, so that a web page's script cannot read it."""
        return OwnName(Starlette(routes=self.routes()), self.names)

    def local_app(self) -> ASGIApp:
        """For the local socket, whose file mode says who may connect: also backup and all commands."""
        changing = [Route(f"/{name}", does, methods=["POST"]) for name, does in self.changing().items()]
        return Starlette(routes=[*self.routes(), *changing])

    def changing(self) -> dict[str, Callable[[Request], Awaitable[Response]]]:
        return {"backup": self.backup, "operator": self.operate}

    def routes(self) -> list[Route]:
        return [Route("/health", self.health), Route("/metrics", self.figures)]

    async def health(self, request: Request) -> Response:
        """Can a write be saved, here and in all other processes?"""
        try:
            async with asyncio.timeout(HEALTH):
                await self.store.touch()
                if self.others is not None:
                    await self.others.check_health()
        except TimeoutError:
            return PlainTextResponse(f"the store has saved nothing for {HEALTH:g} seconds\n", 503)
        except StoreError as problem:
            return PlainTextResponse(f"the store: {problem}\n", 503)
        return PlainTextResponse("well\n")

    async def figures(self, request: Request) -> Response:
        others = [] if self.others is None else await self.others.figures()
        return PlainTextResponse(self.metrics.text(others))

    async def backup(self, request: Request) -> Response:
        """Write a backup to the file that the body names."""
        try:
            file = msgspec.json.decode(await request.body(), type=str)
            await self.store.backup(Path(file))
        except FileExistsError:
            return PlainTextResponse("this file already exists", 409)
        except (OSError, StoreError, msgspec.MsgspecError) as problem:
            return PlainTextResponse(" ".join(str(problem).split()), 400)
        return PlainTextResponse("well")

    async def operate(self, request: Request) -> Response:
        """Run the command in the body."""
        try:
            answer = await self.operator.do(read_act(await request.body()))
        except (CannotAct, ProblemError, StoreError, msgspec.MsgspecError, ValueError) as problem:
            return PlainTextResponse(why_not(problem), 400)
        return Response(msgspec.json.encode(answer), media_type="application/json")


class OwnName:
    """Refuses requests for a foreign host name that was pointed at this machine."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = host_is_ours(Headers(scope=scope), self.names)
        app = self.app if known else PlainTextResponse("this server does not go by that name\n", 403)
        await app(scope, receive, send)


# Asking a running server.


class Unreached(Exception):
    """No server runs on this data folder."""


class LocalConnection(http.client.HTTPConnection):
    """HTTP over the local socket."""

    def __init__(self, place: Path) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self.place = place

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.place))


def ask(data: Path, method: str, path: str, body: object = None) -> tuple[int, str]:
    """Status and text of the running server's answer; Unreached when there is none."""
    try:
        with closing(LocalConnection(socket_place(data))) as connection:
            connection.request(method, path, None if body is None else msgspec.json.encode(body))
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
    except (OSError, AttributeError) as problem:  # AttributeError: a system without Unix sockets
        raise Unreached(str(problem)) from None


def socket_place(data: Path) -> Path:
    """Where the socket is: in the data folder, or where a file there says, if the folder's path is too long."""
    elsewhere = data / f"{PLACE}.path"
    return Path(elsewhere.read_text().strip()) if elsewhere.exists() else data / PLACE
