"""A table: dealing, playing in any form, taking back, saving and going on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sabika.engine.dealer import FastDealer, ScriptedDealer, SealedDealer
from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.rule import E1, E3, NONE
from sabika.engine.state import OVER, Refused
from sabika.engine.table import Table
from sabika.games import ALHAMBRA
from sabika.games.alhambra.moves import TakeMoney
from tests.engine.samples import begun, finished
from tests.examples.pig import PigGame, SecretPigGame
from tests.examples.registered import registered
from tests.games.alhambra.tables import position, seated

# Dealing.


def test_a_table_waits_for_a_seat() -> None:
    """All luck of the set-up is dealt."""
    table = Table.deal("alhambra", 3)
    assert table.actor in (0, 1, 2)
    assert not table.over
    assert table.record.seats == ["seat 1", "seat 2", "seat 3"]


def test_names_of_the_seats() -> None:
    assert Table.deal(ALHAMBRA, ["ana", " béla "]).record.seats == ["ana", "béla"]


NAMES = {
    "empty": ["ana", ""],
    "blank": ["ana", "  "],
    "with a comma": ["ana", "b, c"],
    "of two lines": ["ana", "b\nc"],
    "too long": ["ana", "b" * 41],
}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_names_that_fit_in_no_record(names: Sequence[str]) -> None:
    with pytest.raises(ValueError, match="a seat's name has 1 to 40 printable characters and no comma"):
        Table.deal("alhambra", names)


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="the game 'chess' is not installed"):
        Table.deal("chess", 2)


OPTIONS = {
    "the first choice is the default": ({}, {"extra_tower": "off", "open_money": "no"}),
    "by name": ({"extra_tower": "added"}, {"extra_tower": "added", "open_money": "no"}),
    "yes as a boolean": ({"open_money": True}, {"extra_tower": "off", "open_money": "yes"}),
    "no as a boolean": ({"open_money": False}, {"extra_tower": "off", "open_money": "no"}),
}


@pytest.mark.parametrize(("given", "settled"), OPTIONS.values(), ids=OPTIONS)
def test_options(given: dict[str, object], settled: dict[str, str]) -> None:
    table = Table.deal("alhambra", 2, options=given)
    assert table.record.options == settled == ALHAMBRA.options_of(table.state)


@pytest.mark.parametrize("options", [{"tower": "off"}, {"extra_tower": "perhaps"}, {"extra_tower": True}])
def test_options_that_do_not_exist(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="option"):
        Table.deal("alhambra", 2, options=options)


def test_a_seed_repeats_the_luck_and_is_marked() -> None:
    one, two, other = (Table.deal("alhambra", 2, seed=seed) for seed in (7, 7, 8))
    assert one.record.text == two.record.text != other.record.text
    assert one.record.chosen
    assert "seed chosen: yes" in one.record.text


def test_without_a_seed_luck_is_sealed_and_not_chosen() -> None:
    table = Table.deal("alhambra", 2)
    assert isinstance(table.dealer, SealedDealer)
    assert table.record.commit == table.dealer.commitment
    assert not table.record.chosen
    assert table.record.seed == ""
    assert table.dealer.seed.hex() not in table.record.text


def test_the_seed_is_revealed_at_the_end() -> None:
    table = Table.deal("alhambra", 2, seed=1)
    while not table.over:
        assert "\nseed: " not in table.record.text
        table.play(table.state.default())
    assert isinstance(table.dealer, SealedDealer)
    assert f"\nseed: {table.dealer.seed.hex()}\n" in table.record.text
    assert table.record.scores == table.result.scores
    assert table.actor == OVER


# Playing.

FORMS = {
    "a code": ALHAMBRA.parse("take y1 g2"),
    "notation": "take y1 g2",
    "notation in another order": "take  g2 y1",
    "a named action": TakeMoney(("y1", "g2")),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_move_in_any_form(form: int | str | TakeMoney) -> None:
    table = seated(position(display="y1 g2 b9 o9"))
    assert table.refusal(form) is NONE
    table.play(form, seat=0, by="builder")
    assert str(table.record.steps[0]) == "1 (builder): take y1 g2"


def test_actions_are_the_moves_by_name() -> None:
    table = seated(position())
    assert [table.code(action) for action in table.actions()] == list(table.moves())


def test_another_seat_is_refused() -> None:
    """E3: and nothing is changed."""
    table = seated(position(turn=1))
    before = table.position
    assert [table.refusal("take y9", seat) for seat in (0, 1, 2, None)] == [E3, NONE, E3, NONE]
    with pytest.raises(Refused) as refused:
        table.play("take y9", seat=2)
    assert refused.value.rule is E3
    assert (table.position, table.record.steps) == (before, [])


def test_a_refused_move_changes_nothing() -> None:
    table = seated(position())
    before = table.position
    with pytest.raises(Refused, match="refused by A12"):
        table.play("take y1")
    assert (table.position, table.record.steps, table.undoable(0)) == (before, [], 0)


def test_after_the_end_every_move_is_refused() -> None:
    """E1: whoever makes it."""
    table = Table.replay(finished())
    assert [table.refusal("take y9", seat) for seat in (None, 0, 2)] == [E1] * 3


# Taking back.


def shopping() -> Table:
    """The first seat has exact money for three tiles, and something to redesign."""
    return seated(
        position(
            market="garden-9-E tower-9-NE chambers-9-S arcades-9-none",
            hands=["y9 g9 b9"],
            cities=["garden-10-none@1,0", "garden-11-none@1,0"],
        )
    )


BACK = {
    "nothing was done": ([], [0, 0, 0]),
    "an exact purchase draws no luck": (["buy garden-9-E y9"], [1, 0, 0]),
    "several exact purchases": (["buy garden-9-E y9", "buy tower-9-NE g9", "buy chambers-9-S b9"], [3, 0, 0]),
    "and a redesign, before the tiles are placed": (["buy garden-9-E y9", "remove garden-10-none"], [2, 0, 0]),
    "money taken with tiles to place draws no luck yet": (["buy garden-9-E y9", "take y9"], [2, 0, 0]),
    "the turn's end draws luck": (["buy garden-9-E y9", "take y9", "reserve garden-9-E"], [0, 0, 0]),
    "money taken draws luck": (["take y9"], [0, 0, 0]),
    "a redesign draws none, though the next seat is asked": (["remove garden-10-none"], [1, 0, 0]),
    "another seat has acted since": (["remove garden-10-none", "remove garden-11-none"], [0, 1, 0]),
}


@pytest.mark.parametrize(("moves", "undoable"), BACK.values(), ids=BACK)
def test_moves_are_taken_back_as_far_as_information_allows(moves: list[str], undoable: list[int]) -> None:
    """Until luck was drawn or another seat acted."""
    table = shopping()
    history = []
    for move in moves:
        history.append((table.position, table.record.text, len(table.events)))
        table.play(move)
    assert [table.undoable(seat) for seat in range(3)] == undoable
    for seat, number in enumerate(undoable):
        for _ in range(number):
            table.undo(seat)
            assert (table.position, table.record.text, len(table.events)) == history.pop()
        before = table.position
        with pytest.raises(Refused) as refused:
            table.undo(seat)
        assert (refused.value.rule, table.position) == (E3, before)


def test_another_way_after_taking_back() -> None:
    table = shopping()
    table.play("buy garden-9-E y9")
    table.undo(0)
    table.play("buy tower-9-NE g9")
    table.play("take y9")
    table.play("reserve tower-9-NE")
    again = shopping()
    for move in ("buy tower-9-NE g9", "take y9", "reserve tower-9-NE"):
        again.play(move)
    assert table.position == again.position
    assert [str(step) for step in table.record.steps] == [str(step) for step in again.record.steps]


# Saving and going on.


def play_on(table: Table, seed: int, moves: int | None = None) -> Table:
    """Random moves, the same for the same seed."""
    rng = Rng(seed)
    made = 0
    while not table.over and made != moves:
        listed = table.moves()
        table.play(int(listed[rng.below(len(listed))]))
        made += 1
    return table


@pytest.mark.parametrize("moves", [0, 1, 17, 60])
def test_a_saved_game_goes_on_with_the_same_luck(moves: int) -> None:
    table = play_on(Table.deal("alhambra", 3, seed=11), 1, moves)
    twin = Table.resume(table.saved)
    assert (twin.position, twin.record.text) == (table.position, table.record.text)
    assert play_on(twin, 2).record.text == play_on(table, 2).record.text


def test_a_game_saved_without_a_chosen_seed_goes_on_too() -> None:
    table = play_on(Table.deal("alhambra", 2), 1, 5)
    twin = Table.resume(table.saved)
    assert not twin.record.chosen
    assert play_on(twin, 2, 40).record.text == play_on(table, 2, 40).record.text


def test_a_saved_game_holds_its_seed_and_a_record_does_not() -> None:
    table = Table.deal("alhambra", 2, seed=11)
    assert "\nseed: " in table.saved
    assert "\nseed: " not in table.record.text


def test_a_record_without_its_seed_can_be_seen_and_not_played_on() -> None:
    with pytest.raises(Unreadable, match="the seed of this record is not known"):
        play_on(Table.replay(begun()), 1)


def test_a_game_with_luck_that_nobody_can_check_goes_on_with_new_luck() -> None:
    table = play_on(Table.deal("alhambra", 2, dealer=FastDealer(4)), 1, 10)
    twin = Table.resume(table.saved)
    assert twin.position == table.position
    assert play_on(twin, 2).over


def test_a_finished_game_is_saved_and_seen_again() -> None:
    table = Table.resume(finished())
    assert table.over
    assert table.record.text == table.saved == finished()


@pytest.mark.parametrize("step", [0, 1, 20, 100, 10_000])
def test_a_record_opens_after_any_step(step: int) -> None:
    table = Table.replay(finished(), step)
    whole = Table.replay(finished())
    steps = [str(each) for each in whole.record.steps]
    assert [str(each) for each in table.record.steps] == steps[:step]
    assert table.over == (step >= len(steps))


def test_events_are_told_in_replay_too() -> None:
    table = play_on(Table.deal("alhambra", 2, seed=11), 1)
    again = Table.replay(table.record.text)
    assert [event.kind for event in again.events] == [event.kind for event in table.events]
    assert {event.kind for event in table.events} >= {"scoring", "end"}


def test_a_view_and_a_sight_of_the_table() -> None:
    table = Table.deal("alhambra", 2, seed=11)
    assert table.sight.seat == table.actor
    assert list(table.sight.moves()) == list(table.moves())
    assert table.view(0) != table.view(1)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_sees_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=rf"^there is no seat {seat + 1} at a table of 2$"):
        Table.deal("alhambra", 2).view(seat)


def test_nobody_takes_the_ghosts_name_where_it_plays() -> None:
    with pytest.raises(ValueError, match=r"^Dirk plays along at a table of 2; give the seat another name$"):
        Table.deal("alhambra", ["Ana", "dirk"])
    assert Table.deal("alhambra", ["Ana", "Ben", "Dirk"]).record.seats[2] == "Dirk"


def test_a_record_has_no_step_before_its_first() -> None:
    with pytest.raises(ValueError, match=r"^a record has no step -1$"):
        Table.replay(finished(), -1)


def test_what_followed_is_told_in_the_order_of_happening() -> None:
    """A throw of Pig that loses: first the die, then the end of the turn; a new table begins with its luck."""
    with registered(PigGame(), SecretPigGame()):
        table = Table.deal("pig", 2, dealer=ScriptedDealer(["1"]))
        assert table.followed == []
        table.play("throw")
        assert [each.kind for each in table.followed] == ["die", "held"]
        table.play("hold")
        assert [each.kind for each in table.followed] == ["held"]
        table.undo(1)
        assert [each.kind for each in table.followed] == ["die", "held"]
        dealt = Table.deal("secret-pig", 2, seed=1)
        assert [each.kind for each in dealt.followed] == ["cup", "cup"]
