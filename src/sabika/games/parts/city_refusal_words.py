"""Why a move that builds is refused: the key of the sentence and its arguments."""

from __future__ import annotations

from sabika.engine.rule import Rule
from sabika.games.parts import building
from sabika.games.parts.building import ADD, PLACE, REMOVE, SWAP
from sabika.games.parts.city import City
from sabika.games.parts.rules import A17C, A17D, A17E, A18
from sabika.games.parts.tiles import FOUNTAIN, NAMES


def building_ruling(city: City, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
    kind, tile = building.kind_of(move), building.tile_of(move)
    args: dict[str, object] = {"tile": NAMES[tile]}
    if kind in (ADD, PLACE):
        args["cell"] = f"{building.x_of(move)},{building.y_of(move)}"
    if kind == SWAP:
        args["leaver"] = NAMES[building.leaver_of(move)]
        if rule is A17C:
            return "A17c-swap", args
    if kind == REMOVE and rule in (A17D, A17E):
        return f"{rule.label}-remove", args
    if rule is A18:
        if FOUNTAIN in (tile, building.leaver_of(move) if kind == SWAP else tile):
            return "A18-fountain", args
        if kind == REMOVE:
            return "A18-city", args
        if kind == SWAP and (city.reserve >> tile) & 1:
            return "A18-city", {"tile": args["leaver"]}
        return "A18-reserve", args
    return rule.label, args
