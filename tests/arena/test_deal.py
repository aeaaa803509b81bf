"""Equal deals: all games of a deal draw the same numbers."""

from __future__ import annotations

import pytest

from sabika.arena.deal import PairedDealer, mixed
from sabika.engine.registry import GAMES, find
from sabika.engine.state import LUCK, State
from sabika.games import ALHAMBRA


def dealt(deal: int, seed: int = 0, game: str = "alhambra") -> State:
    """A table after the set-up."""
    state, dealer = find(game).start(2), PairedDealer(seed, deal)
    while state.actor == LUCK:
        state.settle(dealer.answer(state))
    return state


def text(state: State) -> str:
    return find(state.game).text(state)


@pytest.mark.parametrize("game", GAMES)
def test_games_of_a_deal_begin_alike(game: str) -> None:
    assert text(dealt(4, game=game)) == text(dealt(4, game=game))


def test_other_deals_and_other_seeds_begin_otherwise() -> None:
    assert len({text(dealt(deal, seed)) for deal in range(10) for seed in range(10)}) == 100


def test_a_draw_of_one_kind_does_not_shift_those_of_another() -> None:
    """After one money card more, the tiles still come in the same order."""
    plain, shifted = PairedDealer(0, 9), PairedDealer(0, 9)
    state = ALHAMBRA.start(2)
    money = dealt(1)
    money.play(money.moves()[0])
    assert money.luck().kind == "money"
    shifted.answer(money)
    assert [plain.answer(state) for _ in range(20)] == [shifted.answer(state) for _ in range(20)]


def test_every_number_is_equally_likely() -> None:
    """The first tile of 2,000 deals: from each sixth of the bag about 333 times."""
    state = ALHAMBRA.start(2)
    total = state.luck().total
    assert total >= 54
    sixths = [PairedDealer(3, deal).answer(state) * 6 // total for deal in range(2000)]
    assert all(250 < sixths.count(n) < 420 for n in range(6))


def test_seeds_of_different_parts_differ() -> None:
    assert len({mixed(a, b) for a in range(30) for b in range(30)}) == 900
    assert mixed(1, 11) != mixed(11, 1)
    assert all(0 <= mixed(n) < 2**62 for n in range(100))
