"""What ARCHITECTURE.md says of the code: rules that import-linter can't hold, and lists of files.

import-linter does not see compiled modules.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import sapper

ROOT = Path(__file__).parents[1]
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()


@cache
def trees() -> dict[str, ast.Module]:
    """The code of each file of the package, by its path."""
    root = Path(sapper.__file__).parent
    return {
        path.relative_to(root).as_posix(): ast.parse(path.read_text())
        for path in root.rglob("*.py")
    }


@cache
def imports() -> dict[str, set[str]]:
    """What each file of the package imports from it: `module.name`, by the file's path."""
    found: dict[str, set[str]] = {}
    for path, tree in trees().items():
        names = found.setdefault(path, set())
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path} has a relative import"
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def calls(tree: ast.AST, name: str) -> list[list[ast.expr]]:
    """The arguments of each call of a function or method of that name."""
    return [
        node.args
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", None) == name or getattr(node.func, "attr", None) == name)
    ]


def test_only_these_touch_the_engine() -> None:
    """Everything else goes through the modules that ARCHITECTURE.md lists."""
    importing = {
        path.removesuffix(".py")
        for path, names in imports().items()
        if any(name.split(".")[:2] == ["sapper", "_engine"] for name in names)
    }
    late = {
        path.removesuffix(".py")
        for path, tree in trees().items()
        for arguments in calls(tree, "import_module")
        if isinstance(arguments[0], ast.Constant) and arguments[0].value == "sapper._engine"
    }
    said = re.search(r"\n    only ([^.]+?)\s+touch the native engine", ARCHITECTURE)
    assert said is not None
    assert set(re.split(r",\s*|\s+and\s+", said[1])) == importing | late
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    ignored = {line.split(" -> ")[0] for line in contracts["contracts"][0]["ignore_imports"]}
    modules = {f"sapper.{path.replace('/', '.')}" for path in importing}
    assert modules == ignored - {"sapper.view"}


def test_the_loops_in_which_agents_play_are_all_named() -> None:
    """ARCHITECTURE.md says how many there are, and in which files."""
    loops = Counter(
        path
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.While) and calls(node, "choose")
    )
    said = re.search(r"\n(\w+) loops in (\w+) files follow this pattern: ([^\n]+\n)+", ARCHITECTURE)
    assert said is not None
    assert (said[1], said[2]) == ("Four", "three")
    assert (loops.total(), len(loops)) == (4, 3)
    assert set(re.findall(r"`(\w+/\w+\.py)`", said[0])) == set(loops)


def test_the_checkers_of_certificates_import_nothing_of_what_makes_them() -> None:
    """The verifier has its checkers and dratify; ours have the standard library alone."""
    found = {
        path: {name for name in names if name.split(".")[0] in ("sapper", "dratify", "pysat")}
        for path, names in imports().items()
    }
    assert found["verify/certificate.py"] == {
        "dratify",
        "sapper.verify.level.RejectedError",
        "sapper.verify.level.read_level",
        "sapper.verify.lrat.LratError",
        "sapper.verify.lrat.derived",
        "sapper.verify.rup.first_gap",
    }
    for checker in ("level", "lrat", "rup", "cutting_planes"):
        assert found[f"verify/{checker}.py"] == set()


def test_no_module_takes_anything_else_from_the_package_itself() -> None:
    """`from sapper import Game` inside the package would be a back door around the contracts."""
    for path, names in imports().items():
        taken = {name for name in names if name == "sapper" or name.count(".") == 1}
        taken = {name for name in taken if name.split(".")[0] == "sapper"}
        # The package hears Ctrl-C from its first line on.
        first = {"sapper.interrupt"} if path == "__init__.py" else set()
        assert taken <= {"sapper._engine", "sapper.picture"} | first, path


def test_importing_the_package_loads_no_sat_solver() -> None:
    """It takes a tenth of a second, and most who import the package never need one."""
    code = "import sys, sapper; print([m for m in sys.modules if m.split('.')[0] == 'pysat'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
