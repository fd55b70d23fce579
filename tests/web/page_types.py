"""Writes the JSON forms of the API as TypeScript types, so that the page's code can be checked.

    python tests/web/page_types.py build/api.d.ts

`make check` checks the page's JavaScript against these types. They come from the server's OpenAPI
document, so a field that is renamed only on the server is an error. In addition, `Got` and `Posted`
are the answers to GET and POST at an address, and `Body` is the body that POST accepts there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from sapper.explain.decisions import DecisionJson, StuckJson
from sapper.lab.kb_check import KbStepJson
from sapper.lab.measure import MeasurementJson
from sapper.web.app import PARTS
from sapper.web.tasks.agents import WatchedJson

SPOKEN = (DecisionJson, KbStepJson, MeasurementJson, StuckJson, WatchedJson)
"""types sent only over websockets, which the OpenAPI document does not list"""

NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def type_of(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type.

    >>> type_of({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    match schema:
        case {"$ref": ref}:
            return str(ref).rsplit("/", 1)[-1]
        case {"anyOf": some}:
            return " | ".join(map(type_of, some))
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"const": value}:
            return json.dumps(value)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(type_of, items))}]"
        case {"type": "array", "items": one}:
            item = type_of(one)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case {"type": "object", "additionalProperties": dict() as one}:
            return f"Record<string, {type_of(one)}>"
        case {"type": "null"}:
            return "null"
        case {"type": name} if name in NAMES:
            return NAMES[name]
    raise NotImplementedError(f"no type for {schema}")


def interface(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """A JSON form as a TypeScript interface. Optional fields may be missing."""
    needed = schema.get("required", [])
    yield f"  interface {name} {{"
    for field, one in schema.get("properties", {}).items():
        yield f"    {field}{'' if field in needed else '?'}: {type_of(one)};"
    yield "  }"


def content(part: dict[str, Any] | None) -> str | None:
    """The type of a request or response body, or None if the body is not JSON."""
    given = (part or {}).get("content", {}).get("application/json")
    return type_of(given["schema"]) if given else None


def pattern(path: str) -> str:
    """An address as a TypeScript template type.

    >>> pattern("/api/games/{game}/odds")
    '`/games/${string}/odds`'
    """
    parts = path.removeprefix("/api").split("/")
    return f"`{'/'.join('${string}' if part.startswith('{') else part for part in parts)}`"


def by_address(name: str, types: dict[str, str]) -> Iterator[str]:
    """A type that depends on an address. The address may have any query."""
    yield f"  type {name}<Path extends string> = Path extends `${{infer Plain}}?${{string}}`"
    yield f"    ? {name}<Plain>"
    # `${string}` also matches slashes, so longer addresses and fixed names come first.
    for path in sorted(types, key=lambda path: (-path.count("/"), path.count("{"), path)):
        yield f"    : Path extends {pattern(path)} ? {types[path]}"
    yield "    : never;"


def declarations() -> Iterator[str]:
    """The TypeScript declarations of all JSON forms and addresses, line by line."""
    app = FastAPI()
    for part in PARTS:
        app.include_router(part.routes, prefix="/api")
    description = app.openapi()
    forms = description["components"]["schemas"]
    for form in SPOKEN:
        schema = TypeAdapter(form).json_schema(ref_template="#/components/schemas/{model}")
        forms |= schema.pop("$defs", {}) | {form.__name__: schema}
    answers: dict[str, dict[str, str]] = {"get": {}, "post": {}, "delete": {}}
    bodies: dict[str, str] = {}
    for path, methods in description["paths"].items():
        for method, call in methods.items():
            answer = next(one for status, one in call["responses"].items() if status < "300")
            if given := content(answer) or ("null" if "204" in call["responses"] else None):
                answers[method][path] = given
            if body := content(call.get("requestBody")):
                bodies[path] = body
    yield "declare namespace Api {"
    for name, schema in sorted(forms.items()):
        if name not in ("HTTPValidationError", "ValidationError"):
            yield from interface(name, schema)
    yield from by_address("Got", answers["get"])
    yield from by_address("Posted", answers["post"])
    yield from by_address("Deleted", answers["delete"])
    yield from by_address("Body", bodies)
    yield "}"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("\n".join([*declarations(), ""]), encoding="utf-8")
