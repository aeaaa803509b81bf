"""The operations of a store in SQL, once for both databases.

An operation is a generator: it yields statements, is sent their answers, and returns the result. It knows
nothing of threads, loops and connections; a store drives it inside one transaction. Statements name their parameters
`:so`, and keep to what SQLite 3.34 and PostgreSQL 13 both understand.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import json

from sabika.server.common.guests import Person
from sabika.server.store.base import Appended, Missing, Repeated, Snapshot, Stale, Taken, Which
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

T = TypeVar("T")


class QueryResult(NamedTuple):
    rows: list[tuple[Any, ...]]
    changed: int  # how many rows


Statement = tuple[str, dict[str, Any]]
Operation = Generator[Statement, QueryResult, T]

ROW = "id, game, maker, made, status, public, seats, deadline, title, version, touched"
READ_ROW = f"{ROW}, hidden"
INSERT_ROW = f"""
    insert into game_table ({ROW}, changed)
    values (:id, :game, :maker, :made, :status, :public, :seats, :deadline, :title, :version, :touched, {{now}})
    on conflict do nothing"""
UPDATE_ROW = """
    update game_table
    set maker = :maker, status = :status, public = :public, seats = :seats, deadline = :deadline, title = :title,
        version = :version, touched = :touched
    where id = :id"""
BEFORE = """
    select version, seats, (select seq from entry where table_id = :table and command = :command)
    from game_table where id = :table"""
INSERT_ENTRY = "insert into entry (table_id, seq, at, command, body) values (:table, :seq, :at, :command, :body)"

THERE = "exists (select 1 from game_table where id = :table)"  # otherwise the rest of its log is being deleted
LONGEST = 120_000  # the longest lease, in milliseconds
PUBLIC = {True: "public = :public and not hidden", False: "public = :public"}  # on the public list, and made for few
AT_ONCE = 64  # tables per query of versions

seats_to_text = json.encode
seats_of_text = json.Decoder(tuple[str | None, ...]).decode


# Tables and their logs.


def create(row: TableRow, first: Sequence[Entry], now: str) -> Operation[Appended]:
    if not (yield INSERT_ROW.format(now=now), columns(row, first, 0)).changed:
        raise Taken(f"there is a table {row.id} already")
    yield from seat(row.id, (), row.seats)
    yield from write(row.id, 0, first)
    return Appended(len(first))


def append(table: str, expected: int, entries: Sequence[Entry], row: TableRow | None) -> Operation[Appended]:
    found = (yield BEFORE, {"table": table, "command": entries[0].command}).rows
    if not found:
        raise Missing(f"there is no table {table}")
    version, seats, seen = found[0]
    if seen is not None:
        raise Repeated(seen)
    for entry in entries[1:]:
        if entry.command is not None:
            yield from once(table, entry.command)
    if version != expected:
        raise Stale(version)
    yield from write(table, expected, entries)
    version += len(entries)
    if row is None:
        changes = {"table": table, "version": version, "touched": entries[-1].at}
        yield "update game_table set version = :version, touched = :touched where id = :table", changes
    else:
        changes = columns(row, entries, expected)
        yield UPDATE_ROW, changes
        if changes["seats"] != seats:
            yield from seat(table, seats_of_text(seats), row.seats)
    return Appended(version)


def once(table: str, command: str) -> Operation[None]:
    """Raises Repeated when the table has accepted the command."""
    asked = {"table": table, "command": command}
    found = (yield "select seq from entry where table_id = :table and command = :command", asked).rows
    if found:
        raise Repeated(found[0][0])


def write(table: str, version: int, entries: Sequence[Entry]) -> Operation[None]:
    for seq, entry in enumerate(entries, version + 1):
        line = {"table": table, "seq": seq, "at": entry.at, "command": entry.command, "body": entry.body}
        yield INSERT_ENTRY, line


def seat(table: str, before: Iterable[str | None], after: Iterable[str | None]) -> Operation[None]:
    """Update the index of seats by person: add newcomers, remove those who left."""
    then, now = set(before) - {None}, set(after) - {None}
    for person in then - now:
        yield "delete from sitting where person = :person and table_id = :table", {"person": person, "table": table}
    for person in now - then:
        yield "insert into sitting values (:person, :table)", {"person": person, "table": table}


def columns(row: TableRow, entries: Sequence[Entry], version: int) -> dict[str, Any]:
    """The columns of a row to write with these entries after that version."""
    return {
        "id": row.id,
        "game": row.game,
        "maker": row.maker,
        "made": row.made,
        "status": row.status,
        "public": row.public,
        "seats": seats_to_text(row.seats).decode(),
        "deadline": row.deadline,
        "title": row.title,
        "version": version + len(entries),
        "touched": entries[-1].at,
    }


def row_of(found: Sequence[Any]) -> TableRow:
    """A row as it is read, in the order of READ_ROW."""
    table, game, maker, made, status, public, seats, deadline, title, version, touched, hidden = found
    people = seats_of_text(seats)
    return TableRow(
        table, game, maker, made, status, bool(public), people, deadline, title, version, touched, bool(hidden)
    )


def entries(table: str, after: int) -> Operation[list[Entry]]:
    sql = f"select body, at, command, seq from entry where table_id = :table and seq > :after and {THERE} order by seq"
    return [Entry(*found) for found in (yield sql, {"table": table, "after": after}).rows]


def versions(tables: Sequence[str]) -> Operation[dict[str, int]]:
    """Of at most AT_ONCE tables."""
    asked = {f"t{n}": table for n, table in enumerate([*tables, *[""] * (AT_ONCE - len(tables))])}  # always one text
    return dict((yield f"select id, version from game_table where id in ({names(asked)})", asked).rows)


def row(table: str) -> Operation[TableRow | None]:
    found = (yield f"select {READ_ROW} from game_table where id = :table", {"table": table}).rows
    return row_of(found[0]) if found else None


def rows(which: Which, limit: int, skip: int, now: str) -> Operation[list[TableRow]]:
    where, asked = conditions(which, now)
    order = "made desc, id" if which.due is None else "deadline, id"
    sql = f"select {READ_ROW} from game_table where {where} order by {order} limit :limit offset :skip"
    return [row_of(found) for found in (yield sql, asked | {"limit": limit, "skip": skip}).rows]


def count(which: Which, now: str) -> Operation[int]:
    where, asked = conditions(which, now)
    total: int = (yield f"select count(*) from game_table where {where}", asked).rows[0][0]
    return total


def conditions(which: Which, now: str) -> tuple[str, dict[str, Any]]:
    """A list's condition in SQL; `now` is the store's clock in SQL."""
    statuses = {f"status{n}": status for n, status in enumerate(which.status)}
    parts = {
        "public": PUBLIC[which.public] if which.public is not None else "",
        "status": f"status in ({names(statuses)})" if statuses else "",
        "person": "id in (select table_id from sitting where person = :person)" if which.person is not None else "",
        "maker": "maker = :maker" if which.maker is not None else "",
        "made_since": "made >= :made_since" if which.made_since is not None else "",
        "due": "deadline <= :due" if which.due is not None else "",
        "unheld": f"not exists (select 1 from lease where table_id = id and {held(now)})" if which.unheld else "",
    }
    used = {name: sql for name, sql in parts.items() if sql}
    asked = {name: getattr(which, name) for name in used if name not in ("status", "unheld")}
    return " and ".join(used.values()) or "true", asked | statuses


def snapshot(table: str) -> Operation[Snapshot | None]:
    found = (yield "select seq, body from snapshot where table_id = :table", {"table": table}).rows
    return Snapshot(*found[0]) if found else None


def keep_snapshot(table: str, seq: int, body: bytes) -> Operation[None]:
    sql = """
        insert into snapshot (table_id, seq, body) select id, :seq, :body from game_table where id = :table
        on conflict (table_id) do update set seq = excluded.seq, body = excluded.body
        where snapshot.seq <= excluded.seq"""
    yield sql, {"table": table, "seq": seq, "body": body}


def drop_snapshot(table: str) -> Operation[None]:
    yield "delete from snapshot where table_id = :table", {"table": table}


# People.


def add_person(person: Person, token: bytes) -> Operation[None]:
    made = {"id": person.id, "name": person.name, "made": person.made}
    if not (
        yield "insert into person (id, name, made, seen) values (:id, :name, :made, :made) on conflict do nothing", made
    ).changed:
        raise Taken(f"there is a person {person.id} already")
    yield from add_token(person.id, token, person.made)


def names(parameters: Iterable[str]) -> str:
    """A list of parameters as SQL writes it."""
    return ", ".join(f":{name}" for name in parameters)


def person_by_token(token: bytes) -> Operation[Person | None]:
    sql = "select p.id, p.name, p.made from token t join person p on p.id = t.person where t.hash = :token"
    found = (yield sql, {"token": token}).rows
    return Person(*found[0]) if found else None


def rename(person: str, name: str) -> Operation[None]:
    if not (yield "update person set name = :name where id = :person", {"person": person, "name": name}).changed:
        raise Missing(f"there is no person {person}")


def add_token(person: str, token: bytes, made: int) -> Operation[None]:
    yield from known(person)
    sql = "insert into token values (:token, :person, :made) on conflict do nothing"
    if not (yield sql, {"token": token, "person": person, "made": made}).changed:
        raise Taken("there is such a token already")


def known(person: str) -> Operation[None]:
    """Raises Missing if there is no such person."""
    if not (yield "select id from person where id = :person", {"person": person}).rows:
        raise Missing(f"there is no person {person}")


def drop_token(token: bytes) -> Operation[bool]:
    return bool((yield "delete from token where hash = :token", {"token": token}).changed)


def drop_tokens(person: str, keep: bytes | None) -> Operation[int]:
    asked = {"person": person, "keep": b"" if keep is None else keep}  # no hash is empty
    return (yield "delete from token where person = :person and hash <> :keep", asked).changed


def add_code(person: str, code: bytes, expires: int) -> Operation[None]:
    yield from known(person)
    yield "delete from code where person = :person", {"person": person}
    sql = "insert into code values (:code, :person, :expires) on conflict do nothing"
    if not (yield sql, {"code": code, "person": person, "expires": expires}).changed:
        raise Taken("there is such a code already")


def take_code(code: bytes, now: int) -> Operation[Person | None]:
    sql = """
        select p.id, p.name, p.made from code c join person p on p.id = c.person
        where c.hash = :code and c.expires > :now"""
    found = (yield sql, {"code": code, "now": now}).rows
    gone = (yield "delete from code where hash = :code", {"code": code}).changed
    yield "delete from code where expires <= :now", {"now": now}
    return Person(*found[0]) if found and gone else None  # of two who use it at once, one finds it gone


# Leases.


def hold(table: str, holder: str, seconds: float, now: str) -> Operation[bool]:
    sql = f"""
        insert into lease (table_id, holder, until)
        select id, :holder, {now} + :length from game_table where id = :table
        on conflict (table_id) do update set holder = excluded.holder, until = excluded.until
        where lease.holder = excluded.holder or not ({held(now)})"""
    return bool((yield sql, {"table": table, "holder": holder, "length": milliseconds(seconds)}).changed)


def held(now: str) -> str:
    """Has a lease not ended? One that ends too late was given before the store's clock was set back."""
    return f"lease.until > {now} and lease.until <= {now} + {LONGEST}"


def renew(holder: str, seconds: float, now: str) -> Operation[list[str]]:
    asked = {"holder": holder, "length": milliseconds(seconds)}
    yield f"update lease set until = {now} + :length where holder = :holder", asked
    return [found[0] for found in (yield "select table_id from lease where holder = :holder", {"holder": holder}).rows]


def release(holder: str, table: str | None) -> Operation[None]:
    if table is None:
        yield "delete from lease where holder = :holder", {"holder": holder}
    else:
        yield "delete from lease where holder = :holder and table_id = :table", {"holder": holder, "table": table}


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
