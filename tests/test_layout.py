"""The layout stays as it was drawn: bench/layout.py measures it, and these figures may not get worse."""

from __future__ import annotations

import pytest

from bench import layout

LARGEST = 12  # modules in a room of the server


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
    assert {room: size for room, size in sizes.items() if size > LARGEST and room != "sabika/server/store"} == {}


def test_no_room_is_larger_than_the_largest_of_today() -> None:
    assert max(layout.room_sizes().values()) <= 21


def test_the_figures_are_printed() -> None:
    assert dict(layout.figures("60"))["make check, seconds"] == "60"
