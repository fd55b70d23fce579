r"""Finds students' programs that are the same, apart from names, comments and layout.

Identical programs are reported to the teacher, but they don't prove copying, because short
solutions may well be the same.

Python files are compared by their top-level statements, regardless of order. In each statement,
names are replaced by numbers, and docstrings and annotations are removed. Other programs are
compared as text, without white space.

>>> one = "def choose(view):\n    for cell in view.given:  # safe\n        return cell\n"
>>> two = "def choose(v):\n  '''Choose.'''\n  for c in v.given: return c\n"
>>> essence(one) == essence(two), essence(one) == essence("def choose(view): return None")
(True, False)
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from sapper.adapters.names import agent_file, command
from sapper.adapters.skeleton import PYTHON
from sapper.core.files import read_regular

LIMIT = 2**20
"""longer files are not compared"""


def alike(agents: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Groups of agents whose programs are the same.

    Unchanged copies of the template don't count.
    """
    groups: dict[object, list[str]] = {}
    untouched = essence(PYTHON)
    for name, agent in agents.items():
        text = _text(agent)
        if text.strip() and (found := essence(text)) != untouched:
            groups.setdefault(found, []).append(name)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def essence(text: str) -> object:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "".join(text.split())
    try:
        kept = [part for part in body if not _is_docstring(part)]
        return tuple(sorted(ast.dump(_Plain().visit(part)) for part in kept))
    except RecursionError:
        return "".join(text.split())


class _Plain(ast.NodeTransformer):
    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def _name(self, name: str) -> str:
        return self._names.setdefault(name, str(len(self._names)))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._name(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg, node.annotation = self._name(node.arg), None
        return node

    def visit_alias(self, node: ast.alias) -> ast.AST:
        node.asname = None if node.asname is None else self._name(node.asname)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        plain: ast.AST = self.visit(ast.Assign([node.target], node.value))
        return plain

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name, node.returns = self._name(node.name), None
        return self._without_docstring(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._name(node.name)
        return self._without_docstring(node)

    def _without_docstring(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        node.body = [part for part in node.body if not _is_docstring(part)] or [ast.Pass()]
        return self.generic_visit(node)


def _is_docstring(node: ast.stmt) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _text(agent: str) -> str:
    file = agent_file(agent)
    try:
        path = Path(command(agent)[0]) if file is None else file
        data = read_regular(path)
    except (OSError, ValueError, IndexError):
        return ""
    return data.decode(errors="replace") if len(data) <= LIMIT else ""
