"""`sabika` and nothing else: for a person the tables in the browser, whatever is running already; in a pipe help."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from pathlib import Path

import pytest

from sabika.cli.serve import PORT, has_screen
from sabika.server.ops.listen import ADDRESS, AlreadyServed, CannotServe, first_free
from tests.server.server_process import COMMAND, ServerProcess, environment, started_server
from tests.test_cli import Terminal


def at_home(folder: Path) -> dict[str, str]:
    """The variables of a person whose data is kept in this folder, and whose browser notes what it was shown."""
    browser = folder / "browser"
    browser.write_text(f"#!/bin/sh\necho \"$1\" >> '{folder}/shown'\n")
    browser.chmod(0o700)
    return {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "BROWSER": f"{browser} %s"}


def shown(folder: Path) -> list[str]:
    """The pages that the browser was shown."""
    file = folder / "shown"
    return file.read_text().split() if file.exists() else []


def address_in(text: str) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+/", text)
    assert found is not None, text
    return found[0]


@pytest.mark.process
def test_the_tables_open_in_the_browser_and_a_second_time_the_same_page_does(tmp_path: Path) -> None:
    variables = at_home(tmp_path)  # once: the first may be starting its browser when the second is started
    first = Terminal(**variables)
    first.wait_for("Tables are open at http://127.0.0.1:")
    second = Terminal(**variables)
    assert second.end() == 0
    first.type("\x03")
    address = address_in(second.text)
    assert first.end() == 0
    assert f"Tables are already open at {address}" in second.text
    assert shown(tmp_path) == [address, address]
    assert not (tmp_path / "sabika" / ADDRESS).exists()


EXPECTED = ("Tables are open at ", "Bots think slowly: ")  # the second where the rules are not compiled


@pytest.mark.process
def test_a_later_start_prints_the_address_and_nothing_else(tmp_path: Path) -> None:
    variables = at_home(tmp_path)
    for _ in range(2):
        terminal = Terminal(**variables)
        terminal.wait_for("Tables are open at http://127.0.0.1:")
        lines = terminal.text.splitlines()
        terminal.type("\x03")
        assert terminal.end() == 0
        lines += terminal.text.replace("^C", "").splitlines()
        assert [line for line in lines if line.strip() and not line.startswith(EXPECTED)] == []


@pytest.mark.process
def test_without_a_screen_the_address_is_printed_and_no_browser_started(tmp_path: Path) -> None:
    hidden = {**at_home(tmp_path), "BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    terminal = Terminal(**hidden, PATH=f"{tmp_path}:{os.environ['PATH']}")
    terminal.wait_for("Tables are open at http://127.0.0.1:")
    terminal.type("\x03")
    assert terminal.end() == 0
    assert shown(tmp_path) == []


@pytest.mark.process
def test_in_a_pipe_help_is_printed(tmp_path: Path) -> None:
    done = subprocess.run(COMMAND, capture_output=True, text=True, env=environment(**at_home(tmp_path)), timeout=60)
    assert done.returncode == 0
    assert "Commands:" in done.stdout
    assert shown(tmp_path) == []


@pytest.mark.process
def test_a_port_that_was_asked_for_is_taken_or_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        words = [*COMMAND, "serve", "--open", "--data", str(tmp_path), "--port", str(other.getsockname()[1])]
        done = subprocess.run(words, capture_output=True, text=True, env=environment(), timeout=60)
    assert done.returncode == 2
    assert "Address already in use" in done.stderr


@pytest.mark.process
def test_the_next_free_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with first_free("127.0.0.1", [port, port, 0]) as found:
            assert found.getsockname()[1] != port
        with pytest.raises(CannotServe, match=f"port {port}"), first_free("127.0.0.1", [port, port]):
            pass


@pytest.mark.process
def test_an_address_that_a_killed_server_left_behind_is_not_believed(tmp_path: Path) -> None:
    running = ServerProcess(tmp_path).start()
    assert (tmp_path / ADDRESS).read_text().strip() == f"{running.url}/"
    assert AlreadyServed(tmp_path).address == f"{running.url}/"
    running.kill()
    (tmp_path / ADDRESS).write_text("http://127.0.0.1:1/\n")
    with started_server(tmp_path) as again:
        assert (tmp_path / ADDRESS).read_text().strip() == f"{again.url}/"


def test_a_server_that_is_starting_has_no_address_yet(tmp_path: Path) -> None:
    assert AlreadyServed(tmp_path).address == ""
    assert str(tmp_path) in str(AlreadyServed(tmp_path))


SCREENS = {
    "X": ({"DISPLAY": ":0"}, True),
    "Wayland": ({"WAYLAND_DISPLAY": "wayland-0"}, True),
    "a browser that was named": ({"BROWSER": "firefox"}, True),
    "none": ({}, False),
}


@pytest.mark.parametrize(("variables", "there"), SCREENS.values(), ids=SCREENS)
def test_a_screen_is_known_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], there: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    assert has_screen() is there


def test_the_usual_port_is_the_one_that_the_docs_name() -> None:
    assert f"by default 127.0.0.1 and {PORT}" in (Path(__file__).parents[1] / "docs" / "hosting.md").read_text()
