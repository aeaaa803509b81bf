"""Who looks at a table, and from which seat."""

from __future__ import annotations

from msgspec import Struct

from sabika.server.table.table import TableState


class Viewer(Struct, frozen=True):
    """Somebody who looks at a table."""

    person: str | None = None  # None: unknown
    seat: int | None = None  # the one of their seats from which they always look
    positions: bool = True
    language: str = "en"
    words: bool = False  # also wants phrases
    operator: bool = False  # the server's operator: looks as a spectator, even where none are allowed


class Look:
    """A viewer at a table."""

    def __init__(self, state: TableState, viewer: Viewer) -> None:
        self.state = state
        self.viewer = viewer
        self.seats = state.seating.seats_of(viewer.person)
        self.eyes = self._eyes()  # the seat from which they look; None: as a spectator

    def _eyes(self) -> int | None:
        """A person with several seats on one screen looks from the one whose turn it is, or from none.

        So what they hide from each other stays covered.
        """
        if self.viewer.seat in self.seats:
            return self.viewer.seat
        if len(self.seats) == 1:
            return self.seats[0]
        return self.state.asked if self.state.asked in self.seats else None

    @property
    def makes(self) -> bool:
        """Is it the maker of the table?"""
        return self.viewer.person is not None and self.viewer.person == self.state.seating.created.maker

    @property
    def allowed(self) -> bool:
        """May they look? Spectators may if the table allows them, or while there is a seat to take."""
        seating = self.state.seating
        if seating.created.spectators or self.seats or self.makes or self.viewer.operator:
            return True
        if seating.created.alone:
            return False
        return seating.status == "gathering" and any(seat.free for seat in seating.seats)
