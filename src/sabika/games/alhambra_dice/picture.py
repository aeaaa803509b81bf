"""The table of the Dice Game as a picture."""

from __future__ import annotations

from sabika.engine.svg import QUIET, Drawing, below, beside, colour_of, disc, framed, text, words
from sabika.games.alhambra_dice.view import AlhambraDiceColumnView, AlhambraDicePlayerView, DiceView
from sabika.games.parts.pictures.columns import column, dice


def picture(view: DiceView) -> Drawing:
    """Columns with their chips and tracks, dice, and what the players have."""
    seats = len(view.players)
    heads = [words(f"round {view.round} · scorings {view.scorings_held}", 11, QUIET)]
    columns = beside([with_track(each, seats) for each in view.columns], 26)
    players = below([player(n, each, seats) for n, each in enumerate(view.players)], 4)
    return framed(below([*heads, dice(view.turn, view.black_die), columns, players], 14))


def with_track(view: AlhambraDiceColumnView, seats: int) -> Drawing:
    shapes = ""
    for n, stack in enumerate(view.track):
        shapes += text(0, n * 16 + 12, stack.space, 11, QUIET)
        for at, each in enumerate(stack.players):
            shapes += disc(26 + at * 13, n * 16 + 8, 6, colour_of(each, seats))
    track = Drawing(90, max(1, len(view.track)) * 16, shapes)
    return below([column(view.building, view.markers, view.chip or "", seats), track], 6)


def player(n: int, view: AlhambraDicePlayerView, seats: int) -> Drawing:
    told = f"{n + 1} · {view.points} · ● {view.markers} · {' '.join(view.chips)}"
    return beside([Drawing(14, 14, disc(7, 7, 6, colour_of(n, seats))), words(told)], 4)
