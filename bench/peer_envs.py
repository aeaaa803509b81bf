"""How many steps a second the environments of others make with random players, as JSON on standard output.

Run by the Python of `environment.peer_python`, which holds them and nothing of ours. One thread, by processor time.
"""

import argparse
import json
import random
from importlib.metadata import version
from time import process_time

import numpy as np
import pyspiel
from pettingzoo.classic import connect_four_v3


def backgammon(seconds: float) -> float:
    """OpenSpiel's backgammon: before every action the observation and the mask as numpy arrays."""
    game = pyspiel.load_game("backgammon")
    chance = random.Random(1).random
    steps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(pyspiel.sample_action(state.chance_outcomes(), chance())[0])
                continue
            np.asarray(state.observation_tensor(state.current_player()), np.float32)
            np.asarray(state.legal_actions_mask(), np.int8)
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            steps += 1
    return steps / spent


def connect_four(seconds: float) -> float:
    """PettingZoo's connect four as `env()` gives it."""
    env = connect_four_v3.env()
    chance = random.Random(1).random
    steps = seed = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        seed += 1
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            actions = np.flatnonzero(observation["action_mask"])
            env.step(int(actions[int(chance() * len(actions))]))
            steps += 1
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second of other environments, as JSON.")
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    found = {"backgammon": backgammon(seconds), "connect_four": connect_four(seconds)}
    versions = {name: version(name) for name in ("open_spiel", "pettingzoo")}
    print(json.dumps({"rates": found, "versions": versions}))


if __name__ == "__main__":
    main()
