"""Builds the published packages and uses them as a user does, outside the repository.

    wheelcheck.py              builds the source distribution and a wheel from it, and tries the
                               wheel in bare environments, with each extra, and with pipx
    wheelcheck.py --installed  only checks the Sapper that is installed in this environment

`make wheel-check` runs the script without options. cibuildwheel runs it with `--installed` for
every wheel that it builds.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
POSITION = "5x4x3/any\n11211\n.....\n.....\n.....\n"
STUDY = """\
from sapper.lab.player import Player
from sapper.lab.study.plan import Study

study = Study("mine", "What is won?", ("6x5x4",), (Player("odds"),), games=3)
"""
EXTRAS = ("web", "lab", "cluster", "env", "formats", "mcp")


def clean() -> dict[str, str]:
    """The environment variables, except those that could lead back to the repository."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}


def run(*words: str | Path, cwd: Path, code: int = 0) -> str:
    """Run a command that must end with exit code `code`, and return its output."""
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=clean(), capture_output=True, text=True, timeout=600
    )
    said = done.stdout + done.stderr
    assert done.returncode == code, f"{' '.join(map(str, words))} ended {done.returncode}:\n{said}"
    return said


def step(title: str) -> None:
    print(f"{time.monotonic() - START:5.0f} s  {title}", flush=True)


START = time.monotonic()


def build(folder: Path) -> tuple[Path, Path]:
    """Build the source distribution, and build a wheel from it."""
    step("the source distribution")
    run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT, cwd=folder)
    (sdist,) = folder.glob("*.tar.gz")
    step("a wheel from it")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, sdist, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def check_contents(sdist: Path, wheel: Path) -> None:
    """Check that the packages contain the files that users need, and nothing else."""
    step(f"what {sdist.name} and {wheel.name} hold")
    with tarfile.open(sdist) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    for needed in ("CMakeLists.txt", "LICENSE", "native/deal.cpp", "src/sapper/core/board.py"):
        assert needed in sources, f"{needed} is not in {sdist.name}"
    assert not [name for name in sources if name.endswith((".so", ".pyc", ".whl"))]
    names = set(zipfile.ZipFile(wheel).namelist())
    for needed in (
        "sapper/_engine.pyi",
        "sapper/py.typed",
        "sapper/data/policy.net",
        "sapper/page/review_file/review.html",
        "sapper/page/static/index.html",
    ):
        assert needed in names, f"{needed} is not in {wheel.name}"
    assert [name for name in names if re.fullmatch(r"sapper/_engine\..*(so|pyd)", name)]
    tops = {name.partition("/")[0] for name in names}
    packages = {top for top in tops if not top.endswith(".dist-info")}
    assert packages == {"sapper", "sapper_command"}, packages
    for file in (ROOT / "src" / "sapper").rglob("*.py"):
        assert f"sapper/{file.relative_to(ROOT / 'src' / 'sapper').as_posix()}" in names, file


def python_of(environment: Path) -> Path:
    windows = environment / "Scripts" / "python.exe"
    return windows if windows.exists() else environment / "bin" / "python"


def installed(folder: Path, name: str, *packages: str) -> Path:
    """Make an environment with these packages and their dependencies.

    Returns the path of the environment's interpreter.
    """
    venv.create(folder / name, with_pip=True)
    python = python_of(folder / name)
    run(python, "-m", "pip", "install", "--quiet", *packages, cwd=folder)
    return python


def doctor(python: Path, folder: Path) -> dict[str, dict[str, str]]:
    """The results of `sapper doctor --json`, by part name."""
    told = json.loads(run(python, "-m", "sapper", "doctor", "--json", cwd=folder))
    return {part["part"]: part for part in told}


def check_core(python: Path, folder: Path) -> None:
    """Check Sapper without any extra, as a command and with `python -m`."""
    command = python.parent / ("sapper.exe" if os.name == "nt" else "sapper")
    assert run(command, "--version", cwd=folder) == run(
        python, "-m", "sapper", "--version", cwd=folder
    )
    (folder / "position").write_text(POSITION)
    assert run(command, "deal", "30x16x99/open", "--seed", "7", cwd=folder).startswith("30x16x99/")
    assert "wrote " in run(command, "example", cwd=folder)
    assert "boards  " in run(command, "analyse", "position.txt", cwd=folder)
    run(command, "explain", "position", "--certificate", "proof", "--svg", "why.svg", cwd=folder)
    assert run(command, "verify", "proof", cwd=folder).startswith("accepted")
    assert "won" in run(command, "bench", "champion", "beginner", "--games", "20", cwd=folder)
    # Each of the two processes must be able to import Sapper.
    run(command, "bench", "sat", "easy", "--games", "8", "--jobs", "2", cwd=folder)
    run(command, "show", "position", "--png", "board.png", cwd=folder)
    parts = {
        part["part"]: part for part in json.loads(run(command, "doctor", "--json", cwd=folder))
    }
    assert parts["engine"]["state"] == parts["needs"]["state"] == "ok", parts
    where = Path(parts["sapper"]["found"].partition(" in ")[2])
    assert ROOT not in where.parents, f"{where} is the repository's"


def check_missing(python: Path, folder: Path) -> None:
    """Check that a command says in one line which extra it needs."""
    (folder / "study.py").write_text(STUDY)
    for words, extra in (
        (("serve", "--no-browser"), "web"),
        (("study", "study.py"), "lab"),
        (("data", "positions"), "lab"),
        (("mcp",), "mcp"),
    ):
        said = run(python, "-m", "sapper", *words, cwd=folder, code=2)
        assert said.count("\n") == 1, said
        assert f"sapper[{extra}]" in said, said
    parts = doctor(python, folder)
    for extra in EXTRAS:
        assert parts[extra]["state"] == "missing", parts[extra]
        assert f"sapper[{extra}]" in parts[extra]["fix"]


def check_extra(extra: str, python: Path, folder: Path) -> None:
    """Check that an extra works if no other extra is installed."""
    (folder / "study.py").write_text(STUDY)
    if extra == "web":
        check_page(python, folder)
    elif extra == "lab":
        run(python, "-m", "sapper", "study", "study.py", "--jobs", "1", cwd=folder)
        assert (folder / "results" / "mine" / "report.html").exists()
    elif extra == "cluster":
        words = ("study", "study.py", "--cluster", "local:1", "--out", "on_cluster")
        run(python, "-m", "sapper", *words, cwd=folder)
        assert (folder / "on_cluster" / "report.html").exists()
    elif extra == "env":
        code = "import gymnasium, sapper.env; gymnasium.make('sapper/Expert-v0').reset(seed=7)"
        run(python, "-c", code, cwd=folder)
    elif extra == "mcp":
        run(python, "-c", "import sapper.mcp", cwd=folder)
    parts = doctor(python, folder)
    assert parts[extra]["state"] == "ok", parts[extra]


def check_page(python: Path, folder: Path) -> None:
    words = ("-m", "sapper", "serve", "--no-browser", "--port", "0", "--database", "games.db")
    with subprocess.Popen(
        [str(python), *words], cwd=folder, env=clean(), stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            with urllib.request.urlopen(found[0], timeout=60) as answer:
                assert b"<title>" in answer.read()
        finally:
            server.terminate()


def main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if sys.argv[1:] == ["--installed"]:
            check_core(Path(sys.executable), folder)
            return
        sdist, wheel = build(folder)
        check_contents(sdist, wheel)
        step("a bare environment")
        python = installed(folder, "bare", str(wheel))
        check_core(python, folder)
        check_missing(python, folder)
        for extra in EXTRAS:
            step(f"the extra {extra}")
            python = installed(folder, extra, f"{wheel}[{extra}]")
            (folder / f"in_{extra}").mkdir()
            check_extra(extra, python, folder / f"in_{extra}")
        step("pipx run")
        pipx = installed(folder, "pipx", "pipx")
        os.environ["PIPX_HOME"] = str(folder / "pipx_home")
        said = run(pipx, "-m", "pipx", "run", "--spec", wheel, "sapper", "--version", cwd=folder)
        assert said.startswith("sapper "), said  # pipx writes its own messages to standard error
        step("all is well")


if __name__ == "__main__":
    main()
