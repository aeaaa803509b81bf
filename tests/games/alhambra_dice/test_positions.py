"""Fixed positions of the Dice Game: how many ways they go on, and what may not be changed in them."""

from __future__ import annotations

import pytest

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK
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
    assert ALHAMBRA_DICE.text(ALHAMBRA_DICE.load(text)) == text
    assert counts(text, DEPTH) == expected


def laying(seats: int, stage: str) -> str:
    """The first position of a new table in a stage of its set-up."""
    state = ALHAMBRA_DICE.start(seats)
    while f" stage={stage} " not in ALHAMBRA_DICE.text(state):
        state.settle(0)
    return ALHAMBRA_DICE.text(state)


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
    assert ALHAMBRA_DICE.text(ALHAMBRA_DICE.load(text)) == text
    assert part in text
    with pytest.raises(Unreadable):
        ALHAMBRA_DICE.load(text.replace(part, instead, 1))


def last_round(stage: str) -> str:
    """The first position of the last round in a stage."""
    state = ALHAMBRA_DICE.start(3)
    while f" stage={stage} round=5 " not in (text := ALHAMBRA_DICE.text(state)):
        state.settle(0) if state.actor == LUCK else state.play(state.default())
    return text


NAMED = POSITIONS[NAMING][0]
NEVER = {
    "a die for the first-player chip in the last round": (
        last_round("chips"),
        {"stage": "die"},
        "there is no first-player chip in the last round",
    ),
    "more point chips counted than there are": (
        POSITIONS[PRIZE][0],
        {"ledger": fields_of(POSITIONS[PRIZE][0])["ledger"].replace("010+001+000", "777+777+777")},
        "the ledger counts more points-1 chips than had come out",
    ),
    "point chips counted that nobody has": (
        POSITIONS[BLACK][0],
        {"ledger": fields_of(POSITIONS[BLACK][0])["ledger"].replace("000+001", "100+001")},
        "the ledger counts points-1 chips that player 1 does not have",
    ),
    "discs on the last space in round 1": (
        laying(3, "throw"),
        {"tracks": "12:1/-/-/-/-/-"},
        "more points on the building tracks than the prizes so far have given",
    ),
    "more points than the prizes gave in all columns together": (
        laying(3, "throw"),
        {"tracks": "1:1/-/-/-/-/-"},
        "more points on the building tracks",
    ),
    "a player who stood further on at a scoring": (
        POSITIONS[BLACK][0],
        {"tracks": "1:4/2:2/2:3,1:4/3:5/2:1,1:2/-"},
        "player 1 stood further on at a scoring",
    ),
    "points won between a scoring and the next prizes": (
        POSITIONS[BLACK][0],
        {"tracks": "2:4,1:1/2:2/2:3,1:4/3:5/2:1,1:2/1:3"},
        "tracks or point chips changed after the scoring",
    ),
    "the black die set without its chip": (
        POSITIONS[BLACK][0],
        {"before": "none", "fresh": "no", "black": "tower"},
        "the black die is set, and no black-die chip has left the game",
    ),
    "a marker fell off a column that is empty": (
        laying(3, "turn"),
        {"turn": "2", "actor": "2", "out": "1,0,0"},
        "a marker falls off a column whose last cell is taken",
    ),
    "Carlo with a chip that he does not keep": (
        POSITIONS[PRIZE][0],
        {
            "chips": fields_of(POSITIONS[PRIZE][0])["chips"].removesuffix("-") + "annul",
            "gone": fields_of(POSITIONS[PRIZE][0])["gone"].replace("annul,", "", 1),
        },
        r"Carlo keeps point chips only.* \(D47\)",
    ),
    "a marker of Carlo's that fell off before the turns": (
        laying(2, "die"),
        {"out": "0,0,5"},
        r"has fallen off, and nobody has placed one \(D18\)",
    ),
    "a first player before the lot": (laying(3, "lot"), {"caliph": "3"}, r"before the lot \(D4\)"),
    "Carlo's markers two in a column": (
        laying(2, "throw"),
        {"space": "2-3:3,3-3:3/-/4-3:3/5-3:3/6-3:3/-"},
        r"do not stand in five columns.* \(D45\)",
    ),
    "a throw that is not the one just made": (laying(3, "turn"), {"fresh": "no"}, "no chip has been used"),
    "dice kept before the second throw": (
        laying(3, "turn"),
        {"kept": "pav1"},
        r"dice are kept of the first throw before the second \(D9\)",
    ),
    "points of a column before its prizes are given": (
        POSITIONS[PRIZE][0],
        {"tracks": "-/-/-/-/-/12:1"},
        r"more points on the building tracks than the prizes so far have given \(D20\)",
    ),
    "the first player named by somebody else": (NAMED, {"actor": "4"}, "has not received the first-player chip"),
}


@pytest.mark.parametrize(("text", "change", "why"), NEVER.values(), ids=NEVER)
def test_positions_that_never_come_up(text: str, change: dict[str, str], why: str) -> None:
    assert ALHAMBRA_DICE.text(ALHAMBRA_DICE.load(text)) == text
    fields = fields_of(text) | change
    with pytest.raises(Unreadable, match=why):
        ALHAMBRA_DICE.load(" ".join(["alhambra_dice:1", *(f"{key}={value}" for key, value in fields.items())]))
