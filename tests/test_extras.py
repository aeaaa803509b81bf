"""What is missing because it is an extra is told with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sabika.extras import Needing, need

ROOMS = {
    "PettingZoo": ("sabika.envs.aec", "pettingzoo", "envs"),
    "Gymnasium": ("sabika.envs.single", "gymnasium", "envs"),
    "many tables": ("sabika.envs.vector", "gymnasium", "envs"),
    "OpenSpiel": ("sabika.envs.openspiel", "pyspiel", "envs"),
    "arrays": ("sabika.envs.aec", "numpy", "envs"),
    "a dataset": ("sabika.dataset.parts", "pyarrow", "data"),
    "a report": ("sabika.arena.plots", "matplotlib", "sim"),
}


@pytest.mark.process
@pytest.mark.parametrize(("module", "package", "extra"), ROOMS.values(), ids=ROOMS)
def test_an_import_without_its_extra_says_what_to_install(module: str, package: str, extra: str) -> None:
    code = f"import sys\nsys.modules[{package!r}] = None\nimport {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert last.endswith(f" needs {package}: pip install 'sabika[{extra}]'")


def test_what_is_needed_is_looked_for_without_importing_it() -> None:
    need("a test", "pytest", "test")
    with pytest.raises(ValueError, match=r"^a trick needs no_such_package: pip install 'sabika\[tricks\]'$"):
        need("a trick", "no_such_package", "tricks")


def test_other_failures_stay_what_they_are() -> None:
    with pytest.raises(ImportError, match="cannot import name"), Needing("a test", "test"):
        from sabika.extras import nothing  # type: ignore[attr-defined]  # noqa: F401
