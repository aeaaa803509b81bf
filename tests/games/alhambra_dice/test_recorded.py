"""Whole recorded games of the Dice Game: for every number of seats and every option, with exact results."""

from __future__ import annotations

import pytest

from tests.games.recorded import fingerprint, moves_of, names_of, scores_of

# Scores with Carlo's last, and a fingerprint of the positions after every step: compiled and uncompiled runs must
# both give it.
GAMES = {
    "alhambra_dice-2": ([83, 72, 181], "6065248fc2379a83"),
    "alhambra_dice-2-both-options": ([97, 99, 148], "79e0a37c210b7002"),
    "alhambra_dice-3": ([131, 74, 145], "e7fa82bc728f6ffb"),
    "alhambra_dice-3-same-dice": ([116, 85, 138], "6f56f10afa667f2b"),
    "alhambra_dice-4": ([100, 117, 54, 80], "3c9a7df39764e968"),
    "alhambra_dice-4-late-black-die": ([100, 55, 81, 100], "b442fcb0c50133d2"),
    "alhambra_dice-5": ([71, 65, 49, 58, 97], "c29f9d6c72907d87"),
    "alhambra_dice-6": ([50, 36, 64, 62, 62, 74], "3d8cc4b8090be708"),
}


@pytest.mark.parametrize(("name", "scores"), [(name, scores) for name, (scores, _) in GAMES.items()], ids=GAMES)
def test_a_recorded_game_comes_out_as_it_did(name: str, scores: list[int]) -> None:
    assert scores_of(name) == scores


@pytest.mark.parametrize(("name", "expected"), [(name, mark) for name, (_, mark) in GAMES.items()], ids=GAMES)
def test_every_position_on_the_way(name: str, expected: str) -> None:
    assert fingerprint(name) == expected


def test_every_kind_of_move_is_among_them() -> None:
    moves = moves_of("alhambra_dice")
    assert {move.split()[0] for move in moves} == {"keep", "mark", "displace", "annul", "black", "prize", "name"}
    assert any(" swap " in move for move in moves)


def test_all_recorded_games_are_in_the_list() -> None:
    assert names_of("alhambra_dice") == set(GAMES)
