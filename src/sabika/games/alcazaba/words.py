"""Alcazaba in words."""

from __future__ import annotations

from sabika.engine.phrase import Phrase, Player
from sabika.engine.state import Event, State
from sabika.engine.step import LuckStep
from sabika.games.alcazaba.moves import FIRST_PLAYER, Named, PickPrize
from sabika.games.alcazaba.view import AlcazabaColumnView, AlcazabaView
from sabika.games.parts.city_moves import Building
from sabika.games.parts.city_words import city_choice, city_described, city_told, counted, tile
from sabika.games.parts.dice_words import (
    column_described,
    dice_choice,
    dice_event,
    dice_luck,
    dice_told,
    prize_told,
    turn_described,
)


def prize(name: str) -> Phrase:
    return Phrase("chip.first-player") if name == FIRST_PLAYER else tile(name)


def told(seat: int, action: Named) -> Phrase:
    if isinstance(action, PickPrize):
        return pick_told(seat, action)
    return city_told(seat, action) if isinstance(action, Building) else dice_told(seat, action)


def pick_told(seat: int, action: PickPrize) -> Phrase:
    who = Player(seat)
    if action.prize == FIRST_PLAYER:
        return Phrase("event.pick-chip", {"who": who})
    return Phrase("event.pick", {"who": who, "tile": tile(action.prize)})


def choice(state: State, move: int, action: Named) -> Phrase:
    if isinstance(action, PickPrize):
        return Phrase("board.pick-one", {"prize": prize(action.prize)})
    return city_choice(action) if isinstance(action, Building) else dice_choice(state, move, action)


def luck_told(step: LuckStep) -> Phrase | None:
    """The tiles lie open in the columns; they are not told one by one."""
    return dice_luck(step)


def drawn(step: LuckStep) -> Phrase | None:
    """The same, and the tiles that are laid out for a round."""
    keys = {"bag": "event.drawn-tile", "stack": "event.drawn-stack"}
    return Phrase(keys[step.kind], {"tile": tile(step.outcome)}) if step.kind in keys else luck_told(step)


def event_told(event: Event) -> Phrase | None:
    if event.kind != "prize":
        return dice_event(event)
    name = str(event.args["prize"])
    return prize_told(event, prize(name), "event.prize-chip" if name == FIRST_PLAYER else "event.prize-column")


def described(view: AlcazabaView) -> list[Phrase]:
    lines = [Phrase("dice.round", {"round": view.round}), *turn_described(view.turn)]
    if view.won is not None:
        lines.append(Phrase("describe.waiting", {"tiles": tile(view.won)}))
    for column in view.columns:
        lines += column_lines(column)
    for seat, shown in enumerate(view.players):
        lines += city_described(seat, shown.city)
    if view.carlo is not None:
        kinds = [name.partition("-")[0] for name in view.carlo.tiles]
        lines.append(Phrase("describe.ghost", {"who": Player(len(view.players)), "tiles": counted(kinds)}))
    return lines


def column_lines(column: AlcazabaColumnView) -> list[Phrase]:
    """The markers of a column, and what can be won there."""
    prizes = [tile(name) for name in column.tiles]
    if column.first_player_chip:
        prizes.append(prize(FIRST_PLAYER))
    lines = [column_described(column.building, column.markers)]
    if prizes:
        lines.append(Phrase("describe.prizes", {"tiles": prizes}))
    return lines
