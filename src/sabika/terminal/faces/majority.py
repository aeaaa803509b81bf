"""Scores for most buildings of a type and for walls, itemised: shared by the games that score so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import cast

from rich.console import RenderableType

from sabika.engine.state import Line
from sabika.games.parts.tiles import TYPES
from sabika.terminal import Scene
from sabika.terminal.faces.pieces import BUILDING_STYLE, LETTER
from sabika.terminal.screen import (
    QUIET,
    STRONG,
    Block,
    capital,
    cut,
    joined,
    line,
    listing,
    ordinal,
    paragraph,
    said,
    tell,
    words,
)


def scorings(scene: Scene, lines: Sequence[Line], table: Callable[[Scene, str, list[Line]], Block]) -> RenderableType:
    """Every scoring in these lines as a table, one below the other."""
    found: Block = []
    for part, group in groupby(lines, key=lambda each: each.part):
        found += [*table(scene, part, list(group)), words("")]
    return joined(found[:-1] or [words(said(scene, "score.none"), QUIET)])


def score_table(scene: Scene, part: str, lines: list[Line], last: str, cell: Callable[[Line | None], str]) -> Block:
    """A scoring as a table of types and players, with a last row for points of no type, and the sums."""
    width = max(10, min(14, (scene.width - 12) // len(scene.names) - 1))
    head = "".join(f" {cut(name, width):>{width}}" for name in scene.names)
    rows = [words(capital(said(scene, f"score.{part}")), STRONG), words(f"{'':<11}{head}", QUIET)]
    for source in (*TYPES, last):
        cells = {each.player: each for each in lines if each.source == source}
        brick = (f"{LETTER[source]} ", BUILDING_STYLE[source]) if source in LETTER else ("  ", "")
        text = "".join(f" {cell(cells.get(player)):>{width}}" for player in range(len(scene.names)))
        rows.append(line(brick, f"{source:<9}", text))
    sums = "".join(f" {points:>{width}}" for points in gains(lines, len(scene.names)))
    rows.append(words(f"{'sum':<11}{sums}", STRONG))
    return rows + paragraph(said(scene, "score.legend"), scene.width, QUIET)


def scoring(scene: Scene, part: str, lines: list[Line]) -> Block:
    """A scoring as a table of types and players, and below it every tie and every wall in words."""
    rows = score_table(scene, part, lines, "wall", score_cell)
    for each in ties(lines):
        rows += paragraph(tie(scene, lines, each), scene.width)
    for each in lines:
        if each.source == "wall" and each.why.get("sides"):
            rows += paragraph(wall(scene, each), scene.width)
    return rows


def score_cell(each: Line | None) -> str:
    if each is None:
        return "-"
    if each.source == "wall":
        return f"{each.points:>3}"
    place = ordinal(cast(int, each.why["place"])) + ("=" if cast(int, each.why["group"]) > 1 else " ")
    return f"{each.why['count']}x {place}{each.points:>3}"


def ties(lines: Sequence[Line]) -> list[Line]:
    """The first line of every group that shares points."""
    found: dict[tuple[str, object], Line] = {}
    for each in lines:
        if each.source != "wall" and cast(int, each.why["group"]) > 1 and cast(int, each.why["pot"]) > 0:
            found.setdefault((each.source, each.why["place"]), each)
    return list(found.values())


def tie(scene: Scene, lines: Sequence[Line], first: Line) -> str:
    equal = [each.player for each in lines if each.source == first.source and each.why["place"] == first.why["place"]]
    place, group = cast(int, first.why["place"]), len(equal)
    args = {
        "source": first.source,
        "names": listing([scene.names[player] for player in equal]),
        "count": first.why["count"],
        "places": f"{place} to {place + group - 1}",
        "pot": first.why["pot"],
        "group": group,
        "points": first.points,
    }
    return capital(said(scene, "score.tie", args))


def wall(scene: Scene, each: Line) -> str:
    """The sides of a wall, cell by cell in the order one walks along it."""
    sides = [side.rsplit(",", 1) for side in cast(list[str], each.why["sides"])]
    walk = "; ".join(f"{cell} {''.join(s for _, s in group)}" for cell, group in groupby(sides, key=lambda s: s[0]))
    return capital(tell(scene, "score.wall", each.player, {"count": each.points, "walk": walk}))


def gains(lines: Sequence[Line], players: int) -> list[int]:
    """Points by player."""
    return [sum(each.points for each in lines if each.player == player) for player in range(players)]
