"""A run that is kept goes on where it was, and is reported on again without playing."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sabika.arena.kept import PLAN, RESULTS, KeptRun, not_asked
from sabika.arena.match import play
from sabika.arena.plan import Plan
from sabika.arena.pool import Inline
from sabika.arena.run import run
from sabika.arena.stats import Sprt
from sabika.bots.own import OwnBots
from sabika.bots.random import RandomBot
from tests.test_cli import sabika

RUN = Plan("zatre", ("novice", "random"), 3, seed=4, records=True)
OWN = "class Mine:\n    def __init__(self, seed): pass\n    def choose(self, sight): return sight.moves()[0]\n"


def keep(folder: Path, plan: Plan, deals: int) -> KeptRun:
    """The first deals of a run, kept."""
    folder.mkdir(exist_ok=True)
    kept = KeptRun.begin(folder, plan)
    run(replace(plan, deals=deals), Inline(), counted=kept.add)
    return kept


def results(text: str) -> list[str]:
    """The lines of standings, without times."""
    return [line for line in text.splitlines() if re.match(r"(novice|random|zatre|\S*Mine) .* \d+ *$", line)]


def test_a_run_that_goes_on_ends_as_one_that_was_never_stopped(tmp_path: Path) -> None:
    keep(tmp_path / "a", RUN, 1)
    whole = keep(tmp_path / "b", RUN, 3)
    kept = KeptRun.reopen(tmp_path / "a", None, OwnBots.of([]))
    assert kept.plan.games == RUN.games
    done = run(kept.plan, Inline(), counted=kept.add, before=kept.ledger.games.copy())
    assert [game.scores for game in done.games] == [game.scores for game in whole.ledger.games]
    assert [game.points for game in done.games] == [game.points for game in whole.ledger.games]
    for name in (f"00000{n}.sabika" for n in range(6)):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_a_test_counts_what_was_kept(tmp_path: Path) -> None:
    plan = Plan("zatre", ("builder", "random"), 12, seed=1, records=True)
    whole = run(plan, Inline(), Sprt(0, 400))
    kept = keep(tmp_path, plan, 2)
    again = run(plan, Inline(), Sprt(0, 400), before=kept.ledger.games)
    assert whole.test is not None
    assert again.test is not None
    assert (again.test.facts(), len(again.games)) == (whole.test.facts(), len(whole.games))


def test_the_command_reports_again_and_plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path, RUN, 2)
    monkeypatch.setattr("sabika.arena.pool.Pool.play", lambda *given: pytest.fail("a game was played"))
    told = sabika("arena", "--from-records", str(tmp_path), "--json")
    assert told.exit_code == 0, told.stderr
    assert json.loads(told.stdout)["tally"]["games"] == 4
    assert sabika("arena", "zatre", "--from-records", str(tmp_path)).exit_code == 0


@pytest.mark.process
def test_the_command_goes_on_with_a_bot_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    bots, folder = f"{tmp_path / 'mine.py'}:Mine,random", tmp_path / "run"
    words = ("zatre", "--games", "4", "--jobs", "1", "--records", str(folder))
    assert sabika("arena", "--bots", bots, *words).exit_code == 0
    lines = (folder / RESULTS).read_text().splitlines(keepends=True)
    (folder / RESULTS).write_text("".join(lines[:3]) + lines[3][:20])  # as if it had been stopped in the second deal
    again = sabika("arena", "--resume", str(folder), "--bots", bots, "--jobs", "1")
    assert again.exit_code == 0, again.stderr
    assert "4 games in 2 deals" in again.stdout
    assert len((folder / RESULTS).read_text().splitlines()) == 5


@pytest.mark.process
def test_more_games_extend_a_run(tmp_path: Path) -> None:
    keep(tmp_path, RUN, 3)
    more = sabika("arena", "--resume", str(tmp_path), "--games", "9", "--seed", "4", "--jobs", "1")
    assert more.exit_code == 0, more.stderr
    assert "10 games in 5 deals" in more.stdout
    assert KeptRun.open(tmp_path, not_asked).plan == replace(RUN, deals=5, finder=not_asked)
    whole = keep(tmp_path / "whole", replace(RUN, deals=5), 5)
    kept = KeptRun.open(tmp_path, not_asked).ledger.games
    assert [game.scores for game in kept] == [game.scores for game in whole.ledger.games]


OTHER = {
    "fewer games": ("--resume", ("--games", "2"), "is a run of 6 games; ask for as many or more"),
    "another seed": ("--resume", ("--seed", "9"), "is a run with --seed 4, not --seed 9"),
    "other seats": ("--resume", ("--seats", "3"), "is a run with --seats 2, not --seats 3"),
    "another limit": ("--resume", ("--limit", "1"), "is a run with --limit 60.0, not --limit 1.0"),
    "another option": (
        "--resume",
        ("--option", "teams=yes"),
        "is a run with --option teams=no, not --option teams=yes",
    ),
    "more games that are not to be played": ("--from-records", ("--games", "999"), "6 games; --resume can play more"),
    "other bots in a report": ("--from-records", ("--bots", "foo"), "is a run of novice,random"),
    "another seed in a report": ("--from-records", ("--seed", "9"), "is a run with --seed 4"),
}


@pytest.mark.parametrize(("way", "words", "about"), OTHER.values(), ids=OTHER)
def test_another_run_is_not_reported_as_this_one(tmp_path: Path, way: str, words: tuple[str, ...], about: str) -> None:
    keep(tmp_path, RUN, 1)
    told = sabika("arena", way, str(tmp_path), *words)
    assert (told.exit_code, told.stdout) == (2, "")
    assert about in told.stderr
    assert told.stderr.count("\n") == 1


def test_what_a_run_was_begun_with_may_be_said_again(tmp_path: Path) -> None:
    keep(tmp_path, RUN, 1)
    same = ("--games", "6", "--seed", "4", "--seats", "2", "--limit", "60", "--bots", "novice,random")
    assert sabika("arena", "--from-records", str(tmp_path), *same).exit_code == 0


def test_a_folder_cannot_name_a_file_to_load(tmp_path: Path) -> None:
    """Somebody sends you a folder: nothing in it is run."""
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n{OWN}")
    plan = Plan("zatre", ("novice", "random"), 1, records=True)
    keep(tmp_path / "run", plan, 1)
    for name in (PLAN, RESULTS):
        file = tmp_path / "run" / name
        file.write_text(file.read_text().replace('"novice"', f'"{trap}:Mine"'))
    refused = sabika("arena", "--resume", str(tmp_path / "run"))
    assert refused.exit_code == 2
    assert "is a bot of your own: name all bots again" in refused.stderr
    assert sabika("arena", "--from-records", str(tmp_path / "run")).exit_code == 0
    assert not (tmp_path / "sprung").exists()
    assert not_asked(f"{trap}:Mine") is RandomBot


BAD = {
    "no folder": ({}, ("--resume", "{}/none"), "holds no run"),
    "no plan": ({PLAN: "{"}, ("--resume", "{}"), "cannot be read"),
    "another version": ({PLAN: ""}, ("--resume", "{}"), "was played by sabika 0.0.1"),
    "other bots": (None, ("--resume", "{}", "--bots", "random,novice"), "is a run of novice,random"),
    "another game": (None, ("alhambra", "--resume", "{}"), "is a run of zatre, not of alhambra"),
    "results of something else": ({RESULTS: "x"}, ("--from-records", "{}"), "is not a file of results"),
    "two wishes": (None, ("--resume", "{}", "--from-records", "{}"), "cannot be combined"),
}


@pytest.mark.parametrize(("files", "words", "about"), BAD.values(), ids=BAD)
def test_what_cannot_go_on_is_told_in_one_line(
    tmp_path: Path, files: dict[str, str] | None, words: tuple[str, ...], about: str
) -> None:
    keep(tmp_path, RUN, 1)
    plan = (tmp_path / PLAN).read_text()
    for name, text in (files or {}).items():
        (tmp_path / name).write_text(text or re.sub(r'"sabika": "[^"]*"', '"sabika": "0.0.1"', plan))
    told = sabika("arena", *(word.format(tmp_path) for word in words))
    assert told.exit_code == 2
    assert about in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_game_whose_record_was_lost_is_counted_without_one(tmp_path: Path) -> None:
    kept = KeptRun.begin(tmp_path, RUN)
    kept.add([play(RUN, 0), replace(play(RUN, 1), record="")])
    assert [file.name for file in tmp_path.glob("*.sabika")] == ["000000.sabika"]
    assert len(KeptRun.open(tmp_path, not_asked).ledger.games) == 2


@pytest.mark.process
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_ended_prints_what_was_found(tmp_path: Path, number: int, code: int) -> None:
    folder = tmp_path / "run"
    words = ["arena", "zatre", "--bots", "random,novice", "--games", "100000", "--jobs", "1", "--records", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-m", "sabika", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not (folder / "000003.sabika").exists():  # whole deals
        assert process.poll() is None, process.communicate()
        os.sched_yield()
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert out.startswith("Interrupted; these are the results of all complete deals so far.")
    assert "novice" in out
    assert errors == ""
    assert sabika("arena", "--from-records", str(folder)).exit_code == 0
