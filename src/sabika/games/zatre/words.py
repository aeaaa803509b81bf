"""Zatre in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from sabika.engine.phrase import Phrase, Player
from sabika.engine.state import Event, Line, State
from sabika.engine.step import HIDDEN, LuckStep
from sabika.games.zatre.moves import DrawTiles, LayTile, Named
from sabika.games.zatre.view import ShownHand, ZatreSeatView, ZatreView

if TYPE_CHECKING:
    from sabika.engine.phrase import Arg


def told(seat: int, action: Named) -> Phrase:
    who = Player(seat)
    if isinstance(action, LayTile):
        x, y = action.cell
        return Phrase("event.lay", {"who": who, "value": action.value, "cell": f"{x}, {y}"})
    if isinstance(action, DrawTiles):
        return Phrase("event.draw-one" if action.tiles else "event.draw-none", {"who": who})
    return Phrase("event.stop", {"who": who})


def choice(state: State, move: int, action: Named) -> Phrase:
    if isinstance(action, LayTile):
        x, y = action.cell
        return Phrase("board.lay", {"value": action.value, "x": x, "y": y, "count": state.preview(move)["points"]})
    return Phrase(f"board.draw-{action.tiles}" if isinstance(action, DrawTiles) else "board.stop")


def luck_told(step: LuckStep) -> Phrase | None:
    """A tile is told to those who see it."""
    return None if step.outcome == HIDDEN else Phrase("event.drawn-tile", {"tile": step.outcome})


def event_told(event: Event) -> Phrase | None:
    args = event.args
    match event.kind, args:
        case "end", {"reason": reason}:
            return Phrase(f"event.end-{reason}")
        case "starter", {"seat": int(seat), "tile": int(tile)}:
            return Phrase("event.starter", {"who": Player(seat), "tile": tile})
        case "turn", {"seat": int(seat), "lines": [_, *_] as lines}:
            return turn_told("; ".join(map(str, lines)), seat, args)
        case "turn", {"seat": int(seat), "kept": int(kept)} if kept:
            return Phrase("event.kept", {"who": Player(seat), "count": kept})
    return None


def turn_told(lines: str, seat: int, args: Mapping[str, object]) -> Phrase:
    """The lines of a turn, and what of its points came from the sheet alone: a bonus, and rows that count twice."""
    told: dict[str, Arg] = {"who": Player(seat), "lines": lines, "count": cast(int, args["points"])}
    more = [from_sheet(each) for each in cast(list[Line], args["scored"]) if each.source in ("bonus", "crosses")]
    more = [each for each in more if each.args["points"]]
    return Phrase("event.turn-more", {**told, "more": more}) if more else Phrase("event.turn", told)


def from_sheet(scored: Line) -> Phrase:
    if scored.source == "bonus":
        return Phrase("turn.bonus", {"points": scored.points, "row": cast(int, scored.why["row"])})
    return Phrase("turn.doubled", {"points": scored.points})


def described(view: ZatreView) -> list[Phrase]:
    lines = rows(view)
    if view.lines:
        made = [f"{each.line} = {each.sum}" for each in view.lines]
        lines.append(Phrase("board.lines", {"lines": "; ".join(made)}))
    for side, sheet in enumerate(view.sheets):
        full = sum(row.complete for row in sheet.rows)
        lines.append(Phrase("describe.sheet", {"who": partners(view, side), "total": sheet.total, "rows": full}))
    lines += [hand(number, seat) for number, seat in enumerate(view.seats)]
    return [*lines, Phrase("board.bag", {"count": view.bag_size})]


def rows(view: ZatreView) -> list[Phrase]:
    """The tiles of each row that has any, from the top."""
    found: dict[int, list[str]] = {}
    for placed in view.tiles:
        x, y = placed.cell
        found.setdefault(y, []).append(f"{x}: {placed.value}")
    return [Phrase("describe.row", {"y": y, "tiles": ", ".join(tiles)}) for y, tiles in sorted(found.items())]


def partners(view: ZatreView, side: int) -> Player | list[Player]:
    """A player, or those who share a sheet."""
    found = [Player(number) for number, seat in enumerate(view.seats) if seat.side == side]
    return found if len(found) > 1 else found[0]


def hand(number: int, seat: ZatreSeatView) -> Phrase:
    who = Player(number)
    if isinstance(seat.hand, ShownHand) and seat.hand.tiles:
        return Phrase("describe.hand", {"who": who, "tiles": list(map(str, seat.hand.tiles))})
    return Phrase("describe.hand-size", {"who": who, "count": seat.hand.size})
