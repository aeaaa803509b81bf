"""A position of Alhambra that is being set up: who is asked, what was bought and the piles follow from the rest."""

from __future__ import annotations

from collections import Counter

from librt.vecs import vec
from mypy_extensions import u8

from sabika.engine.game import Draft
from sabika.games.alhambra.bank import Bank
from sabika.games.alhambra.facts import CARD_NAMES, COPIES, SQUARES
from sabika.games.alhambra.position_check import FEWEST_IN_PILES, scoring_cards_agree
from sabika.games.alhambra.position_text import KEYS
from sabika.games.alhambra.purse import new_purse
from sabika.games.parts.drafts.fields import Fields, drafted, lying_nowhere, of_scorings_held, pieces_in, whole
from sabika.games.parts.texts import listed
from sabika.games.parts.tiles import BASE_TILES, EXTRA_TOWER, NAMES

MONEY = ("display", "spent", "hands")
PLACES = (*MONEY, "market", "cities", "reserves", "dirk", "gone", "waiting", "prizes")


def draft(text: str) -> Draft:
    return drafted(text, "alhambra", KEYS, settle)


def settle(fields: Fields) -> Counter[str]:
    if fields["stage"] in ("act", "site"):
        settle_turn(fields)
        settle_scorings(fields)
    return spare_pieces(fields)


def spare_pieces(fields: Fields) -> Counter[str]:
    """Tiles of the bag and cards of the pile."""
    tiles = NAMES[:BASE_TILES] if fields["extra_tower"] == "off" else NAMES[: EXTRA_TOWER + 1]
    box = Counter(tiles) + Counter(dict.fromkeys(CARD_NAMES, copies(fields)))
    return lying_nowhere(box, pieces_in(fields, PLACES))


def copies(fields: Fields) -> int:
    return int(COPIES) - (fields["seats"] == "2")


def settle_turn(fields: Fields) -> None:
    """The seat on turn is asked; a gap in the market was bought, and what was bought is placed before the end (A16)."""
    fields["actor"] = fields["turn"]
    fields["bought"] = "yes" if "-" in fields["market"].split(",") else "no"
    if fields["waiting"] == "-":
        fields["stage"] = "act"


def settle_scorings(fields: Fields) -> None:
    """Cards in the pile and in the ledger are those of the scorings that were held or not (A10, A20)."""
    held, seats = whole(fields["held"], 2), whole(fields["seats"], 6)
    fields["hidden"] = str(2 - held)
    fields["ledger"] = of_scorings_held(fields["ledger"], seats + (seats == 2), held)
    if not any(agrees(2 - held, left_in_pile(fields), start) for start in starts(fields)):
        spend(fields, 2 - held)
    settle_start(fields, 2 - held)


def starts(fields: Fields) -> range:
    """How many cards the five piles may have had."""
    return range(int(FEWEST_IN_PILES), 36 * copies(fields) - int(SQUARES) + 1)


def left_in_pile(fields: Fields) -> int:
    spare = spare_pieces(fields)
    return sum(spare[card] for card in CARD_NAMES)


def spend(fields: Fields, hidden: int) -> None:
    """A scoring card that came up lay below a pile of money: what nobody has of that was spent."""
    spare, spent = spare_pieces(fields), Counter(fields["spent"].split(",")) - Counter("-")
    left = sum(spare[card] for card in CARD_NAMES)
    while left > 0 and not agrees(hidden, left, starts(fields)[-1]):
        card = max(CARD_NAMES, key=lambda name: spare[name])
        spare[card] -= 1
        spent[card] += 1
        left -= 1
    if left > 0:
        fields["spent"] = listed(card for card in CARD_NAMES for _ in range(spent[card]))


def settle_start(fields: Fields, hidden: int) -> None:
    """The piles had as many cards as before, or as nearly as agrees with those that were drawn."""
    given, left = whole(fields["start"]), left_in_pile(fields)
    fitting = [start for start in starts(fields) if agrees(hidden, left, start)]
    if fitting and given not in fitting:
        fields["start"] = str(min(fitting, key=lambda start: abs(start - given)))


def agrees(hidden: int, left: int, start: int) -> bool:
    return scoring_cards_agree(Bank(vec[u8](), new_purse(), left, new_purse(), hidden, start))
