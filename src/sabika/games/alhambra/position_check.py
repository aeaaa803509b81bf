"""Could a position that was read have come up? Everything that play relies on is checked here once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK, OVER
from sabika.games.alhambra.bank import Bank, index_of
from sabika.games.alhambra.facts import (
    COPIES,
    DIRK_TILES,
    EXTRA_TOWER_ADDED,
    EXTRA_TOWER_REPLACES,
    IDLE_TURNS,
    NO_CARD,
    SQUARES,
    START_MONEY,
)
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import (
    ACT,
    DEAL,
    DONE,
    GHOST,
    GIFTS,
    LAST,
    LEAVE,
    MONEY,
    OPENING,
    SHOW,
    SITE,
    STAGES,
    STALLED,
    TILES,
)
from sabika.games.parts.city_position_text import counts_tiles_there_are, counts_walls_there_are
from sabika.games.parts.ledger import NUMBERS
from sabika.games.parts.tiles import BIT, EXTRA_TOWER, FIRST_TOWER, NO_TILE, tiles_in

FEWEST_IN_PILES: Final[i64] = 40  # six hands and the display take at most 62 of 108 cards, two at most 30 of 72


def demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise Unreadable(otherwise)


def consistent(state: Alhambra) -> None:
    """What is being decided can be decided in this position, and what lies somewhere can lie there."""
    stage = state.stage
    demand(someone_is_asked(state), f"in the stage {STAGES[stage]} this is not what is asked, or nothing can answer it")
    demand(right_tower_gone(state), "one tower leaves for the extra one (A5)")
    tiles_of_dirk(state)
    demand((state.gifts > 0) == (stage in (GHOST, GIFTS)), "Dirk gets tiles at the start and after a scoring")
    demand(stage == ACT or (state.waiting != 0) == (stage in (SITE, LAST)), "tiles wait for nobody")
    demand(stage == LAST or not any(state.prizes), "last tiles are won at the end")
    demand(stage in (LAST, DONE) or all(tile == NO_TILE for tile in state.last), "last tiles are won at the end")
    demand((state.ending != 0) == (stage in (LAST, DONE)), "a game ends with the last tiles")
    demand(not state.due or stage in (MONEY, TILES), "a scoring is due at the end of a turn")
    if stage < ACT:
        being_set_up(state)
    else:
        in_play(state)
    ledger_of_scorings(state)


def someone_is_asked(state: Alhambra) -> bool:
    """Each stage asks luck, or the seat on turn, or an heir, or nobody; and there is something to answer."""
    stage = state.stage
    if stage == DONE:
        return state.actor == OVER
    if stage in (ACT, SITE):
        return state.actor == state.turn and len(state.moves()) > 0
    if stage == LAST:
        return state.actor >= 0 and state.waiting != 0
    if state.actor != LUCK or state.luck_total() <= 0:
        return False
    if stage in (OPENING, TILES):
        return index_of(state.market, NO_TILE) >= 0
    if stage in (SHOW, MONEY):
        return index_of(state.bank.display, NO_CARD) >= 0
    if stage in (GHOST, GIFTS):
        return state.seats == 2 and state.gifts <= tiles_in(state.bag)
    if stage == DEAL:
        return state.turn < state.seats and state.hands[state.turn].total() < START_MONEY
    return stage == LEAVE or (state.turn == state.seats and state.luck_total() > 1)


def right_tower_gone(state: Alhambra) -> bool:
    """Just one of the base towers where the extra one replaced it, else none."""
    if state.stage == LEAVE or state.extra_tower != EXTRA_TOWER_REPLACES:
        return state.gone == 0 and (state.stage != LEAVE or state.extra_tower == EXTRA_TOWER_REPLACES)
    return tiles_in(state.gone) == 1 and BIT[FIRST_TOWER] <= state.gone < BIT[EXTRA_TOWER]


def tiles_of_dirk(state: Alhambra) -> None:
    """At a table of two he gets six tiles at the start, and six more at the first scoring while there are any (A29)."""
    if state.seats != 2:
        demand(state.dirk == 0, "Dirk plays at a table of two")
        return
    got = tiles_in(state.dirk) + state.gifts
    if state.stage <= GHOST:
        demand(got == (DIRK_TILES if state.stage == GHOST else 0), f"Dirk begins with {DIRK_TILES} tiles (A29)")
    else:
        scored = 1 <= state.held <= 2
        least = 2 * DIRK_TILES if scored and state.bag and state.stage < LAST else DIRK_TILES
        demand(got >= least, f"Dirk has {least} tiles at least by now (A29)")
    if state.stage == GIFTS:
        most = DIRK_TILES if state.held == 1 else tiles_in(state.bag) // 3
        demand(state.gifts <= most, "Dirk gets fewer tiles at this scoring (A29)")


def full_market(state: Alhambra) -> None:
    """Tiles are replaced at the end of a turn, so a gap is a tile bought in this one (A19, A25)."""
    stage = state.stage
    gaps, waiting = sum(tile == NO_TILE for tile in state.market), tiles_in(state.waiting)
    if stage == ACT:
        demand(gaps == waiting, "a gap in the market is a tile that was bought in this turn and waits (A13, A19)")
    elif stage == SITE:
        demand(gaps >= waiting, "more tiles wait than were bought in this turn (A16)")
    elif stage == GIFTS:
        demand(gaps == 0, "the market is filled before Dirk gets his tiles (A19)")
    demand(state.bought == (stage in (ACT, SITE) and gaps > 0), "what was bought in this turn does not agree")
    demand(stage in (ACT, SITE, LAST, DONE) or gaps == 0 or state.idle == 0, "a tile was bought in this turn (A32)")
    shown = index_of(state.bank.display, NO_CARD) < 0 or state.bank.left == 0
    demand(
        stage not in (ACT, TILES, GIFTS) or shown,
        "the display is filled while there is money (A21)",
    )


def not_stalled(state: Alhambra) -> None:
    """So many turns without a purchase end the game (A32)."""
    most = IDLE_TURNS * state.seats
    if state.stage in (ACT, SITE):
        demand(state.idle < most, f"{most} turns without a purchase end the game (A32)")
    elif state.stage in (LAST, DONE):
        demand(state.idle == (most if state.ending == STALLED else 0), "the end does not agree with the idle turns")


def being_set_up(state: Alhambra) -> None:
    """Before the first turn nothing is built, spent or scored, and money is dealt seat by seat (A7)."""
    bank = state.bank
    demand(bank.spent.size() == 0 and bank.hidden == 0 and bank.start == 0, "the piles are made after the set-up")
    demand(state.held == 0 and state.idle == 0 and not state.bought, "nothing happens before the first turn")
    for city in state.cities:
        demand(city.size() == 0 and city.reserve == 0, "nothing is built before the first turn")
    demand(state.stage <= OPENING or index_of(state.market, NO_TILE) < 0, "the market is laid out first")
    demand(state.stage >= DEAL or state.turn == 0, "nobody has a turn yet")
    for seat in range(state.seats):
        dealt_in_turn(state, seat)


def dealt_in_turn(state: Alhambra, seat: i64) -> None:
    """A seat has its start money when its turn of the dealing is over, and nothing before it."""
    hand = state.hands[seat]
    if state.stage > DEAL or (state.stage == DEAL and seat < state.turn):
        demand(hand.total() >= START_MONEY, f"seat {seat + 1} was dealt less than {START_MONEY}")
    elif state.stage < DEAL or seat > state.turn:
        demand(hand.size() == 0, f"seat {seat + 1} holds money before it was dealt any")


def in_play(state: Alhambra) -> None:
    """Each scoring card is in the pile, or due, or was scored (A10, A20); in the pile it can still come up."""
    bank = state.bank
    copies: i64 = COPIES - 1 if state.seats == 2 else COPIES
    most = 36 * copies - SQUARES
    demand(state.turn < state.seats, "it is nobody's turn")
    full_market(state)
    not_stalled(state)
    demand(FEWEST_IN_PILES <= bank.start <= most, f"the piles had {FEWEST_IN_PILES} to {most} cards at the start")
    if state.stage == DONE:
        demand(state.held == 3, "the third scoring is always held")
    else:
        came_up = state.held + 1 if state.due else state.held
        demand(came_up + bank.hidden == 2, "the scoring cards do not agree with the scorings held")
    demand(
        scoring_cards_agree(bank),
        "the scoring cards do not agree with the cards drawn: one comes up in the second pile, one in the fourth (A10)",
    )


def scoring_cards_agree(bank: Bank) -> bool:
    """The first scoring card lies in the second pile and the second one in the fourth, until they come up (A10)."""
    drawn = bank.start - bank.left
    if bank.hidden == 2:
        return 0 <= drawn <= first_piles(bank, 2)
    return bank.hidden == 0 or first_piles(bank, 1) <= drawn <= first_piles(bank, 4)


def first_piles(bank: Bank, number: i64) -> i64:
    """How many cards the first piles had."""
    cards: i64 = 0
    for pile in range(i64(1), number + 1):
        cards += bank.pile_size(pile)
    return cards


def ledger_of_scorings(state: Alhambra) -> None:
    """None has counted more tiles than there are, a longer wall than they have, or though it was not held."""
    towers = state.extra_tower == EXTRA_TOWER_ADDED
    demand(counts_tiles_there_are(state.ledger, towers), "the ledger counts more tiles than there are")
    demand(
        counts_walls_there_are(state.ledger, state.seats), "the ledger counts a longer wall than the tiles have (A24)"
    )
    for scoring in range(state.held + 1, i64(4)):
        counted = any(any(state.ledger.counts(scoring, source)) for source in range(NUMBERS))
        demand(not counted, "the ledger counts for a scoring that was not held")
