"""Real games with one fault planted, to show that a test would notice it.

A `Planted` state passes everything on to the real one; a fault is a subclass that gets one method wrong.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.game import Action, Game
from sabika.engine.registry import find
from sabika.engine.rule import Rule
from sabika.engine.sight import Sight
from sabika.engine.state import Line, Luck, Result, State
from tests.contract.setups import Setup


class Planted(State):
    """A state that does all as the one inside it does."""

    def __init__(self, inner: State) -> None:
        self.inner, story = inner, inner.chronicle
        super().__init__(inner.seats)
        inner.chronicle = story
        self.mirror()

    def mirror(self) -> None:
        self.actor = self.inner.actor
        self.chronicle = self.inner.chronicle

    def __setattr__(self, name: str, to: object) -> None:
        super().__setattr__(name, to)
        if name == "chronicle":
            self.inner.chronicle = self.chronicle

    @property
    def real(self) -> Game:
        return find(self.inner.game)

    def moves(self) -> vec[i64]:
        return self.inner.moves()

    def refusal(self, move: i64) -> Rule:
        return self.inner.refusal(move)

    def redundant(self, move: i64) -> bool:
        return self.inner.redundant(move)

    def play(self, move: i64) -> None:
        self.inner.play(move)
        self.mirror()

    def default(self) -> i64:
        return self.inner.default()

    def luck(self) -> Luck:
        return self.inner.luck()

    def luck_total(self) -> i64:
        return self.inner.luck_total()

    def settle(self, k: i64) -> None:
        self.inner.settle(k)
        self.mirror()

    def outcome(self, k: i64) -> str:
        return self.inner.outcome(k)

    def chances(self) -> list[tuple[str, int]]:
        return self.inner.chances()

    def clone(self) -> State:
        return type(self)(self.inner.clone())

    def players(self) -> i64:
        return self.inner.players()

    def side(self, player: i64) -> i64:
        return self.inner.side(player)

    def score(self, player: i64) -> i64:
        return self.inner.score(player)

    def score_now(self) -> list[Line]:
        return self.inner.score_now()

    def previews(self, moves: vec[i64]) -> list[dict[str, int]]:
        return [self.preview(move) for move in moves]

    def gains_now(self) -> list[int]:
        return self.inner.gains_now()

    def preview(self, move: i64) -> dict[str, int]:
        return self.inner.preview(move)

    def result(self) -> Result:
        return self.inner.result()

    def sight(self, seat: int) -> Sight:
        return self.real.sight(self.inner, seat)

    def view(self, seat: int | None) -> object:
        return self.real.view(self.inner, seat)

    def text(self) -> str:
        return self.real.text(self.inner)

    def tell(self) -> None:
        self.inner.tell()
        self.mirror()


class PlantedGame(Game):
    """A game whose states are planted ones."""

    def __init__(self, real: Game, fault: type[Planted]) -> None:
        self.real = real
        self.fault = fault
        self.name, self.title, self.rules, self.ghost = real.name, real.title, real.rules, real.ghost
        self.fewest, self.most, self.options, self.actions = real.fewest, real.most, real.options, real.actions
        self.refusals, self.parts, self.view_type = real.refusals, real.parts, real.view_type

    def new(self, seats: int, options: dict[str, str]) -> State:
        return self.fault(self.real.new(seats, options))

    def options_of(self, state: State) -> dict[str, str]:
        return self.real.options_of(cast(Planted, state).inner)

    def action(self, move: int) -> Action:
        return self.real.action(move)

    def move(self, action: Action) -> int:
        return self.real.move(action)

    def notation(self, move: int) -> str:
        return self.real.notation(move)

    def parse(self, text: str) -> int:
        return self.real.parse(text)

    def load(self, text: str) -> State:
        return self.fault(self.real.load(text))

    def view(self, state: State, seat: int | None) -> object:
        return state.view(seat) if isinstance(state, Planted) else self.real.view(state, seat)

    def text(self, state: State) -> str:
        return state.text() if isinstance(state, Planted) else self.real.text(state)

    def sight(self, state: State, seat: int) -> Sight:
        return state.sight(seat) if isinstance(state, Planted) else self.real.sight(state, seat)

    def load_sight(self, text: str) -> Sight:
        return self.real.load_sight(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return self.real.ruling(cast(Planted, state).inner, move, rule)

    def census(self, state: State) -> dict[str, int]:
        return self.real.census(state.inner if isinstance(state, Planted) else state)


def planted(setup: Setup, fault: type[Planted], game: type[PlantedGame] = PlantedGame) -> Setup:
    """The same table with a faulty game, which finds its sentences beside the real one."""
    beside: type[PlantedGame] = type(game.__name__, (game,), {"__module__": type(setup.game).__module__})
    return replace(setup, game=beside(setup.game, fault))
