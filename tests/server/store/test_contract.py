"""What every store promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from sabika.server.store import (
    Appended,
    Entry,
    Missing,
    Person,
    Repeated,
    ReviewKey,
    Snapshot,
    Stale,
    Store,
    StoreError,
    TableRow,
    Taken,
    Unavailable,
    Which,
    open_store,
)

ROW = TableRow("t1", "zatre", "ana", made=5, status="open", seats=("ana", None, "bob"), title=b"\x00title")


def entry(body: str, command: str | None = None, at: int = 10) -> Entry:
    return Entry(body.encode(), at, command)


async def bodies(store: Store, table: str = "t1") -> list[str]:
    return [entry.body.decode() for entry in await store.entries(table)]


# Tables and their logs.


async def test_a_new_table_is_there_with_its_first_entries(store: Store) -> None:
    assert await store.create(ROW, [entry("a", "c1", at=6), entry("b", at=7)]) == Appended(2)
    assert await store.row("t1") == replace(ROW, version=2, touched=7)
    assert await store.entries("t1") == [Entry(b"a", 6, "c1", 1), Entry(b"b", 7, None, 2)]


async def test_a_table_is_made_once(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    with pytest.raises(Taken):
        await store.create(replace(ROW, game="alhambra"), [entry("b")])
    assert await bodies(store) == ["a"]
    assert await store.row("t1") == replace(ROW, version=1, touched=10)


async def test_entries_are_numbered_without_gaps(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    assert await store.append("t1", 1, [entry("b"), entry("c")]) == Appended(3)
    assert await store.append("t1", 3, [entry("d")]) == Appended(4)
    assert [found.seq for found in await store.entries("t1")] == [1, 2, 3, 4]
    assert [found.body for found in await store.entries("t1", after=2)] == [b"c", b"d"]
    assert await store.entries("t1", after=4) == []


async def test_versions_of_many_tables(store: Store) -> None:
    tables = [f"t{n}" for n in range(130)]
    await asyncio.gather(*(store.create(replace(ROW, id=table), [entry("a")]) for table in tables))
    await store.append("t7", 1, [entry("b"), entry("c")])
    expected = {table: 3 if table == "t7" else 1 for table in tables}
    assert await store.versions([*tables, "nowhere"]) == expected
    assert await store.versions([]) == {}


async def test_what_is_not_there_is_not_there(store: Store) -> None:
    assert await store.row("t9") is None
    assert await store.entries("t9") == []
    assert await store.snapshot("t9") is None
    with pytest.raises(Missing):
        await store.append("t9", 0, [entry("a")])


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_an_append_to_another_version_is_stale(store: Store, expected: int) -> None:
    await store.create(ROW, [entry("a"), entry("b")])
    with pytest.raises(Stale) as refusal:
        await store.append("t1", expected, [entry("c")], replace(ROW, status="ended"))
    assert refusal.value.version == 2
    assert await bodies(store) == ["a", "b"]
    assert await store.row("t1") == replace(ROW, version=2, touched=10)


async def test_a_command_is_accepted_once(store: Store) -> None:
    await store.create(ROW, [entry("a", "c1")])
    await store.append("t1", 1, [entry("b", "c2"), entry("c")])
    for command, seq, expected in [("c2", 2, 3), ("c2", 2, 1), ("c1", 1, 0)]:  # even where it would be stale
        with pytest.raises(Repeated) as refusal:
            await store.append("t1", expected, [entry("x"), entry("y", command)])
        assert refusal.value.seq == seq
    assert await bodies(store) == ["a", "b", "c"]


async def test_a_command_of_another_table_is_another_command(store: Store) -> None:
    await store.create(ROW, [entry("a", "c1")])
    await store.create(replace(ROW, id="t2"), [entry("a", "c1")])
    assert await store.append("t2", 1, [entry("b", "c2")]) == Appended(2)
    assert await store.append("t1", 1, [entry("b", "c2")]) == Appended(2)


async def test_a_row_is_replaced_with_an_append_and_keeps_what_a_table_is(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    seated = TableRow("t1", "alhambra", "bob", 99, "playing", True, ("bob", "eve"), 5000, b"new", version=77, touched=1)
    await store.append("t1", 1, [entry("b", at=20)], seated)
    now = replace(seated, game="zatre", made=5, version=2, touched=20)
    assert await store.row("t1") == now
    await store.append("t1", 2, [entry("c", at=30)])
    assert await store.row("t1") == replace(now, version=3, touched=30)


async def test_bodies_may_be_any_bytes(store: Store) -> None:
    body = bytes(range(256)) * 1000
    await store.create(ROW, [Entry(body, 1), Entry(b"", 1)])
    assert [found.body for found in await store.entries("t1")] == [body, b""]


NONSENSE: dict[str, Callable[[Store], object]] = {
    "nothing to append": lambda store: store.append("t1", 1, []),
    "nothing to begin with": lambda store: store.create(replace(ROW, id="t2"), []),
    "one command twice": lambda store: store.append("t1", 1, [entry("b", "c"), entry("c", "c")]),
    "the row of another table": lambda store: store.append("t1", 1, [entry("b")], replace(ROW, id="t2")),
    "a zero character in a command": lambda store: store.append("t1", 1, [entry("b", "c\0")]),
    "half a character in a command": lambda store: store.append("t1", 1, [entry("b", "\ud800")]),
    "a zero character in a name": lambda store: store.add_person(Person("eve", "e\0", 1), b"token"),
    "a time that does not fit": lambda store: store.append("t1", 1, [entry("b", at=2**63)]),
}


@pytest.mark.parametrize("ask", NONSENSE.values(), ids=NONSENSE)
async def test_nonsense_is_refused_before_it_is_tried(store: Store, ask: Callable[[Store], object]) -> None:
    await store.create(ROW, [entry("a")])
    with pytest.raises(ValueError):  # noqa: PT011 (each says what is wrong in its own words)
        await ask(store)  # type: ignore[misc]
    assert await bodies(store) == ["a"]


# Many at once.


async def test_of_many_who_append_at_once_one_wins_each_number(store: Store) -> None:
    await store.create(ROW, [entry("a")])

    async def play(name: str) -> int:
        won = 0
        for turn in range(10):
            row = await store.row("t1")
            assert row is not None
            try:
                await store.append("t1", row.version, [entry(f"{name}{turn}", f"{name}{turn}")])
                won += 1
            except Stale:
                pass
        return won

    won = sum(await asyncio.gather(*(play(name) for name in "abcdefgh")))
    found = await store.entries("t1")
    assert won >= 10
    assert [entry.seq for entry in found] == list(range(1, won + 2))
    assert len({entry.body for entry in found}) == won + 1


async def test_one_conflict_among_many_fails_its_caller_only(store: Store) -> None:
    tables = [f"t{n}" for n in range(20)]
    for table in tables:
        await store.create(replace(ROW, id=table), [entry("a", "first")])
    odd = {
        "t3": ("t3", 0, [entry("b"), entry("c")]),
        "t7": ("t7", 1, [entry("b"), entry("c", "first")]),
        "t11": ("none", 1, [entry("b"), entry("c")]),
    }
    asks = [odd.get(table, (table, 1, [entry("b", "second"), entry("c")])) for table in tables]
    outcomes = await asyncio.gather(*(store.append(*ask) for ask in asks), return_exceptions=True)
    kinds = {3: Stale, 7: Repeated, 11: Missing}
    assert [type(outcome) for outcome in outcomes] == [kinds.get(n, Appended) for n in range(20)]
    for n, table in enumerate(tables):
        assert await bodies(store, table) == (["a"] if n in kinds else ["a", "b", "c"])


async def test_who_asks_one_table_in_a_row_is_answered_in_that_order(store: Store) -> None:
    await store.create(ROW, [entry("0")])
    outcomes = await asyncio.gather(*(store.append("t1", n, [entry(str(n))]) for n in range(1, 11)))
    assert outcomes == [Appended(n) for n in range(2, 12)]
    assert await bodies(store) == [str(n) for n in range(11)]


async def test_who_no_longer_waits_harms_nobody(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    gone = asyncio.ensure_future(store.append("t1", 1, [entry("b", "gone")]))
    stays = asyncio.ensure_future(store.append("t1", 2, [entry("c")]))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == Appended(3)
    assert await bodies(store) == ["a", "b", "c"]
    with pytest.raises(Repeated):
        await store.append("t1", 3, [entry("b", "gone")])


# Lists.

TABLES = [
    TableRow("open1", "zatre", "ana", 1, "open", public=True, seats=("ana", None)),
    TableRow("open2", "zatre", "ana", 2, "open", public=True, seats=(None, "bob"), deadline=900),
    TableRow("secret", "zatre", "bob", 3, "open", seats=("bob", "ana", "ana")),
    TableRow("live", "alhambra", "eve", 4, "playing", public=True, seats=("eve", "bob"), deadline=500),
    TableRow("over", "alhambra", "ana", 5, "ended", public=True, seats=("ana", "eve")),
]

LISTS = {
    "all, the last made first": (Which(), "over live secret open2 open1"),
    "public": (Which(public=True), "over live open2 open1"),
    "not public": (Which(public=False), "secret"),
    "open and public": (Which(public=True, status=["open"]), "open2 open1"),
    "of two kinds": (Which(status=("ended", "playing")), "over live"),
    "of a kind that none is": (Which(status=["closed"]), ""),
    "where somebody sits": (Which(person="ana"), "over secret open1"),
    "where nobody of that name sits": (Which(person="zoe"), ""),
    "that somebody made": (Which(maker="ana"), "over open2 open1"),
    "made lately": (Which(made_since=4), "over live"),
    "made lately by somebody": (Which(made_since=2, maker="ana", status=["open"]), "open2"),
    "due, the most urgent first": (Which(due=900), "live open2"),
    "due at that moment": (Which(due=500), "live"),
    "nobody looks after": (Which(unheld=True, public=True), "over open2 open1"),
    "due and nobody looks after": (Which(unheld=True, due=1000), "open2"),
}


@pytest.mark.parametrize(("which", "expected"), LISTS.values(), ids=LISTS)
async def test_a_list_has_the_tables_it_names(store: Store, which: Which, expected: str) -> None:
    for row in TABLES:
        await store.create(row, [entry("a")])
    await store.hold("live", "me", 60)
    names = expected.split()
    assert [row.id for row in await store.rows(which)] == names
    assert await store.count(which) == len(names)
    assert [row.id for row in await store.rows(which, limit=1, skip=1)] == names[1:2]


async def test_a_person_is_found_where_they_sit_now(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    await store.append("t1", 1, [entry("b")], replace(ROW, seats=(None, "eve", "bob")))
    found = {person: await store.count(Which(person=person)) for person in ("ana", "bob", "eve")}
    assert found == {"ana": 0, "bob": 1, "eve": 1}


# Snapshots.


async def test_the_latest_snapshot_is_kept(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    assert await store.snapshot("t1") is None
    for seq, body in [(4, b"four"), (7, b"seven"), (5, b"five")]:
        await store.keep_snapshot("t1", seq, body)
    assert await store.snapshot("t1") == Snapshot(7, b"seven")
    await store.keep_snapshot("t9", 1, b"of no table")
    assert await store.snapshot("t9") is None


# People.

ANA, BOB = Person("ana", "Ana ❤", 1), Person("bob", "Bob", 2)


async def test_people_are_known_by_their_tokens(store: Store) -> None:
    await store.add_person(ANA, b"\x00ana")
    await store.add_person(BOB, b"\xffbob")
    assert await store.person_by_token(b"\x00ana") == ANA
    assert await store.person_by_token(b"nobody") is None
    assert await store.person_by_token(b"\xffbob") == BOB


async def test_nobody_is_added_twice_or_with_anothers_token(store: Store) -> None:
    await store.add_person(ANA, b"ana")
    with pytest.raises(Taken):
        await store.add_person(replace(ANA, name="other"), b"new")
    with pytest.raises(Taken):
        await store.add_person(BOB, b"ana")
    assert await store.person_by_token(b"ana") == ANA
    assert await store.person_by_token(b"new") is None


async def test_people_change_their_names(store: Store) -> None:
    await store.add_person(ANA, b"ana")
    await store.rename("ana", "Aña")
    assert await store.person_by_token(b"ana") == replace(ANA, name="Aña")
    with pytest.raises(Missing):
        await store.rename("zoe", "Zoe")


async def test_a_person_has_a_token_a_device(store: Store) -> None:
    await store.add_person(ANA, b"one")
    await store.add_person(BOB, b"bob")
    await store.add_token("ana", b"two", 5)
    await store.add_token("ana", b"three", 6)
    with pytest.raises(Taken):
        await store.add_token("bob", b"two", 7)
    with pytest.raises(Missing):
        await store.add_token("zoe", b"zoe", 7)
    assert await store.drop_token(b"one")
    assert not await store.drop_token(b"one")
    assert await store.drop_tokens("ana", keep=b"three") == 1
    found = {token: await store.person_by_token(token) for token in (b"one", b"two", b"three", b"bob")}
    assert found == {b"one": None, b"two": None, b"three": ANA, b"bob": BOB}
    assert await store.drop_tokens("ana") == 1


async def test_a_code_opens_once_and_for_a_while(store: Store) -> None:
    await store.add_person(ANA, b"ana")
    await store.add_code("ana", b"code", expires=100)
    assert await store.take_code(b"other", 50) is None
    assert await store.take_code(b"code", 99) == ANA
    assert await store.take_code(b"code", 99) is None
    await store.add_code("ana", b"late", expires=100)
    assert await store.take_code(b"late", 100) is None
    assert await store.take_code(b"late", 50) is None


async def test_a_new_code_replaces_the_last(store: Store) -> None:
    await store.add_person(ANA, b"ana")
    await store.add_person(BOB, b"bob")
    await store.add_code("ana", b"first", 100)
    await store.add_code("ana", b"second", 100)
    assert await store.take_code(b"first", 50) is None
    with pytest.raises(Taken):
        await store.add_code("bob", b"second", 100)
    with pytest.raises(Missing):
        await store.add_code("zoe", b"third", 100)
    assert await store.take_code(b"second", 50) == ANA


async def test_of_many_who_take_a_code_at_once_one_gets_it(store: Store) -> None:
    await store.add_person(ANA, b"ana")
    for n in range(10):
        await store.add_code("ana", b"code%d" % n, 100)
        taken = await asyncio.gather(*(store.take_code(b"code%d" % n, 50) for _ in range(8)))
        assert sorted(taken, key=bool) == [None] * 7 + [ANA]


# Leases.


async def test_a_lease_has_one_holder(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    await store.create(replace(ROW, id="t2"), [entry("a")])
    assert await store.hold("t1", "me", 60)
    assert await store.hold("t1", "me", 60)
    assert not await store.hold("t1", "you", 60)
    assert await store.hold("t2", "you", 60)
    assert not await store.hold("t9", "me", 60)  # there is no such table
    assert (await store.renew("me", 60), await store.renew("you", 60)) == (["t1"], ["t2"])


async def test_a_lease_can_be_given_back(store: Store) -> None:
    for table in ("t1", "t2", "t3"):
        await store.create(replace(ROW, id=table), [entry("a")])
        await store.hold(table, "me", 60)
    await store.release("you", "t1")
    assert not await store.hold("t1", "you", 60)
    await store.release("me", "t1")
    assert await store.hold("t1", "you", 60)
    await store.release("me")
    assert await store.renew("me", 60) == []
    assert await store.renew("you", 60) == ["t1"]


async def test_a_lease_ends_unless_it_is_renewed(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    await store.hold("t1", "me", 1.2)
    await asyncio.sleep(0.7)
    assert await store.renew("me", 1.2) == ["t1"]
    await asyncio.sleep(0.7)
    assert not await store.hold("t1", "you", 60)
    await asyncio.sleep(0.6)
    assert await store.count(Which(unheld=True)) == 1
    assert await store.hold("t1", "you", 60)
    assert await store.renew("me", 60) == []


async def test_a_lease_from_before_the_clock_was_set_back_has_ended(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    await store.hold("t1", "long gone", 8 * 86_400)
    assert await store.count(Which(unheld=True)) == 1
    assert await store.hold("t1", "you", 60)
    assert await store.count(Which(unheld=True)) == 0


async def test_of_many_who_want_a_lease_one_gets_it(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    got = await asyncio.gather(*(store.hold("t1", f"holder {n}", 60) for n in range(20)))
    assert sum(got) == 1


# Who listens.


async def test_who_listens_hears_the_latest_version(store: Store) -> None:
    ears = store.listen()
    await store.create(ROW, [entry("a")])
    await store.create(replace(ROW, id="t2"), [entry("a")])
    for version in range(1, 5):
        await store.append("t1", version, [entry("b")])
    assert dict([await anext(ears), await anext(ears)]) == {"t1": 5, "t2": 1}
    await store.append("t2", 1, [entry("b"), entry("c")])
    assert await anext(ears) == ("t2", 3)


async def test_a_refused_append_is_not_told(store: Store) -> None:
    await store.create(ROW, [entry("a")])
    ears = store.listen()
    with pytest.raises(Stale):
        await store.append("t1", 0, [entry("b")])
    await store.append("t1", 1, [entry("b")])
    assert await anext(ears) == ("t1", 2)


async def test_who_stops_listening_hears_no_more(store: Store) -> None:
    ears, others = store.listen(), store.listen()
    waiting = asyncio.ensure_future(anext(ears))
    await asyncio.sleep(0)
    ears.close()
    with pytest.raises(StopAsyncIteration):
        await waiting
    await store.create(ROW, [entry("a")])
    assert await anext(others) == ("t1", 1)
    assert [told async for told in ears] == []


# The whole.


async def test_all_is_there_after_closing_and_opening_again(address: str) -> None:
    store = await open_store(address)
    await store.create(ROW, [entry("a", "c1")])
    await store.add_person(ANA, b"ana")
    await store.close()
    store = await open_store(address)
    assert await store.row("t1") == replace(ROW, version=1, touched=10)
    assert await store.entries("t1") == [Entry(b"a", 10, "c1", 1)]
    assert await store.person_by_token(b"ana") == ANA
    await store.close()


async def test_closing_finishes_what_was_begun_and_takes_no_more(address: str) -> None:
    store = await open_store(address)
    await store.create(ROW, [entry("a")])
    asks = [asyncio.ensure_future(store.append("t1", n, [entry("b")])) for n in range(1, 6)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asks) == [Appended(n) for n in range(2, 7)]
    with pytest.raises(Unavailable):
        await store.append("t1", 6, [entry("c")])
    store = await open_store(address)
    assert len(await store.entries("t1")) == 6
    await store.close()


@dataclass
class Model:
    """What a store should hold, the simple way."""

    logs: dict[str, list[Entry]] = field(default_factory=dict)

    def append(self, table: str, expected: int, entries: Iterable[Entry]) -> type[StoreError] | Appended:
        log = self.logs.get(table)
        if log is None:
            return Missing
        if {entry.command for entry in entries if entry.command} & {entry.command for entry in log}:
            return Repeated
        if len(log) != expected:
            return Stale
        log += [replace(entry, seq=seq) for seq, entry in enumerate(entries, len(log) + 1)]
        return Appended(len(log))


async def test_a_store_does_what_the_simple_model_does(store: Store) -> None:
    choose = random.Random(5)
    model = Model()
    for table in ("t1", "t2", "t3"):
        await store.create(replace(ROW, id=table), [entry("first")])
        model.logs[table] = [Entry(b"first", 10, None, 1)]
    for step in range(400):
        table = choose.choice(["t1", "t2", "t3", "t4"])
        expected = len(model.logs.get(table, ())) - choose.choice([0, 0, 0, 1])
        commands = choose.sample([None, None, *(f"c{n}" for n in range(60))], choose.randint(1, 3))
        entries = [Entry(b"%d" % step, step, command) for command in commands]
        try:
            outcome: object = await store.append(table, expected, entries)
        except StoreError as refusal:
            outcome = type(refusal)
        assert outcome == model.append(table, expected, entries), step
    for table, log in model.logs.items():
        assert await store.entries(table) == log


# Reviews.

KEY = ReviewKey(b"k" * 32, 300, 0, 1)


async def test_a_review_is_kept_under_its_key(store: Store) -> None:
    assert await store.review(KEY, 1) is None
    await store.keep_review(KEY, b"\x00one\xff", 1)
    others = [replace(KEY, **{name: each}) for name, each in OTHER_KEYS.items()]
    for n, other in enumerate(others):
        assert await store.review(other, 1) is None
        await store.keep_review(other, b"%d" % n, 1)
    assert await store.review(KEY, 1) == b"\x00one\xff"
    await store.keep_review(KEY, b"two", 2)
    assert await store.review(KEY, 2) == b"two"
    assert [await store.review(other, 2) for other in others] == [b"0", b"1", b"2", b"3"]


OTHER_KEYS: dict[str, Any] = {"record": b"l" * 32, "playouts": 0, "seed": 7, "version": 2}


async def test_reviews_that_nobody_asked_for_longest_go_first(store: Store) -> None:
    day = 86_400_000
    keys = [replace(KEY, seed=n) for n in range(6)]
    for n, key in enumerate(keys):
        await store.keep_review(key, b"body", n * day)
    await store.review(keys[0], 9 * day)  # asked for again

    async def left() -> list[int]:
        return [key.seed for key in keys if await store.review(key, key.seed * day if key.seed else 9 * day)]

    assert await store.drop_reviews(0, 100, 10) == 0
    assert await store.drop_reviews(3 * day, 100, 1) == 1
    assert await store.drop_reviews(3 * day, 100, 10) == 1
    assert await left() == [0, 3, 4, 5]
    assert await store.drop_reviews(0, 2, 1) == 1
    assert await store.drop_reviews(0, 2, 10) == 1
    assert await store.drop_reviews(0, 2, 10) == 0
    assert await left() == [0, 5]
