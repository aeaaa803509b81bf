"""A game that has no words of its own can still be told."""

from __future__ import annotations

import msgspec

from sabika.engine.phrase import Phrase, Player, fields
from sabika.engine.state import Event
from sabika.engine.step import HIDDEN, LuckStep
from tests.examples.pig import THROW, PigGame


def test_a_phrase_in_json() -> None:
    phrase = Phrase("event.name", {"who": Player(0), "other": [Player(1), "Dirk"], "how": Phrase("you"), "count": 2})
    assert msgspec.json.decode(msgspec.json.encode(phrase)) == {
        "key": "event.name",
        "args": {"who": {"player": 0}, "other": [{"player": 1}, "Dirk"], "how": {"key": "you", "args": {}}, "count": 2},
    }


def test_moves_by_their_notation() -> None:
    game = PigGame()
    state = game.start(2)
    assert game.told(state, THROW) == Phrase("plain.move", {"who": Player(0), "move": "throw"})
    assert game.choice(state, THROW).key == "plain.choice"


def test_luck_by_kind_and_outcome_unless_it_is_hidden() -> None:
    game = PigGame()
    assert game.luck_told(LuckStep("die", 1, 3, 6, "4")) == Phrase("plain.luck", {"kind": "die", "outcome": "4"})
    assert game.luck_told(LuckStep("cup", 1, -1, 6, HIDDEN, seen_by=1)) is None
    assert game.event_told(Event("held", {"seat": 0})) is None


def test_a_view_field_by_field() -> None:
    view = {
        "dice": [3, 0],
        "pot": 0,
        "last_throw": None,
        "seats": [{"hand": ["a", "b"], "chips": None}, {"hand": []}],
    }
    assert [phrase.args for phrase in fields(view)] == [
        {"name": "dice", "value": "3, 0"},
        {"name": "pot", "value": "0"},
        {"name": "seats", "n": 1, "value": "hand a, b, chips -"},
        {"name": "seats", "n": 2, "value": "hand -"},
    ]
    assert fields(["x"]) == [Phrase("plain.field", {"name": "position", "value": "x"})]
