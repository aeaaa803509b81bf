"""The files of the browser's client: read once, at the start, and compressed for clients that accept gzip.

Only files that existed at the start can be requested, by name, so no path leads out of the folder. They are
the same for everybody and hold no secret: only such answers are compressed.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

CLIENT: Final = "index.html"
CLIENT_PLACES: Final = (
    "",
    "table",
    "learn",
    "rules",
    "companion",
    "puzzles",
    "editor",
    "review",
    "me",
)  # paths inside the client, such as /table/ID, get the client itself
FOR_EVER: Final = "public, max-age=31536000, immutable"  # files with a hash in their names
ASK_AGAIN: Final = "no-cache"
WORTH_IT: Final = 0.9  # a compressed file must be at most this part of its size
KINDS: Final = {  # our own, since systems disagree on these
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}


class StaticFile(Struct, frozen=True):
    """A file ready to be sent."""

    plain: bytes
    zipped: bytes | None  # None: not worth it
    kind: str
    tag: str
    cache: str


class StaticFiles:
    """All files of a folder."""

    def __init__(self, folder: Path) -> None:
        files = (file for file in folder.rglob("*") if file.is_file())
        self.pages = {file.relative_to(folder).as_posix(): page(file) for file in files}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        asked = Headers(scope=scope)
        found = self.pages.get(file_of(scope["path"]))
        if found is not None:
            await answer(found, asked)(scope, receive, send)
        elif "text/html" in asked.get("accept", "") and CLIENT in self.pages:
            await lost(self.pages[CLIENT])(scope, receive, send)
        else:
            raise HTTPException(404)


def file_of(path: str) -> str:
    """The file name for a request's path."""
    name = path.removeprefix("/")
    return CLIENT if name.partition("/")[0] in CLIENT_PLACES else name


def page(file: Path) -> StaticFile:
    plain = file.read_bytes()
    zipped = gzip.compress(plain, 9, mtime=0)
    return StaticFile(
        plain,
        zipped if len(zipped) < WORTH_IT * len(plain) else None,
        KINDS.get(PurePosixPath(file).suffix, "application/octet-stream"),
        hashlib.sha256(plain).hexdigest()[:32],
        FOR_EVER if file.parent.name == "assets" else ASK_AGAIN,
    )


def answer(found: StaticFile, asked: Headers) -> Response:
    """The file in the requested encoding, or 304 if it has not changed."""
    zipped = found.zipped if reads_gzip(asked.get("accept-encoding", "")) else None
    tag = f'"{found.tag}"' if zipped is None else f'"{found.tag}-gzip"'  # another encoding needs another tag for caches
    headers = {"ETag": tag, "Cache-Control": found.cache, "Vary": "Accept-Encoding"}
    if is_known(tag, asked.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if zipped is None:
        return Response(found.plain, headers=headers, media_type=found.kind)
    return Response(zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=found.kind)


def lost(client: StaticFile) -> Response:
    """An unknown page: the client says that there is nothing here, and links to the home page."""
    return Response(client.plain, 404, {"Cache-Control": ASK_AGAIN}, client.kind)


def reads_gzip(accepted: str) -> bool:
    """Does Accept-Encoding name gzip, with a weight above zero?"""
    weights = dict(weighed(each) for each in accepted.lower().split(","))
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def weighed(coding: str) -> tuple[str, float]:
    name, _, weight = coding.partition(";")
    try:
        return name.strip(), float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return name.strip(), 0.0


def is_known(tag: str, known: str) -> bool:
    """Does If-None-Match name this tag?"""
    tags = [each.strip().removeprefix("W/") for each in known.split(",")]
    return tag in tags or tags == ["*"]
