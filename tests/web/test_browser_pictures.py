"""Animated explanations in a browser: the animation plays, pauses and steps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.explain.pictures import animated_svg, stepper
from web.browsing import LIMIT, playwright

pytestmark = pytest.mark.browser

# The explanation has three steps: the first uses the difference of two clues, the others use one
# clue each.
POSITION = """
6x3x3
......
112121
000000
"""
SECONDS = 4


@pytest.fixture(scope="module")
def why() -> Explanation:
    """An explanation in three steps."""
    view = View.parse(POSITION)
    found = max(
        (one for one in (explain(view, cell) for cell in range(6)) if isinstance(one, Explanation)),
        key=lambda one: len(one.steps),
    )
    assert len(found.steps) == 3
    return found


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """A function that opens a string as a file in a browser. Tests control the page's clock."""
    contexts = []

    def open_file(name: str, text: str, **options: Any) -> Any:
        (tmp_path / name).write_text(text)
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LIMIT)
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        page.goto((tmp_path / name).as_uri())
        return page

    yield open_file
    for context in contexts:
        context.close()


def shown(page: Any) -> list[str]:
    """The start of each visible step's caption, such as `2/3.`."""
    captions = page.locator("text").filter(has_text="/3. ")
    return [one.text_content().split()[0] for one in captions.all() if one.is_visible()]


def test_the_animation_plays_pauses_and_steps(show: Any, why: Explanation) -> None:
    """The animation loops by itself. Buttons pause and step it, by mouse or keyboard."""
    page = show("why.svg", animated_svg(why))
    assert shown(page) == ["1/3."]
    for expected in ("2/3.", "3/3.", "1/3."):
        page.clock.run_for(SECONDS * 1000)
        assert shown(page) == [expected]
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(10 * SECONDS * 1000)
    assert shown(page) == ["1/3."]
    page.get_by_role("button", name="Next").click()
    assert shown(page) == ["2/3."]
    page.get_by_role("button", name="Back").press("Enter")
    page.get_by_role("button", name="Back").press(" ")
    assert shown(page) == ["3/3."]
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(SECONDS * 1000)
    assert shown(page) == ["1/3."]
    # Stepping by hand stops the animation.
    page.get_by_role("button", name="Next").click()
    playwright.expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.run_for(10 * SECONDS * 1000)
    assert shown(page) == ["2/3."]


def test_the_animation_waits_where_motion_is_not_wanted(show: Any, why: Explanation) -> None:
    """With reduced motion, the animation stays at its first step and offers to play."""
    page = show("why.svg", animated_svg(why), reduced_motion="reduce")
    page.clock.run_for(10 * SECONDS * 1000)
    assert shown(page) == ["1/3."]
    playwright.expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_animation_plays_without_scripts(show: Any, why: Explanation) -> None:
    """Without scripts, as in an image on a page, SVG's built-in clock advances the steps."""
    page = show("why.svg", animated_svg(why), java_script_enabled=False)
    for step in (1, 2, 3, 1):
        seconds = SECONDS * (step - 0.5) if step > 1 else SECONDS * 3.5
        page.evaluate(
            """(seconds) => {
                document.documentElement.pauseAnimations();
                document.documentElement.setCurrentTime(seconds);
            }""",
            seconds,
        )
        assert shown(page) == [f"{step}/3."]


def test_the_stepper_needs_no_script(show: Any, why: Explanation) -> None:
    """Each button of a stepper shows one picture. Two steppers on a page are independent."""
    other = explain(why.view)
    assert isinstance(other, Explanation)
    assert other != why
    page = show("why.html", stepper(why) + stepper(other), java_script_enabled=False)
    assert shown(page) == ["1/3."]
    for number in (2, 3, 1):
        page.get_by_label(f"step {number}").first.check()
        assert shown(page) == [f"{number}/3."]
        assert page.locator("div > svg").filter(visible=True).count() == 2
    page.get_by_label("step 1").first.press("ArrowRight")
    assert shown(page) == ["2/3."]
