"""The settings of Sphinx for the site; build.py collects its pages.

Sphinx makes the reference from docstrings and checks the links between pages. With MyST, the pages
stay Markdown, which GitHub shows too. The theme furo is plain and works on phones.
"""

from __future__ import annotations

import inspect
import re
from importlib.metadata import version as installed
from typing import Any

project = "Sapper"
release = installed("sapper")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Sapper"

html_logo = html_favicon = "static/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#1f6f66", "color-brand-content": "#1f6f66"},
    "dark_css_variables": {"color-brand-primary": "#6cc0b4", "color-brand-content": "#6cc0b4"},
}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
default_role = "code"
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
toc_object_entries_show_parents = "hide"
python_maximum_signature_line_length = 70


def laid_out(_app: Any, _what: str, name: str, thing: Any, _options: Any, lines: list[str]) -> None:
    """Show paragraphs as prose, indented legends as they are, and legends of parameters as lists.

    A legend describes parameters if each of its names is one.
    """
    if lines and lines[0].startswith(f"{name.rpartition('.')[2]}("):
        lines.clear()  # made by dataclasses, and the same as the signature
    try:
        known = set(inspect.signature(thing).parameters)
    except (TypeError, ValueError):
        known = set()
    blocks = re.split(r"\n\s*\n", "\n".join(lines).strip("\n"))
    shown: list[str] = []
    was_literal = False
    for block in blocks:
        is_literal = all(line.startswith("  ") for line in block.split("\n"))
        if is_literal and (listed := parameters(block, known)):
            shown += [listed, ""]
        elif is_literal:
            shown += [*([] if was_literal else ["::", ""]), block, ""]
        elif block.startswith(">>>"):
            shown += [block, ""]
        else:
            shown += [prose(block), ""]
        was_literal = is_literal
    lines[:] = "\n".join(shown).split("\n")


def parameters(block: str, known: set[str]) -> str:
    """A legend of parameters as a list of fields, or an empty text for any other block."""
    entries: list[tuple[str, str]] = []
    indent = len(block) - len(block.lstrip())
    for line in block.split("\n"):
        name = re.match(r"((?:\w+, )*\w+)  +(.*)", line[indent:])
        if name:
            entries.append((name[1], name[2]))
        elif entries and line[indent:].startswith("  "):
            entries[-1] = (entries[-1][0], f"{entries[-1][1]} {line.strip()}")
        else:
            return ""
    if not entries or any(name not in known for names, _ in entries for name in names.split(", ")):
        return ""
    return "\n".join(
        f":param {name}: {prose(words)}" for names, words in entries for name in names.split(", ")
    )


def prose(block: str) -> str:
    """A paragraph as reStructuredText: only `code` has a meaning."""
    parts = re.split(r"(`[^`]+`)", block)
    escaped = [part if part[:1] == "`" else re.sub(r"([*|_\\])", r"\\\1", part) for part in parts]
    # Code must be separated from the text around it.
    return (
        "".join(rf"\ {part}\ " if part[:1] == "`" else part for part in escaped)
        .replace(r" \ `", " `")
        .replace(r"`\  ", "` ")
    )


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", laid_out)
