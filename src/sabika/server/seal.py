"""Where the luck of the server's tables comes from (docs/luck.md): seeds follow from one key and are kept nowhere."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from sabika.engine.dealer import Dealer, SealedDealer, commitment, seed_bytes
from sabika.engine.state import State


class Seal(Protocol):
    """Commits a table to its luck, deals it, and reveals it."""

    def commitment(self, game_id: str, chosen: int | None) -> str:
        """What is published before anybody sits down."""

    def dealer(self, game_id: str, chosen: int | None, nonces: Sequence[str], drawn: Mapping[str, int]) -> Dealer:
        """Who answers when so much luck of each kind was drawn already."""

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

    def dealer(self, game_id: str, chosen: int | None, nonces: Sequence[str], drawn: Mapping[str, int]) -> Dealer:
        dealer = SealedDealer(game_id, [bytes.fromhex(nonce) for nonce in nonces], self._seed(game_id, chosen))
        dealer.drawn.update(drawn)
        return dealer

    def reveal(self, game_id: str, chosen: int | None) -> str:
        return self._seed(game_id, chosen).hex()


class ToldDealer:
    """Gives the answers that stand in the log."""

    def __init__(self) -> None:
        self.answers: deque[int] = deque()

    def tell(self, answers: Iterable[int]) -> None:
        self.answers.extend(answers)

    def answer(self, state: State) -> int:
        return self.answers.popleft()
