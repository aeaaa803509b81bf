"""Fixed positions of Alcazaba: how many ways they go on, and what may not be changed in them."""

from __future__ import annotations

import pytest

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK
from sabika.games.alcazaba import ALCAZABA
from tests.positions.make import counts
from tests.positions.make_dice import DEPTH, positions_of

POSITIONS = positions_of("alcazaba")
PICK = POSITIONS["a choice of four things, the first-player chip among them"][0]
SITE = POSITIONS["a won tile that may be given to Carlo"][0]
NAMING = POSITIONS["the first player is named"][0]


@pytest.mark.parametrize(("text", "expected"), POSITIONS.values(), ids=POSITIONS)
def test_node_counts(text: str, expected: list[int]) -> None:
    """They catch the rule nobody thought of: whatever adds or drops a move changes a count."""
    assert ALCAZABA.text(ALCAZABA.load(text)) == text
    assert counts(text, DEPTH) == expected


def laying(seats: int, steps: int) -> str:
    """A new table after so many draws."""
    state = ALCAZABA.start(seats)
    for _ in range(steps):
        state.settle(0)
    return ALCAZABA.text(state)


def turns_of_two() -> str:
    """The first throw at a table of two."""
    state = ALCAZABA.start(2)
    while " stage=throw " not in ALCAZABA.text(state):
        state.settle(0)
    return ALCAZABA.text(state)


def field(text: str, key: str) -> str:
    return next(word for word in text.split(" ") if word.startswith(f"{key}="))


OFF = {
    "twelve tiles laid out": (laying(3, 12), "laid=", "laid=-,"),
    "six tiles from a stack, and another to come": (laying(3, 7), "stage=bag", "stage=stack"),
    "Carlo's marker in another column than its tile": (
        laying(2, 8),
        field(laying(2, 8), "space"),
        "space=-/2-3:3/-/-/-/-",
    ),
    "Carlo's marker that does not stand": (laying(2, 8), field(laying(2, 8), "space"), "space=-/-/-/-/-/-"),
    "Carlo with a reserve board": (laying(2, 8), "resting=0,0,0", "resting=0,0,1"),
    "a chip laid out before its die": (laying(3, 8), "chip=-", "chip=tower"),
    "luck asked for a pick": (PICK, field(PICK, "actor"), "actor=luck"),
    "a pick from a column without markers": (PICK, field(PICK, "space"), "space=-/-/-/-/-/-"),
    "a tile waits while another is picked": (PICK, "won=-", "won=" + field(SITE, "won")[4:]),
    "nothing to place": (SITE, field(SITE, "won"), "won=-"),
    "a tile to place from another column": (SITE, field(SITE, "column"), "column=chambers"),
    "naming while the chip lies there": (NAMING, "chip=-", "chip=tower"),
    "a tile waits while somebody names": (NAMING, "won=-", "won=" + field(SITE, "won")[4:]),
    "a marker of Carlo's that has moved": (turns_of_two(), "4-3:3", "4-2:3"),
    "no tiles of a type for the stacks": (laying(3, 1), "aside=-", "aside=pavilion-2-NEW"),
}


@pytest.mark.parametrize(("text", "part", "instead"), OFF.values(), ids=OFF)
def test_positions_that_cannot_be(text: str, part: str, instead: str) -> None:
    assert ALCAZABA.text(ALCAZABA.load(text)) == text
    assert part in text
    with pytest.raises(Unreadable):
        ALCAZABA.load(text.replace(part, instead, 1))


def last_round() -> str:
    """The first throw of the last round."""
    state = ALCAZABA.start(3)
    while " stage=throw round=5 " not in (text := ALCAZABA.text(state)):
        state.settle(0) if state.actor == LUCK else state.play(state.default())
    return text


def thrown() -> str:
    """A first throw of a first player at seat 1: whatever luck gives, pavilions are among it."""
    state = ALCAZABA.start(3)
    while state.actor == LUCK:
        state.settle(0)
    return ALCAZABA.text(state)


def test_no_die_is_thrown_for_the_chip_in_the_last_round() -> None:
    with pytest.raises(Unreadable, match="there is no first-player chip in the last round"):
        ALCAZABA.load(last_round().replace("stage=throw", "stage=die"))


def test_the_ledger_counts_no_more_tiles_than_there_are() -> None:
    ledger = field(last_round(), "ledger")
    with pytest.raises(Unreadable, match="the ledger counts more tiles than there are"):
        ALCAZABA.load(last_round().replace(ledger, "ledger=08" + ledger[len("ledger=") + 2 :]))


LAST = last_round()
COUNTED = field(LAST, "ledger").removeprefix("ledger=")
NEVER = {
    "more tiles counted than had been laid out": (
        LAST,
        {"ledger": "020202020202" + COUNTED[12:]},
        "at scoring 1 no more than 11 tiles had been laid out",
    ),
    "a wall longer than the tiles counted can have": (
        LAST,
        {"ledger": "01000000000004" + COUNTED[14:]},
        "the ledger counts a longer wall than the tiles have",
    ),
    "dice kept of the first throw": (thrown(), {"kept": "pav1"}, "nothing is kept of that throw"),
    "a marker fell off an empty column": (
        thrown(),
        {"turn": "2", "actor": "2", "out": "1,0,0"},
        "a marker falls off a column whose last cell is taken",
    ),
}


@pytest.mark.parametrize(("text", "change", "why"), NEVER.values(), ids=NEVER)
def test_positions_that_never_come_up(text: str, change: dict[str, str], why: str) -> None:
    assert ALCAZABA.text(ALCAZABA.load(text)) == text
    for key, value in change.items():
        text = text.replace(field(text, key), f"{key}={value}")
    with pytest.raises(Unreadable, match=why):
        ALCAZABA.load(text)
