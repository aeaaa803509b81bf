"""Alcazaba at the prompt: columns with their tiles, cities with their walls, moves in words, scores itemised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import cast

from rich.console import RenderableType
from rich.text import Text

from sabika.engine.record import LuckStep
from sabika.engine.state import Event, Line
from sabika.engine.table import Table
from sabika.games.alcazaba.moves import Named, PickPrize
from sabika.games.alcazaba.view import AlcazabaColumnView, AlcazabaView
from sabika.games.parts.city_moves import (
    AddBuilding,
    GiveBuilding,
    PlaceBuilding,
    RemoveBuilding,
    ReserveBuilding,
    SwapBuilding,
)
from sabika.games.parts.city_view import CityView
from sabika.games.parts.dice_moves import KeepDice, NameFirst, PlaceMarker
from sabika.games.parts.tiles import TYPES
from sabika.terminal import Cell, Choice, Group, Scene, Spots
from sabika.terminal.faces.building import place_menu, redesigns
from sabika.terminal.faces.city import large, small, tile_text, type_of
from sabika.terminal.faces.dice import (
    Moves,
    across,
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
from sabika.terminal.faces.majority import gains, scoring, scorings
from sabika.terminal.faces.pieces import BUILDING_STYLE, LETTER
from sabika.terminal.screen import QUIET, STRONG, Block, cut, joined, line, rows_of, tell, words, wrapped

FIRST_PLAYER = "first-player"


class AlcazabaFace:
    """What Alcazaba gives the terminal."""

    notation = (
        ("keep tow3-pav1", "keep these dice, throw the others"),
        ("keep none", "throw all eight again"),
        ("mark tower", "end your turn: place a marker for towers"),
        ("add tower-9-NE 1,-2", "restructure: from your reserve to your city"),
        ("remove tower-9-NE", "restructure: from your city to your reserve"),
        ("swap tower-9-NE garden-8-NE", "restructure: reserve tile in, city tile out"),
        ("pick tower-9-NE", "take this tile from the column"),
        ("pick first-player", "take the first-player chip"),
        ("place tower-9-NE 1,-2", "build the tile in column 1, row -2"),
        ("reserve tower-9-NE", "put it on your reserve"),
        ("give tower-9-NE", "give it to Carlo (two players)"),
        ("name 2", "seat 2 will be first player"),
    )

    # Drawing.

    def draw(self, scene: Scene, spots: Spots) -> RenderableType:
        view = view_of(scene)
        rows = [*standings(scene, view), words(""), *columns(scene, view)]
        if view.turn is not None and view.turn.throws:
            rows += [words(""), dice_line(view.turn)]
        if view.won is not None:
            rows += [words(""), line(("to be placed ", QUIET), tile_text(view.won))]
        elif view.evaluated is not None:
            rows.append(line(("prizes in the ", QUIET), (view.evaluated, STRONG), (" column", QUIET)))
        if scene.viewer is None:
            return joined([*rows, words(""), *all_cities(scene, view)])
        return joined([*rows, words(""), *city_block(scene, view.players[scene.viewer].city, spots, scene.width)])

    def look(self, scene: Scene, player: int) -> RenderableType:
        view = view_of(scene)
        if player >= len(view.players):
            tiles = view.carlo.tiles if view.carlo is not None else []
            return joined([words(scene.names[player], STRONG), *wrapped(map(tile_text, tiles), scene.width, 2)])
        title = line((scene.names[player], STRONG), (f"  {view.players[player].points} points", QUIET))
        return joined([title, *city_block(scene, view.players[player].city, {}, scene.width)])

    # Moves.

    def menu(self, scene: Scene) -> Sequence[Group]:
        table = scene.table
        actions = [(move, named(table, move)) for move in table.moves()]
        first = actions[0][1]
        if isinstance(first, NameFirst):
            return name_groups(scene, actions)
        if isinstance(first, PickPrize):
            return [Group(f"Take from the {view_of(scene).evaluated} column", picks(table, actions))]
        if isinstance(first, PlaceBuilding | ReserveBuilding):
            return [with_gifts(table, actions, group) for group in place_menu(table, actions)]
        mark, keep = turn_groups(table, actions)
        groups = (mark, keep, Group("Restructure", redesigns(table, actions, city_cells(table))))
        return [group for group in groups if group.choices]

    def told(self, scene: Scene, move: int) -> str:
        seat, action = scene.table.actor, named(scene.table, move)
        match action:
            case PickPrize(prize=prize):
                key = "event.pick-chip" if prize == FIRST_PLAYER else "event.pick"
                return tell(scene, key, seat, {"tile": prize})
            case SwapBuilding(tile=tile, leaver=leaver):
                return tell(scene, "event.swap", seat, {"tile": tile, "leaver": leaver})
            case PlaceBuilding(tile=tile, cell=(x, y)):
                return tell(scene, "event.place", seat, {"tile": tile, "cell": f"{x},{y}"})
            case AddBuilding(tile=tile, cell=(x, y)):
                return tell(scene, "event.add", seat, {"tile": tile, "cell": f"{x},{y}"})
            case RemoveBuilding(tile=tile):
                return tell(scene, "event.remove", seat, {"tile": tile})
            case ReserveBuilding(tile=tile):
                return tell(scene, "event.reserve", seat, {"tile": tile})
            case GiveBuilding(tile=tile):
                return tell(scene, "event.give", seat, {"tile": tile})
            case KeepDice() | PlaceMarker() | NameFirst():
                return turn_told(scene, move, action)

    def luck(self, scene: Scene, step: LuckStep) -> str:
        return dice_luck(scene, step)

    def event(self, scene: Scene, event: Event) -> RenderableType | None:
        if event.kind == "scoring":
            return self.scores(scene, cast(list[Line], event.args["lines"]))
        if event.kind == "prize":
            return prize_told(scene, event)
        return dice_event(scene, event)

    # Scores.

    def scores(self, scene: Scene, lines: Sequence[Line]) -> RenderableType:
        return scorings(scene, lines, scoring)


FACE = AlcazabaFace()


def view_of(scene: Scene) -> AlcazabaView:
    return cast(AlcazabaView, scene.table.view(scene.viewer))


def named(table: Table, move: int) -> Named:
    return cast(Named, table.game.action(move))


# The table.


def standings(scene: Scene, view: AlcazabaView) -> Block:
    """Everybody's number, points, what a scoring now would add, markers, wall, tiles of each type, and reserve."""
    letters = Text(" ").join(words(LETTER[name], BUILDING_STYLE[name]) for name in TYPES)
    title = f"{f'round {view.round}':<11}{'points':>7}{'now':>5}{'left':>5}{'wall':>6}  "
    rows = [line((title, QUIET), letters, ("  reserve", QUIET))]
    now = gains(scene.table.state.score_now(), len(scene.names))
    for player, name in enumerate(scene.names):
        seat = view.players[player] if player < len(view.players) else None
        ghost = view.carlo
        first = "*" if player == view.first_player else " "
        tiles = [placed.tile for placed in seat.city.tiles] if seat else ghost.tiles if ghost else []
        points = seat.points if seat else ghost.points if ghost else 0
        markers = seat.markers if seat else ghost.markers if ghost else 0
        counts = " ".join(str(sum(type_of(tile) == each for tile in tiles) or ".") for each in TYPES)
        text = f"{player + 1}{first}{cut(name, 8):<9}{points:>7}{f'+{now[player]}':>5}{markers:>5}"
        text += f"{seat.city.wall if seat else '-':>6}  {counts}  "
        row = words(text, STRONG if player == view.actor else "")
        rows.append(row.append_text(reserve_letters(seat.city) if seat else words("")))
    return [*rows, words(f"* first player; left: markers; still to come: {to_come(view)}", QUIET)]


def to_come(view: AlcazabaView) -> str:
    stacks = "one stack" if view.stacks == 1 else f"{view.stacks or 'no'} stacks"
    return f"{stacks}, {view.bag_size or 'no'} tiles in the bag"


def reserve_letters(city: CityView) -> Text:
    """The reserve in short: letter and price of each tile."""
    return Text(" ").join(words(short_tile(tile), BUILDING_STYLE[type_of(tile)]) for tile in city.reserve[:8])


def short_tile(tile: str) -> str:
    building, price, _ = tile.split("-")
    return LETTER[building] + price


def columns(scene: Scene, view: AlcazabaView) -> Block:
    """The tiles of each column, the lowest first, then the result space."""
    tiles = [column_tiles(column) for column in view.columns]
    rows = [across("", entries) for entries in zip_longest(*tiles, fillvalue="")]
    return [
        heads(),
        *rows,
        *result_space([column.markers for column in view.columns], scene.viewer, ascii_only=scene.ascii),
    ]


def column_tiles(column: AlcazabaColumnView) -> list[str]:
    """Price and walls of each tile; the column tells the type."""
    found = [tile.split("-", 1)[1].replace("-none", "") for tile in column.tiles]
    return [*found, "1st player"] if column.first_player_chip else found


def city_block(scene: Scene, city: CityView, spots: Spots, width: int) -> Block:
    """A city large, with its reserve."""
    rows = large(city, spots, width, ascii_only=scene.ascii)
    if city.reserve:
        rows += [
            line(("reserve ", QUIET) if n == 0 else "        ", text)
            for n, text in enumerate(reserve_rows(city, width))
        ]
    return rows


def reserve_rows(city: CityView, width: int) -> Block:
    return wrapped(map(tile_text, city.reserve), width - 8, gap=2)


def all_cities(scene: Scene, view: AlcazabaView) -> Block:
    """Every city, as a spectator sees them."""
    blocks = []
    for seat, shown in enumerate(view.players):
        title = line((cut(scene.names[seat], 16), STRONG), (f"  wall {shown.city.wall}", QUIET))
        blocks.append([title, *small(shown.city, 3, ascii_only=scene.ascii)])
    return rows_of(blocks, scene.width)


# The menu.


def picks(table: Table, actions: Moves) -> list[Choice]:
    """The things of the column, each with the number of cells where it would fit."""
    found = []
    for move, action in actions:
        assert isinstance(action, PickPrize)
        sites = table.state.preview(move).get("sites")
        fits = "" if sites is None else f" (fits on {sites} {'cell' if sites == 1 else 'cells'})"
        found.append(Choice("the first-player chip" if action.prize == FIRST_PLAYER else action.prize + fits, move))
    return found


def with_gifts(table: Table, actions: Moves, group: Group) -> Group:
    """The same choices; a gift goes to this game's ghost, whatever the shared menu calls him."""
    gifts = {move for move, action in actions if isinstance(action, GiveBuilding)}
    text = f"to {table.game.ghost}"
    choices = [replace(choice, text=text) if choice.move in gifts else choice for choice in group.choices]
    return Group(group.title, choices)


def city_cells(table: Table) -> dict[str, Cell]:
    """Where the tiles of the asked seat stand."""
    view = cast(AlcazabaView, table.view(table.actor))
    return {placed.tile: placed.cell for placed in view.players[table.actor].city.tiles}


# Words.


def prize_told(scene: Scene, event: Event) -> str:
    """What somebody won; a choice was told with the move, but single things are taken without a question."""
    prize, player = str(event.args["prize"]), number(event.args["player"])
    key = "event.prize-chip" if prize == FIRST_PLAYER else "event.prize-column"
    return tell(scene, key, player, {"prize": prize, "column": event.args["column"]})
