"""A position of the Dice Game that is being set up: the turn, used chips and the ledger follow from the rest."""

from __future__ import annotations

from collections import Counter

from sabika.engine.game import Draft
from sabika.games.alhambra_dice.facts import ANNUL, CHIP_NAMES, DARK_CHIPS, LIGHT_CHIPS, POINT_KINDS
from sabika.games.alhambra_dice.position_text import KEYS
from sabika.games.parts.dice import DICE, dice_in, holds
from sabika.games.parts.dice_moves import dice_named
from sabika.games.parts.drafts.fields import Fields, drafted, lying_nowhere, pieces_in, whole
from sabika.games.parts.drafts.round import settle_round
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.texts import listed

FIRST_PLAYER = CHIP_NAMES[-1]
LIGHT = Counter(dict(zip(CHIP_NAMES, LIGHT_CHIPS, strict=False)))
DARK = Counter(dict(zip(CHIP_NAMES, DARK_CHIPS, strict=False)))
PLACES = ("bonus", "chips")
FIELDS = 6  # for bonus chips (D3)


def draft(text: str) -> Draft:
    return drafted(text, "alhambra_dice", KEYS, settle)


def settle(fields: Fields) -> Counter[str]:
    if fields["stage"] == "turn":
        settle_round(fields)
        settle_bonus(fields)
        settle_gone(fields)
        settle_throws(fields)
        settle_ledger(fields)
    return lying_nowhere(LIGHT + DARK, pieces_in(fields, (*PLACES, "gone")))


def settle_throws(fields: Fields) -> None:
    """A throw may be annulled until a chip is used (D29, D30, Q4), and so long is known what lay there before it."""
    before = dice_named(fields["before"])
    earlier = DICE if fields["fresh"] == "yes" and fields["throws"] != "1" else 0
    if dice_in(before) != earlier or (earlier and not holds(before, dice_named(fields["kept"]))):
        fields["fresh"], fields["before"] = "no", "none"
    if fields["fresh"] == "no" and fields["black"] == "-" and CHIP_NAMES[ANNUL] not in pieces_in(fields, ["gone"]):
        fields["fresh"], fields["before"] = "yes", "none" if fields["throws"] == "1" else fields["dice"]
    if fields["fresh"] == "yes" or fields["kept"] == fields["dice"] or fields["annul"] == "free":
        fields["bound"] = "no"


def settle_bonus(fields: Fields) -> None:
    """Every field has a chip, the first-player chip among them in rounds 1 to 4 (D6, D7)."""
    last = fields["round"] == str(ROUNDS)
    bonus = ["-" if last and chip == FIRST_PLAYER else chip for chip in fields["bonus"].split(",")]
    if not last and FIRST_PLAYER not in bonus:
        bonus[bonus.index("-") if "-" in bonus else 0] = FIRST_PLAYER
    spare = list(
        lying_nowhere(LIGHT + (DARK if last else Counter()), [*bonus, *pieces_in(fields, ["chips"])]).elements()
    )
    fields["bonus"] = listed(spare.pop() if chip == "-" and spare else chip for chip in bonus)


def settle_gone(fields: Fields) -> None:
    """Five chips come out in a round, six in the last; those that nobody has were used (D3, D33)."""
    rounds = whole(fields["round"], int(ROUNDS))
    last = rounds == ROUNDS
    spare = lying_nowhere(LIGHT + (DARK if last else Counter()), pieces_in(fields, PLACES))
    lying = [chip for chip in pieces_in(fields, PLACES) if chip in LIGHT]
    wanted = max(5 * rounds + last - len(lying), 0)
    gone: list[str] = []
    for chip in [*fields["gone"].split(","), *sorted(spare.elements(), key=CHIP_NAMES.index, reverse=True)]:
        if len(gone) < wanted and gone.count(chip) < spare[chip]:
            gone.append(chip)
    fields["gone"] = listed(sorted(gone, key=CHIP_NAMES.index))


def settle_ledger(fields: Fields) -> None:
    """A scoring that is missing counted nothing; one just held counted what lies there now (D26, D34)."""
    held, chips = int(fields["held"]), fields["chips"].split("/")
    rows = [] if fields["ledger"] == "-" else fields["ledger"].split("/")
    nothing = ";".join(["-"] * FIELDS + ["+".join(["000"] * len(chips))])
    rows = [*rows, *[nothing] * held][:held]
    if fields["round"] in ("2", "4"):
        rows[-1] = ";".join([*fields["tracks"].split("/"), "+".join(map(point_chips, chips))])
    fields["ledger"] = "/".join(rows) or "-"


def point_chips(chips: str) -> str:
    """How many point chips of value 1, 2 and 3 a player has."""
    return "".join(str(chips.split(",").count(CHIP_NAMES[kind])) for kind in range(int(POINT_KINDS)))
