"""Blank pages for tests of JavaScript modules: one per language, shared by the tests in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.modules import anew, blank_page, emptied


@pytest.fixture(scope="module")
def english_page(browser: Any) -> Iterator[Any]:
    with blank_page(browser) as page:
        yield page


@pytest.fixture(scope="module")
def german_page(browser: Any) -> Iterator[Any]:
    with blank_page(browser, locale="de-DE") as page:
        yield page


@pytest.fixture
def page(english_page: Any) -> Any:
    """A blank English page on which the modules of earlier tests are still loaded."""
    return emptied(english_page)


@pytest.fixture
def german(german_page: Any) -> Any:
    """A blank German page on which the modules of earlier tests are still loaded."""
    return emptied(german_page)


@pytest.fixture
def fresh(english_page: Any) -> Any:
    """A blank English page on which no module is loaded."""
    return anew(english_page)
