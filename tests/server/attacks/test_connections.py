"""Connections that send too much, too slowly or nothing at all: they are closed, and newcomers get in."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio import StreamReader, StreamWriter
from pathlib import Path

import pytest

from sabika.server.common.limits import Limits
from sabika.server.common.open_connections import OpenConnections
from tests.server.caller import Caller
from tests.server.server_process import ServerProcess, started_server
from tests.server.wire import run

PIECE = b"x" * 65_536
PLENTY = 200 * len(PIECE)  # 13 MB; what the systems on both sides keep is far less
MEGABYTE = 2**20


def head(server: ServerProcess, method: str, path: str, *lines: str) -> bytes:
    words = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Content-Type: application/json", *lines]
    return "\r\n".join(words).encode() + b"\r\n\r\n"


async def connect(server: ServerProcess) -> tuple[StreamReader, StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", server.port)


async def ended(reader: StreamReader, seconds: float) -> bool:
    """Has the server hung up?"""
    try:
        async with asyncio.timeout(seconds):
            while await reader.read(65_536):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


REFUSED = {
    "a body that is too long": ("POST", "/api/people", f"Content-Length: {10**12}"),
    "a body without an end": ("POST", "/api/people", "Transfer-Encoding: chunked"),
    "a body that nobody asked for": ("GET", "/api/games", f"Content-Length: {10**12}"),
    "a page that is not there": ("POST", "/nowhere", f"Content-Length: {10**12}"),
    "a stranger's body": ("POST", "/api/tables", f"Content-Length: {10**12}"),
}


@pytest.mark.parametrize("request_head", REFUSED.values(), ids=REFUSED)
def test_after_a_refusal_nothing_more_is_read(plain_server: ServerProcess, request_head: tuple[str, str, str]) -> None:
    async def story() -> int:
        _, writer = await connect(plain_server)
        writer.write(head(plain_server, *request_head))
        sent = 0
        chunk = b"%x\r\n" % len(PIECE) + PIECE + b"\r\n"
        try:
            while sent < PLENTY:
                writer.write(chunk if "chunked" in request_head[2] else PIECE)
                await writer.drain()
                sent += len(PIECE)
        except ConnectionError:
            pass
        writer.transport.abort()
        return sent

    assert run(story) < PLENTY


def test_who_is_refused_hears_why_and_then_the_connection_ends(plain_server: ServerProcess) -> None:
    async def story() -> None:
        reader, writer = await connect(plain_server)
        writer.write(head(plain_server, "POST", "/api/people", "Content-Length: 70000") + b" " * 66_000)
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 413")
        writer.write(b" " * 4_000)  # it comes too late
        assert await ended(reader, 5)
        writer.close()

    run(story)


@pytest.mark.process
def test_a_body_that_drips_is_not_waited_for(tmp_path: Path) -> None:
    async def drip(running: ServerProcess) -> float:
        """How long until the server has hung up."""
        reader, writer = await connect(running)
        writer.write(head(running, "POST", "/api/people", "Content-Length: 60000"))
        began = time.monotonic()
        while not await ended(reader, 0.2):
            writer.write(b"x" * 100)
        writer.close()
        return time.monotonic() - began

    async def story(running: ServerProcess) -> None:
        took = await asyncio.gather(*(drip(running) for _ in range(40)))
        assert max(took) < 30  # and not the minutes that the whole body would take; the machine may be busy

    with started_server(tmp_path, limits={"handshake_seconds": 60}) as running:  # only the rate is too small
        run(lambda: story(running))


@pytest.mark.process
def test_who_leaves_within_a_body_is_no_fault_of_ours(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> None:
        for body in (b"", b'{"name"'):
            _, writer = await connect(running)
            writer.write(head(running, "POST", "/api/people", "Content-Length: 1000") + body)
            await asyncio.sleep(0.1)
            writer.transport.abort()
        await asyncio.sleep(0.1)
        await Caller(running.port).call("GET", "/api/games")

    with started_server(tmp_path) as running:
        run(lambda: story(running))
    assert running.failures() == []


def test_a_few_requests_may_wait_for_the_one_before_and_not_thousands(plain_server: ServerProcess) -> None:
    async def story(requests: int) -> bytes:
        reader, writer = await connect(plain_server)
        writer.write(head(plain_server, "GET", "/api/games") * requests)
        found = b""
        try:
            async with asyncio.timeout(2):
                while piece := await reader.read(65_536):
                    found += piece
        except (TimeoutError, ConnectionError):
            pass
        writer.close()
        return found

    assert run(lambda: story(8)).count(b"HTTP/1.1 200") == 8
    begun = plain_server.loop_seconds()
    assert run(lambda: story(2_000)).count(b"HTTP/1.1 200") <= 10
    assert plain_server.loop_seconds() - begun < 0.05


@pytest.mark.process
def test_who_does_not_read_an_answer_is_not_waited_for(tmp_path: Path) -> None:
    """Once both systems keep no more of the answers, the connection was held for good: closing it would wait, too."""

    async def ask(running: ServerProcess) -> None:
        _, writer = await connect(running)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a stream's transport reads
        while True:
            writer.write(head(running, "GET", "/api/openapi.json"))
            await writer.drain()
            await asyncio.sleep(0.01)

    async def story(running: ServerProcess) -> None:
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(ask(running), 30)

    with started_server(tmp_path, limits={"requests": 10**6, "answer_seconds": 1}) as running:
        run(lambda: story(running))
    assert running.failures() == []


# Idle connections.


@pytest.mark.process
def test_a_crowd_that_says_nothing_does_not_keep_newcomers_out(tmp_path: Path) -> None:
    """Fewer files than they want: the longest idle go."""
    command = ["prlimit", "--nofile=256", sys.executable, "-m", "sabika"]

    async def story(running: ServerProcess) -> None:
        crowd = [await connect(running) for _ in range(400)]
        answer = await asyncio.wait_for(Caller(running.port).call("GET", "/api/games"), 10)
        assert answer["games"]
        assert await ended(crowd[0][0], 5)
        assert not await ended(crowd[-1][0], 0.1)
        for _, writer in crowd:
            writer.transport.abort()

    limits = {"address_connections": 10_000, "handshake_seconds": 60}
    with started_server(tmp_path, limits=limits, command=command) as running:
        run(lambda: story(running))
    assert running.failures() == []


class Fake:
    """A connection that can be closed."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_the_longest_idle_of_an_address_makes_room_for_another_of_it() -> None:
    crowd = OpenConnections(Limits(address_connections=3))
    first, second, third, fourth, other = (Fake() for _ in range(5))
    assert all(crowd.add(each, "a") for each in (first, second, third))
    assert crowd.add(other, "b")
    crowd.work(first)
    assert crowd.add(fourth, "a")
    assert [each.closed for each in (first, second, third, fourth, other)] == [False, True, False, False, False]


def test_where_all_are_busy_a_newcomer_is_sent_away() -> None:
    crowd = OpenConnections(Limits(address_connections=2))
    busy = [Fake(), Fake()]
    for each in busy:
        assert crowd.add(each, "a")
        crowd.work(each)
    assert not crowd.add(Fake(), "a")
    crowd.rest(busy[1])
    assert crowd.add(Fake(), "a")
    assert [each.closed for each in busy] == [False, True]


def test_a_proxy_speaks_for_many_and_is_bound_by_the_whole_only() -> None:
    crowd = OpenConnections(Limits(address_connections=2, connections=16))
    many = [Fake() for _ in range(17)]
    assert all(crowd.add(each, "") for each in many)
    assert [each.closed for each in many] == [True] + [False] * 16


def test_what_is_closed_leaves_nothing_behind() -> None:
    crowd = OpenConnections(Limits())
    for _ in range(2):
        connection = Fake()
        crowd.add(connection, "a")
        crowd.work(connection)
        crowd.rest(connection)
        for _ in range(2):
            crowd.remove(connection)
        crowd.rest(connection)  # an answer that came too late
    assert not any((crowd.address_of, crowd.count, crowd.idle, crowd.idle_of))
