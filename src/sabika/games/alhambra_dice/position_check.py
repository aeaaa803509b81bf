"""Could tracks, chips and ledger of a position have come about? No column gives more than its prizes (D20, D27)."""

from __future__ import annotations

from sabika.engine.game import Unreadable
from sabika.games.alhambra_dice.facts import ANNUL, BLACK, CHIP_NAMES, DARK, KINDS, LIGHT, POINT_KINDS, SWAP, chips_of
from sabika.games.alhambra_dice.ledger import NUMBERS
from sabika.games.alhambra_dice.state import BOTH_GIVEN, CHOICE, AlhambraDice
from sabika.games.alhambra_dice.tracks import ranking, space_of
from sabika.games.alhambra_dice.turn import NO_SYMBOL
from sabika.games.parts.dice import FACES, THROWS
from sabika.games.parts.rounds import DONE, FIRST, LOT
from sabika.games.parts.space import target
from sabika.games.parts.turns import THROW, TURN

CARLO_HIMSELF = 2  # his number as a player
A_ROUND = 3  # points in a column: two and one (D20)
POINTS_OF = (0, 2, 1, 3)  # the prizes given in the column that is evaluated: none, two points, one and the chip, both
ROUNDS_BEFORE = (1, 3, 5)  # each scoring (D5)


def could_have_come_about(state: AlhambraDice) -> None:
    check_used_chips(state)
    check_throw(state)
    check_markers_of_carlo(state)
    check_chips_of_carlo(state)
    check_points(state)
    for scoring in range(1, state.held + 1):
        check_scoring(state, scoring)
    check_since(state)


def check_used_chips(state: AlhambraDice) -> None:
    """What a used chip changed shows that one has left the game (D33)."""
    if state.black != NO_SYMBOL and not chips_of(state.gone, BLACK):
        raise Unreadable("the black die is set, and no black-die chip has left the game (D30)")
    if state.bound and not chips_of(state.gone, ANNUL):
        raise Unreadable("a throw was annulled, and no annul chip has left the game (D29)")


def check_throw(state: AlhambraDice) -> None:
    """Only a chip lets a throw no longer be the one just made, and dice be kept of a throw that was not made (D29)."""
    if state.stage != TURN:
        return
    if not state.fresh and state.black == NO_SYMBOL and not chips_of(state.gone, ANNUL):
        raise Unreadable("the throw is not the one just made, and no chip has been used (D29, D30)")
    if state.throws == 1 and state.kept and not state.bound:
        raise Unreadable("dice are kept of the first throw before the second (D9)")


def check_markers_of_carlo(state: AlhambraDice) -> None:
    """One stands in each of five columns, from row 2 on one row higher in each; it only moves down (D28, D45)."""
    if state.seats != 2 or state.stage not in (THROW, TURN):
        return
    standing = [state.space.markers(column) for column in range(FACES)]
    cells = [[cell for cell, player in markers if player == CARLO_HIMSELF] for markers in standing]
    if not any(stand_so(cells, int(state.fallen(CARLO_HIMSELF)), first) for first in range(FACES)):
        raise Unreadable("Carlo's markers do not stand in five columns, from row 2 on one row higher in each (D45)")


def stand_so(cells: list[list[int]], fallen: int, first: int) -> bool:
    """Could the markers that stand on these cells of each column, and those fallen, have begun in that column?"""
    if cells[(first + 5) % FACES]:
        return False
    columns = [(cells[(first + n) % FACES], target(2 + n, THROWS)) for n in range(5)]
    missing = sum(not standing for standing, _ in columns)
    moved_down = all(len(standing) <= 1 and all(cell >= begun for cell in standing) for standing, begun in columns)
    return moved_down and missing == fallen


def check_chips_of_carlo(state: AlhambraDice) -> None:
    """A point chip stays with Carlo, any other leaves the game (D47)."""
    if state.seats == 2 and any(state.has(2, kind) for kind in range(POINT_KINDS, KINDS)):
        raise Unreadable("Carlo keeps point chips only; any other that he gets leaves the game (D47)")


def check_points(state: AlhambraDice) -> None:
    """Every round gives three points in a column, and a swap chip moves one to another (D20, D27)."""
    most = [points_given(state, column) for column in range(FACES)]
    check_tracks([state.tracks[column] for column in range(FACES)], most, chips_of(state.gone, SWAP))


def points_given(state: AlhambraDice, column: int) -> int:
    """How many points the prizes of this column can have brought so far."""
    if state.stage in (LOT, DONE):
        return A_ROUND * int(state.round)
    now = 0
    if state.stage in (CHOICE, FIRST) and column <= state.column:
        now = A_ROUND if column < state.column else POINTS_OF[state.given]
    return A_ROUND * (int(state.round) - 1) + now


def check_tracks(tracks: list[int], most: list[int], swaps: int) -> None:
    points = [sum(disc >> 3 for disc in ranking(discs)) for discs in tracks]
    if sum(points) > sum(most) or any(got > can + swaps for got, can in zip(points, most, strict=True)):
        raise Unreadable("there are more points on the building tracks than the prizes so far have given (D20)")
    for discs, can in zip(tracks, most, strict=True):
        if sum((disc >> 3) % 2 for disc in ranking(discs)) > -(-can // A_ROUND) + swaps:
            raise Unreadable("more discs stand on odd spaces of a track than single points were given (D20)")


def check_scoring(state: AlhambraDice, scoring: int) -> None:
    """A scoring counted what could be there by then, and what was there stays (D26, D34)."""
    rounds = ROUNDS_BEFORE[scoring - 1]
    check_tracks(counted_tracks(state, scoring), [A_ROUND * rounds] * FACES, chips_of(LIGHT, SWAP))
    box = LIGHT if scoring < len(ROUNDS_BEFORE) else LIGHT + DARK
    for kind in range(POINT_KINDS):
        held = sum(state.ledger.chip(scoring, player, kind) for player in range(state.players()))
        if held > min(chips_of(box, kind), 5 * rounds + (rounds == 5)):
            raise Unreadable(f"the ledger counts more {CHIP_NAMES[kind]} chips than had come out")
    for player in range(state.players()):
        check_kept(state, scoring, player)


def counted_tracks(state: AlhambraDice, scoring: int) -> list[int]:
    return [int(state.ledger.counted[(scoring - 1) * NUMBERS + column]) for column in range(FACES)]


def check_kept(state: AlhambraDice, scoring: int, player: int) -> None:
    """Point chips and points are never lost: at the next scoring, or now, there are no fewer."""
    last = scoring == state.held
    for kind in range(POINT_KINDS):
        later = state.has(player, kind) if last else state.ledger.chip(scoring + 1, player, kind)
        if state.ledger.chip(scoring, player, kind) > later:
            raise Unreadable(f"the ledger counts {CHIP_NAMES[kind]} chips that player {player + 1} does not have")
    after = [*state.tracks] if last else counted_tracks(state, scoring + 1)
    for before, now in zip(counted_tracks(state, scoring), after, strict=True):
        if space_of(before, player) > space_of(now, player):
            raise Unreadable(f"player {player + 1} stood further on at a scoring")


def check_since(state: AlhambraDice) -> None:
    """Until the next prizes everything is as it was at the scoring just held."""
    scored = state.stage == DONE or state.round in (2, 4)
    if not scored or state.stage in (CHOICE, FIRST):
        return
    same_chips = all(
        state.ledger.chip(state.held, player, kind) == state.has(player, kind)
        for player in range(state.players())
        for kind in range(POINT_KINDS)
    )
    if counted_tracks(state, state.held) != [*state.tracks] or not same_chips:
        raise Unreadable("tracks or point chips changed after the scoring, before any prize was given")


def check_receiver(state: AlhambraDice) -> None:
    """Whoever names the first player has just won the chip: with the first prize of the column, or the second."""
    best = state.space.best(state.column, 0)
    winner = state.second(best) if state.given == BOTH_GIVEN else state.space.owner(state.column, best)
    if winner != state.actor:
        raise Unreadable("the seat that is asked has not received the first-player chip (D31)")
