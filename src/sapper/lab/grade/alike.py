r"""Finds students' programs that are alike, whatever the names in them are.

    shape        the syntax tree of a Python program without names (of variables, functions,
                 attributes, arguments and modules), imports, annotations, docstrings and comments
    piece        PIECE successive nodes of the shape of a function or of a statement outside of
                 functions, so the order of the functions does not matter
    similarity   the share of two programs' pieces that they have in common

Other programs are compared as text, without white space. Pieces of the template don't count.

A similarity proves nothing: short solutions may well be alike. And copies can stay hidden: if every
statement was rewritten, if the copied part is in another file, or if it is in another language.

>>> one = "class A:\n    def choose(self, view):\n        return self.best(view)  # safe\n"
>>> two = "class B:\n  def choose(me, v):\n    '''Choose.'''\n    return me.find(v)\n"
>>> similarity(pieces(one), pieces(two)), similarity(pieces(one), pieces("def choose(v): pass"))
(1.0, 0.0)
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from sapper.adapters.names import PROGRAM, agent_file, command, is_program
from sapper.adapters.skeleton import PYTHON
from sapper.core.files import read_regular
from sapper.words.text import how_many

LIMIT = 2**20
"""longer files are not compared"""
PIECE = 8
LEAST = 0.8
"""Less similar programs are not reported."""
MOST = 20
"""the maximum number of pairs in a note"""
CANNOT_SEE = (
    "Compared by shape, without names. Short programs may be alike by chance, and a rewritten copy "
    "is not found."
)

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class Pair:
    one: str
    other: str
    similarity: float

    @property
    def words(self) -> str:
        return f"{self.one} and {self.other}: {int(self.similarity * 100)}% alike"


def alike(agents: Mapping[str, str]) -> list[Pair]:
    """The pairs of agents with similar programs, most similar first."""
    found = {name: pieces(_text(agent)) - pieces(PYTHON) for name, agent in agents.items()}
    pairs = [
        Pair(one, other, similarity(found[one], found[other]))
        for one, other in combinations(found, 2)
    ]
    near = [pair for pair in pairs if pair.similarity >= LEAST]
    return sorted(near, key=lambda pair: -pair.similarity)


def notes(pairs: list[Pair]) -> list[str]:
    """Lines for the teacher."""
    if not pairs:
        return []
    left = [f"and {how_many(len(pairs) - MOST, 'more pair')}"] if len(pairs) > MOST else []
    return [*(pair.words for pair in pairs[:MOST]), *left, CANNOT_SEE]


def similarity(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> float:
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def pieces(text: str) -> Counter[tuple[str, ...]]:
    units: list[list[str]] = []
    try:
        tree = ast.parse(text)
        units = [list(_nodes(part)) for part in _units(tree)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        units = [list("".join(text.split()))]
    return Counter(
        tuple(unit[start : start + PIECE])
        for unit in units
        for start in range(max(1, len(unit) - PIECE + 1))
        if unit
    )


def _units(tree: ast.Module) -> Iterator[ast.AST]:
    """The functions, and the statements outside of functions and classes."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))
    for body in (tree.body, *(one.body for one in classes)):
        yield from (part for part in body if not isinstance(part, Function | ast.ClassDef))


def _nodes(part: ast.AST) -> Iterator[str]:
    """The kinds of the nodes of a unit, without nested functions."""
    if isinstance(part, ast.Import | ast.ImportFrom) or _is_docstring(part):
        return
    kind = "Assign" if isinstance(part, ast.AnnAssign) else type(part).__name__
    is_text = isinstance(part, ast.Constant) and isinstance(part.value, str)
    yield repr(part.value) if isinstance(part, ast.Constant) and not is_text else kind
    for field, value in ast.iter_fields(part):
        for node in value if isinstance(value, list) else [value]:
            inside = isinstance(node, ast.AST) and not isinstance(node, Function | ast.ClassDef)
            if inside and field not in ("annotation", "returns", "ctx"):
                yield from _nodes(node)


def _is_docstring(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _text(agent: str) -> str:
    if Path(agent).suffix == ".sh":
        return ""  # a line that starts a program is alike everywhere
    try:
        data = read_regular(_source(agent))
    except (OSError, ValueError, IndexError):
        return ""
    return data.decode(errors="replace") if len(data) <= LIMIT else ""


def _source(agent: str) -> Path:
    """The file to compare: the C source of a program, as a compiled one has no shape."""
    file = agent_file(agent) or Path(command(agent)[0][0])
    return file.with_suffix(".c") if is_program(agent) and file.name == PROGRAM else file
