"""PostgreSQL's dialect."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import psycopg

PgConnection = psycopg.AsyncConnection[tuple[Any, ...]]

NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"  # milliseconds since 1970


@lru_cache(maxsize=512)
def in_postgres(sql: str) -> str:
    """A statement with its parameters, `:name`, as psycopg writes them."""
    return re.sub(r"(?<![:\w]):(\w+)", r"%(\1)s", sql)
