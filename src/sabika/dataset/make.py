"""A dataset in the making: games are played by an arena's workers, and written file after file in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Executor
from sabika.arena.run import Run, run
from sabika.arena.text_report import count
from sabika.dataset.manifest import Manifest, settle
from sabika.dataset.parts import PartFacts, parts_of, whole_parts, write_part
from sabika.dataset.rows import TakeRows


class Making:
    """The folder of a dataset, its plan, and the games that wait for their file to be full."""

    def __init__(self, folder: Path, plan: Plan, shard: int, *, values: bool = False) -> None:
        """Begin or go on; ValueError with one line when the folder holds something else. Files have whole deals."""
        take = TakeRows(plan.game, plan.seats, tuple(plan.options.items()), values)
        shard = -(-shard // len(plan.seatings)) * len(plan.seatings)
        self.folder = folder
        self.plan = replace(plan, extract=take)
        self.manifest = Manifest.of(plan, shard, take.codec, values=values)
        self.parts = parts_of(self.manifest)
        settle(folder, self.manifest)
        self.written = len(self.whole)
        self.waiting: list[Played] = []

    @property
    def whole(self) -> list[PartFacts]:
        """What the files say that are there now."""
        return whole_parts(self.folder, self.manifest)

    @property
    def done(self) -> int:
        """Games in files."""
        return sum(part.games for part in self.parts[: self.written])

    @property
    def empty(self) -> bool:
        """Are there files, but no row in them?"""
        whole = self.whole
        return bool(whole) and not any(part.rows for part in whole)

    def go_on(self, executor: Executor, heard: Callable[[Played], None] = lambda game: None) -> Run:
        """Play what is missing, until the end or Ctrl-C."""
        if self.done == self.plan.games:
            return Run(self.plan)
        first = self.done // len(self.plan.seatings)
        return run(self.plan, executor, heard=heard, counted=self.add, first=first)

    def add(self, deal: list[Played]) -> None:
        """The next deal; a file is written as soon as all its games are there."""
        self.waiting += deal
        part = self.parts[self.written]
        if len(self.waiting) == part.games:
            write_part(self.folder, part, self.manifest, self.waiting)
            for game in self.waiting:
                game.extracted = b""  # a run remembers its games, but not their rows
            self.waiting = []
            self.written += 1

    def text(self) -> str:
        """What the folder holds, in a few lines."""
        whole = self.whole
        games, rows = sum(part.games for part in whole), sum(part.rows for part in whole)
        held = ", ".join((count(games, "game"), count(rows, "row"), count(len(whole), "file")))
        lines = [f"{self.plan.game}: {held} in {self.folder}"]
        outside = sum(part.outside for part in whole)
        if outside:
            lines.append(f"Decisions left out because their move has no index: {outside:,}.")
        failed: Counter[str] = Counter()
        for part in whole:
            failed.update(part.failed)
        lines += [f"Games left out: {number:,}, {why}." for why, number in failed.items()]
        if self.plan.timed():
            lines.append(f"{', '.join(self.plan.timed())} thinks by the clock: this run cannot be repeated exactly.")
        return "\n".join(lines)
