"""How a walled city is drawn."""

from __future__ import annotations

import pytest

from sabika import Table
from sabika.engine.dealer import FastDealer
from sabika.games.alhambra.state import Alhambra
from sabika.games.parts.city import City, new_city
from sabika.games.parts.city_view import city_view
from sabika.games.parts.tiles import TILE_NUMBER
from sabika.terminal import Spots
from sabika.terminal.faces.city import BOX, Plan, corner, large, small
from tests.terminal.hands import random_game


def city_of(*tiles: tuple[str, int, int]) -> City:
    city = new_city()
    for name, x, y in tiles:
        city.build(TILE_NUMBER[name], x, y)
    return city


def drawn(city: City, spots: Spots | None = None, *, ascii_only: bool = False, inside: int = 3) -> list[str]:
    rows = Plan(city_view(city), spots or {}, inside, ascii_only=ascii_only).drawn(labels=True)
    return [row.plain.rstrip() for row in rows]


CLOSED = city_of(
    ("pavilion-2-NEW", 0, -1), ("arcades-4-NES", 1, 0), ("seraglio-3-ESW", 0, 1), ("chambers-5-NSW", -1, 0)
)

DRAWINGS = {
    "a fountain alone is open all round": (
        city_of(),
        ["      0", "    ┌╌╌╌┐", "  0 ╎ F ╎", "    └╌╌╌┘"],
        ["      0", "    .....", "  0 . F .", "    ....."],
    ),
    "the longest wall is doubled, other walls are heavy, inner open sides are not drawn": (
        city_of(("tower-9-NW", 0, -1), ("garden-12-S", 1, 0)),
        [
            "      0   1",
            "    ╔═══╕",
            " -1 ║T9 ╎",
            "    ║   └╌╌╌┐",
            "  0 ╎ F  G12╎",
            "    └╌╌╌╼━━━┙",
        ],
        [
            "      0   1",
            "    #####",
            " -1 #T9 .",
            "    #   .....",
            "  0 . F  G12.",
            "    ....+---+",
        ],
    ),
    "walls back to back are heavy inside": (
        city_of(("arcades-8-E", 0, -1), ("seraglio-7-W", 1, -1), ("garden-10-none", 1, 0)),
        None,
        None,
    ),
    "a wall closed all round is doubled all round": (
        CLOSED,
        [
            "      -1  0   1",
            "        ╔═══╗",
            " -1     ║P2 ║",
            "    ╔═══╝   ╚═══╗",
            "  0 ║C5   F  A4 ║",
            "    ╚═══╗   ╔═══╝",
            "  1     ║S3 ║",
            "        ╚═══╝",
        ],
        None,
    ),
}


@pytest.mark.parametrize(("city", "lines", "plain"), DRAWINGS.values(), ids=DRAWINGS)
def test_a_city_is_drawn_with_its_walls(city: City, lines: list[str] | None, plain: list[str] | None) -> None:
    if lines is not None:
        assert drawn(city) == lines
    if plain is not None:
        assert drawn(city, ascii_only=True) == plain
    assert all(row.isascii() for row in drawn(city, ascii_only=True))


def test_a_wall_between_two_tiles_is_seen_and_counts_nothing() -> None:
    city = DRAWINGS["walls back to back are heavy inside"][0]
    assert city_view(city).wall == 0
    assert "┃" in drawn(city)[2]


def test_spots_widen_the_drawing_and_bear_their_numbers() -> None:
    rows = drawn(city_of(), {(0, -1): "1", (1, 0): "12", (2, 0): "3"}, inside=4)
    assert "[1]" in rows[2]
    assert "[12]" in rows[4]
    assert rows[4].startswith("  0 ╎")


def test_a_number_too_long_for_brackets_stands_alone() -> None:
    assert "12" in drawn(city_of(), {(1, 0): "12"})[2]
    assert "[" not in drawn(city_of(), {(1, 0): "12"})[2]


def test_every_meeting_of_lines_has_a_character() -> None:
    arms = [(a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4)]
    assert all(len(corner(each)) == 1 for each in arms)
    assert corner((0, 0, 0, 0)) == " "
    assert len(BOX) > 100


@pytest.mark.parametrize("seed", range(4))
def test_a_drawing_keeps_to_its_room_and_shows_every_tile(seed: int) -> None:
    table = random_game(Table.deal("alhambra", 3, dealer=FastDealer(seed)), seed, 120)
    assert isinstance(table.state, Alhambra)
    for city in table.state.cities:
        view = city_view(city)
        for ascii_only in (False, True):
            rows = large(view, {}, 60, ascii_only=ascii_only)
            text = "\n".join(row.plain for row in rows)
            assert all(row.cell_len <= 60 for row in rows)
            for placed in view.tiles[1:]:
                kind, price, _ = placed.tile.split("-")
                assert f"{kind[0].upper()}{price}" in text
            letters = "\n".join(row.plain for row in small(view, 1, ascii_only=ascii_only))
            assert sum(letter.isalpha() for letter in letters) == len(view.tiles)
