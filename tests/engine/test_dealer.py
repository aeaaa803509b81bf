"""Who answers for luck: the sealed dealer's vectors, the fast one, and the scripted one."""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Iterator

import pytest

from sabika.engine.dealer import (
    CONSTRUCTION,
    FastDealer,
    ScriptedDealer,
    SealedDealer,
    chance_named,
    commitment,
    draw,
    expand,
    extract,
    seed_bytes,
)
from sabika.engine.state import LUCK
from sabika.games import ALHAMBRA

SEED = bytes(range(32))
NONCES = [b"alice", b"bob"]
KEY = bytes.fromhex("7c5b12b3715afd8f8fb967efb8041017ac9f6f7317eca1bdc16becdcaa9d89dc")

# The construction's own vectors: game `g-1`, the seed 00 to 1f, the nonces `alice` and `bob`.
DRAWS = {
    "money/1": (108, 67),
    "money/2": (107, 24),
    "tiles/1": (54, 51),
    "tiles/2": (53, 34),
    "dice/1": (6**8, 1452564),
    "dice/2": (6**3, 82),
    "zatre/1": (121, 104),
    "zatre/2": (120, 60),
}


def test_commitment() -> None:
    assert commitment("g-1", SEED) == "13da753ea276cda38990bd626403ebebe9793d20f432376669678e588cb8a48b"
    assert commitment("g-1", SEED) == hashlib.sha256(b"commit|hkdf-sha256-fy32-v1|g-1|" + SEED).hexdigest()
    assert CONSTRUCTION == "hkdf-sha256-fy32-v1"


def test_key() -> None:
    assert extract("g-1", NONCES, SEED) == KEY


@pytest.mark.parametrize(("label", "total", "expected"), [(label, *pair) for label, pair in DRAWS.items()], ids=DRAWS)
def test_draws(label: str, total: int, expected: int) -> None:
    assert draw(KEY, label, total) == expected
    assert SealedDealer("g-1", NONCES, SEED).below(label, total) == expected


def test_expand_keeps_to_rfc_5869() -> None:
    """Its first test case."""
    key = bytes.fromhex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5")
    stream = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert b"".join(expand(key, bytes(range(0xF0, 0xFA)), 2))[:42].hex() == stream
    assert next(expand(key, bytes(range(0xF0, 0xFA)), 1)).hex() == stream[:64]


def test_words_that_would_favour_some_are_passed_over() -> None:
    """With a total of 3 * 2**30 a quarter of all words must not count, and the first of the rest does."""
    total = 3 * 2**30
    passed = 0
    for n in range(200):
        words = struct.unpack("<128I", b"".join(expand(KEY, f"test/{n}|0".encode(), 16)))
        assert draw(KEY, f"test/{n}", total) == next(word for word in words if word < total)
        passed += words[0] >= total
    assert 30 < passed < 70


WORDS = {
    "the last fair word counts": ([4294967289], 9),
    "the first unfair word does not": ([4294967290, 7], 7),
    "nor does the highest": ([4294967295, 4294967291, 6], 6),
    "after a block without a fair word the next is drawn": ([4294967295] * 128 + [15], 5),
}


@pytest.mark.parametrize(("words", "expected"), WORDS.values(), ids=WORDS)
def test_which_words_count(words: list[int], expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number below ten: 2**32 leaves a rest of six."""

    def block(key: bytes, info: bytes, parts: int) -> Iterator[bytes]:
        first = int(info.rpartition(b"|")[2]) * 128
        for at in range(first, first + 8 * parts, 8):
            yield struct.pack("<8I", *(words[at : at + 8] + [0] * 8)[:8])

    monkeypatch.setattr("sabika.engine.dealer.expand", block)
    assert draw(KEY, "test/1", 10) == expected


CHANGES = {
    "another game": ("g-2", NONCES, SEED),
    "another nonce": ("g-1", [b"alice", b"bobby"], SEED),
    "nonces of other seats": ("g-1", [b"bob", b"alice"], SEED),
    "a nonce less": ("g-1", [b"alice"], SEED),
    "another seed": ("g-1", NONCES, bytes(32)),
}


@pytest.mark.parametrize(("game_id", "nonces", "seed"), CHANGES.values(), ids=CHANGES)
def test_everything_goes_into_the_key(game_id: str, nonces: list[bytes], seed: bytes) -> None:
    assert extract(game_id, nonces, seed) != KEY


def test_every_draw_has_a_stream_of_its_own() -> None:
    """A kind that is drawn once more does not shift the others."""
    dealer = SealedDealer("g-1", NONCES, SEED)
    state = ALHAMBRA.start(3)
    answers = Counter[str]()
    while state.actor == LUCK:
        luck = state.luck()
        answers[luck.kind] += 1
        k = dealer.answer(state)
        assert k == draw(KEY, f"{luck.kind}/{answers[luck.kind]}", luck.total)
        state.settle(k)
    assert dealer.drawn == answers
    assert set(answers) >= {"tiles", "money"}


def test_a_sealed_dealer_without_a_seed_picks_one() -> None:
    one, two = SealedDealer("g", []), SealedDealer("g", [])
    assert len(one.seed) == 32
    assert one.seed != two.seed
    assert one.commitment == commitment("g", one.seed)


def test_a_seed_that_a_person_chose() -> None:
    assert seed_bytes(7) == hashlib.sha256(b"sabika seed 7").digest()


def test_equal_seeds_deal_equal_luck() -> None:
    dealers = [FastDealer(5), FastDealer(5), FastDealer(6)]
    answers = []
    for dealer in dealers:
        state = ALHAMBRA.start(2)
        found = []
        while state.actor == LUCK:
            found.append(dealer.answer(state))
            state.settle(found[-1])
        answers.append(found)
    assert answers[0] == answers[1] != answers[2]


def test_a_script_names_the_luck_and_then_the_first_chance_comes_up() -> None:
    state = ALHAMBRA.start(2)
    dealer = ScriptedDealer(["tower-9-NE", "garden-8-NE"])
    names = []
    for _ in range(4):
        k = dealer.answer(state)
        names.append(state.outcome(k))
        state.settle(k)
    assert names == ["tower-9-NE", "garden-8-NE", "pavilion-2-NEW", "pavilion-3-SW"]


def test_a_script_cannot_name_what_cannot_come_up() -> None:
    state = ALHAMBRA.start(2)
    with pytest.raises(ValueError, match="y9 cannot come up in tiles now"):
        chance_named(state, "y9")
