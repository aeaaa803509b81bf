"""Why not? Every sentence that a refused player can read, and the position where he reads it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sabika.engine.rule import E1, E2, E3, E4
from sabika.engine.table import Table
from sabika.games.alhambra import ALHAMBRA, codes
from sabika.games.alhambra.state import new_alhambra
from sabika.games.parts import building
from sabika.games.parts.building import REMOVE
from sabika.games.parts.tiles import FOUNTAIN, TILE_NUMBER
from sabika.locales import sentences
from tests.games.alhambra.tables import play, position, seated

ROW = "garden-10-none@1,0 garden-11-none@2,0"
BAY = (  # the eight tiles of checked case 1 without their last one, and all but walls
    "pavilion-8-none@0,-1 seraglio-9-none@1,-1 arcades-9-none@2,-1 arcades-10-none@3,-1 "
    "chambers-10-none@3,0 chambers-11-none@3,1 garden-10-none@2,1"
)
RING = (  # a cross whose middle tile, garden-11-none, cannot leave
    "garden-11-none@1,0 pavilion-8-none@2,0 seraglio-9-none@1,-1 arcades-9-none@1,1 arcades-10-none@2,-1 "
    "chambers-10-none@2,1"
)


def shop() -> Table:
    """The first seat at its shopping, with something built and something in reserve."""
    return seated(
        position(
            market="garden-9-E tower-9-NE tower-13-E garden-12-S",
            display="y1 g2 b5 o9",
            hands=["y8 y9 g9"],
            cities=[ROW],
            reserves=["tower-7-NEW pavilion-2-NEW seraglio-3-ESW"],
        )
    )


def after(*moves: str, seats: int = 3) -> Table:
    """The first seat has bought, and something waits."""
    table = seated(
        position(seats, market="garden-9-E tower-9-NE - -", hands=["y9 y8 g9"], cities=["garden-10-none@1,0"])
    )
    play(table, *moves)
    return table


def building_site(city: str, reserve: str) -> Table:
    return seated(position(cities=[city], reserves=[reserve], market="- - - -"))


def last_tiles() -> Table:
    """Two players, the bag empty: the first has won the last tile."""
    table = seated(position(2, market="garden-9-E tower-9-NE - -", hands=["y9 g9 g1"], bag="", held=2))
    play(table, "buy garden-9-E y9", "take y9", "reserve garden-9-E")
    return table


def over() -> Table:
    table = last_tiles()
    play(table, "reserve tower-9-NE")
    return table


def remove_fountain() -> int:
    return building.with_tile(REMOVE, FOUNTAIN)


def swap_for_fountain() -> int:
    return building.swap(TILE_NUMBER["tower-7-NEW"], FOUNTAIN)


REFUSALS: dict[str, tuple[Callable[[], Table], str | int, str, str]] = {
    "E1: the game is over": (over, "take y9", "E1", "The game is over (E1)."),
    "E2: luck is pending": (
        lambda: seated(new_alhambra(3, 0, False)),
        "take y9",
        "E2",
        "Luck is being drawn; please wait (E2).",
    ),
    "E4: no move at all": (shop, 0, "E4", "That is not a move of this game (E4)."),
    "A12: no card": (shop, codes.take(-1), "A12-none", "Take at least one money card (A12)."),
    "A12: a card that does not lie there": (
        shop,
        "take y1 b2",
        "A12-absent",
        "Not all of y1 b2 are in the display (A12).",
    ),
    "A12: a card twice that lies there once": (
        shop,
        "take y1 y1",
        "A12-absent",
        "Not all of y1 y1 are in the display (A12).",
    ),
    "A12: more than five": (
        shop,
        "take y1 b5",
        "A12-sum",
        "y1 b5 add up to 6; several cards may add up to 5 at most (A12).",
    ),
    "A13: not on the market": (shop, "buy tower-8-NES y8", "A13-absent", "tower-8-NES is not on the market (A13)."),
    "A13: another currency": (
        shop,
        "buy tower-9-NE y9",
        "A13-currency",
        "tower-9-NE is on the green square, so you need green money (A13).",
    ),
    "A13: cards of others": (shop, "buy garden-9-E y7 y8", "A13-hand", "You do not hold y7 y8 (A13)."),
    "A13: too little": (
        shop,
        "buy garden-9-E y8",
        "A13-price",
        "y8 add up to 8, but garden-9-E costs 9 yellow (A13).",
    ),
    "A16: an action while tiles wait": (
        lambda: after("buy garden-9-E y8 y9"),
        "take y9",
        "A16-first",
        "First place what you bought, in your Alhambra or on your reserve (A16).",
    ),
    "A16: a redesign while tiles wait": (
        lambda: after("buy garden-9-E y8 y9"),
        "remove garden-10-none",
        "A16-first",
        "First place what you bought, in your Alhambra or on your reserve (A16).",
    ),
    "A16: a gift at a table of three": (
        lambda: after("buy garden-9-E y8 y9"),
        "give garden-9-E",
        "A16-nobody",
        "Dirk plays only in two-player games; there is nobody to give it to (A16).",
    ),
    "A16: a tile that was not bought": (
        lambda: after("buy garden-9-E y8 y9"),
        "place tower-8-NES 0,1",
        "A16-absent",
        "tower-8-NES is not yours to place now; tiles are placed after your last action (A16).",
    ),
    "A16: placing before the last action": (
        lambda: after("buy garden-9-E y9"),
        "place garden-9-E 0,1",
        "A16-absent",
        "garden-9-E is not yours to place now; tiles are placed after your last action (A16).",
    ),
    "A16: a gift before the last action": (
        lambda: after("buy garden-9-E y9", seats=2),
        "give garden-9-E",
        "A16-absent",
        "garden-9-E is not yours to place now; tiles are placed after your last action (A16).",
    ),
    "A17a: on another tile": (
        shop,
        "add tower-7-NEW 1,0",
        "A17a",
        "There is already a tile on 1,0 (A17a).",
    ),
    "A17b: across a corner": (
        shop,
        "add tower-7-NEW 3,1",
        "A17b",
        "tower-7-NEW on 3,1 would not touch your Alhambra along a side (A17b).",
    ),
    "A17b: far away": (
        shop,
        "add tower-7-NEW 40,-40",
        "A17b",
        "tower-7-NEW on 40,-40 would not touch your Alhambra along a side (A17b).",
    ),
    "A17c: a wall against an open side": (
        shop,
        "add tower-7-NEW 1,1",
        "A17c",
        "On 1,1 a wall of tower-7-NEW would meet an open side, or the other way round (A17c).",
    ),
    "A17c: swapping a wall against an open side": (
        shop,
        "swap tower-7-NEW garden-10-none",
        "A17c-swap",
        "tower-7-NEW in place of garden-10-none would put a wall against an open side (A17c).",
    ),
    "A17d: behind a wall": (
        lambda: building_site("tower-13-E@1,0", "seraglio-7-W"),
        "add seraglio-7-W 2,0",
        "A17d",
        "seraglio-7-W on 2,0 could not be reached on foot: every side it touches is walled (A17d).",
    ),
    "A17d: removing the only way": (
        lambda: building_site(ROW, ""),
        "remove garden-10-none",
        "A17d-remove",
        "Without garden-10-none some tiles could no longer be reached on foot (A17d, A18).",
    ),
    "A17e: closing a hole": (
        lambda: building_site(BAY, "garden-11-none"),
        "add garden-11-none 1,1",
        "A17e",
        "garden-11-none on 1,1 would enclose an empty plot (A17e).",
    ),
    "A17e: removing out of the middle": (
        lambda: building_site(RING, ""),
        "remove garden-11-none",
        "A17e-remove",
        "Taking garden-11-none out would leave a hole inside your Alhambra (A17e, A18).",
    ),
    "A18: removing the fountain": (shop, remove_fountain(), "A18-fountain", "The fountain never moves (A18)."),
    "A18: swapping the fountain": (shop, swap_for_fountain(), "A18-fountain", "The fountain never moves (A18)."),
    "A18: removing what is not built": (
        shop,
        "remove tower-7-NEW",
        "A18-city",
        "tower-7-NEW is not in your Alhambra (A18).",
    ),
    "A18: swapping with what is not built": (
        shop,
        "swap tower-7-NEW pavilion-2-NEW",
        "A18-city",
        "pavilion-2-NEW is not in your Alhambra (A18).",
    ),
    "A18: adding what is not in reserve": (
        shop,
        "add tower-8-NES 0,1",
        "A18-reserve",
        "tower-8-NES is not on your reserve (A18).",
    ),
    "A18: swapping in what is not in reserve": (
        shop,
        "swap tower-8-NES garden-10-none",
        "A18-reserve",
        "tower-8-NES is not on your reserve (A18).",
    ),
    "A26: money at the end": (
        last_tiles,
        "take g9",
        "A26",
        "Only the last tiles are placed now, in your Alhambra or on your reserve (A26).",
    ),
    "A26: a gift at the end": (
        last_tiles,
        "give tower-9-NE",
        "A26",
        "Only the last tiles are placed now, in your Alhambra or on your reserve (A26).",
    ),
    "A26: redesigning at the end": (
        last_tiles,
        "add garden-9-E 0,1",
        "A26",
        "Only the last tiles are placed now, in your Alhambra or on your reserve (A26).",
    ),
}


@pytest.mark.parametrize(("setting", "move", "key", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_the_sentence_of_a_refusal(setting: Callable[[], Table], move: str | int, key: str, sentence: str) -> None:
    table = setting()
    before = table.position
    assert table.why(move) == sentence
    assert table.refusal(move).label == key.split("-")[0]
    assert table.position == before


def test_not_your_decision() -> None:
    """E3: the second seat takes money in the first one's turn."""
    assert shop().why("take y1", seat=1) == "It is not your turn to decide (E3)."


def test_a_legal_move_needs_no_sentence() -> None:
    assert shop().why("take y1") == ""


COMPANION = {"A2-box", "A2-built", "A17b-remove"}  # what is written down of a game with the box, and cannot be


def test_every_sentence_is_read_by_somebody_and_every_refusal_has_one() -> None:
    told = {key for _, _, key, _ in REFUSALS.values()} | {"E3"}
    ours = {
        key.removeprefix("refusal.") for key in sentences("en", ALHAMBRA) if key.startswith(("refusal.A", "refusal.E"))
    }
    assert told == ours - COMPANION
    rules = {rule.label for rule in (*ALHAMBRA.refusals, E1, E2, E3, E4)}
    assert {key.split("-")[0] for key in told} == rules
