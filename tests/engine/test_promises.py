"""Nonces in a record of version 2: what a seat committed to and opened counts, and nothing else does."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from sabika.engine.dealer import SILENT_NONCE, SealedDealer, nonce_commit
from sabika.engine.game import Unreadable
from sabika.engine.record import read
from sabika.engine.table import Table
from sabika.engine.verify import verify

SEED = bytes(range(32))
ANA = bytes(range(16))


def dealt(*nonces: bytes) -> str:
    """A game of Ana and a bot, as far as luck begins it, with the seed."""
    dealer = SealedDealer("tab2345tab67", nonces, SEED, chosen=False)
    return Table.deal("alhambra", ["ana", "builder"], dealer=dealer, bots=[1]).saved


@cache
def honest() -> str:
    return dealt(ANA, SILENT_NONCE)


def test_what_the_record_says() -> None:
    record = read(honest())
    assert (record.version, record.bots) == (2, [1])
    assert record.nonce_commits == [nonce_commit(ANA), ""]
    verdict = verify(honest())
    assert (verdict.luck, verdict.version) == ("sealed", 2)


def test_luck_that_an_operator_chose_with_the_nonce_of_a_bot() -> None:
    """Fifteen tries made the bot begin: the draws follow from the seed, and yet they were chosen."""
    for number in range(15):
        tried = dealt(ANA, bytes([number + 1] * 16))
        with pytest.raises(Unreadable, match="the header: seat 2 is a bot, and its nonce is not zero"):
            verify(tried)


def changed(old: str, new: str) -> Callable[[], str]:
    def text() -> str:
        assert re.search(old, honest())
        return re.sub(old, new, honest(), count=1)

    return text


FORGERIES = {
    "a nonce that nobody committed to": (
        lambda: dealt(ANA, SILENT_NONCE).replace(nonce_commit(ANA), "-"),
        "the nonce of seat 1 is not the one it committed to",
    ),
    "another commit": (changed("nonce commits: ....", "nonce commits: 0000"), "the nonce of seat 1 is not the one"),
    "a nonce that was not opened": (
        lambda: dealt(SILENT_NONCE, SILENT_NONCE).replace("commits: -", f"commits: {nonce_commit(ANA)}"),
        "the nonce of seat 1 is not the one it committed to",
    ),
    "a commit of a bot": (
        lambda: honest().replace("bots: 2", "bots: 1, 2"),
        "seat 1 is a bot, and its nonce is not zero",
    ),
    "no commits": (changed("nonce commits: .*\n", ""), "has no 'nonce commits'"),
    "a commit too many": (changed("nonce commits: ", "nonce commits: -, "), "3 nonce commits for 2 seats"),
}


@pytest.mark.parametrize(("forged", "message"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_header_is_caught(forged: Callable[[], str], message: str) -> None:
    with pytest.raises(Unreadable, match=f"the header:? {message}"):
        verify(forged())


def test_a_seat_that_commits_to_zeros_makes_no_game_unsound() -> None:
    commits = [hashlib.sha256(SILENT_NONCE).hexdigest(), ""]
    record = replace(read(dealt(SILENT_NONCE, SILENT_NONCE)), nonce_commits=commits, digest=None)
    assert verify(record.text).luck == "sealed"


def test_the_same_before_the_seed_is_revealed() -> None:
    unrevealed = re.sub("seed: .*\n", "", dealt(ANA, ANA))
    with pytest.raises(Unreadable, match="seat 2 is a bot"):
        verify(unrevealed)


def test_version_1_is_verified_without_them() -> None:
    first = re.sub("bots: .*\n|nonce commits: .*\n|digest: .*\n", "", honest()).replace("record 2", "record 1")
    verdict = verify(first)
    assert (verdict.luck, verdict.version) == ("sealed", 1)
    assert Table.replay(first).record.text == re.sub("seed: .*\n", "", first)
