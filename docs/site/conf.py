"""How Sphinx builds the site; build.py gathers its pages.

Sphinx, since it makes the reference from docstrings and checks the links between pages as it
builds; MyST, so that pages stay the Markdown that GitHub shows too; furo, for a plain look that
also works on a phone.
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
    """Docstrings are plain text with legends and examples that line up: shown as they are."""
    if lines:
        lines[:] = ["::", "", *(f"   {line}" for line in lines), ""]


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", as_it_is)
