"""HTML reports: self-contained pages, light or dark like the system.

    page.html      what all reports have
    parts.html     tables
    report.css     their look
    charts.py      bars and curves
    others         a template for each report

Templates escape every value, except Markup: pictures and charts.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sapper import picture
from sapper.words import caption

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jinja2 import Environment


def render(template: str, language: str = "en", **values: Any) -> str:
    """A report, from the template with this name and its values."""
    return _templates().get_template(template).render(language=language, **values)


def board(rows: Sequence[str], outlines: Mapping[int, str] | None = None) -> Markup:
    return Markup(picture.svg(rows, outlines=outlines))


@cache
def _templates() -> Environment:
    # Importing jinja2 takes longer than many commands, and few commands write reports.
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    found = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.globals |= {"board": board, "caption": caption}
    return found


def _source(name: str) -> str:
    return files("sapper.report").joinpath(name).read_text(encoding="utf-8")
