"""Dealers answer when a state asks for luck: sealed for live tables, fast for simulation, scripted for tests."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final, Protocol

from sabika.engine.rng import Rng
from sabika.engine.state import State

CONSTRUCTION: Final = "hkdf-sha256-fy32-v1"
EIGHT_WORDS: Final = struct.Struct("<8I").unpack
SILENT_NONCE: Final = bytes(16)  # the nonce of a bot, or of a seat that sends none
SEEDS_BELOW: Final = 2**63  # a seed that a person chooses is between minus this and this


class Dealer(Protocol):
    """Answers `state.luck()` with a number below its total."""

    def answer(self, state: State) -> int: ...


class FastDealer:
    """Luck for simulation, from a small seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed & 0x7FFFFFFFFFFFFFFF)

    def answer(self, state: State) -> int:
        return self.rng.below(state.luck_total())


class ScriptedDealer:
    """Luck chosen by name, outcome after outcome; after the end of the script, the first chance of each draw."""

    def __init__(self, outcomes: Iterable[str] = ()) -> None:
        self.outcomes = list(outcomes)
        self.used = 0

    def answer(self, state: State) -> int:
        if self.used == len(self.outcomes):
            return 0
        name = self.outcomes[self.used]
        self.used += 1
        return chance_named(state, name)


class SealedDealer:
    """Luck that is fixed before seats are taken and can be checked afterwards (see docs/luck.md)."""

    def __init__(
        self, game_id: str, nonces: Sequence[bytes], seed: bytes | None = None, *, chosen: bool | None = None
    ) -> None:
        self.game_id = game_id
        self.nonces = list(nonces)
        self.seed = secrets.token_bytes(32) if seed is None else seed
        # Was the seed picked by a person? It is shown, because then luck was not blind. A seed that is given was,
        # unless the caller knows better: one that was drawn earlier, or comes from a server's key.
        self.chosen = seed is not None if chosen is None else chosen
        self.commitment = commitment(game_id, self.seed)
        self._key = extract(game_id, self.nonces, self.seed)
        self.drawn: Counter[str] = Counter()  # how often each kind was asked

    def answer(self, state: State) -> int:
        luck = state.luck()
        self.drawn[luck.kind] += 1
        return self.below(f"{luck.kind}/{self.drawn[luck.kind]}", luck.total)

    def below(self, label: str, total: int) -> int:
        """A number below total from the stream of this label."""
        return draw(self._key, label, total)


def commitment(game_id: str, seed: bytes) -> str:
    """The commitment published before seats are taken."""
    return hashlib.sha256(f"commit|{CONSTRUCTION}|{game_id}|".encode() + seed).hexdigest()


def nonce_commit(nonce: bytes) -> str:
    """A seat's commitment, published before its nonce; empty for the zeros of a bot or a silent seat."""
    return "" if nonce == SILENT_NONCE else hashlib.sha256(nonce).hexdigest()


def extract(game_id: str, nonces: Sequence[bytes], seed: bytes) -> bytes:
    """The key of all streams (HKDF-Extract, RFC 5869)."""
    salt = hashlib.sha256("|".join([game_id, *(nonce.hex() for nonce in nonces)]).encode()).digest()
    return hmac.digest(salt, seed, "sha256")


def draw(key: bytes, label: str, total: int) -> int:
    """The first fair number below total in the stream of this label; words that would favour some are skipped."""
    if not 0 < total <= 2**32:
        raise ValueError(f"luck is asked for a number below 1 to 2**32, not {total}")
    fair = 2**32 - 2**32 % total
    for word in words(key, label):
        if word < fair:
            break
    return word % total


def words(key: bytes, label: str) -> Iterator[int]:
    """The stream of a label as 32-bit words, computed as it is read."""
    for block in count():
        for part in expand(key, f"{label}|{block}".encode(), 16):
            yield from EIGHT_WORDS(part)


def expand(key: bytes, info: bytes, parts: int) -> Iterator[bytes]:
    """HKDF-Expand with SHA-256 (RFC 5869), in parts of 32 bytes."""
    last = b""
    for counter in range(1, parts + 1):
        last = hmac.digest(key, last + info + bytes([counter]), "sha256")
        yield last


def chance_named(state: State, name: str) -> int:
    """The first chance whose outcome has this name."""
    k = 0
    for outcome, weight in state.chances():
        if outcome == name:
            return k
        k += weight
    raise ValueError(f"{name} cannot come up in {state.luck().kind} now")


def seed_bytes(seed: int) -> bytes:
    """A 32-byte seed from a number that a person chose; ValueError for one that is too long to write down."""
    if not -SEEDS_BELOW < seed < SEEDS_BELOW:
        raise ValueError("a seed is a whole number below 2**63")
    return hashlib.sha256(f"sabika seed {seed}".encode()).digest()
