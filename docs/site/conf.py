"""The settings of Sphinx for the site; build.py collects its pages.

Sphinx makes the reference from docstrings and checks the links between pages. With MyST, the pages
stay Markdown, which GitHub shows too. The theme furo is plain and works on phones.
"""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Any

project = "Sapper"
release = installed("sapper")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Sapper"
myst_heading_anchors = 4
autodoc_member_order = "bysource"


def as_it_is(
    _app: Any, _what: str, _name: str, _thing: Any, _options: Any, lines: list[str]
) -> None:
    """Show docstrings as plain text, because their legends and examples are aligned."""
    if lines:
        lines[:] = ["::", "", *(f"   {line}" for line in lines), ""]


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", as_it_is)
