"""The ratings of the house: played in parts, decided by evidence, published where people look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab import budgets, contests, publish
from lab.ratings import main
from sabika.arena.published import published, table
from sabika.engine.registry import GAMES

PAIR = "alhambra-apprentice-novice-2"


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{publish.BEGIN}\nold\n{publish.END}\nafter\n")
    places = ["--results", str(tmp_path / "results"), "--table", str(tmp_path / "table.json"), "--page", str(page)]
    return [*places, "--only", PAIR, "--jobs", "1"]


@pytest.mark.process
def test_it_plays_in_parts_and_publishes(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *words, "--most", "2"]) == 0
    assert f"{PAIR}: 2 games" in capsys.readouterr().out
    assert main(["play", *words, "--most", "4"]) == 0
    assert "1 of 1 contests are decided" in capsys.readouterr().out
    assert main(["play", *words, "--most", "4"]) == 0
    assert main(["show", *words]) == 0
    assert f"{PAIR}: 4 games" in capsys.readouterr().out
    assert main(["publish", *words]) == 0
    page = (tmp_path / "page.md").read_text()
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "old" not in page
    assert "| Alhambra | 2 | apprentice against novice | 4 |" in page
    rows = json.loads((tmp_path / "table.json").read_text())["alhambra"]["rows"]
    assert [row["bot"] for row in rows] == ["apprentice", "novice"]
    assert [row["games"] for row in rows] == [4, 4]
    again = page
    assert main(["publish", *words]) == 0
    assert (tmp_path / "page.md").read_text() == again
    assert main(["publish", *words, "--share", "0.25"]) == 0
    assert "with 25 % of the playouts" in (tmp_path / "page.md").read_text()


def test_a_share_of_the_playouts_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "PLAYOUTS", tmp_path / "playouts.json")
    (tmp_path / "playouts.json").write_text('{"zatre": {"vizier": 12000}}')
    assert budgets.played_as("vizier", "zatre", 0.25) == "vizier@3000"
    assert budgets.played_as("vizier", "zatre", 1) == "vizier@12000"
    assert budgets.played_as("builder", "zatre", 0.25) == "builder"


def test_no_time_plays_nothing(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *words, "--minutes", "0"]) == 0
    assert "0 of 1 contests are decided" in capsys.readouterr().out


def test_a_page_without_marks_and_a_contest_nobody_knows_are_told_of(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text("nothing here")
    for wrong, line in ((["publish", *words], "has no lines"), (["show", "--only", "chess"], "no contest of chess")):
        with pytest.raises(SystemExit):
            main(wrong)
        assert line in capsys.readouterr().err


def test_every_contest_has_a_name_of_its_own_and_every_game_all_levels() -> None:
    found = contests.contests()
    assert len({each.name for each in found}) == len(found)
    for game in GAMES:
        met = {bot for each in found if each.game == game for bot in each.bots}
        assert met == set(contests.LEVELS)


def test_playouts_are_those_that_fit_in_a_bots_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second game is played at the playouts that the speed of the first allows."""
    played: list[str] = []

    def known_speed(game: str, spec: str, seed: int) -> float:
        played.append(spec)
        return 3000.0 if spec.startswith("architect") else 2000.0

    monkeypatch.setattr(budgets, "PLAYOUTS", tmp_path / "playouts.json")
    monkeypatch.setattr(budgets, "slow_speed", known_speed)
    assert main(["calibrate", "--only", "zatre"]) == 0
    assert json.loads((tmp_path / "playouts.json").read_text())["zatre"] == {"architect": 600, "vizier": 2000}
    assert played == ["architect@100", "architect@600", "vizier@100", "vizier@2000"]
    assert "zatre: architect has time for 600 playouts" in capsys.readouterr().out


def test_a_speed_is_that_of_a_bot_that_tells_its_playouts() -> None:
    assert budgets.slow_speed("zatre", "architect@120", 1) > 0
    with pytest.raises(ValueError, match="does not tell its playouts"):
        budgets.slow_speed("zatre", "builder", 1)


def test_where_luck_decides_most_games_the_margin_counts() -> None:
    found = {each.name: each for each in contests.contests()}
    margins = [name for name, each in found.items() if each.by_margin]
    assert margins == ["alhambra_dice-vizier-architect-2", "zatre-vizier-architect-2"]
    assert all(publish.aim_of(found[name]) == "margin above 0" for name in margins)


@pytest.mark.process
def test_a_margin_that_is_clear_ends_a_contest(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contests, "LOOKS", (20,))
    monkeypatch.setattr(contests.Contest, "by_margin", property(lambda contest: contest.name == PAIR))
    assert main(["play", *words]) == 0  # an apprentice is far ahead of a novice after 20 of 200 games
    assert f"{PAIR}: 20 games" in capsys.readouterr().out


@pytest.mark.parametrize(("number", "wanted"), [(1234.5, 1200), (987, 990), (49, 49), (7, 7)])
def test_playouts_are_rounded_to_two_digits(number: float, wanted: int) -> None:
    assert budgets.rounded(number) == wanted


OWNERS = {
    "alhambra": "alhambra",
    "alhambra_glance": "alhambra",
    "alhambra_dice": "alhambra_dice",
    "city": "",
    "base": "",
}


@pytest.mark.parametrize("judge", OWNERS)
def test_a_changed_judge_concerns_its_own_game(judge: str) -> None:
    assert contests.owner(judge) == OWNERS[judge]


def test_the_code_of_each_game_is_its_own() -> None:
    assert len({contests.code_of(game) for game in GAMES}) == len(GAMES)


def test_what_is_published_can_be_shown() -> None:
    for game, found in published().items():
        assert game in GAMES
        shown = table(found)
        assert [line.split()[0] for line in shown.splitlines()[1 : 1 + len(found.rows)]] == [
            row.bot for row in found.rows
        ]
        assert all(row.low <= row.rating <= row.high for row in found.rows)
