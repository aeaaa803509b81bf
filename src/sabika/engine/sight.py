"""What a seat may know with a perfect memory: everything that a bot gets."""

from __future__ import annotations

from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.rng import Rng
from sabika.engine.state import State


class Sight:
    """A seat's knowledge of a position. It can be turned into text, to cross to another process, and back."""

    def __init__(self, game: str, seat: int) -> None:
        self.game = game
        self.seat = seat

    def moves(self) -> vec[i64]:
        """The seat's legal moves, in the order of `State.moves`; none while it is another seat's turn."""
        raise NotImplementedError

    def imagine(self, rng: Rng) -> State:
        """A whole state that agrees with what the seat knows; the rest is drawn at random."""
        raise NotImplementedError

    def text(self) -> str:
        """One line; `Game.load_sight` reads it back."""
        raise NotImplementedError

    # As an object: two sights are equal if the seat knows the same.

    def __reduce__(self) -> tuple[object, ...]:
        return load_sight, (self.game, self.text())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sight) and self.game == other.game and self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())

    def __repr__(self) -> str:
        return f"<what seat {self.seat + 1} knows in {self.game}>"

    def _repr_svg_(self) -> str:
        """What the seat sees, for notebooks; nothing imagined is in a view."""
        return CARDS[0](self.game, self.imagine(Rng(0)), self.seat)


# Set by the registry, which knows the games.
READERS: list[Callable[[str, str], Sight]] = []  # by game and text
CARDS: list[Callable[[str, State, int], str]] = []  # what a seat sees, as SVG


def load_sight(game: str, text: str) -> Sight:
    """The sight of a sight text; what a pickled sight becomes."""
    return READERS[0](game, text)


class OpenSight(Sight):
    """If nothing but luck is hidden, a seat knows the whole state: future luck is in no state anyway."""

    def __init__(self, game: str, state: State, seat: int, text: Callable[[State], str]) -> None:
        super().__init__(game, seat)
        self._state = state
        self._text = text  # the game's text for a state

    def moves(self) -> vec[i64]:
        return self._state.moves() if self._state.actor == self.seat else vec[i64]()

    def imagine(self, rng: Rng) -> State:
        return self._state.clone()

    def text(self) -> str:
        return f"{self.game} seat {self.seat + 1} of {self._text(self._state)}"
