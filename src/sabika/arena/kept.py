"""A run that is kept in a folder: its plan, its results and its records. It can go on, or be reported on again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from sabika import __version__
from sabika.arena.ledger import Ledger, OtherResults
from sabika.arena.match import Played
from sabika.arena.plan import Plan, deals_for
from sabika.bots import Factory
from sabika.bots import find as find_bot
from sabika.bots.own import is_own
from sabika.bots.random import RandomBot
from sabika.engine.registry import find
from sabika.files import replacing

PLAN: Final = "plan.json"
RESULTS: Final = "results.jsonl"

Finder = Callable[[str], Factory]


@dataclass(frozen=True)
class KeptPlan:
    """What `plan.json` holds."""

    sabika: str
    game: str
    bots: tuple[str, ...]
    deals: int
    seats: int
    seed: int
    options: dict[str, str]
    time_limit: float


class KeptRun:
    """The folder of a run."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.ledger = Ledger(folder / RESULTS, plan, __version__, lean=False)

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> KeptRun:
        """In an empty folder."""
        write_plan(folder, plan)
        return cls(folder, plan)

    @classmethod
    def open(cls, folder: Path, finder: Finder) -> KeptRun:
        """The run of a folder, its bots found by `finder`; ValueError with one line if it is not one."""
        kept = read_plan(folder)
        facts = {name: value for name, value in asdict(kept).items() if name != "sabika"}
        return cls(folder, Plan(**facts, finder=finder, records=True))

    @classmethod
    def reopen(cls, folder: Path, bots: tuple[str, ...] | None, finder: Finder) -> KeptRun:
        """To play on, with the bots that the folder names or, again, those of the command line.

        The folder's word is never taken for a path: a bot from a file of yours has to be named again.
        """
        kept = read_plan(folder)
        check_bots(folder, kept.bots, bots)
        own = [name for name in kept.bots if is_own(name)]
        if own and bots is None:
            raise ValueError(f"{own[0]} is a bot of your own: name all bots again, --bots {','.join(kept.bots)}")
        return cls.open(folder, find_bot if bots is None else finder)

    def check(self, asked: Mapping[str, object]) -> None:
        """ValueError with one line if what was asked for, by the names of a plan, is not this run."""
        for name, wanted in asked.items():
            kept = getattr(self.plan, name)
            if isinstance(wanted, dict):
                settled = find(self.plan.game).settle_options(kept)
                kept = {option: settled[option] for option in wanted}
            if kept != wanted:
                raise ValueError(f"{self.folder} is a run with {told(name, kept)}, not {told(name, wanted)}")

    def check_bots(self, bots: tuple[str, ...] | None) -> None:
        check_bots(self.folder, self.plan.bots, bots)

    def extend(self, games: int) -> None:
        """To at least this many games; ValueError with one line if there are more."""
        deals = deals_for(self.plan, games)
        if deals < self.plan.deals:
            raise ValueError(f"{self.folder} is a run of {self.plan.games:,} games; ask for as many or more")
        self.plan = replace(self.plan, deals=deals)
        self.ledger.plan = self.plan

    def save_plan(self) -> None:
        write_plan(self.folder, self.plan)

    def add(self, deal: list[Played]) -> None:
        """Records first: a deal whose results are there is whole."""
        write_records(self.folder, deal)
        self.ledger.add(deal)


def not_asked(spec: str) -> Factory:
    """Finds the bots of a run that is only reported on: no code of theirs is loaded, and none is asked for a move."""
    return RandomBot if is_own(spec) else find_bot(spec)


def check_bots(folder: Path, kept: tuple[str, ...], named: tuple[str, ...] | None) -> None:
    """ValueError with one line if bots were named, and others than those of the run."""
    if named is not None and named != kept:
        raise ValueError(f"{folder} is a run of {','.join(kept)}; name the same bots, or none")


def told(name: str, value: object) -> str:
    """A part of a plan, as the command line says it."""
    if isinstance(value, dict):
        return " ".join(f"--option {option}={choice}" for option, choice in value.items())
    return f"--{'limit' if name == 'time_limit' else name} {value}"


def write_plan(folder: Path, plan: Plan) -> None:
    facts = {name: value for name, value in asdict(plan).items() if name in KeptPlan.__dataclass_fields__}
    text = msgspec.json.format(msgspec.json.encode(KeptPlan(sabika=__version__, **facts))) + b"\n"
    with replacing(folder / PLAN) as part:
        part.write_bytes(text)


def read_plan(folder: Path) -> KeptPlan:
    """What the folder says about its run; ValueError with one line when it holds none, or one of another version."""
    try:
        kept = msgspec.json.decode((folder / PLAN).read_bytes(), type=KeptPlan)
    except OSError:
        raise ValueError(f"{folder} holds no run: `sabika arena --records DIR` keeps one") from None
    except msgspec.MsgspecError as problem:
        raise ValueError(f"{folder / PLAN} cannot be read: {problem}") from None
    if kept.sabika != __version__:
        raise OtherResults(f"{folder} was played by sabika {kept.sabika}, this is {__version__}")
    return kept


def write_records(folder: Path, deal: list[Played]) -> None:
    """A file for each game, except those whose record was lost with their worker."""
    for game in deal:
        if game.record:
            (folder / f"{game.number:06}.sabika").write_text(game.record, encoding="utf-8")
