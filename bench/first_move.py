"""From `pip install` of the wheel in dist/ to a first move, in an empty environment and with pip's cache warm.

make package && python -m bench.first_move

Aims: a wheel of at most 3.5 MB, and the first move within 10 seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from time import perf_counter

from bench.environment import machine

DIST = Path(__file__).parents[1] / "dist"
AIM = 10.0  # seconds
MOVE = "import sabika; table = sabika.Table.deal('alhambra', 2); table.play(table.moves()[0]); print(table)"


def run(python: Path, *words: str) -> None:
    subprocess.run([str(python), *words], check=True, capture_output=True)


def environment(folder: Path) -> Path:
    """The Python of a new environment with nothing in it but pip."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def seconds(wheel: Path, python: Path) -> tuple[float, float]:
    """What install and first move take: on the clock, and of the processor."""
    clock, before = perf_counter(), os.times()
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    run(python, "-c", MOVE)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return perf_counter() - clock, spent


def main() -> None:
    wheels = list(DIST.glob("*.whl"))
    if len(wheels) != 1:
        sys.exit("there is no wheel in dist/: make package")
    with tempfile.TemporaryDirectory() as folder:
        seconds(wheels[0], environment(Path(folder, "first")))  # fills pip's cache
        clock, spent = seconds(wheels[0], environment(Path(folder, "second")))
    print(machine())
    print(f"{wheels[0].name}: {wheels[0].stat().st_size / 1e6:.2f} MB")
    note = "" if clock <= AIM else "   above the aim"
    print(f"from pip install to a first move: {clock:.1f} s, {spent:.1f} s of the processor; aim {AIM:.0f} s{note}")


if __name__ == "__main__":
    main()
