"""Sockets on a real server: who is let in, every limit at its edge, slow readers, and how they end."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from sabika.server.ops.admin import ask
from tests.server.caller import Caller, command, full_table, hello
from tests.server.server_process import GENEROUS, ServerProcess, started_server
from tests.server.wire import PING, Wire, frame, run

PATIENCE = 20.0
FROZEN = 10.0  # whoever waited for a socket that does not read would wait until it is dead, 25 seconds
PING_MESSAGE = b'{"type":"ping"}'


async def next_message(wire: Wire, kind: str | None = None) -> dict[str, Any]:
    """The next message, or the next of a kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found: dict[str, Any] = msgspec.json.decode(await wire.inbox.get())
            if kind is None or found["type"] == kind:
                return found


async def two_at_a_table(port: int) -> tuple[Caller, Caller, str]:
    ana, ben = await Caller(port).arrive("Ana"), await Caller(port).arrive("Ben")
    return ana, ben, await full_table([ana, ben])


async def greeted(caller: Caller, table: str, **more: object) -> Wire:
    wire = await caller.socket(table)
    wire.say(hello(**more))
    assert (await next_message(wire))["type"] in ("whole", "steps")
    return wire


async def status_of_handshake(port: int, path: str, headers: dict[str, str]) -> int:
    try:
        wire = await Wire.open(port, path, headers)
    except ConnectionRefusedError as refused:
        return int(refused.args[0])
    wire.close()
    return 101


# Who is let in.


def test_who_may_open_a_socket(plain_server: ServerProcess) -> None:
    port = plain_server.port
    own = plain_server.url

    async def story() -> None:
        ana, _, table = await two_at_a_table(port)
        path = f"/api/tables/{table}/socket"
        cookie, bearer = {"Cookie": f"sabika={ana.token}"}, {"Authorization": f"Bearer {ana.token}"}
        allowed: list[tuple[int, dict[str, str]]] = [
            (101, bearer),  # a program
            (101, {**cookie, "Origin": own}),  # our page
            (101, {"Origin": own}),  # our page, nobody: a spectator
            (403, cookie),  # a cookie without a page
            (403, {**cookie, "Authorization": "Basic x"}),  # nor does another header than the token's vouch for it
            (403, {}),  # neither a page nor a token
            (403, {**cookie, "Origin": "http://evil.example"}),
            (403, {**bearer, "Origin": "http://evil.example"}),
            (403, {**cookie, "Origin": "null"}),
            (403, {**cookie, "Origin": own.replace("http:", "ftp:")}),
            (403, {**cookie, "Origin": own, "Sec-Fetch-Site": "cross-site"}),
            (403, {**bearer, "Host": "evil.example"}),
            (401, {"Authorization": "Bearer " + "x" * 43}),
            (401, {"Authorization": "Bearer " + "x" * 43, "Origin": own}),
        ]
        for status, headers in allowed:
            assert await status_of_handshake(port, path, headers) == status, headers
        assert await status_of_handshake(port, "/api/tables/zzzzzzzzzzzz/socket", bearer) == 404
        assert await status_of_handshake(port, "/api/tables/../socket", bearer) in (400, 403, 404)
        for nowhere in ("/", "/index.html", "/api/tables", "/api/me", "/nothing"):
            assert await status_of_handshake(port, nowhere, bearer) in (403, 404), nowhere

    run(story)


def test_a_refused_handshake_is_answered_with_a_problem(plain_server: ServerProcess) -> None:
    async def story() -> None:
        ana = await Caller(plain_server.port).arrive("Ana")
        with pytest.raises(Exception, match="404") as caught:
            async with connect(
                f"ws://127.0.0.1:{plain_server.port}/api/tables/zzzzzzzzzzzz/socket",
                additional_headers={"Authorization": f"Bearer {ana.token}"},
            ):
                pass
        response = caught.value.response  # type: ignore[attr-defined]
        assert msgspec.json.decode(response.body)["code"] == "no-table"
        assert response.headers["content-security-policy"].startswith("default-src 'none'")

    run(story)


def test_messages_are_never_compressed(plain_server: ServerProcess) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(plain_server.port)
        address = f"ws://127.0.0.1:{plain_server.port}/api/tables/{table}/socket"
        header = {"Authorization": f"Bearer {ana.token}"}
        async with connect(address, additional_headers=header, compression="deflate") as socket:
            assert socket.response is not None
            assert "sec-websocket-extensions" not in socket.response.headers

    run(story)


# The first message.

NO_HELLO = {
    "something else": PING_MESSAGE,
    "no JSON": b"hello",
    "another protocol": hello().replace(b'"protocol":2', b'"protocol":1'),
    "an unknown field": b'{"type":"hello","protocol":2,"admin":true}',
    "nested too deep": b"[" * 9,
}


@pytest.mark.parametrize("first", NO_HELLO.values(), ids=NO_HELLO)
def test_who_does_not_say_hello_is_shown_out(plain_server: ServerProcess, first: bytes) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(plain_server.port)
        wire = await ana.socket(table)
        wire.say(first)
        assert (await next_message(wire))["type"] == "refusal"
        assert await wire.closed == 1008

    run(story)


@pytest.mark.process
def test_who_says_nothing_is_shown_out_in_time(tmp_path: Path) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(running.port)
        wire = await ana.socket(table)
        began = time.monotonic()
        assert (await next_message(wire))["problem"]["code"] == "hello-first"
        assert await wire.closed == 1008
        assert 0.9 < time.monotonic() - began < PATIENCE

    with started_server(tmp_path, limits={"handshake_seconds": 1}) as running:
        run(story)


# Limits at their edge.


def test_a_message_of_8_kib_and_one_byte_more(plain_server: ServerProcess) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(plain_server.port)
        wire = await greeted(ana, table)
        wire.say(PING_MESSAGE + b" " * (8192 - len(PING_MESSAGE)))
        await next_message(wire, "pong")
        wire.say(PING_MESSAGE + b" " * (8193 - len(PING_MESSAGE)))
        assert await wire.closed == 1009
        wire = await greeted(ana, table)  # the same in pieces
        wire.transport.write(frame(PING_MESSAGE + b" " * 5000, final=False) + frame(b" " * 5000, 0))
        assert await wire.closed == 1009

    run(story)


def test_a_hundred_messages_and_one_more(plain_server: ServerProcess) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(plain_server.port)
        wire = await greeted(ana, table)  # hello was the first
        for _ in range(99):
            wire.say(PING_MESSAGE)
            await next_message(wire, "pong")
        wire.say(PING_MESSAGE)
        assert (await next_message(wire, "refusal"))["problem"]["code"] == "too-many"
        assert await wire.closed == 1008
        await greeted(ana, table)  # and may come back

    run(story)


@pytest.mark.process
def test_messages_may_go_on_when_time_has_passed(tmp_path: Path) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(running.port)
        wire = await greeted(ana, table)
        for n in range(25):
            if n % 4 == 3:
                await asyncio.sleep(0.25)
            wire.say(PING_MESSAGE)
            await next_message(wire, "pong")

    with started_server(tmp_path, limits={"messages": 5, "messages_seconds": 0.2}) as running:
        run(story)


@pytest.mark.parametrize(
    "text", [b"[" * 9 + b"]" * 9, b'{"type":"say","text":"%s"}' % (b"x" * 2_001), b"[1e0,%d]" % 2**60]
)
def test_json_over_a_limit_is_refused_and_the_socket_stays(plain_server: ServerProcess, text: bytes) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(plain_server.port)
        wire = await greeted(ana, table)
        wire.say(text)
        assert (await next_message(wire, "refusal"))["problem"]["code"] == "too-large"
        wire.say(PING_MESSAGE)
        await next_message(wire, "pong")

    run(story)


UNREADABLE = [b"", b"{", b"7", b'{"type":"fly"}', b'{"type":"play"}', b'{"type":"ping","x":1}', b"\xff\xfe", b"null"]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read_is_refused_and_the_socket_stays(plain_server: ServerProcess, text: bytes) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(plain_server.port)
        wire = await greeted(ana, table)
        wire.transport.write(frame(text, 2))
        assert (await next_message(wire, "refusal"))["problem"]["code"] == "unreadable"
        wire.say(PING_MESSAGE)
        await next_message(wire, "pong")

    run(story)


@pytest.mark.process
def test_sockets_of_one_person_and_of_one_address(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben, table = await two_at_a_table(running.port)
        mine = [await ana.socket(table) for _ in range(3)]
        for _ in range(2):
            with pytest.raises(ConnectionRefusedError, match="429"):
                await ana.socket(table)
        hers = [await ben.socket(table) for _ in range(2)]
        with pytest.raises(ConnectionRefusedError, match="429"):
            await ben.socket(table)  # the address's fifth was the last
        mine[0].close()
        await asyncio.sleep(0.3)
        await ben.socket(table)  # a place came free
        assert not any(wire.closed.done() for wire in (*mine[1:], *hers))

    with started_server(tmp_path, limits={"person_sockets": 3, "address_sockets": 5}) as running:
        run(story)


# Alive or dead.


@pytest.mark.process
def test_a_socket_is_pinged_and_who_does_not_answer_is_dead(tmp_path: Path) -> None:
    class Mute(Wire):
        pings = 0

        def take(self, opcode: int, payload: bytes) -> None:
            if opcode == PING:
                self.pings += 1
            else:
                super().take(opcode, payload)

    async def story() -> None:
        ana, ben, table = await two_at_a_table(running.port)
        living = await greeted(ana, table)
        mute = await Mute.open(running.port, f"/api/tables/{table}/socket", {"Authorization": f"Bearer {ben.token}"})
        assert isinstance(mute, Mute)
        mute.say(hello())
        began = time.monotonic()
        assert await mute.closed in (1006, 1011)
        assert mute.pings >= 1
        assert 0.7 < time.monotonic() - began < PATIENCE
        await asyncio.sleep(1.0)
        living.say(PING_MESSAGE)
        await next_message(living, "pong")

    with started_server(tmp_path, limits={"ping_seconds": 0.5, "dead_seconds": 0.9}) as running:
        run(story)


# Slow readers.


async def talk(wire: Wire, times: int) -> float:
    """Chat, one message after another; the longest that one took."""
    longest = 0.0
    for _ in range(times):
        began = time.monotonic()
        wire.say(msgspec.json.encode(command("say", 0, text="x" * 500)))
        await next_message(wire, "done")
        longest = max(longest, time.monotonic() - began)
    return longest


async def deaf(caller: Caller, table: str) -> Wire:
    """A socket that says hello and then never reads."""
    wire = await caller.socket(table)
    wire.say(hello())
    await next_message(wire)
    wire.transport.pause_reading()
    return wire


def test_one_that_does_not_read_freezes_nobody_and_is_cut(open_server: ServerProcess) -> None:
    async def story() -> None:
        ana, ben, table = await two_at_a_table(open_server.port)
        talker = await greeted(ana, table)
        await deaf(ben, table)
        longest = 0.0
        before = cuts(open_server)
        for _ in range(60):  # until the buffers of the system between the two are full, too
            longest = max(longest, await talk(talker, 20))
            if cuts(open_server) > before:
                break
        else:
            pytest.fail("it was never cut")
        assert longest < FROZEN
        back = await greeted(ben, table)  # it may come back
        back.close()

    run(story)


@pytest.mark.process
def test_a_burst_for_one_that_reads_is_no_reason_to_cut(tmp_path: Path) -> None:
    """Everybody at the table is told of each who comes and goes: when many go at once, many messages wait."""

    async def story() -> None:
        ana, ben, table = await two_at_a_table(running.port)
        reader = await greeted(ana, table)
        others = [await greeted(ben, table) for _ in range(40)]
        for wire in others:
            wire.transport.abort()
        await asyncio.sleep(0.5)
        reader.say(PING_MESSAGE)
        await next_message(reader, "pong")
        assert not reader.closed.done()

    with started_server(tmp_path, limits={**GENEROUS, "outbox": 3}) as running:
        run(story)


def cuts(running: ServerProcess) -> int:
    """How many sockets were cut because they did not read."""
    lines = ask(running.data, "GET", "/metrics")[1].splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("sabika_sockets_cut_total"))


@pytest.mark.process
def test_a_hundred_that_never_read_cost_little(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben, table = await two_at_a_table(running.port)
        talker = await greeted(ana, table)
        await talk(talker, 200)
        before = running.memory()
        for _ in range(100):
            await deaf(ben, table)
        longest = 0.0
        for _ in range(40):
            longest = max(longest, await talk(talker, 20))
            if cuts(running) == 100:
                break
        assert cuts(running) == 100
        grown = (running.memory() - before) / 2**20
        assert grown < 30, f"{grown:.1f} MiB"
        assert longest < FROZEN

    with started_server(tmp_path, limits=GENEROUS) as running:
        run(story)


# Ends.


def test_signing_out_closes_the_sockets_of_that_device(plain_server: ServerProcess) -> None:
    async def story() -> None:
        ana, _, table = await two_at_a_table(plain_server.port)
        code = (await ana.call("POST", "/api/me/codes"))["code"]
        phone = Caller(plain_server.port)
        await phone.call("POST", "/api/people/codes", {"code": code})
        here, there = await greeted(ana, table), await greeted(phone, table)
        await phone.call("DELETE", "/api/me/session")
        assert (await next_message(there, "bye"))["why"] == "signed-out"
        assert await there.closed == 4001
        here.say(PING_MESSAGE)
        await next_message(here, "pong")
        there = await greeted(await claimed(ana), table)
        await ana.call("DELETE", "/api/me/sessions")
        assert await there.closed == 4001
        assert not here.closed.done()

    async def claimed(ana: Caller) -> Caller:
        code = (await ana.call("POST", "/api/me/codes"))["code"]
        phone = Caller(plain_server.port)
        await phone.call("POST", "/api/people/codes", {"code": code})
        return phone

    run(story)


@pytest.mark.process
def test_a_session_that_is_looked_up_again_and_still_good_goes_on(tmp_path: Path) -> None:
    """One that is not, because another server ended it: see store/test_servers.py."""

    async def story() -> None:
        ana, _, table = await two_at_a_table(running.port)
        wire = await greeted(ana, table)
        await asyncio.sleep(0.7)
        wire.say(PING_MESSAGE)
        await next_message(wire, "pong")  # looked up, and still good

    with started_server(tmp_path, limits={"session_seconds": 0.3}) as running:
        run(story)


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_closes_sockets_with_1012_and_loses_nothing(tmp_path: Path, number: int) -> None:
    running = ServerProcess(tmp_path).start()

    async def story() -> None:
        ana, ben, table = await two_at_a_table(running.port)
        wires = [await greeted(ana, table), await greeted(ben, table)]
        await deaf(ben, table)
        wires[0].say(msgspec.json.encode(command("say", 0, text="still here?")))
        done = await next_message(wires[0], "done")
        began = time.monotonic()
        code = await asyncio.to_thread(running.stop, number)
        assert code == 0
        assert time.monotonic() - began < PATIENCE
        for wire in wires:
            assert await wire.closed == 1012
        running.start()
        back = await ana.socket(table)
        back.say(hello(since=done["version"] - 1))
        steps = await next_message(back, "steps")
        assert [step["what"]["type"] for step in steps["steps"]][:1] == ["said"]

    try:
        run(story)
    finally:
        running.stop()
    assert running.failures() == []
