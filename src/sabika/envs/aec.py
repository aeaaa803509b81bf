"""PettingZoo: all seats of a table as agents that act in turn.

>>> from sabika.envs import aec
>>> env = aec.env("zatre", seats=3)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sabika.envs import find
from sabika.envs.arrays import copied, shown
from sabika.envs.batch import IllegalAction
from sabika.envs.illegal import check_illegal
from sabika.envs.show import MODES, check_mode, rendered
from sabika.extras import Needing

with Needing("sabika.envs.aec", "envs"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv


class Table(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table. An observation has the bytes of the codec and the mask of legal actions."""

    metadata = {"name": "sabika", "render_modes": list(MODES), "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012 AECEnv's own

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, object] | None = None,
        *,
        reward: str = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        check_illegal(illegal)
        self.batch = find.batch(game, seats, 1, options=options, reward=reward, again=False)
        self.codec = self.batch.codec
        self.render_mode = render_mode
        self.illegal = illegal
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(seats)]
        self.agents: list[str] = []
        size, actions = int(self.codec.size), int(self.codec.actions)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (seats * size,), np.uint8)
        self.metadata = {**self.metadata, "name": f"sabika_{game}"}
        self._look()
        self._closed = np.zeros(actions, np.int8)  # the mask of whoever is not asked
        self._dealt = False

    def _look(self) -> None:
        self._row = shown(self.batch.observations, np.uint8)
        self._mask = shown(self.batch.masks, np.int8)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy looks at its own table."""
        self.__dict__.update(state)
        self._look()

    def __getattr__(self, name: str) -> Any:
        early = "" if self.__dict__.get("_dealt") else "; call reset() first"
        raise AttributeError(f"{type(self).__name__} has no {name}{early}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. A seed gives its luck; without one, luck goes on from the last game's."""
        if seed is None and self._dealt:
            self.batch.restart(0)
        else:
            self.batch.reset(secrets.randbits(61) if seed is None else seed & 0x3FFFFFFFFFFFFFFF)
        self._dealt = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know; the mask allows nothing while it is not asked."""
        if agent == self.agent_selection and self.batch.ended[0] == 0:
            return {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        row = self.batch.seen_by(0, self.possible_agents.index(agent))
        return {"observation": copied(row), "action_mask": self._closed.copy()}

    def step(self, action: int | None) -> None:
        """An action of the agent that is asked; an illegal one raises, or with `illegal='default'` is replaced."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an action; None is for agents whose game is over")
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        self._take(agent, int(action))
        if self.batch.ended[0]:
            self._end()
        else:
            self._select()

    def _take(self, agent: str, action: int) -> None:
        batch = self.batch
        if batch.allows(0, action):
            batch.step([action])
        elif self.illegal == "raise":
            raise IllegalAction(0, action, batch.refusal(0, action).label)
        else:
            self.infos[agent] = {"illegal": batch.refusal(0, action).label}
            batch.play(0, batch.states[0].default())

    def _select(self) -> None:
        agent = self.agent_selection = self.possible_agents[self.batch.actors[0]]
        if self.batch.outside[0]:
            self.infos[agent]["outside"] = int(self.batch.outside[0])

    def _end(self) -> None:
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self.batch.rewards[seat])
            self.terminations[agent] = True
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def state(self) -> Any:
        """Everything that everybody knows together, as the last seat's observation beside the others'."""
        rows = [shown(self.batch.seen_by(0, seat), np.uint8) for seat in range(len(self.possible_agents))]
        return np.concatenate(rows)

    def render(self) -> str | None:
        """What a spectator is shown."""
        return rendered(self.render_mode, self.batch.states[0])

    def close(self) -> None:
        """There is nothing to close."""


env = Table
