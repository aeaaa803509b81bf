"""A line of the log is JSON in UTC, and holds no secret."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sabika.server.common.logs import tell, write_logs
from tests.server.caller import Caller, Refused, full_table, hello
from tests.server.server_process import started_server
from tests.server.wire import run


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


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_at_a_terminal_a_line_is_plain_text(log: io.StringIO) -> None:
    screen = Terminal()
    write_logs(screen)
    tell("refused", logging.WARNING, why="stale", seconds=2.5)
    logging.getLogger("uvicorn.error").error("Invalid request: code=%s", TOKEN)
    first, second = screen.getvalue().splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d warning: refused, why stale, seconds 2.5", first)
    assert second.endswith("error: Invalid request: code=...")


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


@pytest.mark.process
def test_the_log_of_a_server_tells_what_happened_and_no_secret(tmp_path: Path) -> None:
    async def story(port: int) -> list[str]:
        ana, ben = await Caller(port).arrive("Ana Secretname"), await Caller(port).arrive("Ben")
        table = await full_table([ana, ben])
        code = (await ana.call("POST", "/api/me/codes"))["code"]
        phone = Caller(port)
        await phone.call("POST", "/api/people/codes", {"code": code})
        with pytest.raises(Refused):
            await phone.call("POST", "/api/people/codes", {"code": "WRONGCODE"})
        await Caller(port).ask("GET", f"/api/me?token={ana.token}", None)
        wire = await ana.socket(table)
        wire.say(hello())
        await wire.inbox.get()
        wire.transport.write(b"\xff" * 20)  # something for a library to complain about
        await wire.closed
        return [ana.token, ben.token, phone.token, code, "Secretname", "WRONGCODE"]

    with started_server(tmp_path, "--log", "debug") as running:
        secrets = run(lambda: story(running.port))
    log = "".join(running.log)
    lines = [msgspec.json.decode(line) for line in running.log]
    told = {line["event"] for line in lines}
    assert {"person arrived", "table made", "device added", "code refused", "stopped"} <= told
    assert [secret for secret in secrets if secret in log] == []
    assert (tmp_path / "key").read_text().strip() not in log
