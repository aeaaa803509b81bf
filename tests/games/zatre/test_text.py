"""Moves and positions as text."""

from __future__ import annotations

import msgspec
import pytest

from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER
from sabika.games.zatre import ZATRE, codes
from sabika.games.zatre.facts import cell_at
from sabika.games.zatre.moves import DrawTiles, LayTile, StopLaying
from sabika.games.zatre.state import Zatre
from tests.games.zatre.box import KINDS
from tests.games.zatre.helpers import drawing, laying, play

FORMS = {
    "lay 5 0,1": (LayTile(5, (0, 1)), b'{"type":"lay","value":5,"cell":[0,1]}'),
    "lay 6 -7,-3": (LayTile(6, (-7, -3)), b'{"type":"lay","value":6,"cell":[-7,-3]}'),
    "draw 0": (DrawTiles(0), b'{"type":"draw","tiles":0}'),
    "draw 1": (DrawTiles(1), b'{"type":"draw","tiles":1}'),
    "stop": (StopLaying(), b'{"type":"stop"}'),
}


@pytest.mark.parametrize(("notation", "forms"), FORMS.items(), ids=FORMS)
def test_the_forms_of_a_move(notation: str, forms: tuple[LayTile | DrawTiles | StopLaying, bytes]) -> None:
    action, json = forms
    move = ZATRE.parse(notation)
    assert codes.well_formed(move)
    assert ZATRE.notation(move) == notation
    assert ZATRE.action(move) == action
    assert ZATRE.move(action) == move
    assert ZATRE.to_json(move) == json
    assert ZATRE.from_json(json) == move


def test_every_placement_has_its_code() -> None:
    found = {ZATRE.parse(f"lay {value} {x},{y}") for value in range(1, 7) for x, y in KINDS}
    assert len(found) == 6 * 225
    assert all(codes.well_formed(move) for move in found)
    assert all(ZATRE.parse(ZATRE.notation(move)) == move for move in found)


def test_no_other_number_below_100000_is_a_move() -> None:
    cells = {cell_at(x, y) for x, y in KINDS}
    moves = {codes.lay(value, cell) for value in range(1, 7) for cell in cells} | {codes.draw(0), codes.draw(1), 3}
    assert {move for move in range(-1000, 100_000) if codes.well_formed(move)} == moves


NO_MOVES = {
    "": "is not a move; moves begin with lay, draw, stop",
    "take 5": "is not a move; moves begin with lay, draw, stop",
    "lay": "'lay' is written lay VALUE X,Y",
    "lay 5": "'lay' is written lay VALUE X,Y",
    "lay 5 -0,1": "'-0,1' is no square",
    "lay five 0,1": "'lay' is written lay VALUE X,Y",
    "lay 0 0,1": "values from 1 to 6, not 0",
    "lay 7 0,1": "values from 1 to 6, not 7",
    "lay 5 0;1": "is no square",
    "lay 5 0,": "is no square",
    "lay 5 ٣,1": "is no square",
    "lay 5 8,0": "does not reach 8,0",
    "lay 5 0,-99": "does not reach 0,-99",
    "draw": "'draw' is written draw 1",
    "draw 2": "one tile is drawn, or none, not 2",
    "draw x": "'draw' is written draw 1",
    "stop now": "'stop' is written stop",
}


@pytest.mark.parametrize(("text", "message"), NO_MOVES.items(), ids=NO_MOVES)
def test_no_move(text: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message.replace("'", ".")):
        ZATRE.parse(text)


@pytest.mark.parametrize(
    "json",
    [
        b'{"type":"lay","value":7,"cell":[0,1]}',
        b'{"type":"lay","value":5,"cell":[0,8]}',
        b'{"type":"lay","value":5,"cell":[0]}',
        b'{"type":"lay","value":5,"cell":[0,1],"more":1}',
        b'{"type":"draw","tiles":2}',
        b'{"type":"fly"}',
    ],
)
def test_no_json_of_a_move(json: bytes) -> None:
    with pytest.raises(Unreadable):
        ZATRE.from_json(json)


# Positions.


def test_a_position_in_one_line() -> None:
    state = drawing({(0, 0): 6, (1, 0): 5}, [[2, 6], [], [4]], free=True)
    assert ZATRE.text(state) == (
        "zatre:1 seats=3 teams=no late_bonus=6 keeping=free stage=choice turn=1 actor=1 starter=1 "
        "board=####...#...####/#.............#/#.............#/#.............#/.............../.............../"
        ".............../#......65.....#/.............../.............../.............../#.............#/"
        "#.............#/#.............#/####...#...#### laid=- hands=26/-/4 "
        "sheets=0;-;-;-/0;-;-;-/0;-;-;- due=0 begun=-/-/- course=- opening=- ending=playing"
    )


def test_a_position_within_a_turn() -> None:
    state = laying({(0, 0): 3, (1, 0): 4}, [5, 1], others=[[6]])
    play(state, "lay 5 1,1")
    twin = ZATRE.load(ZATRE.text(state))
    assert ZATRE.text(twin) == ZATRE.text(state)
    assert list(twin.moves()) == list(state.moves())
    assert twin.board.owing() == state.board.owing()


def test_a_forced_tile_is_known_again() -> None:
    state = laying({(0, 0): 5, (0, 1): 6, (-1, 0): 4, (1, 1): 5, (1, 2): 3}, [6, 2], others=[[6]])
    play(state, "lay 6 2,2")
    assert list(ZATRE.load(ZATRE.text(state)).moves()) == list(state.moves())


TABLES = [(2, {}), (3, {"keeping": "free"}), (4, {"teams": "yes"}), (6, {"teams": "yes", "keeping": "free"})]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_every_position_of_a_game_is_read_back(seats: int, options: dict[str, str]) -> None:
    state, rng = ZATRE.start(seats, options), Rng(seats)
    while True:
        text = ZATRE.text(state)
        twin = ZATRE.load(text)
        assert ZATRE.text(twin) == text
        assert list(twin.moves()) == list(state.moves())
        assert ZATRE.options_of(twin) == {"teams": "no", "late_bonus": "6", "keeping": "compulsory", **options}
        for viewer in (None, *range(seats)):
            assert msgspec.json.encode(ZATRE.view(twin, viewer)) == msgspec.json.encode(ZATRE.view(state, viewer))
        if state.actor == OVER:
            return
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
        else:
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])


def second_draw() -> str:
    """The second of two tiles is about to be drawn."""
    state = ZATRE.start(2)
    assert isinstance(state, Zatre)
    while ZATRE.text(state).find(" due=1 ") < 0 or "laid=- hands=-/-" in ZATRE.text(state) or state.board.empty():
        state.settle(0) if state.actor == LUCK else state.play(state.default())
    return ZATRE.text(state)


GOOD = ZATRE.text(laying({(0, 0): 3, (1, 0): 4}, [5, 1], others=[[6]]))
START = ZATRE.text(ZATRE.start(3))
DRAWN = second_draw()
SPOILED = {
    "another game": (GOOD, "zatre:1", "alhambra:1", "begins with zatre:1"),
    "a field less": (GOOD, " due=0", "", "lacks due"),
    "a field twice": (GOOD, " due=0", " due=0 due=0", "unknown or repeated"),
    "too many seats": (GOOD, "seats=2", "seats=7", "from 2 to 6"),
    "a team of two seats": (GOOD, "teams=no", "teams=yes", "teams need 4 or 6"),
    "a bonus of its own": (GOOD, "late_bonus=6", "late_bonus=5", "late_bonus is one of 6, 0"),
    "a stage that does not exist": (GOOD, "stage=laying", "stage=flying", "stage is one of"),
    "somebody else is asked": (GOOD, "actor=1", "actor=2", "somebody else is asked"),
    "a row too long": (GOOD, "#......34.....#", "#......34......#", "no row of the board"),
    "a square where none is": (GOOD, "#......34.....#", "......34......#", "does not look like the board"),
    "a tile of its own": (GOOD, "#......34.....#", "#......74.....#", "no row of the board"),
    "a tile apart from the others": (GOOD, "#......34.....#", "#......3.4....#", "do not hang together"),
    "a line above 12": (GOOD, "#......34.....#", "#......3466...#", "does not fit"),
    "laid on a free square": (GOOD, "laid=-", "laid=0,1", "does not lie on the board"),
    "laid twice on a square": (GOOD, "laid=-", "laid=1,0;1,0", "does not lie on the board"),
    "laid beyond the board": (GOOD, "laid=-", "laid=9,0", "does not reach"),
    "a tile that is no tile": (GOOD, "hands=15/6", "hands=18/6", "are no tiles"),
    "too many of a tile": (GOOD, "hands=15/6", f"hands=15/{'6' * 21}", "too many tiles of value 6"),
    "a hand too few": (GOOD, "hands=15/6", "hands=15", "should have 2 parts"),
    "an unknown tile": (GOOD, "hands=15/6", "hands=15/?", "no unknown tiles"),
    "nothing to lay": (GOOD, "hands=15/6", "hands=-/6", "nothing to lay"),
    "a box of three in column 12": (GOOD, "sheets=0;-;-;-", "sheets=0;-;-;3", "holds no 3"),
    "too many crosses": (GOOD, "sheets=0;-;-;-", "sheets=34;-;-;-", "crosses is a number"),
    "an empty box": (GOOD, "sheets=0;-;-;-", "sheets=0;0;-;-", "a box is a number"),
    "a column less": (GOOD, "sheets=0;-;-;-", "sheets=0;-;-", "should have 4 parts"),
    "more crosses than tiles on light squares": (GOOD, "sheets=0;-;-;-", "sheets=2;-;-;-", r"more crosses .* \(Z16\)"),
    "more rows than tiles": (GOOD, "sheets=0;-;-;-/0;-", "sheets=0;1,1;-;-/0;1", r"more lines .* \(Z13\)"),
    "more lines than two for a tile": (GOOD, "sheets=0;-;-;-", "sheets=0;-;-;20", r"more lines .* \(Z13\)"),
    "tiles due without luck": (GOOD, "due=0", "due=1", "luck is not asked"),
    "no beginning": (GOOD, "begun=-/-", "begun=all:1/-", "no beginning"),
    "a course of nobody's": (GOOD, "course=-", "course=3:-:2:-:end6", "seat is a number"),
    "a course without an end": (GOOD, "course=-", "course=2:-:2:-:6", "no turn of the course"),
    "an end before the end": (GOOD, "ending=playing", "ending=last-tile", "does not end by"),
    "a number with a zero before it": (GOOD, "seats=2", "seats=02", "from 2 to 6"),
    "a turn that has not begun": (GOOD, "begun=-/-", "begun=-/-:2", "the turn of seat 2 has not begun"),
    "tiles drawn that nobody holds": (DRAWN, "due=1", "due=2", r"do not agree with those it drew \(Z7\)"),
    "an opening during the game": (GOOD, "opening=-", "opening=00;00;12;-", "as long as it lasts"),
    "an opening of nobody": (START, "opening=000;000;123;-", "opening=000;000;-;-", "not the seats that draw"),
    "an opening out of turn": (START, "turn=1", "turn=2", "another seat's turn"),
    "a highest tile that nobody drew": (START, "opening=000;000;123;-", "opening=600;000;123;-", "do not lie open"),
    "hands in the opening": (START, "hands=-/-/-", "hands=1/-/-", "before the opening is over"),
    "over with tiles in the bag": (
        GOOD,
        "stage=laying turn=1 actor=1",
        "stage=done turn=1 actor=over",
        "does not end by playing",
    ),
    "a choice in a game without": (GOOD, "stage=laying", "stage=choice", "no choice whether to draw"),
    "a light square in vain": (
        ZATRE.text(laying({(0, 0): 3, (1, 0): 4, (1, 1): 5}, [1], others=[[6]])),
        "laid=- hands=1/",
        "laid=1,1 hands=4/",
        "can no longer come into a line",
    ),
    "a first turn with four tiles": (
        ZATRE.text(laying({}, [5, 1, 2], others=[[]])),
        "hands=125/-",
        "hands=1255/-",
        "with three tiles",
    ),
}


@pytest.mark.parametrize(("text", "old", "new", "message"), SPOILED.values(), ids=SPOILED)
def test_no_position(text: str, old: str, new: str, message: str) -> None:
    ZATRE.load(text)
    assert old in text
    with pytest.raises(Unreadable, match=message):
        ZATRE.load(text.replace(old, new, 1))
