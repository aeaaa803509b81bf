"""One socket cannot keep the others waiting with frames, whatever their kind."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.caller import Caller, full_table, hello
from tests.server.server_process import ServerProcess, started_server
from tests.server.wire import PING, PONG, TEXT, Wire, frame, handshake, run

FLOOD = 20_000  # frames
LOOP = 0.2  # seconds of processor time for all of it, with the handshake; a flood that is read takes seconds
CONTINUED = 0
FLOODS = {
    "pings": frame(b"", PING),
    "long pings": frame(b"x" * 125, PING),
    "pongs": frame(b"x", PONG),
    "empty messages": frame(b""),
    "empty pieces": frame(b"", CONTINUED, final=False),
    "pieces of a byte": frame(b" ", CONTINUED, final=False),
}


async def spectator(server: ServerProcess) -> Wire:
    """Somebody without a name who looks on: what any stranger can be."""
    ana, ben = await Caller(server.port).arrive("Ana"), await Caller(server.port).arrive("Ben")
    table = await full_table([ana, ben], "zatre")
    wire = await Wire.open(server.port, f"/api/tables/{table}/socket", {"Origin": server.url})
    wire.say(hello())
    await wire.inbox.get()
    return wire


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_of_frames_is_cut_and_costs_little(plain_server: ServerProcess, flood: bytes) -> None:
    async def story() -> None:
        wire = await spectator(plain_server)
        begun = plain_server.loop_seconds()
        if flood[0] & 0x0F == CONTINUED:
            wire.transport.write(frame(b"", TEXT, final=False))
        wire.transport.write(flood * FLOOD)
        assert await wire.closed in (1008, 1006)  # 1006: the closing frame was lost in the flood
        assert plain_server.loop_seconds() - begun < LOOP

    run(story)


@pytest.mark.process
def test_so_many_frames_besides_messages_and_one_more(tmp_path: Path) -> None:
    limits = {"messages": 5, "frames": 10}

    async def story(running: ServerProcess) -> None:
        wire = await spectator(running)  # one message
        wire.transport.write(frame(b"", PING) * 14)
        await asyncio.sleep(0.3)
        assert not wire.closed.done()
        wire.transport.write(frame(b"", PING))
        assert await wire.closed == 1008

    with started_server(tmp_path, limits=limits) as running:
        run(lambda: story(running))


@pytest.mark.process
def test_frames_may_go_on_when_time_has_passed(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> None:
        wire = await spectator(running)
        for _ in range(3):
            await asyncio.sleep(0.6)
            wire.transport.write(frame(b"", PING) * 14)
        await asyncio.sleep(0.2)
        assert not wire.closed.done()

    with started_server(tmp_path, limits={"messages": 5, "frames": 10, "messages_seconds": 0.5}) as running:
        run(lambda: story(running))


@pytest.mark.process
def test_pongs_for_one_that_does_not_read_are_not_kept(tmp_path: Path) -> None:
    """Even where no limit on frames would end it."""

    async def story(running: ServerProcess) -> None:
        wire = await spectator(running)
        wire.transport.pause_reading()
        before = running.memory()
        for _ in range(200):
            wire.transport.write(frame(b"x" * 125, PING) * 1_000)
            await asyncio.sleep(0.01)
        while wire.transport.get_write_buffer_size():
            await asyncio.sleep(0.05)
        assert (running.memory() - before) / 2**20 < 12  # of 25 MB of pongs; counting the frames takes some too

    with started_server(tmp_path, limits={"messages": 10**6, "dead_seconds": 600, "ping_seconds": 300}) as running:
        run(lambda: story(running))


@pytest.mark.process
@pytest.mark.parametrize("nonsense", [frame(b"", PING) * 1_000, b"\xff" * 100, b""], ids=["pings", "bytes", "leaves"])
def test_nonsense_before_a_socket_is_let_in_is_no_fault_of_ours(tmp_path: Path, nonsense: bytes) -> None:
    async def story(running: ServerProcess) -> None:
        table = await full_table([await Caller(running.port).arrive("Ana")], bots=["random"])
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", running.port)
            headers = {"Host": f"127.0.0.1:{running.port}", "Origin": running.url}
            writer.write(handshake(f"/api/tables/{table}/socket", headers) + nonsense)
            await asyncio.sleep(0.02 if nonsense else 0)
            writer.transport.abort()
        await Caller(running.port).call("GET", "/api/games")

    with started_server(tmp_path) as running:
        run(lambda: story(running))
    assert running.failures() == []
