"""Moves, refusals and positions of Alcazaba as text."""

from __future__ import annotations

import pytest

from sabika.engine.dealer import ScriptedDealer
from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.rule import E4
from sabika.engine.state import State
from sabika.engine.table import Table
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alcazaba.moves import Named, PickPrize
from sabika.games.alcazaba.view import AlcazabaView
from sabika.games.parts.city_moves import AddBuilding, PlaceBuilding, ReserveBuilding
from sabika.games.parts.dice_moves import KeepDice, NameFirst, PlaceMarker
from tests.fuzz import FACTOR
from tests.games.alcazaba.helpers import MIXED, build, evaluated, play, reserve, started, thrown
from tests.games.walks import play_what_can_be_read, read_back

TRIES = int(400 * FACTOR)
GAME = ALCAZABA

FORMS: dict[str, tuple[Named, str]] = {
    "keep pav1-tow2": (KeepDice(("pavilion", "tower", "tower")), '{"type":"keep","dice":["pavilion","tower","tower"]}'),
    "mark garden": (PlaceMarker("garden"), '{"type":"mark","column":"garden"}'),
    "name 2": (NameFirst(1), '{"type":"name","seat":1}'),
    "pick tower-9-NE": (PickPrize("tower-9-NE"), '{"type":"pick","prize":"tower-9-NE"}'),
    "pick first-player": (PickPrize("first-player"), '{"type":"pick","prize":"first-player"}'),
    "add tower-9-NE 1,-2": (
        AddBuilding("tower-9-NE", (1, -2)),
        '{"type":"add","tile":"tower-9-NE","cell":[1,-2]}',
    ),
    "place tower-9-NE 1,-2": (
        PlaceBuilding("tower-9-NE", (1, -2)),
        '{"type":"place","tile":"tower-9-NE","cell":[1,-2]}',
    ),
    "reserve tower-9-NE": (ReserveBuilding("tower-9-NE"), '{"type":"reserve","tile":"tower-9-NE"}'),
}


@pytest.mark.parametrize(("text", "forms"), FORMS.items(), ids=FORMS)
def test_notation_action_and_json_agree(text: str, forms: tuple[Named, str]) -> None:
    action, json = forms
    code = GAME.parse(text)
    assert GAME.notation(code) == text
    assert GAME.action(code) == action
    assert GAME.move(action) == code
    assert GAME.to_json(code).decode() == json
    assert GAME.from_json(json) == code


NO_MOVES = {
    "nothing": "",
    "a chip of the Dice Game": "annul",
    "pick nothing": "pick",
    "pick two tiles": "pick tower-9-NE tower-9-NW",
    "pick the fountain": "pick fountain-0-none",
    "pick what is no tile": "pick castle",
    "place without a cell": "place tower-9-NE",
    "buying": "buy tower-9-NE b4 b5",
}


@pytest.mark.parametrize("text", NO_MOVES.values(), ids=NO_MOVES)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        GAME.parse(text)
    assert len(str(error.value).splitlines()) == 1


NO_CODES = {"pick of no tile": 10 | 56 << 4, "pick with more": 10 | 1 << 10, "zero": 0, "negative": -6, "kind 11": 11}


@pytest.mark.parametrize("code", NO_CODES.values(), ids=NO_CODES)
def test_numbers_that_are_no_moves(code: int) -> None:
    """E4."""
    assert thrown(MIXED).refusal(code) is E4


def table_of(state: State) -> Table:
    """A table at a position."""
    table = Table.deal(GAME, seats=state.seats, dealer=ScriptedDealer())
    table.state = state
    return table


def sentences() -> dict[str, tuple[Table, str, str]]:
    """Refused moves with a part of the sentence that explains each."""
    turn = thrown(MIXED)
    build(turn, 0, "garden-6-ESW", 0, 1)
    reserve(turn, 0, "chambers-5-NSW")
    third = thrown(MIXED, "pav1", "pav1")
    gardens = ["garden-10-none", "garden-11-none"]
    prize = evaluated({"garden": "5-3:1 4-1:0"}, gardens)
    site = evaluated({"garden": "5-3:1 4-1:0"}, gardens)
    play(site, "pick garden-10-none")
    naming = evaluated({"garden": "5-3:1"}, [], chip="garden")
    return {
        "C55": (table_of(third), "remove tower-13-E", "after the third throw"),
        "C57 later": (table_of(turn), "pick tower-11-none", "when all markers are placed"),
        "C57 first": (table_of(prize), "mark tower", "First choose what you take from the garden column"),
        "C57 absent": (table_of(prize), "pick garden-12-S", "garden-12-S is not in the garden column"),
        "C58": (table_of(site), "pick garden-11-none", "First place garden-10-none"),
        "C69": (table_of(site), "give garden-10-none", "two-player games"),
        "A17b": (table_of(site), "place garden-10-none 4,4", "would not touch your Alhambra"),
        "A17c": (table_of(turn), "swap chambers-5-NSW garden-6-ESW", "wall against an open side"),
        "A18": (table_of(turn), "add tower-13-E 1,0", "is not on your reserve"),
        "D10": (table_of(turn), "keep tow1", "Not all of tow1"),
        "D12": (table_of(turn), "mark tower", "No die shows tower"),
        "D31": (table_of(naming), "reserve tower-13-E", "First name the first player"),
        "D31 nobody": (table_of(turn), "name 1", "Only the player who has just received"),
    }


SENTENCES = sentences()


@pytest.mark.parametrize(("table", "move", "part"), SENTENCES.values(), ids=SENTENCES)
def test_a_refusal_says_why(table: Table, move: str, part: str) -> None:
    told = table.why(move)
    assert part in told
    assert f"({table.refusal(move).label})" in told


# Positions.


@pytest.mark.parametrize("seats", range(2, 7))
def test_positions_are_read_back_and_nothing_is_lost(seats: int) -> None:
    assert read_back(GAME, seats) > 100


def test_the_pieces_of_the_box() -> None:
    """55 tiles and a fountain for each, eight dice, markers."""
    pieces = GAME.census(GAME.start(4))
    assert sum(count for name, count in pieces.items() if name.count("-") == 2) == 55 + 4
    assert (pieces["die"], pieces["marker-4"], pieces["fountain-0-none"]) == (8, 4, 4)


OFF = {
    "another game": ("alcazaba:1", "alhambra:1"),
    "a field that is missing": ("won=- ", ""),
    "no throws, yet dice": ("throws=1", "throws=0"),
    "a tile in two places": ("aside=-", "aside=tower-11-none"),
    "a tile twice in one place": ("aside=-", "aside=tower-13-E,tower-13-E"),
    "a tile that was not laid out yet": ("aside=-", "aside=tower-13-E"),
    "a stack's tile in the wrong column": ("laid=pavilion-8-none", "laid=tower-13-E"),
    "the extra tower in a stack": ("tower-11-none,garden-12-S", "tower-9-SW,garden-12-S"),
    "ten tiles laid out": (",chambers-11-none", ""),
    "a tile gone before the prizes": ("laid=pavilion-8-none", "laid=-"),
    "Carlo at a table of three": ("carlo=-", "carlo=tower-13-E"),
    "a tile that waits in a turn": ("won=-", "won=tower-13-E"),
    "no first-player chip": ("chip=arcades", "chip=-"),
    "a marker that rests out of turn": ("resting=0,0,0", "resting=0,0,1"),
    "six markers that rest": ("resting=0,0,0", "resting=6,0,0"),
    "a ledger of nothing": ("ledger=00", "ledger=01"),
    "a ledger that is no number": ("ledger=00", "ledger=zz"),
    "a city with a tile in the air": ("cities=-", "cities=tower-13-E@3,3"),
    "another column before the prizes": ("column=pavilion", "column=tower"),
}


@pytest.mark.parametrize(("part", "instead"), OFF.values(), ids=OFF)
def test_positions_that_cannot_be(part: str, instead: str) -> None:
    text = ALCAZABA.text(thrown(MIXED))
    assert part in text
    with pytest.raises(Unreadable) as error:
        GAME.load(text.replace(part, instead, 1))
    assert len(str(error.value).splitlines()) == 1


def test_what_can_be_read_can_be_played() -> None:
    """Whatever the text: it is refused in one line, or it is a position."""
    assert play_what_can_be_read(GAME, TRIES) > TRIES // 50


def test_a_clone_copies_every_field() -> None:
    """A forgotten field would keep the value of a new state."""
    state = started(2)
    numbers = [
        *("actor stage round caliph turn throws dice kept hand out chip column held").split(),
        *("unseen drawn aside carlo resting won").split(),
    ]
    for n, name in enumerate(numbers):
        setattr(state, name, 1000 + n)
    twin = state.clone()
    assert [getattr(twin, name) for name in [*numbers, "seats"]] == [1000 + n for n in range(len(numbers))] + [2]
    assert list(twin.laid) == list(state.laid)
    known = {*numbers, "seats", "space", "points", "laid", "cities", "ledger", "chronicle"}
    if hasattr(state, "__dict__"):
        assert set(vars(state)) == known, "a new field belongs in this test"


def test_clones_are_independent() -> None:
    state = evaluated({"garden": "5-3:1 4-1:0"}, ["garden-10-none", "garden-11-none"])
    before = ALCAZABA.text(state)
    twin = state.clone()
    assert ALCAZABA.text(twin) == before
    play(twin, "pick garden-10-none", "place garden-10-none 0,1", "reserve garden-11-none")
    assert ALCAZABA.text(state) == before
    assert twin.chronicle is None


def test_sight_is_the_whole_state() -> None:
    state = thrown(MIXED)
    sight = ALCAZABA.sight(state, 1)
    again = GAME.load_sight(sight.text())
    assert ALCAZABA.text(again.imagine(Rng(1))) == ALCAZABA.text(state)


def test_a_view_shows_the_table() -> None:
    state = thrown("gar3-tow5", seats=2)
    view = ALCAZABA.view(state, None)
    assert isinstance(view, AlcazabaView)
    assert (view.stacks, view.bag_size) == (4, 20)
    columns = {column.building: column for column in view.columns}
    assert columns["garden"].tiles == ["garden-10-none", "garden-12-S", "garden-11-none"]
    assert [(m.row, m.throws, m.player) for m in columns["garden"].markers] == [(3, 3, 2), (2, 3, 2)]
    assert columns["arcades"].first_player_chip
    assert view.turn is not None
    assert view.turn.dice == ["garden"] * 3 + ["tower"] * 5
    assert view.carlo is not None
    assert view.carlo.markers == 0
    assert view.players[0].city.tiles[0].tile == "fountain-0-none"
