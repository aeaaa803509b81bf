"""The events in a table's log. The log is the truth: a table is the result of its events.

It contains no secret too early: a seed comes with the end. Luck is in the event that caused it, so
reading a log needs neither the seed nor the server's key.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sabika.engine.beginning import seat_of
from sabika.server.protocol.settings import TableSettings


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of a table's log."""

    body: bytes  # what happened
    at: int  # when
    command: str | None = None  # the command that caused it: an id that a table accepts once
    seq: int = 0  # its number in the log, 1, 2, 3 ... without gaps; set by the store


class TableEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", gc=False):
    """An event; `Entry` adds its number, its time and the command that asked for it."""


class Drawn(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An answer of the dealer."""

    kind: str
    n: int  # the n-th of its kind
    k: int
    total: int
    outcome: str


class Kept(msgspec.Struct, frozen=True):
    """A person for whom a seat is kept."""

    person: str
    name: str


class Created(TableSettings, frozen=True, kw_only=True, tag_field="event", tag="created"):
    """The first event. The commitment is published before anybody sits down."""

    game: str
    rules: int
    bots: list[str | None]  # by seat; None: a seat for a person
    kept: list[Kept | None]  # by seat, after a rematch
    maker: str  # a person
    game_id: str  # in the luck's construction: the table's id, or `seed-N` where N was chosen
    commitment: str
    chosen: int | None  # the seed, where a person chose it
    before: str | None = None  # the table whose rematch this is
    record: int = 1  # the version of its record; a table keeps the one with which it was made
    position: str = ""  # from which the game begins, or the sight of a seat; empty: from its start
    origin: str = ""  # where the position is from, `ID step N`

    @property
    def alone(self) -> bool:
        """Does only its maker sit here? A person who brings a sight knows what that seat holds."""
        return self.practice or seat_of(self.position) is not None


class Seated(TableEvent, frozen=True, tag="seated"):
    """Somebody took a seat."""

    seat: int
    person: str
    name: str


class Stood(TableEvent, frozen=True, tag="stood"):
    """Somebody left a seat before the game."""

    seat: int


class Planned(TableEvent, frozen=True, tag="planned"):
    """A seat is given to a bot, or with None to any person."""

    seat: int
    bot: str | None


class Readied(TableEvent, frozen=True, tag="readied"):
    """A seat is ready, perhaps with a commitment to a nonce, or is no longer."""

    seat: int
    ready: bool
    commit: str | None


class Called(TableEvent, frozen=True, tag="called"):
    """All are ready, and nonces are opened."""


class Opened(TableEvent, frozen=True, tag="opened"):
    """A seat opened its nonce."""

    seat: int
    nonce: str


class Lapsed(TableEvent, frozen=True, tag="lapsed"):
    """Seats that did not open the nonces they had committed to are lost; the others commit again, to another seed."""

    seats: list[int]
    game_id: str  # of the next attempt
    commitment: str  # of its seed


class Started(TableEvent, frozen=True, tag="started"):
    """The game began."""

    nonces: list[str]
    luck: list[Drawn]
    imagined: int | None = None  # this number decides hidden things if it began from a seat's sight


class Played(TableEvent, frozen=True, tag="played"):
    """A seat moved, and luck answered."""

    seat: int
    move: str  # notation
    by: str  # the mover: a bot's name, or `default`; empty: the seat itself
    luck: list[Drawn]


class Undone(TableEvent, frozen=True, tag="undone"):
    """A seat took its last move back."""

    seat: int


class Said(TableEvent, frozen=True, tag="said"):
    """A message was said."""

    seat: int
    text: str


class Hinted(TableEvent, frozen=True, tag="hinted"):
    """A seat asked for a hint, at a table of several people."""

    seat: int


class Held(TableEvent, frozen=True, tag="held"):
    """The stand-in holds a seat."""

    seat: int
    why: Literal["time", "left"]


class Returned(TableEvent, frozen=True, tag="returned"):
    """A player has the seat again."""

    seat: int


class Resigned(TableEvent, frozen=True, tag="resigned"):
    """A player gave up."""

    seat: int


class Removed(TableEvent, frozen=True, tag="removed"):
    """The maker removed a player."""

    seat: int


class Muted(TableEvent, frozen=True, tag="muted"):
    """The maker silenced a seat, or lets it speak again."""

    seat: int
    muted: bool


class Forgotten(TableEvent, frozen=True, tag="forgotten"):
    """A player at a table that is over removed themselves from the server, or was removed."""

    seat: int


class Ended(TableEvent, frozen=True, tag="ended"):
    """The game is over, and the seed is revealed."""

    seed: str


class Closed(TableEvent, frozen=True, tag="closed"):
    """The table is closed without a result."""

    why: Literal["maker", "idle", "key", "operator"]


class Uncounted(TableEvent, frozen=True, tag="uncounted"):
    """No server was up for so many milliseconds before this: they count for nobody."""

    ms: int


class Rematched(TableEvent, frozen=True, tag="rematched"):
    """There is a new table for the same people."""

    table: str


Event = (
    Created
    | Seated
    | Stood
    | Planned
    | Readied
    | Called
    | Opened
    | Lapsed
    | Started
    | Played
    | Undone
    | Said
    | Hinted
    | Held
    | Returned
    | Resigned
    | Removed
    | Muted
    | Forgotten
    | Ended
    | Closed
    | Uncounted
    | Rematched
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
