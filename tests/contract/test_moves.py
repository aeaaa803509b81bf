"""A move is accepted exactly if it is listed or redundant; any other is refused with its rule and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.rule import E1, E2, E3, E4, NONE, Rule
from sabika.engine.state import LUCK, OVER, Refused, State
from sabika.locales import LANGUAGES
from tests.contract.dump import change, dump
from tests.contract.planted import Planted, PlantedGame, planted
from tests.contract.setups import GAMES, MOVES, MUTANTS, Setup, every_setup, share, usual_setups
from tests.contract.walks import decisions, generator, glimpses, positions, table_of, where

ENGINE = (E1, E2, E3, E4)
UNLISTED = Rule("X1")
MUTANTS_EACH = 20  # in one position
SMALLEST, LARGEST = -(2**63), 2**63 - 1
NEVER = (0, -1, -2, SMALLEST, SMALLEST + 1, LARGEST, LARGEST - 1)


def check_listed_moves(setup: Setup, number: int) -> None:
    """Every listed move is accepted, once, and does something."""
    tried = 0
    for state, _ in decisions(setup, "listed moves", number):
        before, moves = dump(state), list(state.moves())
        assert len(set(moves)) == len(moves), where(setup, state)
        assert list(state.moves()) == moves, where(setup, state)
        for move in moves:
            check_accepted(setup, state, move, before)
            assert not state.redundant(move), where(setup, state, move)
        assert not change(before, dump(state)), where(setup, state)
        tried += len(moves)
        if tried >= number:
            return


def check_accepted(setup: Setup, state: State, move: int, before: object) -> None:
    assert state.refusal(move) is NONE, where(setup, state, move)
    twin = state.clone()
    twin.play(move)
    assert dump(twin) != before, where(setup, state, move)


def check_mutants(setup: Setup, number: int) -> set[Rule]:
    """Moves that somebody might try; tells by which rules they were refused."""
    rules, tried = set[Rule](), 0
    foreign = [0]
    for state, rng in decisions(setup, "mutants", number):
        moves = list(state.moves())
        tried_here = Trial(setup, state, set(moves))
        for move in mutants(rng, moves, foreign):
            rules.add(tried_here.answer(move))
            tried += 1
        check_many(setup, state, {*foreign, *close_to(rng.choice(moves))} - {*moves})
        if tried >= number:
            break
        foreign = [*foreign[-500:], *rng.sample(moves, min(20, len(moves)))]
    return rules - {NONE}


def check_many(setup: Setup, state: State, others: Iterable[int]) -> None:
    """Nothing else is accepted, unless it is redundant."""
    for move in others:
        if state.refusal(move) is NONE:
            assert state.redundant(move), where(setup, state, move)


def close_to(move: int) -> Iterator[int]:
    """All codes that differ from this one in two bits."""
    return (move ^ 2**one ^ 2**two for one in range(40) for two in range(one))


def mutants(rng: Random, moves: Sequence[int], foreign: Sequence[int]) -> Iterator[int]:
    """Legal codes with bits flipped or moved, codes of other positions, and numbers that are no codes."""
    for _ in range(MUTANTS_EACH // 5):
        move = rng.choice(moves)
        yield move ^ 2 ** rng.randrange(32)
        yield move ^ 2 ** rng.randrange(24) ^ 2 ** rng.randrange(63)
        yield rng.choice(foreign)
        yield rng.randrange(2 ** rng.randrange(1, 63))
        yield rng.choice((-move, ~move, move + 1, move - 1, move ^ SMALLEST, *NEVER))


class Trial:
    """A position in which moves are tried, and a table at which it has come up."""

    def __init__(self, setup: Setup, state: State, moves: set[int]) -> None:
        self.setup = setup
        self.state = state
        self.moves = moves
        self.before = dump(state)
        self.table = table_of(setup, state)
        self.table_before = dump(self.table)

    def answer(self, move: int) -> Rule:
        """Accepted or refused, and both in every respect."""
        setup, state = self.setup, self.state
        rule = state.refusal(move)
        redundant = state.redundant(move)
        assert (rule is NONE) == (move in self.moves or redundant), where(setup, state, move)
        assert not (redundant and move in self.moves), where(setup, state, move)
        if rule is NONE:
            check_accepted(setup, state, move, self.before)
            assert self.table.why(move) == "", where(setup, state, move)
        else:
            assert rule in (*ENGINE, *setup.game.refusals), where(setup, state, move)
            self.refuse(move, rule)
        return rule

    def refuse(self, move: int, rule: Rule, seat: int | None = None) -> None:
        """By the state and by the table, which both stay as they were: position, record and dealer."""
        if seat is None:
            with pytest.raises(Refused) as refused:
                self.state.play(move)
            assert (refused.value.rule, refused.value.move) == (rule, move), where(self.setup, self.state, move)
            assert not change(self.before, dump(self.state)), where(self.setup, self.state, move)
        assert self.table.refusal(move, seat) is rule
        for language in LANGUAGES:
            check_sentence(self.table.why(move, seat, language), rule)
        with pytest.raises(Refused) as refused:
            self.table.play(move, seat)
        assert refused.value.rule is rule
        assert not change(self.table_before, dump(self.table)), where(self.setup, self.state, move)


def check_sentence(sentence: str, rule: Rule) -> None:
    """A whole sentence in which the rule is named and nothing is left open."""
    assert rule.label in sentence, f"{rule.label}: {sentence!r}"
    assert sentence.endswith("."), sentence
    assert "{" not in sentence, sentence


@every_setup
def test_every_listed_move_is_accepted(setup: Setup) -> None:
    check_listed_moves(setup, share(MOVES, setup))


@every_setup
def test_a_move_is_accepted_exactly_if_listed_or_redundant(setup: Setup) -> None:
    rules = check_mutants(setup, share(MUTANTS, setup) + 200)
    assert E4 in rules
    assert len(rules) > 1  # rules of the game too


@pytest.mark.parametrize("name", GAMES)
def test_labels_are_unique_within_a_game(name: str) -> None:
    labels = [rule.label for rule in (*ENGINE, *GAMES[name].refusals)]
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"[A-Z]\d+[a-z]?", label) for label in labels)


def check_nobody_asked(setup: Setup, number: int) -> None:
    """E1 when the game is over, E2 while luck is pending, whatever the move."""
    for state, rng in glimpses(setup, "nobody asked", number):
        if state.actor < 0:
            trial = Trial(setup, state, set())
            for move in (*NEVER, rng.randrange(2**30), 17):
                assert trial.answer(move) is (E1 if state.actor == OVER else E2), where(setup, state, move)


@every_setup
def test_nobody_moves_while_luck_is_pending(setup: Setup) -> None:
    check_nobody_asked(setup, 25)


@every_setup
def test_nobody_moves_after_the_end(setup: Setup) -> None:
    *_, state = positions(setup, generator(setup, "after the end"))
    trial = Trial(setup, state, set())
    for move in NEVER:
        for seat in (None, 0):
            trial.refuse(move, E1, seat)


@every_setup
def test_only_the_seat_that_is_asked_moves(setup: Setup) -> None:
    for state, rng in decisions(setup, "another seat", 10):
        trial, move = Trial(setup, state, set()), rng.choice(list(state.moves()))
        for seat in range(-1, setup.seats + 1):
            if seat != state.actor:
                trial.refuse(move, E3, seat)
        trial.table.play(move, state.actor)


@every_setup
def test_a_number_beyond_64_bits_is_no_move(setup: Setup) -> None:
    for state, _ in decisions(setup, "beyond 64 bits", 3):
        trial = Trial(setup, state, set())
        for move in (2**63, 2**64, 2**70, -(2**63) - 1, -(2**70)):
            trial.refuse(move, E4, state.actor)


# The tests would notice.


class Twice(Planted):
    """It lists a move twice."""

    def moves(self) -> vec[i64]:
        moves = list(self.inner.moves())
        return vec[i64]([*moves, *moves[:1]])


class Shy(Planted):
    """It leaves out a move that is neither listed nor redundant, and yet accepted."""

    def moves(self) -> vec[i64]:
        moves = self.inner.moves()
        return moves[1:] if len(moves) > 1 else moves


class Bold(Planted):
    """It lists a move that it refuses."""

    def moves(self) -> vec[i64]:
        moves = list(self.inner.moves())
        return vec[i64]([*moves, -1] if moves else [])


class Lax(Planted):
    """It refuses, and moves all the same."""

    def play(self, move: i64) -> None:
        rule = self.refusal(move)
        if rule is not NONE and self.actor >= 0:
            self.inner.play(self.inner.moves()[0])
            self.mirror()
            raise Refused(rule, move)
        super().play(move)


class Curious(Planted):
    """Asking it changes it."""

    def refusal(self, move: i64) -> Rule:
        if self.actor >= 0:
            self.inner.play(self.inner.moves()[0])
            self.mirror()
        return super().refusal(move)


class Confused(Planted):
    """It gives one rule when asked and another when played."""

    def refusal(self, move: i64) -> Rule:
        rule = super().refusal(move)
        return E3 if rule is E4 else rule


class Lawless(Planted):
    """It refuses by a rule that its game does not list."""

    def refusal(self, move: i64) -> Rule:
        rule = super().refusal(move)
        return UNLISTED if rule is E4 else rule

    def play(self, move: i64) -> None:
        if (rule := self.refusal(move)) is UNLISTED:
            raise Refused(rule, move)
        super().play(move)


class Impatient(Planted):
    """It calls pending luck the end."""

    def refusal(self, move: i64) -> Rule:
        return E1 if self.actor == LUCK else super().refusal(move)


class Speechless(PlantedGame):
    """Its sentences do not name the rule that refuses."""

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return "E2", {}


@usual_setups
@pytest.mark.parametrize("fault", [Twice, Bold])
def test_a_wrong_list_of_moves_is_noticed(fault: type[Planted], setup: Setup) -> None:
    check_listed_moves(planted(setup, Planted), 200)
    with pytest.raises((AssertionError, Refused)):
        check_listed_moves(planted(setup, fault), 200)


@usual_setups
@pytest.mark.parametrize("fault", [Shy, Bold, Lax, Curious, Confused, Lawless])
def test_a_wrong_refusal_is_noticed(fault: type[Planted], setup: Setup) -> None:
    check_mutants(planted(setup, Planted), 400)
    with pytest.raises((AssertionError, Refused)):
        check_mutants(planted(setup, fault), 400)


@usual_setups
def test_a_sentence_without_its_rule_is_noticed(setup: Setup) -> None:
    with pytest.raises(AssertionError):
        check_mutants(planted(setup, Planted, Speechless), 400)


@usual_setups
def test_luck_that_is_called_the_end_is_noticed(setup: Setup) -> None:
    check_nobody_asked(planted(setup, Planted), 50)
    with pytest.raises(AssertionError):
        check_nobody_asked(planted(setup, Impatient), 50)
