"""The files of a dataset: `part-00000.parquet` and so on, each with as many games. Needs pyarrow (the extra `data`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from sabika.arena.match import Played
from sabika.arena.text_report import DONE
from sabika.dataset.manifest import Manifest
from sabika.dataset.rows import GameRows
from sabika.extras import Needing
from sabika.files import replacing

with Needing("a dataset", "data"):
    import pyarrow as pa
    import pyarrow.parquet as pq

FACTS: Final = b"sabika"  # the key in a file's metadata
ROWS_AT_ONCE: Final = 4096  # rows of a group, so that a reader needs little memory
PLAIN: Final = ("game", "deal", "step", "seat", "bot", "half", "action", "win", "margin", "rank")
LISTS: Final = ("wins.list.element", "scores.list.element")


class PartFacts(msgspec.Struct, frozen=True):
    """What a file says about itself."""

    first: int  # number of its first game
    games: int
    rows: int
    outside: int  # decisions left out because their move has no index
    failed: dict[str, int]  # why games were left out, and how many


class Part(msgspec.Struct, frozen=True):
    """One file: which games belong to it."""

    number: int
    first: int
    games: int

    @property
    def name(self) -> str:
        return f"part-{self.number:05}.parquet"


def parts_of(manifest: Manifest) -> list[Part]:
    """All files of a dataset; the last one may have fewer games."""
    starts = range(0, manifest.games, manifest.shard)
    return [Part(n, first, min(manifest.shard, manifest.games - first)) for n, first in enumerate(starts)]


def facts_of(folder: Path, part: Part) -> PartFacts | None:
    """What is in its file, if that is there and has all its games."""
    try:
        text = pq.read_metadata(folder / part.name).metadata[FACTS]
        facts = msgspec.json.decode(text, type=PartFacts)
    except (OSError, KeyError, pa.ArrowInvalid, msgspec.MsgspecError):
        return None
    return facts if (facts.first, facts.games) == (part.first, part.games) else None


def whole_parts(folder: Path, manifest: Manifest) -> list[PartFacts]:
    """The files that are there, from the first one on."""
    found: list[PartFacts] = []
    for part in parts_of(manifest):
        facts = facts_of(folder, part)
        if facts is None:
            break
        found.append(facts)
    return found


def write_part(folder: Path, part: Part, manifest: Manifest, games: Sequence[Played]) -> None:
    """ValueError with one line when the codec failed; OSError when the disk did."""
    rows = [(game, GameRows.unpack(game.extracted)) for game in games if game.extracted]
    problem = next((each.problem for _, each in rows if each.problem), "")
    if problem:
        raise ValueError(f"the codec of {manifest.game!r} fails: {problem}")
    table = pa.table(columns(manifest, rows))
    failed = Counter(why_not(game) for game in games if not game.extracted)
    outside = sum(each.outside for _, each in rows)
    facts = PartFacts(part.first, part.games, table.num_rows, outside, dict(sorted(failed.items())))
    table = table.replace_schema_metadata({FACTS: msgspec.json.encode(facts)})
    with replacing(folder / part.name) as file:
        write_table(file, table)


def write_table(file: Path, table: Any) -> None:
    """Bytes of observations and masks are packed as they are; a dictionary or their least and most would only cost."""
    pq.write_table(
        table,
        file,
        compression="zstd",
        row_group_size=ROWS_AT_ONCE,
        use_dictionary=[*PLAIN, *LISTS],
        write_statistics=list(PLAIN),
    )


def why_not(game: Played) -> str:
    """Why a game has no rows."""
    return game.void if game.fault is None else f"{game.fault.bot} {DONE[game.fault.kind]}: {game.fault.told}"


def columns(manifest: Manifest, rows: Sequence[tuple[Played, GameRows]]) -> dict[str, Any]:
    """Every column by its name, in the order of games and steps."""
    seated = [(game, each, seat) for game, each in rows for seat in each.seats]
    names = list(dict.fromkeys(manifest.bots))
    bots = [names.index(game.seating[seat]) for game, _, seat in seated]
    found = {
        "game": pa.array([game.number for game, _, _ in seated], pa.int32()),
        "deal": pa.array([game.deal for game, _, _ in seated], pa.int32()),
        "step": pa.array([step for _, each in rows for step in each.steps], pa.int32()),
        "seat": pa.array([seat for _, _, seat in seated], pa.int8()),
        "bot": pa.DictionaryArray.from_arrays(pa.array(bots, pa.int16()), pa.array(names, pa.string())),
        "observation": fixed([row for _, each in rows for row in each.observations], manifest.codec.size),
        "mask": fixed([row for _, each in rows for row in each.masks], manifest.codec.actions),
        "half": pa.array([half for _, each in rows for half in each.halves], pa.int32()),
        "action": pa.array([action for _, each in rows for action in each.actions], pa.int32()),
        "win": pa.array([each.wins[seat] for _, each, seat in seated], pa.float32()),
        "margin": pa.array([each.margins[seat] for _, each, seat in seated], pa.float32()),
        "rank": pa.array([each.ranks[seat] for _, each, seat in seated], pa.float32()),
        "wins": by_seat([from_seat(each.wins, seat) for _, each, seat in seated], pa.float32(), manifest.seats),
        "scores": by_seat([from_seat(each.scores, seat) for _, each, seat in seated], pa.int32(), manifest.seats),
    }
    if manifest.values:
        for name, by_row in (("value_points", "points"), ("value_wins", "chances")):
            listed = [numbers for _, each in rows for numbers in getattr(each, by_row)]
            found[name] = by_seat(listed, pa.float32(), manifest.seats)
    return found


def fixed(rows: Sequence[bytes], width: int) -> Any:
    """Rows of bytes, all of one width."""
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(rows), [None, pa.py_buffer(b"".join(rows))])


def by_seat(rows: Sequence[Sequence[float]], kind: Any, seats: int) -> Any:
    """Rows with a number for each seat."""
    return pa.FixedSizeListArray.from_arrays(pa.array([one for row in rows for one in row], kind), seats)


def from_seat(numbers: list[Any], seat: int) -> list[Any]:
    """What is listed by seat, from this seat on clockwise: as an observation tells it."""
    return numbers[seat:] + numbers[:seat]
