"""A game as readable text: a header, then every move and every piece of luck, then the result.

    sabika record 1
    game: alhambra
    rules: 1
    options: extra_tower=off open_money=no
    seats: ana, builder
    id: 5f0c…
    luck: hkdf-sha256-fy32-v1
    commit: 13da…
    nonces: 0000…, 0000…

    luck tiles/1: 17 of 54 -> tower-9-NE
    1: take b4
    2 (builder): buy tower-9-NE b4 b5
    result: 45 38
    seed: 0001…

Seats are counted from 1. A name in brackets tells who moved for the seat when it was somebody else. In a record of an
unfinished game that was made for a viewer, luck that he may not see is `luck tiles/9: ? of 112 -> ?`, and what he may
see after that has no number either, `luck tiles/12: ? of 109 -> 5`: the number would tell of what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sabika.engine.game import Unreadable
from sabika.engine.state import EVERYBODY

FIRST_LINE = "sabika record 1"
LONGEST_TEXT = 4_000_000  # characters; a long game has about 60,000
LONGEST_LINE = 1_000
LUCK_LINE = re.compile(r"luck ([a-z-]+)/(\d{1,6}): (\d{1,12}|\?) of (\d{1,12}) -> (\S+)", re.ASCII)
HIDDEN = "?"
MOVE_LINE = re.compile(r"(\d{1,2})(?: \(([^(),]{1,40})\))?: (.+)", re.ASCII)
RESULT_LINE = re.compile(r"-?\d{1,6}(?: -?\d{1,6})*", re.ASCII)


class LuckStep:
    """The dealer's answer to one question."""

    __slots__ = ("k", "kind", "n", "outcome", "seen_by", "total")

    def __init__(self, kind: str, n: int, k: int, total: int, outcome: str, seen_by: int = EVERYBODY) -> None:
        self.kind = kind
        self.n = n  # the n-th draw of this kind
        self.k = k  # -1: hidden
        self.total = total
        self.outcome = outcome
        self.seen_by = seen_by  # as in `Luck`

    def __str__(self) -> str:
        return f"luck {self.kind}/{self.n}: {HIDDEN if self.k < 0 else self.k} of {self.total} -> {self.outcome}"

    def shown_to(self, viewer: int | None) -> LuckStep:
        """The step as a seat sees it while the game goes on; None: a spectator."""
        if self.seen_by == EVERYBODY or (viewer is not None and self.seen_by >> viewer & 1):
            return self
        return LuckStep(self.kind, self.n, -1, self.total, HIDDEN, self.seen_by)

    def unnumbered(self) -> LuckStep:
        """The outcome without its number: that counts through all that is left, so it tells of what others drew."""
        return LuckStep(self.kind, self.n, -1, self.total, self.outcome, self.seen_by)


class MoveStep:
    """A seat's move."""

    __slots__ = ("by", "notation", "seat")

    def __init__(self, seat: int, notation: str, by: str = "") -> None:
        self.seat = seat
        self.notation = notation
        self.by = by  # who moved for the seat; empty: the seat itself

    def __str__(self) -> str:
        by = f" ({self.by})" if self.by else ""
        return f"{self.seat + 1}{by}: {self.notation}"


Step = LuckStep | MoveStep


@dataclass
class Record:
    """Everything that is needed to play a game again."""

    game: str
    rules: int
    options: dict[str, str]
    seats: list[str]  # names
    game_id: str = ""
    luck: str = "open"  # the dealer's construction; `open`: the outcomes are all that is known
    commit: str = ""
    nonces: list[str] = field(default_factory=list)  # in hexadecimal
    chosen: bool = False  # the seed was chosen by a person
    steps: list[Step] = field(default_factory=list)
    scores: list[int] | None = None  # at the end
    seed: str = ""  # revealed at the end, in hexadecimal

    @property
    def text(self) -> str:
        return "\n".join([*self._header(), "", *map(str, self.steps), *self._footer(), ""])

    def seen_by(self, viewer: int | None) -> Record:
        """The record without luck that a viewer may not see (None: a spectator); at the end all is open."""
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
        return replace(self, steps=steps, seed="")

    def _header(self) -> Iterator[str]:
        yield FIRST_LINE
        yield f"game: {self.game}"
        yield f"rules: {self.rules}"
        yield "options: " + " ".join(f"{name}={value}" for name, value in self.options.items())
        yield "seats: " + ", ".join(self.seats)
        yield f"id: {self.game_id}"
        yield f"luck: {self.luck}"
        if self.commit:
            yield f"commit: {self.commit}"
            yield "nonces: " + ", ".join(self.nonces)
        if self.chosen:
            yield "seed chosen: yes"

    def _footer(self) -> Iterator[str]:
        if self.scores is not None:
            yield "result: " + " ".join(map(str, self.scores))
        if self.seed:
            yield f"seed: {self.seed}"


def read(text: str) -> Record:
    """A record from its text; Unreadable names the line that is off."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"the file is too long for a record: {len(text):,} characters")
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise Unreadable(f"line 1: a record begins with '{FIRST_LINE}'")
    blank = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    record = read_header(dict(enumerate(lines[1:blank], start=2)))
    for at, line in enumerate(lines[blank:], start=blank + 1):
        if len(line) > LONGEST_LINE or not line.strip().isprintable():
            raise Unreadable(f"line {at}: too long, or not printable")
        if line.strip():
            read_line(record, line.strip(), at)
    return record


def read_header(lines: dict[int, str]) -> Record:
    known = {"game", "rules", "options", "seats", "id", "luck", "commit", "nonces", "seed chosen"}
    found: dict[str, str] = {}
    for at, line in lines.items():
        key, colon, value = line.partition(":")
        if not colon or key not in known or key in found or len(line) > LONGEST_LINE:
            raise Unreadable(f"line {at}: not a line of a record's header")
        found[key] = value.strip()
    for key in ("game", "rules", "options", "seats"):
        if key not in found:
            raise Unreadable(f"line {len(lines) + 1}: the header has no '{key}'")
    if not re.fullmatch(r"\d{1,4}", found["rules"], re.ASCII):
        raise Unreadable("the rules version in the header is no number")
    if found.get("seed chosen", "yes") != "yes":
        raise Unreadable("the header: 'seed chosen' is yes, or is not there")
    return Record(
        game=found["game"],
        rules=int(found["rules"]),
        options={name: value for name, _, value in (word.partition("=") for word in found["options"].split())},
        seats=[name.strip() for name in found["seats"].split(",")],
        game_id=found.get("id", ""),
        luck=found.get("luck", "open"),
        commit=found.get("commit", ""),
        nonces=[nonce.strip() for nonce in found["nonces"].split(",")] if "nonces" in found else [],
        chosen=found.get("seed chosen") == "yes",
    )


def read_line(record: Record, line: str, at: int) -> None:
    if record.seed or (record.scores is not None and not line.startswith("seed: ")):
        raise Unreadable(f"line {at}, step {len(record.steps) + 1}: after the result comes the seed, and then nothing")
    if line.startswith("luck ") and (match := LUCK_LINE.fullmatch(line)):
        kind, n, k, total, outcome = match.groups()
        record.steps.append(LuckStep(kind, int(n), -1 if k == HIDDEN else int(k), int(total), outcome))
    elif line.startswith("result: ") and RESULT_LINE.fullmatch(line[8:]):
        record.scores = [int(word) for word in line[8:].split()]
    elif re.fullmatch(r"seed: [0-9a-f]{64}", line):
        record.seed = line[6:]
    elif match := MOVE_LINE.fullmatch(line):
        seat, by, notation = match.groups()
        record.steps.append(MoveStep(int(seat) - 1, notation, by or ""))
    else:
        raise Unreadable(f"line {at}, step {len(record.steps) + 1}: not a line of a record")
