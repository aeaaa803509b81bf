"""The protocol's types in TypeScript, made of its types in Python: `python -m sabika.server.typescript FILE`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from sabika.engine.game import GAMES
from sabika.server.calls import WhichFrames, WhichTables
from sabika.server.protocol import (
    POSITIONS,
    PROTOCOL,
    DeviceCode,
    FromClient,
    FromServer,
    Games,
    Made,
    Me,
    NewPerson,
    NewTable,
    Problem,
    Rename,
    Replay,
    Tables,
    UseCode,
    Verified,
)

REFS: Final = "#/{name}"
REST: Final = (NewPerson, Rename, Me, DeviceCode, UseCode, Games, NewTable, Made, Tables, Replay, Verified, Problem)
PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD: Final = f"""\
// Made of src/sabika/server/protocol.py by `make types`; edited there, not here.

export const PROTOCOL = {PROTOCOL};
"""


def source() -> str:
    """The whole file."""
    unions: dict[str, Any] = {"FromClient": FromClient, "FromServer": FromServer}
    unions |= {f"{camel(name)}Action": GAMES[name].actions for name in POSITIONS}
    others = [*REST, WhichTables, WhichFrames, *POSITIONS.values()]
    schemas, components = msgspec.json.schema_components([*unions.values(), *others], ref_template=REFS)
    parts = [declaration(type_name(name), shape) for name, shape in sorted(components.items())]
    parts += [
        f"export type {name} = {written(shape)};\n"
        for name, shape in zip(unions, schemas, strict=False)
        if name not in components
    ]
    positions = "".join(f"  {game}: {kind.__name__};\n" for game, kind in POSITIONS.items())
    actions = "".join(f"  {game}: {camel(game)}Action;\n" for game in POSITIONS)
    parts.append(f"export interface Positions {{\n{positions}}}\n")
    parts.append(f"export interface Actions {{\n{actions}}}\n")
    return "\n".join([HEAD, *parts])


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def declaration(name: str, shape: dict[str, Any]) -> str:
    """A named type with the first line of its docstring."""
    about = shape.get("description", "").strip().partition("\n")[0]
    comment = f"/** {about} */\n" if about else ""
    if "properties" not in shape:
        return f"{comment}export type {name} = {written(shape)};\n"
    needed = shape.get("required", [])
    fields = "".join(
        f"  {key}{'' if key in needed else '?'}: {written(field)};\n" for key, field in shape["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def written(shape: dict[str, Any]) -> str:
    """A type within another."""
    if "$ref" in shape:
        return type_name(shape["$ref"].removeprefix("#/"))
    if "enum" in shape:
        return " | ".join(literal(word) for word in shape["enum"])
    if "const" in shape:
        return literal(shape["const"])
    if "anyOf" in shape:
        return " | ".join(dict.fromkeys(written(part) for part in shape["anyOf"]))
    kind = shape.get("type")
    if kind == "array":
        return array(shape)
    if kind == "object":
        inner = shape.get("additionalProperties", {})
        return f"Record<string, {written(inner) if isinstance(inner, dict) else 'unknown'}>"
    return "unknown" if kind is None else PLAIN[kind]


def array(shape: dict[str, Any]) -> str:
    if "prefixItems" in shape:
        return f"[{', '.join(written(part) for part in shape['prefixItems'])}]"
    inner = written(shape.get("items") or {})
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def literal(word: object) -> str:
    return msgspec.json.encode(word).decode()


def type_name(name: str) -> str:
    """Where two games use one name it comes with its module, and becomes the game's: ZatrePlaced."""
    *modules, last = name.split(".")
    return camel(modules[-2]) + last if len(modules) > 1 else last


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(source(), encoding="utf-8")
