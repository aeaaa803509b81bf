"""At the default limits, nothing that one address does at once holds up the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import LONG
from tests.server.attacks.cost import MOST
from tests.server.attacks.crowds import CROWDS
from tests.server.attacks.together import GROWTH, report, trial

PAGE = Path(__file__).parents[3] / "docs" / "security.md"
SOME = [
    "hello again and again",
    "records of a drawn-out game",
    "checks of a drawn-out game",
    "replays of a usual game",
    "questions at a table",
    "everything",
]


@pytest.mark.process
def test_one_address_holds_nobody_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, failures = trial(tmp_path, None if LONG else SOME, seats=6 if LONG else 4)
    with capsys.disabled():
        print(f"\n{report(found)}")
    assert failures == []
    assert [name for name, one in found.items() if not one.answers] == []  # else nothing was tried
    assert {name: (one.seconds, one.words) for name, one in found.items() if one.seconds > MOST} == {}
    assert {name: one.growth for name, one in found.items() if one.growth > GROWTH} == {}


def test_what_every_crowd_costs_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in CROWDS if f"| {name} | " not in page] == []
