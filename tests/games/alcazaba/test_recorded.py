"""Whole recorded games of Alcazaba for every number of seats, with exact results."""

from __future__ import annotations

import pytest

from tests.games.recorded import fingerprint, moves_of, names_of, scores_of

# Scores with Carlo's last, and a fingerprint of the positions after every step: compiled and uncompiled runs must
# both give it.
GAMES = {
    "alcazaba-2": ([89, 64, 160], "6b843d03c14708c3"),
    "alcazaba-3": ([118, 111, 88], "f85a613d932b989f"),
    "alcazaba-4": ([66, 129, 40, 96], "37eefce427d6d8a4"),
    "alcazaba-5": ([58, 42, 70, 85, 59], "6f4f3a64f54b827b"),
    "alcazaba-6": ([28, 18, 68, 60, 80, 49], "9ee9559fa29afd27"),
}


@pytest.mark.parametrize(("name", "scores"), [(name, scores) for name, (scores, _) in GAMES.items()], ids=GAMES)
def test_a_recorded_game_comes_out_as_it_did(name: str, scores: list[int]) -> None:
    assert scores_of(name) == scores


@pytest.mark.parametrize(("name", "expected"), [(name, mark) for name, (_, mark) in GAMES.items()], ids=GAMES)
def test_every_position_on_the_way(name: str, expected: str) -> None:
    assert fingerprint(name) == expected


def test_every_kind_of_move_is_among_them() -> None:
    moves = moves_of("alcazaba")
    assert {move.split()[0] for move in moves} == {*"keep mark name pick place reserve give add remove swap".split()}


def test_all_recorded_games_are_in_the_list() -> None:
    assert names_of("alcazaba") == set(GAMES)
