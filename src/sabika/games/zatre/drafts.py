"""A position of Zatre that is being set up: who is asked and what the public course told follow from the rest."""

from __future__ import annotations

from collections import Counter

from sabika.engine.game import Draft, Unreadable
from sabika.games.parts.drafts.fields import Fields, drafted, lying_nowhere
from sabika.games.parts.texts import joined
from sabika.games.zatre.facts import ALL_TILES, count_of
from sabika.games.zatre.position_text import KEYS, load

BOX = Counter({str(value): int(count_of(ALL_TILES, value)) for value in range(1, 7)})


def draft(text: str) -> Draft:
    return drafted(text, "zatre", KEYS, settle)


def settle(fields: Fields) -> Counter[str]:
    if fields["stage"] in ("laying", "choice"):
        fields["actor"] = fields["turn"]
        settle_laid(fields)
        settle_course(fields)
    return lying_nowhere(BOX, fields["board"] + fields["hands"])


def settle_laid(fields: Fields) -> None:
    """What was laid in this turn and was taken up again was not laid."""
    rows = fields["board"].split("/")
    laid = [] if fields["laid"] == "-" else fields["laid"].split(";")
    fields["laid"] = ";".join(cell for cell in laid if lies(rows, cell)) or "-"


def lies(rows: list[str], cell: str) -> bool:
    x, _, y = cell.partition(",")
    try:
        return rows[int(y) + 7][int(x) + 7].isdecimal()
    except (ValueError, IndexError):
        return True  # the loader says what is wrong with it


def settle_course(fields: Fields) -> None:
    """What earlier turns told of the tiles held is forgotten where it cannot be true any more."""
    if fields["course"] == "-" or is_sound(fields):
        return
    holding = {str(seat) for seat, hand in enumerate(fields["hands"].split("/"), start=1) if hand != "-"}
    course = [turn for turn in fields["course"].split(";") if turn.partition(":")[0] in holding]
    fields["course"] = ";".join(course) or "-"


def is_sound(fields: Fields) -> bool:
    try:
        load(joined("zatre", dict(fields)))
    except Unreadable:
        return False
    return True
