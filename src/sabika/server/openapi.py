"""The OpenAPI document, made of the table of calls and the types of the protocol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, get_args

import msgspec

from sabika import __version__
from sabika.server.calls import JSON, Call, status_of
from sabika.server.protocol import PROTOCOL, Code, FromClient, FromServer, Problem

REFS: Final = "#/components/schemas/{name}"
# Problems that any call may be answered with.
ANY: Final[tuple[Code, ...]] = ("foreign", "insecure", "too-many", "no-method", "no-page", "failed", "busy")
WITH_BODY: Final[tuple[Code, ...]] = ("unreadable", "too-large")
WORDS: Final = {
    200: "Done",
    201: "Made",
    204: "Done, and there is nothing to say",
    400: "It cannot be read",
    401: "Only for a person",
    403: "Not for you",
    404: "There is no such thing",
    405: "This cannot be done here",
    409: "Not as things stand",
    413: "Too large",
    422: "It can be read, and makes no sense",
    429: "Too many",
    500: "A fault of ours",
    503: "Not now; try again",
}


def document(calls: Sequence[Call]) -> bytes:
    """The whole document as JSON."""
    return _document(tuple(calls))


@lru_cache(maxsize=4)
def _document(calls: tuple[Call, ...]) -> bytes:
    types = [kind for call in calls for kind in (call.body, call.answer) if kind not in (None, str)]
    schemas, components = msgspec.json.schema_components([*types, Problem, FromClient, FromServer], ref_template=REFS)
    shapes = dict(zip(map(id, types), schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for call in calls:
        paths.setdefault(call.path, {})[call.method.lower()] = operation(call, shapes, schemas[len(types)])
    about = {
        "title": "Sabika",
        "version": f"{__version__}, protocol {PROTOCOL}",
        "description": "Tables and people. Play itself goes over the socket of a table: see docs/server.md.",
    }
    security = {
        "cookie": {"type": "apiKey", "in": "cookie", "name": "sabika"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": about,
            "paths": paths,
            "components": {"schemas": components, "securitySchemes": security},
        }
    )


def operation(call: Call, shapes: dict[int, Any], problem: Any) -> dict[str, Any]:
    """One call."""
    found: dict[str, Any] = {
        "summary": call.about,
        "operationId": operation_id(call),
        "parameters": [*path_parameters(call), *query_parameters(call)],
        "responses": {str(good(call)): good_answer(call, shapes)},
        "security": [{"bearer": []}, {"cookie": []}] if call.private else [{"bearer": []}, {"cookie": []}, {}],
    }
    if call.perhaps:
        found["responses"]["204"] = {"description": WORDS[204]}
    for status, codes in sorted(bad(call).items()):
        words = f"{WORDS[status]}: {', '.join(codes)}"
        found["responses"][str(status)] = {"description": words, "content": {JSON: {"schema": problem}}}
    if call.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": shapes[id(call.body)]}}}
    return found


def operation_id(call: Call) -> str:
    return "-".join([call.method.lower(), *re.findall(r"\w+", call.path.removeprefix("/api"))])


def path_parameters(call: Call) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", call.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def query_parameters(call: Call) -> list[dict[str, Any]]:
    if call.query is None:
        return []
    _, components = msgspec.json.schema_components([call.query], ref_template=REFS)
    properties = components[call.query.__name__]["properties"]
    return [{"name": name, "in": "query", "required": False, "schema": shape} for name, shape in properties.items()]


def good(call: Call) -> int:
    return 204 if call.answer is None else call.status


def good_answer(call: Call, shapes: dict[int, Any]) -> dict[str, Any]:
    words = {"description": WORDS[good(call)]}
    if call.answer is None:
        return words
    if call.answer is str:
        return {**words, "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {**words, "content": {JSON: {"schema": shapes[id(call.answer)]}}}


def bad(call: Call) -> dict[int, list[Code]]:
    """The problems of a call, by status."""
    codes: list[Code] = [*call.codes, *ANY]
    if call.body is not None or call.query is not None:
        codes += WITH_BODY
    if call.private:
        codes.append("no-person")
    if call.path.endswith("/commands"):  # whatever a table may say
        codes += get_args(Code)
    found: dict[int, list[Code]] = {}
    for code in dict.fromkeys(codes):
        found.setdefault(status_of(code), []).append(code)
    return found
