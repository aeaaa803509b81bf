"""The box of Alhambra: money, places and points. The tiles are in `games/parts/tiles.py`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

CURRENCIES: Final = ("yellow", "green", "blue", "orange")  # of market squares 1 to 4 (A4)
COINS: Final = ("florin", "dirham", "dinar", "ducat")
LETTERS: Final = "ygbo"
VALUES: Final[i64] = 9  # money cards run from 1 to 9
CARDS: Final[i64] = 36  # kinds of money card: currency * 9 + value - 1
NO_CARD: Final[i64] = 255
CARD_NAMES: Final = [f"{letter}{value}" for letter in LETTERS for value in range(1, 10)]
CARD_NUMBER: Final = {name: number for number, name in enumerate(CARD_NAMES)}

COPIES: Final[i64] = 3  # of each card, 2 with two players (A3)
SQUARES: Final[i64] = 4  # of the market, and cards in the display (A4)
SMALL_MONEY: Final[i64] = 5  # several cards may be taken up to this sum (A12)
START_MONEY: Final[i64] = 20  # dealt to every player, or just above (A7)
PILES: Final[i64] = 5  # the scoring cards hide in the second and the fourth (A10)
DIRK_TILES: Final[i64] = 6  # at the start and after the first scoring (A29)
IDLE_TURNS: Final[i64] = 50  # times the seats without a purchase end the game (A32)

EXTRA_TOWER_OFF: Final[i64] = 0  # as the option names them: off, added, replaces (A5)
EXTRA_TOWER_ADDED: Final[i64] = 1
EXTRA_TOWER_REPLACES: Final[i64] = 2
