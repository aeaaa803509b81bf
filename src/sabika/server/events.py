"""What stands in a table's log. The log is the truth: a room is what its events make of it.

No secret is in it before it may be: a seed comes with the end. What luck brought is in the event that asked for it, so
reading a log needs neither the seed nor the server's key.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sabika.server.protocol import Clock


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", gc=False):
    """An event; `Entry` adds its number, its time and the command that asked for it."""


class Drawn(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An answer of the dealer."""

    kind: str
    n: int  # the n-th of its kind
    k: int
    total: int
    outcome: str


class Kept(msgspec.Struct, frozen=True):
    """Somebody for whom a seat is kept."""

    person: str
    name: str


class Created(Happening, frozen=True, kw_only=True, tag="created"):
    """The first event. The commitment is published before anybody sits down."""

    game: str
    rules: int
    options: dict[str, str]
    bots: list[str | None]  # by seat; None: a seat for a person
    kept: list[Kept | None]  # by seat, after a rematch
    maker: str  # a person
    clock: Clock
    public: bool
    spectators: bool
    undo: bool
    hints: bool
    stand_in: str
    game_id: str  # in the luck's construction: the table's id, or `seed-N` where N was chosen
    commitment: str
    chosen: int | None  # the seed, where a person chose it
    before: str | None = None  # the table whose rematch this is


class Seated(Happening, frozen=True, tag="seated"):
    """Somebody took a seat."""

    seat: int
    person: str
    name: str


class Stood(Happening, frozen=True, tag="stood"):
    """Somebody left a seat before the game."""

    seat: int


class Planned(Happening, frozen=True, tag="planned"):
    """A seat is a bot's from now on, or with None for whoever comes."""

    seat: int
    bot: str | None


class Readied(Happening, frozen=True, tag="readied"):
    """A seat is ready, perhaps with a nonce that it committed to, or is no longer."""

    seat: int
    ready: bool
    commit: str | None


class Called(Happening, frozen=True, tag="called"):
    """All are ready, and nonces are opened."""


class Opened(Happening, frozen=True, tag="opened"):
    """A seat opened its nonce."""

    seat: int
    nonce: str


class Started(Happening, frozen=True, tag="started"):
    """The game began."""

    nonces: list[str]
    luck: list[Drawn]


class Played(Happening, frozen=True, tag="played"):
    """A seat moved, and luck answered."""

    seat: int
    move: str  # notation
    by: str  # who moved for the seat: a bot's name, or `default`; empty: the seat itself
    luck: list[Drawn]


class Undone(Happening, frozen=True, tag="undone"):
    """A seat took its last move back."""

    seat: int


class Said(Happening, frozen=True, tag="said"):
    """Talk."""

    seat: int
    text: str


class Held(Happening, frozen=True, tag="held"):
    """The stand-in holds a seat."""

    seat: int
    why: Literal["time", "left"]


class Returned(Happening, frozen=True, tag="returned"):
    """A player has the seat again."""

    seat: int


class Resigned(Happening, frozen=True, tag="resigned"):
    """A player gave up."""

    seat: int


class Removed(Happening, frozen=True, tag="removed"):
    """The maker removed a player."""

    seat: int


class Muted(Happening, frozen=True, tag="muted"):
    """The maker silenced a seat, or lets it speak again."""

    seat: int
    muted: bool


class Ended(Happening, frozen=True, tag="ended"):
    """The game is over, and the seed is revealed."""

    seed: str


class Closed(Happening, frozen=True, tag="closed"):
    """The table is closed without a result."""

    why: Literal["maker", "idle"]


class Rematched(Happening, frozen=True, tag="rematched"):
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
    | Started
    | Played
    | Undone
    | Said
    | Held
    | Returned
    | Resigned
    | Removed
    | Muted
    | Ended
    | Closed
    | Rematched
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
