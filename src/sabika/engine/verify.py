"""Checking a record: every move, every draw from the revealed seed, and the score."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from sabika.engine import digest as digests
from sabika.engine.dealer import (
    CONSTRUCTION,
    SEEDS_BELOW,
    SILENT_NONCE,
    commitment,
    draw,
    extract,
    nonce_commit,
    seed_bytes,
)
from sabika.engine.game import Unreadable
from sabika.engine.record import LuckStep, Record, read
from sabika.engine.state import LUCK
from sabika.engine.table import Table

MOST_CHANCES = 2**31  # no state asks for more


@dataclass
class Forged:
    """A draw that the seed did not give."""

    step: int
    right: int


@dataclass
class Verdict:
    """What was checked and what was found."""

    moves: int  # all legal
    draws: int
    scores: list[int] | None  # None: the game is not over
    luck: str  # sealed: recomputed from the seed; unsealed: the record names no construction; unrevealed: no seed
    chosen: bool  # the seed was chosen by a person
    version: int  # of the record; version 1 has neither bots nor nonce commitments
    digest: str  # of everything that players were told, computed from the steps
    known: int | None = None  # the number of steps at which the digest was the given one; None: it is of another game


def verify(text: str, digest: str | None = None) -> Verdict:
    """Check a whole record; Unreadable names the first wrong step.

    With a digest that a player kept, `known` says whether this is the record of their game.
    """
    record = read(text)
    luck = what_luck(record)
    forged = first_forged(record) if luck == "sealed" else None
    table = Table.replay(text, None if forged is None else forged.step - 1)
    if forged is not None:
        raise Unreadable(f"step {forged.step}: {record.steps[forged.step - 1]}: the seed gives {forged.right}")
    draws = sum(isinstance(step, LuckStep) for step in record.steps)
    scores = table.result.scores if table.over else None
    if table.over and luck == "unrevealed":
        raise Unreadable(f"step {len(record.steps)}: the game is over, and the record does not reveal its seed")
    if table.over and record.scores is None:
        raise Unreadable(f"step {len(record.steps)}: the game is over, and the record has no result")
    if not table.over and record.scores is not None:
        raise Unreadable(f"step {len(record.steps)}: the record has a result, and the game is not over")
    if table.state.actor == LUCK:  # a table gives out no record before what is due has been drawn
        raise Unreadable(f"step {len(record.steps)}: a draw is due next, so the record was cut off here")
    check_digest(record, table)
    known = None if digest is None else step_with(digest, table)
    return Verdict(len(record.steps) - draws, draws, scores, luck, record.chosen, record.version, table.digest, known)


def check_digest(record: Record, table: Table) -> None:
    """Check the digest in a record against its steps; a finished one must have it."""
    if record.version > 1 and table.over and not record.digest:
        raise Unreadable(f"step {len(record.steps)}: the game is over, and the record has no digest")
    if record.digest and record.digest != table.digest:
        raise Unreadable(f"step {len(record.steps)}: the digest of these steps is {table.digest}, not {record.digest}")


def step_with(digest: str, table: Table) -> int | None:
    """The number of steps with this digest; None: it is of another game."""
    found = table.record.opening
    for n, step in enumerate(table.record.steps):
        if found.hex() == digest:
            return n
        found = digests.after(found, [step])
    return len(table.record.steps) if found.hex() == digest else None


def what_luck(record: Record) -> str:
    """The kind of luck in a header: sealed, unrevealed or unsealed."""
    if record.luck == CONSTRUCTION:
        if is_chosen(record) and not record.chosen:
            raise Unreadable("the header: the seed was chosen by a person, and the record does not say so")
        check_promises(record)
        return "sealed" if record.seed else "unrevealed"
    if record.commit or record.seed or record.luck != "open":
        raise Unreadable(f"the header: luck {record.luck[:40]!r} is not known here")
    return "unsealed"


def check_promises(record: Record) -> None:
    """Check that each nonce was committed to, and that bots have none: otherwise an operator could try many."""
    if record.version == 1:
        return  # it does not say
    nonces = nonces_of(record)
    if len(record.nonce_commits) != len(nonces):
        raise Unreadable(f"the header: {len(record.nonce_commits)} nonce commits for {len(nonces)} seats")
    for seat, (nonce, commit) in enumerate(zip(nonces, record.nonce_commits, strict=True)):
        if seat in record.bots and (nonce != SILENT_NONCE or commit):
            raise Unreadable(f"the header: seat {seat + 1} is a bot, and its nonce is not zero")
        if commit not in (nonce_commit(nonce), hashlib.sha256(nonce).hexdigest()):  # a commitment to zeros is allowed
            raise Unreadable(f"the header: the nonce of seat {seat + 1} is not the one it committed to")


def is_chosen(record: Record) -> bool:
    """Is this the seed that a table makes from a chosen number?"""
    number = record.game_id.removeprefix("seed-")
    if not record.game_id.startswith("seed-") or not re.fullmatch(r"-?\d{1,19}", number, re.ASCII):
        return False
    return abs(int(number)) < SEEDS_BELOW and record.seed == seed_bytes(int(number)).hex()


def nonces_of(record: Record) -> list[bytes]:
    """One nonce of 16 bytes for each seat: with another number of them an operator could try until the luck suits."""
    if len(record.nonces) != len(record.seats):
        raise Unreadable(f"the header: {len(record.nonces)} nonces for {len(record.seats)} seats")
    if not all(re.fullmatch("[0-9a-f]{32}", nonce) for nonce in record.nonces):
        raise Unreadable("the header: a nonce is 16 bytes in hexadecimal")
    return [bytes.fromhex(nonce) for nonce in record.nonces]


def first_forged(record: Record) -> Forged | None:
    """The first number that the committed seed does not give. An impossible total is left to the replay."""
    seed, nonces = bytes.fromhex(record.seed), nonces_of(record)
    if commitment(record.game_id, seed) != record.commit:
        raise Unreadable("the header: the seed is not the one that was committed")
    key = extract(record.game_id, nonces, seed)
    for n, step in enumerate(record.steps, start=1):
        if isinstance(step, LuckStep) and 0 < step.total < MOST_CHANCES:
            right = draw(key, f"{step.kind}/{step.n}", step.total)
            if right != step.k:
                return Forged(n, right)
    return None
