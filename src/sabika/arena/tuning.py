"""Better numbers for a bot's judge, by play alone: Spall's simultaneous perturbation (SPSA).

A step plays the bot with all numbers a little off, each up or down by a coin, against the bot with all of them off the
other way. Whoever wins more says which way to go. Two bots a step are enough, however many numbers there are.
Numbers are counted in parts of their first value, so large and small ones move alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Final

import msgspec

from sabika import __version__
from sabika.arena.deal import mixed
from sabika.arena.ledger import OtherResults
from sabika.bots import find
from sabika.bots.greedy import GreedyBot
from sabika.bots.search_bots import SearchBot
from sabika.bots.worth import worth_of
from sabika.engine.registry import find as find_game
from sabika.engine.rng import Rng

STEPS: Final = "steps.jsonl"
ALPHA: Final = 0.602
GAMMA: Final = 0.101  # with ALPHA Spall's exponents: how fast steps and perturbations become smaller
LAST: Final = 3  # the result is the average over the last third of the steps

Match = Callable[[str, str, int], float]  # two bots and a seed -> how much more the first wins, -1 to 1


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """What is tuned, and how: the first line of the file."""

    game: str
    bot: str  # `builder`, `vizier@400`
    numbers: dict[str, float]  # name -> value to begin with
    seats: int = 2
    games: int = 40  # a step
    steps: int = 100
    seed: int = 0
    spread: float = 0.2  # how far off numbers are in the first step, in parts of themselves
    gain: float = 0.3  # how far the first step goes at most
    sabika: str = __version__

    def spec(self, parts: Sequence[float]) -> str:
        """The bot with its numbers so many parts off."""
        return f"{self.bot}:" + ",".join(f"{name}={value:.6g}" for name, value in self.values(parts).items())

    def values(self, parts: Sequence[float]) -> dict[str, float]:
        return {
            name: value + (abs(value) or 1.0) * part
            for (name, value), part in zip(self.numbers.items(), parts, strict=True)
        }

    def spread_at(self, step: int) -> float:
        return self.spread / math.pow(step + 1, GAMMA)

    def gain_at(self, step: int) -> float:
        calm = self.steps / 10  # steps before they become smaller
        return self.gain * math.pow((1 + calm) / (step + 1 + calm), ALPHA) * math.pow(step + 1, GAMMA)

    def signs(self, step: int) -> list[int]:
        rng = Rng(mixed(self.seed, step, "signs"))
        return [1 if rng.below(2) else -1 for _ in self.numbers]


class Step(msgspec.Struct, frozen=True):
    """A step that was made: a line of the file."""

    number: int
    result: float  # how much more the bot with `signs` won
    parts: list[float]  # where the numbers are after it


@dataclass
class TuningRun:
    """The steps so far, in a file: what was stopped goes on."""

    tuning: Tuning
    file: Path
    steps: list[Step] = field(default_factory=list)

    @classmethod
    def open(cls, file: Path, tuning: Tuning) -> TuningRun:
        """Begin it, or go on; OtherResults when the file is about something else."""
        course = cls(tuning, file)
        if file.exists():
            course.read()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.encode(tuning) + b"\n")
        return course

    def read(self) -> None:
        """A last line that was being written when all ended is forgotten."""
        first, *lines = self.file.read_bytes().splitlines(keepends=True) or [b""]
        try:
            found = msgspec.json.decode(first, type=Tuning)
        except msgspec.MsgspecError:
            raise OtherResults(f"{self.file} is not a file of steps") from None
        if found != self.tuning:
            raise OtherResults(f"{self.file} is about other numbers, games or versions; choose another folder")
        for line in lines:
            try:
                step = msgspec.json.decode(line, type=Step)
            except msgspec.MsgspecError:
                break
            if not line.endswith(b"\n") or step.number != len(self.steps):
                break
            self.steps.append(step)
        self.file.write_bytes(b"".join([first, *lines[: len(self.steps)]]))

    @property
    def parts(self) -> list[float]:
        return self.steps[-1].parts if self.steps else [0.0] * len(self.tuning.numbers)

    @property
    def result(self) -> list[float]:
        """The average of the last third: single steps jump about."""
        last = self.steps[-max(1, len(self.steps) // LAST) :]
        return [fmean(each) for each in zip(*(step.parts for step in last), strict=True)] if last else self.parts

    def go_on(self, play: Match) -> None:
        """Make one step more."""
        number, tuning = len(self.steps), self.tuning
        signs, off = tuning.signs(number), tuning.spread_at(number)
        up, down = ([part + way * off * sign for part, sign in zip(self.parts, signs, strict=True)] for way in (1, -1))
        result = play(tuning.spec(up), tuning.spec(down), mixed(tuning.seed, number, "deals"))
        go = tuning.gain_at(number) * result
        step = Step(number, result, [part + go * sign for part, sign in zip(self.parts, signs, strict=True)])
        with self.file.open("ab") as file:
            file.write(msgspec.json.encode(step) + b"\n")
        self.steps.append(step)


def numbers_to_tune(game: str, bot: str, wanted: Sequence[str] = ()) -> dict[str, float]:
    """The fractions among the weights of the bot's judge, all of them or those wanted; ValueError with one line."""
    find_game(game)
    usual = find(bot)(0)
    if not isinstance(usual, GreedyBot | SearchBot):
        raise ValueError(f"only the builder and bots that search have numbers to tune, not {bot!r}")
    worth = worth_of(game)
    judge = worth.far() if isinstance(usual, SearchBot) and usual.manner.plays_on else worth
    weights: object = getattr(judge, "weights", None)
    known = {name: getattr(weights, name) for name in dir(weights) if not name.startswith("_")} if weights else {}
    numbers = {name: value for name, value in known.items() if isinstance(value, float)}
    if not numbers:
        raise ValueError(f"the judge of {game} has no numbers to tune")
    unknown = [name for name in wanted if name not in numbers]
    if unknown:
        raise ValueError(f"there is no number {unknown[0]!r}; choose from {', '.join(numbers)}")
    return {name: numbers[name] for name in wanted or numbers}
