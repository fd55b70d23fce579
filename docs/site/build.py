"""Build the documentation site: `make docs`, or python docs/site/build.py [OUT].

The pages of the repository are copied into a folder with the same paths, so that their links work.
The pages about commands, library and notebooks are generated. Any warning from Sphinx, for example
about a broken link, is an error.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from sapper import picture

ROOT = Path(__file__).parents[2]

INDEX = """\
# Sapper

```{toctree}
:hidden:

README
```

```{include} README.md
:start-line: 1
```

```{toctree}
:caption: Guide
:hidden:

docs/playing
docs/own_agent
docs/classroom
docs/protocol
docs/serving
docs/lab
docs/statistics
OTHERS
```

```{toctree}
:caption: Learning
:hidden:

docs/lessons/README
LESSONS
docs/logic
docs/why
docs/five_programs
bench/course/coverage
notebooks/exercise
notebooks/odds
notebooks/measuring
```

```{toctree}
:caption: Reference
:hidden:

docs/commands
commands
LIBRARY
docs/formats
docs/json
docs/metrics
docs/certificates
bench/results
bench/tried
```

```{toctree}
:caption: The project
:hidden:

ARCHITECTURE
docs/decisions
CONTRIBUTING
CHANGELOG
SECURITY
```
"""

# The modules of each page of the reference.
MODULES = {
    "The game": ["core.grid", "core.level", "core.view", "core.board", "core.game", "core.replay"],
    "Reasoning": [
        "core.constraints",
        "logic.knowledge_base",
        "logic.theory",
        "reason.knowledge",
        "ladder.techniques",
    ],
    "Explanations": [
        "explain.explanation",
        "explain.hints",
        "verify.certificate",
        "verify.counting",
    ],
    "Odds and value": ["reason.odds", "reason.value", "reason.optimal"],
    "Agents": ["agents", "adapters", "adapters.answer", "adapters.cs50"],
    "Boards made to order": ["ladder.dealer", "ladder.rating", "ladder.puzzle"],
    "The classroom": ["classroom", "classroom.lesson", "classroom.checks", "classroom.answers"],
    "The exam": ["exam", "exam.items", "exam.making", "exam.scores", "exam.baselines"],
    "Looking back": ["review.judge", "review.review", "review.metrics"],
    "The lab": [
        "lab.batch",
        "lab.bench",
        "lab.compare",
        "lab.study.plan",
        "lab.grade.examine",
        "lab.grade.marks",
        "lab.grade.recorded",
        "lab.grade.rubric",
    ],
    "Files and pictures": ["formats", "picture"],
}


def gather(folder: Path) -> None:
    """Write all pages of the site into a new folder."""
    pages = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
    for name in (*pages, "Containerfile"):
        shutil.copy(ROOT / name, folder)
    skipped = shutil.ignore_patterns("site", "notebooks", "__pycache__", ".ipynb_checkpoints")
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=skipped)
    shutil.copytree(ROOT / "bench", folder / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "bench" / "README.md").unlink()
    shutil.copy(Path(__file__).with_name("conf.py"), folder)
    (folder / "commands.md").write_text(commands(), encoding="utf-8")
    library = []
    for title, modules in MODULES.items():
        page = "library/" + title.lower().replace(" ", "-")
        library.append(page)
        (folder / "library").mkdir(exist_ok=True)
        (folder / f"{page}.md").write_text(reference(title, modules), encoding="utf-8")
    lessons = _script("lessons/write.py").pages(drawn)
    for name, text in lessons.items():
        (folder / "docs" / "lessons" / name).write_text(text, encoding="utf-8")
    (folder / "notebooks").mkdir()
    for file in (ROOT / "docs" / "notebooks").glob("*.ipynb"):
        text = notebook(json.loads(file.read_text(encoding="utf-8")))
        (folder / "notebooks" / f"{file.stem}.md").write_text(text, encoding="utf-8")
    contents = folder / "docs" / "README.md"
    linked = re.sub(r"\]\((notebooks/\w+)\.ipynb\)", r"](../\1.md)", contents.read_text("utf-8"))
    contents.write_text(linked, encoding="utf-8")
    # A new page in docs/ belongs to the guide until it is listed above.
    written = {line.strip() for line in INDEX.splitlines()}
    others = [f"docs/{file.stem}" for file in sorted((folder / "docs").glob("*.md"))]
    listed = [f"docs/lessons/{Path(name).stem}" for name in lessons]
    index = INDEX
    for mark, found in (
        ("LESSONS", listed),
        ("OTHERS", [page for page in others if page not in written]),
        ("LIBRARY", library),
    ):
        index = index.replace(mark, "\n".join(found))
    (folder / "index.md").write_text(index, encoding="utf-8")


def commands() -> str:
    """The page about the command line, with the help of every command."""
    from typer.testing import CliRunner

    from sapper.cli.run import whole_app

    runner, app = CliRunner(), whole_app()
    listed = runner.invoke(app, ["--help"], terminal_width=100).output
    names = re.findall(r"^  ([a-z][a-z-]*)  ", listed, re.MULTILINE)
    assert {"play", "grade", "explain"} <= set(names), "the commands are read from the help"
    parts = ["# The command line"]
    for name in names:
        text = runner.invoke(app, [name, "--help"], terminal_width=100).output
        usage = re.sub(r"^Usage: \S+", "Usage: sapper", text.strip())
        parts.append(f"## {name}\n\n```text\n{usage}\n```")
    return "\n\n".join(parts) + "\n"


def drawn(level: str, rows: list[str]) -> str:
    """A board of a lesson as a picture."""
    return f"{_raw(picture.svg(rows))}\n\n*{level}*"


def reference(title: str, modules: list[str]) -> str:
    """A page of the library reference, made from the docstrings of modules."""
    parts = [f"# {title}"]
    for module in modules:
        rst = f".. automodule:: sapper.{module}\n   :members:\n   :undoc-members:\n"
        # A function with the name of its module is described there, because Sphinx refuses to
        # describe two objects with the same full name.
        inner = [one.removeprefix(f"{module}.") for one in modules if one.startswith(f"{module}.")]
        if inner:
            rst += f"   :exclude-members: {', '.join(inner)}\n"
        parts.append(f"## sapper.{module}\n\n```{{eval-rst}}\n{rst}```")
    return "\n\n".join(parts) + "\n"


def notebook(cells: dict[str, Any]) -> str:
    """A notebook as a page with its words, code and outputs."""
    parts = []
    for cell in cells["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "text/html" in data:
                parts.append(_raw("".join(data["text/html"])))
            else:
                text = "".join(output.get("text") or data["text/plain"])
                parts.append(f"```text\n{text.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def _raw(html: str) -> str:
    return f"```{{raw}} html\n{html}\n```"


def _script(name: str) -> ModuleType:
    spec = spec_from_file_location(Path(name).stem, ROOT / "docs" / name)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Build the site."""
    from sphinx.cmd.build import build_main

    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    with TemporaryDirectory() as folder:
        gather(Path(folder))
        code = build_main(["-q", "-W", "--keep-going", "-b", "html", folder, str(out)])
    if code:
        sys.exit(code)
    print(f"wrote {out / 'index.html'}")


if __name__ == "__main__":
    main()
