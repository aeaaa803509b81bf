"""A real server: the command `sabika serve` as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

COMMAND = [sys.executable, "-m", "sabika"]
PATIENCE = 30.0  # seconds to start or stop; the machine may be busy
MANY = 1_000_000
# For tests that come with more than a person would.
GENEROUS = {
    "requests": MANY,
    "readings": MANY,
    "people_an_hour": MANY,
    "codes_an_hour": MANY,
    "tables_an_hour": MANY,
    "address_tables_an_hour": MANY,
    "open_tables": MANY,
    "sheets_an_hour": MANY,
    "sheet_writes": MANY,
    "person_sockets": MANY,
    "address_sockets": MANY,
    "connections": MANY,
    "address_connections": MANY,
    "messages": MANY,
    "reviews_an_hour": MANY,
    "person_reviews": MANY,
    "address_reviews": MANY,
    "address_questions": MANY,
    "dead_seconds": 600,  # nobody is dead because the machine is busy
}


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONUNBUFFERED": "1", **more}


class ServerProcess:
    """Started in a data folder; it can be stopped, killed and started again there."""

    def __init__(
        self,
        data: Path,
        *options: str,
        limits: Mapping[str, float] | None = None,
        port: int = 0,
        command: Sequence[str] | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.options = options
        self.command = command or COMMAND
        self.variables = variables or {}  # of its environment
        self.limits = limits or {}
        self.port = port  # 0: any; once it is open, the one it has, also when it is started again
        self.process: subprocess.Popen[str] | None = None
        self.log: list[str] = []

    def start(self) -> ServerProcess:
        limits = [f"--limit={name}={figure}" for name, figure in self.limits.items()]
        words = ["serve", "--data", str(self.data), "--port", str(self.port), *limits, *self.options]
        self.process = subprocess.Popen(
            [*self.command, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(**self.variables),
        )
        assert self.process.stdout is not None
        self.reader = threading.Thread(target=self._read_log, args=(self.process,), daemon=True)
        self.reader.start()
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)/", line)
        assert found is not None, f"it did not start: {line!r} {self.log}"
        self.port = int(found[1])
        return self

    def _read_log(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            self.log.extend(lines)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """As a power cut does it."""
        assert self.process is not None
        self.process.kill()
        self.wait()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Gracefully; the exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        assert self.process is not None
        code = self.process.wait(PATIENCE)
        self.reader.join()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def workers(self) -> list[int]:
        """The processes that share its tables; bots are not among them."""
        return [pid for pid in children(self.pid) if b"workers.process" in read(pid, "cmdline")]

    def memory(self) -> int:
        """Resident bytes, of all its workers together."""
        pages = sum(int(read(pid, "statm").split()[1]) for pid in (self.pid, *self.workers()))
        return pages * os.sysconf("SC_PAGE_SIZE")

    def processor(self) -> float:
        """Seconds of processor time that it and its workers have used."""
        return sum(map(processor_seconds, (self.pid, *self.workers())))

    def loop_seconds(self) -> float:
        """Seconds of processor time that its event loop has used, which is what everybody waits for."""
        return int(Path(f"/proc/{self.pid}/task/{self.pid}/schedstat").read_text().split()[0]) / 1e9

    def failures(self) -> list[str]:
        """What the log tells of errors."""
        lines = [msgspec.json.decode(line) for line in self.log if line.startswith("{")]
        strange = [line for line in self.log if not line.startswith("{")]
        return [*strange, *(str(line) for line in lines if line["level"] in ("error", "critical"))]


def read(pid: int, name: str) -> bytes:
    """What the system tells of a process; nothing of one that has gone."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def fields_of(pid: int) -> list[bytes]:
    """What is known of a process from its state on; empty for one that has gone."""
    return read(pid, "stat").rpartition(b") ")[2].split()


def children(parent: int) -> list[int]:
    pids = (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))
    return [pid for pid in pids if (fields := fields_of(pid)) and int(fields[1]) == parent]


def processor_seconds(pid: int) -> float:
    fields = fields_of(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def has_ended(pid: int) -> bool:
    fields = fields_of(pid)
    return not fields or fields[0] == b"Z"


@contextmanager
def started_server(
    data: Path, *options: str, limits: Mapping[str, float] | None = None, command: Sequence[str] | None = None
) -> Iterator[ServerProcess]:
    """A server that is gone afterwards."""
    running = ServerProcess(data, *options, limits=limits, command=command).start()
    try:
        yield running
    finally:
        if running.alive():
            running.stop()
