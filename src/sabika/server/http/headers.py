"""Security headers of every answer, and checks of where a request comes from."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'"
)
ALWAYS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OVER_TLS = {"Strict-Transport-Security": "max-age=31536000"}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class SafeHeaders:
    """Adds the headers to every answer, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, text in {**ALWAYS, **(OVER_TLS if is_secure(scope) else {})}.items():
                    headers[name] = text
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)


def is_secure(scope: Scope) -> bool:
    """Did the request come over TLS? A trusted proxy's word counts: uvicorn has put it into the scheme."""
    return scope.get("scheme") in ("https", "wss")


def host_is_ours(headers: Headers, names: Collection[str]) -> bool:
    """Is the request for one of the server's own names? A foreign name may have been pointed at this machine."""
    name = host_name(headers)
    return name in names or is_address(name)


def host_name(headers: Headers) -> str:
    """The host name of the request; empty if the header is malformed or there are two."""
    hosts = headers.getlist("host")
    try:
        host = urlsplit(f"//{hosts[0] if len(hosts) == 1 else ''}")
        _ = host.port  # ValueError when it is no number
    except ValueError:
        return ""
    return "" if "@" in host.netloc or host.path else host.hostname or ""


def is_address(name: str) -> bool:
    """Is it an address? Only names can be pointed elsewhere."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_foreign(scope: Scope, headers: Headers) -> bool:
    """Does the request come from another site's page? The browser says so, in Origin or in Sec-Fetch-Site."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        page = urlsplit(origin)
    except ValueError:
        return True
    schemes = ("https",) if is_secure(scope) else ("http", "https")  # a proxy may have taken the TLS off
    return page.scheme not in schemes or page.netloc.lower() != headers.get("host", "").lower()


def is_from_our_page(headers: Headers) -> bool:
    """Does the browser say that the request is from our page? Checked after `is_foreign`."""
    return "origin" in headers or headers.get("sec-fetch-site") == "same-origin"
