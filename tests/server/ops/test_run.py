"""Starting and stopping: what a person who runs a server meets."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
from pathlib import Path

import httpx
import pytest

from sabika.cli.serve import command
from sabika.server.ops.admin import ask
from sabika.server.ops.listen import CannotServe, server_key
from tests.server.server_process import COMMAND, ServerProcess, environment, started_server


def serve(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A server that is expected not to start."""
    return subprocess.run(
        [*COMMAND, "serve", *words], capture_output=True, text=True, env=environment(**more), timeout=30, check=False
    )


def complains(done: subprocess.CompletedProcess[str], about: str) -> None:
    """One line, exit code 2."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert about in done.stderr


@pytest.mark.process
def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        complains(serve("--data", str(tmp_path), "--port", str(other.getsockname()[1])), "Address already in use")


@pytest.mark.process
def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    complains(serve("--data", str(tmp_path / "file")), "cannot be written: File exists")
    complains(serve("--data", str(tmp_path / "file" / "below")), "cannot be written: Not a directory")


BAD_DATABASES = {
    "nobody answers": "postgresql://someone:hush@127.0.0.1:1/none",
    "not a database URL": "postgresql://:::",
}


@pytest.mark.process
@pytest.mark.parametrize("url", BAD_DATABASES.values(), ids=BAD_DATABASES)
def test_a_bad_database_url(tmp_path: Path, url: str) -> None:
    done = serve("--data", str(tmp_path), "--port", "0", "--database", url)
    complains(done, "the database cannot be opened")
    assert "hush" not in done.stderr


@pytest.mark.process
def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "sabika.db").write_text("Dear Ana, " * 1000)
    complains(serve("--data", str(tmp_path), "--port", "0"), "the database cannot be opened")


BAD_WORDS = {
    "no such limit": (("--limit", "speed=3"), "there is no limit 'speed'"),
    "a limit of nothing": (("--limit", "frame=0"), "the limit frame is a number above 0"),
    "an address that is not ours": (("--host", "192.0.2.7"), "cannot listen on 192.0.2.7"),
    "an address that is none": (("--host", "no.such.host.invalid"), "cannot listen on"),
    "a port too large": (("--port", "70000"), "70000 is not in the range"),
    "an admin address without a port": (("--admin", "localhost"), "an address is written host:port"),
}


@pytest.mark.process
@pytest.mark.parametrize(("words", "about"), BAD_WORDS.values(), ids=BAD_WORDS)
def test_bad_options(tmp_path: Path, words: tuple[str, ...], about: str) -> None:
    done = serve("--data", str(tmp_path), *(() if "--port" in words else ("--port", "0")), *words)
    done.stderr = done.stderr.lower()
    complains(done, about.lower())


@pytest.mark.process
def test_two_servers_on_one_folder(tmp_path: Path) -> None:
    with started_server(tmp_path):
        complains(serve("--data", str(tmp_path), "--port", "0"), "another server is running on")


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_stops_well(tmp_path: Path, number: int) -> None:
    running = ServerProcess(tmp_path).start()
    assert running.url.startswith("http://127.0.0.1:")
    assert running.stop(number) == 0
    assert running.failures() == []
    assert not list(tmp_path.glob("admin.sock*"))
    again = ServerProcess(tmp_path).start()  # in the same folder
    assert again.stop(number) == 0


@pytest.mark.process
def test_it_starts_and_stops_as_its_unit_says(tmp_path: Path) -> None:
    """With the options of the unit, its umask, a folder of its own and hardly any environment."""
    unit = (Path(__file__).parents[3] / "deploy" / "sabika.service").read_text(encoding="utf-8")
    words = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)[0].replace("/var/lib/sabika", str(tmp_path)).split()
    given = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    process = subprocess.Popen(
        [*COMMAND, *words, "--port", "0"],
        cwd="/",
        env={**given, "LANG": "C.UTF-8", "STATE_DIRECTORY": str(tmp_path)},
        umask=0o077,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
    assert found is not None
    tls = {"Host": "games.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    assert httpx.get(f"http://127.0.0.1:{found[1]}/api/games", headers=tls).status_code == 200
    assert ask(tmp_path, "GET", "/health")[0] == 200
    assert {stat.S_IMODE(file.stat().st_mode) & 0o077 for file in tmp_path.iterdir()} == {0}
    process.send_signal(getattr(signal, re.findall(r"^KillSignal=(\w+)$", unit, re.MULTILINE)[0]))
    errors = process.communicate(timeout=20)[1]  # as TimeoutStopSec
    assert process.returncode == 0
    assert not [line for line in errors.splitlines() if '"info"' not in line]


@pytest.mark.process
def test_for_the_same_network_it_shows_a_link_and_a_code(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--lan", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(),
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    first = [process.stdout.readline().rstrip("\n") for _ in range(10)]  # else it may be stopped before it draws
    process.terminate()
    picture = [*first, *process.stdout.read().rstrip("\n").splitlines()]
    process.wait(timeout=30)
    process.stdout.close()
    assert process.returncode == 0
    assert "http://" in line
    assert "0.0.0.0" not in line
    assert 10 < len(picture) < 24
    assert len(set(map(len, picture))) == 1
    assert set("".join(picture)) <= set("█▀▄ ")


def test_every_option_is_on_the_page_of_hosting() -> None:
    hosting = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    options = [word for option in command.params for word in option.opts]
    assert [word for word in options if f"`{word}" not in hosting] == []


# The key.


def test_the_key_is_made_once_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    key = server_key(tmp_path)
    assert len(key) == 32
    assert server_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_a_key_that_others_can_read_or_that_is_made_up_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_key(tmp_path)
    (tmp_path / "key").chmod(0o644)
    with pytest.raises(CannotServe, match="can be read by others"):
        server_key(tmp_path)
    for text in ("", "secret", "00" * 32, "ab" * 16):
        (tmp_path / "key").chmod(0o600)
        (tmp_path / "key").write_text(text)
        with pytest.raises(CannotServe, match="is not a key"):
            server_key(tmp_path)
    monkeypatch.setenv("SABIKA_KEY", "11" * 32)
    with pytest.raises(CannotServe, match="SABIKA_KEY is not a key"):
        server_key(tmp_path)
    monkeypatch.setenv("SABIKA_KEY", os.urandom(32).hex())
    assert len(server_key(tmp_path)) == 32
