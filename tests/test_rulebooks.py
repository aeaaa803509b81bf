"""The rules in words: alike in all languages, the same in the documentation, and behind every number that is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lab.rulebooks import with_rules
from sabika.engine.game import Game
from sabika.games import GAMES
from sabika.locales import LANGUAGES, words_of
from sabika.locales.rulebook import Rulebook, rulebook

DOCS = Path(__file__).parents[1] / "docs"
NUMBER = re.compile(r"\b[ACDZ]\d{1,2}[a-e]?\b")
OURS = [game for name, game in GAMES.items() if (DOCS / f"{name}.md").exists()]


def book_of(game: Game, language: str = "en") -> Rulebook:
    found = rulebook(game, language)
    assert found is not None, (game.name, language)
    return found


def shape(book: Rulebook) -> list[object]:
    """What all languages have in common: numbers, marks of rulings, rules named, figures."""
    found: list[object] = [book.tables, book.borrows, [each.id for each in book.rulings]]
    for section in book.sections:
        for rule in section.rules:
            marks = sorted(re.findall(r"\[[RA][^\]]*\]", rule.text))
            found.append((rule.id, marks, sorted(set(NUMBER.findall(re.sub(r"\[[RA][^\]]*\]", "", rule.text))))))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_languages_tell_the_same_rules(game: Game, language: str) -> None:
    found, english = shape(book_of(game, language)), shape(book_of(game))
    assert len(found) == len(english)
    for one, other in zip(found, english, strict=True):
        assert one == other
    for rule in book_of(game, language).texts().values():
        assert rule.strip() == rule != ""


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_documentation_is_made_of_them(game: Game) -> None:
    text = (DOCS / f"{game.name}.md").read_text(encoding="utf-8")
    assert with_rules(text, game) == text, "run `python -m lab.rulebooks docs`"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_rule_that_a_sentence_names_can_be_opened(game: Game) -> None:
    book = book_of(game)
    lent = {letter: book_of(GAMES[lender]) for letter, lender in book.borrows.items()}
    named = {number for sentence in words_of(game, "en").values() for number in NUMBER.findall(sentence)}
    assert named
    for number in named:
        texts = lent.get(number[0], book).texts()
        assert number in texts or number.rstrip("abcde") in texts, number


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_ruling_that_a_rule_names_is_told(game: Game) -> None:
    book = book_of(game)
    told = {number for each in book.rulings for number in re.findall(r"[XQ]\d+", each.id)}
    named = {
        n for text in book.texts().values() for mark in re.findall(r"\[[RA]([^\]]*)\]", text) for n in mark.split()
    }
    assert {each.strip(",") for each in named if each.strip(",")} <= told


def test_a_game_without_rules_in_words_has_none() -> None:
    from tests.examples.pig import PigGame

    assert rulebook(PigGame()) is None
