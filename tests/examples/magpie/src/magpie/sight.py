"""What a seat may know in Magpie: its own hand, and every card that was ever on the table."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from magpie.position import load, text_of
from magpie.state import CARDS, Magpie
from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight


class MagpieSight(Sight):
    """It holds a state in which the cards of the others are not known: there is nothing to peek at."""

    def __init__(self, known: Magpie, seat: int) -> None:
        super().__init__("magpie", seat)
        self._known = known

    def moves(self) -> vec[i64]:
        return self._known.moves() if self._known.actor == self.seat else vec[i64]()

    def imagine(self, rng: Rng) -> Magpie:
        """Deal the cards that the seat has not seen to the others, as many as each of them holds."""
        twin = self._known.clone()
        seen = {*twin.hands[self.seat], *twin.trick, *twin.gone}
        unseen = [card for card in CARDS if card not in seen]
        for hand in twin.hands:
            hand[:] = sorted(card or unseen.pop(int(rng.below(len(unseen)))) for card in hand)
        return twin

    def text(self) -> str:
        return f"magpie seat {self.seat + 1} of {text_of(self._known)}"


def sight_of(state: Magpie, seat: int) -> MagpieSight:
    known = state.clone()
    known.hands = [hand if at == seat else [0] * len(hand) for at, hand in enumerate(known.hands)]
    return MagpieSight(known, seat)


def load_sight(text: str) -> MagpieSight:
    head, _, position = text.partition(" of ")
    known = load(position, unknown=True)
    seat = next((seat for seat in range(known.seats) if head == f"magpie seat {seat + 1}"), None)
    if seat is None or any((0 in hand) == (at == seat) for at, hand in enumerate(known.hands) if hand):
        raise Unreadable("not a sight of Magpie")
    return MagpieSight(known, seat)
