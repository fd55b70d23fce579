"""Messages (sentences as data), and the words for them in each language.

    message.py       the base of all messages
    kinds.py         every kind of message
    en.py de.py      one language each, with a function or a template for every kind
    refusals_de.txt  German error messages, each below its English template
    text.py          a text as a string and as runs of words and cells
    grammar.py       numbers, chances and lists

Put `with speaking("de"): ...` around a command or a request to answer in the reader's language.

>>> from sapper.words.kinds import GuessAllowed
>>> say(GuessAllowed(1 / 3))
'Yes. No hidden cell is provably safe; the safest cell has a 33% chance of being a mine.'
>>> with speaking("de"):
...     say(GuessAllowed(1 / 2))
'Ja. Kein verdecktes Feld ist nachweislich sicher. Besser als ein Münzwurf geht es nicht.'
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

from sapper.errors import SapperError, fill
from sapper.words.message import CellName, ClueName, Message, from_json
from sapper.words.text import Runs, Text, how_many, mark, plural

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
    return _language.get()


def speak(language: str) -> None:
    """Use a language from now on, or English if it is not supported."""
    _language.set(language if language in LANGUAGES else "en")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language inside the block, or English if it is not supported."""
    token = _language.set(language if language in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


def _spoken() -> ModuleType:
    # The module is loaded late, because Babel's tables are slow to load and reasoning does not need
    # them.
    return import_module(f"sapper.words.{_language.get()}")


def say(*messages: Message) -> Text:
    """The text of messages, in English if the language has no words for one of the messages."""
    spoken = _spoken()
    if not all(hasattr(spoken, function_name(one.kind)) for one in messages):
        with speaking("en"):
            return say(*messages)
    return Text.of(" ".join(map(wording, messages)), language())


def wording(message: Message) -> str:
    """The words for a message, with its cells still marked, for use within other messages."""
    words = getattr(_spoken(), function_name(message.kind))
    if not isinstance(words, str):
        return str(words(message))
    types = type(message).__annotations__
    parts = message.__dict__.items()
    return words.format(**{name: _written(part, types[name]) for name, part in parts})


def _written(part: object, type_name: str) -> object:
    if isinstance(part, Message):
        return wording(part)
    return mark(str(part)) if type_name == "CellName" else part


class SaidJson(TypedDict):
    """A text as JSON: the plain words, and the same text split into runs."""

    words: str
    runs: Runs


def said(*messages: Message) -> SaidJson:
    text = say(*messages)
    return {"words": text, "runs": text.to_json()}


def percent(share: float) -> str:
    return str(_spoken().percent(share))


def decimal(number: float, digits: int = 1) -> str:
    """A number in a table, with a fixed number of digits after the point."""
    return str(_spoken().decimal(number, digits))


def caption(text: str, *parts: object) -> str:
    """A heading of a table or a graph in the current language, with its parts filled in.

    `text` is the English heading. A count chooses between two forms, as in {:game|games}.
    """
    own = str(getattr(_spoken(), "CAPTIONS", {}).get(text, text))
    return fill(own, *parts) if parts else own


@cache
def function_name(kind: str) -> str:
    """The name of the function or template for a kind of message, the same in every language.

    >>> function_name("OpenSafeFirst")
    'open_safe_first'
    """
    return re.sub(r"(?<!^)([A-Z])", r"_\1", kind).lower()


def refusal(problem: SapperError) -> str:
    """The text of an error in the current language, or in English if there is no translation."""
    # The templates are in English, so there is no need to load Babel's tables for English.
    own = None if language() == "en" else getattr(_spoken(), "REFUSALS", {}).get(problem.template)
    if own is None:
        return str(problem)
    return problem.place + fill(str(own), **{name: _part(it) for name, it in problem.parts.items()})


def _part(part: object) -> object:
    match part:
        case SapperError():
            return refusal(part)
        case Message():
            return say(part)
        case str():
            return _spoken().REFUSAL_PARTS.get(part, part)
    return part
