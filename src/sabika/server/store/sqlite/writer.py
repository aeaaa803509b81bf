"""One connection in one thread: concurrent requests are committed together."""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from sabika.server.store import migrations
from sabika.server.store.base import StoreError, Unavailable, Unfit
from sabika.server.store.integrity.file import check_at_start
from sabika.server.store.sqlite import append
from sabika.server.store.sqlite.append import Append

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

TOGETHER = 64  # most jobs in one commit

SETTINGS = (
    "journal_mode = wal",
    "synchronous = full",
    "wal_autocheckpoint = 4000",  # pages between checkpoints; hot pages are then written less often to their place
    "mmap_size = 0",
    "temp_store = memory",
    "secure_delete = on",  # deleted data is overwritten
)

# Errors that fail only one job. Any other error of SQLite, such as a full disk, fails the whole transaction.
ALONE = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError, sqlite3.InterfaceError)


class Job(Generic[T]):
    """Work for the connection, and its waiting caller."""

    def __init__(
        self,
        work: Work[T],
        done: asyncio.Future[T],
        then: Callable[[T], None] | None = None,
        append: Append | None = None,
        *,
        outside: bool = False,
    ) -> None:
        self.work = work
        self.done = done
        self.then = then  # what else to do once it is saved, even if nobody waits any more
        self.append = append  # what the work appends, so that it can be batched with others
        self.outside = outside  # of any transaction
        self.outcome: T
        self.refusal: Exception | None = None  # what the work raised
        self.failure: Exception | None = Unavailable("the store has failed")  # until it is saved

    def answer(self) -> None:
        if self.failure is None and self.then is not None:
            self.then(self.outcome)
        if self.done.done():  # the caller has gone
            return
        if self.failure is None:
            self.done.set_result(self.outcome)
        else:
            self.done.set_exception(self.failure)


class Writer:
    """The thread and its connection."""

    def __init__(self, path: Path) -> None:
        """Open or create the file, and migrate it. Raises Unfit."""
        self._loop = asyncio.get_running_loop()
        self._asked: list[Job[Any]] = []  # in this turn of the event loop
        self._jobs: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()
        self._closing = False
        opened: asyncio.Future[None] = self._loop.create_future()
        self._opened = Job(lambda _: None, opened)
        self._thread = threading.Thread(target=self._run, args=[path], name="store", daemon=True)
        self._thread.start()

    async def opened(self) -> None:
        """Raises what opening the file raised."""
        await self._opened.done

    async def do(
        self,
        work: Work[T],
        then: Callable[[T], None] | None = None,
        append: Append | None = None,
        *,
        outside: bool = False,
    ) -> T:
        """Do the work, and return its result once it is on disk. Raises what the work raises, or Unavailable."""
        if self._closing:
            raise Unavailable("the store is closed")
        done: asyncio.Future[T] = self._loop.create_future()
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append(Job(work, done, then, append, outside=outside))
        return await done

    def _hand_over(self) -> None:
        """Requests of one loop turn go to the thread together, and so share a commit."""
        asked, self._asked = self._asked, []
        for job in asked:
            self._jobs.put(job)

    async def close(self) -> None:
        """Finish all requests, then end."""
        if not self._closing:
            self._closing = True
            self._hand_over()
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _end(self) -> None:
        """Stop: fail requests that came too late."""
        self._closing = True
        while not self._jobs.empty():
            if job := self._jobs.get():
                job.answer()

    # Below, everything runs in the thread.

    def _run(self, path: Path) -> None:
        try:
            self._db = connect(path)
        except Exception as problem:
            self._opened.failure = problem
            self._answer([self._opened])
            return
        self._save([self._opened])
        try:
            while batch := self._next(block=True):
                self._save(batch)
        finally:
            self._db.close()
            self._loop.call_soon_threadsafe(self._end)

    def _next(self, *, block: bool) -> list[Job[Any]]:
        """A batch of requests for one commit; empty if the store closes or, without blocking, if it is idle."""
        batch: list[Job[Any]] = []
        try:
            while len(batch) < TOGETHER:
                job = self._jobs.get(block and not batch)
                if job is None:
                    if batch or not block:
                        self._jobs.put(None)  # end with the next call
                    break
                batch.append(job)
        except queue.Empty:
            pass
        return batch

    def _save(self, batch: list[Job[Any]]) -> None:
        """Commit, then answer. If a batch fails, try each alone: a full disk stops writers, not readers."""
        together = [job for job in batch if not job.outside]
        try:
            if together and not self._commit(together) and len(together) > 1:
                for job in together:
                    self._commit([job])
        finally:
            self._answer(together)
        for job in batch:
            if job.outside:
                self._do_outside(job)

    def _commit(self, batch: list[Job[Any]]) -> bool:
        """Do all jobs in one transaction; was it saved?"""
        try:
            if not self._all_accepted(batch):
                self._db.execute("begin immediate")
                for job in batch:
                    self._do(job)
                self._db.execute("commit")
        except Exception as problem:
            for job in batch:
                job.failure = Unavailable(f"nothing can be saved: {problem}")
            if self._db.in_transaction:
                self._db.execute("rollback")
            return False
        for job in batch:
            job.failure = job.refusal
        return True

    def _all_accepted(self, batch: list[Job[Any]]) -> bool:
        """Try all jobs in one transaction without savepoints, since refusals are rare; roll back after one."""
        self._db.execute("begin immediate")
        try:
            appended = append.append(self._db, [job.append for job in batch if job.append is not None])
            for job in batch:
                job.refusal = None
                job.outcome = job.append.saved if job.append in appended else job.work(self._db)
        except Exception as problem:
            if isinstance(problem, sqlite3.Error) and not isinstance(problem, ALONE):
                raise
            self._db.execute("rollback")
            return False
        self._db.execute("commit")
        return True

    def _do(self, job: Job[Any]) -> None:
        """Do one job in a savepoint: if it fails, only its own changes are undone."""
        job.refusal = None
        self._db.execute("savepoint job")
        try:
            job.outcome = job.work(self._db)
        except Exception as problem:
            if isinstance(problem, sqlite3.Error) and not isinstance(problem, ALONE):
                raise
            job.refusal = problem
            self._db.execute("rollback to job")
        self._db.execute("release job")

    def _do_outside(self, job: Job[Any]) -> None:
        try:
            job.outcome = job.work(self._db)
            job.failure = None
        except Exception as problem:
            job.failure = problem
        finally:
            self._answer([job])

    def _answer(self, batch: list[Job[Any]]) -> None:
        def answer_all() -> None:
            for job in batch:
                job.answer()

        self._loop.call_soon_threadsafe(answer_all)

    def go_on(self) -> None:
        """Called within a long job outside of transactions: do other requests meanwhile."""
        if batch := self._next(block=False):
            self._save(batch)


def connect(path: Path) -> sqlite3.Connection:
    """The one connection, set up to lose nothing, on a file that only its owner can read. Raises Unfit."""
    check_at_start(path)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    db = sqlite3.connect(path, isolation_level=None)
    try:
        for setting in SETTINGS:
            db.execute(f"pragma {setting}")
        migrate(db)
    except sqlite3.DatabaseError as problem:
        db.close()
        raise Unfit(f"{path} cannot be used: {problem}") from None
    except StoreError:
        db.close()
        raise
    return db


def migrate(db: sqlite3.Connection, upto: int = migrations.LATEST) -> None:
    """Apply missing migrations, in one transaction."""
    db.execute("begin immediate")
    try:
        db.execute(migrations.FIRST)
        (current,) = db.execute(migrations.CURRENT).fetchone()
        for statement in migrations.pending(current, sqlite=True, upto=upto):
            db.execute(statement)
    except BaseException:
        db.execute("rollback")
        raise
    db.execute("commit")
