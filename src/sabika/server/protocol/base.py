"""What every message is made of: numbers, names, ids, and the version of the protocol."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

PROTOCOL: Final = 2  # a change that an older client does not understand gets a new number
Count = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]  # one line, without a comma or brackets: it stands in records
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+\Z")]
Move = Annotated[str, Meta(min_length=1, max_length=400)]  # notation
LONGEST_POSITION: Final = 8_192  # characters
LONGEST_RECORD: Final = 262_144  # characters
RecordText = Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]  # docs/records.md
PositionText = Annotated[str, Meta(min_length=1, max_length=LONGEST_POSITION)]  # docs/records.md
Origin = Annotated[str, Meta(max_length=100, pattern=r"^[!-~]{1,80} step [0-9]{1,6}\Z")]  # of a position
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]  # 16 bytes
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]  # SHA-256
Language = Literal["en", "es", "it", "hu", "de"]

Status = Literal[
    "gathering",  # seats are taken and left
    "opening",  # all are ready, and the seats open the nonces they committed to
    "playing",
    "over",  # played to the end
    "closed",  # by its maker, or because nothing happened: without a result
]


class Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Anything on the wire. It is immutable and cannot form cycles, so the garbage collector need not look at it."""
