"""What things are worth, and what the dice may bring, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from sabika.bots.dice.odds import TurnOdds
from sabika.engine.values import ValueRow, ValueTable
from sabika.terminal.screen import QUIET, STRONG, Block, capital, cut, line, ordinal, paragraph, words

SOURCE = 10  # columns
WORTH = 9  # "21 13 6" and a gap
LEFT = 6
NAMES = (3, 10)  # the shortest and the longest that names are cut to
DICE = 8
THROWS = 3
MORE = "one more: what the next scoring would change for each player, in this order, if you had one more"
ODDS = (
    "3+: the chance of three or more such dice after your last throw, if you aim for them; "
    "lead: the chance that your marker then leads the column"
)


class Layout(NamedTuple):
    """The parts of the table that fit."""

    scorings: list[int]  # those that are shown, from 0
    name: int  # columns of a player's name


def value_lines(values: ValueTable, names: Sequence[str], width: int) -> Block:
    """A row for each thing that scores, and what is left below."""
    layout = laid_out(values, len(names), width)
    several = max((len(row.worth) for row in values.rows), default=0) > 1
    head = "".join(f"{ordinal(n + 1) if several else 'worth':>{WORTH}}" for n in layout.scorings)
    head += "".join(f" {cut(name, layout.name):>{layout.name}}" for name in names)
    found = [
        words(f"{'':<{SOURCE}}{head}{'left' if tells_left(values) else '':>{LEFT}}  {'one more' * asks(values)}", QUIET)
    ]
    found += [value_line(row, layout, values.scoring - 1) for row in values.rows]
    found += paragraph("Left: " + ", ".join(f"{name} {count}" for name, count in values.stock.items()), width, QUIET)
    return [*found, *paragraph(MORE, width, QUIET)] if asks(values) else found


def laid_out(values: ValueTable, players: int, width: int) -> Layout:
    """All coming scorings, or on a narrow screen only the next."""
    several = max((len(row.worth) for row in values.rows), default=0)
    to_come = [n for n in range(several) if n >= values.scoring - 1]
    fitting = [scorings for scorings in (to_come, to_come[:1]) if name_room(len(scorings), players, width) >= NAMES[0]]
    shown = fitting[0] if fitting else []
    return Layout(shown, max(NAMES[0], min(NAMES[1], name_room(len(shown), players, width))))


def name_room(scorings: int, players: int, width: int) -> int:
    """The width of a name beside so many scorings."""
    return (width - SOURCE - WORTH * scorings - LEFT - 2 - 3 * players) // players - 1


def asks(values: ValueTable) -> bool:
    return any(row.more for row in values.rows)


def tells_left(values: ValueTable) -> bool:
    return any(row.left is not None for row in values.rows)


def value_line(row: ValueRow, layout: Layout, coming: int) -> Text:
    """A row; the next scoring and the highest count stand out."""
    text = line(f"{capital(row.source):<{SOURCE}}")
    for n in layout.scorings:
        places = " ".join(map(str, row.worth[n])) if row.worth else ""
        text.append(f"{places:>{WORTH}}", STRONG if n == coming else QUIET)
    most = max(row.counts)
    for count in row.counts:
        text.append(f" {count:>{layout.name}}", STRONG if count == most and count else "")
    text.append(f"{'' if row.left is None else row.left:>{LEFT}}  ")
    return text.append(" ".join(f"{points:+d}" if points else "0" for points in row.more))


def odds_lines(odds: TurnOdds, columns: Sequence[str], width: int) -> Block:
    """The chance of so many dice or more for each column by the last throw, and to lead it; what that means."""
    head = "".join(f"{f'{many}+':>6}" for many in range(1, DICE + 1))
    found = [words(f"{'':<{SOURCE}}{head}{'lead':>8}", QUIET)]
    for name, cells, lead in zip(columns, odds.cells, odds.lead, strict=True):
        chances = [cells[(DICE - many + 1) * THROWS - 1] for many in range(1, DICE + 1)]
        text = line(f"{capital(name):<{SOURCE}}", "".join(f"{percent(each):>6}" for each in chances))
        found.append(text.append(f"{'leads' if lead is None else percent(lead):>8}", STRONG))
    return [*found, *paragraph(ODDS, width, QUIET)]


def percent(chance: float) -> str:
    return "<1 %" if 0 < chance < 0.005 else f"{100 * chance:.0f} %"
