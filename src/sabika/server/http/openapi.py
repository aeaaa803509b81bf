"""The OpenAPI document, made from the table of calls and the types of the protocol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, get_args

import msgspec

from sabika import __version__
from sabika.server.http.routes import JSON, ApiRoute, status_of
from sabika.server.protocol.answers import FromServer
from sabika.server.protocol.base import PROTOCOL
from sabika.server.protocol.commands import FromClient
from sabika.server.protocol.problems import Code, Problem

REFS: Final = "#/components/schemas/{name}"
# Problems that any call may return.
ANY: Final[tuple[Code, ...]] = ("foreign", "insecure", "too-many", "no-method", "no-page", "failed", "busy")
WITH_BODY: Final[tuple[Code, ...]] = ("unreadable", "too-large")
WORDS: Final = {
    200: "Done",
    201: "Made",
    204: "Done, no content",
    400: "Cannot be read",
    401: "Sign in first",
    403: "Not for you",
    404: "There is no such thing",
    405: "This cannot be done here",
    409: "Not possible now",
    413: "Too large",
    422: "Readable, but not valid",
    429: "Too many",
    500: "Our fault",
    503: "Not now; try again",
}


def document(routes: Sequence[ApiRoute]) -> bytes:
    """The whole document as JSON."""
    return _document(tuple(routes))


@lru_cache(maxsize=4)
def _document(routes: tuple[ApiRoute, ...]) -> bytes:
    types = [kind for route in routes for kind in (route.body, route.answer) if kind not in (None, str)]
    schemas, components = msgspec.json.schema_components([*types, Problem, FromClient, FromServer], ref_template=REFS)
    shapes = dict(zip(map(id, types), schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, shapes, schemas[len(types)])
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


def operation(route: ApiRoute, shapes: dict[int, Any], problem: Any) -> dict[str, Any]:
    """One call."""
    found: dict[str, Any] = {
        "summary": route.about,
        "operationId": operation_id(route),
        "parameters": [*path_parameters(route), *query_parameters(route)],
        "responses": {str(good(route)): good_answer(route, shapes)},
        "security": [{"bearer": []}, {"cookie": []}] if route.private else [{"bearer": []}, {"cookie": []}, {}],
    }
    if route.perhaps:
        found["responses"]["204"] = {"description": WORDS[204]}
    for status, codes in sorted(bad(route).items()):
        words = f"{WORDS[status]}: {', '.join(codes)}"
        found["responses"][str(status)] = {"description": words, "content": {JSON: {"schema": problem}}}
    if route.body is str:
        found["requestBody"] = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
    elif route.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": shapes[id(route.body)]}}}
    return found


def operation_id(route: ApiRoute) -> str:
    return "-".join([route.method.lower(), *re.findall(r"\w+", route.path.removeprefix("/api"))])


def path_parameters(route: ApiRoute) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", route.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def query_parameters(route: ApiRoute) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    _, components = msgspec.json.schema_components([route.query], ref_template=REFS)
    properties = components[route.query.__name__]["properties"]
    return [{"name": name, "in": "query", "required": False, "schema": shape} for name, shape in properties.items()]


def good(route: ApiRoute) -> int:
    return 204 if route.answer is None else route.status


def good_answer(route: ApiRoute, shapes: dict[int, Any]) -> dict[str, Any]:
    words = {"description": WORDS[good(route)]}
    if route.answer is None:
        return words
    if route.answer is str:
        return {**words, "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {**words, "content": {JSON: {"schema": shapes[id(route.answer)]}}}


def bad(route: ApiRoute) -> dict[int, list[Code]]:
    """The problems of a call, by status."""
    codes: list[Code] = [*route.codes, *ANY]
    if route.body is not None or route.query is not None:
        codes += WITH_BODY
    if route.private:
        codes.append("no-person")
    if route.path.endswith("/commands"):  # whatever a table may say
        codes += get_args(Code)
    found: dict[int, list[Code]] = {}
    for code in dict.fromkeys(codes):
        found.setdefault(status_of(code), []).append(code)
    return found
