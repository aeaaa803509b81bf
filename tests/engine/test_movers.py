"""Who moved for a seat stands in brackets in the record."""

from __future__ import annotations

import pytest

from sabika.engine.table import Table


def test_a_mover_is_named_in_the_record() -> None:
    table = Table.deal("alhambra", seats=2, seed=1)
    table.play(table.state.default(), by=" a bot: no. 5 ")
    again = Table.replay(table.saved)
    assert again.saved == table.saved
    assert " (a bot: no. 5): take" in again.saved


NAMES = {
    "a bracket ends the name": "bot) 1: take b4",
    "brackets in the name": "bot (version 2)",
    "a second line": "bot\n1: take b4",
    "blank": "  ",
    "too long": "b" * 41,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_that_would_spoil_the_record_is_not_taken(name: str) -> None:
    table = Table.deal("alhambra", seats=2, seed=1)
    before = table.saved
    with pytest.raises(ValueError, match="name"):
        table.play(table.state.default(), by=name)
    assert table.saved == before
