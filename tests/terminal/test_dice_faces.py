"""The faces of the Dice Game and Alcazaba: what stands on the screen, and what can be chosen."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from sabika import Table
from sabika.engine.dealer import ScriptedDealer
from sabika.engine.state import Event
from sabika.engine.step import LuckStep
from sabika.terminal import Group, Scene, face
from tests.terminal.hands import played, random_game

CHIPS = ["swap", "annul", "points-3", "black-die", "displace"]
STACK = "pavilion-8-none seraglio-9-none arcades-9-none chambers-10-none garden-10-none tower-11-none".split()
FROM_BAG = "garden-12-S garden-11-none tower-12-none tower-9-SW chambers-11-none".split()


def dice_game(*throws: str) -> Table:
    """Three players; the first-player chip lies at the pavilions."""
    return Table.deal(
        "alhambra_dice", ["you", "Ben", "Cy"], dealer=ScriptedDealer(["seat-1", "pavilion", *CHIPS, *throws])
    )


def alcazaba(*throws: str, seats: int = 3) -> Table:
    """The first-player chip lies at the arcades."""
    names = ["you", "Ben", "Cy"][:seats]
    return Table.deal("alcazaba", names, dealer=ScriptedDealer(["seat-1", *STACK, *FROM_BAG, "arcades", *throws]))


def scene_of(table: Table) -> Scene:
    names = [*table.record.seats, *[table.game.ghost] * (table.state.players() - table.state.seats)]
    return Scene(table, table.actor, names)


def shown(table: Table) -> str:
    console = Console(file=io.StringIO(), width=80, height=60, highlight=False, markup=False, emoji=False)
    console.print(face(table.game.name).draw(scene_of(table), {}))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def choices(table: Table) -> dict[str, list[str]]:
    groups: list[Group] = list(face(table.game.name).menu(scene_of(table)))
    return {group.title: [choice.text for choice in group.choices] for group in groups}


def test_columns_chips_and_dice() -> None:
    table = dice_game("gar3-tow5", "pav8")
    table.play("mark tower")
    text = shown(table)
    assert "1st player  swap        annul       3 points    black die   displace" in text
    assert "5  · · ·       · · ·       · · ·       · · ·       · · ·       1 · ·" in text
    assert "1st throw   P   P   P   P   P   P   P   P" in text


def test_where_chip_and_ghost_begin_is_told() -> None:
    scene, told = scene_of(dice_game("gar3-tow5")), face("alhambra_dice").luck
    assert told(scene, LuckStep("die", 1, 0, 6, "garden")) == "the first-player chip is in the garden column (D6)"
    assert told(scene, LuckStep("carlo", 1, 0, 6, "tower")) == "Carlo's first marker is in the tower column (D45)"


def test_kept_dice_stand_first() -> None:
    table = dice_game("gar3-tow5", "pav1-ser2")
    table.play("keep tow5")
    assert "2nd throw   T   T   T   T   T    P   S   S     (5 kept)" in shown(table)


def test_marks_tell_the_cell_and_keeps_the_dice() -> None:
    table = dice_game("gar3-tow5")
    assert choices(table) == {
        "Mark": ["garden: 3 in 1", "tower: 5 in 1"],
        "Keep": [
            *["5 tower", "3 garden", "none"],
            *["7 dice: 2 ways", "6 dice: 3 ways", "5 dice: 3 ways", "4 dice: 4 ways"],
            *["3 dice: 3 ways", "2 dice: 3 ways", "one die: 2 ways"],
        ],
    }


def test_what_can_be_done_in_one_way_is_a_choice_and_no_question() -> None:
    assert choices(dice_game("pav1-gar7"))["Keep"][-1] == "1 garden"


def test_a_prize_tells_where_the_disc_goes() -> None:
    table = dice_game(*["gar3-tow5"] * 15)
    while "mark tower" in [table.game.notation(move) for move in table.moves()]:
        table.play("mark tower")
    assert choices(table) == {
        "Your prize in the tower column": [
            "two points (space 2, 1st place)",
            "one point and the chip: displace (space 1, 1st place)",
        ]
    }


def test_tiles_lie_in_their_columns() -> None:
    text = shown(alcazaba("gar3-tow5"))
    assert "   8           9           9           10          10          11" in text
    assert "                           1st player  11          12-S        12" in text
    assert "still to come: 4 stacks, 20 tiles in the bag" in text


def test_a_pick_tells_where_the_tile_fits() -> None:
    table = alcazaba(*["gar3-tow5"] * 15)
    while "mark garden" in [table.game.notation(move) for move in table.moves()]:
        table.play("mark garden")
    assert choices(table) == {
        "Take from the garden column": [
            "garden-10-none (fits on 4 cells)",
            "garden-12-S (fits on 3 cells)",
            "garden-11-none (fits on 4 cells)",
        ]
    }


def test_gifts_are_for_carlo() -> None:
    table = alcazaba(*["pav8"] * 10, seats=2)
    while "mark pavilion" in [table.game.notation(move) for move in table.moves()]:
        table.play("mark pavilion")
    assert choices(table)["Or"] == ["on your reserve", "to Carlo"]


EVENTS = {
    "a prize with a swap": (
        Event("prize", {"player": 0, "column": "tower", "prize": "points", "chip": "", "swaps": ["garden"]}),
        "you get 1 point and 1 point swapped to garden in the tower column",
    ),
    "a prize with a chip": (
        Event("prize", {"player": 1, "column": "tower", "prize": "chip", "chip": "annul", "swaps": []}),
        "Ben gets 1 point and the chip annul in the tower column",
    ),
    "a marker that falls off": (
        Event("fell-off", {"player": 0, "column": "tower"}),
        "one of your markers falls off the tower column (D18)",
    ),
    "a new round": (Event("round", {"round": 2, "seat": 1}), "round 2 begins, and Ben is first player"),
    "what a move has told": (Event("first-player", {"player": 1, "seat": 0}), None),
}


@pytest.mark.parametrize(("event", "sentence"), EVENTS.values(), ids=EVENTS)
def test_events_in_words(event: Event, sentence: str | None) -> None:
    table = dice_game("gar3-tow5")
    assert face("alhambra_dice").event(scene_of(table), event) == sentence


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
def test_a_whole_game_at_the_prompt(game: str) -> None:
    """The first choice again and again leads to the end."""
    table = Table.deal(game, ["you", "novice"], seed=3)
    random_game(table, 1, 5)
    code, screen = played(table, iter(["1"] * 5000))
    assert code == 0
    assert "the end" in screen
    assert "points" in screen
