"""Sentences for people, one JSON catalogue a language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import count, takewhile
from typing import Final

# Arguments that are words of the games, and the keys of those words; tiles, cards and dice stay in notation.
FAMILIES: Final = {"column": ("building.",), "currency": ("currency.",), "prize": ("dice.prize-", "chip.")}


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    text = resources.files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def say(language: str, key: str, args: Mapping[str, object]) -> str:
    """The sentence of a key with its arguments; `key#one` where `count` is 1, `key#you` where `who` is spoken to."""
    sentences = catalogue(language)
    if args.get("count") == 1 and f"{key}#one" in sentences:
        key = f"{key}#one"
    if args.get("who") == "you" and f"{key}#you" in sentences:
        key = f"{key}#you"
    return sentences[key].format_map({name: word(sentences, name, arg) for name, arg in args.items()})


def word(sentences: Mapping[str, str], name: str, arg: object) -> object:
    """What an argument is called in these sentences: a column by its building, a prize by what it brings."""
    keys = [f"{family}{arg}" for family in FAMILIES.get(name, ())]
    return next((sentences[key] for key in keys if key in sentences), arg)


def rules_of(game: str, language: str = "en") -> tuple[str, ...]:
    """The rules of a game in a dozen short paragraphs."""
    sentences = catalogue(language)
    numbers = takewhile(lambda n: f"rules.{game}.{n}" in sentences, count(1))
    return tuple(sentences[f"rules.{game}.{n}"] for n in numbers)
