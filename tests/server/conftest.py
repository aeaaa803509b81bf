"""Servers that several tests share: one as it comes, and one that lets tests do more than people may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.server_process import GENEROUS, ServerProcess, started_server


@pytest.fixture(scope="session")
def plain_server(process: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """With the limits of every server, but for requests and new people: all tests come from one address."""
    limits = {
        name: GENEROUS[name]
        for name in ("requests", "readings", "people_an_hour", "codes_an_hour", "address_tables_an_hour")
    }
    with started_server(tmp_path_factory.mktemp("plain"), limits=limits) as running:
        yield running
        assert running.failures() == []


@pytest.fixture(scope="session")
def open_server(process: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """With hardly any limits on how many."""
    with started_server(tmp_path_factory.mktemp("open"), limits=GENEROUS) as running:
        yield running
        assert running.failures() == []
