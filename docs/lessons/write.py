"""Write the lessons in this folder: python docs/lessons/write.py

They are made from src/sapper/classroom/pages, which the command line and the page show as well.
With `--check` the script only compares, and exits with code 1 if a page differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sapper.classroom import Lesson, lessons
from sapper.classroom.checks import TASKS
from sapper.classroom.lesson import Draw, as_text, markdown

FOLDER = Path(__file__).parent


def page(lesson: Lesson, draw: Draw = as_text) -> str:
    """A lesson with links to its neighbours."""
    text = markdown(lesson, draw, lambda number: TASKS[number].how)
    links = ["[All lessons](README.md)"]
    for each in lessons():
        if abs(each.number - lesson.number) == 1:
            which = "Next" if each.number > lesson.number else "Previous"
            links.append(f"{which}: [{each.title}]({each.name}.md)")
    links.append("[The textbook's words](../logic.md#the-textbooks-words)")
    return f"{text}\n---\n\n{' · '.join(links)}\n"


def pages(draw: Draw = as_text) -> dict[str, str]:
    """All pages by file name."""
    return {f"{each.name}.md": page(each, draw) for each in lessons()}


def main() -> None:
    """Write or compare all pages."""
    differ = [
        name
        for name, text in pages().items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_text(encoding="utf-8") != text
    ]
    if "--check" not in sys.argv:
        for name, text in pages().items():
            (FOLDER / name).write_text(text, encoding="utf-8")
    if differ:
        print(f"{'differ' if '--check' in sys.argv else 'written'}: {', '.join(differ)}")
        sys.exit("--check" in sys.argv)


if __name__ == "__main__":
    main()
