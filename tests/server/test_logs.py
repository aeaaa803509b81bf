"""A line of the log is JSON in UTC, and holds no secret."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import msgspec
import pytest

from sabika.server.logs import tell, write_logs


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    kept = {name: logging.getLogger(name).__dict__.copy() for name in ("sabika", "uvicorn", "asyncio")}
    stream = io.StringIO()
    write_logs(stream)
    yield stream
    for name, before in kept.items():
        logging.getLogger(name).__dict__.update(before | {"handlers": []})
        logging.getLogger(name).manager._clear_cache()  # type: ignore[attr-defined]  # levels were remembered


def test_a_line_tells_what_happened_when(log: io.StringIO) -> None:
    tell("joined", table="t1", seat=2)
    tell("refused", logging.WARNING, why="stale")
    lines = [msgspec.json.decode(line) for line in log.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["joined", "refused"]
    assert lines[0] | {"at": ""} == {"at": "", "level": "info", "event": "joined", "table": "t1", "seat": 2}
    assert lines[1]["level"] == "warning"
    assert lines[0]["at"].endswith("+00:00")


def test_an_exception_is_one_line_too(log: io.StringIO) -> None:
    try:
        raise RuntimeError("two\nlines")
    except RuntimeError:
        logging.getLogger("sabika").exception("broke")
    assert log.getvalue().count("\n") == 1
    assert "RuntimeError: two\\nlines" in log.getvalue()


TOKEN = "Zk3vN_-Qp0aB9xYw7uT5sR1o"
LEAKS = [
    f"Cookie: sabika={TOKEN}; theme=dark",
    f"__Host-sabika={TOKEN}",
    f"authorization: Bearer {TOKEN}",
    f'{{"token": "{TOKEN}"}}',
    f"code={TOKEN}",
]


@pytest.mark.parametrize("text", LEAKS)
def test_a_secret_that_a_library_repeats_does_not_come_through(log: io.StringIO, text: str) -> None:
    logging.getLogger("uvicorn.error").error("Invalid request: %s", text)
    try:
        raise RuntimeError(text)
    except RuntimeError:
        logging.getLogger("sabika").exception("broke")
    assert TOKEN not in log.getvalue()
    assert log.getvalue().count("...") >= 2
