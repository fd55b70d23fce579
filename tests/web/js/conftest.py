"""Blank pages for the tests of modules: one per language for all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.modules import anew, blank_page, emptied


@pytest.fixture(scope="module")
def english_page(browser: Any) -> Iterator[Any]:
    """A page of somebody who reads English."""
    with blank_page(browser) as page:
        yield page


@pytest.fixture(scope="module")
def german_page(browser: Any) -> Iterator[Any]:
    """A page of somebody who reads German."""
    with blank_page(browser, locale="de-DE") as page:
        yield page


@pytest.fixture
def page(english_page: Any) -> Any:
    """A blank page in English; modules that other tests have imported are there already."""
    return emptied(english_page)


@pytest.fixture
def german(german_page: Any) -> Any:
    """A blank page in German; modules that other tests have imported are there already."""
    return emptied(german_page)


@pytest.fixture
def fresh(english_page: Any) -> Any:
    """A blank page in English without any module."""
    return anew(english_page)
