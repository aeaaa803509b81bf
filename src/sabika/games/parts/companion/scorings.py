"""What the companions of Alhambra and its dice games share: three scorings, held in their order."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sabika.engine.companion import Impossible, Note, Score
from sabika.engine.phrase import Phrase
from sabika.engine.rule import E1
from sabika.engine.state import Line, best_seats

SCORINGS = 3


class ScoreNote(Note, frozen=True, tag="score"):
    """A scoring is held now."""

    scoring: Annotated[int, Meta(ge=1, le=SCORINGS)]


class ThreeScorings(Score):
    """A game that is over with its third scoring."""

    order_rule = ""  # which says when scorings are held
    skips = False  # may one be left out, because its card never came up?

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.players = seats + (seats == 2)  # two play with a ghost
        self.held: list[int] = []
        self.booked: list[Line] = []

    def lines_of(self, scoring: int) -> list[Line]:
        """What a scoring held now gives."""
        raise NotImplementedError

    def open_scorings(self) -> list[int]:
        """Those that may be held next."""
        last = self.held[-1] if self.held else 0
        return list(range(last + 1, SCORINGS + 1))[: None if self.skips else 1]

    def hold(self, scoring: int) -> None:
        if scoring not in self.open_scorings():
            raise Impossible(self.order_rule, Phrase("refusal.scorings", {"rule": self.order_rule}))
        self.booked += self.lines_of(scoring)
        self.held.append(scoring)

    def still_played(self) -> None:
        """Raises Impossible once the last scoring was held."""
        if self.over():
            raise Impossible(E1.label, Phrase("refusal.E1"))

    def totals(self) -> list[int]:
        found = [0] * self.players
        for line in self.booked:
            found[line.player] += line.points
        return found

    def lines(self) -> list[Line]:
        return self.booked

    def coming(self) -> list[Line]:
        return self.lines_of(self.open_scorings()[0]) if not self.over() else []

    def over(self) -> bool:
        return SCORINGS in self.held

    def winners(self) -> list[int]:
        return best_seats(self.totals(), self.seats) if self.over() else []


def scoring_told(note: ScoreNote) -> Phrase:
    return Phrase("event.scoring", {"n": note.scoring})
