"""A dataset: the same files whatever the jobs and the stops, and nothing else is ever overwritten."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Inline, Pool
from sabika.dataset.make import Making
from sabika.dataset.manifest import FILE
from sabika.dataset.rows import GameRows, TakeRows
from tests.arena import odd_bots
from tests.test_cli import COMMAND, sabika

PLAN = Plan("zatre", ("novice", "random"), 7, seed=5, finder=odd_bots.find)
SHARD = 4


def made(folder: Path, plan: Plan = PLAN, executor: Any = None) -> dict[str, bytes]:
    """The files of a dataset that was made to its end."""
    making = Making(folder, plan, SHARD)
    assert not making.go_on(executor or Inline()).interrupted
    return files(folder)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


class Stopped:
    """Plays some games; then somebody presses Ctrl-C."""

    def __init__(self, games: int) -> None:
        self.games = games

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[Played]:
        yield from Inline().play(plan, numbers[: self.games])
        raise KeyboardInterrupt


def test_the_files_hold_every_row_in_order(tmp_path: Path) -> None:
    assert list(made(tmp_path)) == [FILE, *(f"part-0000{n}.parquet" for n in range(4))]
    rows = pyarrow.dataset.dataset(tmp_path, format="parquet").to_table().to_pylist()
    wanted = []
    for played in Inline().play(replace(PLAN, extract=TakeRows("zatre", 2)), range(14)):
        each = GameRows.unpack(played.extracted)
        for n, seat in enumerate(each.seats):
            wanted.append(
                {
                    "game": played.number,
                    "deal": played.deal,
                    "step": each.steps[n],
                    "seat": seat,
                    "bot": played.seating[seat],
                    "observation": each.observations[n],
                    "mask": each.masks[n],
                    "half": each.halves[n],
                    "action": each.actions[n],
                    "win": each.wins[seat],
                    "margin": each.margins[seat],
                    "rank": each.ranks[seat],
                    "wins": [each.wins[seat], each.wins[1 - seat]],
                    "scores": [each.scores[seat], each.scores[1 - seat]],
                }
            )
    assert rows == wanted


def test_numbers_of_all_seats_begin_with_ones_own(tmp_path: Path) -> None:
    made(tmp_path, Plan("zatre", ("novice",), 1, seats=3, seed=5))
    for row in pq.read_table(tmp_path / "part-00000.parquet").to_pylist():
        assert row["win"] == row["wins"][0]
        assert row["margin"] == row["scores"][0] - max(row["scores"][1:])


@pytest.mark.process
def test_any_number_of_jobs_gives_the_same_bytes(tmp_path: Path) -> None:
    wanted = made(tmp_path / "inline")
    assert made(tmp_path / "one", executor=Pool(1)) == wanted
    assert made(tmp_path / "two", executor=Pool(2)) == wanted


@pytest.mark.parametrize("games", [0, 3, 4, 9, 13])
def test_what_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path, games: int) -> None:
    wanted = made(tmp_path / "whole")
    making = Making(tmp_path / "parts", PLAN, SHARD)
    assert making.go_on(Stopped(games)).interrupted
    assert list(files(tmp_path / "parts")) == [FILE, *(f"part-0000{n}.parquet" for n in range(games // SHARD))]
    again = Making(tmp_path / "parts", PLAN, SHARD)
    assert again.done == games // SHARD * SHARD
    assert not again.go_on(Inline()).interrupted
    assert files(tmp_path / "parts") == wanted
    assert made(tmp_path / "parts", executor=Stopped(0)) == wanted  # nothing is left to play


def test_more_games_are_added_to_what_is_there(tmp_path: Path) -> None:
    made(tmp_path / "grown", replace(PLAN, deals=3))
    assert made(tmp_path / "grown") == made(tmp_path / "whole")


def test_a_torn_file_is_made_again(tmp_path: Path) -> None:
    wanted = made(tmp_path)
    (tmp_path / "part-00001.parquet").write_bytes(wanted["part-00001.parquet"][:-30])
    (tmp_path / ".part-00002.parquet.part").write_bytes(b"PAR1")
    assert made(tmp_path) == wanted


OTHERS = {
    "another seed": (replace(PLAN, seed=6), "holds a dataset of other seed; choose another folder"),
    "other bots": (replace(PLAN, bots=("random",)), "holds a dataset of other bots; choose another folder"),
    "other seats and options": (
        replace(PLAN, seats=4, options={"teams": "yes"}),
        "holds a dataset of other options and seats and codec; choose another folder",
    ),
    "another game": (replace(PLAN, game="alhambra"), "holds a dataset of other game and codec; choose another folder"),
    "fewer games": (replace(PLAN, deals=2), "holds a dataset of 14 games; ask for as many or more"),
}


@pytest.mark.parametrize(("plan", "line"), OTHERS.values(), ids=OTHERS)
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, plan: Plan, line: str) -> None:
    Making(tmp_path, PLAN, SHARD)
    before = files(tmp_path)
    with pytest.raises(ValueError, match=f"^{tmp_path} {line}$"):
        Making(tmp_path, plan, SHARD)
    assert files(tmp_path) == before


def test_another_version_of_the_codec_is_refused(tmp_path: Path) -> None:
    making = Making(tmp_path, PLAN, SHARD)
    manifest = msgspec.json.decode((tmp_path / FILE).read_bytes())
    assert manifest["codec"]["version"] == making.manifest.codec.version == 1
    manifest["codec"]["version"] = 0
    (tmp_path / FILE).write_bytes(msgspec.json.encode(manifest))
    with pytest.raises(ValueError, match="holds a dataset of other codec"):
        Making(tmp_path, PLAN, SHARD)


def test_games_that_a_bot_failed_in_are_left_out_and_told(tmp_path: Path) -> None:
    plan = replace(PLAN, bots=("crashes", "random", "novice"), deals=2)
    making = Making(tmp_path, plan, SHARD)
    making.go_on(Inline())
    assert making.text().splitlines()[1:] == ["Games left out: 8, crashes crashed: ZeroDivisionError: no idea at all."]
    rows = pyarrow.dataset.dataset(tmp_path, format="parquet").to_table().to_pylist()
    assert {row["bot"] for row in rows} == {"random", "novice"}


def test_a_codec_that_fails_ends_the_run_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.dataset.rows.rows_of", lambda *_: 1 // 0)
    with pytest.raises(ValueError, match=r"^the codec of 'zatre' fails: ZeroDivisionError[^\n]*$"):
        Making(tmp_path, PLAN, SHARD).go_on(Inline())
    assert list(files(tmp_path)) == [FILE]


# The command.


def complaint(*words: str) -> str:
    result = sabika("dataset", *words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr


def test_bad_input_is_answered_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana")
    folder = ("--dir", str(tmp_path))
    assert "name a game: choose one of alhambra" in complaint(*folder)
    assert "say which bots play" in complaint("zatre", *folder)
    assert "missing option '--dir'" in complaint("zatre", "--bots", "novice").lower()
    assert "there is no bot 'bulider'" in complaint("zatre", "--bots", "bulider", *folder)
    assert "is not empty and holds no dataset" in complaint("zatre", "--bots", "novice", *folder)
    assert "cannot be written" in complaint("zatre", "--bots", "novice", "--dir", "/dev/null")


def test_without_pyarrow_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.extras.find_spec", lambda name: None)
    line = complaint("zatre", "--bots", "novice", "--dir", str(tmp_path / "x"))
    assert line == "sabika: a dataset needs pyarrow: pip install 'sabika[data]'\n"
    assert not (tmp_path / "x").exists()


@pytest.mark.process
def test_the_command_takes_a_bot_of_your_own_and_goes_on(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("from sabika.bots.random import RandomBot\n\n\nclass First(RandomBot):\n    pass\n")
    words = ("dataset", "zatre", "--bots", f"{own}:First,novice", "--dir", str(tmp_path / "x"), "--jobs", "1")
    first = sabika(*words, "--games", "2", "--shard", "2")
    assert first.exit_code == 0, first.stderr
    assert first.stdout.startswith("zatre: 2 games, ")
    more = sabika(*words, "--games", "3", "--shard", "2")
    assert more.stdout.startswith("zatre: 4 games, ")
    assert more.stdout.endswith(f" rows, 2 files in {tmp_path / 'x'}\n")


def test_values_are_columns_of_their_own(tmp_path: Path) -> None:
    making = Making(tmp_path, replace(PLAN, deals=1), SHARD, values=True)
    making.go_on(Inline())
    table = pyarrow.dataset.dataset(tmp_path, format="parquet").to_table()
    assert {len(row) for name in ("value_points", "value_wins") for row in table[name].to_pylist()} == {2}
    assert all(sum(row) == pytest.approx(1.0) for row in table["value_wins"].to_pylist())
    assert msgspec.json.decode((tmp_path / FILE).read_bytes())["values"] is True
    with pytest.raises(ValueError, match="holds a dataset of other values; choose another folder"):
        Making(tmp_path, replace(PLAN, deals=1), SHARD)


CRASHES = "class Mine:\n    def __init__(self, seed): pass\n    def choose(self, sight): return -7\n"


@pytest.mark.process
def test_a_dataset_or_table_of_failures_alone_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CRASHES)
    words = ("zatre", "--bots", f"{tmp_path / 'mine.py'}:Mine,random", "--games", "2", "--jobs", "1")
    made = sabika("dataset", *words, "--dir", str(tmp_path / "made"))
    assert made.exit_code == 1
    assert "2 games, 0 rows" in made.stdout or "0 games, 0 rows" in made.stdout
    assert "Games left out: 2" in made.stdout
    assert sabika("arena", *words).exit_code == 1


@pytest.mark.process
def test_sigterm_keeps_what_is_whole(tmp_path: Path) -> None:
    words = ["dataset", "zatre", "--bots", "random", "--dir", str(tmp_path), "--games", "50000", "--shard", "5"]
    command = [*COMMAND, *words, "--jobs", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not (tmp_path / "part-00001.parquet").exists() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (143, "")
    parts = sorted(tmp_path.glob("*.parquet"))
    assert out.startswith(f"Interrupted; run the same command again to continue.\nzatre: {5 * len(parts):,} games, ")
    assert sum(pq.read_metadata(part).num_rows for part in parts) > 0
    assert not list(tmp_path.glob(".*.part"))
