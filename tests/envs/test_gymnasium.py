"""One seat against bots, alone and at many tables."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra envs is not installed")
np = pytest.importorskip("numpy")

from sabika.engine.registry import GAMES  # noqa: E402
from sabika.envs import IllegalAction  # noqa: E402
from sabika.envs.single import Seat  # noqa: E402
from sabika.envs.vector import Seats  # noqa: E402
from sabika.games.parts.tiles import WALLS, walls_in  # noqa: E402

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_gymnasium_s_own_checker(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers floats, and tells how often an environment is made
        env = gymnasium.make("sabika/Seat-v0", game=name, bots=["random"], illegal="default", disable_env_checker=True)
        check_env(env.unwrapped)


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


@pytest.mark.parametrize("bot", ["random", "apprentice", "vizier@20"])
def test_a_copy_plays_on_by_itself(bot: str) -> None:
    env = Seat("zatre", bots=[bot])
    env.reset(seed=3)
    for _ in range(4):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.action_masks()
        rows = [some_steps(each) for each in (twin, copy.deepcopy(env))]
        assert rows[0] == rows[1]
        assert (env.action_masks() == before).all()


def some_steps(env: Any) -> list[bytes]:
    return [env.step(int(np.flatnonzero(env.action_masks())[0]))[0].tobytes() for _ in range(6)]


def test_many_tables_are_copied_with_what_their_bots_were_about_to_do() -> None:
    envs = Seats("alhambra", tables=2, bots=["random", "novice"])
    _, info = envs.reset(seed=7)
    for _ in range(20):
        _, _, _, _, info = envs.step(np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]]))
    twin = pickle.loads(pickle.dumps(envs))
    for _ in range(20):
        actions = np.array([np.flatnonzero(mask)[0] for mask in envs.action_masks()])
        assert (envs.step(actions)[0] == twin.step(actions)[0]).all()


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


def test_an_illegal_action_at_one_of_many_tables_names_its_rule() -> None:
    envs, twins = (Seats("alhambra_dice", tables=3, illegal="default") for _ in range(2))
    _, info = envs.reset(seed=3)
    twins.reset(seed=3)
    assert "illegal" not in info
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in envs.action_masks()])
    wrong, right = actions.copy(), actions.copy()
    wrong[1], right[1] = np.flatnonzero(~envs.action_masks()[1])[0], twins.batch.default_action(1)
    seen, *_, info = envs.step(wrong)
    assert info["illegal"][1].startswith("D")
    assert info["_illegal"].tolist() == [False, True, False]
    assert (seen == twins.step(right)[0]).all()
    strict = Seats("alhambra_dice", tables=3)
    strict.reset(seed=3)
    with pytest.raises(IllegalAction, match="is not legal at table 1: rule D"):
        strict.step(wrong)
    with pytest.raises(ValueError, match="illegal is one of raise, default"):
        Seats("zatre", tables=1, illegal="ignore")


@every_game
def test_many_tables_go_on_whatever_is_sampled(name: str) -> None:
    envs = Seats(name, tables=4, illegal="default")
    envs.reset(seed=2)
    envs.action_space.seed(2)
    for _ in range(150):
        before, actions = envs.action_masks(), envs.action_space.sample()
        *_, info = envs.step(actions)
        illegal = [not mask[action] for mask, action in zip(before, actions, strict=True)]
        assert info.get("_illegal", np.zeros(4, bool)).tolist() == illegal
    assert envs.batch.games > 0


def reaching_the_edge(state: Any) -> Any:
    """An Alhambra whose next tile to the east, from the reserve, would stand outside the window."""
    city, open_tiles = state.cities[0], [tile for tile in range(54) if not WALLS[tile] & walls_in("EW")]
    for x in range(1, 11):
        city.build(open_tiles[x], x, 0)
    city.reserve |= 1 << open_tiles[0]
    return state


def test_moves_outside_the_window_are_counted_at_their_tables() -> None:
    envs, one = Seats("alhambra", tables=3), Seat("alhambra", bots=["random"])
    _, info = envs.reset(seed=1)
    assert "outside" not in info
    one.reset(seed=1)
    for env, table in ((envs, 1), (one, 0)):
        env.batch.put(table, reaching_the_edge(env.batch.states[table].clone()), -1)
    assert envs._told({})["outside"].tolist() == [0, 1, 0]
    assert envs._told({})["_outside"].tolist() == [False, True, False]
    assert one._told({})["outside"] == 1


def test_a_step_before_reset_says_so() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^call reset\(\) first$"):
        Seat("zatre").step(0)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^call reset\(\) first$"):
        Seats("zatre", tables=2).step([0, 0])
