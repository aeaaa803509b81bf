"""Any game, played at random, ends; nobody is ever stuck; and no piece appears or vanishes on the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.rule import NONE
from sabika.engine.state import LUCK, OVER, State
from tests.contract.planted import Planted, PlantedGame, planted
from tests.contract.setups import GAMES, MOVES, SETUPS, Setup, every_setup, share, usual_setups
from tests.contract.walks import generator, positions, where

MOST_DECISIONS = 20_000  # in one game, whoever plays
MOST_IN_A_ROW = 2_000  # pieces of luck between two decisions


def check_random_games(setup: Setup, decisions: int) -> int:
    """Whole random games until so many decisions were made; tells how many were."""
    made = games = 0
    while made < decisions:
        made += check_random_game(setup, games)
        games += 1
    return made


def check_random_game(setup: Setup, number: int) -> int:
    pieces = setup.game.census(setup.start())
    assert all(count > 0 for count in pieces.values())
    made = lucky = 0
    for state in positions(setup, generator(setup, "play", number), varied=number % 2 == 1):
        assert setup.game.census(state) == pieces, where(setup, state)
        lucky = lucky + 1 if state.actor == LUCK else 0
        made += state.actor >= 0
        assert made <= MOST_DECISIONS, where(setup, state)
        assert lucky <= MOST_IN_A_ROW, where(setup, state)
        check_question(setup, state)
    return made


def check_question(setup: Setup, state: State) -> None:
    """Somebody is asked something that can be answered, or the game is over."""
    assert -2 <= state.actor < state.seats == setup.seats
    assert (state.luck_total() > 0) == (state.actor == LUCK), where(setup, state)
    assert (len(state.moves()) > 0) == (state.actor >= 0), where(setup, state)
    if state.actor >= 0:
        assert state.refusal(state.default()) is NONE, where(setup, state, state.default())


@every_setup
def test_random_games_end_and_keep_every_piece(setup: Setup) -> None:
    check_random_games(setup, share(MOVES, setup))


HABITS: dict[str, Callable[[State], int]] = {
    "the default": lambda state: state.default(),
    "the first move": lambda state: state.moves()[0],
    "the last move": lambda state: state.moves()[-1],
}


def check_habit(setup: Setup, habit: Callable[[State], int]) -> None:
    """A game in which everybody always moves in the same way ends too."""
    rng = generator(setup, "habit")
    state, made = setup.start(), 0
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(rng.randrange(state.luck_total()))
        else:
            state.play(habit(state))
            made += 1
        assert made <= MOST_DECISIONS, where(setup, state)


@every_setup
@pytest.mark.parametrize("habit", HABITS.values(), ids=HABITS)
def test_a_game_ends_when_everybody_always_plays(habit: Callable[[State], int], setup: Setup) -> None:
    check_habit(setup, habit)


@every_setup
def test_players_are_the_seats_and_the_ghost(setup: Setup) -> None:
    state = setup.start()
    ghosts = state.players() - state.seats
    assert ghosts in ((0, 1) if setup.game.ghost else (0,))
    assert all(0 <= state.side(player) < state.players() for player in range(state.players()))


@every_setup
def test_a_state_remembers_its_options(setup: Setup) -> None:
    for state in positions(setup, generator(setup, "options")):
        assert setup.game.options_of(state) == dict(setup.options)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_every_number_of_seats_can_be_played(name: str) -> None:
    game, setups = GAMES[name], SETUPS[name]
    usual_options = tuple((option.name, option.choices[0]) for option in game.options)
    assert [setup.seats for setup in setups if setup.options == usual_options] == [*range(game.fewest, game.most + 1)]
    choices = {(option.name, choice) for option in game.options for choice in option.choices}
    assert {pair for setup in setups for pair in setup.options} == choices


@usual_setups
def test_a_table_that_cannot_be_is_refused(setup: Setup) -> None:
    game = setup.game
    wrong: list[tuple[int, dict[str, object]]] = [(game.fewest - 1, {}), (game.most + 1, {}), (0, {}), (-1, {})]
    wrong += [(setup.seats, {name: "?"}) for name in ("no such option", *(option.name for option in game.options))]
    for seats, options in wrong:
        with pytest.raises(ValueError, match=r"seats|option"):
            game.start(seats, options)


# The tests would notice.


class Stuck(Planted):
    """Sometimes it offers nothing."""

    def moves(self) -> vec[i64]:
        found = self.inner.moves()
        return found if len(found) % 2 else found[:0]


class BadDefault(Planted):
    """Who does not answer is answered for with a move that is none."""

    def default(self) -> i64:
        return -1


class Endless(Planted):
    """When it is over it begins again."""

    def __init__(self, inner: State) -> None:
        self.first = inner.clone()
        super().__init__(inner)

    def mirror(self) -> None:
        if self.inner.actor == OVER:
            self.inner = self.first.clone()
        super().mirror()


class Thief(PlantedGame):
    """A piece is missing while a seat is asked."""

    def census(self, state: State) -> dict[str, int]:
        pieces = super().census(state)
        pieces[min(pieces)] -= state.actor >= 0
        return pieces


@usual_setups
@pytest.mark.parametrize("fault", [Stuck, BadDefault])
def test_a_seat_that_cannot_answer_is_noticed(fault: type[Planted], setup: Setup) -> None:
    with pytest.raises(AssertionError):
        check_random_games(planted(setup, fault), 1)


@usual_setups
def test_a_lost_piece_is_noticed(setup: Setup) -> None:
    with pytest.raises(AssertionError):
        check_random_games(planted(setup, Planted, Thief), 1)


@usual_setups
def test_a_game_without_end_is_noticed(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = check_random_games(setup, 1)
    monkeypatch.setattr("tests.contract.test_play.MOST_DECISIONS", longest)
    check_random_games(planted(setup, Planted), 1)
    with pytest.raises(AssertionError):
        check_random_games(planted(setup, Endless), 1)
