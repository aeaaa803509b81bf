"""Board and tiles (Z2, Z3)."""

from __future__ import annotations

from sabika.games.zatre import facts
from tests.games.zatre.box import BONUSES, COUNTS, DARK, FACTS, KINDS, LIGHT, SQUARES

KIND_OF = {"#": facts.NO_SQUARE, ".": facts.DARK, "+": facts.LIGHT, "@": facts.START}


def test_the_board_is_that_of_the_facts() -> None:
    assert list(facts.ROWS) == FACTS["board"]["rows"]
    for (x, y), sign in KINDS.items():
        assert facts.KIND[facts.cell_at(x, y)] == KIND_OF[sign]


def test_193_squares_160_dark_32_light_and_the_red_one() -> None:
    assert (len(SQUARES), len(DARK), len(LIGHT)) == (193, 160, 32)
    found = [int(facts.KIND[cell]) for cell in range(facts.CELLS)]
    assert [found.count(kind) for kind in (facts.DARK, facts.LIGHT, facts.START)] == [160, 32, 1]
    assert facts.KIND[facts.RED] == facts.START
    assert (facts.x_of(facts.RED), facts.y_of(facts.RED)) == (0, 0)


def test_the_board_is_symmetric() -> None:
    for (x, y), sign in KINDS.items():
        assert {KINDS[-x, y], KINDS[x, -y], KINDS[y, x]} == {sign}


def test_every_neighbour_of_a_square_is_a_cell() -> None:
    for x, y in SQUARES:
        cell = facts.cell_at(x, y)
        assert (facts.x_of(cell), facts.y_of(cell)) == (x, y)
        assert all(0 <= cell + step < facts.CELLS for step in (-16, -1, 1, 16))


def test_words_of_squares() -> None:
    for x, y in KINDS:
        cell = facts.cell_at(x, y)
        assert facts.LIGHTS[cell >> 5] >> (cell & 31) & 1 == ((x, y) in LIGHT)
        assert facts.DARKS[cell >> 5] >> (cell & 31) & 1 == ((x, y) in SQUARES - LIGHT)
    assert sum(word.bit_count() for word in [*facts.LIGHTS, *facts.DARKS]) == 193


def test_the_lowest_bit_of_a_word() -> None:
    for bit in range(32):
        assert facts.lowest(2**bit) == facts.lowest(2**bit | 2**31) == bit


def test_121_tiles_with_421_pips() -> None:
    bag = facts.ALL_TILES
    assert {value: facts.count_of(bag, value) for value in range(1, 7)} == COUNTS
    assert facts.tiles_in(bag) == len(facts.values_of(bag)) == FACTS["tiles"]["total"] == 121
    assert facts.pips_of(bag) == FACTS["tiles"]["pips_total"] == 421


def test_tiles_are_counted_in_order_of_their_values() -> None:
    values = facts.values_of(facts.ALL_TILES)
    assert [facts.nth_value(facts.ALL_TILES, n) for n in range(121)] == values == sorted(values)


def test_points_and_printed_bonuses() -> None:
    points = FACTS["scoring"]["line_points"]
    assert {str(10 + n): of for n, of in enumerate(facts.POINTS)} == points
    assert list(facts.PRINTED) == BONUSES
