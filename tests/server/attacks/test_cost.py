"""No input holds the loop for long, and none makes the server grow; `tests.server.attacks.cost` can try more."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from sabika.server.live.cache import SLICE
from sabika.server.protocol.commands import Questions, Say
from sabika.server.table.events import Entry
from sabika.server.table.table import TableState
from tests.fuzz import FACTOR
from tests.server.attacks.cost import GROWTH, KINDS, MOST, Place, report, trial
from tests.server.attacks.watched import Watch
from tests.server.caller import Caller
from tests.server.live_tables import opened
from tests.server.memory_table import ANA, TABLE, people
from tests.server.server_process import ServerProcess
from tests.server.wire import run

HEARD = ["JSON messages", "talk and seats", *(name for name in KINDS if name.startswith("questions: "))]
EACH = 15  # inputs of every kind; more with SABIKA_LONG
PAGE = Path(__file__).parents[3] / "docs" / "security.md"


@pytest.mark.process
def test_no_input_holds_the_loop_or_makes_the_server_grow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, failures = trial(round(EACH * FACTOR) * len(KINDS), seed=1, folder=tmp_path, entries=round(500 * FACTOR))
    with capsys.disabled():
        print(f"\n{report(found)}")
    assert failures == []
    assert [name for name in HEARD if not found[name].answered] == []  # else nothing was tried
    assert {name: cost.words for name, cost in found.items() if cost.seconds > MOST} == {}
    assert {name: cost.growth for name, cost in found.items() if cost.growth > GROWTH} == {}


def test_every_question_of_the_protocol_is_asked() -> None:
    asked = {name.removeprefix("questions: ") for name in KINDS if name.startswith("questions: ")}
    assert asked == {each.__struct_config__.tag for each in get_args(Questions)}


def test_what_every_kind_costs_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in KINDS if f"| {name} | " not in page] == []


def test_every_call_is_tried(plain_server: ServerProcess) -> None:
    """What joins the API joins the inputs too."""
    document = run(lambda: Caller(plain_server.port).call("GET", "/api/openapi.json"))
    calls = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    place = Place(1, ["ana", "ben"], {TABLE: 1}, TABLE, {TABLE: ["x"]}, {"sheet": [{}]})
    tried = (make(Random(n), place) for make in KINDS.values() for n in range(150))
    lines = {each[:200].split(b" HTTP/1.1\r\n")[0].decode("latin-1") for each in tried}
    assert {call for call in calls if not any(is_of(call, line) for line in lines)} == set()


def is_of(call: str, line: str) -> bool:
    return re.fullmatch(re.sub(r"{\w+}", "[^/?]+", call) + r"(\?.*)?", line) is not None


BUSY = """
import asyncio, sys, time
from pathlib import Path
from tests.server.attacks.watched import Watch, watch_loop

async def planted():
    end = time.thread_time() + 0.1
    while time.thread_time() < end:
        pass

watch_loop(Watch(Path(sys.argv[1])))
asyncio.run(planted())
"""


@pytest.mark.process
def test_what_holds_the_loop_is_noticed(tmp_path: Path) -> None:
    watch = Watch(tmp_path / "watch")
    subprocess.run([sys.executable, "-c", BUSY, str(tmp_path / "watch")], check=True)
    seconds, words = watch.take()
    assert seconds > MOST
    assert words.startswith("<Handle")
    assert watch.take() == (0.0, "")


def test_others_are_served_while_a_long_log_is_gone_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_turn: Counter[int] = Counter()  # entries by the turn of the loop in which they were gone through
    turn = 0
    plain = TableState.apply

    def counted(state: TableState, entry: Entry) -> None:
        in_turn[turn] += 1
        plain(state, entry)

    async def story() -> None:
        nonlocal turn
        async with opened(tmp_path) as tables:
            made = await tables.make(ANA, people(2))
            for n in range(300):
                await tables.command(made.id, ANA, Say(f"s{n}", 0, text="x"))
            monkeypatch.setattr(TableState, "apply", counted)
            reading = asyncio.create_task(tables.cache.from_log(made.id))
            while not reading.done():
                turn += 1
                await asyncio.sleep(0)

    asyncio.run(story())
    assert sum(in_turn.values()) > 300
    assert max(in_turn.values()) <= SLICE
