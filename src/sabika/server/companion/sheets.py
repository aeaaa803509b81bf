"""Creates, reads and changes sheets. Answers are saved first; memory holds only copies."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from sabika.server.common.fair_loop import FairLoop
from sabika.server.common.ids import is_key, new_key
from sabika.server.common.limits import Limits
from sabika.server.companion.sheet import SheetState, begun, encode, replayed
from sabika.server.protocol.companion import NewSheet, SheetCommand
from sabika.server.protocol.problems import ProblemError
from sabika.server.store.base import Missing, Repeated, SheetLine, Stale, Store

COPIES: Final = 64  # sheets as last sent, so that six polling phones cost one count


class Sheets:
    """The sheets of a store. Any process may serve any of them: the store decides which change was first."""

    def __init__(self, store: Store, limits: Limits, now: Callable[[], int], fair: FairLoop) -> None:
        self.store = store
        self.limits = limits
        self.now = now  # milliseconds since 1970
        self.fair = fair
        self.copies: OrderedDict[str, tuple[int, bytes]] = OrderedDict()  # by id: version and JSON

    async def make(self, wanted: NewSheet) -> str:
        """A new sheet; its id is the only key to it. Raises ProblemError."""
        first, sheet = begun(wanted), new_key()
        await self.store.create_sheet(sheet, SheetLine(encode(first), self.now()))
        return sheet

    async def look(
        self, sheet: str, known: int | None = None, counting: Callable[[], None] = lambda: None, address: str = ""
    ) -> bytes | None:
        """A sheet as JSON; None if the client knows its version. Raises ProblemError.

        `counting` is called before a whole game is counted, and may refuse it.
        """
        version = await self.version(sheet)
        if version == known:
            return None
        kept = self.copies.get(sheet)
        if kept is not None and kept[0] == version:
            return kept[1]
        counting()
        return self.copied(await self.load(sheet, address))

    async def look_before(self, sheet: str, note: int, address: str = "") -> bytes:
        """A sheet as it was before a note, as JSON. Raises ProblemError."""
        return msgspec.json.encode((await self.load(sheet, address)).sheet(self.limits.sheet_changes, note))

    async def change(self, sheet: str, command: SheetCommand, address: str = "") -> bytes:
        """Change a sheet, save it, then answer with it. Raises ProblemError."""
        state = await self.load(sheet, address)
        if command.version != state.version:
            return await self.repeated(state, command)
        if state.version >= self.limits.sheet_changes:
            raise ProblemError(
                "sheet-full", f"a sheet takes {self.limits.sheet_changes} changes", version=state.version
            )
        event = state.decide(command.change, command.language)
        line = SheetLine(encode(event), self.now(), command.id)
        try:
            await self.store.append_sheet(sheet, state.version, line)
        except Repeated:
            return self.copied(await self.load(sheet, address))
        except Stale as stale:
            raise went_on(stale.version) from None
        except Missing:
            raise no_sheet() from None
        await self.fair.turn(address)
        state.happen(event)
        return self.copied(state)

    async def repeated(self, state: SheetState, command: SheetCommand) -> bytes:
        """Was it accepted before, with only its answer lost? Raises ProblemError."""
        if await self.store.sheet_command(state.id, command.id) is None:
            raise went_on(state.version)
        return self.copied(state)

    async def version(self, sheet: str) -> int:
        version = await self.store.sheet_version(sheet) if is_key(sheet) else None
        if version is None:
            raise no_sheet()
        return version

    async def load(self, sheet: str, address: str) -> SheetState:
        log = await self.store.sheet_log(sheet) if is_key(sheet) else []
        if not log:
            raise no_sheet()
        await self.fair.turn(address)
        return replayed(sheet, [line.body for line in log])

    def copied(self, state: SheetState) -> bytes:
        """A sheet in the form that is sent."""
        found = msgspec.json.encode(state.sheet(self.limits.sheet_changes))
        self.copies.pop(state.id, None)
        self.copies[state.id] = (state.version, found)
        if len(self.copies) > COPIES:
            self.copies.popitem(last=False)
        return found


def no_sheet() -> ProblemError:
    return ProblemError("no-sheet", "there is no such sheet")


def went_on(version: int) -> ProblemError:
    return ProblemError("stale", "somebody else has written since", version=version)
