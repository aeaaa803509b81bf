"""Letters that readers cannot tell apart."""
# ruff: noqa: RUF001  these letters are what it is about

from __future__ import annotations

import unicodedata
from typing import Final

# What looks like a letter of ours, in Cyrillic, Greek, Armenian or digits; i and l are one, for I is both.
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
    """What the eye sees of a name: no case, accents, widths or marks, and one letter for all that look like it."""
    plain = unicodedata.normalize("NFKC", name).translate(PLAIN).casefold()
    bare = unicodedata.normalize("NFKD", plain).translate(PLAIN)
    return "".join(letter for letter in bare if letter.isalnum())
