"""Exports grades as a CSV table, or as a results.json file for Gradescope.

>>> print(table_csv([("anna.py", "it never said `ready`")]), end="")
agent,mark,of,passed,sound,won,games,faults,problem,missing,alike
anna.py,0,,no,,,,,it never said `ready`,,
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sapper.lab.grade.html import lines, points, why_lost
from sapper.lab.grade.marks import Grade

COLUMNS = (
    "agent", "mark", "of", "passed", "sound", "won", "games", "faults", "problem", "missing",
    "alike",
)  # fmt: skip


def table_csv(
    grades: Sequence[Grade | tuple[str, str]], alike: Mapping[str, Sequence[str]] | None = None
) -> str:
    """A table with one line per agent.

    `alike` maps each agent to other agents with a similar program.
    """
    parts = list(
        dict.fromkeys(p for g in grades if isinstance(g, Grade) for p, _, _ in g.mark.parts)
    )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"points: {part}" for part in parts)])
    for grade in grades:
        name = grade[0] if isinstance(grade, tuple) else grade.agent
        others = "; ".join((alike or {}).get(name, ()))
        if isinstance(grade, tuple):
            row = [name, "0", "", "no", "", "", "", "", grade[1], "", others]
            writer.writerow([plain(cell) for cell in row] + [""] * len(parts))
            continue
        mark = grade.mark
        sound = "no" if grade.unsound else "yes" if grade.claims else ""
        row = [
            name, f"{mark.points:.1f}", f"{mark.total:g}", "yes" if mark.passed else "no", sound,
            str(grade.outcomes["won"]), str(len(grade.games)), "; ".join(grade.faults),
            grade.failure, "; ".join(points(grade, missing=True)), others,
        ]  # fmt: skip
        got = {part: f"{share:.1f}" for part, share, _ in mark.parts}
        writer.writerow([plain(cell) for cell in row] + [got.get(part, "") for part in parts])
    return out.getvalue()


def plain(text: str) -> str:
    """The text of a cell in a CSV table that people open in a spreadsheet."""
    # A message may contain codes that control a terminal.
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    # A spreadsheet would execute a message that starts like a formula.
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def results_json(grade: Grade | tuple[str, str]) -> str:
    if isinstance(grade, tuple):
        problem = f"0 points: {grade[1]}"
        found: dict[str, Any] = {"score": 0.0, "output": problem, "tests": []}
    else:
        tests: list[dict[str, Any]] = [
            {
                "name": name,
                "score": round(got, 2),
                "max_score": most,
                "status": "failed" if got < most - 1e-9 else "passed",
                "output": why_lost(grade, name) if got < most - 1e-9 else "",
            }
            for name, got, most in grade.mark.parts
        ]
        found = {
            "score": round(grade.mark.points, 2),
            "output": "\n".join(lines(grade)),
            "tests": tests,
        }
    found |= {"output_format": "text", "visibility": "visible"}
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"
