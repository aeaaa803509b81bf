"""Several machines on one: network namespaces with a cable each, and a relay to the database, slow or silent at will.

Needs root and a kernel that lets it make namespaces; `forbidden` says why not.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.server_process import GENEROUS, ServerProcess

NET = "10.77"
WEB, DATABASE = 8000, 5433  # ports


def forbidden() -> str:
    """Why no namespaces can be made here; empty: they can."""
    if sys.platform != "linux" or not shutil.which("ip") or not shutil.which("unshare"):
        return "network namespaces need Linux with iproute2 and unshare"
    words = "mount -t tmpfs none /run && ip netns add trial && ip link add out0 type veth peer name in0"
    done = subprocess.run(["unshare", "-nm", "sh", "-c", words], capture_output=True, text=True, check=False)
    return f"network namespaces are forbidden here: {done.stderr.strip()}" if done.returncode else ""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@dataclass
class Host:
    """A machine: its namespace, its cable, and the way to its database."""

    number: int
    silent: bool = False  # the relay swallows everything, and nobody says so
    delay: float = 0.0  # seconds for everything that passes the relay
    loss: float = 0.0  # share of what has to be sent again
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def name(self) -> str:
        return f"host{self.number}"

    @property
    def address(self) -> str:
        return f"{NET}.{self.number}.2"

    @property
    def gate(self) -> str:
        """Where this machine reaches the others."""
        return f"{NET}.{self.number}.1"

    def plug_in(self) -> None:
        outside, inside = f"out{self.number}", f"in{self.number}"
        ip("netns", "add", self.name)
        ip("link", "add", outside, "type", "veth", "peer", "name", inside)
        ip("link", "set", inside, "netns", self.name)
        ip("addr", "add", f"{self.gate}/24", "dev", outside)
        ip("link", "set", outside, "up")
        ip("-n", self.name, "addr", "add", f"{self.address}/24", "dev", inside)
        ip("-n", self.name, "link", "set", inside, "up")
        ip("-n", self.name, "link", "set", "lo", "up")

    def cable(self, state: str) -> None:
        """up or down."""
        ip("link", "set", f"out{self.number}", state)

    def server(self, data: Path, skew: int = 0) -> ServerProcess:
        """`sabika serve` on this machine, its clock so many days ahead."""
        module = "tests.server.skewed" if skew else "sabika"
        return ServerProcess(
            data,
            "--lan",
            f"--host={self.address}",
            f"--database=postgresql://postgres@{self.gate}:{DATABASE}/postgres",
            "--pace=0",
            limits=GENEROUS,
            port=WEB,
            command=["ip", "netns", "exec", self.name, sys.executable, "-m", module],
            variables={"SABIKA_TEST_SKEW": str(skew)},
        )

    # The relay to the database.

    async def relay(self, database: Path) -> asyncio.Server:
        """From this machine to the socket of a database that is on none of them."""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                there = await asyncio.open_unix_connection(str(database))
            except OSError:
                writer.transport.abort()
                return
            ways = [self._pass_on(reader, there[1]), self._pass_on(there[0], writer)]
            self.tasks |= {asyncio.create_task(way) for way in ways}

        return await asyncio.start_server(serve, self.gate, DATABASE)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A connection on which something was swallowed is dead for good."""
        with suppress(OSError, RuntimeError):  # the other way has ended
            while data := await reader.read(65536):
                if self.silent:
                    await asyncio.sleep(3600)
                await asyncio.sleep(self.delay + (random.uniform(0.2, 0.8) if random.random() < self.loss else 0))
                writer.write(data)
                await writer.drain()
            writer.close()


@contextmanager
def hosts(count: int) -> Iterator[list[Host]]:
    """So many machines, in a process that `unshare -nm` gave a network of its own."""
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    ip("link", "set", "lo", "up")
    machines = [Host(number) for number in range(1, count + 1)]
    for machine in machines:
        machine.plug_in()
    yield machines
