"""Checking a record: every move, every draw from the revealed seed, and the score."""

from __future__ import annotations

from dataclasses import dataclass

from sabika.engine.dealer import CONSTRUCTION, commitment, draw, extract, seed_bytes
from sabika.engine.game import Unreadable
from sabika.engine.record import LuckStep, Record, read
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


def verify(text: str) -> Verdict:
    """Go through a whole record; Unreadable names the first step that is off."""
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
    return Verdict(len(record.steps) - draws, draws, scores, luck, record.chosen)


def what_luck(record: Record) -> str:
    """Which luck a header tells of: sealed, unrevealed or unsealed."""
    if record.luck == CONSTRUCTION:
        if is_chosen(record) and not record.chosen:
            raise Unreadable("the header: the seed was chosen by a person, and the record does not say so")
        return "sealed" if record.seed else "unrevealed"
    if record.commit or record.seed or record.luck != "open":
        raise Unreadable(f"the header: luck {record.luck[:40]!r} is not known here")
    return "unsealed"


def is_chosen(record: Record) -> bool:
    """Is this the seed that a table makes of a number somebody chose?"""
    number = record.game_id.removeprefix("seed-")
    known = record.game_id.startswith("seed-") and len(number) < 20 and number.lstrip("-").isdecimal()
    return known and record.seed == seed_bytes(int(number)).hex()


def first_forged(record: Record) -> Forged | None:
    """The first number that the committed seed does not give. A total that no state asks for is left to the replay."""
    try:
        seed = bytes.fromhex(record.seed)
        nonces = [bytes.fromhex(nonce) for nonce in record.nonces]
    except ValueError:
        raise Unreadable("the header: nonces are hexadecimal") from None
    if commitment(record.game_id, seed) != record.commit:
        raise Unreadable("the header: the seed is not the one that was committed")
    key = extract(record.game_id, nonces, seed)
    for n, step in enumerate(record.steps, start=1):
        if isinstance(step, LuckStep) and 0 < step.total < MOST_CHANCES:
            right = draw(key, f"{step.kind}/{step.n}", step.total)
            if right != step.k:
                return Forged(n, right)
    return None
