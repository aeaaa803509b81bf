"""The first lines that somebody writes, and what he may forget."""

from __future__ import annotations

from random import Random

import pytest

from sabika import Table
from sabika.engine.game import Action, Unreadable
from sabika.engine.sight import Sight
from sabika.engine.state import Refused
from tests.contract.setups import Setup, every_number_of_seats, usual_setups

FIVE_LINES = """
from sabika import Table
table = Table.deal({name!r}, seats={seats}, seed=7)
while not table.over:
    table.play(my_choice(table.sight, table.actions()))
print(table.result)
"""


@every_number_of_seats
def test_five_lines_play_a_game(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(str(setup))

    def my_choice(sight: Sight, actions: list[Action]) -> Action:
        assert len(sight.moves()) == len(actions)
        return rng.choice(actions)

    names: dict[str, object] = {"my_choice": my_choice}
    exec(FIVE_LINES.format(name=setup.game.name, seats=setup.seats), names)
    table = names["table"]
    assert isinstance(table, Table)
    assert str(table.result.scores) in capsys.readouterr().out
    assert table.result.winners
    assert Table.replay(table.record.text).result.scores == table.result.scores


@usual_setups
def test_a_move_may_be_given_in_any_form(setup: Setup) -> None:
    tables = [Table.deal(setup.game.name, setup.seats, seed=7) for _ in range(3)]
    rng = Random(str(setup))
    while not tables[0].over:
        move = rng.choice(list(tables[0].moves()))
        tables[0].play(move)
        tables[1].play(setup.game.action(move))
        tables[2].play(setup.game.notation(move))
    assert len({table.record.text for table in tables}) == 1


@usual_setups
def test_names_for_seats(setup: Setup) -> None:
    table = Table.deal(setup.game.name, [f"name {seat}" for seat in range(setup.seats)])
    assert table.record.seats[0] == "name 0"
    for names in (["", *"abcdef"], ["a,b", *"cdefg"], ["a\nb", *"cdefg"], ["x" * 41, *"cdefg"]):
        with pytest.raises(ValueError, match="name"):
            Table.deal(setup.game.name, names[: setup.seats])


@usual_setups
def test_the_same_seed_is_the_same_game(setup: Setup) -> None:
    texts = set()
    for seed in (7, 7, 8):
        table = Table.deal(setup.game.name, setup.seats, seed=seed)
        while not table.over:
            table.play(table.state.default())
        texts.add(table.record.text)
    assert len(texts) == 2


def test_a_game_that_is_not_known_is_named() -> None:
    with pytest.raises(ValueError, match="the game 'chess' is not installed"):
        Table.deal("chess", seats=2)


@usual_setups
def test_mistakes_are_told(setup: Setup) -> None:
    table = Table.deal(setup.game.name, setup.seats, seed=7)
    with pytest.raises(Unreadable):
        table.play("castle kingside")
    with pytest.raises(Refused, match="E4"):
        table.play(-1)
    with pytest.raises(Refused, match="E3"):
        table.play(table.moves()[0], seat=(table.actor + 1) % setup.seats)
