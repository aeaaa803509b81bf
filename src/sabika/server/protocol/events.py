"""What happens at a table, as a viewer sees it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from sabika.engine.phrase import Phrase
from sabika.server.protocol.base import Wire


class LuckLine(Wire, frozen=True):
    """An answer of the dealer."""

    kind: str
    n: int  # the n-th of its kind
    total: int
    k: int | None  # None until the game is over
    outcome: str | None  # None: hidden from this viewer
    secret: bool | UnsetType = UNSET  # not public, so it is blank in the digest


class Happening(Wire, frozen=True):
    """A consequence of a move or of luck: a scoring, a gift, the end. Its kind is a key in `locales/`."""

    kind: str
    args: dict[str, Any]


class Line(Wire, frozen=True):
    """One line of a score: who, where from, how much, why."""

    player: int
    part: str
    source: str
    points: int
    why: dict[str, Any]


class Played(Wire, frozen=True, tag="played"):
    """A seat moved, and luck answered."""

    seat: int
    move: str
    action: Any  # the same with its parts by name
    by: str  # the mover; empty: the seat itself
    luck: list[LuckLine]
    happened: list[Happening]


class Undone(Wire, frozen=True, tag="undone"):
    """A seat took its last move back."""

    seat: int
    move: str


class Said(Wire, frozen=True, tag="said"):
    """Talk."""

    seat: int
    name: str
    text: str


class Hinted(Wire, frozen=True, tag="hinted"):
    """A seat asked for a hint. Sent at tables with several people, once for each position."""

    seat: int


class Seated(Wire, frozen=True, tag="seated"):
    """Somebody took a seat."""

    seat: int
    name: str


class Stood(Wire, frozen=True, tag="stood"):
    """Somebody left a seat before the game."""

    seat: int
    name: str


class Planned(Wire, frozen=True, tag="planned"):
    """The maker gave a seat to a bot, or opened it to people."""

    seat: int
    bot: str | None


class Readied(Wire, frozen=True, tag="readied"):
    """A seat is ready, or is no longer."""

    seat: int
    ready: bool
    commit: str | None


class Called(Wire, frozen=True, tag="called"):
    """All are ready: nonces are opened now."""


class Opened(Wire, frozen=True, tag="opened"):
    """A seat opened its nonce; it is shown when the game begins."""

    seat: int


class Lapsed(Wire, frozen=True, tag="lapsed"):
    """Seats did not open the nonces they had committed to, and are free again; all others are asked once more.

    There is a new seed, and this is its commitment.
    """

    seats: list[int]
    names: list[str]
    game_id: str
    commitment: str


class Started(Wire, frozen=True, tag="started"):
    """The game began, with the luck of the deal."""

    nonces: list[str]  # zeros: a bot, or a seat that committed to none or did not open
    unopened: list[int]  # of an older server: seats that committed to a nonce and did not open it
    luck: list[LuckLine]
    happened: list[Happening]


class Held(Wire, frozen=True, tag="held"):
    """A bot holds the seat until its player comes back."""

    seat: int
    bot: str
    why: Literal["time", "left"]


class Returned(Wire, frozen=True, tag="returned"):
    """A player is back."""

    seat: int


class Resigned(Wire, frozen=True, tag="resigned"):
    """A player resigned: a bot plays on, and the seat cannot win."""

    seat: int
    bot: str


class Removed(Wire, frozen=True, tag="removed"):
    """The maker removed a player: the seat is free, or in the game a bot's."""

    seat: int
    name: str


class Muted(Wire, frozen=True, tag="muted"):
    """The maker silenced a seat, or lets it speak again."""

    seat: int
    muted: bool


class Forgotten(Wire, frozen=True, tag="forgotten"):
    """A player was deleted at this server: the seat is a nameless guest's."""

    seat: int


class Ended(Wire, frozen=True, tag="ended"):
    """The game is over, and its seed is revealed."""

    seed: str
    result: Outcome


class Closed(Wire, frozen=True, tag="closed"):
    """The table is closed without a result."""

    why: Literal["maker", "idle", "key", "operator"]  # key: the server lost the key that its luck came from


class Uncounted(Wire, frozen=True, tag="uncounted"):
    """No server was up for so many milliseconds: they count for nobody."""

    ms: int


class Rematched(Wire, frozen=True, tag="rematched"):
    """There is a new table for the same people."""

    table: str


Happened = (
    Played
    | Undone
    | Said
    | Hinted
    | Seated
    | Stood
    | Planned
    | Readied
    | Called
    | Opened
    | Lapsed
    | Started
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


class Step(Wire, frozen=True):
    """One step of a table's version."""

    version: int
    at: int
    what: Happened
    said: list[Phrase] | UnsetType = UNSET  # in words: the move, then what followed; only if wanted


class Outcome(Wire, frozen=True):
    """The result of the game."""

    scores: list[int]  # of every player, the ghost last
    winners: list[int]  # seats; players who resigned are not among them
    resigned: list[int]
    reason: str
    breakdown: list[Line]
