"""The digest of what everybody was told: it follows from the record alone, and from no other one."""

from __future__ import annotations

import hashlib
import re

import pytest

from sabika.engine.game import Unreadable
from sabika.engine.record import MoveStep, read
from sabika.engine.rng import Rng
from sabika.engine.state import EVERYBODY
from sabika.engine.step import LuckStep
from sabika.engine.table import Table
from sabika.engine.verify import verify


def played(game: str = "zatre", seats: int = 2, moves: int = 10_000, seed: int = 5) -> Table:
    table, rng = Table.deal(game, seats, seed=seed), Rng(seed)
    while moves and not table.over:
        found = table.moves()
        table.play(int(found[rng.below(len(found))]))
        moves -= 1
    return table


def by_hand(table: Table) -> str:
    """The same with the standard library alone, as docs/luck.md describes it."""
    header = table.record.text.split("\n\n")[0]
    found = hashlib.sha256(f"sabika digest 1\n{header}".encode()).digest()
    for step in table.record.steps:
        line = str(step)
        if isinstance(step, LuckStep):
            outcome = step.outcome if step.seen_by == EVERYBODY else "?"
            line = f"luck {step.kind}/{step.n}: ? of {step.total} -> {outcome}"
        found = hashlib.sha256(found + line.encode()).digest()
    return found.hex()


@pytest.mark.parametrize("game", ["alhambra", "zatre"])
def test_it_is_what_the_docs_say(game: str) -> None:
    table = played(game, moves=12)
    assert any(step.seen_by != EVERYBODY for step in table.record.steps if isinstance(step, LuckStep)) == (
        game == "zatre"
    )
    assert table.digest == by_hand(table) == read(table.record.text).digest


def test_it_follows_from_the_record_alone() -> None:
    table, seen = Table.deal("zatre", 3, seed=2), []
    while len(table.record.steps) < 40:
        seen.append((len(table.record.steps), table.digest))
        table.play(table.state.default())
    for step, digest in seen:
        assert Table.replay(table.record.text, step).digest == digest


def test_everybody_at_the_table_reads_the_same() -> None:
    record = played(moves=8).record
    texts = {record.seen_by(viewer).text for viewer in (None, 0, 1)}
    assert len(texts) == 3
    assert len({read(text).digest for text in texts}) == 1


def test_a_move_taken_back_takes_the_digest_back() -> None:
    table = Table.deal("zatre", 2, seed=7)
    actor, before = table.actor, table.digest
    table.play(table.state.default())
    assert table.undoable(actor)
    assert table.digest != before
    table.undo(actor)
    assert table.digest == before
    assert Table.replay(table.record.text).digest == before


def exchanged(text: str) -> str:
    """A legal move exchanged for another one, and the rest played on by default: as sound as the first."""
    steps = read(text).steps
    at = next(n for n, step in enumerate(steps) if isinstance(step, MoveStep) and n > len(steps) // 2)
    table = Table.replay(text, at)
    other = next(int(move) for move in table.moves() if table.game.notation(move) != steps[at].notation)  # type: ignore[union-attr]
    table = Table.resume(table.record.text.rstrip() + "\n" + re.findall("seed: .*", text)[0] + "\n")
    table.play(other)
    while not table.over:
        table.play(table.state.default())
    return table.record.text


def test_a_move_exchanged_for_another_is_caught_by_whoever_kept_the_digest() -> None:
    honest = played().record.text
    forged = exchanged(honest)
    verify(forged)  # nothing is wrong with it by itself
    digest = read(honest).digest
    assert digest
    assert verify(honest, digest).known == len(read(honest).steps)
    assert verify(forged, digest).known is None


def test_a_digest_from_the_middle_of_the_game_will_do() -> None:
    table = played(moves=6)
    kept, step = table.digest, len(table.record.steps)
    while not table.over:
        table.play(table.state.default())
    assert verify(table.record.text, kept).known == step


def test_a_digest_that_is_not_of_these_steps() -> None:
    text = played().record.text
    with pytest.raises(Unreadable, match=r"^step \d+: the digest of these steps is [0-9a-f]{64}, not [0-9a-f]{64}$"):
        verify(re.sub("digest: ....", "digest: 0000", text))
    with pytest.raises(Unreadable, match="the game is over, and the record has no digest"):
        verify(re.sub("digest: .*\n", "", text))


def test_the_header_is_part_of_it() -> None:
    one, other = (Table.deal("alhambra", names, seed=3) for names in (["ana", "ben"], ["ana", "eve"]))
    assert one.digest != other.digest
