"""Two and three machines in network namespaces: cables are pulled, servers and the database die, and play goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.server.hosts import forbidden
from tests.server.partition import CALM, GOAL, Report, Struck

SLACK = "6"  # times the goal, so that nothing depends on the speed of the machine; `make partition-test` has 1


@pytest.mark.process
@pytest.mark.parametrize("servers", [2, 3])
def test_every_table_goes_on_whatever_cable_is_pulled(servers: int) -> None:
    if why := forbidden():
        pytest.skip(why)
    words = [
        sys.executable,
        "-m",
        "tests.server.partition",
        "--servers",
        str(servers),
        "--tables",
        "4",
        "--slack",
        SLACK,
    ]
    done = subprocess.run(["unshare", "-nm", *words], capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 faults" in done.stdout


LINES = {
    "in time": (Struck("a cable", CALM, GOAL, GOAL), []),
    "nobody could go on before": (Struck("a cable", CALM, None, 3.0), []),
    "too late before it was mended": (Struck("a cable", CALM, GOAL + 0.1, 1.0), ["too late"]),
    "too late when it was mended": (Struck("a cable", 0.1, None, GOAL + 0.1), ["too late"]),
    "a machine that takes three times as long": (Struck("a cable", 3 * CALM, 3 * GOAL, 1.0), []),
    "too late even for that": (Struck("a cable", 3 * CALM, 3 * GOAL + 0.1, 1.0), ["too late"]),
}


@pytest.mark.parametrize(("struck", "found"), LINES.values(), ids=LINES)
def test_a_table_that_stands_still_too_long_is_a_fault(struck: Struck, found: list[str]) -> None:
    assert [each.partition(":")[0] for each in Report([struck]).late(slack=1.0)] == found
