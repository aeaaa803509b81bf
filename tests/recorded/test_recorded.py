"""Whole games on record: they replay to the same positions and the same score, compiled or not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabika.engine.record import LuckStep, MoveStep, Record, read
from sabika.engine.registry import GAMES, find
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
            assert Table.replay(text, n).position == find(state.game).text(state)


def test_the_digest_sees_a_changed_position() -> None:
    lines = text_of("alhambra-2").splitlines()
    moves = [n for n, line in enumerate(lines) if ": take " in line]
    del lines[moves[-1] :]
    assert digest("\n".join(lines)) != end_of("alhambra-2")["positions"]


def test_every_record_has_its_end_and_every_recording_its_record() -> None:
    assert set(NAMES) == {path.stem for path in HERE.glob("*.json")}
    assert set(RECORDINGS) <= set(NAMES)


def kinds_of(game: str) -> tuple[dict[str, Record], set[str]]:
    """The records of a game, and the moves in them."""
    records = {name: record_of(name) for name in NAMES if name.startswith(f"{game}-")}
    steps = [step for record in records.values() for step in record.steps]
    return records, {step.notation for step in steps if isinstance(step, MoveStep)}


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_games_have_every_number_of_seats_and_every_option(game: str) -> None:
    records, _ = kinds_of(game)
    assert {len(record.seats) for record in records.values()} == {2, 3, 4, 5, 6}
    for option in GAMES[game].options:
        assert {record.options[option.name] for record in records.values()} == set(option.choices)


def test_the_recorded_games_of_the_dice_game_have_every_kind_of_move() -> None:
    records, moves = kinds_of("alhambra_dice")
    assert {move.split()[0] for move in moves} == {"keep", "mark", "displace", "annul", "black", "prize", "name"}
    assert {move.count(" swap ") for move in moves} == {0, 1}
    met = (state for name in records for state in states(text_of(name)))
    assert any(state.out for state in met if isinstance(state, AlhambraDice))  # markers that fell off (D18)


def test_the_recorded_games_of_alcazaba_have_every_kind_of_move() -> None:
    _, moves = kinds_of("alcazaba")
    assert {move.split()[0] for move in moves} == {*"keep mark name pick place reserve give add remove swap".split()}


def test_the_recorded_games_of_alhambra_are_of_all_kinds() -> None:
    """Both endings (A25, A32), helpers, every kind of move, and a scoring that was never held (A27)."""
    records, moves = kinds_of("alhambra")
    assert {end_of(name)["reason"] for name in records} == {"sold-out", "stalled"}
    movers = [{step.by for step in record.steps if isinstance(step, MoveStep)} for record in records.values()]
    assert {""} in movers
    assert {"absent"} in movers
    assert {"", "absent"} in movers
    assert {text_of(name).count("-> scoring") for name in records} == {0, 2}
    assert {move.split()[0] for move in moves} == {*"take buy add remove swap place reserve give".split()}
