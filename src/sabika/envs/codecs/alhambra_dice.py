"""The Dice Game as numbers."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.engine.state import State
from sabika.envs.codec import NO_MOVE, Codec, Field, Pen, across
from sabika.envs.parts.dice import OTHERS, is_turn_kind, keep_index, turn_fields, turn_index, turn_move, write_turn
from sabika.games.alhambra_dice import codes
from sabika.games.alhambra_dice.codes import ANNUL_THROW, BLACK_DIE, DISPLACE_MARK, POINT_AND_CHIP, TWO_POINTS
from sabika.games.alhambra_dice.facts import KINDS, NO_CHIP, chips_of
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.alhambra_dice.tracks import rank_of, space_of
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import FACES, KEEP, kept_by, showing
from sabika.games.parts.turns import type_of, with_type

DISPLACES: Final[i64] = OTHERS
BLACKS: Final[i64] = DISPLACES + FACES
ANNULS: Final[i64] = BLACKS + FACES
POINTS: Final[i64] = ANNULS + 1  # two points: alone, one swapped to a column, both swapped to two columns
WITH_CHIP: Final[i64] = POINTS + 28  # a point and the chip: alone, or the point swapped
ACTIONS: Final[i64] = WITH_CHIP + 7

PAIRS: Final = [(high, low) for high in range(6) for low in range(high + 1)]
HIGHER: Final = vec[i64]([high for high, _ in PAIRS])
LOWER: Final = vec[i64]([low for _, low in PAIRS])


@final
class AlhambraDiceCodec(Codec):
    """Nothing but luck is hidden, and every move has one step."""

    def first(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        if kind == KEEP:
            return keep_index(kept_by(move))
        if is_turn_kind(kind):
            return turn_index(cast(AlhambraDice, state), kind, move)
        if kind == DISPLACE_MARK:
            return DISPLACES + type_of(move)
        if kind == BLACK_DIE:
            return BLACKS + type_of(move)
        if kind == ANNUL_THROW:
            return ANNULS
        return prize_index(move)

    def move(self, state: State, half: i64, action: i64) -> i64:
        if action < 0 or action >= ACTIONS:
            return NO_MOVE
        if action < OTHERS:
            return turn_move(cast(AlhambraDice, state), action)
        if action < BLACKS:
            return with_type(DISPLACE_MARK, action - DISPLACES)
        if action < ANNULS:
            return with_type(BLACK_DIE, action - BLACKS)
        return ANNUL_THROW if action == ANNULS else prize_move(action)

    def encode_into(self, state: State, half: i64, seat: i64, row: vec[u8], at: i64) -> None:
        table = cast(AlhambraDice, state)
        pen = Pen(row, at)
        write_turn(table, seat, pen)
        pen.put(table.black + 1)
        pen.put(1 if table.fresh else 0)
        pen.put(1 if table.bound else 0)
        pen.put(table.given)
        for face in range(FACES):
            pen.put(showing(table.before, face))
        for column in range(FACES):
            chip = table.on_field(column)
            pen.put(0 if chip == NO_CHIP else chip + 1)
        write_chips(table.stack, pen)
        write_chips(table.gone, pen)
        for place in range(table.players()):
            player = across(place, seat, table.seats)
            write_chips(table.chips[player], pen)
            for column in range(FACES):
                pen.put(space_of(table.tracks[column], player))
                pen.put(rank_of(table.tracks[column], player) + 1)


def write_chips(chips: i64, pen: Pen) -> None:
    for kind in range(KINDS):
        pen.put(chips_of(chips, kind))


def prize_index(move: i64) -> i64:
    """The action of a PRIZE by its swaps."""
    start = WITH_CHIP if codes.which_of(move) == POINT_AND_CHIP else POINTS
    high = codes.swap_of(move, 0)
    low = codes.swap_of(move, 1)
    if low >= 0:
        return start + 7 + high * (high + 1) // 2 + low
    return start + 1 + high  # -1: no swap


def prize_move(action: i64) -> i64:
    """And back."""
    if action >= WITH_CHIP:
        return one_swap(codes.prize(POINT_AND_CHIP), action - WITH_CHIP)
    if action < POINTS + 7:
        return one_swap(codes.prize(TWO_POINTS), action - POINTS)
    pair = action - POINTS - 7
    return codes.swapped(codes.swapped(codes.prize(TWO_POINTS), 0, HIGHER[pair]), 1, LOWER[pair])


def one_swap(move: i64, choice: i64) -> i64:
    return move if choice == 0 else codes.swapped(move, 0, choice - 1)


def fields(players: int) -> list[Field]:
    return [
        *turn_fields(players),
        Field("black_die", (1,), "the type that the black die shows, from 1; 0 not set"),
        Field("fresh", (1,), "1 if the last throw may still be annulled"),
        Field("bound", (1,), "1 if only the dice of the annulled throw may be thrown"),
        Field("given", (1,), "what was given in the column: 1 the points, 2 the chip, 3 both"),
        Field("before", (6,), "what the dice showed before the last throw"),
        Field("bonus", (6,), "the chip on each bonus field, from 1; 8 the first-player chip, 0 none"),
        Field("stack", (7,), "chips of each kind that lie face down"),
        Field("gone", (7,), "chips of each kind that left the game"),
        Field(
            "players",
            (players, 19),
            "of each player, this seat first and the ghost last: chips of each kind; then for each column the space of "
            "the disc and its rank from 1, 0 when it is not on the track",
        ),
    ]


def codec(start: State) -> Codec:
    return AlhambraDiceCodec(start, ACTIONS, fields(start.players()))
