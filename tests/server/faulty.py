"""`sabika` with a fault planted: a call that fails as no call should. Only to see what the last resort makes of it."""

from __future__ import annotations

from sabika.cli import main
from sabika.server.live.tables import LiveTables


def games(self: LiveTables) -> None:
    raise RuntimeError("planted")


if __name__ == "__main__":
    LiveTables.games = games  # type: ignore[assignment, method-assign]
    main()
