"""Positions as text: what is written is read back, and what is wrong is refused in one line."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabika.engine.dealer import chance_named
from sabika.engine.game import Unreadable
from sabika.engine.playout import random_move
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER
from sabika.games import ALHAMBRA
from sabika.games.alhambra.position_text import KEYS
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import STAGES
from tests.fuzz import examples
from tests.games.alhambra.tables import play, position, seated

SETTINGS = [(2, "replaces"), (2, "added"), (3, "off"), (4, "replaces"), (6, "added")]


def step(state: Alhambra, rng: Rng) -> None:
    if state.actor == LUCK:
        state.settle(rng.below(state.luck_total()))
    else:
        state.play(random_move(state, rng))


def all_that_can_be_asked(state: Alhambra) -> tuple[object, ...]:
    return (
        ALHAMBRA.text(state),
        state.actor,
        list(state.moves()),
        state.luck_total(),
        state.chances(),
        list(state.points),
        ALHAMBRA.census(state),
        ALHAMBRA.options_of(state),
    )


@pytest.mark.parametrize(("seats", "extra_tower"), SETTINGS)
def test_every_position_of_a_game_is_read_back(seats: int, extra_tower: str) -> None:
    state = ALHAMBRA.start(seats, {"extra_tower": extra_tower, "open_money": seats == 4})
    assert isinstance(state, Alhambra)
    rng = Rng(seats)
    seen: Counter[int] = Counter()
    while state.actor != OVER:
        seen[state.stage] += 1
        if seen[state.stage] < 10 or seen[state.stage] % 10 == 0:
            assert all_that_can_be_asked(ALHAMBRA.load(ALHAMBRA.text(state))) == all_that_can_be_asked(state)
        step(state, rng)
    assert all_that_can_be_asked(ALHAMBRA.load(ALHAMBRA.text(state))) == all_that_can_be_asked(state)


def test_a_game_that_ended_before_its_scoring_cards_came_up_is_read_back() -> None:
    """A27, A32."""
    market = "tower-9-NE tower-11-N tower-11-S tower-12-none"
    state = position(market=market, hands=["y5"], idle=149)
    table = seated(state)
    play(table, "take g9")
    assert (state.held, state.bank.hidden) == (0, 2)
    assert ALHAMBRA.text(ALHAMBRA.load(ALHAMBRA.text(state))) == ALHAMBRA.text(state)
    assert ALHAMBRA.text(ALHAMBRA.load(ALHAMBRA.text(state))) == ALHAMBRA.text(state)
    for waiting in ("reserve tower-9-NE", "reserve tower-11-N"):
        play(table, waiting)
    assert table.over
    assert ALHAMBRA.text(ALHAMBRA.load(ALHAMBRA.text(state))) == ALHAMBRA.text(state)


# Broken positions.


def fields_of(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split(" ")[1:])


def text_of(fields: dict[str, str]) -> str:
    return "alhambra:1 " + " ".join(f"{key}={value}" for key, value in fields.items())


def sound() -> dict[str, str]:
    """A position with a little of everything, field by field."""
    state = position(
        2,
        market="tower-9-NE tower-11-N tower-11-S tower-12-none",
        hands=["y1 y2", "b3"],
        cities=["garden-10-none@1,0 garden-11-none@2,0"],
        reserves=["", "tower-7-NEW"],
        dirk="pavilion-2-NEW seraglio-8-S garden-8-NW arcades-5-NW chambers-9-W garden-7-NSW",
        spent="o9",
    )
    return fields_of(ALHAMBRA.text(state))


def test_the_position_that_is_broken_below_is_sound() -> None:
    assert ALHAMBRA.text(ALHAMBRA.load(text_of(sound()))) == text_of(sound())


MANY = ",".join(f"{letter}{value}" for letter in "go" for value in (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8))
NO_POINTS = "00" * 63
BROKEN = {
    "one seat": ({"seats": "1"}, "seats is a number from 2 to 6, not '1'"),
    "a number too long to be one": ({"idle": "9" * 5000}, "idle is a number from 0 to 100"),
    "an option nobody knows": ({"extra_tower": "perhaps"}, "extra_tower is one of off, added, replaces"),
    "a seat that is not there": ({"turn": "3"}, "turn is a number from 1 to 2"),
    "another seat than the one on turn": ({"actor": "2"}, "in the stage act this is not what is asked"),
    "luck where a seat is asked": ({"actor": "luck"}, "in the stage act this is not what is asked"),
    "over in the middle": ({"actor": "over"}, "in the stage act this is not what is asked"),
    "a market of three squares": ({"market": "tower-9-NE,tower-11-N,tower-11-S"}, "should have 4 parts"),
    "a tile that does not exist": ({"dirk": "tower-99-NE"}, "there is no tile 'tower-99-NE'"),
    "a second fountain": ({"dirk": "fountain-0-none"}, r"the fountain never moves \(A18\)"),
    "a tile twice in one place": ({"dirk": "tower-8-NES,tower-8-NES"}, "tower-8-NES lies in two places"),
    "a tile in two places": ({"dirk": "tower-7-NEW"}, "tower-7-NEW lies in two places"),
    "the extra tower where it does not play": ({"dirk": "tower-9-SW"}, "tower-9-SW is not in this game"),
    "a card that does not exist": ({"display": "y9,g9,b9,z9"}, "'z9' is no money card"),
    "three of a card that is there twice": ({"spent": "o9,o9,o9"}, "there are too many o9"),
    "four of a card": ({"spent": "o8,o8,o8,o8"}, "'o8' is no money card, or there are too many of it"),
    "hands for three": ({"hands": "-/-/-"}, "should have 2 parts"),
    "two tiles on one cell": ({"cities": "garden-10-none@1,0;garden-11-none@1,0/-"}, "nothing can stand on 1,0"),
    "a tile on the fountain": ({"cities": "garden-10-none@0,0/-"}, "nothing can stand on 0,0"),
    "a tile nowhere": ({"cities": "garden-10-none@here/-"}, "'here' is no cell"),
    "a tile too far away": ({"cities": "garden-10-none@60,0/-"}, "nothing can stand on 60,0"),
    "walls that do not match": ({"cities": "seraglio-7-W@1,0/-"}, "do not match"),
    "a tile behind a wall": ({"cities": "tower-13-E@1,0;seraglio-7-W@2,0/-"}, "cannot be reached on foot"),
    "a tile that touches nothing": ({"cities": "garden-10-none@5,5/-"}, "cannot be reached on foot"),
    "a hole": (
        {
            "cities": "garden-10-none@1,0;garden-11-none@2,0;pavilion-8-none@2,1;seraglio-9-none@2,2;"
            "arcades-9-none@1,2;arcades-10-none@0,2;chambers-10-none@0,1/-"
        },
        "a city has a hole",
    ),
    "a tile that waits for nobody": ({"stage": "site"}, "in the stage site this is not what is asked"),
    "gifts in the middle of a turn": ({"gifts": "3"}, "Dirk gets tiles at the start and after a scoring"),
    "Dirk at a table of three": (
        {
            "seats": "3",
            "hands": "-/-/-",
            "cities": "-/-/-",
            "reserves": "-/-/-",
            "prizes": "-/-/-",
        },
        "Dirk plays at a table of two",
    ),
    "two seats without Dirk's tiles": ({"dirk": "-"}, r"Dirk has 6 tiles at least by now \(A29\)"),
    "five tiles that wait, and a full market": (
        {"waiting": "pavilion-8-none,seraglio-9-none,arcades-9-none,arcades-10-none,chambers-10-none", "bought": "yes"},
        "a gap in the market is a tile that was bought in this turn and waits",
    ),
    "a gap in the market with a full bag": (
        {"market": "tower-9-NE,-,tower-11-S,tower-12-none"},
        "a gap in the market is a tile that was bought in this turn and waits",
    ),
    "a purchase that left no gap": ({"bought": "yes"}, "what was bought in this turn does not agree"),
    "a gap in the display with a full pile": ({"display": "y9,g9,b9,-"}, "the display is filled while there is money"),
    "so long without a purchase that the game is over": ({"idle": "100"}, "100 turns without a purchase end the game"),
    "a tower gone for nothing": ({"gone": "tower-8-NES"}, "one tower leaves for the extra one"),
    "no tower gone though one was replaced": ({"extra_tower": "replaces"}, "one tower leaves for the extra one"),
    "last tiles before the end": ({"prizes": "tower-8-NES/-"}, "last tiles are won at the end"),
    "an ending in the middle": ({"ending": "stalled"}, "a game ends with the last tiles"),
    "a scoring due in the middle of a turn": ({"due": "yes", "hidden": "1"}, "a scoring is due at the end of a turn"),
    "a scoring card lost": ({"hidden": "1"}, "the scoring cards do not agree with the scorings held"),
    "a scoring card that should have come up": ({"spent": MANY}, "do not agree with the cards drawn"),
    "more cards in the piles than there are": ({"start": "69"}, "the piles had 40 to 68 cards"),
    "piles that were never made": ({"start": "0"}, "the piles had 40 to 68 cards"),
    "more scorings than there are": ({"held": "4"}, "held is a number from 0 to 3"),
    "a ledger of another table": ({"ledger": "00" * 84}, "the ledger does not fit"),
    "a ledger that is none": ({"ledger": "zz"}, "the ledger does not fit"),
    "points for a scoring that was not held": (
        {"ledger": "01" + NO_POINTS[2:]},
        "the ledger counts for a scoring that was not held",
    ),
    "more pavilions than there are": (
        {"ledger": "08" + NO_POINTS[2:]},
        "the ledger counts more tiles than there are",
    ),
    "more towers than without the extra one": (
        {"ledger": "00" * 5 + "0c" + NO_POINTS[12:]},
        "the ledger counts more tiles than there are",
    ),
    "a wall longer than the tiles counted can have": (
        {"ledger": "01" + "00" * 5 + "04" + NO_POINTS[14:]},
        r"the ledger counts a longer wall than the tiles have \(A24\)",
    ),
    "a wall of Dirk's": (
        {"ledger": "00" * 14 + "03" + "00" * 5 + "03" + NO_POINTS[42:]},
        r"the ledger counts a longer wall than the tiles have \(A24\)",
    ),
    "dealing with tiles built": ({"stage": "deal", "actor": "luck"}, "the piles are made after the set-up"),
}


@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_position_is_refused_in_one_line(change: dict[str, str], message: str) -> None:
    with pytest.raises(Unreadable, match=message) as refused:
        ALHAMBRA.load(text_of(sound() | change))
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


TEXTS = {
    "nothing": ("", "a position of Alhambra begins with alhambra:1"),
    "another game": ("zatre:1 seats=2", "a position of Alhambra begins with alhambra:1"),
    "a later version": ("alhambra:2 seats=2", "a position of Alhambra begins with alhambra:1"),
    "half of it": (text_of(sound())[:200], "the position lacks"),
    "a field too many": (text_of(sound()) + " more=1", "unknown or repeated fields"),
    "a field twice": (text_of(sound()) + " seats=2", "unknown or repeated fields"),
    "much too long": (text_of(sound()) + " " * 20_000, "at most 20,000 characters"),
}


@pytest.mark.parametrize(("text", "message"), TEXTS.values(), ids=TEXTS)
def test_a_text_that_is_no_position(text: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        ALHAMBRA.load(text)


# Positions changed at random.


@cache
def pool() -> list[dict[str, str]]:
    """Positions of all stages, field by field."""
    found = [fields_of(ALHAMBRA.text(drawing_lots()))]
    for seats, extra_tower in SETTINGS:
        state = ALHAMBRA.start(seats, {"extra_tower": extra_tower})
        assert isinstance(state, Alhambra)
        rng = Rng(100 + seats)
        seen: Counter[int] = Counter()
        while state.actor != OVER:
            seen[state.stage] += 1
            if seen[state.stage] < 4 or seen[state.stage] % 10 == 0:
                found.append(fields_of(ALHAMBRA.text(state)))
            step(state, rng)
        found.append(fields_of(ALHAMBRA.text(state)))
    assert {fields["stage"] for fields in found} == set(STAGES)
    return found


def drawing_lots() -> Alhambra:
    """A tie for the first turn (A8)."""
    state = ALHAMBRA.start(3)
    assert isinstance(state, Alhambra)
    for outcome in "tower-9-NE tower-9-ES tower-9-NW tower-10-W y9 y9 y2 g9 g9 g2 b9 b9 b3".split():
        state.settle(chance_named(state, outcome))
    return state


@st.composite
def changed_positions(draw: st.DrawFn) -> str:
    """A position with one to three of its fields changed: to another's, to some word, or by a letter."""
    fields = dict(draw(st.sampled_from(pool())))
    for _ in range(draw(st.integers(1, 3))):
        key = draw(st.sampled_from(KEYS))
        way = draw(st.integers(0, 3))
        if way < 2:
            fields[key] = draw(st.sampled_from(pool()))[key]
        elif way == 2:
            fields[key] = draw(st.sampled_from([*STAGES, "-", "0", "1", "2", "3", "yes", "no", "luck", "over", ""]))
        else:
            at = draw(st.integers(0, len(fields[key])))
            fields[key] = fields[key][:at] + draw(st.text(max_size=2)) + fields[key][at + 1 :]
    return text_of(fields)


def read(text: str) -> Alhambra | None:
    """The position, or None when it is refused in one line."""
    try:
        return ALHAMBRA.load(text)
    except Unreadable as refused:
        message = str(refused)
    assert message.isprintable()
    return None


@examples(400)
@given(text=changed_positions(), seed=st.integers(0, 1000))
def test_a_changed_position_is_refused_or_plays_on(text: str, seed: int) -> None:
    state = read(text)
    if state is None:
        return
    pieces = ALHAMBRA.census(state)
    rng = Rng(seed)
    for _ in range(25):
        if state.actor == OVER:
            break
        assert state.luck_total() > 0 if state.actor == LUCK else len(state.moves()) > 0
        step(state, rng)
    assert ALHAMBRA.census(state) == pieces
    assert ALHAMBRA.text(ALHAMBRA.load(ALHAMBRA.text(state))) == ALHAMBRA.text(state)
    assert len(state.result().scores) == state.players()
