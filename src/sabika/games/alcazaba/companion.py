"""The companion of Alcazaba: cities, Carlo's tiles, and scorings after rounds 1, 3 and 5 (C62 to C70)."""

from __future__ import annotations

from collections.abc import Mapping

from sabika.games.alcazaba.facts import ALL_TILES
from sabika.games.parts.companion.cities import CityCompanion, CityScore


class AlcazabaCompanion(CityCompanion):
    def begin(self, seats: int, options: Mapping[str, str]) -> CityScore:
        return CityScore(seats, ALL_TILES, "C62", skips=False, no_ghost=("C69", "refusal.C69"))
