"""Who wins where somebody has resigned."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.state import Result


def winners_without(result: Result, seats: int, resigned: Sequence[int]) -> list[int]:
    """Who has won where some seats have resigned: they cannot, so it is the best of the others; a tie is shared."""
    left = [seat for seat in range(seats) if seat not in resigned]
    best = max([result.scores[seat] for seat in left], default=0)
    return [seat for seat in result.winners if seat in left] or [seat for seat in left if result.scores[seat] == best]
