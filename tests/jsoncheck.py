"""Compares JSON with the tables of docs/json.md, independently of the code that makes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

PAGE = (Path(__file__).parents[1] / "docs" / "json.md").read_text()


def rows(text: str) -> dict[str, str]:
    """The fields in the tables of a text, with their types."""
    fields: dict[str, str] = {}
    found = re.findall(r"^\| (`[a-z]\w*`(?:, `\w+`)*) \| ([^|]+) \|", text, re.MULTILINE)
    for names, kinds in found:
        listed, types = re.findall(r"\w+", names), kinds.strip().split(", ")
        same = len(types) == 1
        fields |= dict(zip(listed, types * len(listed) if same else types, strict=True))
    return fields


def tables() -> dict[str, dict[str, str]]:
    """The fields of each kind of JSON object in docs/json.md, with their types."""
    nouns: dict[str, dict[str, str]] = {}
    head, *sections = PAGE.split("\n## ")
    common = rows(head.partition("| common field |")[2])
    for section in sections:
        if fields := rows(section):
            nouns[section.split("\n")[0]] = {
                name: common[name] if kind == "common" else kind for name, kind in fields.items()
            }
    return nouns


NOUNS = tables()


class Checker:
    """Compares JSON values with docs/json.md, and records in `seen` which types occurred."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str, str]] = set()

    def noun(self, name: str, given: Any) -> None:
        """Check that a JSON value has every documented field, and no other field."""
        absent = {field for field, kind in NOUNS[name].items() if kind.endswith(" or absent")}
        self.seen.update((name, field, "absent") for field in absent - set(given))
        other = sorted(set(given) ^ (set(NOUNS[name]) - (absent - set(given))))
        assert not other, f"{name} has other fields than docs/json.md says: {other}"
        for field, kind in NOUNS[name].items():
            if field not in given:
                continue
            alternatives = kind.split(" or ") if not kind.startswith("[[") else [kind]
            fitting = [one for one in alternatives if self.fits(one, given[field])]
            assert fitting, f"{name}.{field} is no {kind}: {given[field]!r}"
            self.seen.update((name, field, one) for one in fitting)

    def fits(self, kind: str, given: Any) -> bool:
        """Whether a JSON value has a documented type."""
        if kind.startswith("["):
            if not isinstance(given, list):
                return False
            inner = kind[1:-1]
            options = [inner] if inner.startswith("[") else inner.split(" or ")
            return all(any(self.fits(option, one) for option in options) for one in given)
        if kind.startswith("{"):
            return isinstance(given, dict) and all(
                self.fits(kind[1:-1], one) for one in given.values()
            )
        if kind in NOUNS:
            if not isinstance(given, dict) or set(given) - set(NOUNS[kind]):
                return False
            self.noun(kind, given)
            return True
        number = isinstance(given, int | float) and not isinstance(given, bool)
        match kind:
            case "cell":
                return isinstance(given, str) and bool(re.fullmatch(r"[A-Z]+[1-9]\d*", given))
            case "rows":
                return isinstance(given, list) and all(
                    isinstance(row, str) and not set(row) - set("012345678.F+*") for row in given
                )
            case "runs":
                return isinstance(given, list) and all(
                    isinstance(run, str)
                    or (set(run) == {"cell"} and self.fits("cell", run["cell"]))
                    for run in given
                )
            case "string":
                return isinstance(given, str)
            case "integer":
                return number and isinstance(given, int)
            case "number":
                return number
            case "boolean":
                return isinstance(given, bool)
            case "null":
                return given is None
            case "absent":
                return False
            case _ if kind in ("true", "false") or kind.startswith('"'):
                return json.dumps(given) == kind
        raise AssertionError(f"docs/json.md has no type {kind!r}")
