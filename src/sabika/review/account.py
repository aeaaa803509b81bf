"""The account of a game: what every side could expect, step by step, and what changed it: luck, or somebody's decision.

Expectation at the start + luck + all decisions + revisions + resignations = the result, for every side, in points and
in chances.
A luck step is worth what it brought less the exact mean of all that it could have brought. A decision is worth what was
chosen less the best that was found, and is booked to whoever made it. What is left is revision: estimates that a closer
look corrected; only decisions and the end have one. All of these are about play, as if nobody had resigned; that those
who did cannot win is a line of its own, in chances alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sabika.bots.value import Estimate, Valuer, valuer_of
from sabika.bots.value.estimate import nothing, outcome_of
from sabika.engine.record import read
from sabika.engine.state import LUCK
from sabika.engine.step import LuckStep, MoveStep
from sabika.engine.table import Table
from sabika.review.luck import gain_of
from sabika.review.places import Place, Places
from sabika.review.question import Question, Verdict, review_move

VERSION: Final = 6  # of judges and accounts: a review that was kept is worth keeping while this stays the same
STRIDE: Final = 1_000_003  # between the seeds of two decisions


class LuckEntry(msgspec.Struct, frozen=True, tag="luck"):
    """What luck brought."""

    step: int  # of the record, from 1
    kind: str  # tiles, money, dice ..
    outcome: str
    gain: Estimate  # against the mean of all chances
    seat: int = -1  # who drew or threw, where it was somebody's turn
    place: Place = Place()


class DecisionEntry(msgspec.Struct, frozen=True, tag="decision"):
    """What somebody chose."""

    step: int
    seat: int
    chosen: str  # in notation
    best: str  # the best that was found; the same where nothing better was
    revision: Estimate  # what a closer look at the position changed
    gain: Estimate  # what was chosen less the best: never a gain of chances for the mover
    doubt: float = 0.0  # by how much the chance that it cost may be off
    choices: int = 1
    plain: str = ""  # what looks best at first sight, where the best that was chosen is something else
    plain_cost: float = 0.0
    reasons: dict[str, float] = {}
    by: str = ""  # the bot that moved for the seat; empty: the seat itself
    place: Place = Place()

    def made_by(self, seat: int) -> bool:
        """Did this seat choose itself, and no stand-in for it?"""
        return self.seat == seat and not self.by


Entry = LuckEntry | DecisionEntry


class Account(msgspec.Struct, frozen=True):
    """All entries of a game."""

    game: str
    seats: list[str]
    sides: list[int]  # of every player, the ghost last
    depth: str  # quick or deep
    playouts: int  # for each decision; 0: quick
    seed: int
    start: Estimate
    entries: list[Entry]
    last: Estimate  # the revision at the end
    resignation: Estimate  # what it changed that somebody resigned, at the end: chances alone
    result: Estimate  # how it came out; before the end, what can be expected
    over: bool
    resigned: list[int] = []  # seats
    version: int = VERSION

    def luck(self) -> Estimate:
        return total((entry.gain for entry in self.entries if isinstance(entry, LuckEntry)), self.start)

    def decisions(self, seat: int | None = None) -> Estimate:
        """Of everybody, or those that one seat made itself."""
        made = (entry for entry in self.entries if isinstance(entry, DecisionEntry))
        return total((entry.gain for entry in made if seat is None or entry.made_by(seat)), self.start)

    def revision(self) -> Estimate:
        revised = (entry.revision for entry in self.entries if isinstance(entry, DecisionEntry))
        return total(revised, self.start) + self.last

    def curve(self) -> Iterator[tuple[int, Estimate]]:
        """What every side could expect after each step; before the first, number 0."""
        now = self.start
        yield 0, now
        for entry in self.entries:
            now = now + entry.gain
            if isinstance(entry, DecisionEntry):
                now = now + entry.revision
            yield entry.step, now
        if self.resigned:
            yield len(self.entries), now + self.resignation


def total(gains: Iterator[Estimate], like: Estimate) -> Estimate:
    found = nothing(len(like.points))
    for gain in gains:
        found = found + gain
    return found


def question_of(table: Table, step: MoveStep, playouts: int, seed: int) -> Question:
    """A decision as a question to whoever can answer it."""
    return Question(table.game.name, table.sight.text(), int(table.game.parse(step.notation)), playouts, seed)


def seed_at(seed: int, step: int) -> int:
    """Every decision has a stream of its own, whatever is asked besides."""
    return (seed * STRIDE + step) & 0x3FFFFFFFFFFFFFFF


def questions(text: str, playouts: int, seed: int) -> Iterator[tuple[int, Question]]:
    """All decisions of a record that somebody has to think about, with their steps."""
    for step, table, each in visible(text):
        if isinstance(each, MoveStep):
            yield step, question_of(table, each, playouts, seed_at(seed, step))


def visible(text: str) -> Iterator[tuple[int, Table, LuckStep | MoveStep]]:
    """The steps of a record with the table before each, up to the first that is hidden."""
    for step, (table, each) in enumerate(Table.walk(text), start=1):
        if isinstance(each, LuckStep) and each.k < 0:
            return
        yield step, table, each


def account_of(
    text: str,
    seed: int = 0,
    playouts: int = 0,
    verdicts: dict[int, Verdict] | None = None,
    luck: dict[int, LuckEntry] | None = None,
) -> Account:
    """The account of a record, by the judge alone or with what was found elsewhere, by step; Unreadable if it is none.

    A record that is not finished is read up to its first hidden line.
    """
    return Bookkeeper(seed, playouts, verdicts or {}, luck or {}).keep(text)


def luck_entry(valuer: Valuer, step: int, table: Table, each: LuckStep) -> LuckEntry:
    """What a piece of luck was worth, before it is drawn at this table."""
    state = table.state
    kind = valuer.luck_kind(each.kind, each.outcome)
    return LuckEntry(step, kind, each.outcome, gain_of(valuer, state, each.k), valuer.drawer(state))


class Bookkeeper:
    """Goes through a record once."""

    def __init__(self, seed: int, playouts: int, verdicts: dict[int, Verdict], luck: dict[int, LuckEntry]) -> None:
        self.seed = seed
        self.playouts = playouts
        self.verdicts = verdicts  # by step
        self.luck = luck  # by step
        self.entries: list[Entry] = []

    def keep(self, text: str) -> Account:
        self.resigned = read(text).resigned
        table = Table.replay(text, 0)
        self.valuer = valuer_of(table.game.name)
        self.start = self.begun(table)
        self.places = Places(self.valuer)
        self.now = self.start  # what can be expected by what is booked so far
        for step, table, each in visible(text):  # the table of the last step is closed
            if isinstance(each, LuckStep):
                self.book_luck(step, table, each)
            else:
                self.book_decision(step, table, each)
        return self.close(table)

    def begun(self, table: Table) -> Estimate:
        """What can be expected at first: a game that goes on from a position does not begin level."""
        if not table.record.position:
            return self.valuer.start(table.state)
        return self.valuer.before(table.state) if table.state.actor == LUCK else self.valuer.of(table.state)

    def book_luck(self, step: int, table: Table, each: LuckStep) -> None:
        entry = self.luck.get(step) or luck_entry(self.valuer, step, table, each)
        self.entries.append(msgspec.structs.replace(entry, place=self.places.at(table.state)))
        self.now = self.now + entry.gain

    def book_decision(self, step: int, table: Table, each: MoveStep) -> None:
        game, found = table.game, self.verdicts.get(step)
        if found is None:
            move = int(game.parse(each.notation))
            found = review_move(table.sight, move, self.valuer, self.playouts, seed_at(self.seed, step))
        entry = DecisionEntry(
            step,
            each.seat,
            each.notation,
            game.notation(found.best),
            found.after_best - self.now,
            found.after_chosen - found.after_best,
            found.doubt,
            found.choices,
            game.notation(found.plain) if found.plain else "",
            found.plain_cost,
            found.reasons,
            each.by,
            self.places.at(table.state),
        )
        self.entries.append(entry)
        self.now = found.after_chosen

    def close(self, table: Table) -> Account:
        state, record = table.state, table.record
        played = outcome_of(state) if table.over else self.now
        result = outcome_of(state, self.resigned) if table.over else played
        return Account(
            game=record.game,
            seats=record.seats,
            sides=[int(state.side(player)) for player in range(state.players())],
            depth="deep" if self.playouts else "quick",
            playouts=self.playouts,
            seed=self.seed,
            start=self.start,
            entries=self.entries,
            last=played - self.now,
            resignation=result - played,
            result=result,
            over=table.over,
            resigned=self.resigned,
        )
