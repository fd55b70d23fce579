"""Would the tests notice a bug? Change one detail at a time in the main modules, and run the tests.

    python bench/mutation.py [MODULE ...] [--mutants 30] [--seed 1] [--jobs 1] [--json FILE]
                             [--again FILE] [--list]

A mutant is a module with a single change: a different comparison or operator, a constant that is
off by one, a negated condition, a missing statement, or a return value of None. The tests and
doctests of that module are run on the mutant. If they all pass, the mutant has survived and is
printed as

    src/sapper/core/level.py:104: 1 <= self.width -> 1 < self.width

    killed      a test failed
    timeout     the tests needed several times their usual CPU time
    survived    no test noticed: a gap in the tests, or a change without effect
    equivalent  survived, and bench/mutation_equivalent.json explains why no test can notice

The mutants depend only on the source code and the seed. The tests behave the same way in each run,
because property tests always draw the same examples. --again reads the JSON file of an earlier run
and tests its survivors again. Each job works in its own copy of the source tree, and the original
tree is only read.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.util
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from report import machine

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = Path(__file__).with_name("mutation_equivalent.json")

NO_POSTGRESQL = ["--deselect=tests/web/test_store.py::test_postgresql_holds_games"]

# Tests that find mutants quickly come first. Tests of processes and signals are left out, because
# they are slow and cover other code. A few slow tests that only repeat what other tests check are
# left out too.
TESTS = {
    "core/level": ["tests/core/test_level.py"],
    "core/view": ["tests/core/test_view.py"],
    "core/board": ["tests/core/test_board.py", "tests/core/test_given.py"],
    "core/game": ["tests/core/test_game.py"],
    "logic/clause_store": [
        "tests/logic/test_clause_store.py",
        "tests/logic/test_counts.py",
        "tests/logic/test_trace.py",
    ],
    "logic/knowledge_base": [
        "tests/logic/test_knowledge_base.py",
        "tests/logic/test_counts.py",
        "tests/logic/test_trace.py",
    ],
    "logic/refute": [
        "tests/logic/test_counts.py",
        "tests/logic/test_refute.py",
        "tests/logic/test_trace.py",
    ],
    "reason/knowledge": ["tests/reason/test_knowledge.py"],
    "reason/odds": [
        "tests/reason/test_odds.py",
        "--deselect=tests/reason/test_odds.py::test_brute_force",
        "--deselect=tests/reason/test_odds.py::test_long_border",
        "--deselect=tests/reason/test_odds.py::test_certain_cells_equal_sat",
    ],
    "explain/clues": ["tests/explain/test_clues.py", "tests/explain/test_explain.py"],
    "explain/argument": ["tests/explain/test_explain.py"],
    "explain/explanation": ["tests/explain/test_explain.py"],
    "verify": ["tests/explain/test_certificate.py", "tests/verify"],
    "lab/statistics": ["tests/lab/test_statistics.py"],
    "lab/bench": [
        "tests/lab/test_bench.py",
        "--deselect=tests/lab/test_bench.py::test_interrupt_ends_the_workers",
    ],
    "web/database": ["tests/web/test_store.py", *NO_POSTGRESQL],
    "web/store": ["tests/web/test_store.py", *NO_POSTGRESQL],
}

LEFT_OUT = {"annotation", "returns", "decorator_list"}  # these fields do not affect behaviour

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change to a module: where it is, the original code and the new code."""

    module: str
    file: str
    line: int
    original: str
    changed: str
    text: str
    """the whole changed module"""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.original} -> {self.changed}"

    @property
    def key(self) -> str:
        """The change without its line number, so that it stays the same when lines are moved."""
        return f"{self.file}: {self.original} -> {self.changed}"


@dataclass(frozen=True, slots=True)
class Found:
    """The result of testing a mutant."""

    module: str
    mutant: str
    key: str
    fate: str
    by: str
    seconds: float


# -- making mutants -------------------------------------------------------------------------------


def sources(module: str) -> list[Path]:
    """The file of a module, or all files of a package."""
    path = ROOT / "src" / "sapper" / module
    found = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    if not all(file.exists() for file in found):
        raise SystemExit(f"{module} is not a module of sapper: {found[0]} does not exist")
    return found


def mutants(module: str, most: int, seed: int) -> tuple[list[Mutant], int]:
    """At most `most` mutants of a module, in source order, and the number of possible mutants."""
    texts = {str(file.relative_to(ROOT)): file.read_text() for file in sources(module)}
    every = [(file, n) for file, text in texts.items() for n in range(sum(1 for _ in sites(text)))]
    drawn = set(random.Random(f"{seed} {module}").sample(every, min(most, len(every))))
    chosen = [
        Mutant(module, file, *changes(texts[file], n)) for file, n in every if (file, n) in drawn
    ]
    return chosen, len(every)


def sites(source: str) -> Iterator[tuple[ast.Module, Place, ast.expr | ast.stmt]]:
    """Yield each possible change to a source text: the tree, a place in it and the new node."""
    tree = ast.parse(source)
    for place in places(tree, tree):
        for changed in variants(place.node, place.field):
            yield tree, place, changed


def changes(source: str, number: int) -> tuple[int, str, str, str]:
    r"""The change at this index of sites(): its line, the old and new code, and the whole new text.

    >>> for number in range(3):
    ...     line, original, changed, _ = changes("def f(a):\n    return a < 3", number)
    ...     print(line, original, "->", changed)
    2 return a < 3 -> return None
    2 return a < 3 -> return a <= 3
    2 return a < 3 -> return a < 4
    """
    tree, place, changed = next(islice(sites(source), number, None))
    before = _head(place.statement)
    place.put(changed)
    # If the change replaces a whole statement, show the new statement.
    after = _head(changed if place.node is place.statement else place.statement)
    return place.node.lineno, *_around_the_change(before, after), ast.unparse(tree)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node is in the syntax tree, and the statement that contains it."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.expr | ast.stmt
    statement: ast.AST

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def places(parent: ast.AST, statement: ast.AST) -> Iterator[Place]:
    """Yield a Place for each expression and statement below a node."""
    for field, value in ast.iter_fields(parent):
        if field in LEFT_OUT:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            # Asserts are not changed, because they only check the code, and removing one would not
            # change behaviour.
            if not isinstance(child, ast.AST) or isinstance(child, ast.Assert):
                continue
            within = child if isinstance(child, ast.stmt | ast.match_case) else statement
            if isinstance(child, ast.expr | ast.stmt):
                yield Place(parent, field, index, child, within)
            yield from places(child, within)


def variants(node: ast.expr | ast.stmt, field: str) -> Iterator[ast.expr | ast.stmt]:
    """The possible replacements for a node."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                compared = copy.deepcopy(node)
                compared.ops[place] = SWAPPED[type(operator)]()  # type: ignore[call-overload]
                yield compared
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign():
            # Strings and lists support + but not -, so a mutant with - would only crash.
            if type(node.op) in SWAPPED and not _of_texts(node):
                swapped = copy.deepcopy(node)
                swapped.op = SWAPPED[type(node.op)]()  # type: ignore[assignment]
                yield swapped
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Return(value=ast.expr()):
            if not (isinstance(node.value, ast.Constant) and node.value.value is None):
                yield ast.Return(ast.Constant(None))
    removable = (ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
    if (
        isinstance(node, removable)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await))
        or (isinstance(node, ast.Return) and node.value is None)
        or (
            isinstance(node, ast.Assign)
            and all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
        )
    ):
        yield ast.Pass()
    if isinstance(node, ast.expr) and field in ("test", "ifs", "guard") and not _turned(node):
        yield ast.UnaryOp(ast.Not(), node)


def _turned(test: ast.expr) -> bool:
    """Whether adding `not` is pointless: the test is constant, or another variant negates it."""
    exact = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
    match test:
        case ast.Constant() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Compare(ops=[operator]):
            return isinstance(operator, exact)
    return False


def _of_texts(node: ast.AST) -> bool:
    made = (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)
    sides = {ast.BinOp: ("left", "right"), ast.AugAssign: ("value",)}.get(type(node), ())
    return any(
        isinstance(side, made)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
        or _of_texts(side)
        for side in (getattr(node, name) for name in sides)
    )


def _head(node: ast.AST) -> str:
    """The code of a statement on one line. A compound statement is cut off at the colon."""
    node = copy.copy(node)
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        if isinstance(getattr(node, field, None), list):
            setattr(node, field, [])
    return " ".join(ast.unparse(node).split()).removesuffix(":")


def _around_the_change(before: str, after: str, context: int = 40) -> tuple[str, str]:
    """Both strings, shortened to the part that differs and some characters around it."""
    start = _shared(before, after)
    shared = _shared(before[start:][::-1], after[start:][::-1])
    cut = 0 if start <= context else start - context

    def window(text: str) -> str:
        end = len(text) - max(0, shared - context)
        return ("..." if cut else "") + text[cut:end] + ("..." if end < len(text) else "")

    return window(before), window(after)


def _shared(one: str, two: str) -> int:
    """The length of the common prefix of two strings."""
    length = min(len(one), len(two))
    return next((i for i in range(length) if one[i] != two[i]), length)


# -- running the tests ----------------------------------------------------------------------------

# Every Python process that is started in a copy imports that copy, and is stopped when its CPU time
# is used up. The import finder of the installed package has to be removed, because it would take
# precedence over PYTHONPATH.
SITE = """
import os, resource, sys
sys.meta_path[:] = [f for f in sys.meta_path if not type(f).__name__.startswith("ScikitBuild")]
seconds = int(os.environ["MUTATION_SECONDS"])
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
resource.setrlimit(resource.RLIMIT_DATA, (2**32, 2**32))
"""

# With these settings, the results do not depend on the load on the machine or on random draws.
CONFTEST = """
from hypothesis import HealthCheck, settings
settings.register_profile(
    "mutation", deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutation")
"""


class Copy:
    """A copy of the source tree, in which one mutant at a time replaces its module."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        hidden = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "node_modules")
        shutil.copytree(ROOT, self.root, ignore=hidden)
        if not list((self.root / "src" / "sapper").glob("_engine.*.so")):
            engine = importlib.util.find_spec("sapper._engine")
            assert engine is not None
            assert engine.origin is not None
            shutil.copy(engine.origin, self.root / "src" / "sapper")
        self.site = folder / "site"
        self.site.mkdir()
        (self.site / "sitecustomize.py").write_text(SITE)
        (self.root / "conftest.py").write_text(CONFTEST)
        self.tick = int(time.time())

    def run(self, module: str, seconds: float) -> tuple[int, str, float]:
        """Test a module, and return the exit code, the first failed test and the CPU time."""
        files = [str(file.relative_to(ROOT)) for file in sources(module)]
        path = os.pathsep.join([str(self.site), str(self.root / "src")])
        log = self.root / "log"
        with log.open("w") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "pytest", "-x", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
                + TESTS[module]
                + files,
                cwd=self.root,
                env={
                    **os.environ,
                    "PYTHONPATH": path,
                    "MUTATION_SECONDS": str(int(seconds) + 1),
                    # Third-party plugins would take longer to import than most tests take to run.
                    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                },
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            # The limit on elapsed time is generous, because it should stop only tests that hang.
            end = time.monotonic() + 60 + 20 * seconds
            while True:
                pid, status, used = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > end:
                    os.killpg(process.pid, signal.SIGKILL)
                time.sleep(0.05)
        process.returncode = os.waitstatus_to_exitcode(status)
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", log.read_text(), re.MULTILINE)
        return process.returncode, failed[1] if failed else "", used.ru_utime + used.ru_stime

    def try_out(self, mutant: Mutant, usual: float) -> Found:
        """Replace the module with the mutant, run the tests, and restore the module."""
        place = self.root / mutant.file
        before = place.read_text()
        try:
            self._write(place, mutant.text)
            code, failed, seconds = self.run(mutant.module, 10 + 5 * usual)
        finally:
            self._write(place, before)
        stopped = code in (-signal.SIGXCPU, -signal.SIGKILL)
        fate = "survived" if code == 0 else "timeout" if stopped else "killed"
        assert code != 5, f"no tests of {mutant.module} were found"
        return Found(mutant.module, str(mutant), mutant.key, fate, failed, round(seconds, 1))

    def _write(self, place: Path, text: str) -> None:
        # Python recognises outdated compiled files by the modification time in seconds, so every
        # change of a file must change that time.
        self.tick += 2
        place.write_text(text)
        os.utime(place, (self.tick, self.tick))


def baseline(tree: Copy, module: str) -> float:
    """The CPU seconds that the tests of a module need on the original code. All tests must pass."""
    code, failed, seconds = tree.run(module, 600)
    if code:
        said = (tree.root / "log").read_text()
        raise SystemExit(f"the tests of {module} fail without any mutant: {failed}\n{said[-2000:]}")
    return seconds


def run(chosen: Sequence[Mutant], jobs: int) -> list[Found]:
    """Test the mutants, and return their results in the same order. Print progress to stderr."""
    with tempfile.TemporaryDirectory(prefix="sapper-mutation-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for job in range(jobs):
            copies.put(Copy(Path(folder) / str(job)))
        usual: dict[str, float] = {}
        for module in dict.fromkeys(mutant.module for mutant in chosen):
            tree = copies.get()
            usual[module] = baseline(tree, module)
            copies.put(tree)
            say(f"{module}: its tests need {usual[module]:.1f} s of CPU time")
        done = 0

        def work(mutant: Mutant) -> Found:
            nonlocal done
            tree = copies.get()
            try:
                found = tree.try_out(mutant, usual[mutant.module])
            finally:
                copies.put(tree)
            done += 1
            say(f"{done} of {len(chosen)}: {found.fate} ({found.seconds} s) {mutant}")
            return found

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(work, chosen))


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# -- the report -----------------------------------------------------------------------------------


def reasons() -> dict[str, str]:
    """For each equivalent mutant, the reason why no test can notice the change."""
    found: dict[str, str] = json.loads(EQUIVALENT.read_text()) if EQUIVALENT.exists() else {}
    return found


def table(found: Sequence[Found], known: dict[str, str]) -> str:
    """A table of counts per module, followed by the surviving and the equivalent mutants."""
    lines = [
        "| module | mutants | killed | timeout | survived | equivalent | score |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for module in [*dict.fromkeys(one.module for one in found), "all"]:
        mine = [one for one in found if module in (one.module, "all")]
        fates = [known_fate(one, known) for one in mine]
        killed, late, survived, same = (
            fates.count(fate) for fate in ("killed", "timeout", "survived", "equivalent")
        )
        score = (killed + late) / max(1, len(mine) - same)
        row = [module, len(mine), killed, late, survived, same, f"{score:.0%}"]
        lines.append(f"| {' | '.join(map(str, row))} |")
    for fate in ("survived", "equivalent"):
        some = [one for one in found if known_fate(one, known) == fate]
        lines += ["", f"{fate}:" if some else f"{fate}: none"]
        for one in some:
            lines += [one.mutant, *([f"    {known[one.key]}"] if fate == "equivalent" else [])]
    return "\n".join(lines)


def known_fate(found: Found, known: dict[str, str]) -> str:
    """The result for a mutant. A killed mutant is not equivalent, even if it is listed as such."""
    return "equivalent" if found.fate == "survived" and found.key in known else found.fate


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(TESTS))
    parser.add_argument("--mutants", type=int, default=30, help="maximum per module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the results to this file")
    parser.add_argument("--again", type=Path, help="run only the survivors in this file")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    options = parser.parse_args()
    for module in options.modules:
        if module not in TESTS:
            parser.error(f"{module} has no tests here: use one of {', '.join(TESTS)}")
    chosen: list[Mutant] = []
    for module in options.modules or TESTS:
        some, number = mutants(module, options.mutants, options.seed)
        chosen += some
        say(f"{module}: {len(some)} of {number} mutants")
    if options.again:
        before = {Found(**one).key: Found(**one) for one in json.loads(options.again.read_text())}
        chosen = [m for m in chosen if m.key in before and before[m.key].fate == "survived"]
    if options.list:
        print("\n".join(map(str, chosen)))
        return
    where = machine()
    found = run(chosen, options.jobs)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")
    print(f"{where}; seed {options.seed}, at most {options.mutants} mutants per module\n")
    print(table(found, reasons()))


if __name__ == "__main__":
    main()
