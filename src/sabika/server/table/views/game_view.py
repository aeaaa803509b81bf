"""The game as a viewer sees it, with the options of the player on turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, cast

import msgspec
from msgspec import UNSET, Raw

from sabika.engine.game import REMEMBERED, Game, named
from sabika.engine.table import Table
from sabika.server.protocol.views import Game as GameView
from sabika.server.protocol.views import Option
from sabika.server.table.table import TableState
from sabika.server.table.views.viewer import Look
from sabika.server.table.views.words import options_in_words

ENCODE: Final = msgspec.json.Encoder().encode


class Standing(NamedTuple):
    """The part of a game's view that all viewers share."""

    points: list[int]
    now: list[int]
    deadline: int | None
    banks: list[int]
    undo: list[int]  # by seat; a viewer is shown only his own
    digest: str


def game(look: Look) -> GameView | None:
    state, eyes = look.state, look.eyes
    table = state.table
    if table is None:
        return None
    decides = eyes is not None and eyes == state.asked and state.seating.seats[eyes].plays_itself
    view = table.view(eyes) if look.viewer.positions or look.viewer.words else None
    all_see: Standing = state.memo("standing", lambda: standing(state, table))
    return GameView(
        seat=eyes,
        position=view if look.viewer.positions else None,
        points=all_see.points,
        now=all_see.now,
        asked=state.asked,
        deadline=all_see.deadline,
        banks=all_see.banks,
        options=offered(look, table) if decides else None,
        default=named(table.game, table.state.default())[0] if decides else None,
        undo=max([all_see.undo[seat] for seat in look.seats], default=0),
        digest=all_see.digest,
        described=table.game.described(view) if look.viewer.words else UNSET,
    )


def decided(table: Table, words: bool) -> GameView:
    """A decision of a finished game, as its player saw it; access was checked before."""
    seat, state = table.actor, table.state
    view = table.view(seat)
    return GameView(
        seat=seat,
        position=view,
        points=points(table),
        now=state.gains_now(),
        asked=seat,
        deadline=None,
        banks=[0] * state.seats,
        options=options_in_words(table) if words else options(table),
        default=named(table.game, state.default())[0],
        undo=0,
        digest=table.digest,
        described=table.game.described(view) if words else UNSET,
    )


def offered(look: Look, table: Table) -> list[Option]:
    if look.viewer.words:
        return options_in_words(table)
    found: list[Option] = look.state.memo("options", lambda: options(table))
    return found


def standing(state: TableState, table: Table) -> Standing:
    return Standing(
        points=points(table),
        now=[0] * table.state.players() if table.over else table.state.gains_now(),
        deadline=None if state.seating.status != "playing" or state.seating.created.practice else state.deadline,
        banks=[seat.bank for seat in state.seating.seats],
        undo=[state.undoable(seat) for seat in range(len(state.seating.seats))],
        digest=table.digest,
    )


def points(table: Table) -> list[int]:
    return [int(table.state.score(player)) for player in range(table.state.players())]


def options(table: Table) -> list[Option]:
    """The legal moves; their text is cached, and only the preview is new."""
    game, moves = table.game, table.moves()
    previews = zip(moves, table.state.previews(moves), strict=True)
    found = [written_option(game, move) + ENCODE(preview) for move, preview in previews]
    return cast(list[Option], Raw(b"[" + b"},".join(found) + b"}]" if found else b"[]"))


@lru_cache(maxsize=REMEMBERED)
def written_option(game: Game, move: int) -> bytes:
    """An option up to its preview, which comes last."""
    return ENCODE(Option(*named(game, move), preview={})).removesuffix(b"{}}")


def option(table: Table, move: int) -> Option:
    notation, action = named(table.game, move)
    return Option(notation, action, table.state.preview(move))
