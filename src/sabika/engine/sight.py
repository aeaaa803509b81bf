"""What a seat may know with a perfect memory: all that a bot is given."""

from __future__ import annotations

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
        """The seat's legal moves, in the order of `State.moves`; none while another seat is asked."""
        raise NotImplementedError

    def imagine(self, rng: Rng) -> State:
        """A whole state that agrees with all the seat knows; what it does not know is drawn at random."""
        raise NotImplementedError

    def text(self) -> str:
        """One line; `Game.sight` reads it back."""
        raise NotImplementedError


class OpenSight(Sight):
    """Where nothing but luck is hidden, a seat knows the whole state: luck to come is in no state anyway."""

    def __init__(self, game: str, state: State, seat: int) -> None:
        super().__init__(game, seat)
        self._state = state

    def moves(self) -> vec[i64]:
        return self._state.moves() if self._state.actor == self.seat else vec[i64]()

    def imagine(self, rng: Rng) -> State:
        return self._state.clone()

    def text(self) -> str:
        return f"{self.game} seat {self.seat + 1} of {self._state.text()}"
