"""Words: what Sapper says, as messages, and how each language says it.

    message.py   what a message is
    kinds.py     every kind of message
    en.py de.py  a language each: a function for every kind, named like it
    text.py      what was said, as text and as runs of words and cells
    grammar.py   numbers, chances and lists

The language is the reader's: `with speaking("de"): ...` around a command or a request.

>>> from sapper.words.kinds import GuessAllowed
>>> say(GuessAllowed(1 / 3))
'Yes. No hidden cell is provably safe; the safest has a 33.3% chance of being a mine.'
>>> with speaking("de"):
...     say(GuessAllowed(1 / 2))
'Ja. Kein verdecktes Feld ist nachweislich sicher; mehr als ein Münzwurf ist nicht zu haben.'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from types import ModuleType

from typing_extensions import TypedDict

from sapper.errors import SapperError
from sapper.words.message import CellName, ClueName, Message, from_json
from sapper.words.text import Runs, Text, how_many, plural

__all__ = [
    "LANGUAGES",
    "CellName",
    "ClueName",
    "Message",
    "Runs",
    "SaidJson",
    "Text",
    "caption",
    "decimal",
    "from_json",
    "how_many",
    "language",
    "percent",
    "plural",
    "refusal",
    "said",
    "say",
    "speak",
    "speaking",
    "wording",
]

LANGUAGES = ("en", "de")

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language that is spoken now."""
    return _language.get()


def speak(language: str) -> None:
    """Say everything in a language from now on; English where it is not known."""
    _language.set(language if language in LANGUAGES else "en")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in a language meanwhile; English where it is not known."""
    token = _language.set(language if language in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


def _spoken() -> ModuleType:
    # Loaded when something is said: Babel's tables take a while, and reasoning needs none.
    return import_module(f"sapper.words.{_language.get()}")


def say(*messages: Message) -> Text:
    """The text of messages, one after the other; English where the language lacks a kind."""
    spoken = _spoken()
    if not all(hasattr(spoken, function_name(one.kind)) for one in messages):
        with speaking("en"):
            return say(*messages)
    return Text.of(" ".join(map(wording, messages)), language())


def wording(message: Message) -> str:
    """What a language writes for a message, its cells still marked; for messages in messages."""
    return str(getattr(_spoken(), function_name(message.kind))(message))


class SaidJson(TypedDict):
    """What is said, as plain text and in runs of words and cells: docs/json.md."""

    words: str
    runs: Runs


def said(*messages: Message) -> SaidJson:
    """The text of messages for machines."""
    text = say(*messages)
    return {"words": text, "runs": text.to_json()}


def percent(share: float) -> str:
    """A chance in a table."""
    return str(_spoken().percent(share))


def decimal(number: float, digits: int = 1) -> str:
    """A number in a table, with `digits` digits after the point."""
    return str(_spoken().decimal(number, digits))


def caption(text: str) -> str:
    """The heading of a table or a graph, which has no parts; by its English."""
    return str(getattr(_spoken(), "CAPTIONS", {}).get(text, text))


@cache
def function_name(kind: str) -> str:
    """The function that says messages of a kind, in each language.

    >>> function_name("OpenSafeFirst")
    'open_safe_first'
    """
    return re.sub(r"(?<!^)([A-Z])", r"_\1", kind).lower()


def refusal(problem: SapperError) -> str:
    """An error in one line, in the reader's language; English where that has no words for it."""
    # Templates are English: that needs no words, and no tables.
    own = None if language() == "en" else getattr(_spoken(), "REFUSALS", {}).get(problem.template)
    if own is None:
        return str(problem)
    return problem.place + str(own).format(
        **{name: _part(it) for name, it in problem.parts.items()}
    )


def _part(part: object) -> object:
    """A part of a refusal: another one, a message, one of our words, or as it is."""
    match part:
        case SapperError():
            return refusal(part)
        case Message():
            return say(part)
        case str():
            return _spoken().REFUSAL_PARTS.get(part, part)
    return part
