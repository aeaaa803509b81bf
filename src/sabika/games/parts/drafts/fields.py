"""The fields of a position that is being set up, and the pieces that lie nowhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from sabika.engine.game import Draft, Unreadable
from sabika.games.parts.ledger import NUMBERS
from sabika.games.parts.texts import LONGEST_TEXT, joined, split_fields

Fields = dict[str, str]
Settle = Callable[[Fields], Mapping[str, int]]


def drafted(text: str, game: str, keys: Sequence[str], settle: Settle) -> Draft:
    """`settle` changes the fields and gives the pieces that lie nowhere; what is no position stays as it is."""
    try:
        fields = split_fields(text, game, game, keys)
        spare = settle(fields)
    except Unreadable:
        return Draft(text, {})
    found = joined(game, dict(fields))
    return Draft(found, dict(spare)) if len(found) <= LONGEST_TEXT else Draft(text, {})


def pieces_in(fields: Fields, keys: Iterable[str]) -> list[str]:
    """The names of what lies there; in a city a cell stands behind each."""
    return [word.partition("@")[0] for key in keys for word in re.split("[,/;]", fields[key])]


def lying_nowhere(box: Counter[str], lying: Iterable[str]) -> Counter[str]:
    """What of the box lies nowhere else; a piece that lies there too often is left to the loader."""
    left = Counter(box)
    for piece in lying:
        if piece in left:
            left[piece] -= 1
    return +left


def whole(text: str, most: int = 9_999) -> int:
    """A number of a field; Unreadable if it is not one, and then the loader says so."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and int(text) <= most):
        raise Unreadable("no number")
    return int(text)


def of_scorings_held(ledger: str, players: int, held: int) -> str:
    """A ledger of cities without what was not counted yet."""
    row = 2 * players * NUMBERS
    return ledger[: held * row].ljust(3 * row, "0") if len(ledger) == 3 * row else ledger
