"""Puzzles: what is shipped is sound and explained, and finding them is repeatable and blind."""

from __future__ import annotations

import math
from collections import Counter

import msgspec
import pytest

from sabika.bots.value import valuer_of
from sabika.engine.beginning import seat_of
from sabika.engine.game import Unreadable
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.rule import NONE
from sabika.games import GAMES
from sabika.locales import LANGUAGES
from sabika.review.account import VERSION
from sabika.review.puzzles import collect as collecting
from sabika.review.puzzles.collect import collect, confirmed, deal_of, picked
from sabika.review.puzzles.glimpse import GAP, Glimpse
from sabika.review.puzzles.prover import APART, Looked, look_through
from sabika.review.puzzles.puzzle import LEVELS, MoveValue, Puzzle, Puzzles, position_of, read, shipped, written
from sabika.review.puzzles.words import PuzzleTeller
from tests.fuzz import fewer

FEWEST = 40  # that every game of ours has
FEW = (40, 120)  # playouts, for a search that is over soon
FEWEST_PLAYOUTS = (fewer(40, 10), fewer(120, 30))  # for one of which it is no matter what it finds
SHIPPED = [(game, number) for game in GAMES for number in range(1, len(shipped(game)) + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_puzzles_of_many_kinds(game: str) -> None:
    puzzles = shipped(game)
    assert len(puzzles) >= FEWEST
    assert len({puzzle.id for puzzle in puzzles}) == len({puzzle.sight for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.seats for puzzle in puzzles}) >= 3
    assert len({min(2, int(3 * puzzle.progress)) for puzzle in puzzles}) == 3, "early, middle and late"
    assert len({puzzle.stars for puzzle in puzzles}) >= 2
    assert [puzzle.stars for puzzle in puzzles] == sorted(puzzle.stars for puzzle in puzzles)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_from_nearly_the_same_moment(game: str) -> None:
    for one in shipped(game):
        near = [
            each for each in shipped(game) if each.deal == one.deal and abs(each.step - one.step) < APART * one.seats
        ]
        assert near == [one]


@pytest.mark.parametrize(("game", "number"), SHIPPED)
def test_a_puzzle_is_sound(game: str, number: int) -> None:
    """Its position can be played on, and all its moves are legal there."""
    puzzle, rules = shipped(game)[number - 1], find(game)
    sight = rules.load_sight(puzzle.sight)
    state = position_of(rules, puzzle)
    assert sight.text() == puzzle.sight
    assert state.actor == sight.seat == seat_of(puzzle.sight)
    assert state.seats == puzzle.seats
    for move in (*puzzle.solutions, puzzle.second, puzzle.plain):
        code = rules.parse(move)
        assert rules.notation(code) == move
        assert state.refusal(code) is NONE
    assert not {puzzle.second, puzzle.plain} & set(puzzle.solutions)
    assert puzzle.best.startswith(puzzle.kind)
    assert (
        1 <= puzzle.judge <= VERSION
    )  # that of its proof; `sabika puzzles GAME --check` proves it by the one of today


@pytest.mark.parametrize(("game", "number"), SHIPPED)
def test_the_plain_choice_is_another_one(game: str, number: int) -> None:
    """What looks best one step ahead, to somebody who counts or to the judge, is not the solution."""
    puzzle, rules = shipped(game)[number - 1], find(game)
    glimpse = Glimpse(rules, valuer_of(game), rules.load_sight(puzzle.sight))
    obvious = {int(move) for move in glimpse.valuer.obvious(glimpse.state, glimpse.moves)}
    assert rules.parse(puzzle.plain) in {*obvious, glimpse.judged()}
    assert rules.parse(puzzle.best) not in obvious or glimpse.judged() != rules.parse(puzzle.best)


@pytest.mark.parametrize(("game", "number"), SHIPPED)
def test_the_proof_says_so(game: str, number: int) -> None:
    """Every seed puts the best move ahead of both others, by enough and beyond its doubt."""
    puzzle = shipped(game)[number - 1]
    assert len({each.seed for each in puzzle.proof}) == len(puzzle.proof) >= 3
    for each in puzzle.proof:
        assert each.playouts > 0
        for other in (each.second, each.plain):
            gap = each.best.win - other.win
            assert gap >= GAP / 2 - 1e-3
            assert gap >= math.hypot(each.best.doubt, other.doubt) - 1e-3
        assert all(0.0 <= value.win <= 1.0 <= 1.0 + value.doubt for value in (each.best, each.second, each.plain))
    assert (puzzle.win(puzzle.best) or 0) > (puzzle.win(puzzle.second) or 1) >= (puzzle.win(puzzle.plain) or 2) - 1e-9
    assert set(puzzle.found_by) <= set(LEVELS)
    assert 1 <= puzzle.stars <= 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_explained(game: str, language: str) -> None:
    """In words alone: no key, no gap, and a reason that the judge gives."""
    for puzzle in shipped(game):
        teller = PuzzleTeller(game, puzzle, language)
        told = [*teller.solution(), *teller.answer(puzzle.best), *teller.answer(puzzle.plain)]
        assert all(told)
        assert not [line for line in told if "{" in line or "puzzle." in line or "part." in line]
        assert any(points > 0 for points in (*puzzle.reasons.values(), *puzzle.reasons_second.values()))


@pytest.mark.parametrize(("game", "part"), [("alhambra_dice", "chips"), ("alcazaba", "city")])
def test_a_chip_or_a_restructuring_instead_of_throwing_is_not_called_stopping_in_time(game: str, part: str) -> None:
    told = 0
    for puzzle in shipped(game):
        if not puzzle.plain.startswith("keep") or puzzle.best.startswith(("keep", "mark", "displace")):
            continue
        state, rules = position_of(find(game), puzzle), find(game)
        moves = [int(rules.parse(move)) for move in (puzzle.best, puzzle.plain)]
        found = valuer_of(game).reasons(state, int(state.actor), *moves)
        assert "stop" not in {**found, **puzzle.reasons}
        told += part in found and part in puzzle.reasons
    assert told > 2


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_tells_nothing_of_the_right_one(game: str) -> None:
    for puzzle in shipped(game):
        rules = find(game)
        teller, state = PuzzleTeller(game, puzzle), position_of(rules, puzzle)
        moves = [rules.notation(move) for move in state.moves()]
        wrong = next(move for move in moves if move not in (*puzzle.solutions, puzzle.second, puzzle.plain))
        for move in (wrong, puzzle.plain, puzzle.second):
            (line,) = teller.answer(move)
            assert line.startswith(teller.move(move))
            assert teller.move(puzzle.best) not in line.removeprefix(teller.move(move))


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_asks_only_what_its_seat_may_know(game: str) -> None:
    """Whatever is imagined of the rest, the seat is shown the same, and has the same moves."""
    rules = find(game)
    for puzzle in shipped(game):
        sight = rules.load_sight(puzzle.sight)
        worlds = [sight.imagine(Rng(seed)) for seed in (1, 2)]
        views = [msgspec.json.encode(rules.view(world, sight.seat)) for world in worlds]
        assert views[0] == views[1]
        assert list(worlds[0].moves()) == list(worlds[1].moves()) == list(sight.moves())


# Finding.


def test_the_same_game_of_bots_gives_the_same_puzzles() -> None:
    """A game that puzzles were shipped from has some again, and twice the same."""
    (deal, seats), _ = Counter((puzzle.deal, puzzle.seats) for puzzle in shipped("zatre")).most_common(1)[0]
    one, other = (look_through("zatre", deal, seats, FEW) for _ in range(2))
    assert one.puzzles
    assert one.puzzles == other.puzzles
    assert 0 < len(one.puzzles) <= one.candidates < one.decisions


def test_a_search_that_was_broken_off_goes_on() -> None:
    """In two parts, with two games more between: the same as in one go."""
    whole, parts = Puzzles("zatre", 3), Puzzles("zatre", 3)
    more = fewer(3)
    for _ in zip(range(1 + more), collect(whole, 27, 1, FEWEST_PLAYOUTS, lambda _: None), strict=False):
        pass
    for games in (1, more):
        for _ in zip(range(games), collect(parts, 27, 1, FEWEST_PLAYOUTS, lambda _: None), strict=False):
            pass
    assert whole.deals == parts.deals
    assert read(written(whole)).puzzles == parts.puzzles == whole.puzzles
    assert [deal_of("zatre", 3, n)[1] for n in range(4)] == [2, 3, 4, 2]


def test_the_order_in_which_processes_are_done_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game of a search is enough; that later ones are done before it adds nothing."""
    puzzles = shipped("zatre")[:3]
    looked = [Looked(deal_of("zatre", 3, n)[0], puzzles=[puzzle]) for n, puzzle in enumerate(puzzles)]
    found = []
    for done in (looked, looked[::-1], [looked[1], looked[0], looked[2]]):
        monkeypatch.setattr(collecting, "looks", lambda *_, done=done: iter(done))
        kept = Puzzles("zatre", 3)
        for _ in collect(kept, 1, 2, FEWEST_PLAYOUTS, lambda _: None):
            pass
        found.append((kept.deals, [puzzle.id for puzzle in kept.puzzles]))
    assert found == [(1, [puzzles[0].id])] * 3


def test_what_another_seed_does_not_confirm_is_thrown_out() -> None:
    pool = shipped("zatre")[:8]
    found, refuted = picked(pool, 4, lambda puzzle: puzzle.step % 2 == 0)
    assert all(puzzle.step % 2 == 0 for puzzle in found)
    assert refuted <= sum(puzzle.step % 2 for puzzle in pool)


def test_another_seed_confirms_a_shipped_puzzle_and_no_other_move() -> None:
    puzzle = shipped("zatre")[0]
    assert confirmed("zatre", puzzle, seed=12)
    assert not confirmed("zatre", msgspec.structs.replace(puzzle, best=puzzle.second, also=[]), seed=12)


def test_a_varied_choice_is_taken() -> None:
    pool = [puzzle for game in GAMES for puzzle in shipped(game)]
    found, _ = picked(pool, 12, lambda _: True)
    assert len({puzzle.kind for puzzle in found}) >= 4
    assert len({puzzle.seats for puzzle in found}) >= 3


@pytest.mark.parametrize("raw", [b"", b"{}", b"[1]", b'{"game": "zatre", "seed": "x"}', b"\xff"])
def test_a_file_of_something_else_is_refused(raw: bytes) -> None:
    with pytest.raises(Unreadable, match="not a file of puzzles"):
        read(raw)


def test_a_game_without_puzzles_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.review.puzzles.puzzle.SHIPPED", "no such file")
    shipped.cache_clear()
    assert shipped("zatre") == ()
    shipped.cache_clear()
    with pytest.raises(ValueError, match="not installed"):
        shipped("chess")


def test_stars_tell_how_many_levels_miss_it() -> None:
    puzzle: Puzzle = msgspec.structs.replace(shipped("zatre")[0], found_by=["vizier"])
    assert puzzle.stars == 4
    assert msgspec.structs.replace(puzzle, found_by=list(LEVELS)).stars == 1
    assert puzzle.win("fly") is None
    assert MoveValue(0.5, 0.1, 2.0) == MoveValue(0.5, 0.1, 2.0)
