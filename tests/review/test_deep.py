"""Deep reviews: the same playouts and seed find the same, in one process or several."""

from __future__ import annotations

import pytest

from sabika import bots
from sabika.bots.value import Estimate, valuer_of
from sabika.engine.registry import find
from sabika.engine.step import MoveStep
from sabika.engine.table import Table
from sabika.review.account import DecisionEntry, account_of, question_of, seed_at, visible
from sabika.review.deep import Difference
from sabika.review.question import Question, Verdict, answer, review_move
from sabika.review.story import slips
from sabika.review.workers import deep_verdicts
from tests.recorded.make import HERE
from tests.review.games import record


def asked(game: str, seed: int, number: int, playouts: int) -> list[Question]:
    """Some decisions of a game with something to choose."""
    found: list[Question] = []
    for step, table, each in visible(record(game, 3, seed)):
        if isinstance(each, MoveStep) and step > 60 and len(table.moves()) > 4 and len(found) < number:
            found.append(question_of(table, each, playouts, seed_at(1, step)))
    return found


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_the_same_question_has_the_same_answer(game: str) -> None:
    for question in asked(game, 2, 3, 24):
        found = answer(question)
        assert isinstance(found, Verdict)
        assert found == answer(question)
        assert sum(found.after_chosen.wins) == pytest.approx(1, abs=1e-3)


def test_search_finds_what_was_best_and_says_how_sure_it_is() -> None:
    """A move that throws a turn away is told from the best one."""
    table = Table.replay(HERE.joinpath("alhambra-3.txt").read_text(encoding="utf-8"), 116)
    assert table.actor >= 0
    worst = int(list(table.moves())[-1])  # a purchase or a place is better than giving up what stands
    found = review_move(table.sight, worst, valuer_of("alhambra"), 60, 3)
    side = int(table.state.side(table.actor))
    assert found.best != found.chosen
    assert found.after_best.wins[side] > found.after_chosen.wins[side]
    assert found.doubt > 0
    assert found.playouts >= 60


def test_what_is_within_doubt_is_booked_to_nobody() -> None:
    """A search that is not sure of a better move leaves the account as it is; few playouts are seldom sure."""
    unsure = 0
    for question in asked("alhambra", 2, 12, 24):
        found = answer(question)
        cost = found.after_best - found.after_chosen
        if found.best == found.chosen:
            assert set(cost.points) == set(cost.wins) == {0.0}
            unsure += found.doubt > 0
        else:
            sight = find("alhambra").load_sight(question.sight)
            assert cost.wins[int(sight.seat)] > found.doubt
    assert unsure


def test_partners_are_one_side() -> None:
    """The search counts for every player and the judge for every side: at a table with teams these are not as many."""
    table, player = Table.deal("zatre", 4, 3, options={"teams": True}), bots.find("builder")(1)
    found: list[Verdict] = []
    for _ in range(24):
        moves = table.moves()
        values = valuer_of("zatre").weigh(table.state, moves)
        if len(moves) > 4:
            worst = int(moves[values.index(min(values))])
            found.append(review_move(table.sight, worst, valuer_of("zatre"), 24, 3))
        table.play(player.choose(table.sight))
    costly = [each for each in found if each.best != each.chosen and each.playouts]
    assert costly
    assert all(len(each.after_chosen.points) == len(each.after_chosen.wins) == 2 for each in costly)


@pytest.mark.process
def test_processes_make_no_difference() -> None:
    text = "\n".join(record("zatre", 2, 4).splitlines()[:60]) + "\n"
    heard: list[tuple[int, int]] = []
    verdicts = deep_verdicts(text, 40, 5, 2, lambda done, of: heard.append((done, of)))
    assert heard[0] == (0, len(verdicts))
    assert heard[-1] == (len(verdicts), len(verdicts))
    alone = account_of(text, 5, 40)
    assert account_of(text, 5, 40, verdicts) == alone
    assert alone.depth == "deep"
    assert len(slips(alone)) <= 3
    assert any(isinstance(entry, DecisionEntry) for entry in alone.entries)


def test_what_two_trees_differ_by_is_doubt() -> None:
    """One tree alone may be sure of a cost that another does not find: then nobody is blamed."""
    sure = Difference(Estimate((9.0, -9.0), (0.3, -0.3)), 0.02)
    other = Difference(Estimate((1.0, -1.0), (0.0, 0.0)), 0.02)
    both = sure.with_second(other, 0)
    assert both.cost.points == (5.0, -5.0)
    assert both.cost.wins[0] == 0.15 < both.doubt
    assert sure.with_second(sure, 0).doubt < sure.doubt
