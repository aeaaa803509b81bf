"""What a seat is shown in the Dice Game: everything but the face-down chips."""

from __future__ import annotations

import msgspec

from sabika.games.alhambra_dice.codes import PRIZES
from sabika.games.alhambra_dice.facts import CHIP_NAMES, DARK, NO_CHIP, chip_list, chips_in
from sabika.games.alhambra_dice.state import CHOICE, STAGES, AlhambraDice
from sabika.games.alhambra_dice.tracks import stacks
from sabika.games.alhambra_dice.turn import NO_SYMBOL
from sabika.games.parts.dice_view import MarkerView, TurnView, marker_views, turn_view
from sabika.games.parts.rounds import FIRST, ROUNDS
from sabika.games.parts.tiles import TYPES


class StackView(msgspec.Struct, frozen=True):
    """The discs on one space of a building track."""

    space: int
    players: list[int]  # from the lowest disc up; the lowest ranks first


class AlhambraDiceColumnView(msgspec.Struct, frozen=True):
    """A column of the board."""

    building: str
    chip: str | None  # on the bonus field
    markers: list[MarkerView]  # best first
    track: list[StackView]  # highest space first


class AlhambraDicePlayerView(msgspec.Struct, frozen=True):
    """A player; Carlo is the last."""

    markers: int  # not yet placed
    fallen: int  # markers that fell off
    chips: list[str]
    points: int


class DiceView(msgspec.Struct, frozen=True):
    """The table of the Dice Game; it looks the same from every seat."""

    viewer: int | None
    stage: str
    round: int  # 0 before the first
    actor: int | None  # the seat whose turn it is
    first_player: int | None  # None before one is drawn
    turn: TurnView | None
    black_die: str | None  # what it is set to in this turn
    columns: list[AlhambraDiceColumnView]
    evaluated: str | None  # the column whose prizes are given
    prizes_given: list[str]  # what was already given in it: points, chip
    players: list[AlhambraDicePlayerView]
    light_chips: int  # face down
    dark_chips: int
    gone: list[str]  # chips that left the game
    scorings_held: int


def view_of(state: AlhambraDice, viewer: int | None) -> DiceView:
    evaluating = state.stage in (CHOICE, FIRST)
    last = state.round == ROUNDS
    return DiceView(
        viewer=viewer,
        stage=STAGES[state.stage],
        round=state.round,
        actor=state.actor if state.actor >= 0 else None,
        first_player=state.caliph if state.round else None,
        turn=turn_view(state),
        black_die=None if state.black == NO_SYMBOL else TYPES[state.black],
        columns=[column_view(state, column) for column in range(6)],
        evaluated=TYPES[state.column] if evaluating else None,
        prizes_given=[name for n, name in enumerate(PRIZES) if state.given >> n & 1],
        players=[player_view(state, player) for player in range(state.players())],
        light_chips=0 if last else chips_in(state.stack - DARK),
        dark_chips=chips_in(state.stack) if last else chips_in(DARK),
        gone=chip_names(state.gone),
        scorings_held=state.held,
    )


def column_view(state: AlhambraDice, column: int) -> AlhambraDiceColumnView:
    chip = state.on_field(column)
    return AlhambraDiceColumnView(
        building=TYPES[column],
        chip=None if chip == NO_CHIP else CHIP_NAMES[chip],
        markers=marker_views(state, column),
        track=[StackView(space, players) for space, players in stacks(state.tracks[column])],
    )


def player_view(state: AlhambraDice, player: int) -> AlhambraDicePlayerView:
    chips = chip_names(state.chips[player])
    return AlhambraDicePlayerView(state.in_hand(player), state.fallen(player), chips, state.points[player])


def chip_names(chips: int) -> list[str]:
    return [CHIP_NAMES[kind] for kind in chip_list(chips)]
