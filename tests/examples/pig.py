"""Pig, an old dice game: throw as often as you dare, hold to keep the sum; a 1 loses it. First to 30 wins."""

from __future__ import annotations

import re

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.game import Action, Game, Unreadable
from sabika.engine.rng import Rng
from sabika.engine.rule import E1, E2, E4, NONE, Rule
from sabika.engine.sight import OpenSight
from sabika.engine.state import LUCK, OVER, Line, Luck, Refused, Result, State

HOLD, THROW = 0, 1  # moves are numbers inside ..
WORDS = ["hold", "throw"]  # .. and words outside
GOAL = 30


class Pig(State):
    game = "pig"

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.actor = 0  # seat 1 is asked first
        self.points = [0] * seats  # safe
        self.pot = 0  # thrown in this turn, not safe yet
        self.turn = 0

    def moves(self) -> vec[i64]:
        return vec[i64]([HOLD, THROW] if self.actor >= 0 else [])

    def refusal(self, move: i64) -> Rule:
        if self.actor < 0:
            return E1 if self.actor == OVER else E2
        return NONE if move in (HOLD, THROW) else E4

    def play(self, move: i64) -> None:
        if rule := self.refusal(move):
            raise Refused(rule, move)
        if move == THROW:
            self.actor = LUCK
        else:
            self.points[self.turn] += self.pot
            self.end_turn()

    def end_turn(self) -> None:
        self.happened("held", {"seat": self.turn, "points": self.points[self.turn]})
        won = self.points[self.turn] >= GOAL
        self.pot, self.turn = 0, (self.turn + 1) % self.seats
        self.actor = OVER if won else self.turn

    def default(self) -> i64:
        return HOLD if self.pot else THROW

    def luck(self) -> Luck:
        return Luck("die", 6)

    def settle(self, k: i64) -> None:
        if self.actor != LUCK or not 0 <= k < 6:
            raise ValueError("there is no such chance")
        if k == 0:
            self.end_turn()
        else:
            self.pot += k + 1
            self.actor = self.turn

    def outcome(self, k: i64) -> str:
        return str(k + 1)

    def chances(self) -> list[tuple[str, int]]:
        return [(self.outcome(k), 1) for k in range(6)]

    def clone(self) -> Pig:
        twin = type(self)(self.seats)
        twin.points, twin.pot, twin.turn, twin.actor = self.points[:], self.pot, self.turn, self.actor
        return twin

    def score(self, player: i64) -> i64:
        return self.points[player]

    def score_now(self) -> list[Line]:
        return [Line(self.turn, "turn", "pot", self.pot, {})] if self.pot else []

    def result(self) -> Result:
        scores = [int(self.score(seat)) for seat in range(self.seats)]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        lines = [Line(seat, "game", "points", score, {}) for seat, score in enumerate(scores)]
        return Result(scores, winners, "goal" if self.actor == OVER else "playing", lines)


class Choice(Action, frozen=True, tag="choice"):
    word: str


class PigGame(Game):
    name, title, actions = "pig", "Pig", Choice

    def new(self, seats: int, options: dict[str, str]) -> Pig:
        return Pig(seats)

    def options_of(self, state: State) -> dict[str, str]:
        return {}

    def action(self, move: int) -> Choice:
        return Choice(self.notation(move))

    def move(self, action: Action) -> int:
        assert isinstance(action, Choice)
        return self.parse(action.word)

    def notation(self, move: int) -> str:
        return WORDS[move]

    def parse(self, text: str) -> int:
        if text not in WORDS:
            raise Unreadable("a move of Pig is hold or throw")
        return WORDS.index(text)

    def view(self, state: State, seat: int | None) -> dict[str, object]:
        assert isinstance(state, Pig)
        return {"points": state.points[:], "pot": state.pot, "actor": state.actor}

    def text(self, state: State) -> str:
        assert isinstance(state, Pig)
        numbers = [*state.points, state.pot, state.turn, state.actor]
        return "pig:1 " + " ".join(map(str, numbers))

    def load(self, text: str) -> Pig:
        if not re.fullmatch(r"pig:1( -?[0-9]{1,3}){5,9}", text):
            raise Unreadable("not a position of Pig")
        *points, pot, turn, actor = map(int, text.split(" ")[1:])
        state = self.new(len(points), {})
        state.points, state.pot, state.turn, state.actor = points, pot, turn, actor
        if not (0 <= turn < len(points) and actor in (turn, LUCK, OVER)):
            raise Unreadable("it is nobody's turn in this position of Pig")
        return state


class SecretPig(Pig):
    """The same, and everyone has one die under a cup, which counts at the end."""

    game = "secret-pig"

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.actor = LUCK
        self.cups = [0] * seats  # 0: not thrown yet; in a sight, not known

    def luck(self) -> Luck:
        if 0 in self.cups:
            return Luck("cup", 6, seen_by=2 ** self.cups.index(0))
        return Luck("die", 6)

    def settle(self, k: i64) -> None:
        if 0 not in self.cups:
            super().settle(k)
        elif 0 <= k < 6:
            self.cups[self.cups.index(0)] = k + 1
            self.actor = LUCK if 0 in self.cups else 0
        else:
            raise ValueError("there is no such chance")

    def clone(self) -> SecretPig:
        twin = super().clone()
        assert isinstance(twin, SecretPig)
        twin.cups = self.cups[:]
        return twin

    def score(self, player: i64) -> i64:
        return super().score(player) + (self.cups[player] if self.actor == OVER else 0)


class SecretSight(OpenSight):
    """Made from a state in which the other cups are empty: there is nothing to peek at."""

    def imagine(self, rng: Rng) -> State:
        twin = super().imagine(rng)
        assert isinstance(twin, SecretPig)
        if twin.actor != LUCK:
            twin.cups = [cup or int(rng.below(6)) + 1 for cup in twin.cups]
        return twin


class SecretPigGame(PigGame):
    name, title = "secret-pig", "Secret Pig"

    def new(self, seats: int, options: dict[str, str]) -> SecretPig:
        return SecretPig(seats)

    def view(self, state: State, seat: int | None) -> dict[str, object]:
        assert isinstance(state, SecretPig)
        over = state.actor == OVER
        cups = [cup if over or at == seat else None for at, cup in enumerate(state.cups)]
        return super().view(state, seat) | {"cups": cups}

    def text(self, state: State) -> str:
        assert isinstance(state, SecretPig)
        return super().text(state) + " cups " + " ".join(map(str, state.cups))

    def load(self, text: str) -> SecretPig:
        head, _, cups = text.partition(" cups ")
        state = super().load(head)
        assert isinstance(state, SecretPig)
        if not re.fullmatch("[0-6]( [0-6])*", cups) or len(cups.split()) != state.seats:
            raise Unreadable("not the cups of Secret Pig")
        state.cups = [int(cup) for cup in cups.split()]
        return state

    def sight(self, state: State, seat: int) -> SecretSight:
        assert isinstance(state, SecretPig)
        known = state.clone()
        known.cups = [cup if at == seat else 0 for at, cup in enumerate(state.cups)]
        return SecretSight(self.name, known, seat, self.text)
