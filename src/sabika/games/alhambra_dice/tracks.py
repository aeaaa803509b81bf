"""The building track: where the discs of each column stand, and in which stacks (D34 to D39)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.games.alhambra_dice.facts import TOP

# Discs of a column are bytes of one number, the first in rank lowest: space * 8 + player. More points rank first, and
# on one space the lower disc (D39), so this order also tells how every stack lies.
LOW: Final = vec[i64]([256**discs - 1 for discs in range(8)])  # the first 0 to 7 discs


def rank_of(discs: i64, player: i64) -> i64:
    """The player's place among the discs, from 0; -1 when the disc is not on the track."""
    rank: i64 = 0
    while discs:
        if discs & 7 == player:
            return rank
        discs >>= 8
        rank += 1
    return -1


def space_of(discs: i64, player: i64) -> i64:
    """Where the player's disc stands; 0: not on the track."""
    rank = rank_of(discs, player)
    if rank < 0:
        return 0
    return ((discs >> (8 * rank)) & 255) >> 3


def advanced(discs: i64, player: i64, gained: i64) -> i64:
    """The discs after a player's disc moved up: it lies on top of whatever stands on its new space (D34 to D36)."""
    before: i64 = 0
    rank = rank_of(discs, player)
    if rank >= 0:
        before = ((discs >> (8 * rank)) & 255) >> 3
        if before == TOP:
            return discs  # it keeps its place in the stack (D37, Q10)
        discs = (discs & LOW[rank]) | ((discs >> (8 * rank + 8)) << (8 * rank))
    space = min(TOP, before + gained)
    rank = 0
    while ((discs >> (8 * rank)) & 255) >> 3 >= space:
        rank += 1
    disc = space * 8 + player
    return (discs & LOW[rank]) | (disc << (8 * rank)) | ((discs >> (8 * rank)) << (8 * rank + 8))


def ranking(discs: i64) -> vec[i64]:
    """The discs of a column, first in rank first: space * 8 + player."""
    found = vec[i64](capacity=6)
    while discs:
        found = append(found, discs & 255)
        discs >>= 8
    return found


def stacks(discs: i64) -> list[tuple[int, list[int]]]:
    """The occupied spaces from the highest down, each with its players from the lowest disc up."""
    found: list[tuple[int, list[int]]] = []
    for disc in ranking(discs):
        if not found or found[-1][0] != disc >> 3:
            found.append((disc >> 3, []))
        found[-1][1].append(disc & 7)
    return found
