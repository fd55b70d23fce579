"""The pages of the documentation site are complete before Sphinx turns them into HTML."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
from collections import Counter
from pathlib import Path

import pytest

import sapper

SITE = Path(__file__).parents[1] / "docs" / "site"
spec = importlib.util.spec_from_file_location("site_build", SITE / "build.py")
assert spec is not None
assert spec.loader is not None
site = importlib.util.module_from_spec(spec)
spec.loader.exec_module(site)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    site.gather(folder)
    return folder


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and MyST generate them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_link_leads_somewhere(pages: Path) -> None:
    """Links point to existing files of the site, and anchors to existing headings."""
    links = 0
    for page in pages.rglob("*.md"):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            file, _, anchor = target.partition("#")
            found = (page.parent / file).resolve() if file else page
            assert found.exists(), f"{page.relative_to(pages)} links to {target}"
            assert not anchor or anchor in anchors(found), f"{page.name} links to {target}"
    assert links > 10


def contents(pages: Path) -> dict[str, list[str]]:
    """The pages in the sidebar, by caption. Pages under a page have an empty caption."""
    found: dict[str, list[str]] = {}
    for page in pages.rglob("*.md"):
        for block in re.findall(r"```{toctree}\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            caption = re.search(r":caption: (.*)", block)
            names = re.findall(r"^(?:[^:\n]*<)?([\w./-]+)>?$", block, re.MULTILINE)
            folder = page.parent.relative_to(pages)
            listed = found.setdefault(caption[1] if caption else "", [])
            listed += [(folder / name).as_posix() for name in names]
    return found


def test_every_page_is_in_the_contents(pages: Path) -> None:
    listed = Counter(name for names in contents(pages).values() for name in names)
    for page in pages.rglob("*.md"):
        name = page.relative_to(pages).with_suffix("").as_posix()
        # The first page includes the README.
        assert name in ("index", "README") or name in listed, f"{name} is in no contents"
    assert [name for name, times in listed.items() if times > 1] == []


def test_every_page_in_the_contents_exists(pages: Path) -> None:
    for name in (name for names in contents(pages).values() for name in names):
        assert (pages / f"{name}.md").exists(), name


def test_the_contents_follow_the_readers(pages: Path) -> None:
    """The sidebar has a part for each kind of reader of docs/README.md, and no long list."""
    found = contents(pages)
    text = (site.ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    readers = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert [*filter(None, found)] == [reader for reader in readers if reader != "Words"]
    assert {"docs/playing", "docs/privacy"} <= set(found["Players"])
    assert all(len(names) <= 12 for caption, names in found.items() if caption)


def test_every_reader_has_a_picture() -> None:
    text = (site.ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        assert section.count("![") == 1, section.split("\n")[0]


def test_every_picture_is_shown_and_can_be_taken_again() -> None:
    """docs/screenshots has a picture for each view of docs/screenshots.py, and pages show all."""
    docs = site.ROOT / "docs"
    texts = [
        page.read_text(encoding="utf-8") for page in (*docs.glob("*.md"), docs / "../README.md")
    ]
    shown = {name for text in texts for name in re.findall(r"screenshots/([\w-]+)\.png", text)}
    script = (docs / "screenshots.py").read_text(encoding="utf-8")
    views = re.findall(r"^    \"([\w-]+)\": \(", script, re.MULTILINE)
    assert shown == {file.stem for file in (docs / "screenshots").iterdir()} == set(views)


def test_a_legend_of_parameters_becomes_a_list() -> None:
    spec = importlib.util.spec_from_file_location("site_conf", SITE / "conf.py")
    assert spec is not None
    assert spec.loader is not None
    conf = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conf)
    lines = str(inspect.getdoc(sapper.compare)).split("\n")
    conf.laid_out(None, "function", "sapper.compare", sapper.compare, None, lines)
    text = "\n".join(lines)
    assert text.startswith("Let two agents play the same boards")
    for name in inspect.signature(sapper.compare).parameters:
        assert f":param {name}: " in text
    assert "\n>>> found = compare(" in text
    legend = ["A page.", "", "    one  a legend", "    two  of words"]
    conf.laid_out(None, "module", "page", conf, None, legend)
    assert legend == ["A page.", "", "::", "", "    one  a legend", "    two  of words", ""]


@pytest.mark.parametrize("name", [name for name in sapper.__all__ if name.islower()])
def test_every_function_has_parameters_and_an_example(name: str) -> None:
    function = getattr(sapper, name)
    text = str(inspect.getdoc(function))
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^    (\w+, )*{parameter}(, \w+)*  +\S", text, re.MULTILINE), parameter
    assert ">>> " in text or name == "write"


def test_every_module_of_the_reference_is_there() -> None:
    for modules in site.MODULES.values():
        for module in modules:
            assert importlib.util.find_spec(f"sapper.{module}") is not None


def test_nothing_is_described_twice() -> None:
    """Sphinx refuses a function and a module with the same name, like `sapper.classroom.lesson`."""
    described: list[str] = []
    for title, modules in site.MODULES.items():
        text = site.reference(title, modules)
        assert text.count("automodule::") == len(modules)
        for name, options in re.findall(r"automodule:: (\S+)\n((?:   :.*\n)*)", text):
            module = importlib.import_module(name)
            excluded = re.search(r":exclude-members: (.*)", options)
            left_out = excluded[1].split(", ") if excluded else []
            names = getattr(module, "__all__", ())
            described += [name, *(f"{name}.{one}" for one in names if one not in left_out)]
    assert [name for name, times in Counter(described).items() if times > 1] == []


def test_a_lesson_has_pictures(pages: Path) -> None:
    text = (pages / "docs" / "lessons" / "05-limits.md").read_text(encoding="utf-8")
    assert text.count("<svg") == 5
    assert "  1 . . ." not in text
    assert "1. B3 ∨ B4              C4" in text


def test_a_notebook_becomes_a_page(pages: Path) -> None:
    text = (pages / "notebooks" / "exercise.md").read_text(encoding="utf-8")
    assert text.startswith("# The exercise")
    assert "```{raw} html\n<svg" in text
    assert "kb.insert(Clause.of(*literals))" in text
