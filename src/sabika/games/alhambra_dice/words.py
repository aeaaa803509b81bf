"""The Dice Game in words."""

from __future__ import annotations

from typing import cast

from sabika.engine.phrase import Args, Phrase, Player
from sabika.engine.state import Event, State
from sabika.engine.step import LuckStep
from sabika.games.alhambra_dice.moves import AnnulThrow, DisplaceMarker, Named, SetBlackDie, TakePrize
from sabika.games.alhambra_dice.view import AlhambraDiceColumnView, AlhambraDicePlayerView, DiceView, StackView
from sabika.games.parts.city_words import building
from sabika.games.parts.dice_words import (
    column_described,
    dice_choice,
    dice_event,
    dice_luck,
    dice_told,
    mark_choice,
    prize_told,
    turn_described,
)


def chip(name: str) -> Phrase:
    kind, _, points = name.partition("points-")
    return Phrase("chip.points", {"count": int(points)}) if not kind and points else Phrase(f"chip.{name}")


def told(seat: int, action: Named) -> Phrase:
    who = Player(seat)
    match action:
        case DisplaceMarker(column):
            return Phrase("event.displace-column", {"who": who, "column": building(column)})
        case SetBlackDie(symbol):
            return Phrase("event.black", {"who": who, "column": building(symbol)})
        case AnnulThrow():
            return Phrase("event.annul", {"who": who})
        case TakePrize(prize, swaps) if swaps:
            args: Args = {"prize": Phrase(f"dice.prize-{prize}"), "columns": [building(name) for name in swaps]}
            return Phrase("event.choose-swaps", {**args, "who": who})
        case TakePrize(prize):
            return Phrase(f"event.choose-{prize}", {"who": who})
        case _:
            return dice_told(seat, action)


def choice(state: State, move: int, action: Named) -> Phrase:
    match action:
        case DisplaceMarker(column):
            return mark_choice(state, move, column, "dice.displace")
        case SetBlackDie(symbol):
            return Phrase("dice.set-black", {"column": building(symbol)})
        case AnnulThrow():
            return Phrase("dice.annul")
        case TakePrize(prize, swaps) if swaps:
            args: Args = {"prize": Phrase(f"dice.prize-{prize}"), "columns": [building(name) for name in swaps]}
            return Phrase("dice.take-swaps", args)
        case TakePrize(prize):
            return Phrase(f"dice.take-{prize}")
        case _:
            return dice_choice(state, move, action)


def luck_told(step: LuckStep) -> Phrase | None:
    return Phrase("event.carlo", {"column": building(step.outcome)}) if step.kind == "carlo" else dice_luck(step)


def drawn(step: LuckStep) -> Phrase | None:
    """The same, and the chips that are laid out for a round."""
    return Phrase("event.drawn-chip", {"chip": chip(step.outcome)}) if step.kind == "chips" else luck_told(step)


def event_told(event: Event) -> Phrase | None:
    if event.kind != "prize":
        return dice_event(event)
    prize = Phrase(f"dice.prize-{event.args['prize']}")
    swaps = [building(name) for name in cast(list[str], event.args["swaps"])]
    return prize_told(event, Phrase("dice.prize-swapped", {"prize": prize, "columns": swaps}) if swaps else prize)


def described(view: DiceView) -> list[Phrase]:
    lines = [Phrase("dice.round", {"round": view.round}), *turn_described(view.turn)]
    if view.black_die is not None:
        lines.append(Phrase("describe.black", {"column": building(view.black_die)}))
    if view.evaluated is not None:
        lines.append(Phrase("describe.evaluated", {"column": building(view.evaluated)}))
    for column in view.columns:
        lines += column_lines(column)
    return lines + [chips_line(number, shown) for number, shown in enumerate(view.players) if shown.chips]


def column_lines(column: AlhambraDiceColumnView) -> list[Phrase]:
    """The markers of a column, its chip, and the discs on its track."""
    name = building(column.building)
    lines = [column_described(column.building, column.markers)]
    if column.chip is not None:
        lines.append(Phrase("describe.chip", {"column": name, "chip": chip(column.chip)}))
    if column.track:
        stacks = [stack(each) for each in column.track]
        lines.append(Phrase("describe.track", {"column": name, "stacks": stacks}))
    return lines


def stack(shown: StackView) -> Phrase:
    return Phrase("describe.stack", {"space": shown.space, "players": [Player(each) for each in shown.players]})


def chips_line(number: int, shown: AlhambraDicePlayerView) -> Phrase:
    return Phrase("describe.chips", {"who": Player(number), "chips": [chip(name) for name in shown.chips]})
