"""Many machines: the same games on a Ray cluster. Needs Ray (the extra `ray`)."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Chunks, Shift, WorkersFail
from sabika.extras import need

LOCAL: Final = "local"  # a cluster of one machine, which is started here and ended with the run
STORE: Final = 100_000_000  # bytes that a cluster of one machine sets aside for what is sent: results are small
DEATHS: Final = 10  # players that may die in a row without a game between them


def check_ray(address: str) -> None:
    """ValueError with one line where there is no Ray, here or there; Ray itself would try for minutes."""
    need("--ray", "ray", "ray")
    if address in (LOCAL, "auto"):
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise ValueError(f"a Ray cluster is named local, auto or HOST:PORT, not {address[:60]!r}")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except OSError as error:
        raise ValueError(f"no Ray at {address}: {error.strerror or error}") from None


class Player:
    """Lives in a process of the cluster, and plays in another of its own, which it watches as a pool does."""

    def __init__(self, plan: Plan) -> None:
        self.shift = Shift(plan, (), 1)

    def play(self, numbers: Sequence[int]) -> list[Played]:
        self.shift.chunks.again(numbers)
        return list(self.shift.play())


class Cluster:
    """Plays on the machines of a Ray cluster."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self.address = address
        self.jobs = jobs  # None: one for each core of the cluster

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[Played]:
        with joined(self.address, self.jobs) as ray:
            jobs = self.jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
            yield from Campaign(ray, plan, numbers, jobs).play()


class Campaign:
    """A run on a cluster: its players, and who has what to play."""

    def __init__(self, ray: Any, plan: Plan, numbers: Sequence[int], jobs: int) -> None:
        self.ray = ray
        self.plan = plan
        self.chunks = Chunks(numbers, jobs)
        self.hire = ray.remote(num_cpus=1, max_restarts=0)(Player)
        self.idle: list[Any] = [self.hire.remote(plan) for _ in range(min(jobs, len(numbers)))]
        self.busy: dict[Any, tuple[Any, list[int]]] = {}  # answer to come: by whom, which games
        self.deaths = 0

    def play(self) -> Iterator[Played]:
        while self.chunks.left or self.busy:
            while self.idle and self.chunks.left:
                player, numbers = self.idle.pop(), self.chunks.next()
                self.busy[player.play.remote(numbers)] = (player, numbers)
            for answer in self.ray.wait(list(self.busy), num_returns=1)[0]:
                yield from self.hear(answer)

    def hear(self, answer: Any) -> Iterator[Played]:
        """Games that were played; or nothing, if the player is dead: then all it was given is played by another."""
        player, numbers = self.busy.pop(answer)
        try:
            games: list[Played] = self.ray.get(answer)
        except self.ray.exceptions.RayTaskError as error:
            raise WorkersFail(" ".join(str(error.cause).split())[:300]) from None
        except self.ray.exceptions.RayError as error:
            self.chunks.again(numbers)
            self.deaths += 1
            if self.deaths > DEATHS:
                raise WorkersFail(f"the cluster loses every player: {' '.join(str(error).split())[:200]}") from None
            self.idle.append(self.hire.remote(self.plan))
            return
        self.deaths = 0
        self.idle.append(player)
        for game in games:
            self.chunks.note(game)
            yield game


@contextmanager
def joined(address: str, jobs: int | None) -> Iterator[Any]:
    """Ray, in touch with its cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    with own_token() if address == LOCAL else trusted():
        ray = import_module("ray")

        quiet = {"log_to_driver": False, "logging_level": "error"}
        try:
            if address == LOCAL:
                ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, object_store_memory=STORE, **quiet)
            else:
                ray.init(address=address, **quiet)
        except Exception as problem:  # what Ray raises here differs from version to version
            raise WorkersFail(f"no Ray at {address}: {' '.join(str(problem).split())[:200]}") from None
        try:
            yield ray
        finally:
            ray.shutdown()


@contextmanager
def trusted() -> Iterator[None]:
    """A cluster's token is where its owner has said (RAY_AUTH_TOKEN_PATH)."""
    yield


@contextmanager
def own_token() -> Iterator[None]:
    """A secret of its own for a cluster that ends with the run; Ray would leave one that everybody here can read."""
    named = "RAY_AUTH_TOKEN_PATH" in os.environ or "RAY_AUTH_TOKEN" in os.environ
    if named or "ray" in sys.modules:  # Ray looks for its token when it is imported
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "token")
        file.touch(mode=0o600)
        file.write_text(secrets.token_hex(32))
        before = {name: os.environ.get(name) for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN_PATH")}
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": str(file)}
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
