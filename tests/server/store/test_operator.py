"""What an operator decides is kept in every store, and comes back from every backup."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sabika.server.common.restrictions import Restriction
from sabika.server.store import Entry, Missing, Person, Store, TableRow, Which, open_store, restore
from sabika.server.store.base import Act, KnownPerson, LogLine
from tests.server.store.test_migrations import VERSION_1

ROW = TableRow("t1", "zatre", "ana", 1, "gathering", public=True)
BAN = Restriction("ban", "ana", "insults", 5, 100)


def act(what: str, whom: str = "ana", at: int = 5) -> Act:
    return Act(at, what, whom, "insults")


async def test_restrictions_are_kept_until_they_are_lifted(store: Store) -> None:
    await store.restrict(BAN, act("ban"))
    await store.restrict(Restriction("mute", "ana", "", 6), act("mute"))
    await store.restrict(Restriction("ban", "203.0.113.7", "", 7), act("ban", "203.0.113.7"))
    assert [(each.what, each.whom, each.until) for each in await store.restrictions()] == [
        ("ban", "ana", 100),
        ("mute", "ana", None),
        ("ban", "203.0.113.7", None),
    ]
    await store.lift("ban", "ana", act("unban"))
    with pytest.raises(Missing):
        await store.lift("ban", "ana", act("unban"))
    assert [each.what for each in await store.acts(100)] == ["ban", "mute", "ban", "unban"]


async def test_a_new_restriction_takes_the_place_of_the_last_and_clears_those_that_ended(store: Store) -> None:
    await store.restrict(BAN, act("ban"))
    await store.restrict(Restriction("ban", "ana", "again", 50), act("ban", at=50))
    assert await store.restrictions() == [Restriction("ban", "ana", "again", 50)]
    await store.restrict(Restriction("mute", "bob", "", 60, 70), act("mute", "bob", 60))
    await store.restrict(Restriction("mute", "cleo", "", 80), act("mute", "cleo", 80))
    assert [each.whom for each in await store.restrictions()] == ["ana", "cleo"]


async def test_the_last_acts_are_told_in_order(store: Store) -> None:
    for n in range(5):
        await store.note_act(Act(n, f"act {n}", "t1", "why"))
    assert await store.acts(2) == [Act(3, "act 3", "t1", "why"), Act(4, "act 4", "t1", "why")]


async def test_a_hidden_table_is_on_no_public_list_whatever_happens_there(store: Store) -> None:
    await store.create(ROW, [Entry(b"", 1)])
    assert not await store.hide("t9", True)
    assert await store.hide("t1", True)
    await store.append("t1", 1, [Entry(b"", 2)], ROW)
    assert await store.rows(Which(public=True, status=["gathering"])) == []
    assert [row.hidden for row in await store.rows(Which())] == [True]
    await store.hide("t1", False)
    assert [row.id for row in await store.rows(Which(public=True))] == ["t1"]


async def test_people_are_found_by_id_or_name_and_listed_by_when_they_were_here(store: Store) -> None:
    for n, (person, name) in enumerate([("ana", "Ana"), ("ben", "Ben"), ("other", "Ana")]):
        await store.add_person(Person(person, name, n), name.encode() + bytes([n]))
    await store.note_seen("ben", 50)
    await store.note_seen("ben", 40)
    assert await store.people() == [
        KnownPerson("ben", "Ben", 1, 50),
        KnownPerson("other", "Ana", 2, 2),
        KnownPerson("ana", "Ana", 0, 0),
    ]
    assert [each.id for each in await store.people(most=1)] == ["ben"]
    assert [each.id for each in await store.people("Ana")] == ["other", "ana"]
    assert [each.id for each in await store.people("ben")] == ["ben"]
    assert await store.people("zoe' or 1=1 --") == []


async def test_nobody_hides_behind_others_who_are_called_by_their_id(store: Store) -> None:
    await store.add_person(Person("ana", "Ana", 0), b"a")
    for n in range(5):
        await store.add_person(Person(f"other {n}", "ana", 1 + n), bytes([n]))
    assert [each.id for each in await store.people("ana", 2)] == ["ana", "other 4"]


async def test_who_deletes_is_not_decided_by_a_clock_that_was_wrong(store: Store) -> None:
    assert await store.lead("tables", "one", 60)
    assert not await store.lead("tables", "two", 60)
    assert await store.lead("tables", "one", 400 * 86_400)  # as if the clock had been set back by a year since
    assert await store.lead("tables", "two", 60)


async def test_a_backup_has_what_the_operator_decided(address: str, tmp_path: Path, empty: str) -> None:
    store = await open_store(address)
    await store.create(ROW, [Entry(b"", 1)])
    await store.hide("t1", True)
    await store.restrict(BAN, act("ban"))
    await store.backup(tmp_path / "backup")
    await store.close()
    for place in {str(tmp_path / "new.db"), *([empty] if address != empty else [])}:
        restore(tmp_path / "backup", place)
        back = await open_store(place)
        assert await back.restrictions() == [BAN]
        assert await back.acts(10) == [act("ban")]
        assert [row.hidden for row in await back.rows(Which())] == [True]
        await back.close()


async def test_an_old_backup_is_read(tmp_path: Path) -> None:
    restore(VERSION_1, str(tmp_path / "new.db"))
    back = await open_store(str(tmp_path / "new.db"))
    assert await back.restrictions() == []
    assert [each.seen for each in await back.people("ana")] == [0]
    assert not any(row.hidden for row in await back.rows(Which()))
    await back.close()


# What is deleted in time.


async def test_a_finished_table_leaves_piece_by_piece_and_is_gone_at_once(store: Store) -> None:
    over = replace(ROW, status="over", seats=("ana", None, "ana"))
    for table in ("t1", "t2"):
        await store.create(replace(over, id=table), [Entry(b"", n) for n in range(1, 8)])
    await store.create(replace(ROW, id="t3"), [Entry(b"", 1)])
    assert [each.id for each in await store.finished(0, "", 8, 10)] == ["t1", "t2"]
    assert [each.id for each in await store.finished(7, "t1", 8, 10)] == ["t2"]
    assert await store.finished(0, "", 7, 10) == []
    assert not await store.begin_leaving("t1", 7), "it was used since"
    assert not await store.begin_leaving("t3", 100), "it is not over"
    assert not await store.begin_leaving("t9", 100), "there is none"
    assert await store.begin_leaving("t1", 8)
    assert (await store.row("t1"), await store.entries("t1")) == (None, [])
    assert [row.id for row in await store.rows(Which(person="ana"))] == ["t2"]
    with pytest.raises(Missing):
        await store.append("t1", 7, [Entry(b"", 9)])
    assert [await store.leave_on("t1", 3) for _ in range(3)] == [True, True, False]
    assert await store.leaving(10) == []
    assert len(await store.entries("t2")) == 7


async def test_what_was_said_is_found_and_rewritten(store: Store) -> None:
    await store.create(ROW, [Entry(b"said: a", 1), Entry(b"played", 2), Entry(b"said: \x00\xff", 3)])
    assert await store.lines("t1", 0, b"said", 10) == [LogLine(1, b"said: a"), LogLine(3, b"said: \x00\xff")]
    assert await store.lines("t1", 1, b"said", 10) == [LogLine(3, b"said: \x00\xff")]
    await store.rewrite("t1", [LogLine(1, b"said: ")])
    assert [entry.body for entry in await store.entries("t1")] == [b"said: ", b"played", b"said: \x00\xff"]
    assert await store.quiet() == 0
    await store.set_quiet(5)
    assert await store.quiet() == 5


async def test_people_who_were_not_here_are_deleted_with_their_tokens(store: Store) -> None:
    for n, person in enumerate(("ana", "ben", "old")):
        await store.add_person(Person(person, person, n), person.encode())
    assert await store.count_from_now(9, 10) == 1  # nobody knows of the one made at 0
    assert [each.id for each in await store.idle_people(0, "", 9, 10)] == ["ben", "old"]
    assert [each.id for each in await store.idle_people(1, "ben", 10, 1)] == ["old"]
    assert not await store.delete_person("ben", 1), "here since"
    assert await store.delete_person("ben", 2)
    assert not await store.delete_person("ben", 2)
    assert await store.person_by_token(b"ben") is None
    assert [each.id for each in await store.people()] == ["ana", "old"]


async def test_one_server_deletes_until_its_time_is_up(store: Store) -> None:
    assert await store.lead("tables", "one", 60)
    assert not await store.lead("tables", "two", 60)
    assert await store.lead("guests", "two", 60)
    assert await store.lead("tables", "one", -1)
    assert await store.lead("tables", "two", 60)


async def test_what_is_deleted_is_overwritten(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "sabika.db"))
    await store.create(replace(ROW, status="over"), [Entry(b"a secret word " * 9, n) for n in range(1, 200)])
    await store.begin_leaving("t1", 1000)
    while await store.leave_on("t1", 50):
        pass
    await store.close()
    assert b"a secret word" not in (tmp_path / "sabika.db").read_bytes()
