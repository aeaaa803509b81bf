"""The companion of Alhambra: cities, Dirk's tiles, and three scorings of which one may never come (A22 to A30)."""

from __future__ import annotations

from collections.abc import Mapping

from sabika.games.parts.companion.cities import CityCompanion, CityScore
from sabika.games.parts.tiles import BASE_TILES, BIT, EXTRA_TOWER


class AlhambraCompanion(CityCompanion):
    options = ("extra_tower",)

    def begin(self, seats: int, options: Mapping[str, str]) -> CityScore:
        box = BIT[BASE_TILES] - 1 + (0 if options["extra_tower"] == "off" else BIT[EXTRA_TOWER])
        return CityScore(seats, box, "A27", skips=True, no_ghost=("A16", "refusal.A16-nobody"))
