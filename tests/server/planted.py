"""`sabika` with a fault planted: its store acknowledges before it saves. Only to see that the kill test catches it."""

from __future__ import annotations

import time

from sabika.cli import main
from sabika.server.store.sqlite import store
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.store.sqlite.writer import Job
from tests.server.store.scribe import EarlyWriter


class LateWriter(EarlyWriter):
    """Saves once a second: what was acknowledged since then has reached the clients of a busy server, too."""

    every = 1.0  # seconds
    _last = 0.0

    def _save(self, batch: list[Job[object]]) -> None:
        if self._db.in_transaction and time.monotonic() > self._last + self.every:
            self._db.execute("commit")
        if not self._db.in_transaction:
            self._last = time.monotonic()
        super()._save(batch)


if __name__ == "__main__":
    store.READS.clear()  # only the connection that writes sees what is not saved yet
    store.LOOK_UPS.clear()
    honest = SqliteStore.open.__func__  # type: ignore[attr-defined]
    SqliteStore.open = classmethod(lambda cls, path: honest(cls, path, LateWriter))  # type: ignore[method-assign,assignment]
    main()
