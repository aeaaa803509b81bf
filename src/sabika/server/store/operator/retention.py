"""Retention in SQL: finished tables, talk, guests. Every operation is short, since others want to save."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.server.store.base import EndedTable, KnownPerson, LogLine
from sabika.server.store.queries import Operation, milliseconds, seats_of_text
from sabika.server.store.servers import ALONE, PUT, setting

FINISHED = "status in ('over', 'closed')"  # in the words of the index
QUIET = "quiet"  # talk at tables last used before this time has been deleted


def lead(what: str, holder: str, seconds: float, now: str) -> Operation[bool]:
    """Does this server, of several, do this deleting? If so, for so long."""
    yield ALONE, {}
    clock = (yield f"select {now}", {}).rows[0][0]
    until, _, leader = ((yield from setting(f"deletes {what}")) or "0 ").partition(" ")
    if leader != holder and clock < int(until) <= clock + milliseconds(seconds):  # later: the clock was set back since
        return False
    yield PUT, {"name": f"deletes {what}", "value": f"{clock + milliseconds(seconds)} {holder}"}
    return True


def finished(since: int, after: str, before: int, most: int) -> Operation[list[EndedTable]]:
    """Finished tables by last use, starting after this one."""
    sql = f"""
        select id, touched from game_table where {FINISHED} and touched >= :since and touched < :before
        and (touched > :since or id > :after) order by touched, id limit :most"""
    asked = {"since": since, "after": after, "before": before, "most": most}
    return [EndedTable(*each) for each in (yield sql, asked).rows]


def begin_leaving(table: str, before: int) -> Operation[bool]:
    """Hide the table now, delete its log in batches; False if used since."""
    found = (yield "select seats from game_table where id = :table", {"table": table}).rows
    gone = f"delete from game_table where id = :table and {FINISHED} and touched < :before"
    if not (yield gone, {"table": table, "before": before}).changed:
        return False
    for person in set(seats_of_text(found[0][0])) - {None}:
        yield "delete from sitting where person = :person and table_id = :table", {"person": person, "table": table}
    for kept in ("snapshot", "lease"):
        yield f"delete from {kept} where table_id = :table", {"table": table}
    yield "insert into leaving (table_id) values (:table) on conflict do nothing", {"table": table}
    return True


def leave_on(table: str, most: int) -> Operation[bool]:
    """Delete the next batch of a hidden table's log; False when nothing is left."""
    sql = """
        delete from entry where table_id = :table
        and seq in (select seq from entry where table_id = :table order by seq desc limit :most)"""
    if (yield sql, {"table": table, "most": most}).changed == most:
        return True
    yield "delete from leaving where table_id = :table", {"table": table}
    return False


def leaving(most: int) -> Operation[list[str]]:
    return [table for (table,) in (yield "select table_id from leaving limit :most", {"most": most}).rows]


def lines(table: str, after: int, begin: bytes, most: int) -> Operation[list[LogLine]]:
    """The next entries of a log whose bodies begin with this."""
    sql = """
        select seq, body from entry where table_id = :table and seq > :after and substr(body, 1, :length) = :begin
        order by seq limit :most"""
    asked = {"table": table, "after": after, "length": len(begin), "begin": begin, "most": most}
    return [LogLine(*each) for each in (yield sql, asked).rows]


def rewrite(table: str, changed: Sequence[LogLine]) -> Operation[None]:
    """Replace the bodies of log entries."""
    for entry in changed:
        sql = "update entry set body = :body where table_id = :table and seq = :seq"
        yield sql, {"table": table, "seq": entry.seq, "body": entry.body}


def quiet() -> Operation[int]:
    return int((yield from setting(QUIET)) or "0")


def set_quiet(before: int) -> Operation[None]:
    yield PUT, {"name": QUIET, "value": str(before)}


def count_from_now(now: int, most: int) -> Operation[int]:
    """Date people without a last visit as of now; return how many."""
    sql = "update person set seen = :now where id in (select id from person where seen = 0 limit :most)"
    return (yield sql, {"now": now, "most": most}).changed


def idle_people(since: int, after: str, before: int, most: int) -> Operation[list[KnownPerson]]:
    """People last seen within these times, longest away first, those after `after` only."""
    sql = """
        select id, name, made, seen from person where seen > 0 and seen >= :since and seen < :before
        and (seen > :since or id > :after) order by seen, id limit :most"""
    asked = {"since": since, "after": after, "before": before, "most": most}
    return [KnownPerson(*each) for each in (yield sql, asked).rows]


def delete_person(person: str, before: int) -> Operation[bool]:
    """Delete with tokens and codes; False if missing or seen since."""
    sql = "delete from person where id = :person and seen < :before"
    if not (yield sql, {"person": person, "before": before}).changed:
        return False
    for kept in ("token", "code"):
        yield f"delete from {kept} where person = :person", {"person": person}
    return True
