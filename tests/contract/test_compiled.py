"""The compiled rules and the Python they are compiled from are one: equal after every step of every game."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from sabika.engine.table import Table
from tests.contract import courses
from tests.contract.setups import COMPILED, GAMES, LONG, SETUPS, Setup, usual
from tests.contract.walks import choose, generator

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
RECORDED = ROOT / "tests/recorded"


def run(environment: dict[str, str], *args: str) -> list[str]:
    """The lines that a Python of its own prints; -P: nothing but the environment says where sabika is."""
    done = subprocess.run(
        [sys.executable, "-P", *args], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@cache
def compiled_environment() -> dict[str, str] | None:
    """Where the compiled package is found: here, or where Python finds it without being told; None: nowhere."""
    if COMPILED:
        return dict(os.environ)
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ask = "import sabika.engine.state as s; print(s.__file__)"
    try:
        (found,) = run(bare, "-c", ask)
    except (AssertionError, ValueError):
        return None
    return None if found.endswith(".py") else bare


def compare(paths: list[Path]) -> None:
    """Replay in both builds and compare digests."""
    compiled = compiled_environment()
    if compiled is None:
        pytest.skip("the installed sabika is not compiled: there is nothing to compare with its source")
    script = str(Path(courses.__file__))
    names = [str(path) for path in paths]
    fast = run(compiled, script, *names)
    slow = run({**compiled, "PYTHONPATH": str(SOURCE)}, script, *names)
    assert not fast[0].endswith(".py"), fast[0]
    assert slow[0] == str(SOURCE / "sabika/engine/state.py")
    for one, two in zip(fast[1:], slow[1:], strict=True):
        assert one == two, f"compiled and uncompiled differ before step {one.split()[1]} of {one.split()[0]}"
    assert len(fast) > len(paths)


def recorded(name: str) -> list[Path]:
    """The games of tests/recorded/ that are of this name."""
    return [path for path in sorted(RECORDED.glob("*.txt")) if f"\ngame: {name}\n" in path.read_text(encoding="utf-8")]


def played(setup: Setup, seed: int, folder: Path) -> Path:
    """The record of a random game in which all kinds of moves are made."""
    table = Table.deal(setup.game, setup.seats, seed=seed, options=dict(setup.options))
    rng = generator(setup, "compiled", seed)
    while not table.over:
        table.play(choose(table.game, table.state, rng, varied=True))
    path = folder / f"{setup}-{seed}.txt"
    path.write_text(table.record.text, encoding="utf-8")
    return path


def some_setups(name: str, seed: int) -> list[Setup]:
    """One for each number of seats, each with other options."""
    by_seats: dict[int, list[Setup]] = {}
    for setup in SETUPS[name]:
        by_seats.setdefault(setup.seats, []).append(setup)
    return [setups[(number + seed) % len(setups)] for number, setups in enumerate(by_seats.values())]


@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same_compiled_and_uncompiled(name: str, tmp_path: Path) -> None:
    new = [played(setup, seed, tmp_path) for seed in range(round(LONG)) for setup in some_setups(name, seed)]
    compare(recorded(name) + new)


def test_a_difference_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed mixed in one round more, against the compiled package as it is."""
    path = played(usual(next(iter(GAMES.values()))), 1, tmp_path)
    compare([path])
    wrong = tmp_path / "src"
    copy_source(wrong)
    rng = wrong / "sabika/engine/rng.py"
    text = rng.read_text(encoding="utf-8")
    assert "ROUNDS + 1" in text
    rng.write_text(text.replace("ROUNDS + 1", "ROUNDS + 2"), encoding="utf-8")
    monkeypatch.setattr("tests.contract.test_compiled.SOURCE", wrong)
    with pytest.raises(AssertionError, match="differ before step 0"):
        compare([path])


def copy_source(to: Path) -> None:
    for path in SOURCE.rglob("*"):
        if path.suffix in (".py", ".json"):
            copy = to / path.relative_to(SOURCE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
