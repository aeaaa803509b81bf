"""Alhambra in words."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.phrase import Args, Phrase, Player
from sabika.engine.state import Event
from sabika.engine.step import LuckStep
from sabika.games.alhambra.facts import CURRENCIES, LETTERS
from sabika.games.alhambra.moves import BuyBuilding, Named, TakeMoney
from sabika.games.alhambra.view import AlhambraSeatView, AlhambraView, SquareView
from sabika.games.parts.city_words import (
    NONE,
    city_choice,
    city_described,
    city_told,
    counted,
    scoring_told,
    tile,
    tiles,
)

SCORINGS = 3
SCORING_CARD = "scoring"  # instead of money


def card(name: str) -> Phrase:
    return Phrase("currency.card", {"currency": currency(CURRENCIES[LETTERS.index(name[0])]), "value": name[1:]})


def currency(name: str) -> Phrase:
    return Phrase(f"currency.{name}")


def cards(names: Sequence[str]) -> list[Phrase]:
    return [card(name) for name in names]


def too_much(action: BuyBuilding) -> int:
    return sum(int(name[1:]) for name in action.payment) - int(action.tile.split("-")[1])


def told(seat: int, action: Named) -> Phrase:
    who = Player(seat)
    if isinstance(action, TakeMoney):
        return Phrase("event.take", {"who": who, "cards": cards(action.cards)})
    if isinstance(action, BuyBuilding):
        args: Args = {"who": who, "tile": tile(action.tile), "cards": cards(action.payment)}
        over = too_much(action)
        return Phrase("event.overpay", {**args, "over": over}) if over else Phrase("event.buy", args)
    return city_told(seat, action)


def choice(action: Named) -> Phrase:
    if isinstance(action, TakeMoney):
        return Phrase("board.take", {"cards": cards(action.cards)})
    if isinstance(action, BuyBuilding):
        args: Args = {"tile": tile(action.tile), "cards": cards(action.payment)}
        over = too_much(action)
        return Phrase("board.overpay", {**args, "over": over}) if over else Phrase("board.buy", args)
    return city_choice(action)


def luck_told(step: LuckStep) -> Phrase | None:
    """What is drawn lies open in market and display; only the lot and the tower that leaves are told."""
    if step.kind == "lot":
        return Phrase("event.lot", {"who": Player(int(step.outcome.removeprefix("seat-")) - 1)})
    return Phrase("event.leave", {"tile": tile(step.outcome)}) if step.kind == "tower" else None


def drawn(step: LuckStep) -> Phrase | None:
    """The same, and what came into market, display and hands."""
    if step.outcome == SCORING_CARD:
        return Phrase("event.drawn-scoring")
    if step.kind == "money":
        return Phrase("event.drawn-card", {"card": card(step.outcome)})
    return Phrase("event.drawn-tile", {"tile": tile(step.outcome)}) if step.kind == "tiles" else luck_told(step)


def event_told(event: Event) -> Phrase | None:
    args = event.args
    match event.kind, args:
        case "end", {"reason": reason}:
            return Phrase(f"event.end-{reason}")
        case "scoring", _:
            return scoring_told(event)
        case "dealt", {"seat": int(seat), "cards": list(dealt), "sum": int(total)}:
            count = {"count": len(dealt), "sum": total}
            return Phrase("event.dealt", {"who": Player(seat), "cards": cards(dealt), **count})
        case "starter", {"seat": int(seat), "reason": reason}:
            return Phrase(f"event.starter-{reason}", {"who": Player(seat)})
        case "skipped", {"seat": int(seat)}:
            return Phrase("event.skipped", {"who": Player(seat)})
        case "reshuffled", {"cards": int(count)}:
            return Phrase("event.reshuffled", {"count": count})
        case "gift", {"tile": str(name)}:
            return Phrase("event.gift", {"tile": tile(name)})
    return None


def described(view: AlhambraView) -> list[Phrase]:
    lines = [
        Phrase("describe.market", {"tiles": [offered(square) for square in view.market if square.tile] or NONE}),
        Phrase("describe.money", {"cards": cards([name for name in view.display if name]) or NONE}),
        left(view),
    ]
    if view.waiting:
        lines.append(Phrase("describe.waiting", {"tiles": tiles(view.waiting)}))
    for seat, shown in enumerate(view.seats):
        lines += [*city_described(seat, shown.city), hand(seat, shown)]
    if view.dirk is not None:
        kinds = [name.partition("-")[0] for name in view.dirk.tiles]
        lines.append(Phrase("describe.ghost", {"who": Player(len(view.seats)), "tiles": counted(kinds)}))
    return lines


def offered(square: SquareView) -> Phrase:
    return Phrase("describe.offer", {"tile": tile(square.tile or ""), "currency": currency(square.currency)})


def left(view: AlhambraView) -> Phrase:
    to_come = SCORINGS - view.scorings_held
    return Phrase("board.left", {"tiles": view.bag_size, "cards": view.pile_size, "count": to_come})


def hand(seat: int, shown: AlhambraSeatView) -> Phrase:
    who = Player(seat)
    if shown.hand is None:
        return Phrase("describe.hand-size", {"who": who, "count": shown.hand_size})
    return Phrase("describe.hand", {"who": who, "cards": cards(shown.hand) or NONE})
