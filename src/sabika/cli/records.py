"""A record file, for several commands."""

from __future__ import annotations

import click

from sabika.terminal import record_files


def load_record(file: str) -> str:
    """The text of a record file, `-` for standard input."""
    try:
        return record_files.load(file)
    except record_files.NoRecord as error:
        raise click.UsageError(str(error)) from None
