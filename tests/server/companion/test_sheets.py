"""Sheets of the companion: written, mended and read by several phones at once, with the link as the only key."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

from sabika.engine.game import Game
from sabika.games import GAMES
from sabika.server.common.fair_loop import FairLoop
from sabika.server.common.ids import KEY_LENGTH, is_key, new_key
from sabika.server.common.limits import Limits
from sabika.server.companion.sheets import COPIES, Sheets
from sabika.server.protocol.companion import (
    Change,
    EraseNote,
    MendNote,
    NamePlayers,
    NewSheet,
    Sheet,
    SheetCommand,
    WriteNote,
)
from sabika.server.protocol.problems import Problem, ProblemError
from sabika.server.store import open_store
from tests.fuzz import some
from tests.games.notes import played

TURN = {"type": "turn", "player": 0, "tens": 1, "elevens": 1, "twelves": 0, "crosses": 2}
OTHERS = {"type": "turn", "player": 1, "tens": 0, "elevens": 0, "twelves": 1, "crosses": 0}


class Phone:
    """Somebody who has the link: knows a version, writes, and is told."""

    def __init__(self, sheets: Sheets, sheet: str) -> None:
        self.sheets = sheets
        self.sheet = sheet
        self.seen: Sheet | None = None
        self.commands = 0

    async def look(self) -> Sheet:
        known = None if self.seen is None else self.seen.version
        found = await self.sheets.look(self.sheet, known)
        if found is not None:
            self.seen = read(found)
        assert self.seen is not None
        return self.seen

    async def do(self, change: Change, command: str | None = None, language: str = "en") -> Sheet:
        self.commands += 1
        version = (self.seen or await self.look()).version
        asked = SheetCommand(command or f"{id(self)}-{self.commands}", version, change, language)  # type: ignore[arg-type]
        self.seen = read(await self.sheets.change(self.sheet, asked))
        return self.seen


def read(found: bytes) -> Sheet:
    return msgspec.json.decode(found, type=Sheet)


@asynccontextmanager
async def opened(folder: Path, **limits: int) -> AsyncIterator[Sheets]:
    store = await open_store(str(folder / "sabika.db"))
    try:
        clock = iter(range(1, 1_000_000))
        yield Sheets(store, Limits(**limits), lambda: next(clock), FairLoop())
    finally:
        await store.close()


async def phones(sheets: Sheets, game: str = "zatre", players: tuple[str, ...] = ("Ana", "Ben")) -> Iterator[Phone]:
    sheet = await sheets.make(NewSheet(game, list(players)))
    return (Phone(sheets, sheet) for _ in range(1000))


async def refused(what: Any) -> Problem:
    with pytest.raises(ProblemError) as found:
        await what
    return found.value.problem


def test_a_sheet_is_written_read_again_and_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            ana, ben, *_ = [next(found) for found in [await phones(sheets)] for _ in range(2)]
            assert (await ana.do(WriteNote(TURN))).points == [6, 0]
            assert (await ben.look()).points == [6, 0]
            assert (await ben.do(WriteNote(OTHERS))).points == [6, 4]
            sheet = ana.sheet
        async with opened(tmp_path) as sheets:  # another server
            found = await Phone(sheets, sheet).look()
            assert (found.points, found.version, found.players) == ([6, 4], 3, ["Ana", "Ben"])
            assert [line.said.key for line in found.notes] == ["companion.turn"] * 2

    asyncio.run(story())


def test_any_note_is_mended_later_and_all_that_follows_is_counted_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            ana = next(await phones(sheets, "alhambra", ("Ana", "Ben", "Cleo")))
            tower = {"type": "build", "player": 0, "tile": "tower-11-none", "cell": [1, 0], "as_it_lies": False}
            await ana.do(WriteNote(tower))
            await ana.do(WriteNote({**tower, "tile": "tower-12-none", "cell": [2, 0]}))
            scored = await ana.do(WriteNote({"type": "score", "scoring": 1}))
            assert scored.points == [6, 0, 0]
            first = scored.notes[0].number

            moved = await ana.do(MendNote(first, {**tower, "player": 1}))  # it was Ben's
            assert [line.rule for line in moved.notes] == [None, "A17b", None]  # the second hangs in the air now
            assert moved.points == [0, 6, 0]
            assert moved.notes[0].number == first

            forgotten = WriteNote({**tower, "tile": "garden-11-none"}, before=moved.notes[1].number)
            again = await ana.do(forgotten)  # before the scoring, where it belongs
            assert [line.rule for line in again.notes] == [None] * 4
            assert again.points == [3 + 5, 3, 0]
            assert again.lines[-1].part == "first"

            erased = await ana.do(EraseNote(again.notes[3].number))
            assert (erased.points, erased.winners) == ([0, 0, 0], None)
            assert (await refused(ana.do(EraseNote(99)))).code == "no-note"
            named = await ana.do(NamePlayers(["Anna", "Ben", "Cleo"]))
            assert named.players == ["Anna", "Ben", "Cleo"]

    asyncio.run(story())


def test_what_cannot_be_is_refused_in_the_readers_language_and_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            ana = next(await phones(sheets))
            far = WriteNote({"type": "lay", "player": 0, "value": 6, "cell": [1, 0]})
            problem = await refused(ana.do(far, language="de"))
            assert (problem.code, problem.rule) == ("refused", "Z6")
            assert "Feld" in problem.text
            assert (await ana.look()).version == 1

    asyncio.run(story())


UNREADABLE = {
    "no note": 5,
    "of another game": {"type": "build", "player": 0, "tile": "tower-11-none", "cell": [1, 0]},
    "a player too many": {**TURN, "player": 2},
    "lines without end": {**TURN, "tens": 10**6},
    "a field too many": {**TURN, "more": 1},
    "hands of others": {"type": "end", "held": [[], [], []]},
    "a hand without end": {"type": "end", "held": [[1] * 31, []]},
}


@pytest.mark.parametrize("note", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_note(tmp_path: Path, note: object) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            ana = next(await phones(sheets))
            assert (await refused(ana.do(WriteNote(note)))).code == "unreadable"
            assert (await ana.look()).version == 1

    asyncio.run(story())


BEGINNINGS = {
    "no such game": (NewSheet("chess", ["Ana", "Ben"]), "no-game"),
    "nobody to play with": (NewSheet("zatre", ["Ana"]), "bad-seats"),
    "teams of three": (NewSheet("zatre", ["Ana", "Ben", "Cleo"], {"teams": "yes"}), "bad-seats"),
    "no such option": (NewSheet("zatre", ["Ana", "Ben"], {"colour": "red"}), "bad-option"),
    "a name of nothing": (NewSheet("zatre", ["Ana", " "]), "bad-name"),
}


@pytest.mark.parametrize(("wanted", "code"), BEGINNINGS.values(), ids=BEGINNINGS)
def test_a_sheet_that_cannot_be(tmp_path: Path, wanted: NewSheet, code: str) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            assert (await refused(sheets.make(wanted))).code == code

    asyncio.run(story())


def test_a_game_without_a_companion_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            monkeypatch.setattr(type(GAMES["zatre"]), "companion", None)
            problem = await refused(sheets.make(NewSheet("zatre", ["Ana", "Ben"])))
            assert (problem.code, problem.text) == ("no-game", "Zatre has no companion for the real table")

    asyncio.run(story())


# Two phones at once.


def test_a_command_that_is_sent_again_counts_once(tmp_path: Path) -> None:
    """The answer was lost: the same command comes again, also after others have written."""

    async def story() -> None:
        async with opened(tmp_path) as sheets:
            found = await phones(sheets)
            ana, ben = next(found), next(found)
            await ana.do(WriteNote(TURN), "c1")
            await ben.do(WriteNote(OTHERS), "c2")
            old = SheetCommand("c1", 1, WriteNote(TURN))
            assert read(await sheets.change(ana.sheet, old)).points == [6, 4]
            assert read(await sheets.change(ana.sheet, SheetCommand("c1", 3, WriteNote(TURN)))).version == 3

    asyncio.run(story())


def test_of_two_who_write_at_once_one_is_told_to_look_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            found = await phones(sheets)
            writers = [next(found) for _ in range(6)]
            for phone in writers:
                await phone.look()
            answers = await asyncio.gather(*(phone.do(WriteNote(TURN)) for phone in writers), return_exceptions=True)
            done = [each for each in answers if isinstance(each, Sheet)]
            problems = [each.problem for each in answers if isinstance(each, ProblemError)]
            assert len(done) == 1
            assert {(each.code, each.version) for each in problems} == {("stale", 2)}
            assert (await next(found).look()).version == 2

    asyncio.run(story())


def test_of_one_command_that_comes_twice_at_once_both_are_answered(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            ana = next(await phones(sheets))
            command = SheetCommand("c1", 1, WriteNote(TURN))
            answers = await asyncio.gather(*(sheets.change(ana.sheet, command) for _ in range(5)))
            assert {read(each).version for each in answers} == {2}

    asyncio.run(story())


# Keys and limits.


def test_a_key_cannot_be_guessed() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(is_key(key) and len(key) == KEY_LENGTH for key in keys)


@pytest.mark.parametrize(
    "key", ["", "a", "2" * KEY_LENGTH, "../sabika", "' or 1=1 --", "é" * KEY_LENGTH, "\0" * KEY_LENGTH]
)
def test_a_wrong_key_opens_nothing(tmp_path: Path, key: str) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            next(await phones(sheets))
            assert (await refused(sheets.look(key))).code == "no-sheet"
            assert (await refused(sheets.change(key, SheetCommand("c", 1, WriteNote(TURN))))).code == "no-sheet"

    asyncio.run(story())


def test_a_sheet_takes_only_so_many_changes(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, sheet_changes=5) as sheets:
            ana = next(await phones(sheets))
            for _ in range(4):
                await ana.do(NamePlayers(["Ana", "Ben"]))
            assert (await refused(ana.do(WriteNote(TURN)))).code == "sheet-full"
            assert (await ana.look()).most == 5

    asyncio.run(story())


def test_only_some_copies_are_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as sheets:
            for _ in range(COPIES + 10):
                await next(await phones(sheets)).look()
            assert len(sheets.copies) == COPIES

    asyncio.run(story())


SLOWEST = 0.2  # seconds of processor time; on a quiet machine it is a few hundredths


@pytest.mark.parametrize("game", [GAMES[name] for name in some(GAMES, 2)], ids=some(GAMES, 2))
def test_a_full_sheet_costs_little(tmp_path: Path, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """A game of six, mended until the sheet is nearly full: one more change, and how large the answer is."""

    async def story() -> None:
        async with opened(tmp_path) as sheets:
            ana = next(await phones(sheets, game.name, tuple("ABCDEF")))
            options = {option.name: option.choices[0] for option in game.options}
            _, notes = played(game, 6, options, Random(1))
            for note in notes:
                await ana.do(WriteNote(to_builtins(note)))
            assert ana.seen is not None
            assert [line for line in ana.seen.notes if line.rule] == []
            while ana.seen.version < sheets.limits.sheet_changes - 5:
                line = ana.seen.notes[ana.seen.version % len(ana.seen.notes)]
                sheet = ana.seen
                await sheets.store.append_sheet(ana.sheet, sheet.version, mended(line.number, line.note))
                await ana.look() if sheet.version % 50 == 0 else None
                ana.seen = msgspec.structs.replace(ana.seen, version=sheet.version + 1)
            last = ana.seen.notes[-1]
            gc.collect()  # not while it is measured
            began = thread_time()
            await ana.do(MendNote(last.number, last.note))
            took = thread_time() - began
            size = len(sheets.copies[ana.sheet][1])
            with capsys.disabled():
                print(
                    f"\n{game.name}: {len(notes)} notes, a change of a full sheet {took * 1000:.0f} ms, {size:,} bytes"
                )
            assert took < SLOWEST
            assert size < 256 * 1024

    asyncio.run(story())


def mended(number: int, note: object) -> Any:
    from sabika.server.companion.sheet import NoteMended, encode
    from sabika.server.store.base import SheetLine

    return SheetLine(encode(NoteMended(number, note)), 1)
