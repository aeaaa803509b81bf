"""Alhambra at the prompt: the table in characters, moves in words, scores itemised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import cast

from rich.console import RenderableType
from rich.text import Text

from sabika.engine.record import LuckStep
from sabika.engine.state import Event, Line
from sabika.engine.table import Table
from sabika.games.alhambra.facts import CARD_NUMBER, LETTERS
from sabika.games.alhambra.moves import BuyBuilding, Named, TakeMoney
from sabika.games.alhambra.view import AlhambraSeatView, AlhambraView
from sabika.games.parts.city_moves import (
    AddBuilding,
    GiveBuilding,
    PlaceBuilding,
    RemoveBuilding,
    ReserveBuilding,
    SwapBuilding,
)
from sabika.games.parts.city_view import CityView
from sabika.games.parts.tiles import TYPES
from sabika.terminal import Cell, Choice, Group, Scene, Spots
from sabika.terminal.faces.building import Moves, place_menu, redesigns
from sabika.terminal.faces.city import LONGEST, WALL_STYLE, large, price_of, small, tile_text, type_of
from sabika.terminal.faces.majority import gains, scoring, scorings
from sabika.terminal.faces.pieces import BUILDING_STYLE, COIN_SIGN, COIN_STYLE, LETTER, card
from sabika.terminal.screen import (
    QUIET,
    STRONG,
    Block,
    beside,
    block_width,
    cut,
    joined,
    line,
    paragraph,
    rows_of,
    said,
    tell,
    words,
    wrapped,
)

LAST_TILES = "last-tiles"
PANEL = 44  # columns of market, money and standings beside a city
TALL = 30  # lines of a screen that has room for more
SMALLEST = (12, 6)  # columns and lines that a rival's city takes at least
MENU_LINES = 8  # kept free below the table for the question


class AlhambraFace:
    """What Alhambra gives the terminal."""

    notation = (
        ("take y4", "a card: y yellow, g green, b blue, o orange"),
        ("take y1 b3", "several cards that add up to 5 or less"),
        ("buy tower-9-NE b4 b5", "a tile: type, price, walls; then your cards"),
        ("place tower-9-NE 1,-2", "a new tile, in column 1, row -2"),
        ("reserve tower-9-NE", "a new tile, on your reserve"),
        ("give tower-9-NE", "a new tile, to Dirk (two players)"),
        ("add tower-9-NE 1,-2", "redesign: from your reserve to your city"),
        ("remove tower-9-NE", "redesign: from your city to your reserve"),
        ("swap tower-9-NE garden-8-NE", "redesign: reserve tile in, city tile out"),
    )

    # Drawing.

    def draw(self, scene: Scene, spots: Spots) -> RenderableType:
        view = view_of(scene)
        if scene.viewer is None:
            return joined([*panel(scene, view), words(""), *all_cities(scene, view)])
        mine = view.seats[scene.viewer].city
        ascii_only = scene.ascii
        city = large(mine, spots, scene.width - PANEL - 2, ascii_only=ascii_only)
        city.append(wall_line(mine, ascii_only=ascii_only))
        facts = panel(scene, view)
        if block_width(city) + 2 + block_width(facts) > scene.width:
            city = large(mine, spots, scene.width, ascii_only=ascii_only)
            city.append(wall_line(mine, ascii_only=ascii_only))
            return joined([*facts, *city])
        table = beside(city, facts)
        return joined(with_rivals(table, scene, view))

    def look(self, scene: Scene, player: int) -> RenderableType:
        view = view_of(scene)
        if player >= len(view.seats):
            tiles = view.dirk.tiles if view.dirk is not None else []
            return joined([words(scene.names[player], STRONG), *wrapped(map(tile_text, tiles), scene.width, 2)])
        seat = view.seats[player]
        rows = [words(scene.names[player], STRONG), *large(seat.city, {}, scene.width, ascii_only=scene.ascii)]
        rows.append(wall_line(seat.city, ascii_only=scene.ascii))
        rows += tiles_line("reserve", seat.city.reserve, scene.width)
        rows.append(line(("money ", QUIET), cards_text(seat)))
        return joined(rows)

    # Moves.

    def menu(self, scene: Scene) -> Sequence[Group]:
        actions = [(move, named(scene.table, move)) for move in scene.table.moves()]
        if any(isinstance(action, PlaceBuilding | ReserveBuilding) for _, action in actions):
            return place_menu(scene.table, actions)
        groups = (
            Group("Take", takes(actions)),
            Group("Buy", purchases(actions)),
            Group("Redesign", redesigns(scene.table, actions, city_cells(scene.table))),
        )
        return [group for group in groups if group.choices]

    def told(self, scene: Scene, move: int) -> str:
        seat = scene.table.actor
        action = named(scene.table, move)
        match action:
            case TakeMoney(cards=cards):
                return tell(scene, "event.take", seat, {"cards": " ".join(cards)})
            case BuyBuilding(tile=tile, payment=payment):
                over = paid(payment) - int(price_of(tile))
                args = {"tile": tile, "cards": " ".join(payment), "over": over}
                return tell(scene, "event.overpay" if over else "event.buy", seat, args)
            case SwapBuilding(tile=tile, leaver=leaver):
                return tell(scene, "event.swap", seat, {"tile": tile, "leaver": leaver})
            case PlaceBuilding(tile=tile, cell=(x, y)) | AddBuilding(tile=tile, cell=(x, y)):
                word = "event.place" if isinstance(action, PlaceBuilding) else "event.add"
                return tell(scene, word, seat, {"tile": tile, "cell": f"{x},{y}"})
            case RemoveBuilding(tile=tile):
                return tell(scene, "event.remove", seat, {"tile": tile})
            case ReserveBuilding(tile=tile):
                return tell(scene, "event.reserve", seat, {"tile": tile})
            case GiveBuilding(tile=tile):
                return tell(scene, "event.give", seat, {"tile": tile})

    def luck(self, scene: Scene, step: LuckStep) -> str:
        """What is drawn lies open in market and display; only the lot and the tower that leaves are told."""
        if step.kind == "lot":
            return tell(scene, "event.lot", int(step.outcome.removeprefix("seat-")) - 1, {})
        return said(scene, "event.leave", {"tile": step.outcome}) if step.kind == "tower" else ""

    def event(self, scene: Scene, event: Event) -> RenderableType | None:
        args = event.args
        if event.kind in ("scoring", LAST_TILES):
            return self.scores(scene, cast(list[Line], args["lines"]))
        if event.kind == "end":
            return said(scene, f"event.end-{args['reason']}")
        if event.kind == "dealt":
            dealt = cast(list[str], args["cards"])
            more = {"cards": " ".join(dealt), "count": len(dealt), "sum": args["sum"]}
            return tell(scene, "event.dealt", cast(int, args["seat"]), more)
        if event.kind == "starter":
            return tell(scene, f"event.starter-{args['reason']}", cast(int, args["seat"]), {})
        if event.kind == "skipped":
            return tell(scene, "event.skipped", cast(int, args["seat"]), {})
        if event.kind == "reshuffled":
            return said(scene, "event.reshuffled", {"count": args["cards"]})
        return said(scene, f"event.{event.kind}", args)

    # Scores.

    def scores(self, scene: Scene, lines: Sequence[Line]) -> RenderableType:
        return scorings(scene, lines, opened)


FACE = AlhambraFace()


def view_of(scene: Scene) -> AlhambraView:
    return cast(AlhambraView, scene.table.view(scene.viewer))


def named(table: Table, move: int) -> Named:
    return cast(Named, table.game.action(move))


def paid(cards: Iterable[str]) -> int:
    return sum(int(name[1]) for name in cards)


# The table.


def panel(scene: Scene, view: AlhambraView) -> Block:
    """Standings, market with the viewer's money, display and reserve."""
    mine = view.seats[scene.viewer] if scene.viewer is not None else None
    rows = [*standings(scene, view), words(""), *market(view, mine, scene)]
    rows.append(display_line(view))
    if view.waiting:
        rows += tiles_line("to place", view.waiting, PANEL)
    if mine is not None:
        rows += tiles_line("reserve", mine.city.reserve, PANEL)
    if view.dirk is not None and scene.height >= TALL:
        rows += tiles_line("Dirk", view.dirk.tiles, PANEL)
    return rows + open_hands(scene, view)


def open_hands(scene: Scene, view: AlhambraView) -> Block:
    """The money of others, where it lies open (A26, A31)."""
    rows: Block = []
    for seat in rivals_of(scene):
        hand = view.seats[seat].hand
        if hand:
            lines = wrapped(map(card, hand), PANEL - 10)
            title = cut(scene.names[seat], 9)
            rows += [line((f"{title if n == 0 else '':<10}", QUIET), text) for n, text in enumerate(lines)]
    return rows


def standings(scene: Scene, view: AlhambraView) -> Block:
    """Everybody's points, what a scoring now would add, wall, tiles of each type, and money."""
    letters = Text(" ").join(words(LETTER[name], BUILDING_STYLE[name]) for name in TYPES)
    rows = [line((f"{'':<10}{'points':>6}{'now':>5}{'wall':>5} ", QUIET), " ", letters, (" hand", QUIET))]
    now = gains(scene.table.state.score_now(), len(scene.names))
    for player, name in enumerate(scene.names):
        seat = view.seats[player] if player < len(view.seats) else None
        dirk = view.dirk
        points = seat.points if seat else dirk.points if dirk else 0
        tiles = [placed.tile for placed in seat.city.tiles] if seat else dirk.tiles if dirk else []
        counts = " ".join(f"{count or '.'}" for count in counts_of(tiles))
        style = STRONG if player == view.actor else ""
        row = f"{cut(name, 9):<10}{points:>6}{f'+{now[player]}':>5}{seat.city.wall if seat else '-':>5}  {counts}"
        rows.append(line((row, style), f"{seat.hand_size:>5}" if seat else ""))
    return rows


def counts_of(tiles: Sequence[str]) -> list[int]:
    return [sum(type_of(tile) == building for tile in tiles) for building in TYPES]


def market(view: AlhambraView, mine: AlhambraSeatView | None, scene: Scene) -> Block:
    """A row for each currency: the tile and its price, then what the viewer holds of that money."""
    hold = "you hold" if mine is not None and mine.hand is not None else ""
    rows = [line((f"{'market':<23}{'price':>5}   {hold}", QUIET))]
    for square, letter in zip(view.market, LETTERS, strict=True):
        sign = " " if scene.ascii else COIN_SIGN[letter]
        row = line((f"{sign} {letter} ", COIN_STYLE[letter]))
        if square.tile is None:
            row.append(" -", QUIET)
        else:
            row.append_text(tile_text(square.tile))
        row.append(" " * (24 - row.cell_len))
        row.append(f"{square.price:>4}" if square.tile else "    ", STRONG)
        rows += held(row, [name for name in (mine.hand if mine else None) or [] if name[0] == letter], letter)
    return rows


def held(row: Text, cards: Sequence[str], letter: str) -> Block:
    """The row of a market square with the viewer's cards of its currency; many take further lines."""
    if not cards:
        return [row]
    row.append(f"{paid(cards):>5}", STRONG).append("  ")
    left = row.cell_len
    lines = wrapped((words(name[1], COIN_STYLE[letter]) for name in cards), PANEL - left)
    return [row.append_text(lines[0]), *(words(" " * left).append_text(text) for text in lines[1:])]


def display_line(view: AlhambraView) -> Text:
    cards = Text(" ").join(card(name) if name else words("--", QUIET) for name in view.display)
    return line(("display ", QUIET), cards, (f"   pile {view.pile_size}, bag {view.bag_size}", QUIET))


def tiles_line(title: str, tiles: Sequence[str], width: int) -> Block:
    """A titled list of tiles, in as many lines as it needs; nothing for no tiles."""
    if not tiles:
        return []
    left = len(title) + 1
    lines = wrapped(map(tile_text, tiles), width - left, gap=2)
    return [line((f"{title if n == 0 else '':<{left}}", QUIET), text) for n, text in enumerate(lines)]


def cards_text(seat: AlhambraSeatView) -> Text:
    """The hand, currency by currency with its sums, or only its size."""
    if seat.hand is None:
        return words(f"{seat.hand_size} cards, face down")
    text = words("")
    for letter in LETTERS:
        cards = [name for name in seat.hand if name[0] == letter]
        if cards:
            text.append_text(Text(" ").join(map(card, cards))).append(f" = {paid(cards)}   ")
    return text if seat.hand else words("no cards")


def wall_line(city: CityView, *, ascii_only: bool) -> Text:
    sign = "##" if ascii_only else "══"
    if city.wall == 0:
        return words("    no outer wall yet", QUIET)
    return line(("    ", ""), (sign, WALL_STYLE[LONGEST]), (f" longest wall: {city.wall}", STRONG))


def rivals_of(scene: Scene) -> list[int]:
    """The other seats, in turn order after the viewer."""
    seats = scene.table.state.seats
    return [(scene.viewer + n) % seats for n in range(1, seats)] if scene.viewer is not None else list(range(seats))


def rival_cities(scene: Scene, view: AlhambraView, inside: int) -> list[Block]:
    """The rivals' cities, each with its name on top."""
    found = []
    for seat in rivals_of(scene):
        city = view.seats[seat].city
        title = line((cut(scene.names[seat], 16), STRONG), (f" wall {city.wall}", QUIET))
        found.append([title, *small(city, inside, ascii_only=scene.ascii), *reserve_letters(city)])
    return found


def reserve_letters(city: CityView) -> Block:
    if not city.reserve:
        return []
    letters = (words(LETTER[type_of(tile)] + price_of(tile), BUILDING_STYLE[type_of(tile)]) for tile in city.reserve)
    return [line(("reserve ", QUIET), text) if n == 0 else text for n, text in enumerate(wrapped(letters, 14))]


def with_rivals(table: Block, scene: Scene, view: AlhambraView) -> Block:
    """Rivals' cities go right of the table or below it where the screen has room; `look` shows them anyway."""
    room = scene.width - block_width(table) - 4
    high = scene.height - MENU_LINES
    if room < SMALLEST[0] and len(table) + SMALLEST[1] > high:
        return table
    for inside in (3, 1):
        rivals = rival_cities(scene, view, inside)
        right = rows_of(rivals, room)
        if block_width(right) <= room and len(right) <= max(len(table), high):
            return beside(table, right, gap=4)
        below = rows_of(rivals, scene.width)
        if len(table) + len(below) + 1 <= high:
            return [*table, words(""), *below]
    return table


def all_cities(scene: Scene, view: AlhambraView) -> Block:
    """Every city large, as a spectator sees them."""
    blocks = []
    for seat, shown in enumerate(view.seats):
        title = line((scene.names[seat], STRONG), (f"  {shown.points} points", QUIET))
        rows = [title, *large(shown.city, {}, scene.width // 2 - 2, ascii_only=scene.ascii)]
        rows.append(wall_line(shown.city, ascii_only=scene.ascii))
        blocks.append([*rows, *reserve_letters(shown.city)])
    return rows_of(blocks, scene.width)


# The menu.


def takes(actions: Moves) -> list[Choice]:
    """Single cards first, then what may be taken together."""
    found = [(a.cards, move) for move, a in actions if isinstance(a, TakeMoney)]
    found.sort(key=lambda each: (len(each[0]), [CARD_NUMBER[name] for name in each[0]]))
    return [Choice(" ".join(cards), move) for cards, move in found]


def purchases(actions: Moves) -> list[Choice]:
    """A tile with one payment is bought at once; one with several opens, the best payment first."""
    found = []
    bought = [(move, a) for move, a in actions if isinstance(a, BuyBuilding)]
    for tile, group in groupby(bought, key=lambda each: each[1].tile):
        ways = sorted((paid(a.payment) - int(price_of(tile)), len(a.payment), a.payment, move) for move, a in group)
        if len(ways) == 1:
            found.append(Choice(f"{tile} for {pay_text(ways[0][2], ways[0][0])}", ways[0][3]))
        else:
            inner = tuple(Choice(pay_text(payment, over), move) for over, _, payment, move in ways)
            note = "exactly" if ways[0][0] == 0 else f"at least {ways[0][0]} too much"
            found.append(Choice(f"{tile}: {len(ways)} ways to pay, {note}", None, inner))
    return found


def pay_text(payment: Sequence[str], over: int) -> str:
    return f"{' '.join(payment)} ({f'{over} too much' if over else 'exact: act again'})"


def city_cells(table: Table) -> dict[str, Cell]:
    """Where the tiles of the asked seat stand."""
    view = cast(AlhambraView, table.view(table.actor))
    return {placed.tile: placed.cell for placed in view.seats[table.actor].city.tiles}


def opened(scene: Scene, part: str, lines: list[Line]) -> Block:
    """A scoring as a table; who got the last tiles in words."""
    if part != LAST_TILES:
        return scoring(scene, part, lines)
    told = [text for each in lines for text in paragraph(last_tile(scene, each), scene.width)]
    return [words(said(scene, "score.last-tiles"), STRONG), *told]


def last_tile(scene: Scene, each: Line) -> str:
    """Who gets a tile that is left at the end, and the sums that decide it."""
    sums = ", ".join(f"{scene.names[n]} {total}" for n, total in enumerate(cast(list[int], each.why["sums"])))
    args = {"tile": each.source, "currency": each.why["currency"], "sums": sums}
    if each.player < 0:
        return said(scene, "score.last-tile-stays", args)
    return tell(scene, "score.last-tile", each.player, args)
