"""Positions that somebody sets up: are they possible, and whose decision is it? No table is needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sabika.engine.game import Game, named
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State
from sabika.server.protocol.answers import AdvisedMove
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import SetUp, Sketch
from sabika.server.table.create import known_game, read_position, settled_options

MOST_DRAWS: Final = 1_000  # before the first decision of a game


def set_up(sketch: Sketch) -> SetUp:
    """The position, or a new deal to begin with; raises ProblemError for an unknown game or number of seats."""
    game = known_game(sketch.game)
    draft = game.draft(sketch.text or dealt(game, sketch))
    try:
        text, state = read_position(game, draft.text, seen=False)
    except ProblemError as error:
        return SetUp(draft.text, error.problem.text, draft.spare, {}, None, [], [], 0)
    over = state.actor == OVER
    return SetUp(
        text=text,
        problem=None,
        spare=draft.spare,
        options=game.options_of(state),
        asked=None if state.actor < 0 else int(state.actor),
        points=[int(state.score(player)) for player in range(state.players())],
        now=[0] * state.players() if over else [int(points) for points in state.gains_now()],
        moves=len(state.moves()),
    )


def dealt(game: Game, sketch: Sketch) -> str:
    """The first decision of a new game."""
    options = settled_options(game, sketch.options)
    try:
        state = game.start(sketch.seats, options)
    except ValueError as problem:
        raise ProblemError("bad-seats", str(problem)) from None
    rng = Rng(sketch.seed)
    for _ in range(MOST_DRAWS):
        if state.actor != LUCK:
            break
        state.settle(rng.below(state.luck_total()))
    return game.text(state)


def asked_position(name: str, text: str) -> tuple[Game, State]:
    """A position in which somebody decides."""
    game = known_game(name)
    state = read_position(game, text, seen=False)[1]
    if state.actor < 0:
        raise ProblemError("no-hint", "Nobody decides in this position.")
    return game, state


def advised_moves(
    game: Game, state: State, thoughts: Iterable[tuple[int, float | None, float | None]]
) -> list[AdvisedMove]:
    """A bot's estimates of the moves: code, chance to win, margin."""
    return [AdvisedMove(*named(game, code), state.preview(code), win, margin) for code, win, margin in thoughts]
