"""What somebody might send that is no move at all."""

from __future__ import annotations

import pytest

from sabika.engine.rule import E4
from sabika.engine.state import Refused
from sabika.engine.table import Table


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**64, 10**30])
def test_a_number_beyond_64_bits_is_no_move(number: int) -> None:
    """E4, as for any other number that is no code; compiled states take 64 bits."""
    table = Table.deal("alhambra", seats=2, seed=1)
    assert table.refusal(number) is E4
    assert table.why(number) == table.why(-1)
    with pytest.raises(Refused, match="E4"):
        table.play(number)


def test_a_truth_value_is_no_move() -> None:
    """Python counts it among the numbers."""
    table = Table.deal("alhambra", seats=2, seed=1)
    assert table.refusal(True) is E4
    assert table.why(True) == table.why(-1)
