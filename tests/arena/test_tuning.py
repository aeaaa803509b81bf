"""Tuning finds better numbers, goes on where it was stopped, and draws its course."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import structs

from sabika.arena.ledger import OtherResults
from sabika.arena.tuned import TunedBots
from sabika.arena.tuning import STEPS, Tuning, TuningRun, numbers_to_tune
from sabika.arena.tuning_plot import picture, spaced
from sabika.bots.greedy import GreedyBot
from tests.test_cli import sabika

ABOUT = Tuning(game="zatre", bot="builder", numbers={"near": 2.0, "far": -4.0, "none": 0.0}, steps=60)
BEST = {"near": 3.0, "far": -3.0, "none": 0.5}


def values(spec: str) -> dict[str, float]:
    return {name: float(value) for name, _, value in (each.partition("=") for each in spec.split(":")[1].split(","))}


def strength(spec: str) -> float:
    """Of a made-up game: how near the numbers are to the best ones."""
    return -sum((value - BEST[name]) ** 2 for name, value in values(spec).items())


def play(up: str, down: str, seed: int) -> float:
    return max(-1.0, min(1.0, strength(up) - strength(down)))


def walk(folder: Path, steps: int) -> TuningRun:
    course = TuningRun.open(folder / STEPS, ABOUT)
    while len(course.steps) < steps:
        course.go_on(play)
    return course


def test_numbers_come_nearer_to_the_best(tmp_path: Path) -> None:
    course = walk(tmp_path, ABOUT.steps)
    start, end = (strength(ABOUT.spec(parts)) for parts in ([0.0, 0.0, 0.0], course.result))
    assert end > start / 4


def test_what_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = walk(tmp_path / "whole", 12)
    walk(tmp_path / "parts", 5)
    with (tmp_path / "parts" / STEPS).open("ab") as file:
        file.write(b'{"number": 5, "resu')  # it was being written
    assert walk(tmp_path / "parts", 12).steps == whole.steps
    assert (tmp_path / "parts" / STEPS).read_bytes() == (tmp_path / "whole" / STEPS).read_bytes()


def test_a_file_about_something_else_is_left_alone(tmp_path: Path) -> None:
    walk(tmp_path, 2)
    before = (tmp_path / STEPS).read_bytes()
    for other in (Tuning(game="zatre", bot="builder", numbers={"near": 2.5}), structs.replace(ABOUT, seed=9)):
        with pytest.raises(OtherResults, match="choose another folder"):
            TuningRun.open(tmp_path / STEPS, other)
    assert (tmp_path / STEPS).read_bytes() == before
    (tmp_path / STEPS).write_text("Dear Ana\n")
    with pytest.raises(OtherResults, match="not a file of steps"):
        TuningRun.open(tmp_path / STEPS, ABOUT)


def test_a_number_that_is_0_can_move_too() -> None:
    assert ABOUT.values([0.5, 0.5, 0.5]) == {"near": 3.0, "far": -2.0, "none": 0.5}


def test_the_picture_is_whole_and_names_every_number(tmp_path: Path) -> None:
    course = walk(tmp_path, 9)
    root = ElementTree.fromstring(picture(course))
    lines = [each for each in root.iter() if each.tag.endswith("polyline")]
    assert [len((line.get("points") or "").split()) for line in lines] == [10, 10, 10]
    text = " ".join(each.text or "" for each in root.iter())
    assert all(f"{name} " in text for name in BEST)


def test_a_picture_of_nothing_yet(tmp_path: Path) -> None:
    ElementTree.fromstring(picture(TuningRun.open(tmp_path / STEPS, ABOUT)))


def test_labels_do_not_cover_each_other() -> None:
    found = sorted(spaced([100.0, 100.0, 101.0, 300.0]))
    assert all(after - before >= 15 for before, after in pairwise(found))


def test_the_weights_of_a_judge_are_what_is_tuned() -> None:
    numbers = numbers_to_tune("alhambra", "builder")
    assert numbers == numbers_to_tune("alhambra", "builder", list(numbers))
    assert list(numbers_to_tune("alhambra", "builder", ["exact"])) == ["exact"]
    tuning = Tuning(game="alhambra", bot="builder", numbers=numbers)
    spec = tuning.spec([0.1] * len(numbers))
    assert isinstance(TunedBots.of("alhambra", [spec])(spec)(1), GreedyBot)


BAD = {
    "no such game": (("chess", "builder"), "'chess' is not installed"),
    "no such bot": (("zatre", "bulider"), "there is no bot"),
    "no such number": (("zatre", "builder", "--numbers", "luck"), "there is no number 'luck'; choose from"),
    "a bot without numbers": (("zatre", "novice"), "only the builder and bots that search"),
}


@pytest.mark.parametrize(("words", "about"), BAD.values(), ids=BAD)
def test_what_cannot_be_tuned_is_told_in_one_line(tmp_path: Path, words: tuple[str, ...], about: str) -> None:
    told = sabika("tune", *words, "--dir", str(tmp_path / "new"))
    assert told.exit_code == 2
    assert about in told.stderr
    assert told.stderr.count("\n") == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.process
def test_the_command_goes_on_and_tells_what_it_found(tmp_path: Path) -> None:
    words = ("tune", "zatre", "builder", "--dir", str(tmp_path), *"--games 2 --steps 2 --jobs 1 --check 2".split())
    told = sabika(*words)
    assert told.exit_code == 0, told.stderr
    assert "builder in zatre: 2 of 2 steps of 2 games" in told.stdout
    assert "As a bot: builder:" in told.stdout
    assert "2 games in 1 deal" in told.stdout
    steps = (tmp_path / STEPS).read_text()
    assert sabika(*words[:-1], "0").exit_code == 0
    assert (tmp_path / STEPS).read_text() == steps
    ElementTree.fromstring((tmp_path / "plot.svg").read_text())
