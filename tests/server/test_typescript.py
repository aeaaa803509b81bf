"""The browser's types are those of the protocol."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from sabika.server.protocol import FromClient, FromServer
from sabika.server.typescript import source, written

FILE = Path(__file__).parents[2] / "web" / "src" / "protocol.ts"


def test_the_file_is_what_the_protocol_says_now() -> None:
    assert FILE.read_text(encoding="utf-8") == source(), "run `make types`"


def test_every_message_has_a_type_and_no_name_is_used_twice() -> None:
    names = re.findall(r"^export (?:interface|type|const) (\w+)", source(), re.MULTILINE)
    assert len(names) == len(set(names))
    for kind in (*get_args(FromClient), *get_args(FromServer)):
        assert kind.__name__ in names


def test_every_name_that_is_used_is_declared() -> None:
    text = re.sub(r"/\*\*.*?\*/|//.*|\"[^\"]*\"", "", source())
    used = set(re.findall(r"\b[A-Z]\w+", text)) - {"PROTOCOL", "Record"}
    assert used <= set(re.findall(r"^export (?:interface|type) (\w+)", source(), re.MULTILINE))


def test_how_a_schema_is_written() -> None:
    assert written({"anyOf": [{"type": "integer"}, {"type": "null"}]}) == "number | null"
    assert written({"type": "array", "items": {"enum": ["a", "b"]}}) == '("a" | "b")[]'
    assert written({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}) == "[number, string]"
    assert written({"type": "object", "additionalProperties": {"type": "string"}}) == "Record<string, string>"
    assert written({}) == "unknown"
