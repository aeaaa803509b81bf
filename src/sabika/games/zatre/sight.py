"""What a seat may know in Zatre (Z23): all but the tiles that others hold and the order of the bag."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.games.zatre.facts import tiles_in
from sabika.games.zatre.hidden_tiles import Guess, guesses, imagine
from sabika.games.zatre.position_text import read, text_of
from sabika.games.zatre.state import Zatre


class ZatreSight(Sight):
    """A seat's knowledge of a position: the table as it lies before it, and how many tiles others hold."""

    def __init__(self, seat: int, table: Zatre, unknown: list[int]) -> None:
        super().__init__("zatre", seat)
        self._table = table  # unknown tiles are counted as in the bag
        self._unknown = unknown  # how many tiles of each seat are unknown
        self._guesses: list[Guess] | None = None  # worked out when first asked for

    def moves(self) -> vec[i64]:
        """None while it is somebody else's turn."""
        return self._table.moves() if self._table.actor == self.seat else vec[i64]()

    def imagine(self, rng: Rng) -> Zatre:
        return imagine(self._table, self.guesses(), rng)

    def guesses(self) -> list[Guess]:
        """What can be told of the tiles of every rival that holds any."""
        if self._guesses is None:
            self._guesses = guesses(self._table, self._unknown)
        return self._guesses

    def text(self) -> str:
        return f"zatre seat {self.seat + 1} of {text_of(self._table, self._unknown)}"


def sight_of(state: Zatre, seat: int) -> ZatreSight:
    """What a seat, or a spectator, may know of a state."""
    table = state.clone()
    unknown = [0] * state.seats
    for other in range(state.seats):
        if not state.knows(seat, other):
            unknown[other] = tiles_in(table.hands[other])
            table.bag += table.hands[other]
            table.hands[other] = 0
    return ZatreSight(seat, table, unknown)


def read_sight(text: str) -> ZatreSight:
    """The sight of its text; Unreadable if it is not one."""
    head, _, position = text.partition(" of ")
    words = head.split(" ")
    if len(words) != 3 or words[:2] != ["zatre", "seat"] or words[2] not in set("123456"):
        raise Unreadable("not a sight of Zatre")
    table, unknown = read(position)
    seat = int(words[2]) - 1
    if seat >= table.seats:
        raise Unreadable(f"there is no seat {seat + 1} at a table of {table.seats}")
    for other in range(table.seats):
        if unknown[other] and (table.knows(seat, other) or table.hands[other]):
            raise Unreadable(f"the tiles of seat {other + 1} are known to seat {seat + 1}, or all unknown")
    if sum(unknown) > tiles_in(table.bag):
        raise Unreadable("more tiles are unknown than are left")
    return ZatreSight(seat, table, unknown)
