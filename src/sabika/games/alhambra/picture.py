"""The table of Alhambra as a picture."""

from __future__ import annotations

from sabika.engine.svg import QUIET, Drawing, below, beside, colour_of, disc, framed, rect, text, words
from sabika.games.alhambra.view import AlhambraSeatView, AlhambraView, SquareView
from sabika.games.parts.pictures.city import SIZE, city, tile, tiles

COINS = {"y": "#e3b52f", "g": "#5c9b57", "b": "#4b80b8", "o": "#d98541"}


def picture(view: AlhambraView) -> Drawing:
    """Market, display, and every city."""
    top = beside([*(square(each) for each in view.market), *(card(each) for each in view.display)])
    heads = [words(f"bag {view.bag_size} · pile {view.pile_size} · scorings {view.scorings_held}", 11, QUIET)]
    waiting = [beside([words("→"), tiles(view.waiting)])] if view.waiting else []
    ghost = [beside([words("Dirk"), words(str(view.dirk.points)), tiles(view.dirk.tiles)])] if view.dirk else []
    seats = beside([seat(n, each, len(view.seats)) for n, each in enumerate(view.seats)], 28)
    return framed(below([*heads, top, *waiting, seats, *ghost], 14))


def square(view: SquareView) -> Drawing:
    frame = rect(-3, -3, SIZE + 6, SIZE + 6, COINS.get(view.currency[0], QUIET), 'rx="3"')
    inside = tile(view.tile).shapes if view.tile else ""
    return Drawing(SIZE + 6, SIZE + 6, frame + inside)


def card(name: str | None) -> Drawing:
    """A money card by its name, `b4`."""
    if name is None:
        return Drawing(26, 36, rect(0, 0, 26, 36, "none", f'stroke="{QUIET}" rx="3"'))
    fill = COINS.get(name[0], QUIET)
    return Drawing(26, 36, rect(0, 0, 26, 36, fill, 'rx="3"') + text(13, 23, name[1:], 14, "#fff", "middle"))


def seat(n: int, view: AlhambraSeatView, seats: int) -> Drawing:
    head = beside([Drawing(14, 14, disc(7, 7, 6, colour_of(n, seats))), words(f"{n + 1} · {view.points}", 13)], 4)
    hand = [words(f"{view.hand_size} ▮")] if view.hand is None else [card(each) for each in view.hand]
    return below([head, city(view.city), beside(hand, 3)], 8)
