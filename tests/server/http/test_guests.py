"""Guests, tokens, codes and cookies, over a real store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
from starlette.datastructures import Headers
from starlette.types import Scope

from sabika import bots
from sabika.locales import LANGUAGES, common
from sabika.server.common.guests import LONGEST_NAME, Session, fit_name
from sabika.server.common.limits import Limits
from sabika.server.common.metrics import Metrics
from sabika.server.http.guests import CODE_SECONDS, Guests, cookie, cookie_token, hashed
from sabika.server.live.tables import LiveTables
from sabika.server.socket.connection import Connection, Connections
from sabika.server.socket.outbox import Outbox
from sabika.server.store import Person, Unavailable, open_store
from sabika.server.store.sqlite.store import SqliteStore

START = 1_800_000_000.0


class Clock:
    now = START

    def __call__(self) -> float:
        return self.now


@contextlib.asynccontextmanager
async def people_in(folder: Path) -> AsyncIterator[tuple[Guests, Clock]]:
    store = await open_store(str(folder / "people.db"))
    clock = Clock()
    try:
        yield Guests(store, clock), clock
    finally:
        await store.close()


def scope(scheme: str = "http", **headers: str) -> Scope:
    return {"type": "http", "scheme": scheme, "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}


def test_a_token_is_who_it_was_given_to_and_is_stored_hashed(tmp_path: Path) -> None:
    async def story() -> None:
        async with people_in(tmp_path) as (people, _):
            ana, token = await people.welcome("Ana")
            ben, other = await people.welcome("Ben")
            assert len(token) >= 43  # 256 bits
            assert token != other
            session = await people.session(scope(authorization=f"Bearer {token}"))
            assert session is not None
            assert (session.person, session.by_cookie) == (ana, False)
            session = await people.session(scope(cookie=f"theme=dark; sabika={other}"))
            assert session is not None
            assert (session.person, session.by_cookie) == (ben, True)
            kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
            assert token.encode() not in kept
            assert hashed(token) in kept

    asyncio.run(story())


NOBODY = {
    "nothing": {},
    "no such token": {"authorization": "Bearer " + "x" * 43},
    "an empty token": {"authorization": "Bearer "},
    "a long token": {"authorization": "Bearer " + "x" * 10_000},
    "another scheme": {"authorization": "Basic " + "x" * 43},
    "an empty cookie": {"cookie": "sabika="},
    "half a cookie": {"cookie": "sabika"},
    "a strange cookie": {"cookie": 'sabika="\\\\; \x01'},
    "the cookie of TLS over plain http": {"cookie": "__Host-sabika=" + "x" * 43},
}


@pytest.mark.parametrize("headers", NOBODY.values(), ids=NOBODY)
def test_who_has_no_token_is_nobody(tmp_path: Path, headers: dict[str, str]) -> None:
    async def story() -> None:
        async with people_in(tmp_path) as (people, _):
            assert await people.session(scope(**headers)) is None

    asyncio.run(story())


def test_a_wrong_bearer_token_is_nobody_whatever_the_cookie(tmp_path: Path) -> None:
    async def story() -> None:
        async with people_in(tmp_path) as (people, _):
            _, token = await people.welcome("Ana")
            both = scope(authorization="Bearer " + "x" * 43, cookie=f"sabika={token}")
            assert await people.session(both) is None

    asyncio.run(story())


def test_a_code_opens_its_person_once_and_soon(tmp_path: Path) -> None:
    async def story() -> None:
        async with people_in(tmp_path) as (people, clock):
            ana, token = await people.welcome("Ana")
            code = await people.code(ana)
            found = await people.claim(f" {code[:5].lower()}-{code[5:]} ")  # as people type it
            assert found is not None
            assert found[0] == ana
            assert found[1] != token
            assert await people.claim(code) is None  # once
            both = [await people.session(scope(authorization=f"Bearer {each}")) for each in (token, found[1])]
            assert [each.person for each in both if each is not None] == [ana, ana]

            late = await people.code(ana)
            clock.now += CODE_SECONDS + 1
            assert await people.claim(late) is None

            first, second = await people.code(ana), await people.code(ana)
            assert await people.claim(first) is None  # the later one replaced it
            assert await people.claim(second) is not None
            assert await people.claim("") is None

    asyncio.run(story())


NAMES = {
    "Ana": "Ana",
    "  Ana   María ": "Ana María",
    "Ana, Ben": "Ana Ben",
    "Ana (builder)": "Ana builder",
    "<script>alert(1)</script>": "<script>alert1</script>",  # never put into a page as HTML
    "x" * 100: "x" * LONGEST_NAME,
    "Zoë 🏰": "Zoë 🏰",
}


@pytest.mark.parametrize(("given", "kept"), NAMES.items())
def test_a_name_fits_on_a_table(given: str, kept: str) -> None:
    assert fit_name(given) == kept


IMPOSTORS = {
    "as it is": "builder",
    "in capitals": "  VIZIER ",
    "in brackets": "(random)",
    "in German": "Wesir",
    "in German, in capitals": "BAUMEISTER",
    "in Spanish, of two words": "Al  Azar",
    "in Hungarian": "Építőmester",
    "in Hungarian without accents": "epitomester",
    "in Italian": "costruttore",
    "in wide letters": "ｂｕｉｌｄｅｒ",  # noqa: RUF001
    "in mathematical letters": "𝓿𝓲𝔃𝓲𝓮𝓻",  # noqa: RUF001
    "with Cyrillic letters": "vizі\u0435r",  # noqa: RUF001
    "with Cyrillic capitals": "\u0410R\u0421\u041dIT\u0415\u0421\u0422",
    "with Greek capitals": "\u0391RC\u0397ITE\u0421T",
    "with I for l": "buiIder",
    "with digits": "bu1lder",
    "with an accent too many": "vizi\u00e9r",
    "with dots": "v.i.z.i.e.r",
    "with a number, as the terminal tells two apart": "builder 2",
    "with a number in German": "Wesir #12",
    "with a budget": "vizier@400",
}
PEOPLE = [
    "Ana",
    "Wilder",
    "Ana builder",
    "Vi",
    "Bauer",
    "Андрей",
    "Ελένη",
    "Olivér",
    "1",
    "22",
    "Ana 2",
    "R2D2",
    "builder's friend",
]


@pytest.mark.parametrize("name", IMPOSTORS.values(), ids=IMPOSTORS)
def test_nobody_is_called_like_a_bot(name: str) -> None:
    with pytest.raises(ValueError, match="name of a bot"):
        fit_name(name)


@pytest.mark.parametrize("name", PEOPLE)
def test_people_keep_their_names(name: str) -> None:
    assert fit_name(name) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_is_known_by_its_name_in_every_language(language: str) -> None:
    called = [common(language)[f"bot.{name}"] for name in bots.HOUSE]
    for name in called:
        with pytest.raises(ValueError, match="name of a bot"):
            fit_name(name)


@pytest.mark.parametrize("name", ["", "   ", "()", ",,,", "a\x00b", "\u202eevil", "a\u200bb"])
def test_a_name_of_nothing_or_of_tricks_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        fit_name(name)


COOKIES = {
    "alone": ("sabika=abc", "abc"),
    "among others": ("a=1; sabika=abc;b=2", "abc"),
    "of several the last": ("sabika=old; sabika=abc", "abc"),
    "in quotes": ('sabika="abc"', "abc"),
    "with an equals sign": ("sabika=abc=", "abc="),
    "another that begins alike": ("sabikaa=abc", ""),
    "another that ends alike": ("xsabika=abc", ""),
    "without a value": ("sabika", ""),
    "nothing": ("", ""),
    "separators": (";;=;=;", ""),
}


@pytest.mark.parametrize(("header", "token"), COOKIES.values(), ids=COOKIES)
def test_our_cookie_is_found(header: str, token: str) -> None:
    assert cookie_token(Headers({"cookie": header}), secure=False) == token


def test_the_cookie_is_bound_to_this_host_wherever_tls_is() -> None:
    plain, safe = cookie("abc", secure=False), cookie("abc", secure=True)
    assert plain.startswith("sabika=abc; Path=/; ")
    assert safe.startswith("__Host-sabika=abc; Path=/; ")
    for each in (plain, safe):
        assert "HttpOnly" in each
        assert "SameSite=Lax" in each
        assert "Domain" not in each
    assert safe.endswith("; Secure")
    assert "Secure" not in plain
    assert "Max-Age=0" in cookie("", secure=True)


# Open sockets.


class Shaky(SqliteStore):
    """Fails the first time that somebody is looked up."""

    failed = False

    async def person_by_token(self, token: bytes) -> Person | None:
        if not self.failed:
            self.failed = True
            raise Unavailable("the disk has gone")
        return await super().person_by_token(token)


class Noted(Connections):
    """Connections that only note who would be signed out."""

    out: asyncio.Future[bytes]

    def sign_out(self, token: bytes) -> None:
        self.out.set_result(token)


class Forgetful(SqliteStore):
    """Cannot note for the first time that somebody is here."""

    failures = 1

    async def note_seen(self, person: str, now: int) -> None:
        if self.failures:
            self.failures -= 1
            raise Unavailable("the disk is full")
        await super().note_seen(person, now)


def test_that_somebody_is_here_is_noted_the_next_time_though_the_store_failed_once(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Forgetful.open(tmp_path / "people.db")
        clock = [1_000.0]
        guests = Guests(store, lambda: clock[0])
        ana, _ = await guests.welcome("Ana")
        for clock[0] in (2_000.0, 3_000.0, 4_000.0):
            await guests.note(ana.id)
        assert [each.seen for each in await store.people(ana.id)] == [3_000_000]
        await store.close()

    asyncio.run(story())


def test_sessions_are_checked_again_though_the_store_failed_once(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Shaky.open(tmp_path / "people.db")
        guests = Guests(store)
        ana, token = await guests.welcome("Ana")
        limits = Limits(session_seconds=0.02)
        connections = Noted(LiveTables(store, bytes(32)), store, limits, Metrics())
        connections.out = asyncio.get_running_loop().create_future()
        connections.add(Connection(cast(Outbox, None), Session(ana, hashed(token), by_cookie=True), ""))
        checking = asyncio.create_task(connections.check_sessions())
        await store.drop_token(hashed(token))
        async with asyncio.timeout(10):
            assert await connections.out == hashed(token)
        checking.cancel()
        await store.close()

    asyncio.run(story())
