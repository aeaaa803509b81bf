"""A first learner: PPO with masks on `Batch`, in numpy alone, for Zatre.

    python examples/ppo.py                      learn for ten minutes, then play 400 games against novice
    python examples/ppo.py --minutes 60 --seed 2 --against apprentice builder
    python examples/ppo.py --save ppo.npz       keep what was learned; --load ppo.npz goes on from there
    sabika arena zatre --bots examples/ppo.py:Agent,novice

The last command lets `ppo.npz` play, or the file that the environment variable PPO_FILE names. Ctrl-C ends the learning
early, and the contest begins.

One small network plays both seats of many tables. It sees of every legal action what the rules say of it: the lines
it makes, the value, the square. What these are good for it finds out by itself: the points that came after an action,
less what the network expected, move the chance of that action, by no more than PPO allows.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any
from zipfile import BadZipFile

import numpy as np
from librt.vecs import vec
from mypy_extensions import u8

from sabika import bots, envs
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.games.zatre.facts import ROWS

GAME = "zatre"
TABLES = 64
STEPS = 64  # of all tables between two updates
EPOCHS = 2
PARTS = 8  # updates in an epoch
HIDDEN = 48
CLIP = 0.2
ENTROPY = 0.01
RATE = 5e-3  # at the beginning; a tenth of it at the end
DISCOUNT = 0.97  # what a point is worth a decision later
TRACE = 0.9  # GAE's lambda
POINTS = 10.0  # so many points are worth 1

SQUARES = 225
WIDE = 17  # the board with a border
ALL = np.pad(np.array([list(row) for row in ROWS]), 1, constant_values="#").ravel()
OPEN, LIGHT = ALL != "#", ALL == "+"
PLACE = np.array([(n // 15 + 1) * WIDE + n % 15 + 1 for n in range(SQUARES)])  # of a square on the wide board
AHEAD = (-1, 1, -WIDE, WIDE)  # left, right, up, down
SUMS = np.eye(13, dtype=np.float32)  # a line has 0 to 12 pips
VALUES = np.eye(6, dtype=np.float32)


@dataclass
class Look:
    """What is to be decided at some tables: a row for each of them, and a line for every legal action of each."""

    rows: Any  # of the tables: the context, and the best that an action has of everything in its line
    lines: Any  # of the actions
    tables: Any  # the row that each line belongs to
    starts: Any  # the first line of each row


def view(buffer: Any, kind: Any, tables: int = 1) -> Any:
    """A buffer of a batch as an array, without a copy: a row for each table."""
    return np.frombuffer(buffer, kind).reshape(tables, -1)


class Reader:
    """Makes numbers for the network from the bytes of a codec."""

    def __init__(self, codec: envs.Codec) -> None:
        self.places = {field.name: slice(field.start, field.start + field.size()) for field in codec.fields}

    def look(self, rows: Any, masks: Any) -> tuple[Look, Any]:
        """What the network sees, and the actions that its lines stand for."""
        tables, actions = np.nonzero(masks)
        hands = rows[:, self.places["hands"]][:, :6].astype(np.float32)
        starts = np.searchsorted(tables, np.arange(len(rows)))
        lines = self.lines(rows, hands, tables, actions)
        seen = np.concatenate([self.context(rows, hands), np.maximum.reduceat(lines, starts)], axis=1)
        return Look(seen, lines, tables, starts), actions

    def context(self, rows: Any, hands: Any) -> Any:
        """Of a table: the tiles in hand, how full the columns are, crosses, tiles that are left, tiles of this turn."""
        sheets = rows[:, self.places["sheets"]].reshape(len(rows), 2, -1)[:, :, 51:55].astype(np.float32)
        own, rival = sheets[:, 0], sheets[:, 1]
        apart = np.stack([own[:, i] - own[:, j] for i in range(4) for j in range(i)], axis=1)
        apart = np.concatenate([np.sign(apart), np.clip(apart / 2, -2, 2)], axis=1)
        pool = rows[:, self.places["pool"]].sum(axis=1, keepdims=True, dtype=np.float32) / 121
        laid = (rows[:, self.places["board"]] > 7).sum(axis=1, keepdims=True, dtype=np.float32)
        return np.concatenate([hands, apart, own / 8, rival / 8, pool, laid, np.ones_like(pool)], axis=1)

    def lines(self, rows: Any, hands: Any, tables: Any, actions: Any) -> Any:
        """Of an action: the lines it makes, value, light square, and what a next tile could make at their ends."""
        values, squares = actions // SQUARES + 1, PLACE[actions % SQUARES]
        board = np.zeros((len(rows), WIDE * WIDE), np.int32)
        board[:, PLACE] = rows[:, self.places["board"]] & 7
        pips, lengths = runs_of(board.reshape(-1, WIDE, WIDE))
        sums = pips[::2] + pips[1::2]  # on both sides of a square: across, down
        pool = rows[:, self.places["pool"]].astype(np.float32)
        own, drawn = np.zeros((2, len(rows), 13), np.float32)  # by value: tiles in hand, the chance to draw one
        own[:, 1:7], drawn[:, 1:7] = hands, pool / np.maximum(pool.sum(axis=1, keepdims=True), 1)
        found = np.zeros((len(actions), 30), np.float32)
        found[:, 13:19] = VALUES[values - 1]
        found[:, 19] = LIGHT[squares]
        for way in range(4):
            line = way // 2  # across or down
            before = sums[line, tables, squares]
            if way % 2 == 0:
                found[:, :13] += SUMS[np.where(before > 0, before + values, 0)]
                found[:, 20:22] += SUMS[before, 10:12]
            end = squares + AHEAD[way] * (lengths[way, tables, squares] + 1)
            along, other = before + values + pips[way, tables, end], sums[1 - line, tables, end]
            for n in range(3):
                tile = np.maximum(10 + n - along, 0)  # that makes a 10, 11 or 12 at this end
                fits = OPEN[end] & (other + tile <= 12)
                found[:, 22 + n] += fits * (own[tables, tile] - (tile == values))
                found[:, 25 + n] += fits * drawn[tables, tile]
                found[:, 28] += fits * drawn[tables, tile] * LIGHT[end]
                found[:, 29] += fits * drawn[tables, tile] * (other + tile >= 10)
        return found


def runs_of(board: Any) -> tuple[Any, Any]:
    """Pips and length of the unbroken run of tiles beside every square, for each of the four ways."""
    turned = board.swapaxes(1, 2)
    tiles = np.stack([board, board[:, :, ::-1], turned, turned[:, :, ::-1]], axis=-1).swapaxes(0, 2) * 16
    runs = np.zeros_like(tiles)
    for x in range(1, WIDE):
        runs[x] = np.where(tiles[x - 1] > 0, runs[x - 1] + tiles[x - 1] + 1, 0)
    left, right, up, down = runs.transpose(3, 2, 1, 0)
    found = [left, right[:, :, ::-1], up.swapaxes(1, 2), down[:, :, ::-1].swapaxes(1, 2)]
    both = np.stack(found).reshape(4, len(board), -1)  # 16 times the pips plus the length
    return both >> 4, both & 15


class Network:
    """A hidden layer for every action and one for the table; from the first a score, from the second a value."""

    def __init__(self, codec: envs.Codec, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.codec, self.reader = codec, Reader(codec)
        look, _ = self.reader.look(np.zeros((1, int(codec.size)), np.uint8), np.ones((1, 1), np.bool_))
        rows, lines = look.rows.shape[1], look.lines.shape[1]
        self.weights = {
            "line": rng.normal(0, 0.3, (lines, HIDDEN)).astype(np.float32),
            "row": rng.normal(0, 0.3, (rows, HIDDEN)).astype(np.float32),
            "score": np.zeros(HIDDEN, np.float32),
            "table": rng.normal(0, 0.3, (rows, HIDDEN)).astype(np.float32),
            "value": np.zeros(HIDDEN, np.float32),
        }
        self.moments = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in self.weights.items()}
        self.updates = 0

    def save(self, file: str) -> None:
        with Path(file).open("wb") as opened:  # numpy adds .npz to a name, not to a file
            np.savez(opened, allow_pickle=False, **self.weights)

    @classmethod
    def load(cls, file: str, seed: int = 1) -> Network:
        """ValueError with one line if the file holds no such network."""
        network = cls(envs.codec(GAME, 2), seed)
        try:
            with Path(file).open("rb") as opened, np.load(opened) as saved:
                found = {name: saved[name] for name in network.weights}
        except (OSError, EOFError, KeyError, ValueError, BadZipFile) as problem:
            raise ValueError(f"{file} holds no saved network: {problem}") from None
        if any(found[name].shape != each.shape for name, each in network.weights.items()):
            raise ValueError(f"{file} holds a network of another size")
        network.weights = found
        return network

    def best(self, rows: Any, masks: Any) -> int:
        """The likeliest action at one table."""
        look, actions = self.reader.look(rows, masks)
        return int(actions[self.forward(look)[2].argmax()])

    def forward(self, look: Look) -> tuple[Any, Any, Any, Any]:
        """Both hidden layers, the chances of all actions, and the values."""
        weights = self.weights
        hidden = np.tanh(look.lines @ weights["line"] + (look.rows @ weights["row"])[look.tables])
        table = np.tanh(look.rows @ weights["table"])
        scores = hidden @ weights["score"]
        chances = np.exp(scores - np.maximum.reduceat(scores, look.starts)[look.tables])
        chances /= np.add.reduceat(chances, look.starts)[look.tables]
        return hidden, table, chances, table @ weights["value"]

    def learn(self, look: Look, hidden: Any, table: Any, scores: Any, values: Any, rate: float) -> None:
        """A step of Adam down the slopes of the loss by the actions' scores and by the values."""
        weights = self.weights
        back = scores[:, None] * weights["score"] * (1 - hidden**2)
        slopes = {
            "line": look.lines.T @ back,
            "row": look.rows.T @ np.add.reduceat(back, look.starts),
            "score": hidden.T @ scores,
            "table": look.rows.T @ (values[:, None] * weights["value"] * (1 - table**2)),
            "value": table.T @ values,
        }
        self.updates += 1
        for name, slope in slopes.items():
            mean, square = self.moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            step = mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.99**self.updates)) + 1e-6)
            weights[name] -= np.float32(rate) * step


@dataclass
class Step:
    """One decision at every table."""

    look: Look
    taken: Any  # the lines of the actions that were taken
    chances: Any  # of these actions then
    values: Any  # what the network expected
    sign: Any  # 1 where the first seat decided, -1 where the second did
    lead: Any  # of the first seat
    ended: Any  # with it the game was over
    last: Any  # the first seat's lead then
    advantage: Any = None


class Collector:
    """Plays both seats of many tables."""

    def __init__(self, network: Network, seed: int) -> None:
        self.network = network
        self.rng = np.random.default_rng(seed)
        self.batch = envs.Batch(network.codec, TABLES, seed, reward="margin")
        self.rows = view(self.batch.observations, np.uint8, TABLES)
        self.masks = view(self.batch.masks, np.bool_, TABLES)
        self.rewards = view(self.batch.rewards, np.float64, TABLES)
        self.actors, self.ended = view(self.batch.actors, np.uint8)[0], view(self.batch.ended, np.bool_)[0]

    def collect(self, steps: int) -> list[Step]:
        """So many steps, with the advantages of what was done."""
        found = [self.step() for _ in range(steps)]
        after = found.pop()
        lead, value, gained = after.lead, after.sign * after.values, np.zeros(TABLES, np.float32)
        for step in reversed(found):  # all as the first seat sees it; what follows a game's end is another game
            expected = step.sign * step.values
            earned = np.where(step.ended, step.last, lead) - step.lead
            later = np.where(step.ended, 0, DISCOUNT * (value + TRACE * gained))
            gained = earned + later - expected
            step.advantage = (step.sign * gained).astype(np.float32)
            lead, value = step.lead, expected
        return found

    def step(self) -> Step:
        """Let every table go on by one decision."""
        look, actions = self.network.reader.look(self.rows, self.masks)
        _, _, chances, values = self.network.forward(look)
        ladder = chances.cumsum(dtype=np.float64)
        ends = np.append(look.starts[1:], len(ladder)) - 1
        drawn = np.append(0, ladder[ends[:-1]]) + self.rng.random(TABLES)
        taken = np.clip(np.searchsorted(ladder, drawn), look.starts, ends)
        sheets = self.rows[:, self.network.reader.places["sheets"]].reshape(TABLES, 2, -1).astype(np.float32)
        totals = sheets[:, :, -2] * 256 + sheets[:, :, -1]
        sign = 1 - 2 * self.actors.astype(np.float32)
        lead = sign * (totals[:, 0] - totals[:, 1]) / POINTS
        self.batch.step(actions[taken].tolist())
        last = self.rewards[:, 0].astype(np.float32) / np.float32(POINTS)
        return Step(look, taken, chances[taken], values, sign, lead, self.ended.copy(), last)


def together(steps: list[Step]) -> tuple[Look, Any, Any, Any, Any]:
    """Some steps as one: the look, and taken lines, their chances, values and advantages."""
    firsts = np.cumsum([0, *(len(step.look.lines) for step in steps[:-1])])
    look = Look(
        np.concatenate([step.look.rows for step in steps]),
        np.concatenate([step.look.lines for step in steps]),
        np.concatenate([step.look.tables + n * TABLES for n, step in enumerate(steps)]),
        np.concatenate([step.look.starts + first for step, first in zip(steps, firsts, strict=True)]),
    )
    taken = np.concatenate([step.taken + first for step, first in zip(steps, firsts, strict=True)])
    told = np.array([(step.chances, step.values, step.advantage) for step in steps]).swapaxes(0, 1).reshape(3, -1)
    return look, taken, *told


def descend(network: Network, steps: list[Step], rate: float) -> None:
    """One step on PPO's clipped loss, with a bonus for trying things out."""
    look, taken, before, expected, advantage = together(steps)
    hidden, table, chances, values = network.forward(look)
    returns = expected + advantage
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    ratio = chances[taken] / before
    free = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    pull = ratio * advantage * free
    logs = np.log(np.maximum(chances, 1e-9))
    entropy = -np.add.reduceat(chances * logs, look.starts)
    slopes = chances * (pull[look.tables] + ENTROPY * (logs + entropy[look.tables]))
    slopes[taken] -= pull
    number = np.float32(len(taken))
    network.learn(look, hidden, table, slopes / number, (values - returns) / number, rate)


def train(seconds: float, seed: int = 1, network: Network | None = None, *, told: bool = True) -> Network:
    """Learn for so long, or until Ctrl-C; from the start, or on with a network."""
    network = network or Network(envs.codec(GAME, 2), seed)
    try:
        go_on(network, seconds, seed, told=told)
    except KeyboardInterrupt:
        print("Learning was interrupted.", flush=True)
    return network


def go_on(network: Network, seconds: float, seed: int, *, told: bool) -> None:
    collector, rng = Collector(network, seed), np.random.default_rng(seed)
    start = said = monotonic()
    while (spent := monotonic() - start) < seconds:
        rate = RATE * (1 - 0.9 * spent / seconds)
        steps = collector.collect(STEPS + 1)
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(STEPS), PARTS):
                descend(network, [steps[n] for n in part], rate)
        if told and monotonic() - said > 10:
            said = monotonic()
            print(f"{spent:5.0f} s  {collector.batch.games:7,} games  {network.updates:7,} updates", flush=True)


class Agent:
    """A bot that plays a saved network: `sabika arena zatre --bots examples/ppo.py:Agent,novice`."""

    def __init__(self, seed: int) -> None:
        self.network = Network.load(os.environ.get("PPO_FILE", "ppo.npz"))
        self.rng = Rng(seed)

    def choose(self, sight: Sight) -> int:
        """The network's favourite. The codec shows only what the sight knows, whatever is imagined beyond it."""
        codec, state = self.network.codec, sight.imagine(self.rng)
        row, mask = vec[u8]([0] * int(codec.size)), vec[u8]([0] * int(codec.actions))
        codec.encode_into(state, envs.NO_HALF, state.actor, row, 0)
        codec.mask_into(state, envs.NO_HALF, mask, 0)
        return codec.move(state, envs.NO_HALF, self.network.best(view(row, np.uint8), view(mask, np.bool_)))


def contest(network: Network, rival: str, games: int, seed: int = 1) -> float:
    """The share of wins against a bot, both seats in turn; a shared win is half a one."""
    game, won = find(GAME), 0.0
    for number in range(games):
        seat = number % 2
        table = envs.Batch(network.codec, 1, seed + number // 2, again=False)  # the same luck for both seats
        bot = bots.find(rival)(seed + number)
        while not table.ended[0]:
            if table.actors[0] == seat:
                table.step([network.best(view(table.observations, np.uint8), view(table.masks, np.bool_))])
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
    parser = argparse.ArgumentParser(description="PPO with masks for Zatre, in numpy alone.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn (10)")
    parser.add_argument("--games", type=int, default=400, help="games against each bot afterwards (400)")
    parser.add_argument("--against", nargs="+", default=["novice"], help="the bots (novice)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE.npz", help="keep the network in this file")
    parser.add_argument("--load", metavar="FILE.npz", help="go on with a saved network")
    asked = parser.parse_args()
    try:
        start = None if asked.load is None else Network.load(asked.load, asked.seed)
    except ValueError as problem:
        parser.error(str(problem))
    network = train(asked.minutes * 60, asked.seed, start)
    if asked.save:
        network.save(asked.save)
    for rival in asked.against:
        share = contest(network, rival, asked.games, asked.seed)
        low, high = interval(share, asked.games)
        print(f"{asked.games} games against {rival}: {share:.1%} won, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
