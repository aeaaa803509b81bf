"""An operator's decisions and queries in SQL: restrictions, hidden tables, people, the audit log."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sabika.server.common.restrictions import Restriction, What
from sabika.server.store.base import Act, KnownPerson, Missing
from sabika.server.store.queries import Operation
from sabika.server.store.servers import ALONE


def restrictions() -> Operation[list[Restriction]]:
    found = (yield "select what, whom, reason, made, until from restriction order by made, whom", {}).rows
    return [Restriction(*each) for each in found]


def restrict(restriction: Restriction, act: Act) -> Operation[None]:
    """Set a restriction, replacing an earlier one of the same kind."""
    sql = """
        insert into restriction (what, whom, reason, made, until) values (:what, :whom, :reason, :made, :until)
        on conflict (what, whom) do update
        set reason = excluded.reason, made = excluded.made, until = excluded.until"""
    yield "delete from restriction where until <= :now", {"now": act.at}
    yield sql, fields_of(restriction)
    yield from note_act(act)


def lift(what: What, whom: str, act: Act) -> Operation[None]:
    """Raises Missing if there is nothing to lift."""
    sql = "delete from restriction where what = :what and whom = :whom"
    if not (yield sql, {"what": what, "whom": whom}).changed:
        raise Missing(f"there is no {what} of {whom}")
    yield from note_act(act)


def note_act(act: Act) -> Operation[None]:
    """Add a line, one at a time: the numbers have no gaps."""
    yield ALONE, {}
    (last,) = (yield "select coalesce(max(number), 0) from audit", {}).rows[0]
    sql = "insert into audit (number, at, what, whom, reason) values (:number, :at, :what, :whom, :reason)"
    yield sql, fields_of(act) | {"number": last + 1}


def fields_of(row: Struct) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def acts(most: int) -> Operation[list[Act]]:
    """The last ones, in order."""
    sql = "select at, what, whom, reason from audit order by number desc limit :most"
    return [Act(*each) for each in reversed((yield sql, {"most": most}).rows)]


def hide(table: str, hidden: bool) -> Operation[bool]:
    """Hide or show a table; is there such a table?"""
    sql = "update game_table set hidden = :hidden where id = :table"
    return bool((yield sql, {"table": table, "hidden": hidden}).changed)


def people(who: str | None, most: int) -> Operation[list[KnownPerson]]:
    """Latest visitors first; or the one with this id, then those with this name."""
    where, first = (
        ("", "") if who is None else ("where id = :who or name = :who", "case when id = :who then 0 else 1 end,")
    )
    sql = f"select id, name, made, seen from person {where} order by {first} seen desc, id limit :most"
    asked = {"most": most} if who is None else {"most": most, "who": who}
    return [KnownPerson(*each) for each in (yield sql, asked).rows]


def note_seen(person: str, now: int) -> Operation[None]:
    yield "update person set seen = :now where id = :person and seen < :now", {"person": person, "now": now}
