"""Phrases become the same sentences here and in the browser: both read the cases of phrases.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sabika import locales
from sabika.engine.phrase import Phrase, Player
from sabika.games import ZATRE

VECTORS = json.loads((Path(__file__).parent / "phrases.json").read_text(encoding="utf-8"))
CASES = {case["name"]: case for case in VECTORS["cases"]}


def read(arg: Any) -> Any:
    """An argument as a game gives it."""
    if isinstance(arg, list):
        return [read(each) for each in arg]
    if not isinstance(arg, dict):
        return arg
    if "player" in arg:
        return Player(arg["player"])
    return Phrase(arg["key"], {name: read(each) for name, each in arg.get("args", {}).items()})


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_phrase_becomes_its_sentence(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = VECTORS["catalogues"]
    monkeypatch.setattr(locales, "sentences", lambda language, game: locales.overlaid(spoken[language], spoken["en"]))
    reader = locales.Reader(ZATRE, VECTORS["names"], case.get("you"), case.get("language", "en"))
    assert reader.tell(read(case["phrase"])) == case["sentence"]
