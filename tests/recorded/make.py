"""Plays the recorded games and writes them beside this file: NAME.txt is the record, NAME.json how it ended.

    python -m tests.recorded.make alhambra-2 these are played
    python -m tests.recorded.make --ends     the ends of records that have none are written

A record stays as it is forever, whoever played it. Make one anew only if it was wrong; a change of the rules that
alters old results gets a new rules version and records of its own.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sabika import games
from sabika.engine.record import MoveStep, read
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import Line, State
from sabika.engine.table import Table

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Recording:
    """What is played, and how: by chance, or now and then by the move that is made for the absent."""

    game: str
    seats: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    defaults: int = 20  # of a hundred moves
    avoid: str = ""  # moves that begin with one of these words are made only when there is no other,
    avoid_after: int = 0  # after so many moves
    eager: str = ""  # half of the time a move that begins with one of these words is made, where there is one


CHIPS = "displace annul black mark"
TILES = "add remove swap place mark"

RECORDINGS = {
    "alhambra-2": Recording("alhambra", 2, 1),
    "alhambra-3": Recording("alhambra", 3, 2),
    "alhambra-4": Recording("alhambra", 4, 3),
    "alhambra-5": Recording("alhambra", 5, 4),
    "alhambra-6": Recording("alhambra", 6, 5),
    "alhambra-2-extra-tower": Recording("alhambra", 2, 6, {"extra_tower": "added"}, defaults=0),
    "alhambra-4-extra-tower": Recording("alhambra", 4, 7, {"extra_tower": "added"}, defaults=50),
    "alhambra-3-tower-replaced": Recording("alhambra", 3, 8, {"extra_tower": "replaces"}, defaults=0),
    "alhambra-4-open-money": Recording("alhambra", 4, 9, {"open_money": "yes"}, defaults=40),
    "alhambra-3-defaults": Recording("alhambra", 3, 10, defaults=100),
    "alhambra-2-stalled": Recording("alhambra", 2, 11, defaults=5, avoid="buy", avoid_after=40),
    "alhambra-3-stalled": Recording("alhambra", 3, 12, defaults=0, avoid="buy take", avoid_after=40),
    **{f"alhambra_dice-{seats}": Recording("alhambra_dice", seats, seats, eager=CHIPS) for seats in range(2, 7)},
    "alhambra_dice-2-both-options": Recording(
        "alhambra_dice", 2, 7, {"annul": "same", "black_die": "any-throw"}, eager=CHIPS
    ),
    "alhambra_dice-3-same-dice": Recording("alhambra_dice", 3, 8, {"annul": "same"}, eager=CHIPS),
    "alhambra_dice-4-late-black-die": Recording("alhambra_dice", 4, 9, {"black_die": "any-throw"}, eager=CHIPS),
    "alhambra_dice-3-defaults": Recording("alhambra_dice", 3, 10, defaults=100),
    **{f"alcazaba-{seats}": Recording("alcazaba", seats, seats, eager=TILES) for seats in range(2, 7)},
    "alcazaba-4-defaults": Recording("alcazaba", 4, 10, defaults=100),
}


def played(recording: Recording) -> Table:
    """The table at the end."""
    table = Table.deal(recording.game, recording.seats, recording.seed, recording.options)
    rng = Rng(recording.seed)
    made = 0
    while not table.over:
        if rng.below(100) < recording.defaults:
            table.play(table.state.default(), by="absent")
        else:
            moves = preferred(table, recording.avoid.split() if made >= recording.avoid_after else [])
            if recording.eager and rng.below(2):
                moves = wanted(table, moves, recording.eager.split())
            table.play(moves[rng.below(len(moves))])
        made += 1
    return table


def preferred(table: Table, avoid: list[str]) -> list[int]:
    moves = [int(move) for move in table.moves()]
    return [move for move in moves if table.game.notation(move).split()[0] not in avoid] or moves


def wanted(table: Table, moves: list[int], eager: list[str]) -> list[int]:
    return [move for move in moves if table.game.notation(move).split()[0] in eager] or moves


def states(text: str) -> Iterator[State]:
    """Every position of a record, the first and the last included."""
    record = read(text)
    game = games.find(record.game)
    state = game.start(len(record.seats), record.options)
    yield state
    for step in record.steps:
        if isinstance(step, MoveStep):
            state.play(game.parse(step.notation))
        else:
            state.settle(step.k)
        yield state


def digest(text: str) -> str:
    """One number for all positions of a record, byte by byte."""
    found = hashlib.sha256()
    for state in states(text):
        found.update(find(state.game).text(state).encode() + b"\n")
    return found.hexdigest()


def ending(table: Table) -> dict[str, object]:
    """How a recorded game ended."""
    result = table.result
    return {
        "scores": result.scores,
        "winners": result.winners,
        "reason": result.reason,
        "breakdown": [told(line) for line in result.breakdown],
        "position": table.position,
        "positions": digest(table.record.text),
    }


def told(line: Line) -> str:
    why = ", ".join(f"{key} {' '.join(map(str, of)) if isinstance(of, list) else of}" for key, of in line.why.items())
    return f"{line.player + 1} {line.part} {line.source}: {line.points} ({why})"


def main(names: list[str]) -> None:
    if names == ["--ends"]:
        for path in sorted(HERE.glob("*.txt")):
            if not path.with_suffix(".json").exists():
                write_end(path.stem, Table.replay(path.read_text(encoding="utf-8")))
        return
    for name in names:
        table = played(RECORDINGS[name])
        HERE.joinpath(f"{name}.txt").write_text(table.record.text, encoding="utf-8")
        write_end(name, table)


def write_end(name: str, table: Table) -> None:
    HERE.joinpath(f"{name}.json").write_text(json.dumps(ending(table), indent=1) + "\n", encoding="utf-8")
    print(name, len(table.record.steps), "steps", table.result.reason, table.result.scores)


if __name__ == "__main__":
    main(sys.argv[1:])
