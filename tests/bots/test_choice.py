"""What every bot has to do in every game: choose a legal move, the same one for the same seed and course."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sabika
from sabika import FastDealer, Table, bots
from sabika.bots import Bot
from sabika.engine.game import Game
from sabika.engine.registry import GAMES
from sabika.games.alhambra import moves
from sabika.games.alhambra.state import Alhambra
from sabika.games.parts.city_moves import GiveBuilding, PlaceBuilding, RemoveBuilding, ReserveBuilding, SwapBuilding
from sabika.games.parts.tiles import PRICE, TILE_NUMBER
from tests.examples.pig import PigGame, SecretPigGame
from tests.examples.registered import registered

EXAMPLES = {game.name: game for game in (PigGame(), SecretPigGame())}
ALL = [*GAMES, *EXAMPLES]
SHORT = 15  # decisions that are looked at where a whole game would take long
NAMES = [name + "@20" * hasattr(factory, "thinks") for name, factory in bots.HOUSE.items()]  # with few playouts


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with registered(*EXAMPLES.values()):
        yield


def players(name: str, seats: int) -> list[Bot]:
    return [bots.find(name)(seed) for seed in range(seats)]


def course(game: Game, name: str, most: int) -> list[int]:
    """The moves of a game that bots of one name play among themselves."""
    table = Table.deal(game, seats=2, dealer=FastDealer(3))
    seats = players(name, 2)
    chosen: list[int] = []
    while not table.over and len(chosen) < most:
        chosen.append(seats[table.actor].choose(table.sight))
        table.play(chosen[-1])
    return chosen


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ALL)
def test_a_bot_chooses_among_the_moves_it_is_given(game: str, name: str) -> None:
    table = Table.deal(sabika.games.find(game), seats=3, dealer=FastDealer(5))
    seats = players(name, 3)
    for _ in range(SHORT):
        if table.over:
            break
        move = seats[table.actor].choose(table.sight)
        assert move in list(table.moves())
        table.play(move)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ALL)
def test_the_same_seed_and_course_give_the_same_moves(game: str, name: str) -> None:
    known = sabika.games.find(game)
    assert course(known, name, SHORT) == course(known, name, SHORT)


@pytest.mark.parametrize("game", ALL)
def test_another_seed_gives_another_course(game: str) -> None:
    """Otherwise the test above would pass for a bot that always plays its first move."""
    known = sabika.games.find(game)
    others = [course(known, name, SHORT) for name in ("random", "novice")]
    assert others[0] != others[1]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", list(GAMES))
def test_a_sight_that_crossed_a_process_border_gives_the_same_move(game: str, name: str) -> None:
    table = Table.deal(game, seats=2, dealer=FastDealer(8))
    for seed in range(8):
        sight = table.sight
        read_back = table.game.load_sight(sight.text())
        move = bots.find(name)(seed).choose(sight)
        assert bots.find(name)(seed).choose(read_back) == move
        table.play(move)


def test_any_seed_will_do() -> None:
    table = Table.deal("alhambra", seats=2, seed=1)
    for seed in (0, -1, 2**63, 10**40):
        assert bots.find("random")(seed).choose(table.sight) in list(table.moves())


# The novice of Alhambra.


def novice_moves(deal: int) -> Iterator[tuple[moves.Named, list[moves.Named]]]:
    """A novice's moves of one game, each with all that were legal."""
    table = Table.deal("alhambra", seats=2, dealer=FastDealer(deal))
    seats = players("novice", 2)
    while not table.over:
        move = seats[table.actor].choose(table.sight)
        yield moves.action_of(move), [moves.action_of(each) for each in table.moves()]
        table.play(move)


def test_a_novice_means_no_harm_to_itself() -> None:
    kinds = set()
    for deal in range(4):
        for action, legal in novice_moves(deal):
            kinds.add(type(action))
            assert not isinstance(action, RemoveBuilding | SwapBuilding | GiveBuilding)
            if isinstance(action, moves.BuyBuilding):
                paid = sum(int(card[1]) for card in action.payment)
                assert paid - PRICE[TILE_NUMBER[action.tile]] <= 3
            if isinstance(action, ReserveBuilding):
                assert not any(isinstance(other, PlaceBuilding) for other in legal)
    assert {moves.TakeMoney, moves.BuyBuilding, PlaceBuilding} <= kinds


def test_a_novice_comes_round_to_buying() -> None:
    """Harmless is not idle: most of the tiles are sold."""
    table = Table.deal("alhambra", seats=2, dealer=FastDealer(2))
    seats = players("novice", 2)
    while not table.over:
        table.play(seats[table.actor].choose(table.sight))
    state = table.state
    assert isinstance(state, Alhambra)
    assert table.result.reason == "sold-out"
    assert min(city.size() for city in state.cities) >= 8
