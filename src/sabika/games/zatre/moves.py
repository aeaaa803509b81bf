"""Moves of Zatre by name: actions, notation and JSON <-> codes."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.game import Action, Unreadable
from sabika.games.parts.texts import cell_of, shorten
from sabika.games.zatre import codes
from sabika.games.zatre.codes import DRAW, LAY, STOP
from sabika.games.zatre.facts import cell_at, x_of, y_of

FARTHEST = 7  # squares from the red one to the edge
USAGE = {
    "lay": "lay VALUE X,Y, like lay 5 0,1",
    "draw": "draw 1, or draw 0 to draw none",
    "stop": "stop, without anything else",
}


class LayTile(Action, frozen=True, tag="lay"):
    """Lay a tile on a square (Z8)."""

    value: int
    cell: tuple[int, int]


class DrawTiles(Action, frozen=True, tag="draw"):
    """Draw one tile, or none, where tiles may be kept (Z11)."""

    tiles: int


class StopLaying(Action, frozen=True, tag="stop"):
    """Keep the tiles that are left, where that is allowed (Z11)."""


Named = LayTile | DrawTiles | StopLaying


def action_of(move: int) -> Named:
    kind = codes.kind_of(move)
    if kind == LAY:
        cell = codes.cell_of(move)
        return LayTile(codes.value_of(move), (x_of(cell), y_of(cell)))
    return DrawTiles(codes.drawn_in(move)) if kind == DRAW else StopLaying()


def code_of(action: Named) -> int:
    if isinstance(action, LayTile):
        return lay(action.value, *action.cell)
    return draw(action.tiles) if isinstance(action, DrawTiles) else int(STOP)


def notation_of(move: int) -> str:
    """`lay 5 0,1`, `draw 1` or `stop`."""
    match action_of(move):
        case LayTile(value=value, cell=(x, y)):
            return f"lay {value} {x},{y}"
        case DrawTiles(tiles=tiles):
            return f"draw {tiles}"
        case StopLaying():
            return "stop"


def parse(text: str) -> int:
    words = text.split()
    word = words[0] if words else ""
    if word not in USAGE:
        raise Unreadable(f"{shorten(text)} is not a move; moves begin with {', '.join(USAGE)}")
    if len(words) != {"lay": 3, "draw": 2, "stop": 1}[word]:
        raise Unreadable(f"'{word}' is written {USAGE[word]}")
    return parse_words(words)


def parse_words(words: Sequence[str]) -> int:
    if words[0] == "lay":
        return lay(digit_of(words[1], "lay"), *cell_of(words[2], "square"))
    return draw(digit_of(words[1], "draw")) if words[0] == "draw" else int(STOP)


def lay(value: int, x: int, y: int) -> int:
    if not 1 <= value <= 6:
        raise Unreadable(f"tiles have values from 1 to 6, not {value}")
    if max(abs(x), abs(y)) > FARTHEST:
        raise Unreadable(f"the board does not reach {x},{y}")
    return codes.lay(value, cell_at(x, y))


def draw(tiles: int) -> int:
    if not 0 <= tiles <= 1:
        raise Unreadable(f"one tile is drawn, or none, not {tiles}")
    return codes.draw(tiles)


def digit_of(text: str, word: str) -> int:
    if len(text) != 1 or text not in "0123456789":
        raise Unreadable(f"'{word}' is written {USAGE[word]}")
    return int(text)
