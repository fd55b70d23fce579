"""storage.js, settings.js, memory.js and look.js: values that the browser stores."""

from __future__ import annotations

import json
from typing import Any

import pytest

DAMAGED = ["{", "null", "[]", '"text"', "7", '{"__proto__": 1}', "", "%!x", "1x1x1!...!."]

KEPT: dict[str, list[str]] = {
    "settings": ['{"look": "dark"}', "{}"],
    "level": ["beginner", "hard", "5x3x2", "30x16x99/given(8)", "9x9x10/given*2"],
    "game": ["abcdefgh", "A-b_0" * 9],
    "questions": ['{"game": "x", "cells": []}'],
    "watch": [
        "{}",
        '{"level": "easy", "agents": ["rules", "odds"], "guess": null, "seed": 0}',
        '{"seed": 9007199254740991, "guess": "vote"}',
    ],
    "measure": [
        "{}",
        '{"level": "5x3x2/any", "agents": ["rules"], "games": 50, "guess": null}',
        '{"agents": ["rules", "odds"], "guess": "vote"}',
    ],
    "lessons": ["[]", '["1.1", "10.3"]'],
    "practice": [
        "{}",
        '{"kind": "chain", "scores": {"chain": [1, 2, 0]}, "solved": ["abc 3"]}',
    ],
    "position": ["5x3x2/any!.....!11111!00000", "1x1x0!."],
}
DROPPED: dict[str, list[str]] = {
    "settings": [one for one in DAMAGED if one != '{"__proto__": 1}'],
    "level": [*DAMAGED, "constructor", "9x9", "9x9x10/", "Beginner"],
    "game": [*DAMAGED, "short", "x" * 49, "../../etc/passwd"],
    "questions": [*DAMAGED, '{"game": 3, "cells": 5}'],
    "watch": [
        *(one for one in DAMAGED if one != '{"__proto__": 1}'),
        '{"level": 5}',
        '{"agents": "rules"}',
        '{"agents": []}',
        '{"agents": [3]}',
        '{"guess": 3}',
        '{"seed": "x"}',
        '{"seed": 1e300}',
        '{"level": "constructor"}',
    ],
    "measure": [
        *(one for one in DAMAGED if one != '{"__proto__": 1}'),
        '{"level": 5}',
        '{"agents": "rules"}',
        '{"agents": []}',
        '{"agents": [null]}',
        '{"games": "many"}',
        '{"games": 7.5}',
        '{"guess": 3}',
    ],
    "lessons": [*(one for one in DAMAGED if one != "[]"), "{}", "[1]", "[null]"],
    "practice": [
        *(one for one in DAMAGED if one != '{"__proto__": 1}'),
        '{"scores": null}',
        '{"scores": {"chain": 3}}',
        '{"solved": 5}',
    ],
    "position": [*DAMAGED, "4x2x1!....!...!", "4x2x1!....!...", "5x3x2", "5x3x2!ab"],
}
KEEP = "(all) => all.forEach(([key, value]) => localStorage.setItem(`sapper.${key}`, value))"
LOOK = "(keys) => keys.map((key) => localStorage.getItem(`sapper.${key}`))"


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.matrix] if number % 4 else [])
        for number, key in enumerate(KEPT)
    ],
)
def test_what_fits_is_kept_and_what_does_not_is_forgotten(fresh: Any, key: str) -> None:
    """Damaged values are removed before any view reads them, and other keys stay."""
    for value, fits in (*((one, True) for one in KEPT[key]), *((o, False) for o in DROPPED[key])):
        fresh.evaluate(KEEP, [[key, value], ["other", "{"]])
        fresh.add_script_tag(url="/storage.js")
        found = fresh.evaluate(LOOK, [key, "other"])
        assert found == [value if fits else None, "{"], (key, value)


def test_nothing_can_be_kept(fresh: Any) -> None:
    """If the browser forbids storage, values are kept in memory while the page is open."""
    fresh.evaluate(
        """() => Object.defineProperty(window, "localStorage", { configurable: true,
            get() { throw new DOMException("Access is denied", "SecurityError"); } })"""
    )
    fresh.add_script_tag(url="/storage.js")
    found = fresh.evaluate(
        """async () => {
            const { settings } = await import("/settings.js");
            const { recall, remember } = await import("/memory.js");
            settings.look = "dark";
            remember("a", { b: 1 });
            const before = recall("a");
            localStorage.removeItem("a");
            return [settings.look, before, recall("a"), localStorage.getItem("none"),
                JSON.parse(localStorage.getItem("sapper.settings")).look];
        }"""
    )
    assert found == ["dark", {"b": 1}, {}, None, "dark"]


def test_a_full_memory_is_no_problem(fresh: Any) -> None:
    """If storage is full, a setting still works but is not stored, and no error is shown."""
    fresh.evaluate(
        """() => (Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError"); })"""
    )
    fresh.add_script_tag(url="/storage.js")
    found = fresh.evaluate(
        """async () => {
            const { settings } = await import("/settings.js");
            settings.sound = true;
            return [settings.sound, localStorage.getItem("sapper.settings")];
        }"""
    )
    assert found == [True, None]


def test_settings_are_of_the_kind_that_they_were(fresh: Any) -> None:
    """Stored settings with an unknown key or a wrong type are replaced by the defaults."""
    fresh.evaluate(
        KEEP,
        [
            [
                "settings",
                '{"look": 7, "press": 800, "names": null, "sound": true, "a": 1, "toString": "x"}',
            ]
        ],
    )
    found = fresh.evaluate("async () => ({ ...(await import('/settings.js')).settings })")
    assert (found["look"], found["press"], found["names"], found["sound"]) == (
        *("auto", 800, True, True),
    )
    assert {"a", "toString"}.isdisjoint(found)


def test_a_setting_is_kept_and_announced(fresh: Any) -> None:
    """Changing a setting stores all settings and tells the views which setting has changed."""
    keys = fresh.evaluate(
        """async () => {
            const { settings } = await import("/settings.js");
            const heard = [];
            document.addEventListener("settings", ({ detail }) => heard.push(detail.key));
            settings.names = false;
            settings.press = 200;
            return heard;
        }"""
    )
    assert keys == ["names", "press"]
    kept = json.loads(fresh.evaluate(LOOK, ["settings"])[0])
    assert (kept["names"], kept["press"], kept["look"]) == (False, 200, "auto")


@pytest.mark.parametrize("text", [*DAMAGED, '{"a": 1}', None])
def test_what_is_recalled_is_always_an_object(fresh: Any, text: str | None) -> None:
    if text is not None:
        fresh.evaluate(KEEP, [["about", text]])
    found = fresh.evaluate(
        "async () => Object.keys((await import('/memory.js')).recall('sapper.about'))"
    )
    assert found == (
        ["a"] if text == '{"a": 1}' else ["__proto__"] if text and "__" in text else []
    )


@pytest.mark.parametrize(
    ("look", "scheme", "shown"),
    [
        (None, "light", "light"),
        (None, "dark", "dark"),
        ("auto", "dark", "dark"),
        ("light", "dark", "light"),
        ("contrast", "light", "contrast"),
    ],
)
def test_the_look_is_there_before_the_page(
    fresh: Any, look: str | None, scheme: str, shown: str
) -> None:
    """The look comes from the settings or the system, and follows changes to either."""
    fresh.emulate_media(color_scheme=scheme)
    if look:
        fresh.evaluate(KEEP, [["settings", json.dumps({"look": look})]])
    fresh.add_script_tag(url="/look.js")
    assert fresh.evaluate("document.documentElement.dataset.look") == shown
    other = "light" if scheme == "dark" else "dark"
    fresh.emulate_media(color_scheme=other)
    fresh.wait_for_function(
        "(shown) => document.documentElement.dataset.look === shown",
        arg=other if look in (None, "auto") else shown,
    )
    fresh.evaluate("async () => { (await import('/settings.js')).settings.look = 'classic'; }")
    assert fresh.evaluate("document.documentElement.dataset.look") == "classic"
    fresh.emulate_media(color_scheme="light")
