"""For whoever runs a server: health, figures, backup and restore, and that none of it is public."""

from __future__ import annotations

import asyncio
import socket
import stat
import subprocess
from pathlib import Path

import httpx
import pytest

from sabika.server.ops.admin import ask, socket_place
from tests.server.caller import Caller, full_table
from tests.server.server_process import COMMAND, GENEROUS, ServerProcess, environment, started_server
from tests.server.wire import run


def sabika(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, env=environment(), timeout=60, check=False
    )


async def a_table(port: int) -> tuple[list[Caller], str]:
    people = [await Caller(port).arrive(name) for name in ("Ana", "Ben")]
    return people, await full_table(people)


def test_health_and_figures_on_the_local_socket_only(plain_server: ServerProcess) -> None:
    assert ask(plain_server.data, "GET", "/health") == (200, "well\n")
    status, figures = ask(plain_server.data, "GET", "/metrics")
    assert status == 200
    for name in ("sabika_sockets ", "sabika_outbox_bytes ", "sabika_tables ", "sabika_loop_lag_seconds_count "):
        assert name in figures
    assert stat.S_IMODE(socket_place(plain_server.data).stat().st_mode) == 0o600
    for path in ("/health", "/metrics", "/backup"):
        assert httpx.get(plain_server.url + path).status_code == 404
        assert httpx.post(plain_server.url + path, json="x").status_code in (404, 405)


@pytest.mark.process
def test_figures_on_an_address_of_ones_choice_but_no_backup(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with started_server(tmp_path, "--admin", f"127.0.0.1:{port}") as running:
        assert httpx.get(f"http://127.0.0.1:{port}/health").text == "well\n"
        assert "sabika_sockets" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert httpx.post(f"http://127.0.0.1:{port}/backup", json="x").status_code == 404
        assert httpx.get(f"http://127.0.0.1:{port}/api/games").status_code == 404
        assert httpx.get(f"{running.url}/health").status_code == 404
        for name, status in (("localhost", 200), ("evil.example", 403), ("evil.example:80", 403), ("", 403)):
            assert httpx.get(f"http://127.0.0.1:{port}/metrics", headers={"Host": name}).status_code == status


@pytest.mark.process
def test_figures_have_a_port_of_their_own(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["serve", "--data", str(tmp_path), "--port", str(port), "--admin", f"127.0.0.2:{port}"]
    found = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=60)
    assert found.returncode != 0
    assert f"--admin needs a port other than the public one, {port}" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.process
def test_a_data_folder_whose_path_is_too_long_for_a_socket(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 100)
    with started_server(folder):
        assert ask(folder, "GET", "/health")[0] == 200
        place = socket_place(folder)
        assert len(str(place)) < 100
        assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert not place.exists()


@pytest.mark.process
def test_a_backup_of_a_running_server_comes_back_whole(tmp_path: Path) -> None:
    file = tmp_path / "backup.db"

    async def record(running: ServerProcess, caller: Caller, table: str) -> str:
        return str(await Caller(running.port, caller.token).call("GET", f"/api/tables/{table}/record"))

    with started_server(tmp_path / "first") as running:
        people, table = run(lambda: a_table(running.port))
        before = run(lambda: record(running, people[0], table))
        done = sabika("backup", str(file), "--data", str(running.data))
        assert done.returncode == 0, done.stderr
        assert "The key is not" in done.stdout
        again = sabika("backup", str(file), "--data", str(running.data))
        assert again.returncode == 2
        assert "already exists" in again.stderr
    done = sabika("restore", str(file), "--data", str(tmp_path / "second"))
    assert done.returncode == 0, done.stderr
    key = (tmp_path / "first" / "key").read_bytes()
    assert key.strip() not in file.read_bytes()
    (tmp_path / "second" / "key").write_bytes(key)
    (tmp_path / "second" / "key").chmod(0o600)
    with started_server(tmp_path / "second") as running:
        assert run(lambda: record(running, people[0], table)) == before
    again = sabika("restore", str(file), "--data", str(tmp_path / "second"))
    assert again.returncode == 2
    assert again.stderr.count("\n") == 1


@pytest.mark.process
def test_a_backup_without_a_running_server(tmp_path: Path) -> None:
    with started_server(tmp_path / "data") as running:
        run(lambda: a_table(running.port))
    done = sabika("backup", str(tmp_path / "backup.db"), "--data", str(tmp_path / "data"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "backup.db").stat().st_size > 10_000


BAD = {
    "no tables there": (("backup", "{0}/x.db", "--data", "{0}/none"), "there are no tables in"),
    "no such backup": (("restore", "{0}/none.db", "--data", "{0}/d"), "there is no file"),
    "not a backup": (("restore", "{0}/letter.db", "--data", "{0}/d"), "no backup of ours"),
}


@pytest.mark.process
@pytest.mark.parametrize(("words", "about"), BAD.values(), ids=BAD)
def test_what_cannot_be_kept_or_restored_is_one_line(tmp_path: Path, words: tuple[str, ...], about: str) -> None:
    (tmp_path / "letter.db").write_text("Dear Ana, " * 500)
    done = sabika(*(word.format(tmp_path) for word in words))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert about in done.stderr


@pytest.mark.process
def test_a_backup_under_load_is_sound(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> None:
        people, table = await a_table(running.port)

        async def chat(caller: Caller) -> int:
            said = 0
            while not stop.is_set():
                await caller.command(table, "say", 0, text="x" * 400)
                said += 1
            return said

        stop = asyncio.Event()
        talking = asyncio.gather(*(chat(caller) for caller in people))
        done = await asyncio.to_thread(sabika, "backup", str(tmp_path / "b.db"), "--data", str(running.data))
        stop.set()
        assert done.returncode == 0, done.stderr
        assert sum(await talking) > 0

    with started_server(tmp_path / "data", limits=GENEROUS) as running:
        run(lambda: story(running))
    assert sabika("restore", str(tmp_path / "b.db"), "--data", str(tmp_path / "new")).returncode == 0
