"""The example package in a folder of its own, which other processes find by PYTHONPATH; never in .venv."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

MAGPIE = Path(__file__).parent / "magpie"


def install(folder: Path) -> Path:
    """Build and install it as anybody would, from a copy: a build leaves things beside its sources."""
    sources = shutil.copytree(MAGPIE, folder / "sources")
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    target = folder / "installed"
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(sources)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return target


def knowing(folder: Path) -> dict[str, str]:
    """The environment of a process that knows what is installed in the folder."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    return os.environ | {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}
