"""Somebody who uses a server as a program does: REST with a bearer token, sockets over `Wire`."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sabika.server.protocol.base import PROTOCOL
from tests.server.wire import Wire

NUMBERS = itertools.count()


class Refused(Exception):
    """An answer that is a problem."""

    def __init__(self, status: int, problem: Any) -> None:
        super().__init__(f"{status} {problem}")
        self.status = status
        self.problem = problem


class Caller:
    """One person, or nobody yet. Every call has a connection of its own, so nothing is left open."""

    def __init__(self, port: int, token: str = "", host: str = "127.0.0.1", source: str = "") -> None:
        self.host = host
        self.source = (source, 0) if source else None  # the address from which it calls
        self.port = port
        self.token = token

    async def arrive(self, name: str) -> Caller:
        await self.call("POST", "/api/people", {"name": name})
        return self

    async def call(self, method: str, path: str, body: object = None) -> Any:
        """The answer, decoded; Refused when it is a problem."""
        status, content = await self.ask(method, path, None if body is None else msgspec.json.encode(body))
        answer = msgspec.json.decode(content) if content[:1] in (b"{", b"[") else content.decode()
        if status >= 400:
            raise Refused(status, answer)
        return answer

    async def ask(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        """Status and content, whatever they are."""
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=self.source)
        try:
            writer.write(self.request(method, path, body))
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            content = await reader.read()
        finally:
            writer.close()
        if "\r\nset-cookie: " in head.lower():
            self.token = cookie_value(head)
        return int(head[9:12]), content

    def request(self, method: str, path: str, body: bytes | None) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", "Connection: close"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")

    async def socket(self, table: str, heard: Callable[[bytes], None] | None = None) -> Wire:
        bearer = {"Authorization": f"Bearer {self.token}"}
        return await Wire.open(self.port, f"/api/tables/{table}/socket", bearer, heard, self.host, self.source)

    async def command(self, table: str, kind: str, version: int, **more: object) -> Any:
        """Over REST."""
        return await self.call("POST", f"/api/tables/{table}/commands", command(kind, version, **more))


def cookie_value(head: str) -> str:
    line = next(line for line in head.split("\r\n") if line.lower().startswith("set-cookie: "))
    return line.split(": ", 1)[1].split(";")[0].split("=", 1)[1]


def command(kind: str, version: int, **more: object) -> dict[str, object]:
    return {"type": kind, "id": f"c{next(NUMBERS)}", "version": version, **more}


def hello(**more: object) -> bytes:
    return msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, **more})


async def full_table(players: list[Caller], game: str = "alhambra", bots: Sequence[str] = ()) -> str:
    """A table at which all these people and bots sit, and play has begun."""
    seats: list[dict[str, str]] = [{"type": "me"}, *({"type": "person"} for _ in players[1:])]
    seats += [{"type": "bot", "bot": bot} for bot in bots]
    table = await players[0].call("POST", "/api/tables", {"game": game, "seats": seats, "ready": True})
    for player in players[1:]:
        sat = await player.command(table["id"], "sit", 0)
        await player.command(table["id"], "ready", sat["version"])
    return str(table["id"])
