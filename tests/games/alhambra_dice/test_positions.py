"""Fixed positions of the Dice Game: how many ways they go on, and what may not be changed in them."""

from __future__ import annotations

import pytest

from sabika.engine.game import Unreadable
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from tests.positions.make import counts
from tests.positions.make_dice import DEPTH, positions_of

POSITIONS = positions_of("alhambra_dice")
PRIZE = "a prize beside Carlo"
NAMING = "the first player is named in the middle of an evaluation"
BLACK = "a third throw with the black die still to be set"


@pytest.mark.parametrize(("text", "expected"), POSITIONS.values(), ids=POSITIONS)
def test_node_counts(text: str, expected: list[int]) -> None:
    """They catch the rule nobody thought of: whatever adds or drops a move changes a count."""
    assert ALHAMBRA_DICE.load(text).text() == text
    assert counts(text, DEPTH) == expected


def laying(seats: int, stage: str) -> str:
    """The first position of a new table in a stage of its set-up."""
    state = ALHAMBRA_DICE.start(seats)
    while f" stage={stage} " not in state.text():
        state.settle(0)
    return state.text()


def fields_of(text: str) -> dict[str, str]:
    return dict(word.partition("=")[::2] for word in text.split(" ")[1:])


OFF = {
    "Carlo's die at a table of three": (laying(2, "carlo"), "seats=2", "seats=3"),
    "a seat is asked while chips are drawn": (laying(3, "chips"), "actor=luck", "actor=1"),
    "a marker placed before the turns": (laying(3, "chips"), "out=0,0,0", "out=1,0,0"),
    "a chip on a field before the die": (laying(3, "die"), "bonus=-", "bonus=points-1"),
    "a gap in the chips laid out": (laying(3, "chips"), "bonus=first-player,-,-", "bonus=first-player,-,points-1"),
    "the chips all laid out, and more asked for": (laying(2, "carlo"), "stage=carlo", "stage=chips"),
    "a first-player chip in the last round": (laying(3, "chips"), "round=1", "round=5"),
    "a black die before the first throw": (laying(3, "throw"), "black=-", "black=tower"),
    "three throws, and another to come": (POSITIONS[BLACK][0], "stage=turn", "stage=throw"),
    "a chip that was taken but not given": (POSITIONS[NAMING][0], "given=both", "given=points"),
    "naming with nothing received": (POSITIONS[NAMING][0], "stage=first", "stage=prize"),
    "a prize for somebody else": (POSITIONS[PRIZE][0], "actor=2", "actor=1"),
    "both prizes given, and a prize asked for": (POSITIONS[PRIZE][0], "given=none", "given=both"),
    "luck asked for a prize": (POSITIONS[PRIZE][0], "actor=2", "actor=luck"),
    "a ledger of one scoring where two were held": (
        POSITIONS[PRIZE][0],
        "ledger=" + fields_of(POSITIONS[PRIZE][0])["ledger"],
        "ledger=" + fields_of(POSITIONS[PRIZE][0])["ledger"].split("/")[0],
    ),
    "chips in the ledger that are no numbers": (POSITIONS[PRIZE][0], "+000", "+0a0"),
    "27 chips gone": (POSITIONS[PRIZE][0], "gone=", "gone=" + "swap," * 27),
}


@pytest.mark.parametrize(("text", "part", "instead"), OFF.values(), ids=OFF)
def test_positions_that_cannot_be(text: str, part: str, instead: str) -> None:
    assert ALHAMBRA_DICE.load(text).text() == text
    assert part in text
    with pytest.raises(Unreadable):
        ALHAMBRA_DICE.load(text.replace(part, instead, 1))
