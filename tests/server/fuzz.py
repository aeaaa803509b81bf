"""Sockets that talk nonsense: readable commands at the wrong time, changed ones, bytes at random, broken frames.

    python -m tests.server.fuzz --sessions 200000 --messages 5000000

The server answers with typed messages only, closes what it cannot read, logs no error, stays up and does not grow.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from sabika.server.protocol.answers import FromServer, Pong, Refusal
from sabika.server.protocol.commands import FromClient
from tests.server.caller import Caller, full_table, hello
from tests.server.counted import COUNTED, blocks
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.wire import Wire, frame, run

AT_ONCE = 40  # sessions
ROUNDS = 5
PATIENCE = 30.0
SERVER = [sys.executable, "-m", "tests.server.counted"]
CLOSES = {1000, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 4001}
WORDS = [
    "",
    "a",
    "0",
    "take y1",
    "lay 1 0,0",
    "pass",
    "builder",
    "\u0000",
    "\U0001f3f0",
    "x" * 400,
    "A1_-",
    "null",
    "en",
]
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    3,
    7,
    8,
    2**31,
    2**53,
    2**53 + 1,
    -(2**63),
    2**63,
    1.5,
    1e308,
    "",
    [],
    {},
]
KINDS = [kind.__struct_config__.tag for kind in get_args(FromClient)]
FIELDS = sorted({name for kind in get_args(FromClient) for name in kind.__struct_fields__})

read = msgspec.json.Decoder(FromServer).decode


@dataclass
class Findings:
    """What came of it."""

    sessions: int = 0
    messages: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)  # blocks of memory held after each round, when all have left

    def __str__(self) -> str:
        words = (
            f"{self.sessions} sessions, {self.messages} messages, {len(self.faults)} faults, {self.kept} blocks kept"
        )
        return f"{words}; answers {dict(self.answers)}, closed with {dict(self.closes)}"


# Messages.


def command(chance: random.Random, number: int) -> dict[str, Any]:
    """A command of any kind with fields of any kind, mostly those that belong there."""
    kind = chance.choice(get_args(FromClient))
    made: dict[str, Any] = {"type": kind.__struct_config__.tag}
    for name in kind.__struct_fields__:
        if chance.random() < 0.9:
            made[name] = likely(chance, name, number)
    return made


def likely(chance: random.Random, name: str, number: int) -> Any:
    """Something that may stand in a field of this name."""
    if name == "id":
        return f"f{number}"
    if name in ("version", "since"):
        return chance.choice([0, 1, 5, 20, 9999])
    if name == "seat":
        return chance.choice([None, 0, 1, 2, 5])
    if name in ("ready", "muted", "positions"):
        return chance.random() < 0.5
    if name == "protocol":
        return 1
    if name in ("commit", "nonce"):
        return os.urandom(32 if name == "commit" else 16).hex()
    return chance.choice(WORDS)


def changed(chance: random.Random, made: dict[str, Any]) -> dict[str, Any]:
    """With one thing wrong."""
    name = chance.choice(list(made))
    how = chance.randrange(4)
    if how == 0:
        return {key: each for key, each in made.items() if key != name}
    if how == 1:
        return {**made, chance.choice([*FIELDS, "admin", "x" * 100]): chance.choice(ODD)}
    if how == 2:
        return {**made, name: chance.choice(ODD)}
    return {**made, "type": chance.choice([*KINDS, "whole", "fly", ""])}


def text(chance: random.Random, number: int) -> bytes:
    """A message: well made, changed, cut, damaged or nothing of the kind."""
    made = command(chance, number)
    how = chance.random()
    if how < 0.35:
        return msgspec.json.encode(made)
    if how < 0.75:
        return msgspec.json.encode(changed(chance, made))
    whole = msgspec.json.encode(made)
    if how < 0.85:
        return whole[: chance.randrange(len(whole))]
    if how < 0.95:
        at = chance.randrange(len(whole))
        return whole[:at] + bytes([chance.randrange(32, 127)]) + whole[at + 1 :]
    return chance.choice(
        [b"[" * 50, b"{" * 9, b'"' + b"x" * 3000 + b'"', b"9" * 400, b"", b" ", b"\\", b'{"type":"ping"}{}']
    )


# Frames.


def broken(chance: random.Random) -> bytes:
    """What no client sends."""
    payload = os.urandom(chance.choice([0, 1, 5, 125, 126, 300]))
    return chance.choice(
        [
            frame(payload, chance.choice([3, 7, 11, 15])),  # no such opcode
            frame(payload, 1, masked=False),
            frame(payload, 1),  # text that is none
            bytes([0x80 | chance.choice([0x10, 0x20, 0x40]) | 1, 0x80]) + b"\0\0\0\0",  # reserved bits
            frame(b"x", 0),  # goes on with nothing
            frame(b"x", 1, final=False) + frame(b"y", 1),  # begins anew
            frame(b"x" * 126, 9),  # too long a ping
            frame(b"x", 9, final=False),  # a ping in pieces
            frame(b"\x03", 8),  # half a closing code
            frame(struct.pack("!H", chance.choice([0, 999, 1005, 1006, 5000, 65535])), 8),
            frame(struct.pack("!H", 1000) + b"\xff\xfe", 8),
            struct.pack("!BBQ", 0x81, 0xFF, 2**63) + b"\0\0\0\0",  # endless
            struct.pack("!BBQ", 0x81, 0xFF, 9000) + b"\0\0\0\0",
            struct.pack("!BB", 0x81, 0xFE),  # half a frame
            os.urandom(40),
        ]
    )


@cache
def pool(size: int, seed: int) -> list[bytes]:
    """Messages in their frames: made once, since making them takes longer than answering them."""
    chance = random.Random(seed)
    return [frame(text(chance, n), chance.choice([1, 1, 1, 2])) for n in range(size)]


POOL_SIZE = 30_000

# Sessions.


class Session:
    """One socket: hello, or something like it, nonsense, and the end."""

    def __init__(self, findings: Findings, chance: random.Random) -> None:
        self.findings = findings
        self.chance = chance
        self.pong = asyncio.Event()

    def hear(self, message: bytes) -> None:
        try:
            answer = read(message)
        except msgspec.MsgspecError as problem:
            self.findings.faults.append(f"{problem}: {message[:200]!r}")
            return
        if isinstance(answer, Refusal):
            self.findings.answers[answer.problem.code] += 1
            if answer.problem.code == "failed":
                self.findings.faults.append(f"failed: {message[:200]!r}")
        elif isinstance(answer, Pong):
            self.pong.set()

    async def go(self, caller: Caller, table: str, messages: int) -> None:
        wire = await caller.socket(table, self.hear)
        self.findings.sessions += 1
        if self.chance.random() < 0.9:
            wire.say(hello(positions=False))
        pieces = self.chance.choices(pool(POOL_SIZE, seed=1), k=messages)
        self.findings.messages += messages
        if self.chance.random() < 0.25:
            await self.end_badly(wire, pieces)
        else:
            wire.transport.write(b"".join(pieces) + frame(b'{"type":"ping"}'))
            await self.answered(wire)
        if not wire.closed.done():
            wire.close()

    async def end_badly(self, wire: Wire, pieces: list[bytes]) -> None:
        """With a frame that no client sends, or by hanging up in the middle."""
        wire.transport.write(b"".join(pieces) + broken(self.chance))
        if self.chance.random() < 0.3:
            wire.transport.abort()
            return
        await self.answered(wire, seconds=0.05)

    async def answered(self, wire: Wire, seconds: float = PATIENCE) -> None:
        """Everything was heard, or the socket was closed."""
        heard = asyncio.ensure_future(self.pong.wait())
        both: list[asyncio.Future[Any]] = [heard, wire.closed]
        done, _ = await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        heard.cancel()
        if wire.closed.done():
            self.findings.closes[wire.closed.result()] += 1
            if wire.closed.result() not in CLOSES:
                self.findings.faults.append(f"closed with {wire.closed.result()}")
        elif not done and seconds == PATIENCE:
            self.findings.faults.append("no answer any more")


async def talk_nonsense(server: ServerProcess, sessions: int, messages: int, seed: int) -> Findings:
    """So many sessions in a few rounds, with so many messages in all."""
    findings = Findings()
    callers = [await Caller(server.port).arrive(f"guest {n}") for n in range(8)]
    for part in range(ROUNDS):
        numbers = iter(range(sessions * part // ROUNDS, sessions * (part + 1) // ROUNDS))

        async def some(worker: int, numbers: Iterator[int] = numbers, part: int = part) -> None:
            # The nonsense now and then makes sense, and ends a game: each round has new ones.
            chance = random.Random(seed * 1_000_003 + worker + part * AT_ONCE)
            pair = [callers[worker % 8], callers[(worker + 1) % 8]]
            table = await full_table(pair, chance.choice(["zatre", "alhambra_dice"]))
            for n in numbers:
                chance = random.Random(seed * 1_000_003 + n)
                await Session(findings, chance).go(chance.choice(callers), table, messages // sessions)

        await asyncio.gather(*(some(worker) for worker in range(AT_ONCE)))
        findings.kept.append(await settled(server))
    if not server.alive():
        findings.faults.append("the server is gone")
    return findings


async def settled(server: ServerProcess) -> int:
    """The blocks that are held once the last have been shown out: the count sinks no further."""
    file = Path(server.variables[COUNTED])
    held: list[int] = []
    while len(held) < 4 or held[-1] < 0.999 * held[-4]:
        held.append(await blocks(server.pid, file))
        await asyncio.sleep(0.1)
    return held[-1]


def trial(sessions: int, messages: int, seed: int, data: Path) -> Findings:
    variables = {COUNTED: str(data / "blocks")}
    server = ServerProcess(data, limits=GENEROUS, command=SERVER, variables=variables).start()
    try:
        findings = run(lambda: talk_nonsense(server, sessions, messages, seed), seconds=7200)
    finally:
        code = server.stop() if server.alive() else -1
    if code != 0:
        findings.faults.append(f"the server ended with {code}")
    findings.faults += server.failures()
    return findings


def main() -> int:
    parser = argparse.ArgumentParser(description="sockets that talk nonsense")
    parser.add_argument("--sessions", type=int, default=20_000)
    parser.add_argument("--messages", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        findings = trial(args.sessions, args.messages, args.seed, Path(folder))
    print(findings)
    for fault in findings.faults[:20]:
        print(fault)
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
