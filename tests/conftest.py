"""`make check` leaves out every test that starts a process or a server (--no-processes); here it is decided which.

Such a test has the marker `process`, or a fixture that asks for the fixture `process`. Any other that starts something
fails, whoever runs it, so nothing slips in.
"""

from __future__ import annotations

import multiprocessing.process
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.examples.installed import install

EVENTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec", "socket.bind"}

WEB = Path(__file__).parent / "web"

GRACE = 0.5  # seconds for a refused test to fail by itself: one that waits for what never comes is then failed


class Started(Exception):
    """A test has started something, and is not marked."""


class Guard:
    """Refuses to start anything, and remembers it for tests of code that catches the refusal."""

    def __init__(self) -> None:
        self.armed = False
        self.seen: list[str] = []

    def refuse(self, what: str) -> None:
        """Stop `what` while a test runs."""
        if self.armed:
            self.seen.append(what)
            signal.setitimer(signal.ITIMER_REAL, GRACE, GRACE)  # again and again: an event loop may swallow one
            raise Started(f"{what}: a test that starts something needs the marker `process`")

    def end(self, *_: object) -> None:
        """The time after a refusal is up."""
        if self.armed:
            pytest.fail(f"started without the marker `process`: {'; '.join(self.seen)}", pytrace=False)

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """An audit hook of Python's: called before each of its events."""
        if self.armed and event in EVENTS:
            self.refuse(f"{event} {arguments[:2]}")

    def install(self) -> None:
        """From now on; multiprocessing starts its processes without an event."""
        signal.signal(signal.SIGALRM, self.end)
        sys.addaudithook(self.hear)
        start = multiprocessing.process.BaseProcess.start

        def refused(process: multiprocessing.process.BaseProcess) -> None:
            self.refuse(f"process {process.name}")
            start(process)

        setattr(multiprocessing.process.BaseProcess, "start", refused)  # noqa: B010  an assignment has the wrong type


GUARD = Guard()


@pytest.fixture(scope="session")
def process() -> None:
    """For fixtures that start a process or a server: tests that use them get the marker."""


@pytest.fixture(scope="session")
def magpie(process: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the example package is installed."""
    return install(tmp_path_factory.mktemp("magpie"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-processes", action="store_true", help="leave out tests that start a process or a server")


def pytest_configure() -> None:
    GUARD.install()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.is_relative_to(WEB))  # last: a browser's event loop stays
    for item in items:
        if "process" in getattr(item, "fixturenames", ()):
            item.add_marker("process")
    if config.getoption("--no-processes"):
        left_out = [item for item in items if item.get_closest_marker("process")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("process")]


def guarded(item: pytest.Item) -> Generator[None]:
    """One phase of a test: nothing is started in it, and nothing ends it later."""
    GUARD.armed = not item.get_closest_marker("process")
    try:
        return (yield)
    finally:
        GUARD.armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    return (yield from guarded(item))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    return (yield from guarded(item))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    try:
        return (yield from guarded(item))
    finally:
        started, GUARD.seen = GUARD.seen, []
        if started:
            pytest.fail(f"started without the marker `process`: {'; '.join(started)}", pytrace=False)
