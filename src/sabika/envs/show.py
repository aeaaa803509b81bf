"""A table as people see it, for `render`."""

from __future__ import annotations

from typing import Final

from sabika.engine.registry import find
from sabika.engine.state import LUCK, OVER, State
from sabika.locales import say

MODES: Final = ("ansi", "svg")


def check_mode(mode: str | None) -> None:
    """ValueError with one line for an unknown way to render."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is one of {', '.join(MODES)} or None, not {mode!r}")


def rendered(mode: str | None, state: State) -> str | None:
    """What a spectator is shown, as lines of text or as a picture; None without a mode."""
    if mode is None:
        return None
    return state._repr_svg_() if mode == "svg" else "\n".join([*lines_of(state), ""])


def lines_of(state: State) -> list[str]:
    """Whose turn it is, the score, then the position in words."""
    game = find(state.game)
    asked = {OVER: "over", LUCK: "luck"}.get(state.actor, f"seat {state.actor + 1}")
    points = " ".join(str(state.score(player)) for player in range(state.players()))
    phrases = game.described(game.view(state, None))
    return [f"{game.title}: {asked}; points {points}", *(say("en", each.key, each.args, game) for each in phrases)]
