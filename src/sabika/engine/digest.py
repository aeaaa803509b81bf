"""A digest of what everybody at a table was told: whoever kept it can show that a record is the game they saw.

It begins with the header of the record and takes in one step after another, as a spectator reads it: luck without its
number, and blank where not everybody saw it (the seed's commitment binds that). A move that was taken back leaves no
trace, so the digest follows from the record alone. See docs/luck.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from sabika.engine.step import LuckStep, Step

FORM = "sabika digest 1"


def opening(header: Iterable[str]) -> bytes:
    """The digest before the first step."""
    return hashlib.sha256("\n".join([FORM, *header]).encode()).digest()


def after(digest: bytes, steps: Iterable[Step]) -> bytes:
    """The digest once these steps were told too."""
    for step in steps:
        digest = hashlib.sha256(digest + told(step).encode()).digest()
    return digest


def told(step: Step) -> str:
    """A step as everybody is told it while the game goes on."""
    return str(step.shown_to(None).unnumbered() if isinstance(step, LuckStep) else step)
