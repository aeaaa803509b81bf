"""How a server is run: all that its host may choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from sabika.server.common.limits import Limits
from sabika.server.live.scheduler import PACE


@dataclass(frozen=True)
class Settings:
    """How the server is run."""

    data: Path  # everything that is kept
    host: str = "127.0.0.1"
    port: int = 8000  # 0: any that is free
    spare_ports: int = 0  # how many more ports to try if it is taken by another program
    lan: bool = False  # plain http for everybody in the same network
    database: str = ""  # URL; empty: a file in the data folder
    names: tuple[str, ...] = ()  # host names of this server, besides localhost and addresses
    proxies: tuple[str, ...] = ()  # proxies whose forwarding headers are trusted
    admin: str = ""  # HOST:PORT for health and figures; empty: on the local socket only
    limits: Limits = field(default_factory=Limits)
    new_key: bool = False  # close the unfinished tables whose luck comes from another key
    pace: int = PACE  # the least milliseconds of a bot's move while somebody watches
    workers: int = 1  # processes that share the tables
    keep_finished: int | None = None  # days since a finished table was last used; None: forever
    keep_talk: int | None = None  # the same for what was said there
    keep_reviews: int = 30  # days since a review was last asked for
    keep_guests: int | None = None  # days since a guest was last here
    archive: Path | None = None  # where records of finished tables are kept before they are deleted
