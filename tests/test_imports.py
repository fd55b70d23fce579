"""Import rules that import-linter can't hold: it does not see compiled modules."""

import ast
import subprocess
import sys
from pathlib import Path

import sapper


def imports() -> dict[str, set[str]]:
    """What each file of the package imports from it: `module.name`, by the file's path."""
    root = Path(sapper.__file__).parent
    found: dict[str, set[str]] = {}
    for path in root.rglob("*.py"):
        names = found.setdefault(str(path.relative_to(root)), set())
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path} has a relative import"
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def test_only_these_touch_the_engine() -> None:
    """Everything else goes through them."""
    touching = {
        path
        for path, names in imports().items()
        if any(name.split(".")[:2] == ["sapper", "_engine"] for name in names)
    }
    assert "board.py" in touching
    allowed = {
        "odds.py",
        "optimal.py",
        "value.py",
        "board.py",
        "board_certificate.py",
        "dealer.py",
        "env.py",
        "lab/luck.py",
        "lab/native.py",
        "rungs.py",
        "solution.py",
    }
    assert {path for path in touching if not path.startswith("agents/")} <= allowed


def test_the_checkers_of_certificates_import_nothing_of_what_makes_them() -> None:
    """The verifier has its checkers and dratify; ours have the standard library alone."""
    found = {
        path: {name for name in names if name.split(".")[0] in ("sapper", "dratify", "pysat")}
        for path, names in imports().items()
    }
    assert found["verify/certificate.py"] == {
        "dratify",
        "sapper.verify.lrat.LratError",
        "sapper.verify.lrat.derived",
        "sapper.verify.rup.first_gap",
    }
    for checker in ("lrat", "rup", "cutting_planes"):
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
