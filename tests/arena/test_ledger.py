"""What was played is kept, and a run goes on where it was stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sabika.arena.ledger import Ledger, OtherResults
from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Inline
from sabika.arena.run import run

PLAN = Plan("zatre", ("random", "novice"), 4, seed=9)


def told(games: list[Played]) -> list[tuple[object, ...]]:
    return [(game.number, game.deal, game.seating, game.shares, game.scores, game.fault, game.void) for game in games]


def filled(file: Path, deals: int) -> Ledger:
    ledger = Ledger(file, PLAN, "c0de")
    run(replace(PLAN, deals=deals), Inline(), counted=ledger.add, first=ledger.deals)
    return ledger


def test_a_run_in_two_parts_is_the_run_in_one(tmp_path: Path) -> None:
    filled(tmp_path / "parts", 1)
    filled(tmp_path / "parts", 3)
    parts = filled(tmp_path / "parts", 4)
    assert parts.deals == 4
    assert told(parts.games) == told(run(PLAN, Inline()).games)
    assert told(Ledger(tmp_path / "parts", PLAN, "c0de").games) == told(parts.games)


@pytest.mark.parametrize("lost", [1, 30, 2000])
def test_what_was_half_written_is_played_again(tmp_path: Path, lost: int) -> None:
    whole = filled(tmp_path / "file", 4)
    content = (tmp_path / "file").read_bytes()
    (tmp_path / "file").write_bytes(content[:-lost])
    assert Ledger(tmp_path / "file", PLAN, "c0de").deals < 4
    assert (tmp_path / "file").read_bytes() == content[:-lost]  # it may be another run that is writing just now
    assert told(filled(tmp_path / "file", 4).games) == told(whole.games)
    assert len((tmp_path / "file").read_bytes().splitlines()) == 9


def test_thinking_is_kept(tmp_path: Path) -> None:
    ledger = filled(tmp_path / "file", 1)
    again = Ledger(tmp_path / "file", PLAN, "c0de").games
    assert [game.thinking for game in again] == [game.thinking for game in ledger.games]
    assert again[0].thinking[0].decisions > 10


OTHERS = {
    "other code": (PLAN, "c1de", "holds results of other code"),
    "another seed": (replace(PLAN, seed=8), "c0de", "holds results of other games"),
    "other bots": (replace(PLAN, bots=("random", "builder")), "c0de", "holds results of other games"),
}


@pytest.mark.parametrize(("plan", "code", "line"), OTHERS.values(), ids=OTHERS)
def test_other_results_are_not_mixed_in(tmp_path: Path, plan: Plan, code: str, line: str) -> None:
    filled(tmp_path / "file", 1)
    with pytest.raises(OtherResults, match=line):
        Ledger(tmp_path / "file", plan, code)


def test_results_of_other_code_count_if_one_says_so(tmp_path: Path) -> None:
    filled(tmp_path / "file", 2)
    assert Ledger(tmp_path / "file", PLAN, "c1de", any_code=True).deals == 2


@pytest.mark.parametrize("content", [b"", b"hello\n", b"{}\n", b"\xff\x00"])
def test_what_is_no_file_of_results_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(OtherResults, match="is not a file of results"):
        Ledger(tmp_path / "file", PLAN, "c0de")
    assert (tmp_path / "file").read_bytes() == content
