"""Where the luck of the server's tables comes from (docs/luck.md): seeds follow from one key and are kept nowhere."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Protocol

from sabika.engine.dealer import SealedDealer, commitment, seed_bytes
from sabika.engine.state import State


class Fate(Protocol):
    """The luck of one game."""

    def answer(self, state: State, label: str) -> int:
        """What comes out when a state asks for luck, as its draw `kind/n`."""


class Seal(Protocol):
    """Commits a table to its luck, deals it, and reveals it."""

    def commitment(self, game_id: str, chosen: int | None) -> str:
        """What is published before anybody sits down."""

    def fate(self, game_id: str, chosen: int | None, nonces: Sequence[str]) -> Fate:
        """The luck of a game, when the nonces are known."""

    def reveal(self, game_id: str, chosen: int | None) -> str:
        """The seed, at the end."""


class KeyedSeal:
    """Every seed is HMAC-SHA-256 of the table's id under the server's key."""

    def __init__(self, key: bytes) -> None:
        if len(key) < 32:
            raise ValueError("the server's key has 32 bytes at least")
        self._key = key

    def _seed(self, game_id: str, chosen: int | None) -> bytes:
        return hmac.digest(self._key, game_id.encode(), "sha256") if chosen is None else seed_bytes(chosen)

    def commitment(self, game_id: str, chosen: int | None) -> str:
        return commitment(game_id, self._seed(game_id, chosen))

    def fate(self, game_id: str, chosen: int | None, nonces: Sequence[str]) -> Fate:
        return SealedFate(SealedDealer(game_id, list(map(bytes.fromhex, nonces)), self._seed(game_id, chosen)))

    def reveal(self, game_id: str, chosen: int | None) -> str:
        return self._seed(game_id, chosen).hex()


class SealedFate:
    """Luck from a sealed dealer."""

    def __init__(self, dealer: SealedDealer) -> None:
        self._dealer = dealer

    def answer(self, state: State, label: str) -> int:
        return self._dealer.below(label, state.luck_total())


class ToldDealer:
    """Gives the answers that stand in the log."""

    def __init__(self) -> None:
        self.answers: deque[int] = deque()

    def tell(self, answers: Iterable[int]) -> None:
        self.answers.extend(answers)

    def answer(self, state: State) -> int:
        return self.answers.popleft()
