"""A position of Alcazaba that is being set up: whose turn it is and what nobody won follow from the rest."""

from __future__ import annotations

from collections import Counter

from sabika.engine.game import Draft
from sabika.games.alcazaba.facts import LAID, STACKS
from sabika.games.alcazaba.position_text import KEYS
from sabika.games.parts.drafts.fields import Fields, drafted, lying_nowhere, of_scorings_held, pieces_in, whole
from sabika.games.parts.drafts.round import settle_round
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.texts import listed
from sabika.games.parts.tiles import EXTRA_TOWER, NAMES, TYPES

PLACES = ("laid", "won", "cities", "reserves", "carlo")
BOX = NAMES[: EXTRA_TOWER + 1]


def draft(text: str) -> Draft:
    return drafted(text, "alcazaba", KEYS, settle)


def settle(fields: Fields) -> Counter[str]:
    if fields["stage"] == "turn":
        settle_round(fields)
        seats = whole(fields["seats"], 6)
        fields["ledger"] = of_scorings_held(fields["ledger"], seats + (seats == 2), int(fields["held"]))
        settle_chip(fields)
        settle_aside(fields)
    return lying_nowhere(Counter(BOX), pieces_in(fields, (*PLACES, "aside")))


def settle_chip(fields: Fields) -> None:
    """The first-player chip lies out in the turns of rounds 1 to 4 (C53)."""
    if fields["round"] == str(ROUNDS):
        fields["chip"] = "-"
    elif fields["chip"] == "-":
        fields["chip"] = TYPES[0]


def settle_aside(fields: Fields) -> None:
    """Eleven tiles come out in a round; those that nobody has lie aside, and each stack had one of each type (C51)."""
    rounds = whole(fields["round"], int(ROUNDS))
    spare = lying_nowhere(Counter(BOX), pieces_in(fields, PLACES))
    wanted = int(LAID) * rounds - (len(BOX) - sum(spare.values()))
    aside = [tile for tile in fields["aside"].split(",") if spare[tile]][: max(wanted, 0)]
    while len(aside) < wanted:
        aside.append(next_aside([tile for tile in spare if tile not in aside], rounds))
    fields["aside"] = listed(sorted(aside, key=NAMES.index))


def next_aside(spare: list[str], rounds: int) -> str:
    """A tile of the type of which the stacks and the bag hold the most beyond what the stacks to come need."""
    need = int(STACKS) - rounds
    left = Counter(kind_of(tile) for tile in spare)
    most = max(TYPES, key=lambda kind: left[kind] - need)
    return next(tile for tile in spare if kind_of(tile) == most)


def kind_of(tile: str) -> str:
    return tile.partition("-")[0]
