"""Whole games on record: they replay to the same positions and the same score, compiled or not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabika.engine.record import LuckStep, MoveStep, Record, read
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.games.alhambra_dice.state import AlhambraDice
from tests.recorded.make import HERE, RECORDINGS, digest, ending, states

NAMES = sorted(path.stem for path in HERE.glob("*.txt"))


def text_of(name: str) -> str:
    return HERE.joinpath(f"{name}.txt").read_text(encoding="utf-8")


def end_of(name: str) -> dict[str, Any]:
    end: dict[str, Any] = json.loads(HERE.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return end


def record_of(name: str) -> Record:
    return read(text_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_replays_to_its_end(name: str) -> None:
    """Scores, winners, every score line, the final position and, by their digest, all positions on the way."""
    table = Table.replay(text_of(name))
    assert table.over
    assert ending(table) == end_of(name)
    assert table.record.text == text_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_is_verified(name: str) -> None:
    verdict = verify(text_of(name))
    assert (verdict.luck, verdict.chosen, verdict.scores) == ("sealed", True, end_of(name)["scores"])
    steps = record_of(name).steps
    assert verdict.moves == sum(isinstance(step, MoveStep) for step in steps)
    assert verdict.draws == sum(isinstance(step, LuckStep) for step in steps)


@pytest.mark.parametrize("name", NAMES[:3])
def test_a_record_opens_at_any_step(name: str) -> None:
    text = text_of(name)
    for n, state in enumerate(states(text)):
        if n % 50 == 0:
            assert Table.replay(text, n).state.text() == state.text()


def test_the_digest_sees_a_changed_position() -> None:
    lines = text_of("alhambra-2").splitlines()
    moves = [n for n, line in enumerate(lines) if ": take " in line]
    del lines[moves[-1] :]
    assert digest("\n".join(lines)) != end_of("alhambra-2")["positions"]


def test_every_record_has_its_end_and_its_maker() -> None:
    assert set(NAMES) == set(RECORDINGS) == {path.stem for path in HERE.glob("*.json")}


def test_the_recorded_games_of_alhambra_are_of_all_kinds() -> None:
    """Two to six seats, every option, both endings (A25, A32), helpers, and a scoring that was never held (A27)."""
    records = {name: record_of(name) for name in NAMES if name.startswith("alhambra-")}
    assert {len(record.seats) for record in records.values()} == {2, 3, 4, 5, 6}
    assert {record.options["extra_tower"] for record in records.values()} == {"off", "added", "replaces"}
    assert {record.options["open_money"] for record in records.values()} == {"no", "yes"}
    assert {end_of(name)["reason"] for name in records} == {"sold-out", "stalled"}
    movers = [{step.by for step in record.steps if isinstance(step, MoveStep)} for record in records.values()]
    assert {""} in movers
    assert {"absent"} in movers
    assert {"", "absent"} in movers
    assert {text_of(name).count("-> scoring") for name in records} == {0, 2}
    moves = {
        step.notation.split()[0] for record in records.values() for step in record.steps if isinstance(step, MoveStep)
    }
    assert moves == {"take", "buy", "add", "remove", "swap", "place", "reserve", "give"}


def moves_on_record(game: str) -> list[str]:
    """Every move of the recorded games of one game."""
    records = [record_of(name) for name in NAMES if name.startswith(f"{game}-")]
    assert {len(record.seats) for record in records} == {2, 3, 4, 5, 6}
    return [step.notation for record in records for step in record.steps if isinstance(step, MoveStep)]


def test_the_recorded_games_of_the_dice_game_are_of_all_kinds() -> None:
    """Two to six seats, both options, every kind of move, swapped points (D27), and markers that fell off (D18)."""
    moves = moves_on_record("alhambra_dice")
    assert {move.split()[0] for move in moves} == {"keep", "mark", "displace", "annul", "black", "prize", "name"}
    assert {move.count(" swap ") for move in moves} == {0, 1}
    names = [name for name in NAMES if name.startswith("alhambra_dice-")]
    assert {tuple(record_of(name).options.values()) for name in names} == {
        ("free", "first-throw"),
        ("same", "first-throw"),
        ("free", "any-throw"),
        ("same", "any-throw"),
    }
    assert any(state.out for name in names for state in states(text_of(name)) if isinstance(state, AlhambraDice))


def test_the_recorded_games_of_alcazaba_are_of_all_kinds() -> None:
    """Two to six seats and every kind of move."""
    moves = moves_on_record("alcazaba")
    assert {move.split()[0] for move in moves} == {*"keep mark name pick place reserve give add remove swap".split()}
    assert "pick first-player" in moves
