"""Two and three machines in network namespaces: cables are pulled, servers and the database die, and play goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.server.hosts import forbidden


@pytest.mark.process
@pytest.mark.parametrize("servers", [2, 3])
def test_every_table_goes_on_whatever_cable_is_pulled(servers: int) -> None:
    if why := forbidden():
        pytest.skip(why)
    words = [sys.executable, "-m", "tests.server.partition", "--servers", str(servers), "--tables", "4"]
    done = subprocess.run(["unshare", "-nm", *words], capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 faults" in done.stdout
