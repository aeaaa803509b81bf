"""The table of Alcazaba as a picture."""

from __future__ import annotations

from sabika.engine.svg import QUIET, Drawing, below, beside, colour_of, disc, framed, words
from sabika.games.alcazaba.view import AlcazabaColumnView, AlcazabaPlayerView, AlcazabaView
from sabika.games.parts.pictures.city import city, tiles
from sabika.games.parts.pictures.columns import column, dice


def picture(view: AlcazabaView) -> Drawing:
    """Columns with what lies in them, dice, and every city."""
    seats = len(view.players)
    heads = [words(f"round {view.round} · bag {view.bag_size} · scorings {view.scorings_held}", 11, QUIET)]
    columns = beside([prizes(each, seats) for each in view.columns], 22)
    won = [beside([words("→"), tiles([view.won])])] if view.won else []
    cities = beside([player(n, each, seats) for n, each in enumerate(view.players)], 28)
    ghost = [beside([words(f"Carlo {view.carlo.points}"), tiles(view.carlo.tiles)])] if view.carlo else []
    return framed(below([*heads, dice(view.turn), columns, *won, cities, *ghost], 14))


def prizes(view: AlcazabaColumnView, seats: int) -> Drawing:
    chip = "①" if view.first_player_chip else ""
    return below([column(view.building, view.markers, chip, seats), tiles(view.tiles)], 6)


def player(n: int, view: AlcazabaPlayerView, seats: int) -> Drawing:
    head = beside([Drawing(14, 14, disc(7, 7, 6, colour_of(n, seats))), words(f"{n + 1} · {view.points}", 13)], 4)
    return below([head, city(view.city), words(f"● {view.markers}", 11, QUIET)], 8)
