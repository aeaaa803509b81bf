"""A record gives the game back, byte by byte and at every step; a saved game goes on with the same luck."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from mypy_extensions import i64

from sabika.engine.dealer import FastDealer
from sabika.engine.game import Unreadable
from sabika.engine.record import LuckStep, MoveStep, Record, read
from sabika.engine.state import Refused
from sabika.engine.table import Table
from sabika.engine.verify import verify
from tests.contract.dump import change, dump
from tests.contract.planted import Planted, PlantedGame
from tests.contract.setups import GAMES, GAMES_PLAYED, Setup, every_setup, share, usual_setups
from tests.contract.test_texts import read_or_not, spoiled
from tests.contract.walks import choose, generator

HELPERS = ("", "", "", "builder", "a bot: no. 5")


def deal(setup: Setup, number: int) -> Table:
    return Table.deal(setup.game.name, setup.seats, seed=number, options=dict(setup.options))


def play_on(table: Table, rng: Random) -> Iterator[Table]:
    """Random moves to the end, some of them made by a helper; the table before each and at the end."""
    while not table.over:
        yield table
        table.play(choose(table.game, table.state, rng, varied=True), by=rng.choice(HELPERS))
    yield table


def check_record(setup: Setup, number: int) -> None:
    """Replayed to the end and to some steps on the way."""
    table = deal(setup, number)
    marks = {len(each.record.steps): each.position for each in play_on(table, generator(setup, "record", number))}
    text = table.record.text
    again = Table.replay(text)
    assert again.record.text == text
    assert not change(dump(table.state), dump(again.state))
    assert read(text).text == text
    for step in generator(setup, "marks", number).sample(sorted(marks), min(5, len(marks))):
        early = Table.replay(text, step)
        assert early.position == marks[step]
        assert [str(each) for each in early.record.steps] == [str(each) for each in table.record.steps[:step]]
    check_verdict(table)


def check_verdict(table: Table) -> None:
    verdict = verify(table.record.text)
    steps = table.record.steps
    assert verdict.moves == sum(isinstance(step, MoveStep) for step in steps)
    assert verdict.draws == sum(isinstance(step, LuckStep) for step in steps)
    assert (verdict.scores, verdict.luck, verdict.chosen) == (table.result.scores, "sealed", True)


def check_resume(setup: Setup, number: int) -> None:
    """Saved at a random moment, the game goes on as if it had not been."""
    rng = generator(setup, "resume", number)
    moves = sum(1 for _ in play_on(deal(setup, number), generator(setup, "moves", number))) - 1
    stop = rng.randrange(moves + 1)
    table, ways = deal(setup, number), generator(setup, "moves", number)
    for _ in range(stop):
        table.play(choose(table.game, table.state, ways, varied=True), by=ways.choice(HELPERS))
    again = Table.resume(table.saved)
    assert again.saved == table.saved
    assert not change(dump(table.state), dump(again.state))
    seats = range(setup.seats)
    assert [again.undoable(seat) for seat in seats] == [table.undoable(seat) for seat in seats]
    for _ in range(stop, moves):
        move, by = choose(table.game, table.state, ways, varied=True), ways.choice(HELPERS)
        table.play(move, by=by)
        again.play(move, by=by)
    assert again.record.text == table.record.text


@every_setup
def test_a_record_gives_the_game_back(setup: Setup) -> None:
    for number in range(share(GAMES_PLAYED, setup)):
        check_record(setup, number)


@every_setup
def test_a_saved_game_goes_on_with_the_same_luck(setup: Setup) -> None:
    for number in range(share(GAMES_PLAYED, setup)):
        check_resume(setup, number)


@every_setup
def test_a_game_with_open_luck_has_a_record_too(setup: Setup) -> None:
    names = [f"player {seat}" for seat in range(setup.seats)]
    table = Table.deal(setup.game, names, options=dict(setup.options), dealer=FastDealer(5))
    *_, table = play_on(table, generator(setup, "open luck"))
    assert Table.replay(table.record.text).record.text == table.record.text
    assert verify(table.record.text).luck == "unsealed"


@usual_setups
def test_an_unfinished_record_does_not_tell_the_seed(setup: Setup) -> None:
    table = deal(setup, 1)
    seed = read(table.saved).seed
    for each in play_on(table, generator(setup, "seed")):
        assert (seed in each.record.text) == each.over


@usual_setups
@pytest.mark.parametrize("name", ["a (b)", "a)", "a\nb", "a\u2028b", "x" * 41, "a,b", " "])
def test_a_name_that_would_spoil_the_record_is_not_taken(name: str, setup: Setup) -> None:
    table = deal(setup, 1)
    before = dump(table)
    with pytest.raises(ValueError, match="name"):
        table.play(table.moves()[0], by=name)
    assert not change(before, dump(table))


# Records with something wrong in them.


def finished(setup: Setup, number: int) -> Record:
    *_, table = play_on(deal(setup, number), generator(setup, "finished", number))
    return table.record


def check_spoiled(setup: Setup, number: int) -> None:
    """A record with a spoiled line is unreadable, or it is a record that holds."""
    lines = finished(setup, number).text.split("\n")
    rng = generator(setup, "spoiled record", number)
    at = rng.choice([at for at, line in enumerate(lines) if line])
    others = [[], [lines[at]] * 2, [lines[at], rng.choice(lines)], *([text] for text in spoiled(lines[at], rng))]
    for other in others:
        text = "\n".join([*lines[:at], *other, *lines[at + 1 :]])
        table = read_or_not(Table.replay, text)
        read_or_not(verify, text)
        if table is not None:
            assert Table.replay(table.record.text).position == table.position


@every_setup
def test_a_record_with_a_spoiled_line_is_unreadable(setup: Setup) -> None:
    for number in range(share(GAMES_PLAYED, setup)):
        check_spoiled(setup, number)


@usual_setups
def test_whoever_changes_a_record_is_found_out(setup: Setup) -> None:
    record = finished(setup, 3)
    verify(record.text)
    for changed in (one_draw(record), one_point(record), one_seed(record), one_step_less(record)):
        with pytest.raises(Unreadable):
            verify(changed)


def one_draw(record: Record) -> str:
    """The last draw that could have come out otherwise, changed; what followed it is cut off."""
    twin = read(record.text)
    at = max(at for at, step in enumerate(twin.steps) if isinstance(step, LuckStep) and step.total > 1)
    del twin.steps[at:]
    twin.scores = None
    state = Table.replay(twin.text).state
    drawn = record.steps[at]
    assert isinstance(drawn, LuckStep)
    k = (drawn.k + 1) % drawn.total
    twin.steps.append(LuckStep(drawn.kind, drawn.n, k, drawn.total, state.outcome(k)))
    assert Table.replay(twin.text).record.steps[-1] is not drawn
    return twin.text


def one_point(record: Record) -> str:
    twin = read(record.text)
    assert twin.scores is not None
    twin.scores[0] += 1
    return twin.text


def one_seed(record: Record) -> str:
    return record.text.replace(record.seed, record.seed[::-1])


def one_step_less(record: Record) -> str:
    twin = read(record.text)
    twin.steps.pop()
    return twin.text


class Moody(Planted):
    """It does not always do the same."""

    mood = Random(1)

    def settle(self, k: i64) -> None:
        total = self.luck_total()
        super().settle((k + self.mood.randrange(2)) % total if 0 <= k < total else k)


@usual_setups
def test_a_game_that_does_not_repeat_itself_is_noticed(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, setup.game.name, PlantedGame(setup.game, Planted))
    check_record(setup, 0)
    check_resume(setup, 0)
    monkeypatch.setitem(GAMES, setup.game.name, PlantedGame(setup.game, Moody))
    for check in (check_record, check_resume):
        with pytest.raises((AssertionError, Unreadable, Refused)):
            check(setup, 0)
