"""Cities in words: tiles, what is done with them, and what stands where."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.phrase import Args, Phrase, Player
from sabika.engine.state import Event
from sabika.games.parts.city_moves import AddBuilding, Building, PlaceBuilding, SwapBuilding
from sabika.games.parts.city_view import CityView, Placed
from sabika.games.parts.tiles import TYPES

NONE = Phrase("describe.none")


def building(name: str) -> Phrase:
    return Phrase(f"building.{name}")


def tile(name: str) -> Phrase:
    """A tile by its building, price and walls."""
    kind, _, rest = name.partition("-")
    price, _, walls = rest.partition("-")
    if not price:
        return building(kind)
    if walls == "none":
        return Phrase("building.tile", {"building": building(kind), "price": price})
    return Phrase("building.walled", {"building": building(kind), "price": price, "walls": walls})


def tiles(names: Sequence[str]) -> Phrase | list[Phrase]:
    return [tile(name) for name in names] or NONE


def counted(kinds: Sequence[str]) -> Phrase | list[Phrase]:
    """Buildings by their number: two towers, one garden."""
    found = [(name, kinds.count(name)) for name in TYPES if name in kinds]
    return [Phrase("building.many", {"n": n, "building": building(name)}) for name, n in found] or NONE


def city_told(seat: int, action: Building) -> Phrase:
    """A change to a city."""
    args: Args = {"who": Player(seat), "tile": tile(action.tile)}
    if isinstance(action, PlaceBuilding | AddBuilding):
        return Phrase(f"event.{tag_of(action)}", {**args, "cell": cell(action.cell)})
    if isinstance(action, SwapBuilding):
        return Phrase("event.swap", {**args, "leaver": tile(action.leaver)})
    return Phrase(f"event.{tag_of(action)}", args)


def city_choice(action: Building) -> Phrase:
    """The same among other moves."""
    args = {"tile": tile(action.tile)}
    if isinstance(action, PlaceBuilding | AddBuilding):
        return Phrase("city.place", {**args, "x": action.cell[0], "y": action.cell[1]})
    if isinstance(action, SwapBuilding):
        return Phrase("city.swap", {**args, "leaver": tile(action.leaver)})
    return Phrase("board.give" if tag_of(action) == "give" else f"city.{tag_of(action)}", args)


def tag_of(action: Building) -> str:
    return str(action.__struct_config__.tag)


def cell(at: tuple[int, int]) -> str:
    return f"{at[0]}, {at[1]}"


def city_described(player: int, city: CityView) -> list[Phrase]:
    """A line for the whole, and one for each tile but the fountain."""
    built = city.tiles[1:]
    who = Player(player)
    kinds = counted([placed.tile.partition("-")[0] for placed in built])
    lines = [Phrase("describe.city", {"who": who, "tiles": kinds, "wall": city.wall})]
    lines += [tile_described(each) for each in built]
    if city.reserve:
        lines.append(Phrase("describe.reserve", {"who": who, "tiles": tiles(city.reserve)}))
    return lines


def tile_described(placed: Placed) -> Phrase:
    kind, price, walls = placed.tile.split("-")
    named = Phrase("building.tile", {"building": building(kind), "price": price})
    sides = Phrase("city.no-walls") if walls == "none" else " ".join(walls)
    return Phrase("describe.tile", {"tile": named, "x": placed.cell[0], "y": placed.cell[1], "walls": sides})


def scoring_told(event: Event) -> Phrase:
    return Phrase("event.scoring", {"n": int(str(event.args["scoring"]))})
