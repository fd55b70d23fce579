"""Build the documentation site: `make docs`, or python docs/site/build.py [OUT].

The pages of the repository are copied into a folder with the same paths, so that their links work.
The pages about the library and the notebooks are generated. Any warning from Sphinx, for example
about a broken link, is an error.
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import sapper
from sapper import picture

ROOT = Path(__file__).parents[2]

FRONT = """\
---
hide-toc: true
---
# Sapper

```{include} README.md
:start-line: 4
```

```{toctree}
:hidden:

What Sapper is for <docs/README>
Install <docs/install>
```
"""

# Pages that are only on the site, after the page that they belong to.
ADDED = {"docs/python": "Reference <library/index>"}

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
    pages = (
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "DECISIONS.md",
        "SECURITY.md",
    )
    for name in (*pages, "Containerfile"):
        shutil.copy(ROOT / name, folder)
    skipped = shutil.ignore_patterns("site", "notebooks", "__pycache__", ".ipynb_checkpoints")
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=skipped)
    shutil.copytree(ROOT / "bench", folder / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "bench" / "README.md").unlink()
    here = Path(__file__).parent
    shutil.copy(here / "conf.py", folder)
    (folder / "static").mkdir()
    shutil.copy(here / "site.css", folder / "static")
    shutil.copy(ROOT / "src/sapper/page/static/icon.svg", folder / "static")
    library = {title: "library/" + title.lower().replace(" ", "-") for title in MODULES}
    (folder / "library").mkdir()
    (folder / "library" / "sapper.md").write_text(functions(), encoding="utf-8")
    for title, modules in MODULES.items():
        page = library[title]
        (folder / f"{page}.md").write_text(reference(title, modules), encoding="utf-8")
    lessons = _script("lessons/write.py").pages(drawn)
    for name, text in lessons.items():
        (folder / "docs" / "lessons" / name).write_text(text, encoding="utf-8")
    (folder / "notebooks").mkdir()
    for file in (ROOT / "docs" / "notebooks").glob("*.ipynb"):
        text = notebook(json.loads(file.read_text(encoding="utf-8")))
        (folder / "notebooks" / f"{file.stem}.md").write_text(text, encoding="utf-8")
    inside = [Path(name).stem for name in lessons if name != "README.md"]
    append(folder / "docs" / "lessons" / "README.md", toctree("", inside))
    library = {"Functions": "library/sapper", **library}
    listed = "\n".join(f"- [{title}]({Path(page).name}.md)" for title, page in library.items())
    (folder / "library" / "index.md").write_text(
        f"# Reference\n\nWhat `import sapper` offers, by subject.\n\n{listed}\n\n"
        + toctree("", [Path(page).name for page in library.values()]),
        encoding="utf-8",
    )
    contents = folder / "docs" / "README.md"
    text = re.sub(r"\]\((notebooks/\w+)\.ipynb\)", r"](../\1.md)", contents.read_text("utf-8"))
    contents.write_text(text, encoding="utf-8")
    trees = [toctree(reader, pages) for reader, pages in readers(text).items()]
    (folder / "index.md").write_text(FRONT + "\n" + "\n".join(trees), encoding="utf-8")
    # The first page includes this page, so it is not in the sidebar.
    readme = folder / "README.md"
    readme.write_text("---\norphan: true\n---\n" + readme.read_text("utf-8"), encoding="utf-8")


def readers(contents: str) -> dict[str, list[str]]:
    """The pages for each kind of reader, with the order and the titles of docs/README.md."""
    found: dict[str, list[str]] = {}
    for section in contents.split("\n## ")[1:]:
        rows = "\n".join(line for line in section.split("\n") if line.startswith("|"))
        pages: list[str] = []
        for title, target in re.findall(r"\[([^\]]+)\]\(([\w./-]+)\.md\)", rows):
            page = posixpath.normpath(f"docs/{target}")
            pages += [f"{title[0].upper()}{title[1:]} <{page}>"]
            pages += [ADDED[page]] if page in ADDED else []
        if pages:
            found[section.split("\n")[0]] = pages
    return found


def toctree(caption: str, pages: list[str]) -> str:
    """A part of the sidebar."""
    head = f":caption: {caption}\n" if caption else ""
    return f"```{{toctree}}\n{head}:hidden:\n\n" + "\n".join(pages) + "\n```\n"


def append(page: Path, text: str) -> None:
    """Add a text at the end of a page."""
    page.write_text(f"{page.read_text(encoding='utf-8')}\n{text}", encoding="utf-8")


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


def functions() -> str:
    """The page about the functions of `import sapper`."""
    names = sorted(filter(str.islower, sapper.__all__))
    described = "\n".join(f".. autofunction:: sapper.{name}\n" for name in names)
    return f"# Functions\n\nAll of these are in `sapper`.\n\n```{{eval-rst}}\n{described}```\n"


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
