"""Run the notebooks in this folder from top to bottom, and save the outputs of their cells.

    python docs/notebooks/execute.py            run all notebooks and write their outputs
    python docs/notebooks/execute.py --check    only compare, with exit code 1 if an output differs

As in Jupyter, which is not needed, a cell shows its printed text and the value of its last line.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).parent


def execute(notebook: dict[str, Any]) -> dict[str, Any]:
    """Run a notebook in a new folder, and return it with its outputs."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    count = 0
    with TemporaryDirectory() as folder, chdir(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                count += 1
                outputs = _outputs("".join(cell["source"]), names)
                cell = {**cell, "execution_count": count, "outputs": outputs}
                for output in outputs:
                    if output["output_type"] == "execute_result":
                        output["execution_count"] = count
            cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(text)})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = _lines(value._repr_html_())
        outputs.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Run or check every notebook."""
    differ = []
    for file in sorted(FOLDER.glob("*.ipynb")):
        held = json.loads(file.read_text(encoding="utf-8"))
        found = execute(held)
        if found != held:
            differ.append(file.name)
        if "--check" not in sys.argv:
            text = json.dumps(found, indent=1, ensure_ascii=False)
            file.write_text(text + "\n", encoding="utf-8")
    if differ:
        print(f"{'differ' if '--check' in sys.argv else 'written'}: {', '.join(differ)}")
        sys.exit("--check" in sys.argv)


if __name__ == "__main__":
    main()
