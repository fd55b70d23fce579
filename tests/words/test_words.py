"""Every kind of message exists in every language, and says the same in all of them.

Each file examples_*.py defines a list named EXAMPLES.
"""

from __future__ import annotations

import ast
import inspect
import json
import pickle
import re
import sys
from copy import copy, deepcopy
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from sapper import words
from sapper.words import LANGUAGES, Message, Text, from_json, function_name, kinds, said, say

if TYPE_CHECKING:
    from collections.abc import Iterator

LACKS: dict[str, set[str]] = {}
"""the kinds of messages that a language lacks, which appear in English"""

EXAMPLES: list[Message] = [
    example
    for file in sorted(Path(__file__).parent.glob("examples_*.py"))
    for example in import_module(f"words.{file.stem}").EXAMPLES
]

KINDS: list[type[Message]] = [
    kind
    for kind in vars(kinds).values()
    if inspect.isclass(kind) and kind.__module__ == kinds.__name__ and issubclass(kind, Message)
]

NAMES = {name: kind.__name__ for kind in KINDS if (name := function_name(kind.__name__))}

# Number words of each language.
LETTERS = {
    "en": {
        r"one|once|an?": 1,
        r"two|twice|both": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
        "seven": 7,
        "eight": 8,
        "nine": 9,
        "ten": 10,
        "no|none": 0,
    },
    "de": {
        r"ein(e[mnrs]?|sen|mal|zige[mnrs]?)?": 1,
        r"zwei(en|mal)?|beide[nrs]?|doppelten?": 2,
        r"drei(mal)?": 3,
        r"vier(mal)?": 4,
        r"fünf(mal)?": 5,
        r"sechs(mal)?": 6,
        r"sieben(mal)?": 7,
        r"acht(mal)?": 8,
        r"neun(mal)?": 9,
        r"zehn(mal)?": 10,
        r"kein(e[mnrs]?)?": 0,
    },
}
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def saying(language: str, message: Message) -> Text:
    with words.speaking(language):
        return say(message)


def in_digits(text: Text) -> set[float]:
    """The numbers in a text that are written as digits, except in names of cells."""
    rest = " ".join(run for run in text.to_json() if isinstance(run, str)).translate(POWERS)
    rest = re.sub("`.*?`", "", rest)  # commands are the same in all languages
    group, point = (".", ",") if text.language == "de" else (",", ".")
    number = rf"\d+(?:{re.escape(group)}\d{{3}})*(?:{re.escape(point)}\d+)?"
    return {
        float(found.replace(group, "").replace(point, ".")) for found in re.findall(number, rest)
    }


def in_letters(text: Text) -> set[float]:
    """The numbers in a text that are written as words."""
    every = LETTERS[text.language].items()
    return {number for word, number in every if re.search(rf"(?i)\b(?:{word})\b", text)}


def test_every_kind_has_an_example() -> None:
    """Without an example, a kind of message would be missed by the other tests."""
    assert [kind.__name__ for kind in KINDS if not any(type(one) is kind for one in EXAMPLES)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_words_for_each_kind_in_their_order(language: str) -> None:
    """Each language has a function or a template for each kind of message, in the same order."""
    spoken = import_module(f"sapper.words.{language}")
    functions = {
        name: words.__annotations__["m"]
        for name, words in vars(spoken).items()
        if inspect.isfunction(words) and "m" in words.__annotations__ and not name.startswith("_")
    }
    templates = {
        name: f"kinds.{NAMES[name]}"
        for name, words in vars(spoken).items()
        if isinstance(words, str) and name in NAMES
    }
    lacking = {kind for name, kind in NAMES.items() if name not in functions | templates}
    assert lacking == (LACKS.get(language, set()) if language != "en" else set())
    own = [(name, f"kinds.{kind}") for name, kind in NAMES.items() if kind not in lacking]
    assert sorted(own) == sorted((functions | templates).items())
    assert [name for name in vars(spoken) if name in NAMES] == [name for name, _ in own]
    for name in templates:
        parts = {part for _, part, _, _ in Formatter().parse(getattr(spoken, name)) if part}
        assert parts == set(getattr(kinds, NAMES[name]).__match_args__)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_a_language_is_defined_twice(language: str) -> None:
    """A second definition would silently replace the first."""
    tree = ast.parse(inspect.getsource(import_module(f"sapper.words.{language}")))
    names = [
        name.id
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]
    names += [one.name for one in tree.body if isinstance(one, ast.FunctionDef)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_every_example(language: str) -> None:
    """No text is empty, and no text shows template marks or Python values."""
    for message in EXAMPLES:
        text = saying(language, message)
        assert text, message
        assert text.language == ("en" if message.kind in LACKS.get(language, ()) else language)
        assert not re.search(r"[\ue000\ue001{}]|None|True|False|  |(?<!\.)\.\.(?!\.)", text), text
        runs = text.to_json()
        assert "".join(run if isinstance(run, str) else run["cell"] for run in runs) == text
        assert text.cells == [run["cell"] for run in runs if not isinstance(run, str)]
        assert all(re.fullmatch(r"[A-Z]+[1-9][0-9]*", cell) for cell in text.cells)
        # Every name of a cell is a separate run of the text.
        named = " ".join(run for run in runs if isinstance(run, str))
        assert not re.search(r"\b[A-Z]{1,2}[1-9][0-9]*\b", named), text


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_name_the_same_cells_and_numbers(language: str) -> None:
    """A number written as digits in one language is in the other too, as digits or as a word."""
    for message in EXAMPLES:
        english, other = say(message), saying(language, message)
        assert sorted(english.cells) == sorted(other.cells), (english, other)
        for one, same in ((english, other), (other, english)):
            assert in_digits(one) <= in_digits(same) | in_letters(same), (one, same)


def test_a_message_has_one_json_form() -> None:
    """A message can be saved as JSON and read back, and its text can be pickled."""
    for message in EXAMPLES:
        assert from_json(json.loads(json.dumps(message.to_json()))) == message
        text = say(message)
        again = pickle.loads(pickle.dumps(text))
        assert (again, again.to_json(), again.language) == (text, text.to_json(), "en")
        assert said(message) == {"words": text, "runs": text.to_json()}


def test_a_message_does_not_change() -> None:
    """Messages cannot be changed, and equal messages have equal hashes."""
    for message in EXAMPLES:
        for again in (copy(message), deepcopy(message), pickle.loads(pickle.dumps(message))):
            assert (again, hash(again)) == (message, hash(message))
        for name in message.__match_args__:
            with pytest.raises(AttributeError, match="does not change"):
                setattr(message, name, None)
            with pytest.raises(AttributeError, match="does not change"):
                delattr(message, name)


@pytest.fixture
def little_french(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language with words for only one kind of message."""
    french = ModuleType("sapper.words.fr")
    french.open_safe_first = lambda m: "Ouvre d'abord ce qui est sûr."  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, french.__name__, french)
    monkeypatch.setattr(words, "LANGUAGES", (*LANGUAGES, "fr"))
    with words.speaking("fr"):
        yield


@pytest.mark.usefixtures("little_french")
def test_what_a_language_lacks_is_said_in_english() -> None:
    """If a language lacks a kind of message, the whole text is in English and marked as English."""
    own = say(kinds.OpenSafeFirst(("C4",)))
    assert (own, own.language) == ("Ouvre d'abord ce qui est sûr.", "fr")
    text = say(kinds.OpenSafeFirst(("C4",)), kinds.CellIsSafe("C4"))
    assert (text.language, text.cells) == ("en", ["C4", "C4"])
    assert text == "Open the safe cell first: C4. There is no risk. C4 is safe."
    assert words.language() == "fr"
