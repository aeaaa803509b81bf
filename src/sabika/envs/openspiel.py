"""OpenSpiel: each game by the name `sabika_<game>`, with luck as chance nodes.

>>> import pyspiel
>>> import sabika.envs.openspiel
>>> game = pyspiel.load_game("sabika_zatre(seats=3)")
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from sabika.engine.registry import find as find_game
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State
from sabika.envs import find
from sabika.envs.arrays import shown
from sabika.envs.codec import HALF, NO_HALF, Codec
from sabika.envs.rewards import REWARDS, rewards_of
from sabika.extras import Needing

with Needing("sabika.envs.openspiel", "envs"):
    import numpy as np
    import pyspiel

PREFIX = "sabika_"
LONGEST = 200_000  # steps of a game, luck included; the rules end every game long before
MOST_CHANCES = 1287  # of one piece of luck: what eight dice can show
FARTHEST = 1000.0  # points between two seats, with the reward `margin`
DEFAULTS = {"seats": 2, "reward": "win", "options": ""}

Key = tuple[str, int, str]  # game, seats, options


@lru_cache(maxsize=64)
def codec_of(key: Key) -> Codec:
    """The codec of a table; options are written `teams:yes late_bonus:6`."""
    name, seats, options = key
    chosen = dict(word.partition(":")[::2] for word in options.split())
    return find.codec(name, seats, chosen)


class SabikaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game at tables with the same seats and options."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.key = (self.name, int(given["seats"]), str(given["options"]))
        self.reward = str(given["reward"])
        if self.reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {self.reward!r}")
        codec = codec_of(self.key)
        low, high = (-FARTHEST, FARTHEST) if self.reward == "margin" else (0.0, 1.0)
        info = pyspiel.GameInfo(
            num_distinct_actions=int(codec.actions),
            max_chance_outcomes=MOST_CHANCES,
            num_players=int(codec.seats),
            min_utility=low,
            max_utility=high,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params or {})

    name = ""
    kind: Any = None

    def new_initial_state(self) -> SabikaState:
        return SabikaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Watcher:
        return Watcher(codec_of(self.key))


class SabikaState(pyspiel.State):  # type: ignore[misc]
    """A position, and the first step of a move that takes two."""

    def __init__(self, game: SabikaGame) -> None:
        super().__init__(game)
        self.key = game.key
        self.reward = game.reward
        self.table: State = codec_of(game.key).start.clone()
        self.half: int = int(NO_HALF)
        self._chances: list[tuple[str, int]] = []  # of the luck that is asked, once somebody wanted to know

    def chances(self) -> list[tuple[str, int]]:
        """What luck may bring, with its ways, in the order of `State.chances`."""
        if not self._chances:
            self._chances = self.table.chances()
        return self._chances

    def current_player(self) -> int:
        if self.table.actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.table.actor == LUCK else int(self.table.actor)

    def is_terminal(self) -> bool:
        return bool(self.table.actor == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        codec = codec_of(self.key)
        mask = vec[u8]([0] * int(codec.actions))
        codec.mask_into(self.table, self.half, mask, 0)
        return [int(action) for action in np.flatnonzero(shown(mask, np.uint8))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What luck may bring, in the order of `State.chances`."""
        total = float(self.table.luck_total())
        return [(number, ways / total) for number, (_, ways) in enumerate(self.chances())]

    def _apply_action(self, action: int) -> None:
        if self.table.actor == LUCK:
            self.table.settle(sum(ways for _, ways in self.chances()[:action]))
            self._chances = []
            return
        move = codec_of(self.key).move(self.table, self.half, action)
        if move == HALF:
            self.half = action
        else:
            self.half = int(NO_HALF)
            self.table.play(move)

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> SabikaState:
        """A state that this seat may take for the real one: IS-MCTS asks for it. `chance` gives numbers from 0 to 1."""
        twin: SabikaState = self.clone()
        twin.table = find_game(self.key[0]).sight(self.table, player).imagine(Rng(int(chance() * 2**53)))
        if self.table.actor != player:
            twin.half = int(NO_HALF)  # the first step of a move is known to its mover alone
        return twin

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.chances()[action][0]
        move = codec_of(self.key).move(self.table, self.half, action)
        return f"first step {action}" if move == HALF else find_game(self.key[0]).notation(move)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * int(self.table.seats)
        return list(rewards_of(self.reward, self.table, self.table.result()))

    def __str__(self) -> str:
        """The whole position, hidden things included."""
        half = f" half {self.half}" if self.half != NO_HALF else ""
        return find_game(self.key[0]).text(self.table) + half

    def knows(self, player: int) -> str:
        """All that a seat may know, in one line."""
        half = f" half {self.half}" if self.half != NO_HALF and self.table.actor == player else ""
        return find_game(self.key[0]).sight(self.table, player).text() + half


class Watcher:
    """Observations: the bytes of the codec as a tensor with its named fields, the sight as a line of text."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.tensor = np.zeros(int(codec.size), np.float32)
        self.dict = {
            field.name: self.tensor[field.start : field.start + field.size()].reshape(field.shape)
            for field in codec.fields
        }

    def set_from(self, state: SabikaState, player: int) -> None:
        row = vec[u8]([0] * int(self.codec.size))
        self.codec.encode_into(state.table, state.half, player, row, 0)
        self.tensor[:] = shown(row, np.uint8)

    def string_from(self, state: SabikaState, player: int) -> str:
        return state.knows(player)


def kind_of(name: str) -> Any:
    """What OpenSpiel wants to know of a game beforehand."""
    game = find_game(name)
    hidden = game.hides(game.settle_options({}))
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


def register(name: str) -> None:
    """Make a game known to OpenSpiel."""
    kind = kind_of(name)
    pyspiel.register_game(kind, type(f"Sabika_{name}", (SabikaGame,), {"name": name, "kind": kind}))


for each in find.names():
    register(each)
