"""What can be asked for over HTTP: people, tables, records."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sabika.engine.registry import find
from sabika.locales import LANGUAGES, words_of
from sabika.server.common.guests import Person
from sabika.server.common.limits import Limits, Rates
from sabika.server.common.logs import tell
from sabika.server.companion.sheets import Sheets
from sabika.server.http.forgetting import forget_person
from sabika.server.http.guests import CODE_SECONDS, Guests, cookie
from sabika.server.http.headers import is_secure
from sabika.server.http.openapi import document
from sabika.server.http.routes import JSON, ApiAnswer, ApiCall, ApiRoute
from sabika.server.http.topics.companion import CompanionEndpoints
from sabika.server.http.topics.puzzles import puzzle_routes
from sabika.server.http.topics.reviewing import ReviewEndpoints
from sabika.server.live.reviews import Reviews
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Done, Whole
from sabika.server.protocol.base import LONGEST_POSITION
from sabika.server.protocol.commands import Commands
from sabika.server.protocol.problems import Code, ProblemError
from sabika.server.protocol.rest import (
    AskedPosition,
    DeviceCode,
    FoundPosition,
    Games,
    Made,
    Me,
    NewPerson,
    NewTable,
    PositionAdvice,
    Rename,
    Replay,
    SetUp,
    Sketch,
    Tables,
    UseCode,
    Verified,
    WhichDigest,
    WhichFrames,
    WhichStep,
    WhichTables,
)
from sabika.server.socket.connection import Connections
from sabika.server.store.base import Store, Which
from sabika.server.table.decide import checked_name
from sabika.server.table.views.positions import set_up

LIVE: Final = ("gathering", "opening", "playing")  # tables that are not over
HOUR: Final = 3600  # seconds
TABLE: Final = "/api/tables/{id}"
WORDS: Final = "/api/games/{name}/words/{language}"

# Problems that several routes share.
PLAN: Final[tuple[Code, ...]] = ("no-game", "no-bot", "bad-seats", "bad-option", "bad-clock", "bad-name")
BEGUN: Final[tuple[Code, ...]] = (
    *PLAN,
    "bad-position",
    "no-table",
    "no-puzzle",
    "no-spectators",
    "not-over",
    "bad-record",
)
SEEN: Final[tuple[Code, ...]] = ("no-table", "no-spectators", "no-game")
UNSAID: Final[tuple[Code, ...]] = ("no-game", "no-page")
ENDED: Final[tuple[Code, ...]] = (*SEEN, "not-over", "bad-seats")


class Endpoints:
    """What each route does."""

    def __init__(
        self,
        store: Store,
        tables: LiveTables,
        guests: Guests,
        connections: Connections,
        limits: Limits,
        reviews: Reviews,
    ) -> None:
        self.store = store
        self.tables = tables
        self.guests = guests
        self.connections = connections
        self.limits = limits
        self.arrivals = Rates(limits.people_an_hour, HOUR)
        self.tries = Rates(limits.codes_an_hour, HOUR)
        self.makings = Rates(limits.address_tables_an_hour, HOUR)
        self.readings = Rates(limits.readings, limits.requests_seconds)
        self.companion = CompanionEndpoints(Sheets(store, limits, tables.now, tables.fair), limits)
        self.reviewing = ReviewEndpoints(tables, reviews, self.read_on)
        self.making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # of tables, by maker

    # People.

    async def arrive(self, call: ApiCall) -> ApiAnswer:
        """Somebody who is known already stays who they are: another name is for `rename`."""
        if call.session is not None:
            return await self.me(call)
        if not self.arrivals.allows(call.address, monotonic()):
            raise ProblemError("too-many", "too many new people from this address")
        person, token = await self.guests.welcome(checked_name(call.body.name))
        tell("person arrived", person=person.id)
        return with_cookie(person, token, call.request, 201)

    async def me(self, call: ApiCall) -> ApiAnswer:
        """The person who asks, or none yet, which is not an error."""
        return None if call.guest is None else Me(call.guest.id, call.guest.name)

    async def rename(self, call: ApiCall) -> ApiAnswer:
        name = checked_name(call.body.name)
        await self.store.rename(call.person.id, name)
        return Me(call.person.id, name)

    async def make_code(self, call: ApiCall) -> ApiAnswer:
        code = await self.guests.code(call.person)
        return DeviceCode(code, self.guests.milliseconds() + CODE_SECONDS * 1000)

    async def use_code(self, call: ApiCall) -> ApiAnswer:
        if not self.tries.allows(call.address, monotonic()):
            raise ProblemError("too-many", "too many codes tried from this address")
        found = await self.guests.claim(call.body.code)
        if found is None:
            tell("code refused", address=call.address)
            raise ProblemError("no-code", "this code is wrong, used or expired")
        tell("device added", person=found[0].id)
        return with_cookie(*found, call.request, 200)

    async def sign_out(self, call: ApiCall) -> ApiAnswer:
        assert call.session is not None  # the call is private
        await self.store.drop_token(call.session.token)
        self.connections.sign_out(call.session.token)
        secure = is_secure(call.request.scope)
        return Response(status_code=204, headers={"Set-Cookie": cookie("", secure)})

    async def forget(self, call: ApiCall) -> ApiAnswer:
        person = call.person.id
        await forget_person(person, self.store, self.tables, self.connections)
        tell("person left", person=person)
        return Response(status_code=204, headers={"Set-Cookie": cookie("", is_secure(call.request.scope))})

    async def sign_out_others(self, call: ApiCall) -> ApiAnswer:
        assert call.session is not None
        await self.store.drop_tokens(call.person.id, keep=call.session.token)
        self.connections.sign_out_person(call.person.id, keep=call.session.token)
        return None

    # Tables.

    async def games(self, call: ApiCall) -> ApiAnswer:
        return self.tables.games()

    async def words(self, call: ApiCall) -> ApiAnswer:
        """The sentences of a game, for a client that has none of its own."""
        name, language = call.request.path_params["name"], call.request.path_params["language"]
        if language not in LANGUAGES:
            raise ProblemError("no-page", "choose one of " + ", ".join(LANGUAGES))
        try:
            return Response(msgspec.json.encode(dict(words_of(find(name), language))), media_type=JSON)
        except ValueError as problem:
            raise ProblemError("no-game", str(problem)) from None

    async def make(self, call: ApiCall) -> ApiAnswer:
        if (fork := call.body.fork) is not None:
            self.read_on(call)
            if fork.record is not None and len(fork.record.encode()) > self.limits.record:
                raise ProblemError("too-large", f"a record has at most {self.limits.record} bytes")
        return await self.make_one(call)

    async def make_one(self, call: ApiCall) -> Made:
        """One after another, so that nobody makes more than they may."""
        maker = call.person.id
        async with self.making.setdefault(maker, asyncio.Lock()):
            if await self.store.count(Which(maker=maker, status=LIVE)) >= self.limits.open_tables:
                raise ProblemError("too-many", f"at most {self.limits.open_tables} open tables a person")
            await self.tables.check_makings(maker)
            if not self.makings.allows(call.address, monotonic()):
                raise ProblemError("too-many", "too many new tables from this address; try again later")
            self.tables.bot_pool.seen(maker, call.address)
            made = await self.tables.make(call.person, call.body, address=call.address)
        tell("table made", table=made.id, game=call.body.game)
        return made

    async def list_tables(self, call: ApiCall) -> ApiAnswer:
        person = call.person if call.query.list == "mine" else call.guest
        return await self.tables.listed(person, call.query.list, call.query.skip)

    async def look(self, call: ApiCall) -> ApiAnswer:
        return await self.tables.look(call.table, call.guest, call.address)

    async def command(self, call: ApiCall) -> ApiAnswer:
        return await self.tables.command(call.table, call.person, call.body)

    def read_on(self, call: ApiCall) -> None:
        """Count a request that reads a whole game: it takes as long as dozens of moves."""
        if not self.readings.allows(call.address, monotonic()):
            raise ProblemError("too-many", "too many games read from this address")

    async def record(self, call: ApiCall) -> ApiAnswer:
        self.read_on(call)
        return await self.tables.record(call.table, call.guest, call.address)

    async def replay(self, call: ApiCall) -> ApiAnswer:
        self.read_on(call)
        return await self.tables.replay(call.table, call.guest, call.query, call.address)

    async def verify(self, call: ApiCall) -> ApiAnswer:
        self.read_on(call)
        return await self.tables.verify(call.table, call.guest, call.query.digest, call.address)

    # Positions.

    async def set_up(self, call: ApiCall) -> ApiAnswer:
        return set_up(call.body)

    async def position_hint(self, call: ApiCall) -> ApiAnswer:
        self.tables.bot_pool.seen(call.person.id, call.address)
        return await self.tables.position_hint(call.person, call.body)

    async def position(self, call: ApiCall) -> ApiAnswer:
        self.read_on(call)
        return await self.tables.position(call.table, call.guest, call.query.step, call.address)

    async def openapi(self, call: ApiCall) -> ApiAnswer:
        return Response(document(self.routes()), media_type=JSON)

    def routes(self) -> list[ApiRoute]:
        """All routes, in the order of the documentation."""
        document = ApiRoute("GET", "/api/openapi.json", "This document", self.openapi, None, dict[str, Any])
        return [
            *self.routes_of_people(),
            *self.routes_of_tables(),
            *self.routes_of_positions(),
            *self.companion.routes(),
            *self.reviewing.routes(),
            *puzzle_routes(),
            document,
        ]

    def routes_of_people(self) -> list[ApiRoute]:
        return [
            ApiRoute(
                "POST", "/api/people", "Create a guest", self.arrive, NewPerson, Me, status=201, codes=("bad-name",)
            ),
            ApiRoute("GET", "/api/me", "Who am I?", self.me, None, Me, perhaps=True),
            ApiRoute(
                "PATCH", "/api/me", "Take another name", self.rename, Rename, Me, private=True, codes=("bad-name",)
            ),
            ApiRoute(
                "POST", "/api/me/codes", "Get a code for another device", self.make_code, None, DeviceCode, private=True
            ),
            ApiRoute("POST", "/api/people/codes", "Use such a code", self.use_code, UseCode, Me, codes=("no-code",)),
            ApiRoute("DELETE", "/api/me", "Be forgotten", self.forget, private=True, codes=("in-play",)),
            ApiRoute("DELETE", "/api/me/session", "Sign out on this device", self.sign_out, private=True),
            ApiRoute("DELETE", "/api/me/sessions", "Sign out on all other devices", self.sign_out_others, private=True),
        ]

    def routes_of_tables(self) -> list[ApiRoute]:
        return [
            ApiRoute("GET", "/api/games", "What can be played", self.games, None, Games),
            ApiRoute("GET", WORDS, "What a game says", self.words, None, dict[str, str], codes=UNSAID),
            ApiRoute(
                "POST",
                "/api/tables",
                "Make a table",
                self.make,
                NewTable,
                Made,
                status=201,
                private=True,
                longest=LONGEST_POSITION,
                record=True,
                codes=BEGUN,
            ),
            ApiRoute(
                "GET",
                "/api/tables",
                "List tables",
                self.list_tables,
                None,
                Tables,
                query=WhichTables,
                codes=("no-person",),
            ),
            ApiRoute("GET", TABLE, "Look at a table", self.look, None, Whole, codes=SEEN),
            ApiRoute(
                "POST", f"{TABLE}/commands", "Do something at a table", self.command, Commands, Done, private=True
            ),
            ApiRoute("GET", f"{TABLE}/record", "Its record", self.record, None, str, codes=(*SEEN, "not-playing")),
            ApiRoute(
                "GET", f"{TABLE}/replay", "Its moments", self.replay, None, Replay, query=WhichFrames, codes=ENDED
            ),
            ApiRoute(
                "GET",
                f"{TABLE}/verify",
                "Check moves, luck and score",
                self.verify,
                None,
                Verified,
                query=WhichDigest,
                codes=ENDED,
            ),
        ]

    def routes_of_positions(self) -> list[ApiRoute]:
        return [
            ApiRoute(
                "POST",
                "/api/positions",
                "Set up a position",
                self.set_up,
                Sketch,
                SetUp,
                longest=LONGEST_POSITION,
                codes=("no-game", "bad-option", "bad-seats"),
            ),
            ApiRoute(
                "POST",
                "/api/positions/hint",
                "What would a bot do there?",
                self.position_hint,
                AskedPosition,
                PositionAdvice,
                private=True,
                longest=LONGEST_POSITION,
                codes=("no-game", "bad-position", "no-hint"),
            ),
            ApiRoute(
                "GET",
                f"{TABLE}/position",
                "A decision of a finished game as a position",
                self.position,
                None,
                FoundPosition,
                query=WhichStep,
                codes=(*ENDED, "bad-position"),
            ),
        ]


def with_cookie(person: Person, token: str, request: Request, status: int) -> Response:
    me = msgspec.json.encode(Me(person.id, person.name))
    headers = {"Set-Cookie": cookie(token, is_secure(request.scope))}
    return Response(me, status, headers, media_type=JSON)
