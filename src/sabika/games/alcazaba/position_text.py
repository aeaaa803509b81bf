"""A position of Alcazaba in one line, and back.

Only what cannot be worked out is written: markers in hand and the tiles of stacks and bag are what lies nowhere else,
points follow from the ledger.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import u8

from sabika.engine.game import Unreadable
from sabika.games.alcazaba.facts import FROM_STACK, LAID, OF_TYPE, STACKS
from sabika.games.alcazaba.state import BAG, CHOICE, SITE, STACK, STAGES, Alcazaba, new_alcazaba
from sabika.games.alcazaba.supply import of_type
from sabika.games.parts.city_moves import tile_number
from sabika.games.parts.city_position_text import (
    city_text,
    counts_tiles_there_are,
    counts_walls_there_are,
    mask_text,
    read_city,
    read_mask,
)
from sabika.games.parts.dice_position_text import ROUND_KEYS, check_round, read_round, round_fields, take_markers
from sabika.games.parts.ledger import NUMBERS
from sabika.games.parts.rounds import DIE, DONE, FIRST, LOT, NOWHERE, ROUNDS
from sabika.games.parts.space import CELLS, target
from sabika.games.parts.texts import choice, items, joined, listed, number, read_number, split_fields
from sabika.games.parts.tiles import BIT, NAMES, NO_TILE, TYPE, TYPES, tile_list, tiles_in
from sabika.games.parts.turns import MARKERS, ONE, THROW, TURN

ROUNDS_BEFORE = (1, 3, 5)  # each scoring (D5)
KEYS = ["seats", *ROUND_KEYS, *"chip resting laid won cities reserves carlo aside ledger".split()]


def text_of(state: Alcazaba) -> str:
    fields: dict[str, object] = {
        "seats": state.seats,
        **round_fields(state, STAGES),
        "chip": "-" if state.chip == NOWHERE else TYPES[state.chip],
        "resting": listed(str(state.rests(player)) for player in range(state.players())),
        "laid": listed("-" if tile == NO_TILE else NAMES[tile] for tile in [*state.laid][: state.drawn]),
        "won": "-" if state.won == NO_TILE else NAMES[state.won],
        "cities": "/".join(city_text(city) for city in state.cities),
        "reserves": "/".join(mask_text(city.reserve) for city in state.cities),
        "carlo": mask_text(state.carlo),
        "aside": mask_text(state.aside),
        "ledger": bytes(state.ledger.counted).hex(),
    }
    return joined("alcazaba", fields)


# And back.


def load(text: str) -> Alcazaba:
    fields = split_fields(text, "alcazaba", "Alcazaba", KEYS)
    state = new_alcazaba(number(fields, "seats", 2, 6))
    read_round(state, fields, STAGES)
    state.chip = choice(fields, "chip", ("-", *TYPES)) - 1
    for player, resting in enumerate(items(fields["resting"], ",", state.players())):
        take_markers(state, player, read_number(resting, "resting", 0, 5))
        state.resting += int(resting) * ONE[player]
    read_tiles(state, fields)
    read_ledger(state, fields["ledger"])
    consistent(state)
    return state


def read_tiles(state: Alcazaba, fields: dict[str, str]) -> None:
    """What lies nowhere else is in stacks and bag; nothing may lie in two places."""
    laid = items(fields["laid"], ",")
    if len(laid) > LAID:
        raise Unreadable(f"{LAID} tiles are laid out in a round")
    state.drawn = len(laid)
    for place, name in enumerate(laid):
        state.laid[place] = u8(NO_TILE if name == "-" else tile_number(name))
    state.won = NO_TILE if fields["won"] == "-" else tile_number(fields["won"])
    state.cities = [read_city(text) for text in items(fields["cities"], "/", state.seats)]
    for city, text in zip(state.cities, items(fields["reserves"], "/", state.seats), strict=True):
        city.reserve = read_mask(text)
    state.carlo = read_mask(fields["carlo"])
    state.aside = read_mask(fields["aside"])
    take_tiles(state, [tile for tile in (*state.laid, state.won) if tile != NO_TILE])
    take_tiles(state, [*tile_list(state.carlo), *tile_list(state.aside)])
    for city in state.cities:
        take_tiles(state, [*tile_list(city.reserve), *(tile for tile, _, _ in city.built()[1:])])


def take_tiles(state: Alcazaba, tiles: list[int]) -> None:
    for tile in tiles:
        if not state.unseen & BIT[tile]:
            raise Unreadable(f"{NAMES[tile]} lies in two places")
        state.unseen ^= BIT[tile]


def consistent(state: Alcazaba) -> None:
    """What is being decided can be decided in this position."""
    check_round(state)
    if state.stage == TURN and state.throws == 1 and state.kept:  # no chip annuls a second throw here
        raise Unreadable("all eight dice are thrown first, and nothing is kept of that throw before the next (D9)")
    stage = state.stage
    evaluating = stage in (CHOICE, SITE, FIRST)
    if (state.actor < 0) != (not evaluating and stage != TURN):
        raise Unreadable("a seat is asked where luck is drawn, or luck where a seat is asked")
    if not evaluating and (state.column or NO_TILE in [*state.laid][: state.drawn]):
        raise Unreadable("prizes are given before all markers are placed")
    if state.seats != 2 and state.carlo:
        raise Unreadable("Carlo plays at a table of two")
    check_laid(state)
    check_unseen(state)
    check_chip(state)
    check_standing(state)
    if evaluating:
        check_prize(state)
    elif state.won != NO_TILE:
        raise Unreadable("a tile waits for nobody")


def check_laid(state: Alcazaba) -> None:
    """First a tile of each type from the stack, then five from the bag (C53)."""
    least, most = {LOT: (0, 0), DONE: (0, 0), STACK: (0, FROM_STACK - 1), BAG: (FROM_STACK, LAID - 1)}.get(
        state.stage, (LAID, LAID)
    )
    if not least <= state.drawn <= most:
        raise Unreadable("the tiles laid out do not agree with the stage")
    for column, tile in enumerate([*state.laid][:FROM_STACK]):
        if tile != NO_TILE and not OF_TYPE[column] & BIT[tile]:
            raise Unreadable(f"{NAMES[tile]} cannot be the stack's tile for the {TYPES[column]} column")


def check_unseen(state: Alcazaba) -> None:
    """The stacks left hold a tile of each type, and the bag the rest (C51)."""
    laid = LAID * max(state.round - 1, 0) + (LAID if state.stage == DONE else state.drawn)
    if tiles_in(state.unseen) != 55 - laid:
        raise Unreadable(f"{laid} tiles should have been laid out so far")
    for column in range(6):
        stacks = STACKS - state.round + (state.stage == STACK and column >= state.drawn)
        in_bag = of_type(state.unseen, column) - stacks
        if not 0 <= in_bag <= tiles_in(OF_TYPE[column]) - STACKS:
            raise Unreadable(f"the tiles seen of the {TYPES[column]} column cannot be all")


def check_chip(state: Alcazaba) -> None:
    """The first-player chip lies out in the turns and prizes of rounds 1 to 4 (C53)."""
    lies = state.chip != NOWHERE
    if lies and (state.round == ROUNDS or state.stage in (LOT, DIE, STACK, BAG, DONE)):
        raise Unreadable("the first-player chip lies out too early or too late")
    if not lies and state.round < ROUNDS and state.stage in (THROW, TURN):
        raise Unreadable("the first-player chip lies nowhere")


def check_standing(state: Alcazaba) -> None:
    """Before the turns no marker is used, but Carlo's come with the tiles from the bag (C67)."""
    if state.seats == 2 and state.rests(2):
        raise Unreadable("Carlo has no reserve board")
    if state.stage in (THROW, TURN) and state.seats == 2:
        check_ghost(state)
    if state.stage not in (STACK, BAG, DIE):
        return
    ghosts = ghost_cells(state) if state.seats == 2 else []
    standing = [(column, cell) for column in range(6) for cell, _ in state.space.markers(column)]
    hands = [state.in_hand(player) for player in range(state.players())]
    expected = [MARKERS[state.seats]] * state.players()
    if state.seats == 2:
        expected[2] -= len(ghosts)
    if sorted(ghosts) != sorted(standing) or hands != expected:
        raise Unreadable("the markers do not agree with the tiles laid out")


def ghost_cells(state: Alcazaba) -> list[tuple[int, int]]:
    """Where Carlo's markers come to stand with the tiles from the bag, column and cell (C67)."""
    drawn = enumerate([*state.laid][FROM_STACK : state.drawn], start=2)
    return [(TYPE[tile], target(symbols, 3)) for symbols, tile in drawn]


def check_ghost(state: Alcazaba) -> None:
    """In the turns Carlo's markers stand where they came to stand."""
    standing = [(column, cell) for column in range(6) for cell, player in state.space.markers(column) if player == 2]
    if sorted(ghost_cells(state)) != sorted(standing):
        raise Unreadable("Carlo's markers do not agree with the tiles from the bag (C67)")


def check_evaluated(state: Alcazaba) -> None:
    """Columns are evaluated from left to right, each until its markers or its things are gone (C57)."""
    for column in range(6):
        tile = state.laid[column]
        if column > state.column and tile == NO_TILE:
            raise Unreadable(f"something was taken from the {TYPES[column]} column before it was evaluated")
        lies = state.chip == column or any(TYPE[int(each)] == column for each in state.laid if each != NO_TILE)
        if column < state.column and lies and state.space.best(column, 0) != CELLS:
            raise Unreadable(f"the {TYPES[column]} column is not evaluated to its end")


def check_prize(state: Alcazaba) -> None:
    check_evaluated(state)
    if state.stage in (SITE, FIRST) and state.in_hand(state.actor) == 0:
        raise Unreadable("whoever wins something takes the marker back (C57)")
    if state.stage == FIRST and (state.chip != NOWHERE or state.round == ROUNDS):
        raise Unreadable("nobody has taken the first-player chip")
    if state.stage == SITE:
        if state.won == NO_TILE or TYPE[state.won] != state.column:
            raise Unreadable("the tile to be placed is not from this column")
        return
    if state.won != NO_TILE:
        raise Unreadable("a tile waits for nobody")
    if state.stage == CHOICE:
        best = state.space.best(state.column, 0)
        if best == CELLS or state.space.owner(state.column, best) != state.actor or len(state.things()) < 2:
            raise Unreadable("a seat is asked that has nothing to decide")


def read_ledger(state: Alcazaba, text: str) -> None:
    """What was counted at the scorings held; of the others there is nothing."""
    try:
        counted = bytes.fromhex(text)
    except ValueError:
        counted = b""
    row = state.players() * NUMBERS
    if len(counted) != 3 * row or any(counted[state.held * row :]):
        raise Unreadable("the ledger does not fit the players and the scorings held")
    state.ledger.counted = vec[u8](counted)
    if not counts_tiles_there_are(state.ledger, extra_tower=True):
        raise Unreadable("the ledger counts more tiles than there are")
    for scoring, rounds in enumerate(ROUNDS_BEFORE, start=1):
        if sum(sum(state.ledger.counts(scoring, column)) for column in range(6)) > LAID * rounds:
            raise Unreadable(f"at scoring {scoring} no more than {LAID * rounds} tiles had been laid out (C53)")
    if not counts_walls_there_are(state.ledger, state.seats):
        raise Unreadable("the ledger counts a longer wall than the tiles have (A24)")
    for player in range(state.players()):
        state.points[player] = sum(state.ledger.points(scoring, player) for scoring in (1, 2, 3))
