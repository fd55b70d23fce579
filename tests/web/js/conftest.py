"""Blank pages for tests of JavaScript modules that need a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.modules import anew, blank_page, emptied


@pytest.fixture(scope="module")
def blank(browser: Any) -> Iterator[Any]:
    """One page, shared by the tests of a file."""
    with blank_page(browser) as page:
        yield page


@pytest.fixture
def page(blank: Any) -> Any:
    """A blank page on which the modules of earlier tests are still loaded."""
    return emptied(blank)


@pytest.fixture
def fresh(blank: Any) -> Any:
    """A blank page on which no module is loaded."""
    return anew(blank)
