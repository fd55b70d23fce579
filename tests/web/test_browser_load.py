"""How much the page loads before it can be used."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

LOADED = """() => [...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource")]
    .map((one) => [one.name, one.encodedBodySize, one.decodedBodySize])"""


@pytest.mark.parametrize("view", ["home", "play", "daily", "practice"])
def test_the_first_load_is_small(open_page: Any, view: str) -> None:
    """Under 150 kB as they come over the wire, and what is large comes compressed."""
    page = open_page(f"/#{view}")
    page.locator(f"sapper-{view} > *").nth(1).wait_for()
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate(LOADED)
    assert sum(size for _, size, _ in loaded) < 150_000
    (style,) = ([size, full] for name, size, full in loaded if name.endswith("style.css"))
    assert style[0] < 0.5 * style[1]
