"""The command sabika: each command's good and bad ways, as a person and as a script meets it."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result

from sabika import Table, doctor
from sabika.arena.kept import write_records
from sabika.arena.match import lost, play
from sabika.arena.plan import Plan
from sabika.cli import COMMANDS, main
from sabika.engine.record import LONGEST_TEXT, read
from tests.recorded.make import HERE
from tests.terminal.hands import random_game


def sabika(*words: str, answers: str | bytes | None = None, columns: int = 100) -> Result:
    return CliRunner().invoke(main, list(words), input=answers, env={"COLUMNS": str(columns)})


@cache
def whole_game() -> str:
    table = random_game(Table.deal("alhambra", ["you", "builder", "novice"], seed=11), 11, 100_000)
    assert table.over
    return table.record.text


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "evening.sabika"
    file.write_text(whole_game())
    return file


# Bad input: one clear line on standard error, exit code 2.

COMPLAINTS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "no such command": (("plya", "alhambra"), "no such command 'plya'"),
    "no such game": (("play", "chess"), "the game 'chess' is not installed; choose one of alhambra"),
    "no game at all": (("play",), "name a game: choose one of alhambra"),
    "no such option of the game": (
        ("play", "alhambra", "--option", "towers=3"),
        "alhambra has no option 'towers'; it has extra_tower, open_money",
    ),
    "no such choice of an option": (
        ("play", "alhambra", "--option", "extra_tower=maybe"),
        "option extra_tower is one of off, added, replaces, not 'maybe'",
    ),
    "an option without a value": (("play", "alhambra", "--option", "extra_tower"), "write an option as name=value"),
    "no such option of the command": (("play", "alhambra", "--speed", "3"), "no such option '--speed'"),
    "one seat": (("play", "alhambra", "--seats", "you"), "alhambra is for 2 to 6 seats, not 1"),
    "seven seats": (("play", "alhambra", "--seats", "a,b,c,d,e,f,g"), "alhambra is for 2 to 6 seats, not 7"),
    "a bot misspelled": (
        ("play", "alhambra", "--seats", "you,bulder"),
        "there is no bot 'bulder'; choose one of ",
    ),
    "a bot of one's own": (
        ("play", "alhambra", "--seats", "you,mybot.py:First"),
        "mybot.py:first is your own bot, and your own bots play only in the arena: sabika arena alhambra --bots",
    ),
    "two people of one name": (("play", "alhambra", "--seats", "Ana,Ana"), "two seats are called 'ana'"),
    "a seat without a name": (("play", "alhambra", "--seats", "you,,novice"), "a seat's name has 1 to 40 printable"),
    "a seed that is no number": (("play", "alhambra", "--seed", "lucky"), "'lucky' is not a valid integer"),
    "a seed below zero": (("play", "alhambra", "--seed", "-1"), "-1 is not in the range"),
    "a file in no folder": (("play", "alhambra", "--save", "/no/such/folder/x"), "cannot be written: no such file"),
    "resume of nothing": (("resume", "/no/such/file"), "/no/such/file: no such file or directory"),
    "replay of nothing": (("replay", "/no/such/file"), "/no/such/file: no such file or directory"),
    "verify of a folder": (("verify", "/"), "/: is a directory"),
    "a step that is no number": (("replay", "x", "--step", "two"), "'two' is not a valid integer"),
    "a step below zero": (("replay", "x", "--step", "-2"), "-2 is not in the range"),
    "an arena of no game": (("arena", "--bots", "novice"), "name a game: choose one of alhambra"),
    "an arena of a game nobody knows": (("arena", "chess", "--bots", "novice"), "the game 'chess' is not installed"),
    "an arena without bots": (("arena", "zatre"), "say which bots play"),
    "an arena of empty names": (("arena", "zatre", "--bots", ", ,"), "say which bots play"),
    "an arena with a bot nobody knows": (("arena", "zatre", "--bots", "novice,bulider"), "there is no bot 'bulider'"),
    "an arena with a budget that is none": (("arena", "zatre", "--bots", "novice@9"), "'novice' takes no budget"),
    "an arena of no games": (("arena", "zatre", "--bots", "novice", "--games", "0"), "0 is not in the range"),
    "an arena of all the games there are": (
        ("arena", "zatre", "--bots", "novice", "--games", "99999999999999999999"),
        "99,999,999,999,999,999,999 games; a run has 1,000,000 at most",
    ),
    "an arena of too many bots": (
        ("arena", "zatre", "--bots", ",".join(["random"] * 60), "--seats", "6"),
        "a run has 1,000,000 at most",
    ),
    "an arena that waits forever": (
        ("arena", "zatre", "--bots", "novice", "--limit", "inf"),
        "some seconds for a move",
    ),
    "an arena that waits for no number": (
        ("arena", "zatre", "--bots", "novice", "--limit", "nan"),
        "some seconds for a move, not nan",
    ),
    "an arena of seven seats": (("arena", "zatre", "--bots", "novice", "--seats", "7"), "2 to 6 seats, not 7"),
    "an arena with no job": (("arena", "zatre", "--bots", "novice", "--jobs", "0"), "0 is not in the range"),
    "an arena with no such option": (("arena", "zatre", "--bots", "novice", "--option", "x=1"), "has no option 'x'"),
    "an arena with half an option": (
        ("arena", "zatre", "--bots", "novice", "--option", "x"),
        "write an option as name=value",
    ),
    "records nowhere": (("arena", "zatre", "--bots", "novice", "--records", ""), "--records needs the name"),
    "a report nowhere": (("arena", "zatre", "--bots", "novice", "--report", ""), "--report needs the name"),
    "records in a file": (("arena", "zatre", "--bots", "novice", "--records", "/dev/null"), "cannot be written"),
    "records where nobody may": (("arena", "zatre", "--bots", "novice", "--records", "/proc/x"), "cannot be written"),
    "records in a full folder": (("arena", "zatre", "--bots", "novice", "--records", "/"), "is not empty"),
    "a report in no folder": (
        ("arena", "zatre", "--bots", "novice", "--report", "/no/such/folder/x.html"),
        "/no/such/folder/x.html cannot be written: no such file",
    ),
    "a report on a folder": (("arena", "zatre", "--bots", "novice", "--report", "/"), "cannot be written: is a dir"),
    "a test of one bot": (("arena", "zatre", "--bots", "novice", "--sprt", "0,9"), "compares two bots, not 1"),
    "a test of three bots": (
        ("arena", "zatre", "--bots", "novice,random,builder", "--sprt", "0,9"),
        "compares two bots, not 3",
    ),
    "a test of unequal seats": (
        ("arena", "zatre", "--bots", "novice,random,random", "--seats", "3", "--sprt", "0,9"),
        "as many seats for the one bot",
    ),
    "a test of one number": (("arena", "zatre", "--bots", "novice,random", "--sprt", "50"), "--sprt takes two numbers"),
    "a test of words": (("arena", "zatre", "--bots", "novice,random", "--sprt", "a,b"), "--sprt takes two numbers"),
    "a test of nothing": (("arena", "zatre", "--bots", "novice,random", "--sprt", ""), "--sprt takes two numbers"),
    "a test of what nobody can be": (
        ("arena", "zatre", "--bots", "novice,random", "--sprt", "0,1e6"),
        "a lower and a higher number, 2000 at most, not 0,1e+06",
    ),
    "a test downwards": (("arena", "zatre", "--bots", "novice,random", "--sprt", "9,0"), "a lower and a higher number"),
    "ratings of no game": (("ratings",), "name a game: choose one of alhambra"),
    "ratings of a game nobody knows": (("ratings", "chess"), "the game 'chess' is not installed"),
    "doctor with an argument": (("doctor", "who"), "unexpected extra argument"),
}


@pytest.mark.parametrize(("words", "complaint"), COMPLAINTS.values(), ids=COMPLAINTS)
def test_bad_input_is_answered_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    result = sabika(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("sabika: ")
    assert complaint in result.stderr.lower()
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_teaches_with_an_example(command: str) -> None:
    result = sabika(*command.split(), "--help")
    assert result.exit_code == 0
    assert f"  sabika {command or 'play alhambra'}" in result.stdout
    assert all(len(line) <= 100 for line in result.stdout.splitlines())


@pytest.mark.parametrize("command", ["tables", "people", "puzzles"])
def test_the_list_of_what_a_command_does_fits_into_80_columns(command: str) -> None:
    result = CliRunner().invoke(main, [command, "--help"], terminal_width=80)
    assert result.exit_code == 0
    assert not [line for line in result.stdout.splitlines() if line.endswith("...") and not line.startswith("Usage")]


def test_without_a_command_help_is_shown() -> None:
    result = sabika()
    assert result.exit_code == 0
    assert "sabika play alhambra" in result.stdout


@pytest.mark.process
def test_help_loads_no_command() -> None:
    """The list of commands comes quickly: what a command needs is imported when it is called."""
    code = "import sys, sabika.cli as cli\ntry: cli.main(['--help'])\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert all(f"  {name} " in done.stdout for name in COMMANDS)
    assert not {"rich", "starlette", "sabika.terminal", "sabika.arena"} & set(done.stderr.split())


def test_version() -> None:
    from sabika import __version__

    assert sabika("--version").stdout == f"sabika, version {__version__}\n"


def test_games_lists_games_seats_options_and_bots() -> None:
    result = sabika("games")
    assert result.exit_code == 0
    for word in (
        "alhambra",
        "2 to 6 seats",
        "extra_tower=off|added|replaces",
        "open_money=no|yes",
        "builder",
        "novice",
    ):
        assert word in result.stdout


@pytest.mark.process
def test_doctor_tells_what_runs() -> None:
    assert "Python" in sabika("doctor").stdout
    brief = sabika("doctor", "--brief")
    assert brief.exit_code == 0
    assert brief.stdout.count("\n") == 1


INSTALLED = {
    "from an index": ("", "pip install --force-reinstall --no-deps --no-cache-dir sabika"),
    "from a folder of sources": ("file://{}/home", "make build"),
    "from a wheel in it": ("file://{}/home/dist/sabika-0.1.0-py3-none-any.whl", "make build"),
    "from a wheel elsewhere": ("file://{}/sabika.whl", "pip install --force-reinstall"),
    "from the web": ("https://example/sabika.whl", "pip install --force-reinstall"),
}


@pytest.mark.parametrize(("url", "command"), INSTALLED.values(), ids=INSTALLED)
def test_doctor_names_the_command_that_builds_again(
    url: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home/src/sabika").mkdir(parents=True)
    (tmp_path / "home/Makefile").touch()
    facts = json.dumps({"url": url.format(tmp_path)}) if url else None
    monkeypatch.setattr(doctor, "__file__", str(tmp_path / "site-packages/sabika/doctor.py"))
    monkeypatch.setattr(doctor, "distribution", lambda name: SimpleNamespace(read_text=lambda file: facts))
    monkeypatch.setattr(doctor, "compiler", lambda: None)
    assert doctor.why_uncompiled().endswith(f"`{doctor.rebuild()}`")
    assert doctor.rebuild().startswith(command)


def test_doctor_knows_what_every_extra_brings() -> None:
    project = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = [line for extra in project["optional-dependencies"].values() for line in extra]
    assert {re.split(r"[^\w-]", line)[0] for line in brought} == set(doctor.OPTIONAL)


# Playing.


def test_a_seed_and_answers_give_the_same_game_again() -> None:
    first, second = (sabika("play", "alhambra", "--seed", "4", answers="1\n1\n1\n") for _ in range(2))
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert first.stdout != sabika("play", "alhambra", "--seed", "5", answers="1\n1\n1\n").stdout


def test_the_end_of_input_ends_the_game_cleanly() -> None:
    result = sabika("play", "alhambra", answers="1\n")
    assert result.exit_code == 0
    assert "End of input; the game is not saved. To save it, use --save FILE." in result.stdout


def test_input_that_is_no_text_is_refused_and_not_a_crash() -> None:
    result = sabika("play", "alhambra", answers=b"\xff\xfe\x00\n\x1b[A\n1\n")
    assert result.exit_code == 0
    assert "is not a move" in result.stdout


def test_options_are_played_with() -> None:
    result = sabika("play", "alhambra", "--seats", "Ana,Ben", "--option", "open_money=yes", answers="quit\n\n")
    assert result.exit_code == 0
    assert "Pass to" not in result.stdout


def test_equal_bots_are_told_apart() -> None:
    result = sabika("play", "alhambra", "--seats", "you,novice,novice", answers="quit\nno\n")
    assert "with you, novice 1 (bot) and novice 2 (bot)" in result.stdout


def test_saving_and_resuming(tmp_path: Path) -> None:
    file = str(tmp_path / "x.sabika")
    first = sabika("play", "alhambra", "--seed", "4", "--save", file, answers="1\nquit\n", columns=300)
    assert f"`sabika resume {file}` continues it." in first.stdout
    second = sabika("resume", file, answers="log\n1\n", columns=300)
    assert second.exit_code == 0
    assert "You take" in second.stdout
    assert f"The game is saved in {file}" in second.stdout
    moves = [line for line in Path(file).read_text().splitlines() if line.startswith("1: ")]
    assert len(moves) >= 2
    assert sabika("verify", file).exit_code == 0
    again = sabika("play", "alhambra", "--save", file)
    assert again.exit_code == 2
    assert "already exists" in again.stderr


def test_a_finished_game_resumes_at_its_result(record: Path) -> None:
    result = sabika("resume", str(record), answers="\n")
    assert result.exit_code == 0
    assert "Third and last scoring" in result.stdout


def test_a_record_without_its_seed_cannot_be_played_on(tmp_path: Path) -> None:
    file = tmp_path / "open.sabika"
    file.write_text(Table.deal("alhambra", ["you", "novice"], seed=1).record.text)
    result = sabika("resume", str(file))
    assert result.exit_code == 2
    assert "has no seed, so it cannot be continued" in result.stderr


# Records.


def test_replay_shows_header_position_steps_and_result(record: Path) -> None:
    result = sabika("replay", str(record))
    assert result.exit_code == 0
    for word in ("Alhambra, rules version 1", "1 you, 2 builder, 3 novice", "longest wall", "points", " win"):
        assert word in result.stdout
    steps = sum(line.startswith(("luck", "1:", "2:", "3:")) for line in whole_game().splitlines()) - 1  # the header's
    assert f"{steps} steps" in result.stdout
    assert f"> {steps:>5}  " in result.stdout


@pytest.mark.parametrize("step", [0, 1, 9, 60, 61, 62, 63])
def test_replay_shows_any_step(record: Path, step: int) -> None:
    result = sabika("replay", str(record), "--step", str(step))
    assert result.exit_code == 0
    assert (f"> {step:>5}  " in result.stdout) == (step > 0)
    assert "Third and last scoring" not in result.stdout


def test_replay_of_a_step_too_far(record: Path) -> None:
    result = sabika("replay", str(record), "--step", "99999")
    assert result.exit_code == 2
    assert "so there is no step 99999" in result.stderr


def test_verify_names_everything_it_checked(record: Path) -> None:
    result = sabika("verify", str(record))
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["record", "moves", "luck", "result", "digest"]
    assert "come from the committed seed, which a person chose" in result.stdout


def test_verify_compares_with_the_digest_that_somebody_kept(record: Path) -> None:
    digest = Table.replay(record.read_text(encoding="utf-8")).digest
    good = sabika("verify", str(record), "--digest", digest)
    assert (good.exit_code, f"{digest}; yours matches the digest after step" in good.output) == (0, True)
    other = sabika("verify", str(record), "--digest", "0" * 64)
    assert (other.exit_code, "this is not the game whose digest you kept" in other.output) == (1, True)
    none = sabika("verify", str(record), "--digest", "77c3")
    assert (none.exit_code, "a digest is 64 characters" in none.output) == (2, True)


def test_verify_names_what_version_1_cannot_show() -> None:
    text = HERE.joinpath("zatre-2.txt").read_text(encoding="utf-8")
    assert "a record of version 1 does not show which seats were bots" in sabika("verify", "-", answers=text).output


def test_verify_and_replay_tell_who_resigned_and_who_won_instead() -> None:
    text = whole_game()
    best = Table.replay(text).result.winners[0]
    resigned = text.replace("\nresult: ", f"\nresigned: {best + 1}\nresult: ")
    winner = ["you", "builder", "novice"][best]
    told = sabika("verify", "-", answers=resigned)
    assert (told.exit_code, f"the record says that {winner} resigned" in told.stdout) == (0, True)
    shown = sabika("replay", "-", answers=resigned).stdout
    assert (f"gave up {winner}" in shown, f"{winner.capitalize()} win" in shown) == (True, False)
    everybody = text.replace("\nresult: ", "\nresigned: 1, 2, 3\nresult: ")
    assert "nobody wins" in sabika("replay", "-", answers=everybody).stdout


def test_of_a_fork_it_is_told_where_it_begins() -> None:
    begun = Table.deal("zatre", 2, seed=7)
    for _ in range(5):
        begun.play(begun.state.default())
    seat = f"as seat {begun.actor + 1} saw it"
    fork = Table.from_position(begun.sight.text(), ["ana", "ben"], origin="seed-7 step 20")
    text = random_game(fork, 3, 100_000).record.text
    told = sabika("verify", "-", answers=text).stdout
    assert re.search(rf"(?m)^begins  from seed-7 step 20, {seat}; the record cannot show", told), told
    assert re.search(rf"(?m)^begins +from seed-7 step 20, {seat}$", sabika("replay", "-", answers=text).stdout)
    told = sabika("review", "-", answers=text).stdout
    assert "goes on from seed-7 (step 20); turns are counted from there" in told
    anywhere = Table.from_position(begun.position, ["ana", "ben"]).record.text
    assert "begins  from a position; " in sabika("verify", "-", answers=anywhere).stdout


def test_a_replay_tells_bots_of_the_same_name_apart() -> None:
    text = whole_game()
    named = re.sub(r"(?m)^seats: .*$", "seats: builder, builder, novice", text)
    assert "builder 2" in sabika("replay", "-", answers=named).stdout


def test_verify_and_replay_read_standard_input() -> None:
    assert sabika("verify", "-", answers=whole_game()).exit_code == 0
    assert sabika("replay", "-", "--step", "40", answers=whole_game()).exit_code == 0


def test_verify_tells_what_an_unfinished_record_lacks() -> None:
    result = sabika("verify", "-", answers=Table.deal("alhambra", 2, seed=1).record.text)
    assert result.exit_code == 0
    assert "the seed, which a person chose, is revealed when the game ends" in result.stdout
    assert "the game is not over; the record cannot show whether it went on" in result.stdout
    assert "note" not in result.stdout


def test_verify_says_what_a_record_that_was_cut_off_may_be() -> None:
    """A finished game without its last steps: like a saved game, but for its seed and the digest that somebody kept."""
    table = random_game(Table.deal("zatre", 2, seed=1), 1, 100_000)
    seed = f"seed: {read(table.record.text).seed}\n"
    cut = Table.replay(table.record.text, 40)
    while cut.actor < 0:
        cut = Table.replay(table.record.text, len(cut.record.steps) - 1)
    text = re.sub("digest: .*\n", "", cut.record.text) + seed
    result = sabika("verify", "-", answers=text)
    assert (result.exit_code, "a saved game, or a finished one that was cut off" in result.stdout) == (0, True)
    kept = sabika("verify", "-", "--digest", table.digest, answers=text)
    assert (kept.exit_code, "or it was cut off before that step" in kept.stderr) == (1, True)


def test_a_review_of_a_record_that_fails_its_check_says_so() -> None:
    text = whole_game()
    assert "sabika verify" not in sabika("review", "-", answers=text).stderr
    forged = re.sub(r"(?m)^digest: .*$", "digest: " + "0" * 64, text)
    result = sabika("review", "-", answers=forged)
    assert (result.exit_code, "this record fails `sabika verify`: " in result.stderr) == (0, True)


@pytest.mark.parametrize("change", [lambda text: text[:-300], lambda text: change_a_move(text)], ids=["cut", "illegal"])
def test_a_review_of_what_cannot_be_replayed_says_so_once(change: Callable[[str], str]) -> None:
    result = sabika("review", "-", answers=change(whole_game()))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1), result.stderr
    assert re.match(r"sabika: -: .*step \d+", result.stderr)


def change_a_move(text: str) -> str:
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("1: take"))
    return "\n".join([*lines[:at], "1: take y1 y2 y3", *lines[at + 1 :]])


def change_a_draw(text: str) -> str:
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("luck money"))
    return "\n".join([*lines[:at], lines[at].rsplit(" ", 1)[0] + " y1", *lines[at + 1 :]])


OFF: Mapping[str, tuple[Callable[[str], str], str]] = {
    "an illegal move": (change_a_move, "(A12)"),
    "a draw that is another card": (change_a_draw, "gives"),
    "a wrong result": (lambda text: text.replace("result: ", "result: 1"), "the score is"),
    "another seed": (lambda text: text.replace("seed: ", "seed: 0")[:-2] + "\n", "not the one that was committed"),
    "a line of something else": (lambda text: text.replace("luck money/9", "lukc money/9"), "not a line of a record"),
    "cut in the middle of a line": (lambda text: text[: text.index("luck money/30") + 20], "step "),
    "a game unknown here": (lambda text: text.replace("game: alhambra", "game: go"), "the game 'go' is not installed"),
    "rules unknown here": (lambda text: text.replace("rules: 1", "rules: 99"), "rules version 99 is not known"),
    "a header cut off": (lambda text: "sabika record 1\n", "has no 'game'"),
}


@pytest.mark.parametrize(("change", "complaint"), OFF.values(), ids=OFF)
def test_something_off_in_a_record_is_one_line_and_exit_code_1(change: Callable[[str], str], complaint: str) -> None:
    result = sabika("verify", "-", answers=change(whole_game()))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


NO_RECORDS: Mapping[str, tuple[bytes, str]] = {
    "an empty file": (b"", "not a record"),
    "a letter": (b"Dear Ana,\nsee you at eight.\n", "not a record"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\xff", "not a text file"),
    "zeros": (b"\0" * 10_000, "not a record"),
    "a huge file": (b"sabika record 1\n" + b"x" * LONGEST_TEXT, "too large"),
    "another version": (b"sabika record 7\n", "not a record"),
}


@pytest.mark.parametrize(("content", "complaint"), NO_RECORDS.values(), ids=NO_RECORDS)
@pytest.mark.parametrize("command", ["verify", "replay", "resume"])
def test_what_is_no_record_is_one_line_and_exit_code_2(
    command: str, content: bytes, complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "thing"
    file.write_bytes(content)
    result = sabika(command, str(file))
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


def test_any_small_damage_gives_one_line_or_is_harmless() -> None:
    """Single characters changed all over a record: never a traceback."""
    text = whole_game()
    for at in range(3, len(text), len(text) // 24):
        result = sabika("verify", "-", answers=text[:at] + ("7" if text[at] != "7" else "x") + text[at + 1 :])
        assert result.exit_code in (0, 1, 2)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert result.exit_code == 0 or result.stderr.count("\n") == 1


def test_the_picture_of_the_readme_needs_nothing_from_elsewhere() -> None:
    picture = Path(__file__).parents[1] / "docs" / "picture.svg"
    text = picture.read_text(encoding="utf-8")
    assert "@font-face" not in text
    assert set(re.findall(r"https?://[^\"' )]*", text)) == {"http://www.w3.org/2000/svg"}


def test_a_bot_that_cannot_be_made_is_told_of_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(seed: int) -> NoReturn:
        raise OSError("my model\nis gone")

    monkeypatch.setattr("sabika.bots.HOUSE", {"novice": fails})
    result = sabika("play", "zatre", "--seats", "you,novice")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "sabika: the bot 'novice' failed to start: OSError: my model is gone\n"


# The arena.


def arena(*words: str) -> dict[str, Any]:
    """What --json prints, without what differs from run to run."""
    result = sabika("arena", "zatre", "--json", *words)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    for standing in found["tally"]["standings"]:
        assert standing.pop("speed")["decisions"] > 0
    return found


@pytest.mark.process
def test_the_arena_gives_the_same_results_whatever_the_jobs() -> None:
    words = ("--bots", "novice,random", "--games", "30", "--seed", "4")
    one, three = (arena(*words, "--jobs", jobs) for jobs in ("1", "3"))
    assert one == three
    assert one["tally"]["games"] == 30
    assert one["tally"] != arena(*words[:-1], "5")["tally"]


@pytest.mark.process
def test_a_test_stops_at_the_same_deal_whatever_the_jobs() -> None:
    words = ("--bots", "novice,random", "--games", "2000", "--sprt", "-100,100")
    one, three = (arena(*words, "--jobs", jobs) for jobs in ("1", "3"))
    assert one == three
    assert one["test"]["verdict"]
    assert one["tally"]["games"] < 2000


@pytest.mark.process
def test_the_arena_in_words() -> None:
    result = sabika("arena", "zatre", "--bots", "novice,random,random", "--seats", "3", "--games", "6")
    assert result.exit_code == 0
    assert result.stderr == ""  # the bar is for terminals
    for word in ("zatre, 3 seats", "6 games in 2 deals, seed 0", "rating", "margin", "95 %", "a second", "33.3 %"):
        assert word in result.stdout


@pytest.mark.process
def test_the_arena_keeps_records_that_replay(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    arena("--bots", "novice,random", "--games", "4", "--records", str(folder))
    files = sorted(folder.glob("*.sabika"))
    assert [file.name for file in files] == [f"00000{n}.sabika" for n in range(4)]
    for file in files:
        assert Table.replay(file.read_text()).over
        assert sabika("verify", str(file)).exit_code == 0
    again = sabika("arena", "zatre", "--bots", "novice", "--records", str(folder))
    assert again.exit_code == 2
    assert "is not empty" in again.stderr


def test_a_record_that_was_lost_with_its_worker_is_no_empty_file(tmp_path: Path) -> None:
    plan = Plan("zatre", ("novice", "random"), 1, records=True)
    write_records(tmp_path, [play(plan, 0), lost(plan, 1, 0, "hangs", "no move")])
    assert [file.name for file in tmp_path.iterdir()] == ["000000.sabika"]


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
def test_a_report_that_no_longer_fits_costs_only_the_report() -> None:
    result = sabika("arena", "zatre", "--bots", "novice,random", "--games", "2", "--report", "/dev/full")
    assert result.exit_code == 1
    assert "zatre, 2 seats" in result.stdout
    assert result.stderr == "sabika: /dev/full cannot be written: No space left on device\n"


@pytest.mark.process
def test_the_arena_writes_a_report(tmp_path: Path) -> None:
    file = tmp_path / "evening.html"
    result = sabika("arena", "zatre", "--bots", "novice,random", "--games", "4", "--report", str(file))
    assert result.exit_code == 0
    assert "<svg" in file.read_text()


def test_a_report_without_matplotlib_is_refused_in_one_line_before_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabika.extras.find_spec", lambda name: None)
    result = sabika("arena", "zatre", "--bots", "novice", "--report", str(tmp_path / "x.html"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "sabika: a report needs matplotlib: pip install 'sabika[sim]'\n"


def test_a_cluster_without_ray_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.extras.find_spec", lambda name: None)
    result = sabika("arena", "zatre", "--bots", "novice", "--ray", "local")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "sabika: --ray needs ray: pip install 'sabika[ray]'\n"


LEVELS = ["novice", "apprentice", "builder", "architect", "vizier"]


def test_published_ratings_are_printed() -> None:
    for game in ("alhambra", "alhambra_dice", "alcazaba", "zatre"):
        result = sabika("ratings", game)
        assert result.exit_code == 0
        assert [level for level in LEVELS if f"{level} " in result.stdout] == LEVELS


# As a real process.

COMMAND = [sys.executable, "-m", "sabika"]

# Tests that run in the background of a shell ignore Ctrl-C, and so would the commands they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def environment(**more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES", "TERM")}
    return {**plain, **more}


@pytest.mark.process
def test_a_whole_game_by_a_script_of_answers() -> None:
    """Somebody who always takes the first choice, at a table of bots."""
    done = subprocess.run(
        [*COMMAND, "play", "alhambra", "--seats", "you,novice,novice", "--seed", "21"],
        input="1\n" * 400,
        capture_output=True,
        text=True,
        env=environment(COLUMNS="80"),
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Third and last scoring" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.process
def test_a_reader_that_stops_reading_is_no_crash(record: Path) -> None:
    for words in (["replay", str(record)], ["games"]):
        process = subprocess.Popen(
            [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(PYTHONUNBUFFERED="1")
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(timeout=20) in (0, 1)


@pytest.mark.process
def test_a_plain_output_is_plain_ascii(record: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "replay", str(record), "--step", "200"],
        capture_output=True,
        env=environment(PYTHONIOENCODING="ascii", COLUMNS="100"),
        timeout=20,
        check=True,
    )
    assert done.stdout.isascii()
    assert b"?" not in done.stdout
    assert b"#" in done.stdout


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, *words: str, **more: str) -> None:
        self.child, self.screen = pty.fork()
        if self.child == 0:
            os.execve(COMMAND[0], [*COMMAND, *words], environment(**{"TERM": "xterm-256color", **more}))
        self.text = ""

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 20
        while text not in self.text:
            assert time.monotonic() < deadline, f"{text!r} never came:\n{self.text}"
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.screen, 65536).decode()
                except OSError:  # the command has ended
                    break
        assert text in self.text

    def type(self, text: str) -> None:
        """As a person does, who needs a moment: a Ctrl-C in the instant before Python waits for keys is seen late."""
        time.sleep(0.3)
        self.text = ""
        os.write(self.screen, text.encode())

    def end(self) -> int:
        """The exit code."""
        try:
            while select.select([self.screen], [], [], 20)[0]:
                self.text += os.read(self.screen, 65536).decode()
        except OSError:
            pass
        os.close(self.screen)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


KEYS = {"Ctrl-C": ("\x03", 130), "Ctrl-D": ("\x04", 0)}


@pytest.mark.process
@pytest.mark.parametrize(("key", "code"), KEYS.values(), ids=KEYS)
def test_leaving_by_a_key_offers_to_keep_the_game(key: str, code: int, tmp_path: Path) -> None:
    file = tmp_path / "kept.sabika"
    terminal = Terminal("play", "alhambra", "--seed", "4", COLUMNS="200", LINES="40")
    terminal.wait_for("you> ")
    terminal.type(key)
    terminal.wait_for("Save this game?")
    terminal.type(f"{file}\n")
    assert terminal.end() == code
    assert f"`sabika resume {file}` continues it." in terminal.text
    assert "Traceback" not in terminal.text
    assert sabika("verify", str(file)).exit_code == 0


@pytest.mark.process
def test_leaving_twice_leaves(tmp_path: Path) -> None:
    terminal = Terminal("play", "alhambra", COLUMNS="100", LINES="40")
    terminal.wait_for("you> ")
    terminal.type("\x03")
    terminal.wait_for("Save this game?")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Not saved." in terminal.text


@pytest.mark.process
def test_a_game_kept_in_a_file_is_not_asked_about(tmp_path: Path) -> None:
    file = tmp_path / "kept.sabika"
    terminal = Terminal("play", "alhambra", "--save", str(file), COLUMNS="200", LINES="40")
    terminal.wait_for("you> ")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert f"`sabika resume {file}` continues it." in terminal.text


def leave(terminal: Terminal) -> None:
    terminal.type("\x03")
    terminal.wait_for("Save this game?")
    terminal.type("\n")
    assert terminal.end() == 130


@pytest.mark.process
def test_colours_only_where_they_are_wanted() -> None:
    coloured = Terminal("play", "alhambra", "--seed", "4", COLUMNS="100", LINES="40")
    coloured.wait_for("you> ")
    assert "\x1b[1;38;" in coloured.text
    leave(coloured)
    plain = Terminal("play", "alhambra", "--seed", "4", COLUMNS="100", LINES="40", NO_COLOR="1")
    plain.wait_for("you> ")
    assert "[38;" not in plain.text
    assert "[48;" not in plain.text
    leave(plain)


@pytest.mark.process
def test_a_dumb_terminal_gets_no_control_characters() -> None:
    dumb = Terminal("play", "alhambra", "--seats", "Ana,Ben", "--seed", "4", TERM="dumb", COLUMNS="80", LINES="60")
    dumb.wait_for("presses Enter ")
    dumb.type("\n")
    dumb.wait_for("> ")
    assert "\x1b[2J" not in dumb.text
    assert "\x1b[3" not in dumb.text
    leave(dumb)


GUEST = """
class Hangs:
    def __init__(self, seed):
        pass

    def choose(self, sight):
        print("a bot's own words")
        while True:
            pass
"""


GAMES = """
from tests.examples.pig import PigGame

PIG = PigGame()
"""


@pytest.fixture
def guest_games(process: None, tmp_path: Path) -> dict[str, str]:
    """An environment with a package that brings a good game and a broken one."""
    (tmp_path / "my_games.py").write_text(GAMES)
    package = tmp_path / "my_games-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[sabika.games]\npig = my_games:PIG\nhog = my_games:HOG\n")
    folders = [str(tmp_path), str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return environment(PYTHONPATH=os.pathsep.join(folders), COLUMNS="100")


@pytest.mark.process
def test_games_of_other_packages_are_listed_and_a_broken_one_is_named(guest_games: dict[str, str]) -> None:
    done = subprocess.run([*COMMAND, "games"], capture_output=True, text=True, env=guest_games, check=True, timeout=60)
    assert "pig            Pig, 2 to 6 seats" in done.stdout
    assert done.stderr.startswith("the game 'hog' of my-games does not load: AttributeError: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.process
def test_a_game_of_another_package_is_played_in_the_arena_by_two_jobs(guest_games: dict[str, str]) -> None:
    words = ("pig", "--bots", "builder,random", "--games", "12", "--jobs", "2", "--seed", "3")
    done = subprocess.run(
        [*COMMAND, "arena", *words], capture_output=True, text=True, env=guest_games, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "12 games in 6 deals" in done.stdout


@pytest.mark.process
def test_a_guest_that_hangs_is_named_and_the_arena_goes_on(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(GUEST)
    package = tmp_path / "hangs-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: hangs\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[sabika.bots]\nhangs = hangs:Hangs\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [*COMMAND, "arena", "zatre", "--bots", "hangs,random", "--games", "2", "--limit", "0.5"],
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=path, COLUMNS="100"),
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stderr  # no game was left
    assert "hangs hung and lost 2 games by it: no move after 0.5 s." in done.stdout
    assert "own words" not in done.stdout


@pytest.mark.process
def test_ctrl_c_ends_an_arena_with_what_was_played() -> None:
    terminal = Terminal("arena", "zatre", "--bots", "novice,random", "--games", "100000", COLUMNS="160", LINES="40")
    terminal.wait_for("games/s")
    time.sleep(1)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Interrupted; these are the results" in terminal.text
    assert "Traceback" not in terminal.text
    assert re.search(r"zatre, 2 seats.*: [1-9][\d,]* games in [1-9][\d,]* deals", terminal.text)
