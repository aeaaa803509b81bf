"""Moves, refusals and positions of the Dice Game as text."""

from __future__ import annotations

import pytest

from sabika.engine.dealer import ScriptedDealer
from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.rule import NONE
from sabika.engine.state import State
from sabika.engine.table import Table
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.moves import AnnulThrow, DisplaceMarker, SetBlackDie, TakePrize
from sabika.games.alhambra_dice.view import DiceView
from sabika.games.parts.dice_moves import KeepDice, NameFirst, PlaceMarker
from sabika.games.parts.dice_view import TurnView
from tests.fuzz import FACTOR, some
from tests.games.alhambra_dice.helpers import MIXED, after_throws, evaluated, give, play, stand
from tests.games.walks import play_what_can_be_read, read_back

TRIES = int(400 * FACTOR)
GAME = ALHAMBRA_DICE

FORMS = {
    "keep none": (KeepDice(()), '{"type":"keep","dice":[]}'),
    "keep pav1-tow2": (KeepDice(("pavilion", "tower", "tower")), '{"type":"keep","dice":["pavilion","tower","tower"]}'),
    "mark garden": (PlaceMarker("garden"), '{"type":"mark","column":"garden"}'),
    "displace garden": (DisplaceMarker("garden"), '{"type":"displace","column":"garden"}'),
    "black tower": (SetBlackDie("tower"), '{"type":"black","symbol":"tower"}'),
    "annul": (AnnulThrow(), '{"type":"annul"}'),
    "prize points": (TakePrize("points"), '{"type":"prize","prize":"points","swaps":[]}'),
    "prize chip swap garden": (TakePrize("chip", ("garden",)), '{"type":"prize","prize":"chip","swaps":["garden"]}'),
    "prize points swap tower garden": (
        TakePrize("points", ("tower", "garden")),
        '{"type":"prize","prize":"points","swaps":["tower","garden"]}',
    ),
    "name 2": (NameFirst(1), '{"type":"name","seat":1}'),
}


@pytest.mark.parametrize(("text", "forms"), FORMS.items(), ids=FORMS)
def test_notation_action_and_json_agree(text: str, forms: tuple[KeepDice, str]) -> None:
    action, json = forms
    code = GAME.parse(text)
    assert GAME.notation(code) == text
    assert GAME.action(code) == action
    assert GAME.move(action) == code
    assert GAME.to_json(code).decode() == json
    assert GAME.from_json(json) == code


SAME = {
    "dice in any order": ("keep tow2-pav1", "keep pav1-tow2"),
    "swapped columns in any order": ("prize points swap garden tower", "prize points swap tower garden"),
    "spaces": ("  mark   garden ", "mark garden"),
}


@pytest.mark.parametrize(("text", "canonical"), SAME.values(), ids=SAME)
def test_other_ways_to_write_a_move(text: str, canonical: str) -> None:
    assert GAME.notation(GAME.parse(text)) == canonical


NO_MOVES = {
    "nothing": "",
    "an unknown word": "roll",
    "keep without dice": "keep",
    "keep with two sets": "keep pav1 tow1",
    "nine dice": "keep pav8-tow1",
    "an unknown face": "keep xyz1",
    "no count": "keep pav",
    "a count of zero": "keep pav0",
    "a face named twice": "keep pav1-pav1",
    "a long text of dice": "keep " + "-".join(["pav1"] * 500),
    "an unknown type": "mark castle",
    "seat zero": "name 0",
    "seat seven": "name 7",
    "a seat in words": "name two",
    "a superscript": "name ²",
    "annul with a word": "annul it",
    "no prize": "prize",
    "an unknown prize": "prize gold",
    "swap without a column": "prize points swap",
    "three swaps": "prize points swap tower tower tower",
    "displace nothing": "displace",
}


@pytest.mark.parametrize("text", NO_MOVES.values(), ids=NO_MOVES)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        GAME.parse(text)
    assert len(str(error.value).splitlines()) == 1
    assert len(str(error.value)) < 200


NO_ACTIONS = {
    "nine dice": '{"type":"keep","dice":["tower","tower","tower","tower","tower","tower","tower","tower","tower"]}',
    "an unknown type": '{"type":"mark","column":"castle"}',
    "a seat below zero": '{"type":"name","seat":-1}',
    "an unknown prize": '{"type":"prize","prize":"gold","swaps":[]}',
    "an unknown field": '{"type":"annul","now":true}',
    "an unknown action": '{"type":"roll"}',
    "no JSON": "annul",
}


@pytest.mark.parametrize("text", NO_ACTIONS.values(), ids=NO_ACTIONS)
def test_json_that_is_no_action(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.from_json(text)


def table_of(state: State) -> Table:
    """A table at a position."""
    table = Table.deal(GAME, seats=state.seats, dealer=ScriptedDealer())
    table.state = state
    return table


def sentences() -> dict[str, tuple[Table, str, str]]:
    """Refused moves with a part of the sentence that explains each."""
    turn = table_of(after_throws(MIXED))
    third = table_of(after_throws(MIXED, "tow1", "tow1"))
    chips = after_throws("gar3-tow5", "pav1", chips=["displace", "annul", "black-die"])
    play(chips, "annul")
    rich = table_of(chips)
    black = after_throws(MIXED, chips=["black-die", "black-die"])
    play(black, "black tower")
    late = table_of(after_throws(MIXED, "tow1", chips=["black-die"]))
    same = after_throws("gar3-tow5", chips=["annul"], options={"annul": "same"})
    play(same, "keep tow5", "annul")
    prize = table_of(evaluated({"garden": "5-3:0 4-1:1"}))
    swap = table_of(evaluated({"garden": "5-3:0 4-1:1"}, chips={0: ["swap"]}))
    two = table_of(evaluated({"garden": "5-3:0 4-1:1"}, chips={0: ["swap", "swap"]}))
    second = evaluated({"garden": "5-3:0 4-1:1"}, chips={1: ["swap"]})
    play(second, "prize points")
    naming = evaluated({"tower": "5-3:0 4-1:1"})
    play(naming, "prize chip")
    return {
        "D9": (third, "keep none", "three times"),
        "D10 not thrown": (turn, "keep tow1", "Not all of tow1"),
        "D10 all": (turn, f"keep {MIXED}", "at least one die"),
        "D12": (turn, "mark tower", "No die shows tower"),
        "D19": (turn, "prize points", "all markers"),
        "D20 first": (prize, "mark tower", "First take your prize in the garden column"),
        "D20 gone": (table_of(second), "prize points", "yours is the other one: 1 point and the chip"),
        "D27 no chip": (prize, "prize points swap tower", "You have 0 swap chips"),
        "D27 one chip": (swap, "prize points swap tower tower", "one swap chip"),
        "D27 one point": (two, "prize chip swap tower tower", "one building point"),
        "D27 column": (swap, "prize points swap garden", "a column other than garden"),
        "D28 no chip": (turn, "displace garden", "no displace chip"),
        "D28 nobody there": (rich, "displace tower", "cell 5-1 of the tower column"),
        "D29 no chip": (turn, "annul", "no annul chip"),
        "D29 too late": (give_annul(rich), "annul", "only the throw you have just made"),
        "D29 same dice": (table_of(same), "keep gar3", "keep tow5"),
        "D30 no chip": (turn, "black tower", "no black-die chip"),
        "D30 once": (table_of(black), "black garden", "already shows tower this turn"),
        "D30 late": (late, "black tower", "before the second"),
        "D31 first": (table_of(naming), "mark tower", "First name the first player"),
        "D31 nobody": (turn, "name 1", "Only the player who has just received"),
        "D31 seat": (table_of(naming), "name 5", "no seat 5 at a table of 3"),
    }


def give_annul(table: Table) -> Table:
    state = table.state.clone()
    assert isinstance(state, type(after_throws(MIXED)))
    give(state, 0, "annul")
    return table_of(state)


SENTENCES = sentences()


@pytest.mark.parametrize(("table", "move", "part"), SENTENCES.values(), ids=SENTENCES)
def test_a_refusal_says_why(table: Table, move: str, part: str) -> None:
    told = table.why(move)
    assert part in told
    rule = table.refusal(move)
    assert rule is not NONE
    assert f"({rule.label})" in told


def test_a_legal_move_has_no_refusal() -> None:
    assert table_of(after_throws(MIXED)).why("mark garden") == ""


# Positions.


@pytest.mark.parametrize("seats", some(range(2, 7), 2))
@pytest.mark.parametrize("options", [{}, {"annul": "same", "black_die": "any-throw"}], ids=["default", "options"])
def test_positions_are_read_back(seats: int, options: dict[str, str]) -> None:
    assert read_back(GAME, seats, options) > 100


OFF = {
    "another game": ("alhambra_dice:1", "zatre:1"),
    "a field that is missing": ("throws=1 ", ""),
    "a field twice": ("throws=1 ", "throws=1 throws=1 "),
    "seven seats": ("seats=3", "seats=7"),
    "an unknown stage": ("stage=turn", "stage=dinner"),
    "four throws": ("throws=1", "throws=4"),
    "no throws, yet dice": ("throws=1", "throws=0"),
    "seven dice": (f"dice={MIXED}", "dice=pav2-ser2-arc2-cha1"),
    "kept dice that do not lie there": ("kept=none", "kept=tow1"),
    "another seat is asked": ("actor=1", "actor=2"),
    "two markers on a cell": ("space=-", "space=5-3:1,5-3:2"),
    "six markers": ("space=-", "space=5-3:2,5-2:2,5-1:2,4-3:2,4-2:2,4-1:2"),
    "a marker of nobody": ("space=-", "space=5-3:4"),
    "a cell that is none": ("space=-", "space=9-1:1"),
    "markers out of turn": ("space=-", "space=5-3:3"),
    "a scoring that was not held": ("held=0", "held=1"),
    "a round that has no such stage": ("round=1", "round=0"),
    "a chip too many": ("chips=-", "chips=swap,swap,swap"),
    "a chip that is none": ("chips=-", "chips=gold"),
    "the first-player chip in hand": ("chips=-", "chips=first-player"),
    "a chip that was not drawn": ("gone=-", "gone=swap"),
    "two first-player chips": ("bonus=points-1,", "bonus=first-player,"),
    "an empty bonus field": ("bonus=points-1,", "bonus=-,"),
    "a disc beyond the track": ("tracks=-", "tracks=13:1"),
    "two discs of one player": ("tracks=-", "tracks=5:1,4:1"),
    "stacks in the wrong order": ("tracks=-", "tracks=4:1,5:2"),
    "a black die that shows no type": ("black=-", "black=castle"),
    "a throw that is bound without the option": ("bound=no", "bound=yes"),
    "prizes in a turn": ("given=none", "given=chip"),
    "a ledger of nothing": ("ledger=-", "ledger=-;-;-;-;-;-;000+000+000"),
}


@pytest.mark.parametrize(("part", "instead"), OFF.values(), ids=OFF)
def test_positions_that_cannot_be(part: str, instead: str) -> None:
    text = ALHAMBRA_DICE.text(after_throws(MIXED))
    assert part in text
    with pytest.raises(Unreadable) as error:
        GAME.load(text.replace(part, instead, 1))
    assert len(str(error.value).splitlines()) == 1


def test_a_position_with_everything_in_it() -> None:
    state = evaluated({"garden": "5-3:0 4-1:1"}, chips={0: ["swap"]})
    state.space.clear()
    stand(state, {"garden": "5-3:0 4-1:1 3-1:0 2-1:0"})
    text = ALHAMBRA_DICE.text(state)
    assert "space=-/-/-/-/5-3:1,4-1:2,3-1:1,2-1:1/-" in text
    assert " column=garden " in text
    assert " chips=swap/-/- " in text


def test_equal_clones_and_independent() -> None:
    state = after_throws(MIXED, chips=["annul", "swap"])
    twin = state.clone()
    assert ALHAMBRA_DICE.text(twin) == ALHAMBRA_DICE.text(state)
    play(twin, "annul", "mark pavilion")
    assert state.throws == 1
    assert ALHAMBRA_DICE.text(twin) != ALHAMBRA_DICE.text(state)
    assert twin.chronicle is None


def test_what_can_be_read_can_be_played() -> None:
    """Whatever the text: it is refused in one line, or it is a position."""
    assert play_what_can_be_read(GAME, TRIES) > TRIES // 50


def test_a_clone_copies_every_field() -> None:
    """A forgotten field would keep the value of a new state."""
    state = after_throws(MIXED, "tow1", chips=["annul"], options={"annul": "same", "black_die": "any-throw"})
    numbers = [
        *("actor stage round caliph turn throws dice kept hand out chip column held").split(),
        *("stack gone bonus before black given").split(),
    ]
    for n, name in enumerate(numbers):
        setattr(state, name, 1000 + n)
    for name in ("fresh", "bound"):
        setattr(state, name, True)
    twin = state.clone()
    fields = [*numbers, "fresh", "bound", "seats", "same_dice", "late_black"]
    assert [getattr(twin, name) for name in fields] == [getattr(state, name) for name in fields]
    known = {*fields, "space", "points", "tracks", "chips", "ledger", "chronicle"}
    if hasattr(state, "__dict__"):
        assert set(vars(state)) == known, "a new field belongs in this test"


def test_sight_is_the_whole_state() -> None:
    """Nothing but luck is hidden, so a sight crosses as the position."""
    state = after_throws(MIXED)
    sight = ALHAMBRA_DICE.sight(state, state.actor)
    assert sight.text() == f"alhambra_dice seat {state.actor + 1} of {ALHAMBRA_DICE.text(state)}"
    again = GAME.load_sight(sight.text())
    assert ALHAMBRA_DICE.text(again.imagine(Rng(1))) == ALHAMBRA_DICE.text(state)
    assert list(again.moves()) == list(state.moves())


def test_a_view_shows_the_table() -> None:
    state = after_throws("gar3-tow5", chips=["swap"], markers={"tower": "5-1:1"})
    view = ALHAMBRA_DICE.view(state, 0)
    assert isinstance(view, DiceView)
    assert isinstance(view.turn, TurnView)
    assert (view.viewer, view.actor, view.round, view.first_player) == (0, 0, 1, 0)
    columns = {column.building: column for column in view.columns}
    assert [(m.row, m.throws, m.player) for m in columns["tower"].markers] == [(5, 1, 1)]
    assert columns["tower"].chip == "first-player"
    assert view.turn.dice == ["garden"] * 3 + ["tower"] * 5
    assert view.players[0].chips == ["swap"]
    assert (view.light_chips, view.dark_chips) == (15, 6)
