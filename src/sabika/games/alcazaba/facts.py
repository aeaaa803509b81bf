"""The box of Alcazaba. Its tiles are Alhambra's 54 and the extra tower, see `games/parts/tiles.py`."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.games.parts.tiles import BASE_TILES, BIT, EXTRA_TOWER, TYPE

STACKS: Final[i64] = 5  # each with one tile of each type (C51)
FROM_STACK: Final[i64] = 6  # tiles of a stack, laid out each round (C53)
FROM_BAG: Final[i64] = 5  # tiles drawn from the bag each round (C53)
LAID: Final[i64] = 11  # tiles laid out each round
BAG: Final[i64] = 25  # tiles in the bag at first, the extra tower among them (C51)

ALL_TILES: Final[i64] = BIT[BASE_TILES] - 1 + BIT[EXTRA_TOWER]
# The base tiles of each type as masks; the extra tower is not among the towers, for no stack holds it.
OF_TYPE: Final = vec[i64]([sum(2**tile for tile in range(54) if TYPE[tile] == building) for building in range(6)])
