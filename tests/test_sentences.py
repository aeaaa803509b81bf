"""How a sentence is found, and how a phrase becomes one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from sabika.engine.phrase import Phrase, Player
from sabika.games import ALCAZABA, ALHAMBRA, ALHAMBRA_DICE, ZATRE
from sabika.locales import Reader, category, overlaid, rules_of, say, sentences, title_of, words_of
from tests.examples.pig import PigGame

NAMES = ["Ana", "Ben", "Carlo"]

PARTIAL = {
    "en": {"title": "Goose", "event.hop": "{who} hops", "event.hop#you": "you hop", "event.honk": "{who} honks"},
    "es": {"title": "Oca", "event.hop": "{who} salta", "you": "vos", "list.and": "{first} y también {last}"},
}


@pytest.fixture
def goose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PigGame:
    """A game of another package, whose Spanish is not finished."""
    (tmp_path / "goose" / "locales").mkdir(parents=True)
    (tmp_path / "goose" / "__init__.py").touch()
    for language, catalogue in PARTIAL.items():
        (tmp_path / "goose" / "locales" / f"{language}.json").write_text(json.dumps(catalogue), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "goose", raising=False)
    __import__("goose")

    class Goose(PigGame):
        parts = ("dice",)

    Goose.__module__ = "goose"
    return Goose()


def test_a_game_speaks_before_its_parts_and_these_before_everybody(goose: PigGame) -> None:
    assert say("es", "you", {}, goose) == "vos"
    assert say("es", "event.keep", {"who": "Ana", "dice": "3"}, goose) == say(
        "es", "event.keep", {"who": "Ana", "dice": "3"}, ALHAMBRA_DICE
    )
    assert say("es", "table.your-turn", {}, goose) == sentences("es")["table.your-turn"]


def test_what_a_language_lacks_is_said_in_english_and_what_nobody_says_by_its_key(goose: PigGame) -> None:
    assert say("es", "event.honk", {"who": "Ana"}, goose) == "Ana honks"
    assert say("fr", "event.honk", {"who": "Ana"}, goose) == "Ana honks"
    assert say("../en", "event.honk", {"who": "Ana"}, goose) == "Ana honks"
    assert say("es", "event.never", {"who": "Ana"}, goose) == "event.never"
    assert say("es", "event.honk", {}, goose) == "{who} honks"


def test_a_variant_is_never_of_another_language(goose: PigGame) -> None:
    assert say("en", "event.hop", {"who": "you"}, goose) == "you hop"
    assert say("es", "event.hop", {"who": "you"}, goose) == "vos salta"
    assert "event.hop#you" not in words_of(goose, "es")


def test_the_words_of_a_game_have_english_filled_in_and_nothing_common(goose: PigGame) -> None:
    words = words_of(goose, "es")
    assert words["event.honk"] == "{who} honks"
    assert words["title"] == title_of(goose, "es") == "Oca"
    assert "event.keep" in words
    assert "home.lead" not in words
    assert title_of(PigGame(), "es") == "Pig"
    assert rules_of(PigGame()) == ()


def test_the_parts_of_our_games_are_found() -> None:
    for game in (ALHAMBRA, ALHAMBRA_DICE, ALCAZABA):
        assert "building.tower" in words_of(game, "hu")
    assert "building.tower" not in words_of(ZATRE, "hu")


def test_one_many_and_other() -> None:
    assert [category("en", n) for n in (0, 1, 2, 1_000_000)] == ["other", "one", "other", "other"]
    assert [category("es", n) for n in (0, 1, 2, 1_000_000)] == ["other", "one", "other", "many"]


def test_the_first_catalogue_that_has_a_sentence_gives_all_its_variants() -> None:
    assert overlaid({"a": "1"}, {"a": "2", "a#you": "2", "b": "2"}) == {"a": "1", "b": "2"}


TOLD = {
    "of another": (Phrase("event.name", {"who": Player(0), "other": Player(1)}), None, "Ana names Ben first player"),
    "of the reader": (Phrase("event.name", {"who": Player(0), "other": Player(1)}), 0, "you name Ben first player"),
    "to the reader": (Phrase("event.name", {"who": Player(0), "other": Player(1)}), 1, "Ana names you first player"),
    "a phrase in a phrase": (
        Phrase("event.black", {"who": Player(1), "column": Phrase("building.tower")}),
        None,
        "Ben sets the black die to tower (D30)",
    ),
    "several things": (
        Phrase("event.keep", {"who": Player(2), "dice": ["2 towers", "a garden", Phrase("building.tower")]}),
        None,
        "Carlo keeps 2 towers, a garden and tower",
    ),
    "nothing": (Phrase("event.keep", {"who": Player(0), "dice": []}), None, "Ana keeps "),
    "one of something": (Phrase("dice.markers", {"count": 1}), None, "1 marker"),
    "much of something": (Phrase("dice.markers", {"count": 4}), None, "4 markers"),
}


@pytest.mark.parametrize(("phrase", "you", "expected"), TOLD.values(), ids=TOLD)
def test_a_phrase_is_told(phrase: Phrase, you: int | None, expected: str) -> None:
    assert Reader(ALHAMBRA_DICE, NAMES, you).tell(phrase) == expected


def test_the_reader_is_spoken_to_in_the_readers_language() -> None:
    phrase = Phrase("event.name", {"who": Player(0), "other": Player(1)})
    assert "du" in Reader(ALHAMBRA_DICE, NAMES, 0, "de").tell(phrase)
    assert "you" not in Reader(ALHAMBRA_DICE, NAMES, 1, "de").tell(phrase)
