"""Tables of Zatre set up by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.dealer import ScriptedDealer
from sabika.engine.state import LUCK, State
from sabika.engine.table import Table
from sabika.games.zatre import ZATRE
from sabika.games.zatre.board import Board, new_board
from sabika.games.zatre.facts import ALL_TILES, UNIT, cell_at, values_of, x_of, y_of
from sabika.games.zatre.state import Zatre, new_zatre
from sabika.games.zatre.tabletop import DRAWING, LAYING
from sabika.games.zatre.view import ZatreView

Cell = tuple[int, int]


def tiles_of(values: Iterable[int]) -> int:
    """Tiles as the engine counts them."""
    return sum(UNIT[value] for value in values)


def board_with(tiles: Mapping[Cell, int]) -> Board:
    """A board on which these tiles were laid in earlier turns, in this order."""
    board = new_board()
    for (x, y), value in tiles.items():
        board.lay(value, cell_at(x, y))
    board.end_turn()
    return board


def board_of(state: Zatre) -> dict[Cell, int]:
    """The tiles on the board."""
    cells = [cell for cell in range(272) if state.board.tile(cell)]
    return {(x_of(cell), y_of(cell)): state.board.tile(cell) for cell in cells}


def laying(
    tiles: Mapping[Cell, int],
    held: Iterable[int],
    *,
    others: Sequence[Iterable[int]] = ((),),
    free: bool = False,
    teams: bool = False,
    late_bonus: int = 6,
    bag: int | None = None,
) -> Zatre:
    """Seat 1 is asked for a tile, on a board as it lies, with these tiles; then come the other seats with theirs.

    The bag may be cut to its first tiles: the rest is put in nobody's reach.
    """
    hands = [tiles_of(held), *(tiles_of(other) for other in others)]
    state = new_zatre(len(hands), teams, late_bonus, free)
    state.board = board_with(tiles)
    state.hands = vec[i64](hands)
    state.bag = ALL_TILES - sum(hands) - tiles_of(tiles.values())
    if bag is not None:
        state.bag = tiles_of(values_of(state.bag)[:bag])
    state.tied = 0
    state.stage = LAYING
    state.actor = 0
    return state


def drawing(tiles: Mapping[Cell, int], hands: Sequence[Iterable[int]], **more: bool | int) -> Zatre:
    """The last seat has just ended its turn and seat 1 begins."""
    first, *others = hands
    state = laying(tiles, first, others=others, **more)  # type: ignore[arg-type]
    state.stage = DRAWING
    state.actor = LUCK
    state.begin(0)
    return state


def play(state: Zatre, *moves: str) -> None:
    for move in moves:
        state.play(ZATRE.parse(move))


def notations(state: Zatre) -> list[str]:
    """The legal moves."""
    return [ZATRE.notation(move) for move in state.moves()]


def shown(state: State, viewer: int | None = None) -> ZatreView:
    """What a seat is shown; None: a spectator."""
    return ZATRE.view(state, viewer)


def deal(seats: int, draws: str, **options: str) -> Table:
    """A table whose first tiles are given, digit by digit."""
    return Table.deal("zatre", seats, options=options, dealer=ScriptedDealer(draws))
