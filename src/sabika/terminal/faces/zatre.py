"""Zatre at the prompt: the board in characters, moves in words, sheets row by row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, cast

from rich.console import RenderableType
from rich.text import Text

from sabika.engine.record import LuckStep
from sabika.engine.state import Event, Line
from sabika.engine.table import Table
from sabika.games.zatre.facts import ROWS
from sabika.games.zatre.moves import DrawTiles, LayTile, Named, StopLaying
from sabika.games.zatre.view import RowView, SheetView, ShownHand, ZatreView
from sabika.games.zatre.words import turn_told as turn_phrase
from sabika.terminal import Choice, Group, Scene, Spots
from sabika.terminal.screen import (
    NUMBER_STYLE,
    QUIET,
    STRONG,
    Block,
    beside,
    block_width,
    cut,
    joined,
    line,
    listing,
    reader,
    rows_of,
    said,
    tell,
    words,
)

# A free square is told by its sign, with or without colour.
SQUARE_STYLE: Final = {".": "#8a5a2b", "+": "bold #d9b310", "@": "bold #c0392b", "#": ""}
TILE_STYLE: Final = "bold #2b2b2b on #efe6d0"
NEW_TILE_STYLE: Final = "bold #ffffff on #2a5caa"  # laid in this turn, and in brackets


class ZatreFace:
    """What Zatre gives the terminal."""

    notation = (
        ("lay 5 0,1", "lay a 5 in column 0, row 1; red is 0,0"),
        ("draw 1", "where tiles may be kept: draw one tile"),
        ("draw 0", "draw none, and lay at least one"),
        ("stop", "keep the tiles that are left"),
    )

    # Drawing.

    def draw(self, scene: Scene, spots: Spots) -> RenderableType:
        view = view_of(scene)
        table = board(view, spots)
        side = panel(scene, view)
        if block_width(table) + 2 + block_width(side) <= scene.width:
            rows = beside(table, side)
        else:
            rows = [*table, words(""), *side]
        if scene.viewer is None:
            sheets = [sheet_block(side_name(scene, number), sheet) for number, sheet in enumerate(view.sheets)]
            rows += [words(""), *rows_of(sheets, scene.width)]
        return joined(rows)

    def look(self, scene: Scene, player: int) -> RenderableType:
        view = view_of(scene)
        side = view.seats[player].side
        rows = [words(scene.names[player], STRONG), line(("tiles ", QUIET), hand_text(view, player)), words("")]
        return joined([*rows, *sheet_block(side_name(scene, side), view.sheets[side])])

    # Moves.

    def menu(self, scene: Scene) -> Sequence[Group]:
        actions = [(move, named(scene.table, move)) for move in scene.table.moves()]
        lays = [(move, action) for move, action in actions if isinstance(action, LayTile)]
        others = [Choice(other_text(action), move) for move, action in actions if not isinstance(action, LayTile)]
        groups = [*lay_groups(scene.table, lays), Group("or" if lays else "Draw", others)]
        return [group for group in groups if group.choices]

    def told(self, scene: Scene, move: int) -> str:
        seat = scene.table.actor
        match named(scene.table, move):
            case LayTile(value=value, cell=(x, y)):
                return tell(scene, "event.lay", seat, {"value": value, "cell": f"{x},{y}"})
            case DrawTiles(tiles=tiles):
                return tell(scene, "event.draw-one" if tiles else "event.draw-none", seat, {})
            case StopLaying():
                return tell(scene, "event.stop", seat, {})

    def luck(self, scene: Scene, step: LuckStep) -> str:
        """Drawn tiles are their owner's; how many everybody holds is on the table."""
        return ""

    def event(self, scene: Scene, event: Event) -> RenderableType | None:
        args = event.args
        if event.kind == "starter":
            return tell(scene, "event.starter", cast(int, args["seat"]), args)
        if event.kind == "turn":
            return turn_told(scene, args)
        if event.kind == "end":
            return said(scene, f"event.end-{args['reason']}")
        return None

    # Scores.

    def scores(self, scene: Scene, lines: Sequence[Line]) -> RenderableType:
        """The sheet of every side, itemised: the boxes, the bonus, the cross, and tiles still held."""
        state = scene.table.state
        blocks = []
        for player, group in groupby(lines, key=lambda each: each.player):
            side = state.side(player)
            if player == min(seat for seat in range(state.seats) if state.side(seat) == side):
                blocks.append(score_block(scene, side_name(scene, side), list(group)))
        return joined(rows_of(blocks, scene.width))


FACE = ZatreFace()


def view_of(scene: Scene) -> ZatreView:
    return cast(ZatreView, scene.table.view(scene.viewer))


def named(table: Table, move: int) -> Named:
    return cast(Named, table.game.action(move))


def side_name(scene: Scene, side: int) -> str:
    """A player, or two partners."""
    state = scene.table.state
    return listing([scene.names[seat] for seat in range(state.seats) if state.side(seat) == side])


# The board.


def board(view: ZatreView, spots: Spots) -> Block:
    """Fifteen rows of squares with the numbers of columns and rows at the edge."""
    tiles = {placed.cell: placed.value for placed in view.tiles}
    rows = [words("   " + "".join(f"{x:>2} " for x in range(-7, 8)), QUIET)]
    for y in range(-7, 8):
        row = words(f"{y:>2} ", QUIET)
        for x in range(-7, 8):
            row.append_text(square((x, y), tiles.get((x, y)), (x, y) in view.laid, spots))
        rows.append(row)
    return rows


def square(cell: tuple[int, int], tile: int | None, new: bool, spots: Spots) -> Text:
    """Three columns: a tile, the number of a choice, which has a bracket, or the sign of a free square."""
    if tile is not None:
        return words(f"[{tile}]" if new else f" {tile} ", NEW_TILE_STYLE if new else TILE_STYLE)
    if cell in spots:
        return words(f"{spots[cell]:>2})"[:3], NUMBER_STYLE)
    sign = ROWS[cell[1] + 7][cell[0] + 7]
    return words(f" {' ' if sign == '#' else sign} ", SQUARE_STYLE[sign])


# Beside the board.


def panel(scene: Scene, view: ZatreView) -> Block:
    """Everybody's points and tiles, what this turn has made, and the viewer's sheet."""
    rows = [line((f"{'':<11}{'points':>6}  tiles", QUIET))]
    for seat, name in enumerate(scene.names):
        style = STRONG if seat == view.actor else ""
        points = view.sheets[view.seats[seat].side].total
        rows.append(line((f"{cut(name, 10):<11}{points:>6}  ", style), hand_text(view, seat)))
    rows.append(words(f"{view.bag_size} tiles in the bag", QUIET))
    rows += [words(f"now {made.sum}: {made.line}") for made in view.lines]
    if scene.viewer is not None:
        rows += [words(""), *sheet_block("", view.sheets[view.seats[scene.viewer].side])]
    return rows


def hand_text(view: ZatreView, seat: int) -> Text:
    """The values where they are seen, else how many there are; in the opening what was drawn."""
    shown = view.seats[seat]
    if shown.drawn is not None:
        return words(f"drew {shown.drawn}" if shown.drawn else "-")
    if isinstance(shown.hand, ShownHand):
        tiles = " ".join(map(str, shown.hand.tiles)) or "-"
        return words(tiles, STRONG) if len(tiles) < 20 else words(f"{shown.hand.size} tiles")
    return words(f"{shown.hand.size} face down" if shown.hand.size else "-", QUIET)


SHEET_HEAD: Final = "row x2 10 11 12 bonus total"


def sheet_block(title: str, sheet: SheetView) -> Block:
    """A sheet row by row. A bonus in brackets is not earned yet."""
    rows = [words(cut(title, len(SHEET_HEAD)), STRONG)] if title else []
    rows.append(words(SHEET_HEAD, QUIET))
    rows += [words(row_text(number, row)) for number, row in enumerate(sheet.rows, start=1)]
    rows.append(words(f"sum{sheet.total:>{len(SHEET_HEAD) - 3}}", STRONG))
    return rows


def row_text(number: int, row: RowView) -> str:
    boxes = [str(points) if points else "." for points in row.boxes]
    bonus = str(row.bonus) if row.complete else f"({row.bonus})"
    cross = "x" if row.cross else "."
    return f"{number:>3} {cross:>2}{boxes[0]:>3}{boxes[1]:>3}{boxes[2]:>3}{bonus:>6}{row.total:>6}"


# The menu.

Lays = Sequence[tuple[int, LayTile]]


def lay_groups(table: Table, lays: Lays) -> list[Group]:
    """With one value, ask for the square; with several, first ask which value."""
    by_value = {value: list(group) for value, group in groupby(lays, key=lambda each: each[1].value)}
    if len(by_value) == 1:
        (value, only), *_ = by_value.items()
        return [Group(f"Lay the {value}", squares(table, only))]
    tiles = [Choice(f"a {value}: {places(of)}", None, tuple(squares(table, of))) for value, of in by_value.items()]
    return [Group("Lay", tiles)]


def places(lays: Lays) -> str:
    return f"{len(lays)} squares" if len(lays) > 1 else "one square"


def squares(table: Table, lays: Lays) -> list[Choice]:
    """Where a tile may go, with the sums it would make."""
    return [
        Choice(f"{action.cell[0]},{action.cell[1]}{gain(table, move)}", move, cell=action.cell) for move, action in lays
    ]


def gain(table: Table, move: int) -> str:
    """The lines of 10 to 12 that a tile would be in, and its crosses."""
    seen = table.state.preview(move)
    sums = [str(seen[way]) for way in ("across", "down") if seen.get(way, 0) >= 10]
    crosses = ["x2"] * seen.get("crosses", 0)
    return f" ({' '.join([*sums, *crosses])})" if sums or crosses else ""


def other_text(action: Named) -> str:
    if isinstance(action, DrawTiles):
        return "draw one tile" if action.tiles else "draw none, and lay at least one"
    return "stop, and keep the rest"


# What happened.


def turn_told(scene: Scene, args: dict[str, object]) -> str | None:
    """A turn that brought something, or left something."""
    seat = cast(int, args["seat"])
    made = cast(list[str], args["lines"])
    crosses = cast(int, args["crosses"])
    if made:
        extra = f" and {crosses} x2" if crosses else ""
        return reader(scene).tell(turn_phrase("; ".join(made) + extra, seat, args))
    if args["kept"]:
        return tell(scene, "event.kept", seat, {"count": args["kept"]})
    return None


# Scores.

SCORE_WIDTH: Final = 36


def score_block(scene: Scene, title: str, lines: Sequence[Line]) -> Block:
    """Every row with its sum, then what is still held."""
    rows = [words(cut(title, SCORE_WIDTH), STRONG)]
    rows += [words(score_text(scene, each)) for each in lines]
    rows.append(words(f"{'total':<10}{sum(each.points for each in lines):>{SCORE_WIDTH - 10}}", STRONG))
    return rows


def score_text(scene: Scene, each: Line) -> str:
    if each.source == "held":
        tiles = " ".join(map(str, cast(list[int], each.why["tiles"])))
        held = cut(f"held by {cut(scene.names[cast(int, each.why['seat'])], 10)}: {tiles}", SCORE_WIDTH - 6)
        return f"{held:<{SCORE_WIDTH - 6}}{each.points:>6}"
    boxes = [str(points) for points in (*cast(list[int], each.why["boxes"]), cast(int, each.why["bonus"])) if points]
    sums = " + ".join(boxes) or "0"
    made = f"({sums}) x 2" if each.why["cross"] else sums
    return f"row {each.why['row']:>2}  {made:<{SCORE_WIDTH - 14}}{each.points:>6}"
