"""Servers that several tests share: one as it comes, and one that lets tests do more than people may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import GENEROUS, House, house


@pytest.fixture(scope="session")
def plain_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With the limits of every house, but for requests and new people: all tests come from one address."""
    limits = {name: GENEROUS[name] for name in ("requests", "readings", "people_an_hour", "codes_an_hour")}
    with house(tmp_path_factory.mktemp("plain"), limits=limits) as running:
        yield running
        assert running.failures() == []


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With hardly any limits on how many."""
    with house(tmp_path_factory.mktemp("open"), limits=GENEROUS) as running:
        yield running
        assert running.failures() == []
