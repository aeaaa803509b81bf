"""Who somebody is: a guest with a secret of 256 bits and nothing else; no account, no password."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from time import time
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from sabika.server.common.guests import Person, Session, fit_name
from sabika.server.common.limits import Rates
from sabika.server.http.headers import is_secure
from sabika.server.store.base import Store, StoreError

CODE_SECONDS: Final = 600
CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without look-alikes
CODE_LENGTH: Final = 10  # 49 bits, ten minutes, one use, few tries an hour from an address
NOTE_SECONDS: Final = 6 * 3600  # between two notes of a person's visit
COOKIE_SECONDS: Final = 400 * 86_400  # the longest time that browsers keep a cookie


def hashed(secret: str) -> bytes:
    """The hash under which a token or code is stored and looked up, so that no comparison's timing reveals anything."""
    return hashlib.sha256(secret.encode()).digest()


class Guests:
    """Guests, their devices, and the codes that add another device."""

    def __init__(self, store: Store, now: Callable[[], float] = time) -> None:
        self.store = store
        self.now = now
        self.noted = Rates(1, NOTE_SECONDS)

    def milliseconds(self) -> int:
        return int(self.now() * 1000)

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new person, with a token."""
        person = Person(secrets.token_hex(8), fit_name(name), self.milliseconds())
        token = secrets.token_urlsafe(32)
        await self.store.add_person(person, hashed(token))
        return person, token

    async def code(self, person: Person) -> str:
        """A code that signs this person in on another device, once and soon; it replaces the previous one."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self.store.add_code(person.id, hashed(code), self.milliseconds() + CODE_SECONDS * 1000)
        return code

    async def claim(self, code: str) -> tuple[Person, str] | None:
        """The code's person, with a new token for this device."""
        plain = code.upper().replace(" ", "").replace("-", "")
        person = await self.store.take_code(hashed(plain), self.milliseconds())
        if person is None:
            return None
        token = secrets.token_urlsafe(32)
        await self.store.add_token(person.id, hashed(token), self.milliseconds())
        return person, token

    async def session(self, scope: Scope) -> Session | None:
        """The session of a token: bearer before cookie; a wrong one gives none."""
        headers = Headers(scope=scope)
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        by_cookie = kind.lower() != "bearer"
        token = cookie_token(headers, is_secure(scope)) if by_cookie else bearer.strip()
        if not 16 <= len(token) <= 128:
            return None
        person = await self.store.person_by_token(hashed(token))
        if person is None:
            return None
        await self.note(person.id)
        return Session(person, hashed(token), by_cookie)

    async def note(self, person: str) -> None:
        """Note a visit now and then; if it cannot be saved, try again next time."""
        if self.noted.allows(person, self.now()):
            try:
                await self.store.note_seen(person, self.milliseconds())
            except StoreError:
                self.noted.forget(person)


# The cookie.


def cookie_name(secure: bool) -> str:
    """Over TLS, a name that browsers tie to this host and to TLS."""
    return "__Host-sabika" if secure else "sabika"


def cookie_token(headers: Headers, secure: bool) -> str:
    """The token in the Cookie header, the last of several; Python's own parser is quadratic."""
    begin, found = f"{cookie_name(secure)}=", ""
    for part in headers.get("cookie", "").split(";"):
        part = part.strip()
        if part.startswith(begin):
            found = part.removeprefix(begin).strip('"')
    return found


def cookie(token: str, secure: bool) -> str:
    """The header that sets a browser's token; an empty one removes it."""
    age = COOKIE_SECONDS if token else 0
    parts = [f"{cookie_name(secure)}={token}", "Path=/", f"Max-Age={age}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)
