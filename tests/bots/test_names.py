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
    assert bots.names()[:3] == ["random", "novice", "builder"]


def test_an_unknown_name_is_answered_in_one_line_with_all_there_are() -> None:
    with pytest.raises(ValueError, match=r"^there is no bot 'bulider'; there is random, novice, builder[^\n]*$"):
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
    assert bots.names() == ["random", "novice", "builder", "gone", "last", "number", "typo"]
    assert all(bots.find(name)(1) for name in ("random", "novice", "builder", "last"))


@pytest.mark.usefixtures("guests")
def test_nobody_takes_a_name_of_the_house() -> None:
    assert bots.find("random") is RandomBot
