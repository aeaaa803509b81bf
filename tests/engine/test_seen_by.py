"""Records of unfinished games without the luck that a viewer may not see."""

from __future__ import annotations

import pytest

from sabika.engine.game import Unreadable
from sabika.engine.record import LuckStep, Record, read
from sabika.engine.table import Table

CASES = {
    "luck that everybody sees is shown to a spectator": (-1, None, True),
    "luck that everybody sees is shown to a seat": (-1, 1, True),
    "luck of a seat is shown to that seat": (0b010, 1, True),
    "luck of two seats is shown to either": (0b110, 2, True),
    "luck of a seat is hidden from another": (0b010, 0, False),
    "luck of a seat is hidden from a spectator": (0b010, None, False),
}


@pytest.mark.parametrize(("seen_by", "viewer", "shown"), CASES.values(), ids=CASES)
def test_a_step(seen_by: int, viewer: int | None, shown: bool) -> None:
    step = LuckStep("tiles", 3, 17, 100, "5", seen_by)
    text = "luck tiles/3: 17 of 100 -> 5" if shown else "luck tiles/3: ? of 100 -> ?"
    assert str(step.shown_to(viewer)) == text


def unfinished() -> Table:
    """A game with hidden draws, after a few moves."""
    table = Table.deal("zatre", ["ana", "ben"], seed=1)
    for _ in range(8):
        table.play(table.state.default())
    return table


def hidden(record: Record) -> int:
    return record.text.count(" -> ?")


def test_each_seat_sees_its_own_draws() -> None:
    table = unfinished()
    draws = [step for step in table.record.steps if isinstance(step, LuckStep)]
    for seat in (0, 1):
        rivals = sum(1 for step in draws if step.seen_by == 2 - seat)
        assert rivals > 0
        assert hidden(table.record.seen_by(seat)) == rivals
    assert hidden(table.record.seen_by(None)) == sum(1 for step in draws if step.seen_by != -1)
    assert hidden(table.record) == 0


def test_nothing_else_is_left_out() -> None:
    table = unfinished()
    lines = zip(table.record.text.splitlines(), table.record.seen_by(None).text.splitlines(), strict=True)
    for whole, shown in lines:
        assert whole == shown or (whole.startswith("luck ") and ": ? of " in shown)


def test_after_hidden_luck_no_number_is_shown_that_counts_through_it() -> None:
    """The number of a draw tells how many lower tiles are left, and so what others hold."""
    table = unfinished()
    draws = [step for step in table.record.seen_by(0).steps if isinstance(step, LuckStep)]
    first = next(n for n, step in enumerate(draws) if step.outcome == "?")
    assert all(step.k >= 0 for step in draws[:first])
    assert all(step.k < 0 for step in draws[first:])
    assert any(step.outcome != "?" for step in draws[first:])


def test_the_seed_is_never_in_it() -> None:
    table = unfinished()
    record = read(table.saved)
    assert record.seed
    assert record.seed not in record.seen_by(0).text


def test_at_the_end_all_is_open() -> None:
    table = unfinished()
    while not table.over:
        table.play(table.state.default())
    assert table.record.seen_by(None).text == table.record.text


def test_a_replayed_record_knows_who_saw_what() -> None:
    table = unfinished()
    again = Table.replay(table.record.text)
    for viewer in (None, 0, 1):
        assert again.record.seen_by(viewer).text == table.record.seen_by(viewer).text


def test_it_can_be_read_but_not_played_past_what_is_hidden() -> None:
    text = unfinished().record.seen_by(0).text
    assert read(text).text == text
    first = next(n for n, step in enumerate(read(text).steps) if isinstance(step, LuckStep) and step.k < 0)
    assert Table.replay(text, first).record.steps
    with pytest.raises(Unreadable, match=f"step {first + 1}: .*hidden"):
        Table.replay(text)


@pytest.mark.parametrize("viewer", [-1, 2, 99])
def test_a_seat_that_is_not_there_sees_nothing(viewer: int) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        unfinished().record.seen_by(viewer)
