"""What an environment does with an action that the mask forbids."""

from __future__ import annotations

from typing import Final

ILLEGAL: Final = ("raise", "default")  # raise IllegalAction, or make the default move and name the rule in `info`


def check_illegal(illegal: str) -> None:
    """ValueError with one line for an unknown answer to illegal actions."""
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
