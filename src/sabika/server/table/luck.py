"""The luck of the server's tables (docs/luck.md): seeds are derived from one key and stored nowhere."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from sabika.engine.dealer import SealedDealer, commitment, seed_bytes
from sabika.engine.game import Unreadable
from sabika.engine.state import State
from sabika.engine.step import LuckStep
from sabika.server.table.events import Drawn


class TableLuck(Protocol):
    """The luck of one game."""

    def answer(self, state: State, label: str) -> int:
        """The answer to a state's request for luck, as draw `kind/n`."""

    def below(self, label: str, total: int) -> int:
        """A number from the stream of this label, for uses outside the game."""


class Seal(Protocol):
    """Commits a table to its luck, deals it, and reveals it."""

    def commitment(self, game_id: str, chosen: int | None) -> str:
        """The commitment published before anybody sits down."""

    def luck(self, game_id: str, chosen: int | None, nonces: Sequence[str]) -> TableLuck:
        """The luck of a game, once the nonces are known."""

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

    def luck(self, game_id: str, chosen: int | None, nonces: Sequence[str]) -> TableLuck:
        seed = self._seed(game_id, chosen)
        return SealedLuck(SealedDealer(game_id, list(map(bytes.fromhex, nonces)), seed, chosen=chosen is not None))

    def reveal(self, game_id: str, chosen: int | None) -> str:
        return self._seed(game_id, chosen).hex()


def fingerprint(key: bytes) -> str:
    """Identifies a key where the key itself must not be stored."""
    return hmac.digest(key, b"sabika fingerprint", "sha256").hex()[:16]


class SealedLuck:
    """Luck from a sealed dealer."""

    def __init__(self, dealer: SealedDealer) -> None:
        self._dealer = dealer

    def answer(self, state: State, label: str) -> int:
        return self._dealer.below(label, state.luck_total())

    def below(self, label: str, total: int) -> int:
        return self._dealer.below(label, total)


class TableDealer:
    """Asks the luck of a table, by the number of each draw."""

    def __init__(self, luck: TableLuck, drawn: Mapping[str, int]) -> None:
        self._luck = luck
        self._drawn = dict(drawn)
        self.imagined: int | None = None  # the number from which hidden things were imagined

    def answer(self, state: State) -> int:
        kind = state.luck().kind
        n = self._drawn[kind] = self._drawn.get(kind, 0) + 1
        return self._luck.answer(state, f"{kind}/{n}")

    def below(self, label: str, total: int) -> int:
        self.imagined = self._luck.below(label, total)
        return self.imagined


class LoggedDealer:
    """Gives the answers in the log."""

    def __init__(self, answers: Iterable[int] = (), imagined: int | None = None) -> None:
        self._answers = deque(answers)
        self._imagined = imagined

    def answer(self, state: State) -> int:
        return self._answers.popleft()

    def below(self, label: str, total: int) -> int:
        if self._imagined is None:
            raise Unreadable(f"the log does not say what came of {label}")
        return self._imagined


def drawn_of(luck: Iterable[LuckStep]) -> list[Drawn]:
    """Luck in the form of the log."""
    return [Drawn(step.kind, step.n, step.k, step.total, step.outcome) for step in luck]
