"""A game as readable text: a header, then every move and every piece of luck, then the result.

    sabika record 2
    game: pig
    rules: 1
    options: goal=30
    seats: ana, builder
    bots: 2
    id: 5f0c…
    luck: hkdf-sha256-fy32-v1
    commit: 13da…
    nonce commits: 66f1…, -
    nonces: 91ab…, 0000…

    1: throw
    luck die/1: 4 of 6 -> 5
    1: hold
    2 (builder): throw
    result: 31 24
    digest: 77c3…
    seed: 0001…

Seats are counted from 1. A name in brackets is the mover, if it was not the seat's own player. In a record of an
unfinished game that was made for a viewer, luck that the viewer may not see is `luck tiles/9: ? of 112 -> ?`, and what
is seen after that has no number either, `luck tiles/12: ? of 109 -> 5`: the number would reveal what is hidden.
`resigned: 2` stands before the result if somebody resigned: that seat cannot win, whatever its points are.

Version 1 has no bots, no nonce commits and no digest; it is read, and written back unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from sabika.engine import digest as digests
from sabika.engine.game import REMEMBERED, Unreadable
from sabika.engine.step import HIDDEN, LuckStep, MoveStep, Step

__all__ = ["FIRST_LINES", "LONGEST_TEXT", "NEWEST", "LuckStep", "MoveStep", "Record", "Step", "read"]

NEWEST = 2  # the version that is written; older ones are read too
FIRST_LINES = {f"sabika record {version}": version for version in range(1, NEWEST + 1)}
NOBODY = "-"  # no bot, or no committed nonce
LONGEST_TEXT = 4_000_000  # characters; a long game has about 60,000
LONGEST_LINE = 1_000
LONGEST_OUTCOME = 400
LONGEST_POSITION = 20_000
ORIGIN = re.compile(r"\S{1,80} step \d{1,6}", re.ASCII)
KIND = re.compile(r"[a-z-]{1,40}")
OUTCOME = re.compile(rf"\S{{1,{LONGEST_OUTCOME}}}")
LUCK_LINE = re.compile(r"luck ([a-z-]+)/(\d{1,6}): (\d{1,12}|\?) of (\d{1,12}) -> (\S+)", re.ASCII)
MOVE_LINE = re.compile(r"(\d{1,2})(?: \(([^(),]{1,40})\))?: (.+)", re.ASCII)
RESIGNED_LINE = re.compile(r"resigned: (.{1,80})")
RESULT_LINE = re.compile(r"-?\d{1,6}(?: -?\d{1,6})*", re.ASCII)


# Set by the table module, which replays records.
CARDS: list[
    Callable[[str, int | None], str]
] = []  # a spectator's picture of a record after so many steps, or at its end


@dataclass(repr=False)
class Record:
    """Everything needed to replay a game."""

    game: str
    rules: int
    options: dict[str, str]
    seats: list[str]  # names
    game_id: str = ""
    bots: list[int] = field(default_factory=list)  # seats whose own players are bots
    luck: str = "open"  # the dealer's construction; `open`: only the outcomes are known
    commit: str = ""
    nonce_commits: list[str] = field(default_factory=list)  # by seat, in hexadecimal; empty: none
    nonces: list[str] = field(default_factory=list)  # in hexadecimal
    chosen: bool = False  # the seed was chosen by a person
    steps: list[Step] = field(default_factory=list)
    resigned: list[int] = field(default_factory=list)  # seats that gave up, which cannot win
    scores: list[int] | None = None  # at the end
    seed: str = ""  # revealed at the end, in hexadecimal
    digest: str | None = None  # from the text, empty if it has none; None: a table's, still to be computed
    version: int = NEWEST  # of the form
    origin: str = ""  # the origin of the position: `ID step N`
    position: str = ""  # from which the game begins, or the sight of a seat; empty: from its start

    HIDDEN_POSITION: ClassVar[str] = HIDDEN  # what others read in place of a sight during the game

    def __repr__(self) -> str:
        end = "playing" if self.scores is None else f"result {' '.join(map(str, self.scores))}"
        return f"<record of {self.game}: {', '.join(self.seats)}; {len(self.steps)} steps, {end}>"

    def _repr_svg_(self) -> str | None:
        """The last position that can be shown, as a spectator sees it, for notebooks; None if it cannot be played."""
        hidden = next((n for n, step in enumerate(self.steps) if isinstance(step, LuckStep) and step.k < 0), None)
        try:
            return CARDS[0](self.text, hidden)
        except Unreadable:
            return None

    @property
    def text(self) -> str:
        return "\n".join([*self.header, "", *map(str, self.steps), *self._footer(), ""])

    @property
    def header(self) -> list[str]:
        """Everything before the first step."""
        return [*self._head(), *self._sealing()]

    @property
    def private(self) -> bool:
        """Does it begin from one seat's sight?"""
        return self.position == HIDDEN or " seat " in self.position.partition(" of ")[0]

    @property
    def opening(self) -> bytes:
        """The digest before the first step, of public information."""
        return digests.opening(self.unseen().header)

    def unseen(self) -> Record:
        """The record without a seat's private sight."""
        return replace(self, position=HIDDEN) if self.private else self

    def seen_by(self, viewer: int | None) -> Record:
        """The record without luck that a viewer may not see (None: a spectator); a finished game is public."""
        if viewer is not None and not 0 <= viewer < len(self.seats):
            raise ValueError(f"there is no seat {viewer + 1} at a table of {len(self.seats)}")
        if self.scores is not None:
            return self
        steps: list[Step] = []
        hiding = False
        for step in self.steps:
            if isinstance(step, LuckStep):
                step = step.shown_to(viewer)
                hiding = hiding or step.outcome == HIDDEN
                step = step.unnumbered() if hiding else step
            steps.append(step)
        mine = viewer is not None and f" seat {viewer + 1} of " in self.position
        return replace(self if mine else self.unseen(), steps=steps, seed="")

    def _head(self) -> Iterator[str]:
        yield f"sabika record {self.version}"
        yield f"game: {self.game}"
        yield f"rules: {self.rules}"
        yield "options: " + " ".join(f"{name}={value}" for name, value in self.options.items())
        yield "seats: " + ", ".join(self.seats)
        if self.version > 1:
            yield f"bots: {numbered(self.bots) or NOBODY}"
        if self.origin:
            yield f"from: {self.origin}"
        if self.position:
            yield f"position: {self.position}"

    def _sealing(self) -> Iterator[str]:
        yield f"id: {self.game_id}"
        yield f"luck: {self.luck}"
        if self.commit:
            yield f"commit: {self.commit}"
            if self.version > 1:
                yield "nonce commits: " + ", ".join(commit or NOBODY for commit in self.nonce_commits)
            yield "nonces: " + ", ".join(self.nonces)
        if self.chosen:
            yield "seed chosen: yes"

    def _footer(self) -> Iterator[str]:
        if self.resigned and self.version > 1:
            yield f"resigned: {numbered(self.resigned)}"
        if self.scores is not None:
            yield "result: " + " ".join(map(str, self.scores))
        told = digests.after(self.opening, self.steps).hex() if self.digest is None else self.digest
        if told and self.version > 1:
            yield f"digest: {told}"
        if self.seed:
            yield f"seed: {self.seed}"


def check_kind(kind: str) -> None:
    """ValueError with one line for a kind of luck that a record could not hold."""
    if not KIND.fullmatch(kind):
        raise ValueError(f"a record cannot hold luck of the kind {kind[:40]!r}: use 1 to 40 letters a-z and -")


@lru_cache(maxsize=REMEMBERED)
def check_outcome(outcome: str) -> None:
    """ValueError with one line for an outcome that a record could not hold."""
    if not OUTCOME.fullmatch(outcome) or not outcome.isprintable() or outcome == HIDDEN:
        reason = f"write it in one word of 1 to {LONGEST_OUTCOME} printable letters, other than {HIDDEN}"
        raise ValueError(f"a record cannot hold the outcome {outcome[:40]!r}: {reason}")


def read(text: str) -> Record:
    """A record from its text; Unreadable names the line that is off."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"the file is too long for a record: {len(text):,} characters")
    lines = text.splitlines()
    if not lines or lines[0].strip() not in FIRST_LINES:
        raise Unreadable(f"line 1: a record begins with '{list(FIRST_LINES)[-1]}'")
    blank = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    record = read_header(FIRST_LINES[lines[0].strip()], dict(enumerate(lines[1:blank], start=2)))
    for at, line in enumerate(lines[blank:], start=blank + 1):
        if len(line) > LONGEST_LINE or not line.strip().isprintable():
            raise Unreadable(f"line {at}: too long, or not printable")
        if line.strip():
            read_line(record, line.strip(), at)
    return record


def read_header(version: int, lines: dict[int, str]) -> Record:
    found = header_fields(version, lines)
    if not re.fullmatch(r"\d{1,4}", found["rules"], re.ASCII):
        raise Unreadable("the rules version in the header is not a number")
    if found.get("seed chosen", "yes") != "yes":
        raise Unreadable("the header: 'seed chosen' is yes, or is not there")
    seats = listed(found["seats"])
    return Record(
        game=found["game"],
        rules=int(found["rules"]),
        options={name: value for name, _, value in (word.partition("=") for word in found["options"].split())},
        seats=seats,
        game_id=found.get("id", ""),
        bots=read_bots(found.get("bots", NOBODY), len(seats)),
        luck=found.get("luck", "open"),
        commit=found.get("commit", ""),
        nonce_commits=read_commits(found.get("nonce commits")),
        nonces=listed(found.get("nonces")),
        chosen=found.get("seed chosen") == "yes",
        digest="",
        version=version,
        origin=read_origin(found.get("from", "")),
        position=found.get("position", ""),
    )


def header_fields(version: int, lines: dict[int, str]) -> dict[str, str]:
    known = {"game", "rules", "options", "seats", "id", "luck", "commit", "nonces", "seed chosen"}
    needed = ["game", "rules", "options", "seats"]
    if version > 1:
        known |= {"bots", "from", "position", "nonce commits"}
        needed.append("bots")
    found: dict[str, str] = {}
    for at, line in lines.items():
        key, colon, value = line.partition(":")
        longest = LONGEST_POSITION if key == "position" else LONGEST_LINE
        if not colon or key not in known or key in found or len(line) > longest:
            raise Unreadable(f"line {at}: not a line of a record's header")
        found[key] = value.strip()
    if version > 1 and "commit" in found:
        needed.append("nonce commits")
    for key in needed:
        if key not in found:
            raise Unreadable(f"line {len(lines) + 1}: the header has no '{key}'")
    return found


def listed(text: str | None) -> list[str]:
    return [] if text is None else [word.strip() for word in text.split(",")]


def read_commits(text: str | None) -> list[str]:
    """By seat; empty for a seat without a commitment, which is written `-`."""
    commits = listed(text)
    if "" in commits:
        raise Unreadable("the header: 'nonce commits' has one for every seat, or -")
    return ["" if commit == NOBODY else commit for commit in commits]


def read_bots(text: str, seats: int) -> list[int]:
    numbers = [] if text == NOBODY else seats_in(text, seats)
    if numbers is None:
        raise Unreadable("the header: 'bots' lists seats, like 2, 3, or is -")
    return numbers


def seats_in(text: str, seats: int) -> list[int] | None:
    """Seats counted from 0, from an ascending list that counts them from 1; None if it is no such list."""
    numbers = [int(word) - 1 if re.fullmatch(r"[1-9]\d?", word, re.ASCII) else -1 for word in listed(text)]
    return numbers if numbers == sorted(set(numbers)) and numbers[0] >= 0 and numbers[-1] < seats else None


def numbered(seats: list[int]) -> str:
    """The same list as text."""
    return ", ".join(str(seat + 1) for seat in seats)


def read_resigned(record: Record, text: str, at: int) -> list[int]:
    """A bot's own seat does not resign."""
    found = seats_in(text, len(record.seats))
    if found is None or set(found) & set(record.bots):
        raise Unreadable(f"line {at}: 'resigned' lists seats of people, like 2, 3")
    return found


def read_origin(text: str) -> str:
    if text and not ORIGIN.fullmatch(text):
        raise Unreadable("the header: 'from' names a game and a step, like tab2345tab67 step 40")
    return text


def read_line(record: Record, line: str, at: int) -> None:
    ends = record.digest or record.scores is not None
    if record.seed or (ends and not line.startswith(("seed: ", "digest: "))):
        raise Unreadable(f"line {at}, step {len(record.steps) + 1}: after the result comes the seed, and then nothing")
    if record.resigned and not (ends or line.startswith("result: ")):
        raise Unreadable(f"line {at}, step {len(record.steps) + 1}: after 'resigned' comes the result")
    if line.startswith("luck ") and (match := LUCK_LINE.fullmatch(line)):
        kind, n, k, total, outcome = match.groups()
        record.steps.append(LuckStep(kind, int(n), -1 if k == HIDDEN else int(k), int(total), outcome))
    elif match := MOVE_LINE.fullmatch(line):
        seat, by, notation = match.groups()
        record.steps.append(MoveStep(int(seat) - 1, notation, by or ""))
    elif record.version > 1 and not ends and (match := RESIGNED_LINE.fullmatch(line)):
        record.resigned = read_resigned(record, match[1], at)
    elif line.startswith("result: ") and RESULT_LINE.fullmatch(line[8:]):
        record.scores = [int(word) for word in line[8:].split()]
    elif record.version > 1 and not record.digest and re.fullmatch(r"digest: [0-9a-f]{64}", line):
        record.digest = line[8:]
    elif re.fullmatch(r"seed: [0-9a-f]{64}", line):
        record.seed = line[6:]
    else:
        raise Unreadable(f"line {at}, step {len(record.steps) + 1}: not a line of a record")


def mover_name(name: str) -> str:
    """The mover in a form that fits a record; empty: the seat itself."""
    if "(" in name or ")" in name:
        raise ValueError(f"the name of somebody who moves for a seat has no brackets, not {name[:40]!r}")
    return seat_name(name) if name else ""


def seat_name(name: str) -> str:
    """A name that fits in a record: one line, no comma, not empty."""
    name = name.strip()
    if not name or len(name) > 40 or "," in name or not name.isprintable():
        raise ValueError(f"a seat's name has 1 to 40 printable characters and no comma, not {name[:40]!r}")
    return name
