"""Many tables of one game, stepped together: observations and masks are bytes to look at without a copy."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.engine.playout import settle_all
from sabika.engine.rng import Rng
from sabika.engine.rule import E4, NONE, Rule
from sabika.engine.state import OVER, Result, State
from sabika.envs.codec import HALF, NO_HALF, Codec
from sabika.envs.rewards import REWARDS, rewards_of

SKIP: Final[i64] = -1  # in the place of an action: this table waits
NOBODY: Final[i64] = 255  # the actor of a table whose game is over

SEEDS: Final[i64] = 1_000_003  # from the seed of a table to that of the next


ENGINE_RULES: Final = {"E1": ", the game is over", "E4": ", there is no such action"}


class IllegalAction(ValueError):
    """An action that the mask forbids; nothing has changed."""

    def __init__(self, table: int, action: int, rule: str) -> None:
        words = ENGINE_RULES.get(rule, "")
        super().__init__(f"action {action} is not legal at table {table}: rule {rule}{words}")
        self.table = table
        self.action = action
        self.rule = rule


class Batch:
    """Tables that are played at the same time. A row of each buffer belongs to each table."""

    def __init__(self, codec: Codec, tables: i64, seed: i64 = 0, *, reward: str = "win", again: bool = True) -> None:
        if tables < 1:
            raise ValueError("a batch has at least one table")
        if reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {reward!r}")
        self.codec: Codec = codec
        self.tables: i64 = tables
        self.reward: str = reward
        self.again: bool = again  # a new game begins as soon as one is over
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.chooser: Rng = Rng(seed)  # for `choose` alone
        self.halves: vec[i64] = vec[i64]([-1] * tables)  # pending first steps
        # The buffers. They stay where they are: `numpy.frombuffer` sees every later change.
        self.observations: vec[u8] = vec[u8]([0] * (tables * codec.size))  # of the seat that is asked
        self.masks: vec[u8] = vec[u8]([0] * (tables * codec.actions))  # 1: legal
        self.actors: vec[u8] = vec[u8]([0] * tables)  # the seat that is asked
        self.ended: vec[u8] = vec[u8]([0] * tables)  # 1: a game ended in the last step
        self.rewards: vec[float] = vec[float]([0.0] * (tables * codec.seats))  # by seat, of games that just ended
        self.outside: vec[i64] = vec[i64]([0] * tables)  # legal moves that have no index
        self.legal: vec[i64] = vec[i64]([0] * (tables * codec.actions))  # the legal actions of each table
        self.options: vec[i64] = vec[i64]([0] * tables)  # how many these are
        self.chosen: vec[i64] = vec[i64]([0] * tables)  # what `choose` chose
        self.results: list[Result | None] = [None] * int(tables)  # of games that ended in the last step
        self.decisions: i64 = 0  # whole moves made so far
        self.games: i64 = 0  # games that came to their end
        for _ in range(tables):
            self.states.append(codec.start)
            self.rngs.append(Rng(0))
        self.reset(seed)

    def __reduce__(self) -> tuple[object, ...]:
        """A copy stands where this one does, pending first steps included, and meets the same luck."""
        tables = [
            (self.states[n], self.rngs[n], self.halves[n], self.results[n] if self.ended[n] else None)
            for n in range(self.tables)
        ]
        return batch_at, (self.codec, self.reward, self.again, self.chooser, self.decisions, self.games, tables)

    def __repr__(self) -> str:
        return f"<Batch of {self.codec.start.game}: {self.tables} tables, {self.codec.seats} seats>"

    def reset(self, seed: i64) -> None:
        """New games at all tables; equal seeds give equal luck."""
        self.chooser = Rng(seed)
        for table in range(self.tables):
            self.rngs[table] = Rng((seed + (table + 1) * SEEDS) & 0x3FFFFFFFFFFFFFFF)
            self.restart(table)

    def restart(self, table: i64) -> None:
        """A new game at one table, with luck that goes on from the last one's."""
        self.settle_account(table)
        self.begin(table)

    def begin(self, table: i64) -> None:
        """A new game; what the last one earned stays to be seen."""
        state = self.codec.start.clone()
        settle_all(state, self.rngs[table])
        self.states[table] = state
        self.halves[table] = NO_HALF
        self.look(table)

    def put(self, table: i64, state: State, half: i64) -> None:
        """Go on from a position, with a first step that is pending or NO_HALF."""
        self.settle_account(table)
        self.states[table] = state.clone()
        self.halves[table] = half
        self.look(table)

    # Stepping.

    def step(self, actions: Iterable[SupportsIndex]) -> None:
        """One action for every table: integers in a list, a tuple or an array. SKIP leaves a table alone.

        An illegal action raises before anything changes.
        """
        given: list[SupportsIndex] = actions if isinstance(actions, list) else list(actions)
        if len(given) != self.tables:
            raise ValueError(f"there are {self.tables} tables and {len(given)} actions")
        for table in range(self.tables):
            action = given[table]
            self.chosen[table] = action if isinstance(action, int) else index(action)
        self.take()

    def step_random(self, steps: i64) -> None:
        """So many steps with legal actions, all equally likely."""
        for _ in range(steps):
            self.choose()
            self.take()

    def choose(self) -> None:
        """A legal action for every table into `chosen`, all equally likely; SKIP where the game is over."""
        width = self.codec.actions
        for table in range(self.tables):
            options = self.options[table]
            self.chosen[table] = self.legal[table * width + self.chooser.below(options)] if options > 0 else SKIP

    def take(self) -> None:
        """Carry out the chosen actions."""
        for table in range(self.tables):
            action = self.chosen[table]
            if action != SKIP and not self.allows(table, action):
                raise IllegalAction(table, action, self.refusal(table, action).label)
        for table in range(self.tables):
            action = self.chosen[table]
            if action != SKIP:
                self.advance(table, action)
            else:
                self.settle_account(table)

    def allows(self, table: i64, action: i64) -> bool:
        """Is the action legal at a table?"""
        width = self.codec.actions
        return 0 <= action < width and self.masks[table * width + action] == 1

    def refusal(self, table: i64, action: i64) -> Rule:
        """The rule that forbids an action; NONE if none does."""
        if self.allows(table, action):
            return NONE
        state = self.states[table]
        half = self.halves[table]
        move = self.codec.move(state, half, action)
        if move == HALF:
            move = self.codec.example(state, action)
        rule = state.refusal(move)
        return E4 if rule is NONE else rule

    def play(self, table: i64, move: i64) -> None:
        """Make a whole move by its code; a pending first step is forgotten. Raises Refused."""
        state = self.states[table]
        state.play(move)
        self.went_on(table, state)

    def advance(self, table: i64, action: i64) -> None:
        """Take a legal action."""
        state = self.states[table]
        move = self.codec.move(state, self.halves[table], action)
        if move == HALF:
            self.halves[table] = action
            self.settle_account(table)
            self.look(table)
            return
        state.play(move)
        self.went_on(table, state)

    def went_on(self, table: i64, state: State) -> None:
        """A move was made: luck answers, and a game that is over is counted."""
        self.halves[table] = NO_HALF
        self.decisions += 1
        settle_all(state, self.rngs[table])
        self.settle_account(table)
        if state.actor == OVER:
            self.close(table, state)
            if self.again:
                self.begin(table)
                return
        self.look(table)

    def settle_account(self, table: i64) -> None:
        """Rewards were for the step before."""
        if self.ended[table] == 0:
            return
        self.ended[table] = 0
        self.results[table] = None
        for seat in range(self.codec.seats):
            self.rewards[table * self.codec.seats + seat] = 0.0

    def close(self, table: i64, state: State) -> None:
        result = state.result()
        self.games += 1
        self.end(table, state, result)

    def end(self, table: i64, state: State, result: Result) -> None:
        """Tell of a game that ended in this step."""
        self.ended[table] = 1
        self.results[table] = result
        earned = rewards_of(self.reward, state, result)
        for seat in range(self.codec.seats):
            self.rewards[table * self.codec.seats + seat] = earned[seat]

    # Looking.

    def look(self, table: i64) -> None:
        """Rewrite the rows of a table."""
        codec = self.codec
        state = self.states[table]
        self.forget(table)
        if state.actor < 0:
            self.actors[table] = u8(NOBODY)
            codec.encode_into(state, NO_HALF, 0, self.observations, table * codec.size)
            return
        self.actors[table] = u8(state.actor)
        half = self.halves[table]
        self.options[table] = codec.mark(state, half, self.masks, self.legal, table * codec.actions)
        self.outside[table] = codec.outside
        codec.encode_into(state, half, state.actor, self.observations, table * codec.size)

    def forget(self, table: i64) -> None:
        """Set the mask to zeros: only those bytes that are not."""
        start = table * self.codec.actions
        masks = self.masks
        legal = self.legal
        for at in range(start, start + self.options[table]):
            masks[start + legal[at]] = 0
        self.options[table] = 0
        self.outside[table] = 0

    def seen_by(self, table: i64, seat: i64) -> vec[u8]:
        """What a seat may know of a table, as an observation of its own."""
        row = vec[u8]([0] * self.codec.size)
        self.codec.encode_into(self.states[table], self.halves[table], seat, row, 0)
        return row

    def default_action(self, table: i64) -> i64:
        """The first legal action that leads to the move made for somebody who does not answer."""
        state = self.states[table]
        move = state.default()
        first = self.codec.first(state, move)
        half = self.halves[table]
        if half == NO_HALF and self.allows(table, first):
            return first
        second = self.codec.second(state, move)
        if first == half and self.allows(table, second):
            return second
        return self.legal[table * self.codec.actions]


def batch_at(
    codec: Codec,
    reward: str,
    again: bool,
    chooser: Rng,
    decisions: i64,
    games: i64,
    tables: list[tuple[State, Rng, i64, Result | None]],
) -> Batch:
    """A batch that goes on from here."""
    batch = Batch(codec, len(tables), reward=reward, again=again)
    for table in range(i64(len(tables))):
        state, rng, half, result = tables[table]
        batch.put(table, state, half)
        batch.rngs[table].word = rng.word
        if result is not None:
            batch.end(table, codec.start, result)
    batch.chooser.word = chooser.word
    batch.decisions, batch.games = decisions, games
    return batch
