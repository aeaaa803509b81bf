"""What can be asked for over HTTP: people, tables, records."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sabika.server.calls import JSON, Answer, Ask, Call, WhichFrames, WhichTables
from sabika.server.door import address_of
from sabika.server.hall import Hall, Trouble
from sabika.server.headers import is_secure
from sabika.server.limits import Limits, Rates
from sabika.server.logs import tell
from sabika.server.openapi import document
from sabika.server.people import CODE_SECONDS, People, cookie, fit_name
from sabika.server.protocol import (
    Code,
    Commands,
    DeviceCode,
    Done,
    Games,
    Made,
    Me,
    NewPerson,
    NewTable,
    Rename,
    Replay,
    Tables,
    UseCode,
    Verified,
    Whole,
)
from sabika.server.sockets import Lines
from sabika.server.store.base import Person, Store, Which

LIVE: Final = ("gathering", "opening", "playing")  # tables that are not over
HOUR: Final = 3600  # seconds
TABLE: Final = "/api/tables/{id}"

# Problems that some calls have in common.
PLAN: Final[tuple[Code, ...]] = ("no-game", "no-bot", "bad-seats", "bad-option", "bad-clock", "bad-name")
SEEN: Final[tuple[Code, ...]] = ("no-table", "no-spectators")
ENDED: Final[tuple[Code, ...]] = (*SEEN, "not-over", "bad-seats")


class Rest:
    """All calls, over one store and one hall."""

    def __init__(self, store: Store, hall: Hall, people: People, lines: Lines, limits: Limits) -> None:
        self.store = store
        self.hall = hall
        self.people = people
        self.lines = lines
        self.limits = limits
        self.arrivals = Rates(limits.people_an_hour, HOUR)
        self.tries = Rates(limits.codes_an_hour, HOUR)
        self.readings = Rates(limits.readings, limits.requests_seconds)
        self.making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # of tables, by maker

    # People.

    async def arrive(self, ask: Ask) -> Answer:
        if ask.session is not None:
            return await self.rename(ask)
        if not self.arrivals.allows(address_of(ask.request.scope), monotonic()):
            raise Trouble("too-many", "too many new people from this address")
        person, token = await self.people.welcome(fit(ask.body.name))
        tell("person arrived", person=person.id)
        return with_cookie(person, token, ask.request, 201)

    async def me(self, ask: Ask) -> Answer:
        """Who is not known yet asks as well, and that is no error."""
        return None if ask.guest is None else Me(ask.guest.id, ask.guest.name)

    async def rename(self, ask: Ask) -> Answer:
        name = fit(ask.body.name)
        await self.store.rename(ask.person.id, name)
        return Me(ask.person.id, name)

    async def make_code(self, ask: Ask) -> Answer:
        code = await self.people.code(ask.person)
        return DeviceCode(code, self.people.milliseconds() + CODE_SECONDS * 1000)

    async def use_code(self, ask: Ask) -> Answer:
        if not self.tries.allows(address_of(ask.request.scope), monotonic()):
            raise Trouble("too-many", "too many codes tried from this address")
        found = await self.people.claim(ask.body.code)
        if found is None:
            tell("code refused", address=address_of(ask.request.scope))
            raise Trouble("no-code", "this code is wrong, used or expired")
        tell("device added", person=found[0].id)
        return with_cookie(*found, ask.request, 200)

    async def sign_out(self, ask: Ask) -> Answer:
        assert ask.session is not None  # the call is private
        await self.store.drop_token(ask.session.token)
        self.lines.sign_out(ask.session.token)
        secure = is_secure(ask.request.scope)
        return Response(status_code=204, headers={"Set-Cookie": cookie("", secure)})

    async def sign_out_others(self, ask: Ask) -> Answer:
        assert ask.session is not None
        await self.store.drop_tokens(ask.person.id, keep=ask.session.token)
        self.lines.sign_out_person(ask.person.id, keep=ask.session.token)
        return None

    # Tables.

    async def games(self, ask: Ask) -> Answer:
        return self.hall.games()

    async def make(self, ask: Ask) -> Answer:
        maker = ask.person.id
        async with self.making.setdefault(maker, asyncio.Lock()):
            if await self.store.count(Which(maker=maker, status=LIVE)) >= self.limits.open_tables:
                raise Trouble("too-many", f"at most {self.limits.open_tables} open tables a person")
            since = self.people.milliseconds() - HOUR * 1000
            if await self.store.count(Which(maker=maker, made_since=since)) >= self.limits.tables_an_hour:
                raise Trouble("too-many", f"at most {self.limits.tables_an_hour} new tables an hour a person")
            made = await self.hall.make(ask.person, ask.body)
        tell("table made", table=made.id, game=ask.body.game)
        return made

    async def tables(self, ask: Ask) -> Answer:
        person = ask.person if ask.query.list == "mine" else ask.guest
        return await self.hall.tables(person, ask.query.list, ask.query.skip)

    async def look(self, ask: Ask) -> Answer:
        return await self.hall.look(ask.table, ask.guest)

    async def command(self, ask: Ask) -> Answer:
        return await self.hall.command(ask.table, ask.person, ask.body)

    def read_on(self, ask: Ask) -> None:
        """Going through a whole game takes as long as dozens of moves."""
        if not self.readings.allows(address_of(ask.request.scope), monotonic()):
            raise Trouble("too-many", "too many games read from this address")

    async def record(self, ask: Ask) -> Answer:
        self.read_on(ask)
        return await self.hall.record(ask.table, ask.guest)

    async def replay(self, ask: Ask) -> Answer:
        self.read_on(ask)
        return await self.hall.replay(ask.table, ask.guest, ask.query.first, ask.query.seat)

    async def verify(self, ask: Ask) -> Answer:
        self.read_on(ask)
        return await self.hall.verify(ask.table, ask.guest)

    async def openapi(self, ask: Ask) -> Answer:
        return Response(document(self.calls()), media_type=JSON)

    def calls(self) -> list[Call]:
        """The table of calls, in the order of the documentation."""
        return [
            Call(
                "POST",
                "/api/people",
                "Begin to be somebody",
                self.arrive,
                NewPerson,
                Me,
                status=201,
                codes=("bad-name",),
            ),
            Call("GET", "/api/me", "Who am I?", self.me, None, Me, perhaps=True),
            Call("PATCH", "/api/me", "Take another name", self.rename, Rename, Me, private=True, codes=("bad-name",)),
            Call(
                "POST", "/api/me/codes", "Get a code for another device", self.make_code, None, DeviceCode, private=True
            ),
            Call(
                "POST", "/api/people/codes", "Be the person of a code", self.use_code, UseCode, Me, codes=("no-code",)
            ),
            Call("DELETE", "/api/me/session", "Sign out on this device", self.sign_out, private=True),
            Call("DELETE", "/api/me/sessions", "Sign out on all other devices", self.sign_out_others, private=True),
            Call("GET", "/api/games", "What can be played", self.games, None, Games),
            Call(
                "POST", "/api/tables", "Make a table", self.make, NewTable, Made, status=201, private=True, codes=PLAN
            ),
            Call(
                "GET", "/api/tables", "List tables", self.tables, None, Tables, query=WhichTables, codes=("no-person",)
            ),
            Call("GET", TABLE, "Look at a table", self.look, None, Whole, codes=SEEN),
            Call("POST", f"{TABLE}/commands", "Do something at a table", self.command, Commands, Done, private=True),
            Call("GET", f"{TABLE}/record", "Its record", self.record, None, str, codes=(*SEEN, "not-playing")),
            Call("GET", f"{TABLE}/replay", "Its moments", self.replay, None, Replay, query=WhichFrames, codes=ENDED),
            Call("GET", f"{TABLE}/verify", "Check moves, luck and score", self.verify, None, Verified, codes=ENDED),
            Call("GET", "/api/openapi.json", "This document", self.openapi, None, dict[str, Any]),
        ]


def fit(name: str) -> str:
    try:
        return fit_name(name)
    except ValueError as problem:
        raise Trouble("bad-name", str(problem)[:200]) from None


def with_cookie(person: Person, token: str, request: Request, status: int) -> Response:
    me = msgspec.json.encode(Me(person.id, person.name))
    headers = {"Set-Cookie": cookie(token, is_secure(request.scope))}
    return Response(me, status, headers, media_type=JSON)
