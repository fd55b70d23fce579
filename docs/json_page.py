"""Write docs/json.md from the types of the JSON forms.

    python docs/json_page.py

A form is a TypedDict or a dataclass next to the noun it describes. A string after a field says what
the field means. tests/test_json.py checks that the page is current and that Sapper's answers have
these types.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, fill
from typing import Any, Literal, get_args, get_origin

from typing_extensions import get_original_bases, is_typeddict

from sapper.classroom.checks import CheckedJson
from sapper.cli.doctor import PartCheck
from sapper.core.board import BoardJson
from sapper.core.view import ConflictJson, View
from sapper.explain import explain
from sapper.explain.decisions import DecisionJson, StuckJson
from sapper.explain.explanation import ExplanationJson, UncertainJson
from sapper.explain.hints import HintJson
from sapper.explain.step_message import FactJson, StepJson, SuppositionJson
from sapper.lab.bench import AuditJson, BenchJson
from sapper.lab.compare import ComparisonJson, WithoutLuckJson
from sapper.lab.kb_check import KbStepJson, MissingFactJson, WrongClauseJson
from sapper.lab.measure import DifferenceJson, MeasuredJson, MeasurementJson, PairJson
from sapper.ladder.puzzle import PuzzleJson
from sapper.ladder.rating import RatingJson
from sapper.reason.odds import MayGuessJson, NumbersJson, OddsJson, odds
from sapper.reason.optimal import FirstJson, OptimalJson
from sapper.reason.reasons import ProofLineJson
from sapper.reason.value import MoveValueJson, ValueJson
from sapper.review.account import AccountJson, LuckJson
from sapper.review.many import CostJson, ReviewedGameJson, ReviewedGamesJson, RivalJson, ShareJson
from sapper.review.review_json import BestCellJson, ReviewedMoveJson, ReviewJson, SafestCellJson
from sapper.verify.certificate import VerdictJson
from sapper.web.forms import AnalysisJson

PAGE = Path(__file__).with_name("json.md")

INTRODUCTION = """
For programmers: the JSON that the command line (`--json`), the HTTP API and the library (`to_json`)
return. `python docs/json_page.py` writes this page from the types in the code. Other pages describe
the JSON of [metrics](metrics.md), of a [knowledge base](logic.md#events-in-a-knowledge-base) and of
an [exam](exam.md). On a server, `/api.html` describes every request.
"""

TYPES = {
    "`number`, `integer`, `boolean`, `string`": "as in JSON. A probability is exactly 0 only if "
    "impossible, and exactly 1 only if certain",
    "`cell`": 'column letters and row number; `"A1"` is at the top left',
    "`rows`": "a position or a board, one string per row: `0` to `8` open, `.` hidden, `F` a flag, "
    "`+` given as safe, `*` a mine",
    "`runs`": 'a text in pieces: strings, and objects such as `{"cell": "C4"}`',
    "`[T]`, `{T}`": "a list of T; an object whose values all have type T",
    "`T or U`, `T or absent`": "either type; the field may be absent",
    "a capitalised word": "the object of that name",
}

CELLS = """
In moves, in answers to moves and in the frames of a watched game, cells are integers, numbered row
by row from 0.
"""

COMMON = {
    "words": ("string", "text for people. Programs should read the other fields"),
    "runs": ("runs", "`words` in pieces"),
    "level": ("string", "such as `30x16x99/open`"),
    "cell": ("cell", "a cell"),
    "risk": ("number", "the probability that this cell is a mine"),
    "first_is_safe": (
        "boolean",
        "whether no cell is open yet and the start rule makes the first click safe",
    ),
    "technique": ("string", "the hardest technique needed"),
    "clues": ("[cell]", "the numbers that the argument uses"),
    "mine_count": ("boolean", "whether the argument uses the mine count"),
    "exact": ("boolean", "true if chances of winning are exact, false if they are estimates"),
    "seed": ("integer", "the seed of the first board"),
    "games_asked": ("integer", "the largest number of games to play"),
    "verdict_runs": ("runs", "`verdict` in pieces"),
}

FORMS: tuple[Any, ...] = (
    *(OddsJson, AnalysisJson, ConflictJson, NumbersJson, ValueJson, MoveValueJson, MayGuessJson),
    *(ExplanationJson, UncertainJson, StepJson, FactJson, SuppositionJson, ProofLineJson),
    *(HintJson, DecisionJson, StuckJson, KbStepJson, WrongClauseJson, MissingFactJson),
    *(
        BoardJson,
        PuzzleJson,
        RatingJson,
        OptimalJson,
        FirstJson,
        VerdictJson,
        CheckedJson,
        PartCheck,
    ),
    *(BenchJson, AuditJson, ComparisonJson, WithoutLuckJson),
    *(MeasurementJson, MeasuredJson, PairJson, DifferenceJson),
    *(ReviewJson, LuckJson, AccountJson, ReviewedMoveJson, SafestCellJson, BestCellJson),
    *(ReviewedGamesJson, ReviewedGameJson, ShareJson, CostJson, RivalJson),
)

PLAIN = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "CellJson": "cell",
    "RowsJson": "rows",
    "Runs": "runs",
}


def kind(type_: ast.expr, names: dict[str, Any]) -> str:
    """A type as the page writes it."""
    match type_:
        case ast.Constant():
            return json.dumps(type_.value)
        case ast.BinOp():
            return f"{kind(type_.left, names)} or {kind(type_.right, names)}"
        case ast.Subscript(ast.Name("list"), inner):
            return f"[{kind(inner, names)}]"
        case ast.Subscript(ast.Name("dict"), ast.Tuple([_, inner])):
            return f"{{{kind(inner, names)}}}"
        case ast.Subscript(ast.Name("NotRequired"), inner):
            return f"{kind(inner, names)} or absent"
        case ast.Subscript(_, ast.Tuple(values)):
            return " or ".join(kind(value, names) for value in values)
        case ast.Subscript(_, inner):
            return kind(inner, names)
        case ast.Name(name) if name in PLAIN:
            return PLAIN[name]
        case ast.Name(name) if get_origin(names[name]) is Literal:
            return " or ".join(map(json.dumps, get_args(names[name])))
        case ast.Name(name) if is_typeddict(names[name]):
            return name.removesuffix("Json")
    raise AssertionError(f"the page has no word for {ast.unparse(type_)}")


def fields(form: Any) -> list[tuple[list[tuple[str, str]], str]]:
    """The fields of a form with their types, in groups, and the text about each group.

    Their order is that of the JSON. A text is about the field before it, and about undescribed
    fields of the same type before that.
    """
    names = vars(sys.modules[form.__module__])
    (code,) = ast.parse(dedent(inspect.getsource(form))).body
    assert isinstance(code, ast.ClassDef)
    bases = filter(is_typeddict, get_original_bases(form))
    groups = [group for base in bases for group in fields(base)]
    for part in code.body[1:]:
        match part:
            case ast.AnnAssign(ast.Name(name), type_):
                groups.append(([(name, kind(type_, names))], ""))
            case ast.Expr(ast.Constant(str(text))):
                ((_, last),) = groups[-1][0]
                described: list[tuple[str, str]] = []
                while groups and groups[-1][1] == "" and groups[-1][0][0][1] == last:
                    described = groups.pop()[0] + described
                groups.append((described, " ".join(text.split())))
    return groups


def section(form: Any) -> str:
    """The part of the page about a form."""
    groups = fields(form)
    rows: list[tuple[str, str, str]] = []
    for group, text in groups:
        ((name, type_), *_) = group
        names = ", ".join(f"`{name}`" for name, _ in group)
        if text or COMMON.get(name, ("",))[0] != type_:
            rows.append((names, type_, text))
        elif rows and rows[-1][1] == "common":
            rows[-1] = (f"{rows[-1][0]}, {names}", "common", "")
        else:
            rows.append((names, "common", ""))
    title = form.__name__.removesuffix("Json")
    lines = [f"## {title}", "", _filled(inspect.getdoc(form) or ""), ""]
    lines += ["| field | type | meaning |", "| --- | --- | --- |"]
    lines += [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows]
    if form in EXAMPLES:
        lines += ["", _example(form)]
    return "\n".join(lines) + "\n"


def _filled(text: str) -> str:
    parts = text.strip().split("\n\n")
    return "\n\n".join(
        fill(" ".join(part.split()), 150, break_on_hyphens=False, break_long_words=False)
        for part in parts
    )


EXAMPLES: dict[Any, tuple[str, Callable[[View], Any]]] = {
    OddsJson: ("3x2x1/any\n.1.\n.1.\n", odds),
    ExplanationJson: ("5x3x2/any\n.....\n11111\n00000\n", lambda view: explain(view, "C1")),
}
LONG = {"headline", "words", "runs", "steps", "proof"}


def _example(form: Any) -> str:
    """An answer of this form, without its longest parts."""
    text, ask = EXAMPLES[form]
    level, *rows = text.split()
    parts = [
        f"{json.dumps(key)}: " + ("..." if key in LONG else json.dumps(value))
        for key, value in ask(View.parse(text)).to_json().items()
    ]
    body = fill("{" + ", ".join(parts) + "}", 76, subsequent_indent=" ", break_on_hyphens=False)
    given = ", ".join(f"`{row}`" for row in rows)
    return f"For the position `{level}` with the rows {given}:\n\n```text\n{body}\n```"


def page() -> str:
    """The whole page."""
    types = [f"| {name} | {text} |" for name, text in TYPES.items()]
    common = [f"| `{name}` | {kind} | {text} |" for name, (kind, text) in COMMON.items()]
    head = [
        *("# JSON", "", _filled(INTRODUCTION), ""),
        *("| type | meaning |", "| --- | --- |", *types, ""),
        *(_filled(CELLS), ""),
        "These fields mean the same everywhere unless an object's table says otherwise.",
        *("", "| common field | type | meaning |", "| --- | --- | --- |", *common, ""),
    ]
    return "\n".join([*head, *map(section, FORMS)])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
