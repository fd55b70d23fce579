"""The pages of the documentation site are complete before Sphinx turns them into HTML."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections import Counter
from pathlib import Path

import pytest

from command import app

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


def test_every_page_is_in_the_contents(pages: Path) -> None:
    text = (pages / "index.md").read_text(encoding="utf-8")
    listed = {
        line.strip() for block in text.split("```{toctree}")[1:] for line in block.split("\n")
    }
    for page in pages.rglob("*.md"):
        name = str(page.relative_to(pages).with_suffix(""))
        assert name == "index" or name in listed, f"{name} is in no contents"


def test_every_page_in_the_contents_exists(pages: Path) -> None:
    text = (pages / "index.md").read_text(encoding="utf-8")
    for block in re.findall(r"```{toctree}\n(.*?)```", text, re.DOTALL):
        for name in re.findall(r"^[^:\n].*", block, re.MULTILINE):
            assert (pages / f"{name}.md").exists(), name


def test_every_command_has_its_help_on_the_page(pages: Path) -> None:
    text = (pages / "commands.md").read_text(encoding="utf-8")
    listed = [command for command in app.registered_commands if not command.hidden]
    count = len(listed) + len(app.registered_groups)
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == count
    assert "Usage: sapper grade [OPTIONS]" in text
    assert "--rubric" in text


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
