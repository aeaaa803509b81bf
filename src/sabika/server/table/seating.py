"""The state of a table besides its game: plain data that can be saved and loaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sabika.server.protocol.base import Status
from sabika.server.protocol.events import Outcome, Removed, Said, Seated, Step, Stood
from sabika.server.table.events import Created, Kept

RECENT = 64  # steps kept for clients that missed them
TALK = 50  # the last things said
NAMELESS = "guest"  # the name of a deleted player
GONE = ""  # the id of all such players
COMMANDS = 200  # the last commands, for clients that send one again


class Seat(Struct):
    """A seat and who sits there."""

    bot: str | None  # the bot whose seat it is; None: a person's
    bank: int  # time left in the bank
    kept: Kept | None = None  # the person for whom it is kept while it is free
    person: str | None = None  # None: free, a bot's, or its player was removed
    name: str | None = None
    ready: bool = False
    commit: str | None = None  # to a nonce
    nonce: str | None = None  # opened
    away: bool = False  # the stand-in holds it for the player
    resigned: bool = False
    removed: bool = False  # its player, during the game
    muted: bool = False

    @property
    def free(self) -> bool:
        return self.bot is None and self.person is None and not self.removed

    @property
    def settled(self) -> bool:
        """Is this seat ready for the game to begin?"""
        return self.bot is not None or self.ready

    @property
    def plays_itself(self) -> bool:
        """Does the person in it decide?"""
        return self.person is not None and not self.away and not self.resigned

    def vacate(self) -> None:
        self.person = self.name = self.commit = None
        self.ready = self.muted = False  # muted seat; its person stays muted elsewhere


class PastStep(Struct):
    """A complete step, with the seats that saw each piece of its luck (as in `Luck.seen_by`)."""

    step: Step
    seen_by: list[int]
    told: Any = None  # the move in words, a Phrase, where words are wanted
    heard: list[int] = []  # for each piece of luck, how many events preceded it


class Seating(Struct, kw_only=True):
    """A table without its game."""

    id: str
    created: Created
    made: int
    seats: list[Seat]
    status: Status = "gathering"
    version: int = 0
    at: int = 0  # when the last event happened
    planned: int = 0  # the version at which a seat last changed between bot and people
    moved: int = 0  # the version at which the game last changed
    hinted: int = 0  # the version of the last position for which a hint was asked
    since: int = 0  # when the table began to wait for people, or for nonces
    asked_at: int = 0  # when the current decision began
    deepest: int = 0  # the most moves of this turn at any time, undone ones included: each has had its time
    used: int = 0  # time that the last decision spent from the bank
    handed_at: int = 0  # when it became a bot's
    banned: list[str] = []  # people whom the maker removed
    lapsed: list[str] = []  # people who did not open their nonces; the maker may let them sit down again
    attempt: int = 1  # number of the seed: a new one after nonces were not opened
    game_id: str = ""  # in the luck's construction, of this attempt
    commitment: str = ""
    silenced: list[str] = []  # people whom the maker muted, also when they sit down elsewhere
    nonces: list[str] = []
    seed: str | None = None
    outcome: Outcome | None = None
    rematch: str | None = None  # the table of the rematch
    recent: list[PastStep] = []
    talk: list[Step] = []
    commands: dict[str, int] = {}  # with the version of each

    def seats_of(self, person: str | None) -> list[int]:
        if person is None:
            return []
        return [n for n, seat in enumerate(self.seats) if seat.person == person]

    def people(self) -> int:
        """The number of people here; one person may have several seats."""
        return len({seat.person for seat in self.seats} - {None})

    def runner(self, number: int) -> str | None:
        """The bot that decides for a seat now; None: its player."""
        seat = self.seats[number]
        return seat.bot or (None if seat.plays_itself else self.created.stand_in)

    def mover(self, seat: int) -> str:
        """Who moves for a seat now, as a record names them; empty: the header's name."""
        return "" if self.seats[seat].bot else self.runner(seat) or ""

    def names(self) -> list[str]:
        return [seat.bot or seat.name or "nobody" for seat in self.seats]

    def remember(self, past: PastStep) -> None:
        self.recent.append(past)
        del self.recent[:-RECENT]
        if isinstance(past.step.what, Said) and past.step.what.text:  # no text: deleted by the host
            self.talk.append(past.step)
            del self.talk[:-TALK]

    def forget(self, number: int) -> None:
        """Remove the names of who sat there."""
        seat = self.seats[number]
        self.recent = [replace(past, step=nameless(past.step, number, seat.name)) for past in self.recent]
        self.talk = [nameless(step, number, seat.name) for step in self.talk]
        seat.person, seat.name = GONE, NAMELESS

    def note(self, command: str | None) -> None:
        """A command was done at this version."""
        if command is not None:
            self.commands[command] = self.version
            if len(self.commands) > COMMANDS:
                del self.commands[next(iter(self.commands))]


def new_seating(table: str, created: Created, at: int) -> Seating:
    """A new table: bots are seated, and some seats are kept for people."""
    seats = [Seat(bot, created.clock.bank, kept) for bot, kept in zip(created.bots, created.kept, strict=True)]
    return Seating(
        id=table,
        created=created,
        made=at,
        seats=seats,
        since=at,
        game_id=created.game_id,
        commitment=created.commitment,
    )


def nameless(step: Step, seat: int, name: str | None) -> Step:
    """The step without this player's name."""
    what = step.what
    if isinstance(what, Said | Seated | Stood | Removed) and (what.seat, what.name) == (seat, name):
        return replace(step, what=replace(what, name=NAMELESS))
    return step


def unopened(seats: Iterable[Seat]) -> list[int]:
    """The seats that committed to a nonce and have not opened it."""
    return [n for n, seat in enumerate(seats) if seat.commit is not None and seat.nonce is None]
