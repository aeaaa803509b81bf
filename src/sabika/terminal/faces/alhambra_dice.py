"""The Dice Game at the prompt: columns, tracks and chips in characters, moves in words, scores itemised."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, cast

from rich.console import RenderableType
from rich.text import Text

from sabika.engine.record import LuckStep
from sabika.engine.state import Event, Line
from sabika.engine.table import Table
from sabika.games.alhambra_dice.moves import AnnulThrow, DisplaceMarker, Named, SetBlackDie, TakePrize
from sabika.games.alhambra_dice.view import DiceView
from sabika.games.parts.dice_moves import NameFirst
from sabika.games.parts.tiles import TYPES
from sabika.terminal import Choice, Group, Scene, Spots
from sabika.terminal.faces.dice import (
    Moves,
    across,
    cell_text,
    dice_event,
    dice_line,
    dice_luck,
    heads,
    name_groups,
    number,
    result_space,
    turn_groups,
    turn_told,
)
from sabika.terminal.faces.majority import gains, score_table, scorings
from sabika.terminal.faces.pieces import BUILDING_STYLE, LETTER
from sabika.terminal.screen import (
    QUIET,
    STRONG,
    Block,
    cut,
    joined,
    line,
    ordinal,
    said,
    tell,
    words,
    wrapped,
)

CHIP: Final = {  # as they are called on the screen
    "points-1": "1 point",
    "points-2": "2 points",
    "points-3": "3 points",
    "swap": "swap",
    "displace": "displace",
    "annul": "annul",
    "black-die": "black die",
    "first-player": "1st player",
}


SHORT_CHIP: Final = {"points-1": "+1", "points-2": "+2", "points-3": "+3", "black-die": "black"} | {
    name: name for name in ("swap", "displace", "annul")
}


class DiceFace:
    """What the Dice Game gives the terminal."""

    notation = (
        ("keep tow3-pav1", "keep these dice, throw the others"),
        ("keep none", "throw all eight again"),
        ("mark tower", "end your turn: place a marker for towers"),
        ("displace tower", "the same, taking a rival's cell (chip)"),
        ("black tower", "set the black die (chip)"),
        ("annul", "your last throw does not count (chip)"),
        ("prize points", "two building points"),
        ("prize chip", "one building point and the chip"),
        ("prize points swap garden", "a point goes to another column (chip)"),
        ("name 2", "seat 2 will be first player"),
    )

    # Drawing.

    def draw(self, scene: Scene, spots: Spots) -> RenderableType:
        view = view_of(scene)
        rows = [*standings(scene, view), words("")]
        rows += [heads(), across("", [CHIP[column.chip] if column.chip else "-" for column in view.columns], QUIET)]
        rows += result_space([column.markers for column in view.columns], scene.viewer, ascii_only=scene.ascii)
        if view.turn is not None and view.turn.throws:
            rows += [words(""), dice_line(view.turn, view.black_die)]
        if view.evaluated is not None:
            rows.append(line(("prizes in the ", QUIET), (view.evaluated, STRONG), (" column", QUIET)))
        return joined(rows)

    def look(self, scene: Scene, player: int) -> RenderableType:
        view = view_of(scene)
        shown = view.players[player]
        rows = [line((scene.names[player], STRONG), (f"  {shown.points} points", QUIET))]
        rows.append(words(f"markers: {shown.markers} in hand, {shown.fallen} fallen off"))
        rows += wrapped([words("chips:", QUIET), *(words(f"{CHIP[chip]};") for chip in shown.chips)], scene.width)
        for column in view.columns:
            place = place_in(view, column.building, player)
            where = f"space {place[0]}, {ordinal(place[1])}" if place else "not on the track"
            mine = ", ".join(f"{m.row} in {m.throws}" for m in column.markers if m.player == player)
            rows.append(line(brick(column.building), f" {where}{'; marker ' + mine if mine else ''}"))
        return joined(rows)

    # Moves.

    def menu(self, scene: Scene) -> Sequence[Group]:
        actions = [(move, named(scene.table, move)) for move in scene.table.moves()]
        if isinstance(actions[0][1], NameFirst):
            return name_groups(scene, actions)
        if isinstance(actions[0][1], TakePrize):
            return prize_groups(scene, actions)
        mark, keep = turn_groups(scene.table, actions)
        groups = (mark, Group("Chip", chip_choices(scene.table, actions)), keep)
        return [group for group in groups if group.choices]

    def told(self, scene: Scene, move: int) -> str:
        seat, action = scene.table.actor, named(scene.table, move)
        match action:
            case DisplaceMarker(column=column):
                cell = cell_text(scene.table.state.preview(move))
                return tell(scene, "event.displace", seat, {"column": column, "cell": cell})
            case SetBlackDie(symbol=symbol):
                return tell(scene, "event.black", seat, {"column": symbol})
            case AnnulThrow():
                return tell(scene, "event.annul", seat, {})
            case TakePrize(prize=prize):
                return tell(scene, f"event.choose-{prize}", seat, {})
            case _:
                return turn_told(scene, move, action)

    def luck(self, scene: Scene, step: LuckStep) -> str:
        if step.kind == "carlo":
            return said(scene, "event.carlo", {"column": step.outcome})
        return dice_luck(scene, step)

    def event(self, scene: Scene, event: Event) -> RenderableType | None:
        if event.kind == "scoring":
            return self.scores(scene, cast(list[Line], event.args["lines"]))
        return prize_told(scene, event) if event.kind == "prize" else dice_event(scene, event)

    # Scores.

    def scores(self, scene: Scene, lines: Sequence[Line]) -> RenderableType:
        return scorings(scene, lines, scoring)


FACE = DiceFace()


def view_of(scene: Scene) -> DiceView:
    return cast(DiceView, scene.table.view(scene.viewer))


def named(table: Table, move: int) -> Named:
    return cast(Named, table.game.action(move))


def brick(building: str) -> Text:
    return line((f" {LETTER[building]} ", BUILDING_STYLE[building]), f" {building:<9}")


# The table.


def standings(scene: Scene, view: DiceView) -> Block:
    """Everybody's number, points, what a scoring now would add, markers left, places on the tracks, and chips."""
    letters = Text("").join(words(f"  {LETTER[name]}  ", BUILDING_STYLE[name]) for name in TYPES)
    title = f"{f'round {view.round}':<11}{'points':>7}{'now':>5}{'left':>5}  "
    rows = [line((title, QUIET), letters, ("  chips", QUIET))]
    now = gains(scene.table.state.score_now(), len(scene.names))
    for player, shown in enumerate(view.players):
        first = "*" if player == view.first_player else " "
        places = [place_in(view, name, player) for name in TYPES]
        track = "".join(f"{f'{place[0]}/{place[1]}':^5}" if place else "  -  " for place in places)
        text = f"{player + 1}{first}{cut(scene.names[player], 8):<9}{shown.points:>7}{f'+{now[player]}':>5}"
        text += f"{shown.markers:>5}  {track}  "
        rows += with_chips(words(text, STRONG if player == view.actor else ""), shown.chips, scene.width)
    return [*rows, words("* first player; left: markers; on the tracks: space/place", QUIET)]


def with_chips(row: Text, chips: Sequence[str], width: int) -> Block:
    """A row of the standings with the player's chips, in short; many take further lines."""
    left = row.cell_len
    lines = wrapped((words(SHORT_CHIP[chip]) for chip in chips), width - left)
    first = row.append_text(lines[0]) if lines else row
    return [first, *(words(" " * left).append_text(text) for text in lines[1:])]


def place_in(view: DiceView, building: str, player: int) -> tuple[int, int] | None:
    """Space and place of a player's disc in a column."""
    column = next(column for column in view.columns if column.building == building)
    ranked = [(stack.space, each) for stack in column.track for each in stack.players]
    return next(((space, place) for place, (space, each) in enumerate(ranked, start=1) if each == player), None)


# The menu.


def chip_choices(table: Table, actions: Moves) -> list[Choice]:
    """What the actor's chips allow."""
    found, black = [], []
    for move, action in actions:
        if isinstance(action, DisplaceMarker):
            seen = table.state.preview(move)
            off = ", one falls off" if seen["pushed_off"] else ""
            found.append(Choice(f"displace, {action.column}: {cell_text(seen)}{off}", move))
        elif isinstance(action, AnnulThrow):
            found.append(Choice("annul this throw", move))
        elif isinstance(action, SetBlackDie):
            symbols = table.state.preview(move)["symbols"]
            black.append(Choice(f"{action.symbol}: then {symbols}", move))
    return [*found, Choice("set the black die", None, tuple(black))] if black else found


def prize_groups(scene: Scene, actions: Moves) -> list[Group]:
    """The prizes as they are, and each with its swaps behind a second question."""
    view = view_of(scene)
    column = next(column for column in view.columns if column.building == view.evaluated)
    chip = CHIP[column.chip] if column.chip else ""
    texts = {"points": "two points", "chip": f"one point and the chip: {chip}"}
    found = []
    for prize, group in groupby(actions, key=lambda each: cast(TakePrize, each[1]).prize):
        swaps = []
        for move, action in group:
            assert isinstance(action, TakePrize)
            if action.swaps:
                swaps.append(Choice(" and ".join(action.swaps), move))
            else:
                seen = scene.table.state.preview(move)
                where = f" (space {seen['space']}, {ordinal(seen['place'])} place)"
                found.append(Choice(texts[prize] + where, move))
        if swaps:
            found.append(Choice(f"{texts[prize]}, with a swap to", None, tuple(swaps)))
    return [Group(f"Your prize in the {column.building} column", found)]


# Words.


def prize_told(scene: Scene, event: Event) -> str:
    args = event.args
    swaps = cast(list[str], args["swaps"])
    points = (2 if args["prize"] == "points" else 1) - len(swaps)
    parts = [points_told(points)] if points else []
    parts += [f"{points_told(swaps.count(name))} swapped to {name}" for name in TYPES if name in swaps]
    parts += [f"the chip {CHIP[str(args['chip'])]}"] if args["chip"] else []
    told = {"prize": " and ".join(parts), "column": args["column"]}
    return tell(scene, "event.prize-column", number(args["player"]), told)


def points_told(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def scoring(scene: Scene, part: str, lines: list[Line]) -> Block:
    """A scoring as a table of columns and players."""
    return score_table(scene, part, lines, "chips", score_cell)


def score_cell(each: Line | None) -> str:
    if each is None:
        return "-"
    if each.source == "chips":
        return f"{each.points:>3}"
    return f"{each.why['space']} {ordinal(number(each.why['place']))} {each.points:>3}"
