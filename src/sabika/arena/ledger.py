"""A file of what was played, game by game, so that a run that was stopped goes on where it was."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from sabika.arena.match import Played
from sabika.arena.plan import Plan


class OtherResults(ValueError):
    """The file holds results of something else; the message is one line."""


@dataclass(frozen=True)
class Heading:
    """The first line of the file: which games these are, and of which code."""

    game: str
    bots: tuple[str, ...]
    seats: int
    seed: int
    options: dict[str, str]
    code: str


class Ledger:
    """The games of a plan in a file: whole deals, in order."""

    def __init__(self, file: Path, plan: Plan, code: str, *, any_code: bool = False, lean: bool = True) -> None:
        """Open or begin it; OtherResults when its games are not those of this plan (and code).

        Unless it is lean, it also holds where points came from, which a report shows.
        """
        self.file = file
        self.lean = lean
        self.plan = plan
        self.whole = b""  # what is kept of a file that ends in a part of a deal; empty: all
        heading = Heading(plan.game, plan.bots, plan.seats, plan.seed, plan.options, code)
        if file.exists():
            self.games = self.read(heading, any_code=any_code)
        else:
            self.games = []
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.encode(heading) + b"\n")

    def read(self, heading: Heading, *, any_code: bool) -> list[Played]:
        """The whole deals of the file. A last one that was being written when all ended is played again."""
        first, *lines = self.file.read_bytes().splitlines(keepends=True) or [b""]
        try:
            found = msgspec.json.decode(first, type=Heading)
        except msgspec.MsgspecError:
            raise OtherResults(f"{self.file} is not a file of results") from None
        if found != heading and not (any_code and replace(found, code=heading.code) == heading):
            what = "code" if replace(found, code=heading.code) == heading else "games"
            raise OtherResults(f"{self.file} holds results of other {what}; move it away to start over")
        games = whole_deals(self.plan, lines)
        if len(games) < len(lines):
            self.whole = b"".join([first, *lines[: len(games)]])
        return games

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.games) // len(self.plan.seatings)

    def add(self, deal: list[Played]) -> None:
        """Write a deal down. A torn end is cut off only now: merely reading changes nothing."""
        if self.whole:
            self.file.write_bytes(self.whole)
            self.whole = b""
        kept = [replace(game, points=[] if self.lean else game.points, record="", extracted=b"") for game in deal]
        with self.file.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in kept))
        self.games += kept


def whole_deals(plan: Plan, lines: list[bytes]) -> list[Played]:
    games: list[Played] = []
    for number, line in enumerate(lines):
        try:
            game = msgspec.json.decode(line, type=Played)
        except msgspec.MsgspecError:
            break
        if game.number != number or not line.endswith(b"\n"):
            break
        games.append(game)
    return games[: len(games) - len(games) % len(plan.seatings)]
