"""The number of bytes that the page loads before it can be used."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import BLANK

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("view", "language", "most"),
    [
        ("home", "en", 77_000),
        ("home", "de", 77_000),
        ("play", "en", 122_000),
        ("daily", "en", 120_000),
        ("practice", "en", 120_000),
    ],
)
def test_the_first_load_is_small(open_page: Any, view: str, language: str, most: int) -> None:
    """The first visit downloads few bytes, counting files, the server's answers and headers.

    The service worker fetches the other files once the first view is ready.
    """
    page = open_page(BLANK, locale=language)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(page.url.removesuffix(BLANK) + f"/#{view}")
    page.locator(f"sapper-{view} > *").nth(1).wait_for()
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert f"words/{language}.js" in " ".join(loaded)
    assert len(sizes) >= len(loaded)
    assert 0.5 * most < sum(sizes) < most
