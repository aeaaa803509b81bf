"""Magpie in words: keys of `locales/*.json`, and what is put into the sentences."""

from __future__ import annotations

from collections.abc import Iterator

from magpie.view import MagpieView
from sabika.engine.phrase import Phrase, Player
from sabika.engine.state import EVERYBODY, Event
from sabika.engine.step import HIDDEN, LuckStep


def luck_told(step: LuckStep) -> Phrase | None:
    """A treasure is told to everybody, a card to whoever is dealt it."""
    if step.outcome == HIDDEN:
        return None
    if step.seen_by == EVERYBODY:
        return treasure("event.treasure", int(step.outcome))
    return Phrase("event.dealt", {"who": Player(step.seen_by.bit_length() - 1), "card": step.outcome})


def event_told(event: Event) -> Phrase:
    told = treasure("event.taken", int(str(event.args["treasure"])))
    return Phrase(told.key, {**told.args, "who": Player(int(str(event.args["seat"])))})


def treasure(key: str, worth: int) -> Phrase:
    """A sentence about a treasure, or the one about a trap."""
    return Phrase(key if worth > 0 else f"{key}-trap", {"treasure": worth})


def described(view: MagpieView) -> Iterator[Phrase]:
    if view.treasure is not None:
        yield treasure("describe.treasure", view.treasure)
    laid = [(seat, card) for seat, card in enumerate(view.trick) if card is not None]
    if laid:
        cards = [Phrase("describe.card", {"card": card, "who": Player(seat)}) for seat, card in laid]
        yield Phrase("describe.trick", {"cards": cards})
    for seat, shown in enumerate(view.seats):
        who = Player(seat)
        if shown.hand is None:
            yield Phrase("describe.hand-size", {"who": who, "count": shown.hand_size})
        elif shown.hand:
            yield Phrase("describe.hand", {"who": who, "cards": list(map(str, shown.hand))})
        if shown.won:
            yield Phrase("describe.won", {"who": who, "treasures": list(map(str, shown.won))})
