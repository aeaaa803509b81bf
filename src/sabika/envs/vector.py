"""Gymnasium: one seat at each of many tables, on `Batch`.

>>> from sabika.envs.vector import Seats
>>> envs = Seats("zatre", tables=64, bots=["random"])
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sabika import bots as bots_by_name
from sabika.engine.registry import find as find_game
from sabika.envs import find
from sabika.envs.arrays import shown
from sabika.envs.batch import SKIP, IllegalAction
from sabika.envs.illegal import check_illegal
from sabika.extras import Needing

with Needing("sabika.envs.vector", "envs"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

RANDOM = "random"  # chosen in compiled code, many tables at a time


class Seats(VectorEnv[Any, Any, Any]):
    """An agent at the same seat of every table. A game that is over is followed by the next in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 as Gymnasium declares it

    def __init__(
        self,
        game: str,
        tables: int,
        bots: Sequence[str] = (RANDOM,),
        options: Mapping[str, object] | None = None,
        *,
        seat: int = 0,
        reward: str = "win",
        illegal: str = "raise",
    ) -> None:
        check_illegal(illegal)
        if not 0 <= seat <= len(bots):
            raise ValueError(f"there is no seat {seat} at a table of {len(bots) + 1}; seats count from 0")
        self.game = find_game(game)
        self.num_envs = tables
        self.seat = seat
        self.illegal = illegal
        self.batch = find.batch(game, len(bots) + 1, tables, options=options, reward=reward)
        others = [each for each in range(len(bots) + 1) if each != seat]
        self.factories = {
            each: bots_by_name.find(name) for each, name in zip(others, bots, strict=True) if name != RANDOM
        }
        self.rivals: dict[int, list[bots_by_name.Bot]] = {}
        self._dealt = False
        self._pending: dict[int, int] = {}  # the whole moves of bots that have made the first step of two
        self.single_observation_space = spaces.Box(0, 255, (int(self.batch.codec.size),), np.uint8)
        self.single_action_space = spaces.Discrete(int(self.batch.codec.actions))
        self.observation_space = batch_space(self.single_observation_space, tables)
        self.action_space = batch_space(self.single_action_space, tables)
        self._look()

    def _look(self) -> None:
        batch, tables = self.batch, self.num_envs
        self._rows = shown(batch.observations, np.uint8).reshape(tables, -1)
        self._masks = shown(batch.masks, np.int8).reshape(tables, -1)
        self._actors = shown(batch.actors, np.uint8)
        self._outside = shown(batch.outside, np.int64)
        self._ended = shown(batch.ended, np.uint8)
        self._rewards = shown(batch.rewards, np.float64).reshape(tables, -1)
        self._chosen = shown(batch.chosen, np.int64)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy looks at its own tables."""
        self.__dict__.update(state)
        self._look()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games at all tables; one seed for all of them."""
        if isinstance(seed, list):
            raise ValueError("a vector of tables takes one seed")
        root = np.random.SeedSequence(secrets.randbits(61) if seed is None else seed)
        luck, minds = root.generate_state(2, np.uint64)
        self.batch.reset(int(luck) >> 3)
        self._dealt = True
        self._pending = {}
        self.rivals = {
            seat: [factory((int(minds) >> 3) + table) for table in range(self.num_envs)]
            for seat, factory in self.factories.items()
        }
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, bool))
        return self._rows.copy(), self._told({})

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """An action for the seat at every table, then the others' moves."""
        if not self._dealt:
            raise ResetNeeded("call reset() first")
        earned, over = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        chosen: list[int] = np.asarray(actions).tolist()
        refused = self._refused(chosen)
        self.batch.step([int(SKIP) if table in refused else action for table, action in enumerate(chosen)])
        for table in refused:
            self.batch.play(table, self.batch.states[table].default())
        self._count(earned, over)
        self._let_others_play(earned, over)
        return self._rows.copy(), earned, over, np.zeros(self.num_envs, bool), self._told(refused)

    def _refused(self, chosen: list[int]) -> dict[int, str]:
        """The tables where an action is illegal, with the rule; raises unless the default move takes its place."""
        found = {}
        for table, action in zip(range(self.num_envs), chosen, strict=False):
            if not self.batch.allows(table, action):
                found[table] = rule = self.batch.refusal(table, action).label
                if self.illegal == "raise":
                    raise IllegalAction(table, action, rule)
        return found

    def action_masks(self) -> Any:
        """Which actions are legal at each table, as booleans."""
        return self._masks.astype(bool)

    def _let_others_play(self, earned: Any, over: Any) -> None:
        """Everybody else moves until the seat is asked at every table."""
        while (self._actors != self.seat).any():
            self.batch.choose()
            chosen = np.where(self._actors == self.seat, int(SKIP), self._chosen)
            for seat, rivals in self.rivals.items():
                for table in np.flatnonzero(self._actors == seat):
                    chosen[table] = self._answer(rivals[table], int(table), seat)
            self.batch.step(chosen.tolist())
            self._count(earned, over)

    def _answer(self, bot: bots_by_name.Bot, table: int, seat: int) -> int:
        """The next step of a bot's move; a move that has no index is replaced by the default one."""
        batch = self.batch
        state, half = batch.states[table], batch.halves[table]
        if half != -1:
            move = self._pending.pop(table)
        else:
            move = bot.choose(self.game.sight(state, seat))
        first, second = batch.codec.index(state, move)
        if half != -1:
            return second
        if first == -1:
            return batch.default_action(table)
        if second != -1:
            self._pending[table] = move
        return first

    def _count(self, earned: Any, over: Any) -> None:
        earned += self._rewards[:, self.seat]
        over |= self._ended == 1

    def _told(self, refused: Mapping[int, str]) -> dict[str, Any]:
        """What comes with observations: masks; at some tables a rule, or how many legal moves have no index."""
        info: dict[str, Any] = {"action_mask": self._masks.copy()}
        for table, rule in refused.items():
            info = self._add_info(info, {"illegal": rule}, table)
        for table in np.flatnonzero(self._outside).tolist():
            info = self._add_info(info, {"outside": int(self._outside[table])}, table)
        return info
