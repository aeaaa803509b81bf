"""A digest of everything that players at a table were told: a copy of it proves that a record is the game they saw.

It begins with the header of the record and takes in one step after another, as a spectator reads it: luck without its
number, and blank if it was not public (the seed's commitment binds that). An undone move leaves no
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
    """The digest after these further steps."""
    for step in steps:
        digest = hashlib.sha256(digest + told(step).encode()).digest()
    return digest


def told(step: Step) -> str:
    """A step as everybody sees it during the game."""
    return str(step.shown_to(None).unnumbered() if isinstance(step, LuckStep) else step)
