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
    "open_tables": MANY,
    "person_sockets": MANY,
    "address_sockets": MANY,
    "messages": MANY,
}


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONUNBUFFERED": "1", **more}


class House:
    """Started in a data folder; it can be stopped, killed and started again there."""

    def __init__(
        self,
        data: Path,
        *options: str,
        limits: Mapping[str, float] | None = None,
        port: int = 0,
        command: Sequence[str] | None = None,
    ) -> None:
        self.data = data
        self.options = options
        self.command = command or COMMAND
        self.limits = limits or {}
        self.port = port  # 0: any; once it is open, the one it has, also when it is started again
        self.process: subprocess.Popen[str] | None = None
        self.log: list[str] = []

    def start(self) -> House:
        limits = [f"--limit={name}={figure}" for name, figure in self.limits.items()]
        words = ["serve", "--data", str(self.data), "--port", str(self.port), *limits, *self.options]
        self.process = subprocess.Popen(
            [*self.command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
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

    def memory(self) -> int:
        """Resident bytes."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def processor(self) -> float:
        """Seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def failures(self) -> list[str]:
        """What the log tells of errors."""
        lines = [msgspec.json.decode(line) for line in self.log if line.startswith("{")]
        strange = [line for line in self.log if not line.startswith("{")]
        return [*strange, *(str(line) for line in lines if line["level"] in ("error", "critical"))]


@contextmanager
def house(
    data: Path, *options: str, limits: Mapping[str, float] | None = None, command: Sequence[str] | None = None
) -> Iterator[House]:
    """A server that is gone afterwards."""
    running = House(data, *options, limits=limits, command=command).start()
    try:
        yield running
    finally:
        if running.alive():
            running.stop()
