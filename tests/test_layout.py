"""The layout stays as it was drawn: bench/layout.py measures it, and these figures may not get worse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench import layout
from sabika import games

LARGEST = 12  # modules in a room of the server
IN_WORDS = {9: "nine", 10: "ten", 11: "eleven", 12: "twelve"}


def test_nothing_outside_its_rooms_names_a_game() -> None:
    assert layout.naming_a_game() == []


def test_a_class_name_means_one_thing_in_a_room() -> None:
    assert layout.names_used_twice() == []


def test_no_module_imports_itself_by_way_of_others_not_even_in_a_function() -> None:
    assert layout.reachable({"a": {"b"}, "b": {"a"}}, "a") == {"a", "b"}
    assert (
        len(layout.reachable({name: layout.imports(module) for name, module in layout.modules().items()}, "sabika"))
        > 50
    )
    assert layout.cycles() == []


@pytest.mark.parametrize("game", layout.GAMES)
def test_an_option_is_known_to_its_game_alone(game: str) -> None:
    assert {option: layout.option_outside(game, option) for option in layout.option_names(game)} == {
        option: [] for option in layout.option_names(game)
    }


def test_a_room_of_the_server_is_small() -> None:
    sizes = {room: size for room, size in layout.room_sizes().items() if room.startswith("sabika/server/")}
    assert len(sizes) > 5
    assert {room: size for room, size in sizes.items() if size > LARGEST} == {}


def test_the_page_and_its_picture_name_every_room_of_the_server() -> None:
    rooms = {folder.name for folder in layout.PACKAGE.glob("server/*/") if folder.joinpath("__init__.py").exists()}
    docs = layout.ROOT / "docs"
    page = docs.joinpath("architecture.md").read_text(encoding="utf-8")
    table = page[page.index("The server's rooms, from the top down:") : page.index("**A game is one plug.**")]
    assert set(re.findall(r"^\| `(\w+)/` \|", table, re.MULTILINE)) == rooms
    assert page.count(f"in {IN_WORDS[len(rooms)]} rooms") == 2
    picture = docs.joinpath("rooms.svg").read_text(encoding="utf-8")
    assert rooms <= set(re.findall(r">(\w+)</text>", picture))


def test_no_room_is_larger_than_the_largest_of_today() -> None:
    assert max(layout.room_sizes().values()) <= 21


def test_rooms_of_one_size_are_all_named() -> None:
    assert layout.with_ties({"a": 5, "b": 4, "c": 4, "d": 4, "e": 3}, 2) == [("a", 5), ("b", 4), ("c", 4), ("d", 4)]


def test_no_file_is_long_and_no_function_longer_than_the_longest_of_today() -> None:
    assert layout.long_files() == []
    assert layout.function_lengths()[-1] <= 58  # a command with many options


def test_the_figures_are_printed() -> None:
    assert dict(layout.figures("60"))["make check, seconds"] == "60"


def test_the_page_shows_what_is_measured() -> None:
    page = layout.ROOT.joinpath("docs/architecture.md").read_text(encoding="utf-8")
    shown = {row[0]: row[-1] for row in (line.strip("| ").split(" | ") for line in page.splitlines() if "|" in line)}
    assert shown["lines of a function: median, nine in ten below, longest"] == layout.function_figures()
    assert shown["modules in the largest rooms"] == layout.largest_rooms()
    outside = [
        file
        for game in layout.GAMES
        for name in layout.option_names(game)
        for file in layout.option_outside(game, name)
    ]
    counted = {
        "shared files that a fifth game has to touch": layout.naming_a_game(),
        "files outside a game's rooms that know one of its options": outside,
        "class names used for two things within a top-level room": layout.names_used_twice(),
        "import cycles, counting imports inside functions": layout.cycles(),
        "files over 400 lines that are not tables": layout.long_files(),
    }
    assert {name: shown[name] for name in counted} == {name: str(len(found)) for name, found in counted.items()}


def test_the_files_that_the_page_names_are_there() -> None:
    page = layout.ROOT.joinpath("docs/architecture.md").read_text(encoding="utf-8")
    answers = re.findall(r"\? \| `([^`]+)` \|", page)
    assert len(answers) == 10
    assert [name for name in answers if not layout.ROOT.joinpath(name).is_file()] == []
    rooms = ("src/sabika/", "src/sabika/server/")
    named = re.findall(r"`((?:web/src|server|bots|engine|cli|terminal|arena)/[\w/.]+\.(?:py|ts|svelte))`", page)
    assert len(named) > 20
    homes = [[layout.ROOT / room / name for room in ("", *rooms)] for name in named]
    assert [name for name, places in zip(named, homes, strict=True) if not any(map(Path.is_file, places))] == []


def test_a_new_game_is_found_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "newcomer"
    folder.mkdir()
    folder.joinpath("__init__.py").write_text("from sabika.games.zatre import ZATRE as NEWCOMER\n", encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    assert [game.name for game in games.in_this_folder()].count("zatre") == 2
