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
CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is taken for another
CODE_LENGTH: Final = 10  # 49 bits, ten minutes, one use, few tries an hour from an address
NOTE_SECONDS: Final = 6 * 3600  # between two notes that somebody is here
COOKIE_SECONDS: Final = 400 * 86_400  # the longest that browsers keep one


def hashed(secret: str) -> bytes:
    """What is stored of a token or code. Looked up by this, so the time of a comparison reveals nothing."""
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
        """A new person and the token that is theirs."""
        person = Person(secrets.token_hex(8), fit_name(name), self.milliseconds())
        token = secrets.token_urlsafe(32)
        await self.store.add_person(person, hashed(token))
        return person, token

    async def code(self, person: Person) -> str:
        """A code that opens this person on another device, once and soon; the previous one stops working."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self.store.add_code(person.id, hashed(code), self.milliseconds() + CODE_SECONDS * 1000)
        return code

    async def claim(self, code: str) -> tuple[Person, str] | None:
        """The person whose code it is, with a new token for this device."""
        plain = code.upper().replace(" ", "").replace("-", "")
        person = await self.store.take_code(hashed(plain), self.milliseconds())
        if person is None:
            return None
        token = secrets.token_urlsafe(32)
        await self.store.add_token(person.id, hashed(token), self.milliseconds())
        return person, token

    async def session(self, scope: Scope) -> Session | None:
        """Who asks. A bearer token comes before a cookie; a wrong one is nobody."""
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
        """Note now and then that somebody is here; if it cannot be saved, try again next time."""
        if self.noted.allows(person, self.now()):
            try:
                await self.store.note_seen(person, self.milliseconds())
            except StoreError:
                self.noted.forget(person)


# The cookie.


def cookie_name(secure: bool) -> str:
    """Over TLS a name that browsers keep to this host and to TLS."""
    return "__Host-sabika" if secure else "sabika"


def cookie_token(headers: Headers, secure: bool) -> str:
    """The token in the Cookie header, of several the last; Python's own parser is quadratic."""
    begin, found = f"{cookie_name(secure)}=", ""
    for part in headers.get("cookie", "").split(";"):
        part = part.strip()
        if part.startswith(begin):
            found = part.removeprefix(begin).strip('"')
    return found


def cookie(token: str, secure: bool) -> str:
    """The header that gives a browser its token; an empty one takes it away."""
    age = COOKIE_SECONDS if token else 0
    parts = [f"{cookie_name(secure)}={token}", "Path=/", f"Max-Age={age}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)
