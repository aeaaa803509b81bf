"""What a link to a table shows elsewhere: the result of a finished game, and nothing of any other."""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
import pytest
from starlette.requests import Request

from sabika.server.common.ids import new_id
from sabika.server.http.app import STATIC
from sabika.server.http.preview import Previews
from sabika.server.http.static import StaticFiles
from sabika.server.store.base import Store, StoreError
from sabika.server.table.listing import TableRow, row_of
from tests.server.memory_table import ANA, MemoryTable, begun

FILES = StaticFiles(STATIC)
HERE = "games.example"


class OneRow:
    """A store that knows one table, or is busy."""

    def __init__(self, row: TableRow | None) -> None:
        self.known = row

    async def row(self, table: str) -> TableRow | None:
        if self.known is None:
            raise StoreError("busy")
        return self.known if table == self.known.id else None


def page_of(row: TableRow | None, table: str, host: str = HERE, scheme: str = "https") -> str:
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": scheme,
        "path": f"/table/{table}",
        "headers": [(b"host", host.encode())],
        "path_params": {"id": table},
    }
    previews = Previews(cast(Store, OneRow(row)), FILES, {HERE})
    return bytes(asyncio.run(previews.page(Request(scope))).body).decode()


def finished(game: str = "alhambra", *, spectators: bool = True) -> TableRow:
    sitting: MemoryTable = begun(2, game=game, spectators=spectators)
    while not sitting.game.over:
        sitting.play()
    return row_of(sitting.state)


@pytest.fixture(scope="module")
def over() -> TableRow:
    return finished()


def test_a_finished_game_shows_names_points_and_its_cover(over: TableRow) -> None:
    page = page_of(over, over.id)
    scores = msgspec.json.decode(over.title)["scores"]
    for points in scores:
        assert f" {points}" in page
    assert "Alhambra · " in page
    assert "Dirk" in page
    assert "★ " in page
    assert f'<meta property="og:url" content="https://{HERE}/table/{over.id}" />' in page
    assert f'<meta property="og:image" content="https://{HERE}/covers/alhambra.png" />' in page
    assert "covers/alhambra.png" in FILES.pages
    assert '<script type="module"' in page  # it is the client all the same


def test_without_a_name_of_its_own_a_server_gives_no_addresses(over: TableRow) -> None:
    page = page_of(over, over.id, host="127.0.0.1:8000", scheme="http")
    assert "og:title" in page
    assert "og:url" not in page
    assert "og:image" not in page


def test_names_are_escaped(over: TableRow) -> None:
    title = {**msgspec.json.decode(over.title), "names": ['<script>"&', "Ben"]}
    page = page_of(msgspec.structs.replace(over, title=msgspec.json.encode(title)), over.id)
    assert "<script>&" not in page
    assert "&lt;script&gt;&quot;&amp;" in page


def test_any_other_table_is_the_client_and_nothing_else(over: TableRow) -> None:
    plain = FILES.pages["index.html"].plain.decode()
    played = row_of(begun(2).state)
    unwatched = finished(spectators=False)
    strange = msgspec.structs.replace(over, game="never-heard-of")
    for row, table in (
        (played, played.id),
        (unwatched, unwatched.id),
        (strange, strange.id),
        (over, new_id()),
        (over, "no id at all"),
        (None, over.id),
    ):
        assert page_of(row, table) == plain


def test_ana_is_named(over: TableRow) -> None:
    assert ANA.name in page_of(over, over.id)
