"""The log of the server, without secrets: one JSON object per line, in UTC; plain text in a terminal."""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec

LOG: Final = logging.getLogger("sabika")
OURS: Final = "fields"  # the attribute of a log record with the facts besides the event

# Our code logs none of these; they are masked in case a library logs a request.
SECRETS: Final = re.compile(r"(?i)((?:sabika|__host-sabika)=|bearer +|token[\"' :=]+|code[\"' :=]+)[\w.~+/=-]{8,}")


def tell(event: str, level: int = logging.INFO, **fields: Any) -> None:
    """Write a line: the event, and a few plain facts. Never a hand, a deck, a token, a code or a name."""
    LOG.log(level, event, extra={OURS: fields})


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": without_secrets(record.getMessage()).rstrip(),
            **getattr(record, OURS, {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(line, enc_hook=str).decode()


class PlainLines(logging.Formatter):
    """A log record as a person reads it at a terminal, by the clock on their wall."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).astimezone().strftime("%H:%M:%S")
        fields = "".join(f", {name} {value}" for name, value in getattr(record, OURS, {}).items())
        line = f"{at} {record.levelname.lower()}: {without_secrets(record.getMessage()).rstrip()}{fields}"
        if record.exc_info and record.exc_info[1] is not None:
            line += f"\n{without_secrets(self.formatException(record.exc_info))}"
        return line


def without_secrets(text: str) -> str:
    return SECRETS.sub(r"\1...", text)


def write_logs(to: TextIO = sys.stderr, level: str = "info") -> None:
    """Send our log, and uvicorn's warnings, to one stream."""
    lowest = logging.getLevelNamesMapping()[level.upper()]
    handler = logging.StreamHandler(to)
    handler.setFormatter(PlainLines() if to.isatty() else JsonLines())
    for name in ("sabika", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(lowest if name == "sabika" else max(lowest, logging.WARNING))
        logger.propagate = False
