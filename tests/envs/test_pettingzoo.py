"""Tables as PettingZoo environments."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import pytest

pettingzoo = pytest.importorskip("pettingzoo", reason="the extra envs is not installed")
np = pytest.importorskip("numpy")

from sabika.engine.registry import GAMES  # noqa: E402
from sabika.envs import IllegalAction, aec  # noqa: E402

every_game = pytest.mark.parametrize("name", GAMES)


def random_game(env: Any, seed: int) -> list[Any]:
    """What the agents got in a random game."""
    env.reset(seed=seed)
    choose = np.random.default_rng(seed)
    course: list[Any] = []
    for agent in env.agent_iter(20_000):
        observation, reward, terminated, truncated, info = env.last()
        course.append((agent, observation["observation"].tobytes(), reward, terminated, truncated, dict(info)))
        mask = observation["action_mask"]
        env.step(None if terminated else int(choose.choice(np.flatnonzero(mask))))
    return course


@every_game
def test_pettingzoo_s_own_tests(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they warn of bytes and dictionaries, and of how they import their own games
        from pettingzoo.test import api_test, seed_test

        api_test(aec.env(name, seats=3), num_cycles=60)
        seed_test(lambda: aec.env(name, seats=2), num_cycles=60)


@every_game
def test_a_whole_game_gives_rewards_at_its_end_and_again_with_its_seed(name: str) -> None:
    env = aec.env(name, seats=2, reward="rank")
    first, second, third = random_game(env, 3), random_game(env, 3), random_game(env, 4)
    assert first == second != third
    ends = [(agent, reward) for agent, _, reward, terminated, *_ in first if terminated]
    assert sorted(agent for agent, _ in ends) == ["seat_1", "seat_2"]
    assert sum(reward for _, reward in ends) == pytest.approx(1)
    assert all(reward == 0 for _, _, reward, terminated, *_ in first if not terminated)


def test_an_agent_is_shown_what_its_sight_knows_also_when_it_is_not_asked() -> None:
    env = aec.env("zatre", seats=3)
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    seat = env.possible_agents.index(other)
    seen = env.observe(other)
    assert not seen["action_mask"].any()
    assert seen["observation"].tobytes() == bytes(env.batch.seen_by(0, seat))
    assert env.observation_space(other).contains(seen)


@every_game
def test_a_copy_is_a_table_of_its_own(name: str) -> None:
    env = aec.env(name, seats=3)
    env.reset(seed=2)
    for _ in range(25):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        for each in (env, twin):
            assert each.agent_selection == env.agent_selection
        before = env.last()[0]
        assert finish(twin) == finish(copy.deepcopy(env))
        assert all((env.last()[0][part] == before[part]).all() for part in before)


def finish(env: Any) -> list[Any]:
    """What is seen from here on when everybody takes the first legal action for a while."""
    seen = []
    for _ in range(30):
        observation = env.last()[0]
        seen.append((env.agent_selection, observation["observation"].tobytes(), observation["action_mask"].tobytes()))
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    return seen


def test_what_comes_with_reset_is_asked_for_after_it() -> None:
    env = aec.env("zatre")
    with pytest.raises(AttributeError, match=r"has no agent_selection; call reset\(\) first"):
        env.last()
    env.reset(seed=1)
    with pytest.raises(AttributeError, match=r"has no colour$"):
        env.colour  # noqa: B018


def test_the_state_is_everybody_s_knowledge() -> None:
    env = aec.env("zatre", seats=4)
    env.reset(seed=1)
    assert env.state_space.contains(env.state())


def test_an_illegal_action_raises_or_becomes_the_default_move() -> None:
    strict, kind = aec.env("zatre", 2), aec.env("zatre", 2, illegal="default")
    for env in (strict, kind):
        env.reset(seed=1)
    agent = kind.agent_selection
    wrong = int(np.flatnonzero(kind.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match="rule Z"):
        strict.step(wrong)
    with pytest.raises(IllegalAction, match="action -1 is not legal"):
        strict.step(-1)
    expected = kind.batch.states[0].clone()
    expected.play(expected.default())
    kind.step(wrong)
    assert kind.infos[agent]["illegal"].startswith("Z")
    laid = [state.score_now() for state in (expected, kind.batch.states[0])]
    assert kind.batch.decisions == 1
    assert laid[0] == laid[1]


def test_rendering() -> None:
    env = aec.env("zatre", 2, render_mode="ansi")
    env.reset(seed=1)
    assert str(env.render()).startswith("Zatre: seat ")
    drawn = aec.env("zatre", 2, render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg ")
    assert aec.env("zatre", 2).render() is None
    with pytest.raises(ValueError, match="render_mode is one of ansi, svg or None"):
        aec.env("zatre", 2, render_mode="human")
    with pytest.raises(ValueError, match="illegal is one of raise, default"):
        aec.env("zatre", 2, illegal="ignore")


def test_none_for_an_agent_that_is_asked_is_told_plainly() -> None:
    env = aec.env("zatre")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"^seat_\d is asked for an action; None is for agents whose game is over$"):
        env.step(None)
