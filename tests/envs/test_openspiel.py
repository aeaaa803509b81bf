"""The games in OpenSpiel."""

from __future__ import annotations

from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra envs is not installed")
np = pytest.importorskip("numpy")

import sabika.envs.openspiel  # noqa: E402, F401 registers the games
from sabika.engine.registry import GAMES  # noqa: E402
from tests.contract.setups import COMPILED  # noqa: E402
from tests.fuzz import some  # noqa: E402

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.mark.skipif(not COMPILED, reason="takes minutes where the rules are not compiled")
@pytest.mark.parametrize("name", some(GAMES, 2))
def test_openspiel_s_own_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"sabika_{name}"), num_sims=1, serialize=True, verbose=False)


@every_game
def test_a_state_is_serialised_with_its_half_made_move(name: str) -> None:
    game = pyspiel.load_game(f"sabika_{name}(seats=3,reward=rank)")
    state = game.new_initial_state()
    choose = np.random.default_rng(2)
    for step in range(160):
        if state.is_terminal():
            break
        if step % 40 == 39 or getattr(state, "half", -1) != -1:
            twin = game.deserialize_state(state.serialize())
            assert str(twin) == str(state)
            assert twin.legal_actions() == state.legal_actions()
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(choose.choice(actions, p=chances))
        else:
            state.apply_action(choose.choice(state.legal_actions()))


def test_a_rival_s_hidden_tiles_are_in_nobody_else_s_information() -> None:
    game = pyspiel.load_game("sabika_zatre(seats=2)")
    state = game.new_initial_state()
    while state.is_chance_node() or state.table.board.empty():
        state.apply_action(state.legal_actions()[0])
    text = state.information_state_string(1 - state.current_player())
    assert text.startswith("zatre seat ")
    assert text != state.information_state_string(state.current_player())
    tensor = np.array(state.observation_tensor(0))
    assert tensor.shape == (373,)


def with_a_secret(seed: int) -> Any:
    """A table of Zatre where a seat is asked, and the other one holds tiles."""
    state, choose = pyspiel.load_game("sabika_zatre(seats=2)").new_initial_state(), np.random.default_rng(seed)
    while state.is_chance_node() or not state.table.hands[1 - state.current_player()]:
        state.apply_action(choose.choice(state.legal_actions()))
    return state


def test_a_resampled_state_has_the_same_information_and_other_secrets() -> None:
    state, choose = with_a_secret(1), np.random.default_rng(1)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, choose.random) for _ in range(30)]
    texts = {world.information_state_string(seat) for world in worlds}
    assert texts == {state.information_state_string(seat)}
    assert all(world.legal_actions() == state.legal_actions() for world in worlds)
    rival = {world.information_state_string(1 - seat) for world in worlds}
    assert len(rival) > 1
    assert str(with_a_secret(1)) == str(state)


def test_openspiel_s_is_mcts_plays_zatre() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state, choose = with_a_secret(1), np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, choose)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 4, random_state=choose)
    assert bot.step(state) in state.legal_actions()


def test_options_and_rewards() -> None:
    assert pyspiel.load_game("sabika_zatre(seats=4,options=teams:yes)").num_players() == 4
    with pytest.raises(Exception, match="a reward is one of"):
        pyspiel.load_game("sabika_zatre(reward=love)")
