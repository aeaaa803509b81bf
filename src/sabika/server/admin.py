"""For who runs the house, and never on its public address: health, figures, backup."""

from __future__ import annotations

import http.client
import socket
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from sabika.server.metrics import Metrics
from sabika.server.store.base import Store, StoreError

PLACE: Final = "admin.sock"  # in the data folder, mode 0600
LONGEST_PATH: Final = 100  # bytes; a Unix socket has room for about so many
PATIENCE: Final = 600.0  # seconds for a backup


class Admin:
    """What is asked on the local socket."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics

    def app(self, *, local: bool) -> ASGIApp:
        """With backup only on the local socket, whose file says who may ask."""
        routes = [Route("/health", self.health), Route("/metrics", self.figures)]
        if local:
            routes.append(Route("/backup", self.backup, methods=["POST"]))
        return Starlette(routes=routes)

    async def health(self, request: Request) -> Response:
        """Does the store answer?"""
        try:
            await self.store.row("")
        except StoreError as problem:
            return PlainTextResponse(f"the store: {problem}\n", 503)
        return PlainTextResponse("well\n")

    async def figures(self, request: Request) -> Response:
        return PlainTextResponse(self.metrics.text())

    async def backup(self, request: Request) -> Response:
        """Into the file that the body names."""
        try:
            file = msgspec.json.decode(await request.body(), type=str)
            await self.store.backup(Path(file))
        except FileExistsError:
            return PlainTextResponse("this file exists already", 409)
        except (OSError, StoreError, msgspec.MsgspecError) as problem:
            return PlainTextResponse(" ".join(str(problem).split()), 400)
        return PlainTextResponse("well")


# Asking a running house.


class Unreached(Exception):
    """No house runs on this data folder."""


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
    """Status and text of the running house's answer; Unreached when there is none."""
    try:
        with closing(LocalConnection(socket_place(data))) as connection:
            connection.request(method, path, None if body is None else msgspec.json.encode(body))
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
    except (OSError, AttributeError) as problem:  # AttributeError: a system without Unix sockets
        raise Unreached(str(problem)) from None


def socket_place(data: Path) -> Path:
    """Where the socket is: in the data folder, or where the folder says, if its own path is too long for one."""
    elsewhere = data / f"{PLACE}.path"
    return Path(elsewhere.read_text().strip()) if elsewhere.exists() else data / PLACE
