"""The preview of a shared link to a finished game: names, points and the game's cover."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sabika.engine.registry import find
from sabika.server.common.ids import is_id
from sabika.server.http.headers import host_name, is_secure
from sabika.server.http.static import ASK_AGAIN, CLIENT, KINDS, StaticFiles, answer
from sabika.server.store.base import Store, StoreError
from sabika.server.table.listing import TableRow, Title

HEADING: Final = b"<title>Sabika</title>"  # in the client's page; the preview replaces it


class Previews:
    """The pages of tables: the client, with a preview for a finished game that may be watched."""

    def __init__(self, store: Store, files: StaticFiles, names: Collection[str]) -> None:
        self.store = store
        self.files = files
        self.names = names  # under which a link reaches this server from anywhere

    async def page(self, request: Request) -> Response:
        client = self.files.pages[CLIENT]
        tags = await self.tags(request)
        if not tags:
            return answer(client, request.headers)
        body = client.plain.replace(HEADING, tags.encode(), 1)
        return Response(body, headers={"Cache-Control": ASK_AGAIN}, media_type=KINDS[".html"])

    async def tags(self, request: Request) -> str:
        """The tags of a finished game's page; empty for any other."""
        row = await self.row(request.path_params["id"])
        title = None if row is None or row.status != "over" else msgspec.json.decode(row.title, type=Title)
        if row is None or title is None or title.scores is None or not title.watched:
            return ""
        told = result_text(row, title)
        return f"<title>{escape(told)}</title>" + "".join(map(tag, self.shown(request, row, told).items()))

    async def row(self, table: str) -> TableRow | None:
        """The table's row; none if the store is busy or the game is no longer installed: the page is sent anyway."""
        try:
            row = await self.store.row(table) if is_id(table) else None
            if row is not None:
                find(row.game)
        except (StoreError, ValueError):
            return None
        return row

    def shown(self, request: Request, row: TableRow, told: str) -> dict[str, str]:
        """Addresses must be absolute, so they need a server that knows its own name."""
        found = {"og:type": "website", "og:site_name": "Sabika", "og:title": told}
        if host_name(request.headers) in self.names:
            here = f"{'https' if is_secure(request.scope) else 'http'}://{request.headers['host']}"
            found["og:url"] = f"{here}/table/{row.id}"
            if f"covers/{row.game}.png" in self.files.pages:
                found["og:image"] = f"{here}/covers/{row.game}.png"
        return found


def tag(shown: tuple[str, str]) -> str:
    name, content = shown
    return f'<meta property="{escape(name)}" content="{escape(content)}" />'


def result_text(row: TableRow, title: Title) -> str:
    """Names and points, the best first: no other words, so it is right in every language."""
    game = find(row.game)
    names = [*(name or "?" for name in title.names), *[game.ghost] * (len(title.scores or []) - len(title.names))]
    won = title.winners or []
    order = sorted(zip(names, title.scores or [], range(len(names)), strict=True), key=lambda each: -each[1])
    told = [f"{'★ ' if player in won else ''}{name} {points}" for name, points, player in order]
    return f"{game.title} · {', '.join(told)}"
