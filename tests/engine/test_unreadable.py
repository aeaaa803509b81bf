"""Text from anywhere is read or called unreadable, in one line that is safe to print."""

from __future__ import annotations

import pytest

from sabika.engine.game import LONGEST_MESSAGE, Unreadable
from sabika.games import ALHAMBRA

JSON = {
    "a line separator in a name": b'{"type": "take", "ca\\u2028rds": []}',
    "an escape sequence in a name": b'{"type": "take", "\\u001b[31m": []}',
    "a very long name": b'{"type": "' + b"x" * 9000 + b'"}',
}


@pytest.mark.parametrize("text", JSON.values(), ids=JSON)
def test_the_message_is_one_short_line(text: bytes) -> None:
    with pytest.raises(Unreadable) as unreadable:
        ALHAMBRA.from_json(text)
    message = str(unreadable.value)
    assert message.startswith("not an action of Alhambra")
    assert message.isprintable()
    assert len(message) <= LONGEST_MESSAGE


@pytest.mark.parametrize("seat", ["0", "10", "9" * 5000, "٣", "-1", ""])
def test_a_sight_of_no_seat_is_unreadable(seat: str) -> None:
    position = ALHAMBRA.text(ALHAMBRA.start(2))
    assert ALHAMBRA.load_sight(f"alhambra seat 1 of {position}").seat == 0
    with pytest.raises(Unreadable):
        ALHAMBRA.load_sight(f"alhambra seat {seat} of {position}")
