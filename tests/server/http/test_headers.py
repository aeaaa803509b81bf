"""Which requests are our own page's. What is sent with every answer is looked at in test_app.py, on a real server."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from sabika.server.http.headers import host_is_ours, is_foreign, is_from_our_page

NAMES = {"localhost", "games.example"}
HOSTS = {
    "localhost": True,
    "localhost:8000": True,
    "LOCALHOST:8000": True,
    "games.example": True,
    "127.0.0.1:8000": True,
    "192.168.1.20:8000": True,
    "[::1]:8000": True,
    "evil.example": False,
    "localhost.evil.example": False,
    "127.0.0.1.evil.example": False,
    "localhost:8000@evil.example": False,
    "localhost:many": False,
    "[::1": False,
    "evil.example@localhost": False,
    "localhost/evil.example": False,
    "": False,
}


@pytest.mark.parametrize(("host", "ours"), HOSTS.items())
def test_a_foreign_name_pointed_at_this_machine_is_not_ours(host: str, ours: bool) -> None:
    assert host_is_ours(Headers({"host": host}), NAMES) is ours


def test_of_two_hosts_neither_is_believed() -> None:
    twice = Headers(raw=[(b"host", b"localhost"), (b"host", b"localhost")])
    assert not host_is_ours(twice, NAMES)


FOREIGN = {
    "our page": ("http", {"origin": "http://localhost:8000"}, False),
    "our page behind a proxy that takes the TLS off": ("http", {"origin": "https://localhost:8000"}, False),
    "no browser": ("http", {}, False),
    "typed into the address bar": ("http", {"sec-fetch-site": "none"}, False),
    "another site": ("http", {"origin": "http://evil.example"}, True),
    "another port": ("http", {"origin": "http://localhost:9000"}, True),
    "another host of our domain": ("http", {"origin": "http://x.localhost:8000"}, True),
    "a page without an origin": ("http", {"origin": "null"}, True),
    "an extension": ("http", {"origin": "chrome-extension://localhost:8000"}, True),
    "not a URL": ("http", {"origin": "http://[localhost:8000"}, True),
    "an empty origin": ("http", {"origin": ""}, True),
    "a plain page asks over TLS": ("https", {"origin": "http://localhost:8000"}, True),
    "our page over TLS": ("wss", {"origin": "https://localhost:8000"}, False),
    "the browser says another site": ("http", {"sec-fetch-site": "cross-site"}, True),
    "the browser says another host": ("http", {"sec-fetch-site": "same-site"}, True),
    "the browser says so whatever the origin": (
        "http",
        {"sec-fetch-site": "cross-site", "origin": "http://localhost:8000"},
        True,
    ),
}


@pytest.mark.parametrize(("scheme", "given", "foreign"), FOREIGN.values(), ids=FOREIGN)
def test_another_sites_page_is_known_by_what_its_browser_says(
    scheme: str, given: dict[str, str], foreign: bool
) -> None:
    assert is_foreign({"scheme": scheme}, Headers({"host": "localhost:8000", **given})) is foreign


def test_only_a_browser_vouches_for_a_page() -> None:
    assert is_from_our_page(Headers({"origin": "http://localhost:8000"}))
    assert is_from_our_page(Headers({"sec-fetch-site": "same-origin"}))
    assert not is_from_our_page(Headers({"sec-fetch-site": "none"}))
    assert not is_from_our_page(Headers({}))
