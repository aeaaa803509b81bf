"""Moves that build, as choices: shared by the games that have a walled city."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from sabika.engine.game import Action
from sabika.engine.table import Table
from sabika.games.parts.city_moves import (
    AddBuilding,
    GiveBuilding,
    PlaceBuilding,
    RemoveBuilding,
    ReserveBuilding,
    SwapBuilding,
)
from sabika.terminal import Cell, Choice, Group

Moves = Sequence[tuple[int, Action]]  # codes with their named actions


def redesigns(table: Table, actions: Moves, cells: Mapping[str, Cell]) -> list[Choice]:
    """Add, swap and remove: one question for each reserve tile, its choices numbered in reading order on the board."""
    adds = [(move, a) for move, a in actions if isinstance(a, AddBuilding)]
    swaps = [(move, a) for move, a in actions if isinstance(a, SwapBuilding)]
    removals = [(move, a) for move, a in actions if isinstance(a, RemoveBuilding)]
    found = []
    for tile, group in groupby(adds, key=lambda each: each[1].tile):
        inner = [Choice(site_text(table, move, a.cell), move, cell=a.cell) for move, a in group]
        found.append(Choice(f"build {tile}", None, as_read(inner)))
    for tile, group_of_swaps in groupby(swaps, key=lambda each: each[1].tile):
        inner = [
            Choice(f"for {a.leaver}{wall_change(table, move)}", move, cell=cells[a.leaver])
            for move, a in group_of_swaps
        ]
        found.append(Choice(f"swap {tile} in", None, as_read(inner)))
    if removals:
        inner = [Choice(f"{a.tile}{wall_change(table, move)}", move, cell=cells[a.tile]) for move, a in removals]
        found.append(Choice("move a tile to the reserve", None, as_read(inner)))
    return found


def as_read(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Choices with a cell, row by row."""
    return tuple(sorted(choices, key=lambda choice: (choice.cell or (0, 0))[::-1]))


def place_menu(table: Table, actions: Moves) -> list[Group]:
    """With one new tile, ask where it goes; with several, first ask which tile."""
    tiles = list(dict.fromkeys(a.tile for _, a in actions if isinstance(a, ReserveBuilding)))
    if len(tiles) == 1:
        return site_groups(table, tiles[0], actions)
    choices = []
    for tile in tiles:
        inner = tuple(choice for group in site_groups(table, tile, actions) for choice in group.choices)
        choices.append(Choice(tile, None, inner))
    return [Group("Place first", choices)]


def site_groups(table: Table, tile: str, actions: Moves) -> list[Group]:
    places, others = [], []
    for move, action in actions:
        if isinstance(action, PlaceBuilding) and action.tile == tile:
            places.append(Choice(site_text(table, move, action.cell), move, cell=action.cell))
        elif isinstance(action, ReserveBuilding) and action.tile == tile:
            others.append(Choice("on your reserve", move))
        elif isinstance(action, GiveBuilding) and action.tile == tile:
            others.append(Choice(f"to {table.game.ghost}", move))
    groups = (Group(f"Where to place {tile}", as_read(places)), Group("Or", others))
    return [group for group in groups if group.choices]


def site_text(table: Table, move: int, cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}{wall_change(table, move)}"


def wall_change(table: Table, move: int) -> str:
    """What a move does to the longest wall, where it does something."""
    seen = table.state.preview(move)
    before, after = seen.get("wall", 0), seen.get("wall_after", 0)
    return f" (wall {before} to {after})" if before != after else ""
