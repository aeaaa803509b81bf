"""Tables that cannot be read: a stranger is told what is wrong, and nothing of our files."""

from __future__ import annotations

import pytest

from sabika.engine.registry import GameMissing
from sabika.server.live.cache import reading
from sabika.server.protocol.problems import Problem, ProblemError

LINES = {
    "not installed": ("the game 'hog' is not installed; choose one of pig", "the game 'hog' is not installed"),
    "does not load": ("the game 'hog' of hogs does not load: KeyError: '/srv'", "the game 'hog' of hogs does not load"),
}


@pytest.mark.parametrize(("line", "told"), LINES.values(), ids=LINES)
def test_a_table_whose_game_is_missing_says_so(line: str, told: str) -> None:
    with pytest.raises(ProblemError) as refused, reading():
        raise GameMissing(line)
    assert refused.value.problem == Problem("no-game", told)
