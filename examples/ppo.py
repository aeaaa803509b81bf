"""A first learner: PPO with masks on `Batch`, in numpy alone, for the Dice Game.

    python examples/ppo.py                      learn for ten minutes, then play 400 games against novice
    python examples/ppo.py --minutes 60 --seed 2

It plays all seats of many tables with one small network and learns from whole games: what a game brought, less what
the network expected, moves the chances of every action taken, by no more than PPO allows.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np

from sabika import bots, envs
from sabika.engine.registry import find
from sabika.envs.parts.dice import KEEPS
from sabika.games.parts.dice import FACES, SETS, showing

GAME = "alhambra_dice"
TABLES = 96
SAMPLES = 4_000  # decisions between two updates
EPOCHS = 3
MINIBATCH = 512
HIDDEN = 96
CLIP = 0.2
ENTROPY = 0.01
RATE = 2e-3
POINTS = 40.0  # a margin of so many points is worth 1


class Network:
    """One hidden layer beside a direct way; from both a score for every part of an action, from the layer a value.

    A set of dice to keep is scored by its parts: how many of each symbol. So what is learned of one set helps with
    all others. Every other action is a part of its own.
    """

    def __init__(self, codec: envs.Codec, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.size, self.codec = int(codec.size), codec
        space = next(field for field in codec.fields if field.name == "space")
        self.cells = slice(space.start, space.start + space.size())
        self.parts = parts_of(codec)
        inputs, outputs = self.size + 2 * space.size(), self.parts.shape[1]
        self.weights = {
            "hidden": rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            "hidden_bias": np.zeros(HIDDEN, np.float32),
            "policy": np.zeros((HIDDEN, outputs), np.float32),
            "direct": np.zeros((inputs, outputs), np.float32),
            "policy_bias": np.zeros(outputs, np.float32),
            "value": np.zeros(HIDDEN, np.float32),
            "value_bias": np.zeros(1, np.float32),
        }
        self.moments = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in self.weights.items()}
        self.updates = 0

    def inputs(self, rows: Any) -> Any:
        """Bytes as numbers around 1; of the markers also whose they are."""
        cells = rows[:, self.cells]
        return np.concatenate([np.minimum(rows, 16) / np.float32(8), cells == 1, cells > 1], axis=1).astype(np.float32)

    def forward(self, rows: Any, masks: Any) -> tuple[Any, Any, Any, Any]:
        """Inputs, the hidden layer, the chances of all actions, and the values."""
        weights, inputs = self.weights, self.inputs(rows)
        hidden = np.tanh(inputs @ weights["hidden"] + weights["hidden_bias"])
        scores = (hidden @ weights["policy"] + inputs @ weights["direct"] + weights["policy_bias"]) @ self.parts.T
        scores = np.where(masks, scores, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return inputs, hidden, chances, hidden @ weights["value"] + weights["value_bias"]

    def learn(self, inputs: Any, hidden: Any, scores: Any, values: Any) -> None:
        """A step of Adam down the slopes of the loss by the actions' scores and by the values."""
        weights = self.weights
        parts = scores @ self.parts
        back = (parts @ weights["policy"].T + values[:, None] * weights["value"]) * (1 - hidden**2)
        slopes = {
            "hidden": inputs.T @ back,
            "hidden_bias": back.sum(axis=0),
            "policy": hidden.T @ parts,
            "direct": inputs.T @ parts,
            "policy_bias": parts.sum(axis=0),
            "value": hidden.T @ values,
            "value_bias": values.sum(keepdims=True),
        }
        self.updates += 1
        for name, slope in slopes.items():
            mean, square = self.moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            step = mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.99**self.updates)) + 1e-6)
            weights[name] -= np.float32(RATE) * step


def parts_of(codec: envs.Codec) -> Any:
    """For every action which parts it has, as a matrix of zeros and ones."""
    faces, keeps, actions = int(FACES), int(KEEPS), int(codec.actions)
    found = np.zeros((actions, faces * 9 + actions - keeps), np.float32)
    for action in range(keeps):
        for face in range(faces):
            found[action, face * 9 + int(showing(SETS[action], face))] = 1
    for action in range(keeps, actions):
        found[action, faces * 9 + action - keeps] = 1
    return found


def drawn(chances: Any, rng: np.random.Generator) -> Any:
    """An action for every row, by its chances."""
    ladder = chances.cumsum(axis=1)
    return np.minimum((ladder < rng.random((len(ladder), 1)) * ladder[:, -1:]).sum(axis=1), ladder.shape[1] - 1)


@dataclass
class Samples:
    """Decisions of games that are over."""

    rows: Any
    masks: Any
    actions: Any
    chances: Any  # of these actions when they were taken
    returns: Any


class Collector:
    """Plays all seats of many tables, and gives what was decided once a game is over."""

    def __init__(self, network: Network, seed: int) -> None:
        self.network = network
        self.rng = np.random.default_rng(seed)
        self.batch = envs.Batch(network.codec, TABLES, seed, reward="margin")
        self.rows = np.frombuffer(self.batch.observations, np.uint8).reshape(TABLES, -1)  # type: ignore[call-overload]
        self.masks = np.frombuffer(self.batch.masks, np.bool_).reshape(TABLES, -1)  # type: ignore[call-overload]
        self.open: list[list[tuple[int, Any, Any, int, float]]] = [[] for _ in range(TABLES)]

    def collect(self, number: int) -> Samples:
        """At least so many decisions."""
        found: list[tuple[Any, Any, int, float, float]] = []
        while len(found) < number:
            _, _, chances, _ = self.network.forward(self.rows, self.masks)
            actions = drawn(chances, self.rng)
            for table, action in enumerate(actions):
                seat = int(self.batch.actors[table])
                row, mask = self.rows[table].copy(), np.packbits(self.masks[table])
                self.open[table].append((seat, row, mask, int(action), float(chances[table, action])))
            self.batch.step(actions.tolist())
            for table in np.flatnonzero(list(self.batch.ended)):
                found += self.closed(int(table))
        rows, masks, taken, before, returns = zip(*found, strict=True)
        wide = np.unpackbits(np.stack(masks), axis=1, count=int(self.network.codec.actions)).astype(bool)
        return Samples(np.stack(rows), wide, np.array(taken), np.array(before), np.array(returns, np.float32))

    def closed(self, table: int) -> list[tuple[Any, Any, int, float, float]]:
        """The decisions of a game that is over, with what it brought the seat."""
        seats = int(self.network.codec.seats)
        earned = [self.batch.rewards[table * seats + seat] / POINTS for seat in range(seats)]
        game, self.open[table] = self.open[table], []
        return [(row, mask, action, chance, earned[seat]) for seat, row, mask, action, chance in game]


def update(network: Network, samples: Samples, rng: np.random.Generator) -> None:
    """Some passes over the samples in small batches."""
    for _ in range(EPOCHS):
        order = rng.permutation(len(samples.actions))
        for start in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
            descend(network, samples, order[start : start + MINIBATCH])


def descend(network: Network, samples: Samples, chosen: Any) -> None:
    """One step on PPO's clipped loss, with a bonus for trying things out."""
    inputs, hidden, chances, values = network.forward(samples.rows[chosen], samples.masks[chosen])
    actions, returns = samples.actions[chosen], samples.returns[chosen]
    advantage = returns - values
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    lines = np.arange(len(actions))
    ratio = chances[lines, actions] / samples.chances[chosen]
    free = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    pull = (ratio * advantage * free)[:, None]
    slopes = pull * chances
    slopes[lines, actions] -= pull[:, 0]
    logs = np.log(np.maximum(chances, 1e-9))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    slopes += ENTROPY * chances * (logs + entropy)
    number = np.float32(len(actions))
    network.learn(
        inputs, hidden, (slopes / number).astype(np.float32), ((values - returns) / number).astype(np.float32)
    )


def train(seconds: float, seed: int = 1, *, told: bool = True) -> Network:
    """Learn for so long."""
    network = Network(envs.codec(GAME, 2), seed)
    collector, rng = Collector(network, seed), np.random.default_rng(seed)
    start = monotonic()
    while monotonic() - start < seconds:
        update(network, collector.collect(SAMPLES), rng)
        if told:
            games, spent = collector.batch.games, monotonic() - start
            print(f"{spent:5.0f} s  {games:6,} games  {network.updates:6,} updates", flush=True)
    return network


def contest(network: Network, rival: str, games: int, seed: int = 1) -> float:
    """The share of wins against a bot, both seats in turn; a shared win is half a one."""
    game, rng, won = find(GAME), np.random.default_rng(seed), 0.0
    for number in range(games):
        seat = number % 2
        table = envs.Batch(network.codec, 1, seed + number // 2, again=False)  # the same luck for both seats
        bot = bots.find(rival)(seed + number)
        while not table.ended[0]:
            if table.actors[0] == seat:
                row = np.frombuffer(table.observations, np.uint8)[None]  # type: ignore[call-overload]
                mask = np.frombuffer(table.masks, np.bool_)[None]  # type: ignore[call-overload]
                table.step(drawn(network.forward(row, mask)[2], rng).tolist())
            else:
                table.play(0, bot.choose(game.sight(table.states[0], 1 - seat)))
        won += float(table.rewards[seat])
    return won / games


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share, at 95 %."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO with masks for the Dice Game, in numpy alone.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn (10)")
    parser.add_argument("--games", type=int, default=400, help="games against the bot afterwards (400)")
    parser.add_argument("--against", default="novice", help="the bot (novice)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    network = train(asked.minutes * 60, asked.seed)
    share = contest(network, asked.against, asked.games, asked.seed)
    low, high = interval(share, asked.games)
    print(f"{asked.games} games against {asked.against}: {share:.1%} won, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
