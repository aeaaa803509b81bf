"""What all servers of a store agree on, in SQL: the key, the time, and the outages."""

from __future__ import annotations

from sabika.server.store.base import Beat, Joined, OtherKey, Outage
from sabika.server.store.queries import Operation, milliseconds

RECENT = 1_000  # outages in one answer

# Whoever has this row is alone until the end of the transaction.
ALONE = "insert into setting values ('house', '') on conflict (name) do update set value = setting.value"
PUT = "insert into setting values (:name, :value) on conflict (name) do update set value = excluded.value"
GET = "select value from setting where name = :name"
HERE = """
    insert into server (holder, key, until) values (:holder, :key, {now} + :length)
    on conflict (holder) do update set key = excluded.key, until = excluded.until"""


def touch(now: str) -> Operation[None]:
    sql = f"insert into setting values ('touched', cast({now} as text))"
    yield f"{sql} on conflict (name) do update set value = excluded.value", {}


def setting(name: str) -> Operation[str | None]:
    found = (yield GET, {"name": name}).rows
    return found[0][0] if found else None


def key() -> Operation[str | None]:
    return (yield from setting("key"))


def claim(key: str, instead_of: str | None, now: str) -> Operation[bool]:
    yield ALONE, {}
    if (yield from setting("key")) != instead_of or (yield from others(key, now)):
        return False
    yield PUT, {"name": "key", "value": key}
    return True


def others(key: str, now: str) -> Operation[bool]:
    """Is a server up that has another key?"""
    sql = f"select holder from server where key <> :key and until > {now} limit 1"
    return bool((yield sql, {"key": key}).rows)


def join(holder: str, key: str, seconds: float, now: str) -> Operation[Joined]:
    yield ALONE, {}
    kept = yield from setting("key")
    if kept not in (None, key):
        raise OtherKey("the tables of this database belong to another key")
    if kept is None:
        yield PUT, {"name": "key", "value": key}
    counts = f"count(*) filter (where until > {now}), count(*) filter (where until <= {now})"
    clock, there, lost = (yield f"select {now}, {counts} from server where holder <> :holder", {"holder": holder}).rows[
        0
    ]
    yield HERE.format(now=now), {"holder": holder, "key": key, "length": milliseconds(seconds)}
    time, told = yield from last_beat()
    return Joined(clock, time, clock - told, there, lost)


def last_beat() -> Operation[tuple[int, int]]:
    """The last announced table time and the store's time then; 0: never."""
    text = yield from setting("time")
    time, _, told = (text or "0 0").partition(" ")
    return int(time), int(told)


def beat(holder: str, time: int, gap: int, seconds: float, known: int, now: str) -> Operation[Beat]:
    yield ALONE, {}
    last, _ = yield from last_beat()
    clock = (yield f"select {now}", {}).rows[0][0]
    if last and time - last >= gap:  # a server that slept while another was there is behind, and that is no outage
        yield "insert into outage values (:began, :ended) on conflict do nothing", {"began": last, "ended": time}
    latest = max(last, time)
    yield PUT, {"name": "time", "value": f"{latest} {clock}"}
    until = {"holder": holder, "length": milliseconds(seconds)}
    yield f"update server set until = {now} + :length where holder = :holder", until
    yield f"delete from server where until < {now} - 60000", {}
    sql = "select began, ended from outage where ended > :known order by ended desc limit :most"
    found = (yield sql, {"known": known, "most": RECENT}).rows
    return Beat(latest, [Outage(*each) for each in reversed(found)])


def leave(holder: str) -> Operation[None]:
    yield "delete from server where holder = :holder", {"holder": holder}
