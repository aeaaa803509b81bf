"""Bots are found by name; a package brings its own, and a broken one harms nobody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sabika
from sabika import bots
from sabika.bots.random import RandomBot

MODULE = """
class Last:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, sight):
        return sight.moves()[-1]

NUMBER = 7
"""
ENTRY_POINTS = """
[sabika.bots]
last = my_bots:Last
gone = my_vanished_module:Bot
typo = my_bots:Lsat
number = my_bots:NUMBER
random = my_bots:Last
"""


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with a good bot, three broken ones, and one that would like the name of another."""
    (tmp_path / "my_bots.py").write_text(MODULE)
    folder = tmp_path / "my_bots-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_the_house_names_its_bots_from_weak_to_strong() -> None:
    assert bots.names()[:6] == ["random", "novice", "apprentice", "builder", "architect", "vizier"]


def test_an_unknown_name_is_answered_in_one_line_with_all_there_are() -> None:
    with pytest.raises(
        ValueError, match=r"^there is no bot 'bulider'; choose one of random, novice, apprentice, [^\n]*$"
    ):
        bots.find("bulider")


@pytest.mark.usefixtures("guests")
def test_a_bot_of_another_package_is_found_by_its_name_and_plays() -> None:
    assert "last" in bots.names()
    table = sabika.Table.deal("alhambra", seats=2, seed=1)
    assert bots.find("last")(0).choose(table.sight) == list(table.moves())[-1]


BROKEN = {
    "its module is gone": ("gone", "ModuleNotFoundError: No module named 'my_vanished_module'"),
    "its class is gone": ("typo", "AttributeError: module 'my_bots' has no attribute 'Lsat'"),
    "it makes no bots": ("number", "my_bots:NUMBER cannot be called"),
}


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(("name", "reason"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_bot_gives_one_line_that_names_it_and_its_package(name: str, reason: str) -> None:
    line = f"the bot {name!r} of my-bots does not load: {reason}"
    with pytest.raises(ValueError, match=f"^{re.escape(line)}$"):
        bots.find(name)


@pytest.mark.usefixtures("guests")
def test_a_broken_bot_does_not_break_the_others() -> None:
    assert bots.names() == [*bots.HOUSE, "gone", "last", "number", "typo"]
    assert all(bots.find(name)(1) for name in ("random", "novice", "builder", "last"))


@pytest.mark.usefixtures("guests")
def test_nobody_takes_a_name_of_the_house() -> None:
    assert bots.find("random") is RandomBot


class Sleeper(RandomBot):
    """A bot that could think, if it were awake."""

    thinks = True

    def __init__(self, seed: int, budget: bots.Budget | None = None) -> None:
        super().__init__(seed)
        self.budget = budget


def test_a_bot_that_thinks_is_told_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "HOUSE", {"sleeper": Sleeper})
    for spec, budget in {
        "sleeper": None,
        "sleeper@400": bots.Budget(playouts=400),
        "sleeper@200ms": bots.Budget(seconds=0.2),
    }.items():
        found = bots.find(spec)(1)
        assert isinstance(found, Sleeper)
        assert found.budget == budget
    assert [str(bots.Budget.read(text)) for text in ("400", "200ms")] == ["400", "200ms"]


BUDGETS = {
    "nothing": "",
    "no playouts": "0",
    "less than none": "-3",
    "seconds": "2s",
    "a word": "long",
    "digits of another script": "٣",
    "more than anybody waits for": "10000000000",
}


@pytest.mark.parametrize("budget", BUDGETS.values(), ids=list(BUDGETS))
def test_a_budget_that_is_none_is_refused_in_one_line(budget: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "HOUSE", {"sleeper": Sleeper})
    with pytest.raises(ValueError, match=r"^a bot thinks for a number of playouts[^\n]*$"):
        bots.find(f"sleeper@{budget}")


def test_a_bot_that_answers_at_once_takes_no_budget() -> None:
    with pytest.raises(ValueError, match="'random' takes no budget"):
        bots.find("random@400")
