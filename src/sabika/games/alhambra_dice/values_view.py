"""What the columns of the Dice Game are worth right now (D39 to D42)."""

from __future__ import annotations

from sabika.engine.values import ValueRow, ValueTable
from sabika.games.alhambra_dice.facts import chips_in
from sabika.games.alhambra_dice.ledger import new_ledger
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.alhambra_dice.tracks import advanced, rank_of, space_of
from sabika.games.parts.city_view import differences, places
from sabika.games.parts.majority import place_points
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.tiles import TYPES

LAST = 3  # scoring


def values_of(state: AlhambraDice, seat: int | None) -> ValueTable:
    """A row for each column, with the space of every disc, and one for point chips."""
    scoring = min(int(state.held) + 1, LAST)
    asks = seat if state.held < LAST else None
    rows = [column_row(state, column, scoring, asks) for column in range(len(TYPES))]
    return ValueTable(scoring if state.held < LAST else 0, [*rows, chips_row(state, scoring)], stock(state))


def column_row(state: AlhambraDice, column: int, scoring: int, seat: int | None) -> ValueRow:
    discs, players = state.tracks[column], range(int(state.players()))
    more: list[int] = []
    if seat is not None:
        before = [points(discs, player, column, scoring) for player in players]
        moved = advanced(discs, seat, 1)
        more = differences(before, [points(moved, player, column, scoring) for player in players])
    return ValueRow(TYPES[column], places(column), [int(space_of(discs, player)) for player in players], more)


def points(discs: int, player: int, column: int, scoring: int) -> int:
    rank = int(rank_of(discs, player))
    return 0 if rank < 0 else int(place_points(column, scoring, rank + 1))


def chips_row(state: AlhambraDice, scoring: int) -> ValueRow:
    ledger = new_ledger()
    ledger.enter(scoring, state.tracks, state.chips)
    return ValueRow("chips", [], [int(ledger.chip_points(scoring, each)) for each in range(int(state.players()))], [])


def stock(state: AlhambraDice) -> dict[str, int]:
    """Rounds to come, and chips that lie face down."""
    return {"rounds": int(ROUNDS - state.round), "chips": int(chips_in(state.stack))}
