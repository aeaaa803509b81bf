"""A round with dice that is being set up: scorings held, whose turn it is and the dice follow from the rest."""

from __future__ import annotations

from collections import Counter

from sabika.games.parts.dice import THROWS, dice_in, holds
from sabika.games.parts.dice_moves import dice_named
from sabika.games.parts.drafts.fields import Fields, whole
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.turns import MARKERS

SCORINGS_BEFORE = (0, 0, 1, 1, 2, 2)  # each round (D5)


def settle_round(fields: Fields) -> None:
    """For a turn; in other stages everything stays as it is."""
    fields["held"] = str(SCORINGS_BEFORE[whole(fields["round"], int(ROUNDS))])
    settle_turn(fields)
    settle_dice(fields)


def settle_turn(fields: Fields) -> None:
    """The next is whoever has placed the fewest markers, clockwise from the first player (D8)."""
    seats, first = whole(fields["seats"], 6), whole(fields["caliph"], 6)
    used = markers_used(fields)
    order = [(first - 1 + n) % seats + 1 for n in range(seats)] if seats else []
    on_turn = min(order, key=lambda seat: used[str(seat)], default=first)
    if used[str(on_turn)] < MARKERS[seats]:
        fields["turn"] = fields["actor"] = str(on_turn)


def markers_used(fields: Fields) -> Counter[str]:
    """By player, as the text counts them."""
    markers = fields["space"].replace("/", ",").split(",")
    used = Counter(marker.rpartition(":")[2] for marker in markers)
    for key in ("out", "resting"):
        for player, count in enumerate(fields.get(key, "-").split(","), start=1):
            used[str(player)] += whole(count, 5) if count != "-" else 0
    return used


def settle_dice(fields: Fields) -> None:
    """Nothing is kept of a first throw, and later only what lies there (D9, D10)."""
    dice, kept = dice_named(fields["dice"]), dice_named(fields["kept"])
    if fields["throws"] == "1" or not holds(dice, kept) or dice_in(dice) == dice_in(kept):
        fields["kept"] = "none"
    fields["throws"] = str(min(max(whole(fields["throws"]), 1), int(THROWS)))
