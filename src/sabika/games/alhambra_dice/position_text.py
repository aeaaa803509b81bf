"""A position of the Dice Game in one line, and back.

Only what cannot be worked out is written: markers in hand and face-down chips are what lies nowhere else, points
follow from the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK
from sabika.games.alhambra_dice.facts import (
    CHIP,
    CHIP_NAMES,
    DARK,
    FIRST_PLAYER,
    LIGHT,
    NO_CHIP,
    TOP,
    chip_list,
    chips_in,
    chips_of,
)
from sabika.games.alhambra_dice.ledger import NUMBERS
from sabika.games.alhambra_dice.position_check import check_receiver, could_have_come_about
from sabika.games.alhambra_dice.state import (
    BOTH_GIVEN,
    CARLO,
    CHIP_GIVEN,
    CHIPS,
    CHOICE,
    STAGES,
    AlhambraDice,
    new_alhambra_dice,
)
from sabika.games.alhambra_dice.tracks import stacks
from sabika.games.alhambra_dice.turn import NO_SYMBOL
from sabika.games.parts.dice import dice_in, dice_name, holds
from sabika.games.parts.dice_moves import dice_named
from sabika.games.parts.dice_position_text import ROUND_KEYS, check_round, read_round, round_fields
from sabika.games.parts.rounds import DIE, DONE, FIRST, LOT, ROUNDS
from sabika.games.parts.texts import choice, items, joined, listed, number, read_number, shorten, split_fields, yes
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import THROW, TURN

ANNUL = ("free", "same")
BLACK_DIE = ("first-throw", "any-throw")
GIVEN = ("none", "points", "chip", "both")
KEYS = [
    *"seats annul black_die".split(),
    *ROUND_KEYS,
    *"before fresh bound black given bonus chips gone tracks ledger".split(),
]


def text_of(state: AlhambraDice) -> str:
    fields: dict[str, object] = {
        "seats": state.seats,
        "annul": ANNUL[state.same_dice],
        "black_die": BLACK_DIE[state.late_black],
        **round_fields(state, STAGES),
        "before": dice_name(state.before),
        "fresh": yes(state.fresh),
        "bound": yes(state.bound),
        "black": "-" if state.black == NO_SYMBOL else TYPES[state.black],
        "given": GIVEN[state.given],
        "bonus": listed("-" if chip == NO_CHIP else CHIP_NAMES[chip] for chip in map(state.on_field, range(6))),
        "chips": "/".join(map(chips_text, state.chips)),
        "gone": chips_text(state.gone),
        "tracks": "/".join(map(track_text, state.tracks)),
        "ledger": "/".join(ledger_text(state, scoring) for scoring in range(state.held)) or "-",
    }
    return joined("alhambra_dice", fields)


def chips_text(chips: int) -> str:
    return listed(CHIP_NAMES[kind] for kind in chip_list(chips))


def track_text(discs: int) -> str:
    """The stacks of a column from the highest space down, players from the lowest disc up: `5:1,3:2+3`."""
    return listed(f"{space}:" + "+".join(str(player + 1) for player in players) for space, players in stacks(discs))


def ledger_text(state: AlhambraDice, scoring: int) -> str:
    row = scoring * NUMBERS
    tracks = [track_text(state.ledger.counted[row + column]) for column in range(6)]
    return ";".join([*tracks, "+".join(values_text(state, scoring + 1, player) for player in range(state.players()))])


def values_text(state: AlhambraDice, scoring: int, player: int) -> str:
    """How many point chips a player had of value 1, 2 and 3: `102`."""
    return "".join(str(state.ledger.chip(scoring, player, kind)) for kind in range(3))


# And back.


def load(text: str) -> AlhambraDice:
    fields = split_fields(text, "alhambra_dice", "the Dice Game", KEYS)
    seats = number(fields, "seats", 2, 6)
    state = new_alhambra_dice(seats, choice(fields, "annul", ANNUL) == 1, choice(fields, "black_die", BLACK_DIE) == 1)
    read_round(state, fields, STAGES)
    read_turn(state, fields)
    read_chips(state, fields)
    for column, track in enumerate(items(fields["tracks"], "/", 6)):
        state.tracks[column] = read_track(track, state.players())
    read_ledger(state, fields["ledger"])
    consistent(state)
    return state


def read_turn(state: AlhambraDice, fields: dict[str, str]) -> None:
    state.before = dice_named(fields["before"])
    state.fresh = choice(fields, "fresh", ("no", "yes")) == 1
    state.bound = choice(fields, "bound", ("no", "yes")) == 1
    state.black = choice(fields, "black", ("-", *TYPES)) - 1
    state.given = choice(fields, "given", GIVEN)


def read_chips(state: AlhambraDice, fields: dict[str, str]) -> None:
    """Chips that lie nowhere else lie face down."""
    for column, name in enumerate(items(fields["bonus"], ",", 6)):
        chip = chip_number(name, (*CHIP_NAMES, "-"))
        if chip == FIRST_PLAYER:
            if state.chip >= 0:
                raise Unreadable("there is one first-player chip")
            state.chip = column
        elif chip < FIRST_PLAYER:
            take_chips(state, CHIP[chip])
        state.lay_on_field(column, NO_CHIP if name == "-" else chip)
    for player, text in enumerate(items(fields["chips"], "/", state.players())):
        state.chips[player] = sum_chips(items(text, ","))
        take_chips(state, state.chips[player])
    state.gone = sum_chips(items(fields["gone"], ","))
    take_chips(state, state.gone)


def chip_number(name: str, names: Iterable[str]) -> int:
    return choice({"chip": name}, "chip", names)


def sum_chips(names: list[str]) -> int:
    if len(names) > 26:
        raise Unreadable("there are 26 bonus chips")
    chips = [chip_number(name, CHIP_NAMES[:7]) for name in names]
    for chip in set(chips):
        if chips.count(chip) > chips_of(LIGHT + DARK, chip):
            raise Unreadable(f"there are too many {CHIP_NAMES[chip]} chips")
    return sum(CHIP[chip] for chip in chips)


def take_chips(state: AlhambraDice, chips: int) -> None:
    """Take chips off the face-down stacks."""
    for kind in range(7):
        if chips_of(state.stack, kind) < chips_of(chips, kind):
            raise Unreadable(f"there are too many {CHIP_NAMES[kind]} chips")
    state.stack -= chips


def read_track(text: str, players: int) -> int:
    """The discs of a column, first in rank first."""
    discs: list[int] = []
    below = TOP + 1
    for stack in items(text, ","):
        space, _, names = stack.partition(":")
        below = read_number(space, "space", 1, below - 1)
        discs += [below * 8 + read_number(name, "disc", 1, players) - 1 for name in names.split("+")]
    if len({disc & 7 for disc in discs}) != len(discs):
        raise Unreadable(f"a player has two discs in {shorten(text)}")
    return sum(disc * 256**rank for rank, disc in enumerate(discs))


def read_ledger(state: AlhambraDice, text: str) -> None:
    rows = items(text, "/")
    if len(rows) != state.held:
        raise Unreadable("the ledger does not agree with the scorings held")
    for scoring, row in enumerate(rows):
        *tracks, chips = items(row, ";", NUMBERS)
        for column, track in enumerate(tracks):
            state.ledger.counted[scoring * NUMBERS + column] = read_track(track, state.players())
        values = [read_values(text) for text in items(chips, "+", state.players())]
        state.ledger.counted[scoring * NUMBERS + 6] = sum(held * 512**player for player, held in enumerate(values))
    for player in range(state.players()):
        state.points[player] = sum(state.ledger.points(scoring, player) for scoring in range(1, state.held + 1))


def read_values(text: str) -> int:
    if len(text) != 3 or not all(digit in "01234567" for digit in text):
        raise Unreadable(f"{shorten(text)} does not tell how many point chips of 1, 2 and 3 there were")
    return sum(int(digit) * 8**kind for kind, digit in enumerate(text))


def consistent(state: AlhambraDice) -> None:
    """What is being decided can be decided in this position."""
    check_round(state)
    check_stack(state)
    check_bonus(state)
    check_turn(state)
    if state.stage in (CHIPS, CARLO) and state.actor != LUCK:
        raise Unreadable("a seat is asked where luck is drawn")
    if state.stage == CARLO and state.seats != 2:
        raise Unreadable("Carlo plays at a table of two")
    if state.stage in (CHIPS, CARLO) and state.hand != state.markers():
        raise Unreadable("a marker is on the table before the turns begin")
    if state.stage in (CHOICE, FIRST):
        check_prize(state)
    elif state.given or state.column:
        raise Unreadable("prizes are given before all markers are placed")
    could_have_come_about(state)


def check_stack(state: AlhambraDice) -> None:
    """The dark chips lie face down until the last round; of the light ones five are drawn each round (D3)."""
    last = state.round == ROUNDS
    laid = 6 if last else 5
    if state.stage in (LOT, DIE):
        laid = 0
    elif state.stage == CHIPS:
        laid -= listed_fields(state).count(NO_CHIP)
    drawn = 5 * max(state.round - 1, 0) + laid
    if chips_in(state.stack) != 26 - drawn:
        raise Unreadable(f"{drawn} chips should have been laid out so far")
    for kind in range(7):
        left, dark = chips_of(state.stack, kind), chips_of(DARK, kind)
        if left > dark if last else left < dark:
            raise Unreadable("the six dark chips lie face down until the last round, and then only they do")


def listed_fields(state: AlhambraDice) -> list[int]:
    return [state.on_field(column) for column in range(6)]


def check_bonus(state: AlhambraDice) -> None:
    fields, stage = listed_fields(state), state.stage
    laid = sum(chip != NO_CHIP for chip in fields)
    others = [chip == NO_CHIP for chip in fields if chip != FIRST_PLAYER]
    if stage in (LOT, DIE, DONE) and laid:
        raise Unreadable("a chip lies on a bonus field before or after the round")
    if stage in (CARLO, THROW, TURN) and laid != 6:
        raise Unreadable("a bonus field is empty before the prizes")
    if stage == CHIPS and (laid == 6 or others != sorted(others)):
        raise Unreadable("chips are laid from left to right until the six fields are full")
    if stage in (CHIPS, CARLO, THROW, TURN) and (state.chip >= 0) != (state.round < ROUNDS):
        raise Unreadable("the first-player chip lies out in rounds 1 to 4 (D6, D7)")
    if stage in (CHOICE, FIRST) and NO_CHIP in fields[state.column + 1 :]:
        raise Unreadable("a chip was taken before its column was evaluated")


def check_turn(state: AlhambraDice) -> None:
    stage, before = state.stage, state.before
    if stage == THROW:
        sound = before == state.dice and not state.fresh and not state.bound
    elif stage == TURN:
        earlier = 8 if state.fresh and state.throws > 1 else 0
        sound = dice_in(before) == earlier and (not earlier or holds(before, state.kept))
        sound = sound and not (state.bound and (state.fresh or not state.same_dice or state.kept == state.dice))
    else:
        sound = not (before or state.fresh or state.bound or state.black != NO_SYMBOL)
    if not sound:
        raise Unreadable("the dice before the last throw do not agree with the turn")
    if state.black != NO_SYMBOL and state.throws == 0:
        raise Unreadable("the black die is set after the first throw (D30)")


def check_prize(state: AlhambraDice) -> None:
    if any(state.in_hand(player) for player in range(state.players())):
        raise Unreadable("prizes are given when all markers are placed (D19)")
    if (state.on_field(state.column) == NO_CHIP) != (state.given >= CHIP_GIVEN):
        raise Unreadable("the bonus field does not agree with the prizes given")
    if state.stage == FIRST:
        if state.given < CHIP_GIVEN or state.chip >= 0 or state.round == ROUNDS or state.actor < 0:
            raise Unreadable("nobody has received the first-player chip")
        check_receiver(state)
    elif state.given == BOTH_GIVEN or state.actor < 0 or state.winner() != state.actor or not state.asks(state.actor):
        raise Unreadable("a seat is asked that has nothing to decide")
