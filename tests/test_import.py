"""`import sabika` is quick: what a program may never need waits until it is asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import sabika
from bench.import_time import import_seconds

LOADED = "import sys; before = set(sys.modules); import sabika; print(*set(sys.modules) - before)"
LATER = ("importlib.metadata", "importlib.resources", "sabika.bots", "sabika.envs", "sabika.server", "asyncio", "email")


@pytest.mark.process
def test_what_a_bare_import_leaves_for_later() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "sabika.games.zatre" in loaded
    assert [name for name in LATER if name in loaded] == []


def test_bots_are_there_when_they_are_asked_for() -> None:
    assert sabika.bots is import_module("sabika.bots")
    assert set(sabika.__all__) <= set(dir(sabika))
    with pytest.raises(AttributeError, match="module 'sabika' has no attribute 'nonsense'"):
        sabika.nonsense  # noqa: B018


@pytest.mark.process
def test_the_bench_times_the_import_in_a_process_of_its_own() -> None:
    (spent,) = import_seconds(rounds=1)
    assert spent > 0
