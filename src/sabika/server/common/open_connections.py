"""A limit on open connections: a new one replaces the one that has been idle for longest."""

from __future__ import annotations

import contextlib
from collections import Counter, OrderedDict, defaultdict
from typing import Final, Protocol

from sabika.server.common.limits import Limits

OTHER_FILES: Final = 128  # reserved for other files: the database, bots, logs, a backup
FEWEST: Final = 16  # the least limit on connections, however few files are allowed


class Closable(Protocol):
    """Something that can be closed, such as a transport."""

    def close(self) -> None: ...


class OpenConnections:
    """All connections of a server, of every address, and which of them are idle."""

    def __init__(self, limits: Limits) -> None:
        self.most = max(FEWEST, min(limits.connections, raise_file_limit() - OTHER_FILES))
        self.most_of_address = limits.address_connections
        self.address_of: dict[Closable, str] = {}  # of each open one; empty for a proxy's
        self.count: Counter[str] = Counter()  # by address
        self.idle: OrderedDict[Closable, None] = OrderedDict()  # longest idle first
        self.idle_of: defaultdict[str, OrderedDict[Closable, None]] = defaultdict(OrderedDict)  # by address

    def add(self, connection: Closable, address: str) -> bool:
        """Add one, idle at first; False if there is no room, because all others are busy."""
        if address and self.count[address] >= self.most_of_address and not self._close_one(self.idle_of[address]):
            return False
        if len(self.address_of) >= self.most and not self._close_one(self.idle):
            return False
        self.address_of[connection] = address
        self.count[address] += 1
        self.rest(connection)
        return True

    def _close_one(self, idle: OrderedDict[Closable, None]) -> bool:
        if not idle:
            return False
        connection = next(iter(idle))
        self.remove(connection)
        connection.close()
        return True

    def work(self, connection: Closable) -> None:
        """Mark it as busy."""
        self.idle.pop(connection, None)
        address = self.address_of.get(connection, "")
        self.idle_of[address].pop(connection, None)
        if not self.idle_of[address]:
            del self.idle_of[address]

    def rest(self, connection: Closable) -> None:
        """Mark it as idle."""
        if connection in self.address_of:
            self.idle[connection] = None
            self.idle_of[self.address_of[connection]][connection] = None

    def replace(self, connection: Closable, stand_in: Closable) -> None:
        """Count another one in its place, as busy."""
        address = self.address_of.get(connection)
        self.remove(connection)
        if address is not None:
            self.address_of[stand_in] = address
            self.count[address] += 1

    def remove(self, connection: Closable) -> None:
        """Remove a closed one; repeating this is harmless."""
        self.work(connection)
        address = self.address_of.pop(connection, None)
        if address is not None:
            self.count[address] -= 1
            if not self.count[address]:
                del self.count[address]


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows, and return it."""
    try:
        import resource
    except ImportError:  # Windows
        return 2**31
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2**31 if soft == resource.RLIM_INFINITY else soft
