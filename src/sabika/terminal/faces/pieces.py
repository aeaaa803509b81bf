"""Buildings and money on every screen: letters, signs and colours."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from sabika.terminal.screen import words

# Letter and colour of each building, the same on every screen, so that either is enough to recognise it.
BUILDING_STYLE: Final = {
    "pavilion": "bold #ffffff on #2a5caa",
    "seraglio": "bold #ffffff on #c0392b",
    "arcades": "bold #ffffff on #8a5a2b",
    "chambers": "bold #2b2b2b on #efe6d0",
    "garden": "bold #ffffff on #2e8b57",
    "tower": "bold #ffffff on #6c4a9e",
    "fountain": "bold #0b2b2a on #2aa7a1",
}
LETTER: Final = {name: name[0].upper() for name in BUILDING_STYLE}

COIN_STYLE: Final = {"y": "bold #d9b310", "g": "bold #3aa655", "b": "bold #4a86e8", "o": "bold #e8853a"}
COIN_SIGN: Final = {"y": "★", "g": "☾", "b": "◆", "o": "●"}


def card(name: str) -> Text:
    """A money card: letter and number, in the colour of its currency."""
    return words(name, COIN_STYLE[name[0]])
