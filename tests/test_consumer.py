"""The types that another package sees: a program that uses the public face passes `mypy --strict`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CONSUMER = """
from sabika import LUCK, OVER, FastDealer, Refused, Rng, Rule, Table, bots, games
from sabika.bots import Bot
from sabika.engine.sight import Sight
from sabika.engine.state import Result, State
from sabika.envs import Batch, Codec, Field, batch, codec


class First:
    def __init__(self, seed: int) -> None:
        self.rng: Rng = Rng(seed)

    def choose(self, sight: Sight) -> int:
        return sight.moves()[0]


def play(name: str, bot: Bot) -> Result:
    table: Table = Table.deal(name, seats=2, seed=1, dealer=FastDealer(1))
    while not table.over:
        table.play(bot.choose(table.sight))
    return table.result


def why(table: Table, move: int) -> str:
    rule: Rule = table.refusal(move)
    try:
        table.play(move)
    except Refused as refused:
        rule = refused.rule
    return rule.label


def settled(state: State) -> bool:
    twin: State = state.clone()
    return twin == state and twin.actor not in (LUCK, OVER)


def bytes_of(name: str) -> int:
    book: Codec = codec(name, 3, {"open_money": True})
    fields: list[Field] = book.fields
    tables: Batch = batch(name, 2, 8, seed=1, reward="margin")
    tables.step_random(3)
    return sum(field.size() for field in fields) + len(tables.observations)


first: Bot = First(1)
scores: list[int] = play("zatre", bots.find("novice")(1)).scores
title: str = games.ALHAMBRA.title
"""


@pytest.mark.process
def test_a_strict_consumer_of_the_installed_package_has_no_complaint(tmp_path: Path) -> None:
    tmp_path.joinpath("consumer.py").write_text(CONSUMER, encoding="utf-8")
    tmp_path.joinpath("mypy.ini").write_text("[mypy]\nstrict = true\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "consumer.py"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
