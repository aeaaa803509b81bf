"""Who looks at a table, and with whose eyes."""

from __future__ import annotations

from msgspec import Struct

from sabika.server.table.table import TableState


class Viewer(Struct, frozen=True):
    """Somebody who looks at a table."""

    person: str | None = None  # None: nobody we know
    seat: int | None = None  # the seat of theirs from which they always look
    positions: bool = True
    language: str = "en"
    words: bool = False  # also wants phrases
    operator: bool = False  # of the server: looks as a spectator, where there are none too


class Look:
    """A viewer at a table."""

    def __init__(self, state: TableState, viewer: Viewer) -> None:
        self.state = state
        self.viewer = viewer
        self.seats = state.seating.seats_of(viewer.person)
        self.eyes = self._eyes()  # the seat from which is looked; None: a spectator's

    def _eyes(self) -> int | None:
        """Somebody with several seats on one screen looks from the one whose turn it is, or from none of them.

        Then what is hidden from each other stays covered.
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
        """Spectators are, where the table lets them, or while there is a seat that they could take."""
        seating = self.state.seating
        if seating.created.spectators or self.seats or self.makes or self.viewer.operator:
            return True
        if seating.created.alone:
            return False
        return seating.status == "gathering" and any(seat.free for seat in seating.seats)
