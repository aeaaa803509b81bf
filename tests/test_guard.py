"""A test that starts something and is not marked fails under `make check`, at once and with a reason."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

HEAD = """
import asyncio, contextlib, subprocess, sys, threading
import pytest

def start():
    subprocess.run([sys.executable, "-c", ""])
"""

TESTS = """
def test_lets_it_pass():
    start()

def test_catches_it():
    with contextlib.suppress(Exception):
        start()

def test_waits_for_an_answer_that_never_comes():
    async def work():
        asyncio.get_running_loop().call_soon(start)
        await asyncio.Event().wait()
    asyncio.run(work())

def test_waits_for_a_thread_that_never_ends():
    def work():
        with contextlib.suppress(Exception):
            start()
        threading.Event().wait()
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join()

@pytest.fixture
def late():
    yield
    with contextlib.suppress(Exception):
        start()
    threading.Event().wait()

def test_waits_at_its_end(late):
    pass

def test_starts_nothing():
    pass

@pytest.mark.process
def test_is_marked():
    start()
"""


@pytest.mark.process
def test_a_test_that_starts_something_unmarked_fails_at_once_and_the_others_run(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(HEAD + TESTS, encoding="utf-8")
    words = ["-v", "-n", "0", "-p", "tests.conftest", "-p", "no:cacheprovider", "--no-processes", "-c", os.devnull]
    command = [sys.executable, "-m", "pytest", *words, f"--rootdir={tmp_path}", str(file)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    said = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False).stdout
    assert "3 failed, 3 passed, 1 deselected" in said  # one catches the refusal, one meets it when it has passed
    assert ", 5 errors" in said
    assert "test_starts_nothing PASSED" in said
    assert said.count("\nstarted without the marker `process`: subprocess.Popen") >= 5
