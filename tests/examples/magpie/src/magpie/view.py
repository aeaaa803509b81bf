"""What a seat is shown in Magpie: the table, and of the hands only its own."""

from __future__ import annotations

import msgspec

from magpie.state import Magpie


class MagpieSeatView(msgspec.Struct, frozen=True):
    hand_size: int
    hand: list[int] | None  # None: face down
    won: list[int]


class MagpieView(msgspec.Struct, frozen=True):
    viewer: int | None
    actor: int | None  # the seat that is asked
    treasure: int | None
    trick: list[int | None]  # by seat
    seats: list[MagpieSeatView]


def view_of(state: Magpie, viewer: int | None) -> MagpieView:
    return MagpieView(
        viewer=viewer,
        actor=state.actor if state.actor >= 0 else None,
        treasure=state.treasure or None,
        trick=[card or None for card in state.trick],
        seats=[
            MagpieSeatView(len(hand), hand[:] if seat == viewer else None, won[:])
            for seat, (hand, won) in enumerate(zip(state.hands, state.won, strict=True))
        ],
    )
