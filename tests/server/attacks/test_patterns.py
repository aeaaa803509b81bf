"""Every regular expression of the server and of all that it asks takes time in line with the length of its input."""

from __future__ import annotations

import ast
import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from starlette.datastructures import Headers

from sabika.engine.record import OUTCOME
from sabika.server.common.limits import Limits, TooMuch, check_json, digits_of, long_integers
from sabika.server.http.guests import cookie_token
from tests.fuzz import some

SOURCES = Path(__file__).parents[3] / "src" / "sabika"
SHORT, LONG = 1_000, 8_000  # characters
AT_ONCE = 0.002  # seconds in which nothing quadratic gets through LONG characters
SLACK = 4  # times as long per character as before is still linear on a busy machine
TRIES = 8  # a machine that does something else for a while is not quadratic
CALLS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
ALPHABET = ['"', "\\", "[", "-", "0", "a", "=", ":", " ", ",", "/", "(", "\n"]

# What never meets input from outside, and why; all others have to be linear.
OURS = {
    r"//([^:@/\s]*):[^@\s]*@": "what a database driver says of the host's own settings",
    r"(?<![:\w]):(\w+)": "our own SQL",
    r"\s*--.*": "our own migrations",
    r"{(\w+)}": "our own paths",
    r"\w+": "our own paths",
}
LONG_INTEGERS = r"rb'(?<![0-9.eE+-])-?[0-9]{%d,}+(?![.eE+-])' % len(str(most))"

# Patterns that are no literals, by file and words: what comes of them, or why none meets input from outside.
MADE: dict[tuple[str, str], list[str | bytes]] = {
    ("engine/record.py", "rf'\\S{{1,{LONGEST_OUTCOME}}}'"): [OUTCOME.pattern],
    ("server/common/limits.py", "rb'[0-9]{%d}' % len(str(number))"): [digits_of(2**53).pattern],
    ("server/common/limits.py", LONG_INTEGERS): [long_integers(2**53).pattern],
    ("server/protocol/typescript.py", "rf'\\b{kind}\\b'"): [],  # our own types
    ("server/store/migrations/__init__.py", "word"): [],  # our own migrations
}
ROOMS = ("server", "engine", "games", "locales", "review", "bots")  # whatever a server runs that looks at texts
RUN = "import sys, sabika.server.ops.run, sabika.server.live.bot_worker; print(*sys.modules)"  # and what it loads
FILES = [file for room in ROOMS for file in sorted((SOURCES / room).rglob("*.py"))]


def literal(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return as_text(node.value)
    return None


def as_text(pattern: str | bytes) -> str:
    return pattern if isinstance(pattern, str) else pattern.decode("latin-1")


@cache
def given_in(file: Path) -> list[ast.expr]:
    """Whatever is a pattern: the first argument of a call of `re`, and `pattern=` of a message's field."""
    text = file.read_text(encoding="utf-8")
    if "re." not in text and "pattern" not in text:
        return []
    found = list[ast.expr]()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        found += [word.value for word in node.keywords if word.arg == "pattern"]
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func) in {f"re.{name}" for name in CALLS}:
            found += node.args[:1]
    return found


def words_of(node: ast.expr, file: Path) -> str:
    """As it is written, prefixes included."""
    return " ".join((ast.get_source_segment(file.read_text(encoding="utf-8"), node) or "").split()).replace('"', "'")


def patterns_in(file: Path) -> Iterator[str]:
    return (found for node in given_in(file) if (found := literal(node)) is not None)


def made_in(file: Path) -> Iterator[tuple[str, str]]:
    """Patterns that cannot be read here."""
    name = str(file.relative_to(SOURCES))
    return ((name, words_of(node, file)) for node in given_in(file) if literal(node) is None)


def all_patterns() -> dict[str, re.Pattern[str]]:
    found = {pattern for file in FILES for pattern in patterns_in(file)} - set(OURS)
    found |= {as_text(pattern) for patterns in MADE.values() for pattern in patterns}
    return {pattern: re.compile(pattern, re.DOTALL) for pattern in sorted(found)}


def seconds(work: Callable[[str], object], text: str) -> float:
    """Of processor time."""
    begun = time.thread_time()
    work(text)
    return time.thread_time() - begun


def is_linear(work: Callable[[str], object], unit: str, before: str, tries: int = TRIES) -> bool:
    short, long = (before + unit * (size // len(unit)) for size in (SHORT, LONG))
    for _ in range(tries):
        took = seconds(work, long)
        if took < AT_ONCE or took < SLACK * LONG / SHORT * seconds(work, short):
            return True
    return False


UNITS = ["".join(letters) for n in (1, 2) for letters in product(ALPHABET, repeat=n)]
BEFORE = ["", '"', "0", "token:", "luck a/1: 1 of 1 -> "]
PATTERNS = all_patterns()


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_a_pattern_is_linear(pattern: re.Pattern[str]) -> None:
    slow = [
        (unit, before)
        for unit, before in some(product(UNITS, BEFORE))
        if not is_linear(lambda text: [len(found.group()) for found in pattern.finditer(text)], unit, before)
    ]
    assert slow == []


def test_a_pattern_that_is_not_linear_is_found() -> None:
    """The one that let a body of 64 KiB stop a server for 14 seconds."""
    bad = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)
    assert not is_linear(lambda text: list(bad.finditer(text)), '\\"', "", tries=2)


def test_what_is_said_to_be_ours_is_there() -> None:
    assert set(OURS) <= {pattern for file in FILES for pattern in patterns_in(file)}


@pytest.mark.process
def test_whatever_a_server_and_its_bots_run_is_looked_at() -> None:
    loaded = subprocess.run([sys.executable, "-c", RUN], check=True, capture_output=True, text=True).stdout.split()
    rooms = {name.split(".")[1] for name in loaded if name.startswith("sabika.")}
    assert {room for room in rooms if (SOURCES / room).is_dir()} == set(ROOMS)


def test_every_pattern_that_cannot_be_read_is_listed() -> None:
    assert {made for file in FILES for made in made_in(file)} == set(MADE)


def test_a_pattern_that_is_put_together_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SOURCES", tmp_path)
    (tmp_path / "new.py").write_text('import re\nLONG = re.compile(rf"(a+)+{END}")\nSHORT = re.compile("a")\n')
    assert list(made_in(tmp_path / "new.py")) == [("new.py", "rf'(a+)+{END}'")]


def test_patterns_are_made_by_re_itself() -> None:
    """Under another name they would not be found."""
    lines = [line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if re.match(r"\s*(from re import|import (re as|regex|re2)\b)", line)] == []


@pytest.mark.parametrize("unit", [*some(UNITS), ";", "a=1;", "sabika=;"])
def test_a_cookie_is_found_in_linear_time(unit: str) -> None:
    def find(text: str) -> str:
        return cookie_token(Headers({"cookie": text}), secure=False)

    for before, after in product(("", 'sabika="'), ("", '"')):
        assert is_linear(lambda text, end=after: find(text + end), unit, before)  # type: ignore[misc]


@pytest.mark.parametrize("unit", some(UNITS))
def test_json_is_checked_in_linear_time(unit: str) -> None:
    """With large limits, so that it goes to the end; even the short text is too long to be let through at a glance."""
    large = Limits(depth=10**9, string=SHORT - 100, integer=2**53)

    def check(text: str) -> None:
        with contextlib.suppress(TooMuch):
            check_json(text.encode(), large)

    assert is_linear(check, unit, "")
    assert is_linear(check, unit, '"')
