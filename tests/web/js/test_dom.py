"""dom.js: elements, cell names, numbers, requests and menus that all views use."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sapper.core.grid import Grid, column_letters


def call(page: Any, name: str, *arguments: Any) -> Any:
    return page.evaluate(
        "async ([name, given]) => (await import('/dom.js'))[name](...given)", [name, arguments]
    )


def each(page: Any, name: str, values: list[Any]) -> Any:
    return page.evaluate(
        "async ([name, all]) => { const dom = await import('/dom.js');"
        " return all.map((one) => dom[name](...[one].flat())); }",
        [name, values],
    )


# -- names and numbers --------------------------------------------------------------------------


def test_columns_have_the_letters_of_the_command_line(page: Any) -> None:
    """Columns are named A to Z, then AA to ZZ, then AAA and so on, as in sapper.core.grid."""
    columns = [*range(1000), 18277, 18278]
    assert each(page, "columnLetters", columns) == [column_letters(one) for one in columns]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (30, 16), (27, 2), (1, 100), (100, 1)])
def test_names_of_cells(page: Any, width: int, height: int) -> None:
    grid = Grid(width, height)
    names = [grid.name(cell) for cell in range(grid.size)]
    assert each(page, "cellName", [[cell, width] for cell in range(grid.size)]) == names


def test_0_and_100_are_never_the_work_of_rounding(page: Any) -> None:
    """Only 0 and 1 become 0% and 100%. Cells show whole percentages, sentences one decimal."""
    values = [0, 1e-9, 0.0049, 0.00999, 0.01, 0.015, 0.5, 0.994, 0.99, 0.9901, 0.9999, 1]
    whole = ["0", "<1", "<1", "<1", "1", "2", "50", ">99", "99", ">99", ">99", "100"]
    assert each(page, "percent", values) == whole
    values = [0, 1e-9, 0.0004999, 0.0005, 0.123, 0.5, 0.99949, 0.9995, 0.9999999, 1]
    exact = ["0%", "<0.1%", "<0.1%", "0.1%", "12.3%", "50.0%", "99.9%", ">99.9%", ">99.9%", "100%"]
    assert each(page, "chance", values) == exact


def test_numbers_are_written_as_the_language_does(page: Any, german: Any) -> None:
    """Numbers and times are formatted for the page's language."""
    asked = [[0], [1234567], [1234.5, 2], [0.05, 1], [-1234.5, 1]]
    assert each(page, "number", asked) == ["0", "1,234,567", "1,234.50", "0.1", "-1,234.5"]
    assert each(german, "number", asked) == ["0", "1.234.567", "1.234,50", "0,1", "-1.234,5"]
    times = [[0], [92_780], [92_780, 1], [3_599_960, 1]]
    assert each(page, "clockTime", times) == ["0:00", "1:32", "1:32.8", "60:00.0"]
    assert each(german, "clockTime", times) == ["0:00", "1:32", "1:32,8", "60:00,0"]
    assert each(german, "chance", [0.333, 0.0001, 0.9999]) == [
        "33,3\u00a0%",
        "<0,1\u00a0%",
        ">99,9\u00a0%",
    ]


def test_sentences_begin_large_and_end(page: Any) -> None:
    """A sentence starts with a capital letter and ends with a full stop or other end mark."""
    said = ["no such game", "why?", "Stop!", "done.", "ähnlich", "x"]
    assert each(page, "sentence", said) == [
        *("No such game.", "Why?", "Stop!", "Done.", "Ähnlich.", "X.")
    ]


def test_levels_are_named_or_described_by_their_size(page: Any, german: Any) -> None:
    """Unknown level names are shown unchanged, even names such as `constructor`."""
    levels = ["beginner", "30x16x99/open", "9x9x10/given(9)", "5x3x2/any"]
    unknown = ["constructor", "__proto__"]
    english = ["Beginner", "Expert", "Easy", "5×3, 2 mines"]
    deutsch = ["Anfänger", "Experten", "Leicht", "5×3, 2 Minen"]
    assert each(page, "levelName", levels + unknown) == english + unknown
    assert each(german, "levelName", levels + unknown) == deutsch + unknown


def test_parts_of_links_are_decoded_where_they_can_be(page: Any) -> None:
    """A link that ends in the middle of an encoded character is left unchanged."""
    links = ["5x3x2%2Fany!.", "%", "%E0%A4%A", "a+b", ""]
    assert each(page, "decoded", links) == ["5x3x2/any!.", "%", "%E0%A4%A", "a+b", ""]


# -- elements -----------------------------------------------------------------------------------


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


def test_cells_in_a_sentence_can_be_pointed_at(page: Any) -> None:
    """Only marked cell names in a sentence point at cells of the board."""
    found = page.evaluate(
        """async () => {
            const { spoken } = await import("/dom.js");
            const pointed = [];
            const board = { named: (name) => (name === "C4" ? 9 : null),
                point: (cell) => pointed.push(cell) };
            const runs = [{ cell: "C4" }, " and ", { cell: "AB12" }, ", not B2. ", { cell: "C4" }];
            const p = spoken("p", { class: "x" }, runs, board);
            for (const one of p.querySelectorAll(".ref")) {
                one.dispatchEvent(new Event("mouseenter"));
                one.dispatchEvent(new Event("mouseleave"));
            }
            return [[...p.querySelectorAll(".ref")].map((e) => e.textContent), pointed,
                p.textContent, p.className];
        }"""
    )
    text = "C4 and AB12, not B2. C4"
    assert found == [["C4", "AB12", "C4"], [9, None, 9, None], text, "x"]


# -- requests -----------------------------------------------------------------------------------


ASK = """async ([path, body, method]) => {
    const { api } = await import("/dom.js");
    return api(path, body === "undefined" ? undefined : body, method ?? undefined).then(
        (answer) => ({ answer }),
        ({ message, status, away }) => ({ message, status, away }));
}"""


@pytest.mark.parametrize(
    ("body", "method", "sent"),
    [
        ("undefined", None, ("GET", None)),
        ({"a": 1}, None, ("POST", {"a": 1})),
        (None, "POST", ("POST", None)),
        ({"a": 1}, "PUT", ("PUT", {"a": 1})),
    ],
)
def test_how_the_server_is_asked(page: Any, body: Any, method: str | None, sent: Any) -> None:
    """Requests use GET without a body and POST with a body, unless a method is given."""
    asked = []

    def answer(route: Any) -> None:
        request = route.request
        text = request.post_data
        asked.append((request.method, None if text is None else json.loads(text)))
        assert request.headers["accept-language"] == "en"
        if text is not None:
            assert request.headers["content-type"] == "application/json"
        route.fulfill(json={"ok": True})

    page.route("**/api/games", answer)
    found = page.evaluate(ASK, ["/games", body, method])
    page.unroute("**/api/games")
    assert found == {"answer": {"ok": True}}
    assert asked == [sent]


@pytest.mark.parametrize(
    ("answer", "english", "deutsch"),
    [
        (
            {"status": 404, "json": {"detail": "no such game"}},
            {"message": "No such game.", "status": 404},
            {"message": "No such game.", "status": 404},
        ),
        (
            {"status": 502, "body": "<h1>Bad gateway</h1>"},
            {
                "message": "The server could not complete your request. Please try again.",
                "status": 502,
            },
            {
                "message": "Der Server konnte die Anfrage nicht ausführen. Versuch es noch einmal.",
                "status": 502,
            },
        ),
        ({"status": 204}, {"answer": None}, {"answer": None}),
    ],
)
def test_what_the_server_answers(
    page: Any, german: Any, answer: Any, english: Any, deutsch: Any
) -> None:
    """The error contains the server's message, or a default message if the server sent none."""
    for one, expected in ((page, english), (german, deutsch)):
        one.route("**/api/games", lambda route: route.fulfill(**answer))
        found = one.evaluate(ASK, ["/games", "undefined", None])
        one.unroute("**/api/games")
        assert {key: found[key] for key in expected} == expected


def test_requests_name_the_language(german: Any) -> None:
    """Requests and websockets name only the page's language, not all the browser's languages."""
    asked = []

    def answer(route: Any) -> None:
        asked.append(route.request.headers["accept-language"])
        route.fulfill(json={})

    german.route("**/api/games", answer)
    german.evaluate(ASK, ["/games", "undefined", None])
    german.evaluate(ASK, ["/games", {"a": 1}, None])
    german.unroute("**/api/games")
    assert asked == ["de", "de"]
    url = german.evaluate(
        """async () => {
            const { WebSocket } = window;
            window.WebSocket = class { constructor(url) { this.url = url; } };
            const { socketTo } = await import("/dom.js");
            const { url } = socketTo("play");
            window.WebSocket = WebSocket;
            return url;
        }"""
    )
    assert url == "ws://sapper.test/api/play?language=de"


def test_silence_is_an_error_of_its_own(fresh: Any) -> None:
    """If the server does not answer, only the banner says so."""
    found = fresh.evaluate(ASK, ["/games", {"level": "easy"}, None])
    assert found == {
        "message": "No connection to the server.",
        "status": None,
        "away": True,
    }
    assert fresh.evaluate("document.getElementById('away').hidden") is False
    done = fresh.evaluate(
        "async () => { const { api, guarded } = await import('/dom.js');"
        " return [await guarded(() => api('/x')) ?? null, document.querySelector('.toast')]; }"
    )
    assert done == [None, None]


def test_what_there_is_to_choose_from_is_asked_for_once(fresh: Any) -> None:
    """`about` asks the server once, and asks again only if the first request was refused."""
    asked = []

    def answer(route: Any) -> None:
        asked.append(1)
        if len(asked) == 1:
            route.fulfill(status=503, json={"detail": "stopping"})
        else:
            route.fulfill(json={"levels": []})

    fresh.route("**/api/about", answer)
    found = fresh.evaluate(
        """async () => {
            const { about } = await import("/dom.js");
            const first = await about().catch(({ status }) => status);
            return [first, ...await Promise.all([about(), about()]), await about()];
        }"""
    )
    fresh.unroute("**/api/about")
    assert (found, len(asked)) == ([503, *[{"levels": []}] * 3], 2)


def test_a_refusal_is_shown_and_another_takes_its_place(page: Any) -> None:
    """An error message replaces the previous message and has the role of an alert."""
    shown = page.evaluate(
        """async () => {
            const { guarded, toast } = await import("/dom.js");
            toast("first");
            const fail = () => { throw new Error("No."); };
            const given = [await guarded(() => 7), await guarded(fail) ?? null];
            return [given, [...document.querySelectorAll(".toast")].map((one) =>
                [one.textContent, one.role])];
        }"""
    )
    assert shown == [[7, None], [["No.", "alert"]]]


# -- dialogs and menus --------------------------------------------------------------------------


@pytest.mark.parametrize(("press", "answer"), [("leave", "leave"), ("stay", "stay"), (None, None)])
def test_a_question_has_one_answer(page: Any, press: str | None, answer: str | None) -> None:
    """The dialog returns the value of the chosen button, or null after Escape, and closes."""
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
    assert page.evaluate("[answer, document.querySelectorAll('dialog').length]") == [answer, 0]


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


def test_keys_belong_to_fields_dialogs_and_menus(page: Any) -> None:
    """Shortcuts don't work in fields, dialogs and menus, or while Ctrl, Meta or Alt is held."""
    found = page.evaluate(
        """async () => {
            const { busyKeys, h } = await import("/dom.js");
            const places = { field: h("input"), text: h("textarea"), choice: h("select"),
                button: h("button") };
            document.body.append(...Object.values(places));
            const busy = (target, more = {}) => {
                let found;
                document.addEventListener("keydown", (event) => (found = busyKeys(event)),
                    { once: true });
                target.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true,
                    ...more }));
                return found;
            };
            const plain = Object.values(places).map((one) => busy(one));
            const held = ["ctrlKey", "metaKey", "altKey"].map((key) =>
                busy(document.body, { [key]: true }));
            const dialog = h("dialog");
            document.body.append(dialog);
            const before = busy(document.body);
            dialog.showModal();
            const open = busy(document.body);
            dialog.remove();
            const list = h("div", { role: "menu" });
            document.body.append(list);
            const menu = busy(document.body);
            list.hidden = true;
            return [plain, held, before, open, menu, busy(document.body)];
        }"""
    )
    assert found == [[True, True, True, False], [True] * 3, False, True, True, False]


def level(name: str, text: str, course: bool) -> dict[str, Any]:
    """A level as the server lists it."""
    width, height, mines = map(int, text.split("/")[0].split("x"))
    size = {"width": width, "height": height, "mines": mines}
    return {"name": name, "level": text, "course": course, **size}


# In the order in which the server lists the levels.
LEVELS = [level("easy", "9x9x10/given", True), level("beginner", "9x9x10/open", False)]
ABOUT = {"levels": LEVELS, "max_side": 100}


@pytest.mark.parametrize(
    ("level", "chosen", "fields"),
    [
        ("beginner", "beginner", None),
        ("9x9x10/open", "beginner", ["9", "9", "10", "open"]),
        ("9x9x10/safe", "beginner", ["9", "9", "10", "safe"]),
        ("9x9x10/given", "easy", ["9", "9", "10", "given"]),
        ("5x3x2/any", "custom", ["5", "3", "2", "any"]),
        ("30x1x7", "custom", ["30", "1", "7", "safe"]),
    ],
)
def test_a_level_is_shown_in_the_picker(
    fresh: Any, level: str, chosen: str, fields: list[str] | None
) -> None:
    fresh.route("**/api/about", lambda route: route.fulfill(json=ABOUT))
    found = fresh.evaluate(
        """async (level) => {
            const { levelPicker } = await import("/dom.js");
            const { select, custom } = await levelPicker(level, () => undefined);
            return [select.value, custom.hidden, [...custom.elements].slice(0, 4)
                .map((one) => one.value)];
        }""",
        level,
    )
    fresh.unroute("**/api/about")
    assert found[:2] == [chosen, chosen != "custom"]
    assert found[2] == (fields or ["24", "20", "90", "open"])


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
    fresh.locator("form button").click()
    assert fresh.evaluate("chosen") == ["easy", "5x3x2/any"]
    width.fill("101")  # more than the server accepts
    fresh.locator("form button").click()
    assert fresh.evaluate("chosen.length") == 2


def test_what_is_said_is_said_again(page: Any) -> None:
    """The live region changes even if the text is the same, so that screen readers repeat it."""
    page.evaluate(
        """async () => {
            const { say } = await import("/dom.js");
            window.heard = [];
            new MutationObserver(() => heard.push(document.getElementById("say").textContent))
                .observe(document.getElementById("say"), { childList: true });
            say("A1 flagged");
        }"""
    )
    page.wait_for_function("heard.at(-1) === 'A1 flagged'")
    page.evaluate("async () => (await import('/dom.js')).say('A1 flagged')")
    page.wait_for_function("heard.filter((one) => one === 'A1 flagged').length === 2")


def test_files_are_dropped_on_a_view(page: Any) -> None:
    """A view is highlighted while a file is dragged over it, and accepts the dropped file."""
    found = page.evaluate(
        """async () => {
            const { dropZone, h } = await import("/dom.js");
            const taken = [], shown = [];
            const view = h("div");
            dropZone(view, (data) => taken.push(data.files[0].name));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(["x"], "game.avf"));
            for (const kind of ["dragover", "dragleave", "dragover", "drop"]) {
                const event = new DragEvent(kind, { dataTransfer, cancelable: true });
                view.dispatchEvent(event);
                shown.push([view.classList.contains("drop"), event.defaultPrevented]);
            }
            return [taken, shown];
        }"""
    )
    assert found == [["game.avf"], [[True, True], [False, False], [True, True], [False, True]]]
