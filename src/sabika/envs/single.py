"""Gymnasium: one seat of a table, against bots.

>>> from sabika.envs.single import Seat
>>> env = Seat("alhambra_dice", bots=["novice"])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sabika import bots as bots_by_name
from sabika.engine.registry import find as find_game
from sabika.envs import find
from sabika.envs.arrays import copied, shown
from sabika.envs.batch import IllegalAction
from sabika.envs.illegal import check_illegal
from sabika.envs.show import MODES, check_mode, rendered
from sabika.extras import Needing

with Needing("sabika.envs.single", "envs"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded


class Seat(gymnasium.Env[Any, Any]):
    """An agent at one seat; a bot, by name, at each other seat. The reward comes at the end of a game."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 as Gymnasium declares it

    def __init__(
        self,
        game: str,
        bots: Sequence[str] = ("novice",),
        options: Mapping[str, object] | None = None,
        *,
        seat: int = 0,
        reward: str = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        check_illegal(illegal)
        if not 0 <= seat <= len(bots):
            raise ValueError(f"there is no seat {seat} at a table of {len(bots) + 1}; seats count from 0")
        self.game = find_game(game)
        self.seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self.batch = find.batch(game, len(bots) + 1, 1, options=options, reward=reward, again=False)
        self.factories = [bots_by_name.find(name) for name in bots]
        self.rivals: dict[int, bots_by_name.Bot] = {}
        size, actions = int(self.batch.codec.size), int(self.batch.codec.actions)
        self.observation_space = spaces.Box(0, 255, (size,), np.uint8)
        self.action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self._look()

    def _look(self) -> None:
        self._mask = shown(self.batch.masks, np.int8)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy looks at its own table."""
        self.__dict__.update(state)
        self._look()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game; a seed gives the luck and the bots' chances."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**61)))
        seats = [seat for seat in range(len(self.factories) + 1) if seat != self.seat]
        self.rivals = {
            seat: factory(int(self.np_random.integers(2**61)))
            for seat, factory in zip(seats, self.factories, strict=True)
        }
        self._let_others_play()
        return self._seen(), self._told({})

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """An action of the seat, then the others' moves until it is asked again."""
        if not self.rivals:
            raise ResetNeeded("call reset() first")
        batch, info = self.batch, dict[str, Any]()
        if batch.allows(0, int(action)):
            batch.step([int(action)])
        elif self.illegal == "raise":
            raise IllegalAction(0, int(action), batch.refusal(0, int(action)).label)
        else:
            info["illegal"] = batch.refusal(0, int(action)).label
            batch.play(0, batch.states[0].default())
        self._let_others_play()
        over = bool(batch.ended[0])
        return self._seen(), float(batch.rewards[self.seat]), over, False, self._told(info)

    def action_masks(self) -> Any:
        """Which actions are legal now, as booleans."""
        return self._mask.astype(bool)

    def _let_others_play(self) -> None:
        batch = self.batch
        while not batch.ended[0] and batch.actors[0] != self.seat:
            actor = int(batch.actors[0])
            batch.play(0, self.rivals[actor].choose(self.game.sight(batch.states[0], actor)))

    def _seen(self) -> Any:
        return copied(self.batch.seen_by(0, self.seat))

    def _told(self, info: dict[str, Any]) -> dict[str, Any]:
        """What comes with an observation: the mask, and how many legal moves have no index, if any."""
        if self.batch.outside[0]:
            info["outside"] = int(self.batch.outside[0])
        return {"action_mask": self._mask.copy(), **info}

    def render(self) -> Any:
        """What a spectator is shown."""
        return rendered(self.render_mode, self.batch.states[0])


gymnasium.register(id="sabika/Seat-v0", entry_point="sabika.envs.single:Seat")
