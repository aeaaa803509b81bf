"""The types of protocol and games in TypeScript: `python -m sabika.server.protocol.typescript web/src`."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import msgspec

from sabika.engine.game import Game
from sabika.games import GAMES
from sabika.server.protocol.answers import FromServer
from sabika.server.protocol.base import PROTOCOL
from sabika.server.protocol.commands import FromClient
from sabika.server.protocol.companion import NewSheet, Sheet, SheetCommand, WhichSheet
from sabika.server.protocol.problems import Problem
from sabika.server.protocol.puzzles import PuzzleAnswer, PuzzleList, PuzzleView, ShowPuzzle, TryPuzzle, WhichPuzzle
from sabika.server.protocol.rest import (
    AskedPosition,
    DeviceCode,
    FoundPosition,
    Games,
    Made,
    Me,
    NewPerson,
    NewTable,
    PositionAdvice,
    Rename,
    Replay,
    SetUp,
    Sketch,
    Tables,
    UseCode,
    Verified,
    WhichDigest,
    WhichFrames,
    WhichStep,
    WhichTables,
)
from sabika.server.protocol.review import DecisionView, Judged, Reviewing, WhichDecision, WhichReview, WhichVerdict

REFS: Final = "#/{name}"
QUERIES: Final = (
    *(WhichTables, WhichFrames, WhichDigest, WhichStep, WhichSheet),
    *(WhichReview, WhichDecision, WhichVerdict, WhichPuzzle),
)
WRITTEN: Final = (
    *(NewPerson, Rename, UseCode, NewTable, Sketch, AskedPosition),
    *(NewSheet, SheetCommand, TryPuzzle, ShowPuzzle),
)
ANSWERS: Final = (
    *(Me, DeviceCode, Games, Made, Tables, Replay, Verified, SetUp, PositionAdvice, FoundPosition),
    *(Sheet, Reviewing, DecisionView, Judged, PuzzleList, PuzzleView, PuzzleAnswer, Problem),
)
ASKED: Final = (*WRITTEN, *QUERIES)  # what a client writes
PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD: Final = "// Made of {of} by `make types`; edited there, not here.\n"

Shapes = dict[str, dict[str, Any]]  # schemas by the names of their types


def sources() -> dict[str, str]:
    """All files by their paths in web/src: for the protocol, for each of our games, and for what two of them share."""
    shapes = {name: shapes_of(game) for name, game in GAMES.items() if game.view_type and ours(game)}
    uses = Counter(kind for each in shapes.values() for kind in each)
    shared = {kind: shape for each in shapes.values() for kind, shape in each.items() if uses[kind] > 1}
    files = {f"games/{name}/types.ts": game_file(GAMES[name], shapes[name], shared) for name in shapes}
    parts = [HEAD.format(of="views and moves in src/sabika/games/parts"), *declarations(shared)]
    return {"protocol.ts": protocol_file(), "games/parts/types.ts": "\n".join(parts), **files}


def ours(game: Game) -> bool:
    return type(game).__module__.startswith("sabika.games.")


def shapes_of(game: Game) -> Shapes:
    """The types of a game's view and moves, and of its companion."""
    companion = game.companion
    more = [] if companion is None else [companion.view_type, companion.notes]
    return msgspec.json.schema_components([game.view_type, game.actions, *more], ref_template=REFS)[1]


def protocol_file() -> str:
    unions: dict[str, Any] = {"FromClient": FromClient, "FromServer": FromServer}
    schemas, components = msgspec.json.schema_components([*unions.values(), *ASKED, *ANSWERS], ref_template=REFS)
    head = HEAD.format(of="src/sabika/server/protocol/") + f"\nexport const PROTOCOL = {PROTOCOL};\n"
    told = [union(name, shape) for name, shape in zip(unions, schemas, strict=False)]
    asked = refs_in([schemas[0], *({"$ref": f"#/{kind.__name__}"} for kind in ASKED)], components)
    return "\n".join([head, *declarations(components, asked), *told])


def refs_in(found: Any, shapes: Shapes) -> set[str]:
    """The names of all types that are within others."""
    names = set(re.findall(r'"#/(\w+)"', literal(found)))
    return names.union(*(refs_in(shapes[name], shapes) for name in names)) if names else names


def game_file(game: Game, shapes: Shapes, shared: Shapes) -> str:
    """A game's own types; those of its parts are imported."""
    (actions,), _ = msgspec.json.schema_components([game.actions], ref_template=REFS)
    own = [
        *declarations({kind: shape for kind, shape in shapes.items() if kind not in shared}),
        union("Action", actions),
    ]
    if game.companion is not None:
        (notes,), _ = msgspec.json.schema_components([game.companion.notes], ref_template=REFS)
        own.append(union("Note", notes))
    needed = [kind for kind in sorted(shared) if any(re.search(rf"\b{kind}\b", text) for text in own)]
    folder = type(game).__module__.removeprefix("sabika.games.").partition(".")[0]
    head = HEAD.format(of=f"view and moves in src/sabika/games/{folder}")
    imports = [f"import type {{ {', '.join(needed)} }} from '../parts/types';\n"] if needed else []
    parts = (
        f"export const PARTS: readonly string[] = {literal(game.parts)}; // whose sentences it uses besides its own\n"
    )
    return "\n".join([head, *imports, parts, *own])


def declarations(shapes: Shapes, asked: Collection[str] = ()) -> list[str]:
    """`asked`: types that a client writes. It may leave out what has a default; the server leaves out nothing."""
    return [declaration(name, shape, asked=name in asked) for name, shape in sorted(shapes.items())]


def union(name: str, shape: dict[str, Any]) -> str:
    return f"export type {name} = {written(shape)};\n"


def declaration(name: str, shape: dict[str, Any], *, asked: bool) -> str:
    """A named type with the first line of its docstring."""
    about = shape.get("description", "").strip().partition("\n")[0]
    comment = f"/** {about} */\n" if about else ""
    if "properties" not in shape:
        return f"{comment}export type {name} = {written(shape)};\n"
    needed = set(shape.get("required", []))
    if not asked:
        needed |= {key for key, field in shape["properties"].items() if "default" in field}
    fields = "".join(
        f"  {key}{'' if key in needed else '?'}: {written(field)};\n" for key, field in shape["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def written(shape: dict[str, Any]) -> str:
    """A type within another."""
    if "$ref" in shape:
        return str(shape["$ref"]).removeprefix("#/")
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


if __name__ == "__main__":
    for path, text in sources().items():
        Path(sys.argv[1], path).write_text(text, encoding="utf-8")
