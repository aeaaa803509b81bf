"""What a worker is told when it starts, in one line of JSON on its standard input.

The input stays open as long as the main process lives: when it ends, however that ends, the worker ends.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sabika.server.common.logs import LOG
from sabika.server.ops.settings import Settings


class Begin(Struct, frozen=True):
    """Which worker it is, and the server's settings."""

    number: int
    workers: int  # processes of the server, the main one included
    settings: Settings
    key: bytes
    log_level: str


def beginning(number: int, workers: int, settings: Settings, key: bytes) -> bytes:
    level = logging.getLevelName(LOG.getEffectiveLevel()).lower()
    return msgspec.json.encode(Begin(number, workers, settings, key, level), enc_hook=str) + b"\n"


def read_beginning(line: bytes) -> Begin:
    return msgspec.json.decode(line, type=Begin, dec_hook=path_of_text)


def path_of_text(kind: type, text: Any) -> Any:
    assert kind is Path
    return Path(text)


def files_of(number: int, workers: int, beside: list[int]) -> list[int]:
    """The files that a process opens: its own, and its share of those that more processes have made."""
    return [number, *(file for file in beside if file % workers == number and file != number)]
