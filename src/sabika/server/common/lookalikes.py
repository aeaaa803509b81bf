"""Letters that readers cannot tell apart."""
# ruff: noqa: RUF001  these letters are what it is about

from __future__ import annotations

import unicodedata
from typing import Final

# Look-alikes of Latin letters in Cyrillic, Greek, Armenian and digits; i and l are the same, since I looks like both.
LOOKALIKES: Final = {
    "a": "АаΑαɑ@4",
    "b": "ВвΒβЬь8",
    "c": "СсϹϲ",
    "d": "ԁԀ",
    "e": "ЕеΕεЄєё3",
    "f": "Ϝғ",
    "g": "ɡցԌ",
    "h": "НнΗһҺ",
    "j": "Јј",
    "k": "КкΚκ",
    "l": "iIІіΙιıӀӏ1|!",
    "m": "МмΜ",
    "n": "ΝηոпПи",
    "o": "ОоΟοσօӨө0",
    "p": "РрΡρ",
    "q": "Ԛԛ",
    "r": "гᴦ",
    "s": "Ѕѕ5$",
    "t": "ТтΤτ7",
    "u": "υս",
    "v": "νѵѴ",
    "w": "Ԝԝшω",
    "x": "ХхΧχ",
    "y": "УуΥүγҮ",
    "z": "Ζζᴢ2",
}
PLAIN: Final = str.maketrans({look: letter for letter, looks in LOOKALIKES.items() for look in looks})


def skeleton(name: str) -> str:
    """A name as the eye sees it: without case, accents, widths and marks; look-alikes become one letter."""
    plain = unicodedata.normalize("NFKC", name).translate(PLAIN).casefold()
    bare = unicodedata.normalize("NFKD", plain).translate(PLAIN)
    return "".join(letter for letter in bare if letter.isalnum())
