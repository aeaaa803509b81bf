"""The steps of a game: a seat's move, or luck."""

from __future__ import annotations

from collections.abc import Iterable

from sabika.engine.state import EVERYBODY

HIDDEN = "?"


class LuckStep:
    """The dealer's answer to one question."""

    __slots__ = ("heard", "k", "kind", "n", "outcome", "seen_by", "total")

    def __init__(
        self, kind: str, n: int, k: int, total: int, outcome: str, seen_by: int = EVERYBODY, heard: int = 0
    ) -> None:
        self.kind = kind
        self.n = n  # the n-th draw of this kind
        self.k = k  # -1: hidden
        self.total = total
        self.outcome = outcome
        self.seen_by = seen_by  # as in `Luck`
        self.heard = heard  # number of events before it, at a table

    def __str__(self) -> str:
        return f"luck {self.kind}/{self.n}: {HIDDEN if self.k < 0 else self.k} of {self.total} -> {self.outcome}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LuckStep) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"<{self}>"

    def shown_to(self, viewer: int | None) -> LuckStep:
        """The step as a seat sees it during the game; None: a spectator."""
        if self.seen_by == EVERYBODY or (viewer is not None and self.seen_by >> viewer & 1):
            return self
        return LuckStep(self.kind, self.n, -1, self.total, HIDDEN, self.seen_by)

    def unnumbered(self) -> LuckStep:
        """The outcome without its number, which indexes what is left and so reveals what others drew."""
        return LuckStep(self.kind, self.n, -1, self.total, self.outcome, self.seen_by)


class MoveStep:
    """A seat's move."""

    __slots__ = ("by", "notation", "seat")

    def __init__(self, seat: int, notation: str, by: str = "") -> None:
        self.seat = seat
        self.notation = notation
        self.by = by  # the mover; empty: the seat itself

    def __str__(self) -> str:
        by = f" ({self.by})" if self.by else ""
        return f"{self.seat + 1}{by}: {self.notation}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MoveStep) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"<{self}>"


Step = LuckStep | MoveStep


def luck_in(steps: Iterable[Step]) -> list[LuckStep]:
    """The luck among the steps."""
    return [step for step in steps if isinstance(step, LuckStep)]
