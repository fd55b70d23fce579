"""The code follows those rules in ARCHITECTURE.md that import-linter can't check.

For example, import-linter does not see compiled modules.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import sapper

ROOT = Path(__file__).parents[1]
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax tree of each file of the package, by path."""
    root = Path(sapper.__file__).parent
    return {
        path.relative_to(root).as_posix(): ast.parse(path.read_text())
        for path in root.rglob("*.py")
    }


@cache
def imports() -> dict[str, set[str]]:
    """The imports of each file of the package as `module.name`, by path."""
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
    """The arguments of each call to a function or method with this name."""
    return [
        node.args
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", None) == name or getattr(node.func, "attr", None) == name)
    ]


def test_only_these_touch_the_engine() -> None:
    importing = {
        path.removesuffix(".py")
        for path, names in imports().items()
        if any(name.split(".")[:2] == ["sapper", "_engine"] for name in names)
    }
    said = re.search(r"\n- Only ([^.]+?)\s+use the native engine", ARCHITECTURE)
    assert said is not None
    assert set(re.findall(r"`(.+?)`", said[1])) == importing


@pytest.mark.parametrize(
    "package",
    [
        "adapters",
        "exam",
        "explain",
        "ladder",
        "logic",
        "page",
        "review",
        "verify",
        "web",
        "web/routes",
        "words",
    ],
)
def test_a_package_that_lists_its_files_lists_all(package: str) -> None:
    head = ast.get_docstring(trees()[f"{package}/__init__.py"]) or ""
    there = {Path(path).name for path in trees() if str(Path(path).parent) == package}
    assert there - {"__init__.py"} <= set(re.findall(r"\w+\.py", head))


def test_there_is_one_loop_in_which_agents_play() -> None:
    """Outside the folder `agents`, only lab/frames.py calls an agent's `choose` in a loop."""
    loops = Counter(
        path
        for path, tree in trees().items()
        if not path.startswith("agents/")
        for node in ast.walk(tree)
        if isinstance(node, ast.While) and calls(node, "choose")
    )
    assert loops == {"lab/frames.py": 1}


def test_the_checkers_of_certificates_import_nothing_of_what_makes_them() -> None:
    """The verifier imports only our checkers and dratify.

    The checkers import nothing from the rest of Sapper.
    """
    found = {
        path: {name for name in names if name.split(".")[0] in ("sapper", "dratify", "pysat")}
        for path, names in imports().items()
    }
    assert found["verify/certificate.py"] == {
        "dratify",
        "sapper.verify.level.Place",
        "sapper.verify.level.RejectedError",
        "sapper.verify.level.read_level",
        "sapper.verify.lrat.LratError",
        "sapper.verify.lrat.derived",
        "sapper.verify.rup.first_gap",
    }
    for checker in ("level", "lrat", "rup", "cutting_planes"):
        assert found[f"verify/{checker}.py"] == set()


def test_no_module_takes_anything_else_from_the_package_itself() -> None:
    """`from sapper import Game` inside the package would bypass the import contracts."""
    for path, names in imports().items():
        taken = {name for name in names if name == "sapper" or name.count(".") == 1}
        taken = {name for name in taken if name.split(".")[0] == "sapper"}
        assert taken <= {"sapper._engine", "sapper.picture"}, path


def printed(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_importing_the_package_loads_only_what_is_asked_for() -> None:
    """Importing numpy takes a tenth of a second, and importing a SAT solver takes as long again."""
    code = "import sys, sapper; sapper.Level; print({m.split('.')[0] for m in sys.modules} & {*%r})"
    assert printed(code % (["numpy", "pysat"],)) == "set()\n"
    code = "import sys; from sapper import *; explain, odds; print('pysat' in sys.modules)"
    assert printed(code) == "False\n"


@pytest.mark.parametrize(
    "code",
    [
        "import sapper",
        "import sapper.explain",
        "import sapper; sapper.explain; import sapper.explain.hints",
        "from sapper import explain; import sapper.explain.hints, sapper",
        "from sapper.explain.hints import hint; import sapper",
        "from sapper import *; import sapper",
    ],
)
def test_explain_is_the_function(code: str) -> None:
    """`sapper.explain` is always the function, and never the package of that name."""
    code += "; f = sapper.explain; import sys; print(f is sys.modules['sapper.explain'].explain)"
    assert printed(code) == "True\n"


def test_the_package_offers_what_it_says() -> None:
    """Each name in `__all__` exists, `dir` lists only those names, and other names are errors."""
    for name in sapper.__all__:
        assert getattr(sapper, name).__module__.startswith("sapper")
    assert set(dir(sapper)) < set(sapper.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'psychic'"):
        sapper.psychic  # noqa: B018


def test_a_class_name_is_used_once() -> None:
    classes = Counter(
        node.name
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in classes.items() if count > 1] == []
