"""dom.js: elements, dialogs, menus and forms that all views use, in a real browser."""

from __future__ import annotations

from typing import Any


def test_elements_are_made_as_they_are_written(page: Any) -> None:
    """Missing values add nothing, lists are flattened, and text is never read as HTML."""
    found = page.evaluate(
        """async () => {
            const { h } = await import("/dom.js");
            const made = h("label", { class: "a b", title: "<b>", hidden: true, lang: null,
                "data-x": 0, id: undefined, draggable: false },
                "<i>", 0, null, false, undefined, "", ["x", [h("br"), 7]]);
            const field = h("input", { value: "5", onclick: () => (window.clicked = true) });
            field.click();
            return [made.outerHTML, field.value, clicked, h("p").outerHTML, h("p", null).outerHTML];
        }"""
    )
    assert found == [
        '<label class="a b" title="&lt;b&gt;" hidden="" data-x="0">&lt;i&gt;0x<br>7</label>',
        "5",
        True,
        "<p></p>",
        "<p></p>",
    ]


def test_a_question_has_one_answer(page: Any) -> None:
    """The dialog returns the value of the chosen button, or null after Escape, and closes."""
    for press in ("leave", "stay", None):
        page.evaluate(
            """async () => {
                const { ask } = await import("/dom.js");
                window.answer = "none yet";
                ask("Leave?", "You are in it.", { stay: "Stay", leave: "Leave" })
                    .then((one) => (answer = one));
            }"""
        )
        if press:
            page.locator(f"dialog button[value={press}]").click()
        else:
            page.keyboard.press("Escape")
        page.wait_for_function("answer !== 'none yet'")
        assert page.evaluate("answer") == press
        assert page.locator("dialog").count() == 0


MENU = """async () => {
    const { h, menu } = await import("/dom.js");
    window.chosen = [];
    const button = h("button", {}, "More");
    const item = (name, kind) => [name, () => chosen.push(name), kind];
    document.body.append(menu(button, [item("a"), item("b"), item("hidden", "gone"), item("c")]),
        h("button", { id: "other" }, "other"), h("style", {}, ".gone { display: none }"));
    button.focus();
}"""
FOCUSED = "document.activeElement.textContent"


def test_a_menu_is_walked_with_keys(page: Any) -> None:
    """Up and Down wrap around, Home and End jump to the ends, and hidden items are skipped."""
    page.evaluate(MENU)
    button = page.locator("[aria-haspopup=menu]")
    assert button.get_attribute("aria-expanded") == "false"
    page.keyboard.press("ArrowDown")
    assert button.get_attribute("aria-expanded") == "true"
    walked = [page.evaluate(FOCUSED)]
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "Home", "End"):
        page.keyboard.press(key)
        walked.append(page.evaluate(FOCUSED))
    assert walked == ["a", "b", "c", "a", "c", "b", "a", "c"]
    page.keyboard.press("Escape")
    assert [page.evaluate(FOCUSED), button.get_attribute("aria-expanded")] == ["More", "false"]
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate(f"[chosen, {FOCUSED}]") == [["b"], "More"]


def test_a_menu_closes_when_something_else_is_pressed(page: Any) -> None:
    """Tab or a click elsewhere closes the menu without moving the focus back."""
    page.evaluate(MENU)
    page.keyboard.press("ArrowDown")
    page.locator("#other").click()
    assert page.evaluate(f"[document.querySelector('[role=menu]').hidden, {FOCUSED}]") == [
        True,
        "other",
    ]
    page.locator("[aria-haspopup=menu]").click()
    page.keyboard.press("Tab")
    assert page.locator("[role=menu]").is_hidden()
    assert page.evaluate("chosen") == []


def level(name: str, text: str, course: bool) -> dict[str, Any]:
    """A level as the server lists it."""
    width, height, mines = map(int, text.split("/")[0].split("x"))
    size = {"width": width, "height": height, "mines": mines}
    return {"name": name, "level": text, "course": course, **size}


# In the order in which the server lists the levels.
LEVELS = [level("easy", "9x9x10/given", True), level("beginner", "9x9x10/open", False)]
ABOUT = {"levels": LEVELS, "max_side": 100}


def test_a_level_is_shown_in_the_picker(fresh: Any) -> None:
    """A level has a name or, if its size is a custom one, an option of its own."""
    unchanged = ["24", "20", "90", "open"]
    fresh.route("**/api/about", lambda route: route.fulfill(json=ABOUT))
    for text, chosen, fields in (
        ("beginner", "beginner", unchanged),
        ("9x9x10/open", "beginner", ["9", "9", "10", "open"]),
        ("9x9x10/safe", "beginner", ["9", "9", "10", "safe"]),
        ("9x9x10/given", "easy", ["9", "9", "10", "given"]),
        ("5x3x2/any", "5x3x2/any", ["5", "3", "2", "any"]),
        ("30x1x7", "30x1x7", ["30", "1", "7", "safe"]),
    ):
        found = fresh.evaluate(
            """async (level) => {
                const { levelPicker } = await import("/dom.js");
                const { select, custom } = await levelPicker(level, () => undefined);
                return [select.value, custom.hidden, [...custom.elements].slice(0, 4)
                    .map((one) => one.value)];
            }""",
            text,
        )
        assert found == [chosen, True, fields], text
    fresh.unroute("**/api/about")


def test_a_level_is_chosen_in_the_picker(fresh: Any) -> None:
    """A named level is chosen immediately, and a custom level when its size is confirmed."""
    fresh.route("**/api/about", lambda route: route.fulfill(json=ABOUT))
    fresh.evaluate(
        """async () => {
            const { levelPicker } = await import("/dom.js");
            window.chosen = [];
            const { select, custom } = await levelPicker("beginner", (one) => chosen.push(one));
            document.body.append(select, custom);
        }"""
    )
    fresh.unroute("**/api/about")
    fresh.locator("select.level").select_option("easy")
    fresh.locator("select.level").select_option("custom")
    assert fresh.evaluate("chosen") == ["easy"]
    width, height, mines = (fresh.locator("form input").nth(i) for i in range(3))
    for field, value in ((width, "5"), (height, "3"), (mines, "2")):
        field.fill(value)
    fresh.locator("form select").select_option("any")
    fresh.locator("form button").first.click()
    assert fresh.evaluate("chosen") == ["easy", "5x3x2/any"]
    assert width.is_hidden()
    fresh.locator("select.level").select_option("easy")
    fresh.locator("select.level").select_option("custom")
    width.fill("101")  # more than the server accepts
    fresh.locator("form button").first.click()
    assert fresh.evaluate("chosen.length") == 3
