"""What is worth telling of an account: turning points, costly decisions, good ones, and who had luck with what."""

from __future__ import annotations

from typing import Final

import msgspec

from sabika.bots.value import Estimate
from sabika.bots.value.estimate import nothing
from sabika.review.account import Account, DecisionEntry, Entry, LuckEntry

MOST: Final = 3  # of each that are told
TURN: Final = 0.06  # of the chance to win: less turns no game
SLIP: Final = 0.02  # less is no slip: points alone, in a decided game, are none
HARD: Final = 0.03  # what a choice would have cost that many would make


class Story(msgspec.Struct, frozen=True):
    """What people are told first."""

    turning: list[Entry]
    slips: list[DecisionEntry]
    well_played: list[DecisionEntry]
    ledger: dict[str, Estimate]  # what each kind of luck brought every side
    seat: int | None = None  # whose side it is told from; None: everybody's


def story_of(account: Account, seat: int | None = None) -> Story:
    """For everybody, or as it concerns one seat."""
    return Story(turning_points(account, seat), slips(account, seat), well_played(account, seat), ledger(account), seat)


def turning_points(account: Account, seat: int | None = None) -> list[Entry]:
    """The steps that changed most, in the order of the game."""
    largest = sorted(account.entries, key=lambda entry: -swing(account, entry, seat))[:MOST]
    found = [entry for entry in largest if swing(account, entry, seat) >= TURN]
    return sorted(found, key=lambda entry: entry.step)


def swing(account: Account, entry: Entry, seat: int | None) -> float:
    """By how much a step changed a seat's chance to win, or anybody's; a cost within its doubt changed nothing."""
    if isinstance(entry, DecisionEntry) and cost_of(account, entry) <= entry.doubt:
        return 0.0
    wins = entry.gain.wins if seat is None else (entry.gain.wins[account.sides[seat]],)
    return max(map(abs, wins))


def told_of(account: Account, entry: Entry, seat: int | None) -> int:
    """The side whose change is told: the seat's, or else the one that changed most; if level, the mover's."""
    if seat is not None:
        return account.sides[seat]
    mover = account.sides[entry.seat] if isinstance(entry, DecisionEntry) else -1
    wins = entry.gain.wins
    return max(range(len(wins)), key=lambda side: (round(abs(wins[side]), 2), side == mover))


def cost_of(account: Account, entry: DecisionEntry) -> float:
    """The chance to win that a decision cost whoever made it."""
    return -entry.gain.wins[account.sides[entry.seat]]


def points_of(account: Account, entry: DecisionEntry) -> float:
    """The points that it cost."""
    return -entry.gain.points[account.sides[entry.seat]]


def decisions(account: Account, seat: int | None) -> list[DecisionEntry]:
    """Everybody's, or those that one seat made itself."""
    made = [entry for entry in account.entries if isinstance(entry, DecisionEntry)]
    return [entry for entry in made if seat is None or entry.made_by(seat)]


def slips(account: Account, seat: int | None = None, most: int = MOST) -> list[DecisionEntry]:
    """The costliest decisions, the worst first: by the chance to win, then by points; never below what is in doubt."""
    made = [entry for entry in decisions(account, seat) if cost_of(account, entry) >= max(SLIP, entry.doubt)]
    return sorted(made, key=lambda entry: (-cost_of(account, entry), -points_of(account, entry), entry.step))[:most]


def well_played(account: Account, seat: int | None = None) -> list[DecisionEntry]:
    """Where the best was found, and something else looks better at first sight."""
    made = [entry for entry in decisions(account, seat) if entry.best == entry.chosen and entry.plain_cost >= HARD]
    return sorted(made, key=lambda entry: -entry.plain_cost)[:MOST]


def ledger(account: Account) -> dict[str, Estimate]:
    """Luck by kind, the kind that moved most first."""
    found: dict[str, Estimate] = {}
    for entry in account.entries:
        if isinstance(entry, LuckEntry):
            found[entry.kind] = found.get(entry.kind, nothing(len(account.start.points))) + entry.gain
    return dict(sorted(found.items(), key=lambda item: -max(map(abs, item[1].wins))))
