"""deploy/nginx.conf in front of two servers: all who sit at one table meet at one server, and another when it dies."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.caller import Caller, Refused, full_table, hello
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.wire import Wire, run

CONF = Path(__file__).parents[3] / "deploy" / "nginx.conf"
TABLES = 6
SOON = 60.0

AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {rules}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        return int(bound.getsockname()[1])


def rules(port: int, servers: list[ServerProcess]) -> str:
    """The file as it is, with the addresses of a test and without TLS."""
    text = re.sub(r"^ *ssl_.*\n", "", CONF.read_text(), flags=re.MULTILINE)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    for number, server in enumerate(servers, start=8001):
        text = text.replace(f"127.0.0.1:{number} ", f"127.0.0.1:{server.port} ")
    return text


@contextmanager
def proxy(folder: Path, servers: list[ServerProcess]) -> Iterator[int]:
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        pytest.skip("nginx is not installed")
    port = free_port()
    folder.mkdir()
    (folder / "conf").write_text(AROUND.format(folder=folder, rules=rules(port, servers)))
    process = subprocess.Popen([nginx, "-c", str(folder / "conf"), "-e", str(folder / "error.log")])
    try:
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def two_servers(folder: Path, url: str) -> Iterator[list[ServerProcess]]:
    options = ("--database", url, "--pace", "0", "--proxy", "127.0.0.1")
    servers: list[ServerProcess] = []
    try:
        for name in ("first", "second"):
            (folder / name).mkdir(mode=0o700)
            if servers:
                shutil.copy(servers[0].data / "key", folder / name / "key")
            servers.append(ServerProcess(folder / name, *options, limits=GENEROUS).start())
        yield servers
    finally:
        for server in servers:
            if server.alive():
                server.kill()


async def arrives(port: int, name: str) -> Caller:
    """As soon as the proxy is open."""
    while True:
        try:
            return await Caller(port).arrive(name)
        except (OSError, Refused, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)


async def all_here(callers: list[Caller], table: str) -> None:
    """Everybody at a table is on one server: only those who are does it count as connected."""
    while True:
        try:
            wires = [await caller.socket(table) for caller in callers]
            for wire in wires:
                wire.say(hello(positions=False))
            await asyncio.gather(*(sees_all(wire) for wire in wires))
            return
        except (OSError, TimeoutError):
            await asyncio.sleep(0.2)  # the proxy has not noticed yet


async def sees_all(wire: Wire) -> None:
    async with asyncio.timeout(10):
        while True:
            found: dict[str, Any] = msgspec.json.decode(await wire.inbox.get())
            if found["type"] == "presence" and all(found["present"]):
                return


async def story(port: int, servers: list[ServerProcess]) -> None:
    people = [await arrives(port, name) for name in ("Ana", "Ben", "Eva")]
    tables = [await full_table(people, "zatre") for _ in range(TABLES)]
    for table in tables:
        await all_here(people, table)
    servers[0].kill()
    for table in tables:
        await all_here(people, table)


@pytest.mark.process
def test_who_sits_at_one_table_meets_at_one_server(empty: str, tmp_path: Path) -> None:
    with two_servers(tmp_path, empty) as servers, proxy(tmp_path / "nginx", servers) as port:
        run(lambda: story(port, servers), SOON * 3)
