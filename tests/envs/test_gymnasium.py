"""One seat against bots, alone and at many tables."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra envs is not installed")
np = pytest.importorskip("numpy")

from sabika.engine.registry import GAMES  # noqa: E402
from sabika.envs import IllegalAction  # noqa: E402
from sabika.envs.single import Seat  # noqa: E402
from sabika.envs.vector import Seats  # noqa: E402

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_gymnasium_s_own_checker(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers floats, and tells how often an environment is made
        env = gymnasium.make("sabika/Seat-v0", game=name, bots=["random"], illegal="default", disable_env_checker=True)
        check_env(env.unwrapped, skip_render_check=True)


def course(env: Any, seed: int) -> list[Any]:
    """What a random player meets in one game."""
    choose = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    found: list[Any] = [(seen.tobytes(), info["action_mask"].tobytes())]
    over = False
    while not over:
        mask = env.action_masks()
        assert mask.any()
        assert (mask == info["action_mask"].astype(bool)).all()
        seen, reward, over, truncated, info = env.step(int(choose.choice(np.flatnonzero(mask))))
        found.append((seen.tobytes(), reward, over, truncated))
    return found


@every_game
def test_a_game_against_bots(name: str) -> None:
    env = Seat(name, bots=["random", "novice"], seat=1, reward="rank")
    first = course(env, 5)
    assert first == course(env, 5)
    assert first != course(env, 6)
    assert 0 <= first[-1][1] <= 1


def test_an_illegal_action_names_its_rule() -> None:
    env = Seat("alhambra_dice", illegal="default")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    *_, info = env.step(wrong)
    assert info["illegal"].startswith("D")
    strict = Seat("alhambra_dice")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="rule D"):
        strict.step(wrong)
    with pytest.raises(IllegalAction, match="action -1 is not legal at table 0: rule"):
        strict.step(-1)
    with pytest.raises(ValueError, match="there is no seat 2 at a table of 2"):
        Seat("zatre", seat=2)
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        Seat("zatre", bots=["nobody"])


@every_game
def test_no_table_waits_for_the_agent(name: str) -> None:
    envs = Seats(name, tables=2)
    envs.reset(seed=1)
    before, legal = bytes(envs.batch.observations), int(np.flatnonzero(envs.action_masks()[0])[0])
    with pytest.raises(IllegalAction, match="action -1 is not legal at table 1: rule"):
        envs.step(np.array([legal, -1]))
    assert bytes(envs.batch.observations) == before


@pytest.mark.parametrize("bot", ["random", "novice"])
@every_game
def test_many_tables(name: str, bot: str) -> None:
    envs, twins = (Seats(name, tables=3, bots=["random", bot], seat=1) for _ in range(2))
    seen, info = envs.reset(seed=7)
    other, _ = twins.reset(seed=7)
    choose = np.random.default_rng(1)
    finished = 0
    for _ in range(120):
        assert (seen == other).all()
        assert (np.asarray(envs.batch.actors) == 1).all()
        actions = [int(choose.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        seen, rewards, over, truncated, info = envs.step(np.array(actions))
        other, *_ = twins.step(np.array(actions))
        finished += int(over.sum())
        assert (rewards[~over] == 0).all()
        assert not truncated.any()
    assert finished == envs.batch.games
    with pytest.raises(ValueError, match="one seed"):
        envs.reset(seed=[1, 2, 3])
