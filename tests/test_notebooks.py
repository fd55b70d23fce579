"""The notebooks of the documentation run from top to bottom and print their stored output."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
spec = importlib.util.spec_from_file_location("execute_notebooks", FOLDER / "execute.py")
assert spec is not None
assert spec.loader is not None
executor = importlib.util.module_from_spec(spec)
spec.loader.exec_module(executor)


def printed(notebook: dict[str, Any]) -> list[str]:
    """The printed text of all cells, without pictures and explanations."""
    return [
        "".join(output["text"])
        for cell in notebook["cells"]
        for output in cell.get("outputs", ())
        if output["output_type"] == "stream"
    ]


def test_there_are_three() -> None:
    assert {file.stem for file in FOLDER.glob("*.ipynb")} == {"exercise", "odds", "measuring"}


@pytest.mark.long
@pytest.mark.parametrize("name", ["exercise", "odds", "measuring"])
def test_a_notebook_runs_and_prints_what_it_holds(name: str) -> None:
    """If the stored output is out of date, run `python docs/notebooks/execute.py`."""
    held = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert printed(executor.execute(held)) == printed(held)
    assert len(printed(held)) >= 2
