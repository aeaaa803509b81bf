"""Companion sheets in SQL, once for both databases; in several files they are in the first, as people are."""

from __future__ import annotations

from sabika.server.store.base import IdleSheet, Missing, Repeated, SheetLine, Stale, Taken
from sabika.server.store.queries import Operation

INSERT = "insert into sheet_line (sheet, seq, at, command, body) values (:sheet, :seq, :at, :command, :body)"


def create(sheet: str, first: SheetLine) -> Operation[None]:
    sql = "insert into sheet (id, made, touched, version) values (:sheet, :at, :at, 1) on conflict do nothing"
    if not (yield sql, {"sheet": sheet, "at": first.at}).changed:
        raise Taken(f"there is a sheet {sheet[:4]}… already")
    yield INSERT, columns(sheet, 1, first)


def append(sheet: str, expected: int, line: SheetLine) -> Operation[None]:
    """Lock the row first, so that the second of two writers sees what the first has written."""
    moved = "update sheet set version = :next, touched = :at where id = :sheet and version = :expected"
    asked = {"sheet": sheet, "expected": expected, "next": expected + 1, "at": line.at}
    changed = (yield moved, asked).changed
    seen = yield from accepted(sheet, line.command)
    if seen is not None:
        raise Repeated(seen)
    if not changed:
        found = yield from version(sheet)
        raise Missing("there is no such sheet") if found is None else Stale(found)
    yield INSERT, columns(sheet, expected + 1, line)


def columns(sheet: str, seq: int, line: SheetLine) -> dict[str, object]:
    return {"sheet": sheet, "seq": seq, "at": line.at, "command": line.command, "body": line.body}


def accepted(sheet: str, command: str | None) -> Operation[int | None]:
    """The line as which a command was accepted, if any."""
    sql = "select seq from sheet_line where sheet = :sheet and command = :command"
    found = (yield sql, {"sheet": sheet, "command": command}).rows
    return found[0][0] if found else None


def version(sheet: str) -> Operation[int | None]:
    found = (yield "select version from sheet where id = :sheet", {"sheet": sheet}).rows
    return found[0][0] if found else None


def log(sheet: str) -> Operation[list[SheetLine]]:
    sql = "select body, at, command from sheet_line where sheet = :sheet order by seq"
    return [SheetLine(*found) for found in (yield sql, {"sheet": sheet}).rows]


def idle(before: int, most: int) -> Operation[list[IdleSheet]]:
    """Sheets without a change since then, oldest first."""
    sql = "select id, touched from sheet where touched < :before order by touched, id limit :most"
    return [IdleSheet(*found) for found in (yield sql, {"before": before, "most": most}).rows]


def delete(sheet: str, before: int) -> Operation[bool]:
    """Delete with all its lines; False if missing or changed since."""
    sql = "delete from sheet where id = :sheet and touched < :before"
    if not (yield sql, {"sheet": sheet, "before": before}).changed:
        return False
    yield "delete from sheet_line where sheet = :sheet", {"sheet": sheet}
    return True
