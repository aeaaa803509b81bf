"""A record file, for several commands."""

from __future__ import annotations

import re

import click

from sabika.engine.record import Record
from sabika.terminal import record_files


def beginning_told(record: Record) -> str:
    """Where a game goes on from; empty if it begins at its start."""
    if not record.position:
        return ""
    seat = re.match(r"\w+ seat (\d+) of ", record.position)
    return f"from {record.origin or 'a position'}{f', as seat {seat[1]} saw it' if seat else ''}"


def load_record(file: str) -> str:
    """The text of a record file, `-` for standard input."""
    try:
        return record_files.load(file)
    except record_files.NoRecord as error:
        raise click.UsageError(str(error)) from None
