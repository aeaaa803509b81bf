"""Places as people find them on a table: so far from the middle."""

from __future__ import annotations

from sabika.engine.phrase import Phrase


def seen_from_middle(x: int, y: int) -> Phrase:
    """`2 west and 1 south of the fountain`; each game names its middle."""
    steps = (("east" if x > 0 else "west", abs(x)), ("south" if y > 0 else "north", abs(y)))
    ways = [Phrase(f"way.{way}", {"n": n}) for way, n in steps if n]
    return Phrase("cell.from", {"ways": ways}) if ways else Phrase("cell.middle")
