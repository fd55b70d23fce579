"""The page in Firefox: a game, a lesson and an analysis.

These tests control Firefox through WebDriver BiDi, because playwright can only use the newest
Firefox. The other tests use playwright with Chromium.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from needs import module, program
from processes import wait_for
from reviewgames import game
from sapper.review import review
from sapper.review.game_html import review_html

pytestmark = pytest.mark.browser


class Tab:
    """A Firefox tab, controlled through a websocket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.number = 0
        self.errors: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result. Errors that the page logs meanwhile are kept."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        self.socket.send(json.dumps(command))
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if message.get("id") == self.number:
                assert message["type"] == "success", message
                return message["result"]
            entry = message.get("params", {})
            if message.get("method") == "log.entryAdded" and entry["level"] == "error":
                self.errors.append(entry["text"])

    def open(self, url: str) -> None:
        """Go to an address."""
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def find(self, expression: str) -> Any:
        """Wait until a JavaScript expression has a value in the page, and return the value."""
        value = wait_for(lambda: self.evaluate(expression), 60)
        assert value, expression
        return value

    def evaluate(self, expression: str) -> Any:
        """The current value of a JavaScript expression in the page, or None on an error."""
        target = {"context": self.context}
        answer = self.send(
            "script.evaluate", expression=expression, target=target, awaitPromise=True
        )
        return answer.get("result", {}).get("value")

    def press(self, key: str) -> None:
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        source = {"type": "key", "id": "keys", "actions": actions}
        self.send("input.performActions", context=self.context, actions=[source])

    def click(self, selector: str, button: int = 0) -> None:
        """Click the first element that matches a selector."""
        x, y = self.find(
            f"""(() => {{
                const found = document.querySelector({json.dumps(selector)});
                if (!found) return null;
                const {{ x, y, width, height }} = found.getBoundingClientRect();
                return `${{Math.round(x + width / 2)}} ${{Math.round(y + height / 2)}}`;
            }})()"""
        ).split()
        actions = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": button},
            {"type": "pointerUp", "button": button},
        ]
        source = {"type": "pointer", "id": "mouse", "actions": actions}
        self.send("input.performActions", context=self.context, actions=[source])


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A Firefox tab with a new profile."""
    sync = module("websockets.sync.client")
    firefox = program("firefox", "firefox-esr", package="firefox-esr")
    profile: Path = tmp_path_factory.mktemp("firefox")
    command = [firefox, "--headless", "--no-remote", "--remote-debugging-port=0"]
    process = subprocess.Popen(
        [*command, "--profile", str(profile)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        address = None
        for line in process.stderr:
            if address := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                break
        assert address, "Firefox did not start"
        with sync.connect(f"{address[1]}/session", max_size=None, open_timeout=60) as socket:
            yield Tab(socket)
    finally:
        process.terminate()
        process.communicate(timeout=60)


def label(name: str) -> str:
    """A JavaScript expression for the label of a cell."""
    return f"""document.querySelector('[role=gridcell][aria-label^="{name} "]')?.ariaLabel"""


def test_a_game_is_played(tab: Tab, shared_server: Any) -> None:
    """A player opens and flags cells with the mouse and gets a hint with a key, without errors."""
    tab.open(f"{shared_server.url}/#play")
    assert tab.find(label("E5")) == "E5 hidden"
    tab.click('[role=gridcell][aria-label^="E5 "]')
    tab.find("document.querySelector('[data-s=\"0\"]') !== null")
    hidden = "[role=gridcell][data-s='.']"
    name = tab.find(f'document.querySelector("{hidden}").ariaLabel').split()[0]
    tab.click(hidden, button=2)
    tab.find(f"({label(name)}) === '{name} flagged'")
    tab.press("h")
    tab.click("dialog [value=help]")
    tab.find("document.body.innerText.includes('Hint 1 of 5')")
    assert tab.errors == []


def test_a_lesson_is_watched(tab: Tab, shared_server: Any) -> None:
    """The textbook agent says which clauses a number adds."""
    tab.open(f"{shared_server.url}/#watch/easy!17!textbook@3")
    assert tab.find("document.querySelector('.where')?.innerText").startswith("event 3 of ")
    tab.find("document.querySelector('.k-n h2')?.innerText === 'The 1 at C1 becomes 11 clauses.'")
    assert "hidden" in tab.find("document.querySelector('.k-n .why').innerText")
    assert tab.errors == []


def test_a_position_is_analysed(tab: Tab, shared_server: Any) -> None:
    """The analysis shows the provable cells and the value of moves."""
    tab.open(f"{shared_server.url}/#analyse")
    assert "provably safe" in tab.find("document.querySelector('sapper-analyse h2')?.innerText")
    tab.find("document.querySelectorAll('.values tbody tr').length > 0")
    assert tab.errors == []


def test_a_review_opens_as_a_file(tab: Tab, tmp_path: Path) -> None:
    """The HTML file of a review shows the move that decided the game, without errors."""
    record = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")
    file = tmp_path / "review.html"
    file.write_text(review_html(review(record)), encoding="utf-8")
    tab.open(file.as_uri())
    assert tab.find("document.querySelector('.voice')?.textContent").startswith("E2 was a coin")
    assert tab.find(label("C1")) == "C1 hidden"
    tab.press("\ue011")  # the key Home
    tab.find("location.hash === '#1'")
    loaded = (
        "[...document.fonts].some((one) => /Digits/.test(one.family) && one.status === 'loaded')"
    )
    assert tab.find(loaded)
    assert tab.errors == []
