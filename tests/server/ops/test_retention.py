"""What a host wishes to be deleted is deleted in time, nothing else is, and the archive has it first."""

from __future__ import annotations

import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from sabika.cli.serve import archive_folder
from sabika.engine.verify import verify
from sabika.server.common.guests import Person
from sabika.server.common.limits import Limits
from sabika.server.live.tables import LiveTables
from sabika.server.ops.retention import DAY, PIECE, Counts, Retention, write_record
from sabika.server.ops.settings import Settings
from sabika.server.protocol.commands import Close, Ready, Resign, Say, Sit
from sabika.server.protocol.problems import ProblemError
from sabika.server.store import ReviewKey, Which
from sabika.server.store.base import SheetLine
from tests.server.caller import Caller
from tests.server.live_tables import BotsHere, ScriptedClient, Time, opened, run
from tests.server.memory_table import ANA, BEN, CLEO, NOON, people
from tests.server.server_process import started_server
from tests.server.wire import run as run_wire

Keep = Callable[..., Retention]
Story = Callable[[LiveTables, Keep, Time], Awaitable[None]]


def kept(tmp_path: Path, story: Story) -> None:
    async def whole() -> None:
        time = Time()
        async with opened(tmp_path, time, BotsHere()) as tables:

            def keep(**settings: object) -> Retention:
                return Retention(Settings(tmp_path, **settings), tables, tables.store, rest=0)  # type: ignore[arg-type]

            await story(tables, keep, time)

    run(whole)


async def game(tables: LiveTables, *, over: bool = True, words: int = 0) -> str:
    """A game of Ana and Ben, played by bots to its end where it shall be over; both have left."""
    made = await tables.make(ANA, people(2))
    ana, ben = [await ScriptedClient(tables, person).enter(made.id) for person in (ANA, BEN)]
    for client, kind in ((ben, Sit), (ben, Ready), (ana, Ready)):
        await client.do(kind)
    for n in range(words):
        await ana.do(Say, text=f"secret {n}")
    if over:
        for client in (ana, ben):
            await client.do(Resign)
        await ana.until(lambda client: client.table.status == "over", 60)
    for client in (ana, ben):
        client.client.leave()
    return made.id


async def is_gone(tables: LiveTables, table: str) -> bool:
    gone = await tables.store.row(table) is None
    assert gone == (await tables.store.entries(table) == [])
    return gone


def test_finished_tables_go_when_their_time_has_come_and_others_stay(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        old, unfinished = await game(tables, words=2 * PIECE), await game(tables, over=False)
        time.now += 5 * DAY
        young = await game(tables)
        time.now += 5 * DAY
        assert await keep().round() == Counts()
        assert await keep(keep_finished=11).round() == Counts()
        assert await keep(keep_finished=7).round() == Counts(tables=1)
        assert [await is_gone(tables, table) for table in (old, unfinished, young)] == [True, False, False]
        with pytest.raises(ProblemError) as gone:
            await tables.look(old, ANA)
        assert gone.value.problem.code == "no-table"
        assert {row.id for row in await tables.store.rows(Which(person="ana"))} == {unfinished, young}
        assert await tables.store.leaving(10) == []

    kept(tmp_path, story)


def test_a_table_that_somebody_looks_at_or_talks_at_stays(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        table = await game(tables)
        time.now += 10 * DAY
        looker = await ScriptedClient(tables, CLEO).enter(table)
        assert await keep(keep_finished=7).round() == Counts()
        looker.client.leave()
        ana = await ScriptedClient(tables, ANA).enter(table)
        await ana.do(Say, text="a good game", name="last")
        ana.client.leave()
        assert await keep(keep_finished=7).round() == Counts()
        time.now += 8 * DAY
        assert await keep(keep_finished=7).round() == Counts(tables=1)

    kept(tmp_path, story)


def test_the_archive_has_a_record_that_verifies_before_the_table_goes(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        archive = tmp_path / "archive"
        archive.mkdir()
        over, closed = await game(tables), await game(tables, over=False)
        await tables.close(closed)
        never = (await tables.make(CLEO, people(2))).id
        await (await ScriptedClient(tables, CLEO).enter(never)).do(Close)
        tables.live[never].watchers.clear()
        record = await tables.record(over, ANA)
        time.now += 8 * DAY
        assert await keep(keep_finished=7, archive=archive).round() == Counts(tables=3)
        assert {file.name for file in archive.iterdir()} == {f"{over}.sabika", f"{closed}.sabika"}
        text = (archive / f"{over}.sabika").read_text()
        assert text == record
        assert verify(text).luck == "sealed"
        assert stat.S_IMODE((archive / f"{over}.sabika").stat().st_mode) == 0o600
        assert "seed:" not in (archive / f"{closed}.sabika").read_text()

    kept(tmp_path, story)


def test_a_table_that_cannot_be_archived_stays(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        table = await game(tables)
        time.now += 8 * DAY
        assert await keep(keep_finished=7, archive=tmp_path / "nowhere").round() == Counts()
        assert not await is_gone(tables, table)

    kept(tmp_path, story)


def test_a_table_that_cannot_be_read_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        broken = await game(tables)
        time.now += DAY
        sound = await game(tables)
        export = tables.export

        async def fails(table: str) -> str:
            if table == broken:
                raise KeyError("a log that no longer folds")
            return await export(table)

        monkeypatch.setattr(tables, "export", fails)
        time.now += 8 * DAY
        assert await keep(keep_finished=7, archive=tmp_path).round() == Counts(tables=1)
        assert [await is_gone(tables, table) for table in (broken, sound)] == [False, True]

    kept(tmp_path, story)


def test_a_file_of_the_archive_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "no space left")

    write_record(tmp_path / "a.sabika", "one")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_record(tmp_path / "a.sabika", "two" * 1000)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("a.sabika", "one")]


def test_what_was_begun_before_a_stop_is_finished(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        table = await game(tables, words=3)
        time.now += 8 * DAY
        tables.cache.forget(table)
        assert await tables.store.begin_leaving(table, time.now)
        assert await tables.store.leave_on(table, 2)
        assert await tables.store.leaving(10) == [table]
        assert await is_gone(tables, table)
        await keep(keep_talk=1).round()
        assert await tables.store.leaving(10) == []
        assert await tables.store.lines(table, 0, b"", 10) == []

    kept(tmp_path, story)


def test_talk_goes_and_the_game_stays_as_it_was(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        old, playing = await game(tables, words=PIECE + 3), await game(tables, over=False, words=1)
        before = await tables.record(old, ANA), await tables.verify(old, ANA), (await tables.look(old, ANA)).version
        time.now += 8 * DAY
        await tables.store.keep_snapshot(old, before[2], b"left behind, with all that was said")
        retention = keep(keep_talk=7)
        assert await retention.round() == Counts(talk=PIECE + 3)
        assert await retention.round() == Counts()
        after = await tables.record(old, ANA), await tables.verify(old, ANA), (await tables.look(old, ANA)).version
        assert before == after
        assert (await tables.look(old, ANA)).talk == []
        assert len((await tables.look(playing, ANA)).talk) == 1
        assert not any(b"secret" in entry.body for entry in await tables.store.entries(old))
        assert await tables.store.snapshot(old) is None

    kept(tmp_path, story)


def test_guests_go_when_they_have_not_been_here_and_play_nowhere(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        for n, person in enumerate((ANA, BEN, CLEO, Person("old", "Old", 0))):
            await tables.store.add_person(person, bytes([n]) * 32)
        await game(tables, over=False)
        time.now += 10 * DAY
        retention = keep(keep_guests=7)
        assert await retention.round() == Counts(guests=1)  # Cleo; Ana and Ben play, and nobody knows about the other
        assert [each.id for each in await tables.store.people()] == ["old", "ana", "ben"]
        assert await tables.store.person_by_token(b"\2" * 32) is None
        await tables.store.note_seen("ana", time.now)
        time.now += 8 * DAY
        assert await retention.round() == Counts(guests=1)
        assert [each.id for each in await tables.store.people()] == ["ana", "ben"]
        assert (await tables.store.people("ben"))[0].seen == NOON

    kept(tmp_path, story)


def test_of_several_servers_one_deletes(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        await game(tables)
        time.now += 8 * DAY
        assert await tables.store.lead("tables", "another server", 60)
        assert await keep(keep_finished=7).round() == Counts()
        assert await tables.store.lead("tables", "another server", -1)
        assert await keep(keep_finished=7).round() == Counts(tables=1)

    kept(tmp_path, story)


def test_an_archive_without_anything_to_archive_is_refused() -> None:
    assert archive_folder("x", 3) == Path("x").absolute()
    assert archive_folder(None, None) is None
    with pytest.raises(ValueError, match="give both"):
        archive_folder("x", None)


@pytest.mark.process
def test_a_server_of_several_processes_is_told_what_to_keep(tmp_path: Path) -> None:
    words = ("--workers", "2", "--keep-finished", "30", "--keep-talk", "30", "--keep-guests", "60")
    with started_server(tmp_path / "data", *words, "--archive", str(tmp_path / "archive")) as server:
        run_wire(lambda: Caller(server.port).arrive("Ana"))
        assert (tmp_path / "archive").is_dir()
        server.stop()
        assert server.failures() == []


def test_sheets_on_which_nobody_writes_go_with_finished_tables(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        store = tables.store
        await store.create_sheet("old", SheetLine(b"a", tables.now()))
        await store.create_sheet("used", SheetLine(b"a", tables.now()))
        time.now += 3 * DAY
        await store.append_sheet("used", 1, SheetLine(b"b", tables.now()))
        assert (await keep(keep_guests=1).round()).sheets == 0
        assert (await keep(keep_finished=2).round()).sheets == 1
        assert [await store.sheet_version(sheet) for sheet in ("old", "used")] == [None, 2]

    kept(tmp_path, story)


def test_reviews_go_when_nobody_asks_for_them(tmp_path: Path) -> None:
    async def story(tables: LiveTables, keep: Keep, time: Time) -> None:
        key = ReviewKey(b"k" * 32, 0, 0, 1)
        for n in range(3 * PIECE):
            await tables.store.keep_review(replace(key, seed=n), b"body", time.now)
        assert await keep().round() == Counts()
        assert await keep(limits=Limits(kept_reviews=2 * PIECE + 1)).round() == Counts(reviews=PIECE - 1)
        time.now += 31 * DAY
        await tables.store.keep_review(key, b"body", time.now)
        assert await keep(keep_reviews=40).round() == Counts()
        gone = (await keep().round()).reviews
        assert gone in (2 * PIECE, 2 * PIECE + 1)  # whether the one that came again had gone before
        assert await tables.store.review(key, time.now) == b"body"

    kept(tmp_path, story)
