"""The rules of a game in words, rule by rule: one file a language in the game's room, beside its sentences."""

from __future__ import annotations

import sys
from importlib import resources

import msgspec
from msgspec import Struct

from sabika.engine.game import Game
from sabika.locales import ENGLISH


class RuleText(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule: its number, and what it says; [R] marks what is our own ruling, [A] an assumption about the box."""

    id: str
    text: str


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    rules: list[RuleText]


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """What we decided where the rulebooks are silent or unclear; `[R X1]` in a rule names it."""

    id: str
    question: str
    ruling: str


class RuleTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that belong to a rule. A cell like `building.tower` is the key of one of the game's sentences."""

    rule: str
    head: list[str]
    rows: list[list[str]]


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    sections: list[Section]
    rulings: list[Ruling]
    tables: list[RuleTable]
    borrows: dict[str, str]  # by the letter of their numbers: games whose rules this one uses as well

    def texts(self) -> dict[str, str]:
        """What each rule says, by its number."""
        return {rule.id: rule.text for section in self.sections for rule in section.rules}


def rulebook(game: Game, language: str = ENGLISH) -> Rulebook | None:
    """None for a game that has none in this language."""
    package = getattr(sys.modules.get(type(game).__module__), "__package__", None)
    file = resources.files(package).joinpath("rules", f"{language}.json") if package else None
    if file is None or not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=Rulebook)
