"""The companion over HTTP: sheets on which people with the box write down their game. No account is needed."""

from __future__ import annotations

from time import monotonic
from typing import Final

from starlette.responses import Response

from sabika.server.common.limits import Limits, Rates
from sabika.server.common.logs import tell
from sabika.server.companion.sheets import Sheets
from sabika.server.http.routes import JSON, ApiAnswer, ApiCall, ApiRoute
from sabika.server.protocol.companion import NewSheet, Sheet, SheetCommand, WhichSheet
from sabika.server.protocol.problems import Code, ProblemError
from sabika.server.protocol.rest import Made

HOUR: Final = 3600  # seconds
SHEETS: Final = "/api/companion"
SHEET: Final = f"{SHEETS}/{{id}}"
BEGUN: Final[tuple[Code, ...]] = ("no-game", "bad-seats", "bad-option", "bad-name")
CHANGED: Final[tuple[Code, ...]] = ("no-sheet", "no-note", "sheet-full", "stale", "refused", "bad-name", "bad-seats")


class CompanionEndpoints:
    """What each route does."""

    def __init__(self, sheets: Sheets, limits: Limits) -> None:
        self.sheets = sheets
        self.limits = limits
        self.beginnings = Rates(limits.sheets_an_hour, HOUR)
        self.writes = Rates(limits.sheet_writes, limits.requests_seconds)

    async def begin(self, call: ApiCall) -> ApiAnswer:
        if not self.beginnings.allows(call.address, monotonic()):
            raise ProblemError("too-many", f"at most {self.limits.sheets_an_hour} new sheets an hour from an address")
        made = Made(await self.sheets.make(call.body))
        tell("sheet begun", game=call.body.game)  # its id is a key, and stays out of the log
        return made

    async def look(self, call: ApiCall) -> ApiAnswer:
        if call.query.before is not None:
            self.count_through(call)
            return Response(await self.sheets.look_before(call.table, call.query.before, call.address), media_type=JSON)
        found = await self.sheets.look(call.table, call.query.known, lambda: self.count_through(call), call.address)
        return None if found is None else Response(found, media_type=JSON)

    async def change(self, call: ApiCall) -> ApiAnswer:
        self.count_through(call)
        return Response(await self.sheets.change(call.table, call.body, call.address), media_type=JSON)

    def count_through(self, call: ApiCall) -> None:
        """Charge for counting a whole game: it takes as long as dozens of reads."""
        if not self.writes.allows(call.address, monotonic()):
            raise ProblemError("too-many", "too many changes of sheets from this address")

    def routes(self) -> list[ApiRoute]:
        return [
            ApiRoute("POST", SHEETS, "Begin a companion sheet", self.begin, NewSheet, Made, status=201, codes=BEGUN),
            ApiRoute(
                "GET",
                SHEET,
                "Look at a sheet",
                self.look,
                None,
                Sheet,
                query=WhichSheet,
                perhaps=True,
                codes=("no-sheet", "no-note"),
            ),
            ApiRoute("POST", SHEET, "Change a sheet", self.change, SheetCommand, Sheet, codes=CHANGED),
        ]
