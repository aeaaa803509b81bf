"""Turns with dice in characters: the result space, the dice, and what to do with them. Shared by two games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from sabika.engine.game import Action
from sabika.engine.record import LuckStep
from sabika.engine.state import Event
from sabika.engine.table import Table
from sabika.games.parts.dice import SHORT
from sabika.games.parts.dice_moves import KeepDice, NameFirst, PlaceMarker
from sabika.games.parts.dice_view import MarkerView, TurnView
from sabika.games.parts.tiles import TYPES
from sabika.terminal import Choice, Group, Scene
from sabika.terminal.faces.pieces import BUILDING_STYLE, LETTER
from sabika.terminal.screen import QUIET, STRONG, Block, line, ordinal, said, tell, words

Moves = Sequence[tuple[int, Action]]  # codes with their named actions
COLUMN: Final = 12  # characters of a column of the board
LABEL: Final = 3  # left of the columns, for the rows


# The board.


def heads() -> Text:
    """The names of the columns."""
    text = words(" " * LABEL)
    for name in TYPES:
        text.append(f" {LETTER[name]} ", BUILDING_STYLE[name])
        text.append(f" {name[: COLUMN - 4]:<{COLUMN - 3}}"[: COLUMN - 3])
    text.rstrip()
    return text


def across(label: str, cells: Iterable[str], style: str = "") -> Text:
    """One entry for each column."""
    text = words(f"{label:<{LABEL}}", QUIET)
    for cell in cells:
        text.append(f"{cell:<{COLUMN}}", style)
    text.rstrip()
    return text


def result_space(columns: Sequence[Sequence[MarkerView]], viewer: int | None, *, ascii_only: bool) -> Block:
    """The cells of all columns, the best on top: from left to right 1, 2 and 3 throws; markers are player numbers."""
    empty = "." if ascii_only else "·"
    rows = [across("", ["1 2 3"] * len(columns), QUIET)]
    for row in range(8, 0, -1):
        text = words(f"{row:<{LABEL}}", QUIET)
        for markers in columns:
            owners = {marker.throws: marker.player for marker in markers if marker.row == row}
            for throws in (1, 2, 3):
                owner = owners.get(throws)
                style = QUIET if owner is None else f"{STRONG} reverse" if owner == viewer else STRONG
                text.append(empty if owner is None else str(owner + 1), style).append(" ")
            text.append(" " * (COLUMN - 6))
        text.rstrip()
        rows.append(text)
    return rows


def dice_line(turn: TurnView, black: str | None = None) -> Text:
    """What was thrown: each die a brick; those that were kept before the last throw stand first."""
    text = line((f"{ordinal(turn.throws)} throw  ", QUIET))
    thrown = list(turn.dice)
    for name in turn.kept:
        thrown.remove(name)
    for names in (turn.kept, thrown):
        for name in names:
            text.append(f" {LETTER[name]} ", BUILDING_STYLE[name]).append(" ")
        text.append(" " if names else "")
    if black is not None:
        text.append("black die ", QUIET).append(f" {LETTER[black]} ", BUILDING_STYLE[black])
    if turn.kept:
        text.append(f"  ({len(turn.kept)} kept)", QUIET)
    return text


# The menu.


def turn_groups(table: Table, actions: Moves) -> list[Group]:
    """Placing the marker, and throwing again."""
    marks = [
        Choice(f"{action.column}: {landing(table, move)}", move)
        for move, action in actions
        if isinstance(action, PlaceMarker)
    ]
    return [Group("Mark", marks), Group("Keep", keeps(actions))]


def landing(table: Table, move: int) -> str:
    """Where a marker would come to stand."""
    return cell_text(table.state.preview(move))


def cell_text(seen: Mapping[str, int]) -> str:
    return "falls off" if "falls" in seen else f"{seen['row']} in {seen['throws']}"


def keeps(actions: Moves) -> list[Choice]:
    """All dice of one type at once, most of them first; everything else by the number of dice kept."""
    found = [(move, action.dice) for move, action in actions if isinstance(action, KeepDice)]
    most = {name: max(dice.count(name) for _, dice in found) for name in TYPES} if found else {}
    plain: list[tuple[int, tuple[str, ...]]] = []
    others: list[tuple[int, tuple[str, ...]]] = []
    for move, dice in found:
        whole = not dice or (len(set(dice)) == 1 and len(dice) == most[dice[0]])
        (plain if whole else others).append((move, dice))
    plain.sort(key=lambda each: -len(each[1]))
    choices = [Choice(kept_text(dice), move) for move, dice in plain]
    others.sort(key=lambda each: -len(each[1]))
    for number, group in groupby(others, key=lambda each: len(each[1])):
        inner = tuple(Choice(kept_text(dice), move) for move, dice in group)
        dice_kept = "one die" if number == 1 else f"{number} dice"
        several = len(inner) > 1
        choices.append(Choice(f"{dice_kept}: {len(inner)} ways", None, inner) if several else inner[0])
    return choices


def kept_text(dice: Sequence[str]) -> str:
    """`3 tower 1 garden`; `none` for no dice."""
    counts = [f"{dice.count(name)} {name}" for name in TYPES if name in dice]
    text = ", ".join(counts) or "none"
    return text if len(text) <= 60 else " ".join(f"{dice.count(name)} {name[:3]}" for name in TYPES if name in dice)


def name_groups(scene: Scene, actions: Moves) -> list[Group]:
    """Who will be first player."""
    choices = [Choice(scene.names[action.seat], move) for move, action in actions if isinstance(action, NameFirst)]
    return [Group("First player of the next round", numbered_names(choices))]


def numbered_names(choices: Sequence[Choice]) -> list[Choice]:
    """Two seats may have one name."""
    names = [choice.text for choice in choices]
    return [
        Choice(choice.text if names.count(choice.text) == 1 else f"{choice.text} (seat {seat})", choice.move)
        for seat, choice in enumerate(choices, start=1)
    ]


# Words.


def turn_told(scene: Scene, move: int, action: KeepDice | PlaceMarker | NameFirst) -> str:
    seat = scene.table.actor
    if isinstance(action, KeepDice):
        return tell(scene, "event.keep", seat, {"dice": kept_text(action.dice)})
    if isinstance(action, PlaceMarker):
        return tell(scene, "event.mark", seat, {"column": action.column, "cell": landing(scene.table, move)})
    return tell(scene, "event.name", seat, {"other": scene.names[action.seat]})


def dice_luck(scene: Scene, step: LuckStep) -> str:
    """Who starts, where the first-player chip lies, and what was thrown."""
    if step.kind == "lot":
        return tell(scene, "event.lot", int(step.outcome.removeprefix("seat-")) - 1, {})
    if step.kind == "dice":
        longer = dict(zip(SHORT, TYPES, strict=True))
        faces = [f"{face[3:]} {longer[face[:3]]}" for face in step.outcome.split("-")]
        return said(scene, "event.dice", {"dice": ", ".join(faces)})
    return said(scene, "event.die", {"column": step.outcome}) if step.kind == "die" else ""


def dice_event(scene: Scene, event: Event) -> str | None:
    """A sentence for what both games tell; None for what a move has told already."""
    args = event.args
    if event.kind == "round":
        return tell(scene, "event.round", number(args["seat"]), args)
    if event.kind == "fell-off":
        return tell(scene, "event.fell-off", number(args["player"]), args)
    if event.kind == "first-player" and args["player"] == scene.table.state.seats:
        return tell(scene, "event.name", number(args["player"]), {"other": scene.names[number(args["seat"])]})
    return said(scene, "event.end-five-rounds") if event.kind == "end" else None


def number(thing: object) -> int:
    assert isinstance(thing, int)
    return thing
