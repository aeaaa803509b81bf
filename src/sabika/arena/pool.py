"""Many games at once: worker processes that are watched, and replaced when they die or a bot in them hangs."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator, MutableSequence, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Final, Protocol

from sabika.arena.match import Played, Watch, lost, play, voided
from sabika.arena.plan import Plan

CHUNK: Final = 0.2  # seconds of play that a worker is given at once, so that handing out costs nothing
MOST_IN_CHUNK: Final = 50
TICK: Final = 0.1  # how often hanging bots are looked for, in seconds
DEATHS: Final = 2  # workers that a game may cost: who kills the second did not die by chance
LAST_BREATH: Final = 1.0  # seconds between the end of a worker's pipe and its exit code
START_LIMIT: Final = 120.0  # seconds that a worker may take to start


class Executor(Protocol):
    """Plays the games of a plan, each exactly once, in any order."""

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[Played]:
        """The games of these numbers as they end; closing the iterator ends all play."""
        ...


class Inline:
    """Plays here, one game after the other. A bot that hangs, hangs all."""

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[Played]:
        for number in numbers:
            yield play(plan, number)


class WorkersFail(Exception):
    """No worker comes so far as to play; the message is one line."""


class Pool:
    """Plays in worker processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[Played]:
        shift = Shift(plan, numbers, self.jobs)
        try:
            yield from shift.play()
        finally:
            shift.end()


class Chunks:
    """Hands out numbers in order, about CHUNK seconds of play at a time."""

    def __init__(self, numbers: Sequence[int], workers: int) -> None:
        self.left = deque(numbers)
        self.workers = workers
        self.played = 0
        self.seconds = 0.0

    def note(self, played: Played) -> None:
        self.played += 1
        self.seconds += played.seconds

    def next(self) -> list[int]:
        """The next chunk; small at first, while nobody knows how long a game takes, and small again near the end."""
        fitting = int(CHUNK * self.played / self.seconds) if self.seconds else 1
        fair = len(self.left) // (2 * self.workers)
        size = max(1, min(fitting, fair, MOST_IN_CHUNK))
        return [self.left.popleft() for _ in range(min(size, len(self.left)))]

    def again(self, numbers: Sequence[int]) -> None:
        """These were handed out and not played."""
        self.left.extendleft(reversed(numbers))


class Shift:
    """A run of a pool: its workers, and who has what to play."""

    def __init__(self, plan: Plan, numbers: Sequence[int], jobs: int) -> None:
        self.plan = plan
        self.chunks = Chunks(numbers, jobs)
        self.deaths: Counter[int] = Counter()  # workers that each game has cost
        self.stillborn = 0  # workers that died before they played, in a row
        self.workers: list[Worker] = []
        self.wanted = min(jobs, max(1, len(numbers)))

    def play(self) -> Iterator[Played]:
        while True:
            self.hand_out()
            if not any(worker.games for worker in self.workers):
                return
            busy = {worker.pipe: worker for worker in self.workers if worker.games}
            for pipe in wait(list(busy), TICK):
                yield from self.hear(busy[pipe])  # type: ignore[index]  # a wait for pipes gives pipes
            for worker in list(self.workers):
                if worker.overdue(self.plan.time_limit):
                    yield self.hanging(worker)

    def hand_out(self) -> None:
        """A chunk for everyone who has nothing to do."""
        while len(self.workers) < min(self.wanted, len(self.chunks.left) + sum(bool(w.games) for w in self.workers)):
            self.workers.append(Worker(self.plan))
        for worker in self.workers:
            if not worker.games and self.chunks.left:
                worker.give(self.chunks.next())

    def hear(self, worker: Worker) -> Iterator[Played]:
        """What a worker has to say: a game is over, or nothing any more."""
        try:
            played = worker.pipe.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            yield from self.dead(worker)
            return
        worker.games.popleft()
        worker.begun = True
        self.stillborn = 0
        self.chunks.note(played)
        yield played

    def dead(self, worker: Worker) -> Iterator[Played]:
        """Its games are played again by others; a game that kills worker after worker is lost by who was asked."""
        number, seat = worker.games[0], worker.thinker()
        self.stillborn += not worker.begun and seat is None
        worker.process.join(LAST_BREATH)
        self.dismiss(worker)
        if self.stillborn > DEATHS:
            raise WorkersFail(f"the workers die before they play (exit code {worker.process.exitcode})")
        if worker.begun or seat is not None:
            self.deaths[number] += 1
        if self.deaths[number] < DEATHS:
            return
        self.chunks.left.remove(number)
        if seat is None:
            yield voided(self.plan, number, "its worker died, and no bot was asked")
        else:
            yield lost(self.plan, number, seat, "dies", f"its process died (exit code {worker.process.exitcode})")

    def hanging(self, worker: Worker) -> Played:
        """A bot that thinks too long is stopped with its process, and has lost."""
        number, seat = worker.games[0], worker.thinker()
        if seat is None:
            raise WorkersFail(f"a worker has not started after {START_LIMIT:.0f} s")
        self.dismiss(worker)
        self.chunks.left.remove(number)
        return lost(self.plan, number, seat, "hangs", f"no move after {self.plan.time_limit:g} s")

    def dismiss(self, worker: Worker) -> None:
        """End a worker; what it has not played goes back."""
        self.workers.remove(worker)
        worker.end()
        self.chunks.again(worker.games)

    def end(self) -> None:
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.end()
        self.workers.clear()


class Worker:
    """A process that plays what it is given and tells after every game."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.clock = context.RawArray("d", 3)  # since when, at which game, which seat is asked; 0: none
        self.games: deque[int] = deque()  # handed out and not yet played
        self.begun = False
        self.since = time.monotonic()
        self.process = context.Process(target=work, args=(plan, theirs, self.clock), daemon=True)
        with deaf_to_interrupts():
            self.process.start()
        theirs.close()

    def give(self, numbers: list[int]) -> None:
        self.games.extend(numbers)
        with suppress(OSError):  # if it has died, the next look at its pipe will tell
            self.pipe.send(numbers)

    def thinker(self) -> int | None:
        """The seat whose bot is being asked."""
        return int(self.clock[2]) if self.clock[0] and int(self.clock[1]) == self.games[0] else None

    def overdue(self, limit: float) -> bool:
        """Does its bot think for too long, or does it not even start?"""
        now, since = time.monotonic(), self.clock[0]
        if since:
            return bool(self.games) and now - since > limit
        return not self.begun and now - self.since > START_LIMIT

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Clock(Watch):
    """Writes down, where the other process can read it, since when a bot is asked."""

    def __init__(self, clock: MutableSequence[float]) -> None:
        self.clock = clock

    def begins(self, number: int, seat: int) -> None:
        self.clock[1] = number
        self.clock[2] = seat
        self.clock[0] = time.monotonic()  # last: it makes the others count

    def ends(self) -> None:
        self.clock[0] = 0.0


def work(plan: Plan, pipe: Connection, clock: MutableSequence[float]) -> None:
    """What a worker does until nobody needs it any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a bot prints is not what the arena prints
    threading.Thread(target=end_with_the_arena, daemon=True).start()
    watch = Clock(clock)
    try:
        while True:
            for number in pipe.recv():
                pipe.send(play(plan, number, watch))
    except (EOFError, OSError):  # the arena has gone
        return


def end_with_the_arena() -> None:
    """Waits until the process that started this one is gone, killed perhaps; then nobody wants its games."""
    arena = multiprocessing.parent_process()
    assert arena is not None
    arena.join()
    os._exit(1)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C: the arena ends them itself. A SIGTERM waits until they are started."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    terminated: list[int] = []
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    after = signal.signal(signal.SIGTERM, lambda number, frame: terminated.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGTERM, after)
    if terminated:
        signal.raise_signal(signal.SIGTERM)
