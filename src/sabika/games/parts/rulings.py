"""Why a move that two games share is refused: the key of the sentence and its arguments."""

from __future__ import annotations

from sabika.engine.rule import Rule, label
from sabika.games.parts import building
from sabika.games.parts.building import ADD, PLACE, REMOVE, SWAP
from sabika.games.parts.city import City
from sabika.games.parts.dice import dice_in, dice_name, kept_by
from sabika.games.parts.rounds import FIRST, NAME, DiceRounds, seat_of
from sabika.games.parts.tiles import FOUNTAIN, NAMES, TYPES
from sabika.games.parts.turns import type_of


def building_ruling(city: City, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
    kind, tile = building.kind_of(move), building.tile_of(move)
    args: dict[str, object] = {"tile": NAMES[tile]}
    if kind in (ADD, PLACE):
        args["cell"] = f"{building.x_of(move)},{building.y_of(move)}"
    if kind == SWAP:
        args["leaver"] = NAMES[building.leaver_of(move)]
        if rule is Rule.A17C:
            return "A17c-swap", args
    if kind == REMOVE and rule in (Rule.A17D, Rule.A17E):
        return f"{label(rule)}-remove", args
    if rule is Rule.A18:
        if FOUNTAIN in (tile, building.leaver_of(move) if kind == SWAP else tile):
            return "A18-fountain", args
        if kind == REMOVE:
            return "A18-city", args
        if kind == SWAP and (city.reserve >> tile) & 1:
            return "A18-city", {"tile": args["leaver"]}
        return "A18-reserve", args
    return label(rule), args


def turn_ruling(state: DiceRounds, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
    """A refusal of KEEP, MARK or NAME, or of another move while a first player is named."""
    if rule is Rule.D31:
        if state.stage != FIRST:
            return "D31-nobody", {}
        if building.kind_of(move) == NAME:
            return "D31-seat", {"seat": seat_of(move) + 1, "seats": state.seats}
        return "D31-first", {}
    if rule is Rule.D10:
        kept = kept_by(move)
        return ("D10-all" if kept == state.dice else "D10-absent"), {"dice": dice_name(kept), "count": dice_in(kept)}
    if rule is Rule.D12:
        return "D12", {"column": TYPES[type_of(move)]}
    return label(rule), {}
