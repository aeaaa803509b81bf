"""Reviews of games in SQL: a cache that may be lost, with a size limit."""

from __future__ import annotations

from typing import Any, Final

from sabika.server.store.base import ReviewKey
from sabika.server.store.queries import Operation

DAY: Final = 86_400_000  # milliseconds
WHERE: Final = "record = :record and playouts = :playouts and seed = :seed and version = :version"


def columns(key: ReviewKey) -> dict[str, Any]:
    return {"record": key.record, "playouts": key.playouts, "seed": key.seed, "version": key.version}


def review(key: ReviewKey, now: int) -> Operation[bytes | None]:
    """The review with this key; a request is noted once a day."""
    found = (yield f"select body, used from review where {WHERE}", columns(key)).rows
    if not found:
        return None
    body, used = found[0]
    if not used <= now < used + DAY:
        yield f"update review set used = :now where {WHERE}", columns(key) | {"now": now}
    return bytes(body)


def keep_review(key: ReviewKey, body: bytes, now: int) -> Operation[None]:
    """Keep a review, replacing an earlier one."""
    sql = """
        insert into review (record, playouts, seed, version, used, body)
        values (:record, :playouts, :seed, :version, :now, :body)
        on conflict (record, playouts, seed, version) do update set used = excluded.used, body = excluded.body"""
    yield sql, columns(key) | {"now": now, "body": body}


def drop_reviews(before: int, kept: int, most: int) -> Operation[int]:
    """Delete a batch of those last requested before then, or beyond the limit; return how many."""
    old = "select record, playouts, seed, version from review where used < :before order by used limit :most"
    gone = (yield old, {"before": before, "most": most}).rows
    if len(gone) < most:
        total = (yield "select count(*) from review", {}).rows[0][0]
        oldest = "select record, playouts, seed, version from review where used >= :before order by used limit :most"
        more = max(0, min(most - len(gone), total - len(gone) - kept))
        gone += (yield oldest, {"before": before, "most": more}).rows
    for record, playouts, seed, version in gone:
        yield f"delete from review where {WHERE}", columns(ReviewKey(bytes(record), playouts, seed, version))
    return len(gone)
