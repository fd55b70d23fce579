"""Reads the parameters of a link. The link is never opened.

In LlamaSweeper's links the parameters come after a #, as in .../#/game/x?b=1&m=2.
"""

from __future__ import annotations

from urllib.parse import parse_qsl

from sapper.errors import quote
from sapper.formats.format import FileError, as_text

LONGEST = 1_000_000


def parameters(data: bytes) -> dict[str, str]:
    text = (as_text(data) or "").strip()
    if "?" not in text or len(text) > LONGEST or len(text.split()) != 1:
        return {}
    query = text[text.rindex("?") + 1 :].partition("#")[0]
    return dict(parse_qsl(query, keep_blank_values=True)) if query.count("&") < 100 else {}


def check_alphabet(text: str, alphabet: str, what: str) -> None:
    if wrong := text.strip(alphabet):
        raise FileError(
            "{what} contains {symbol}, which is not a valid digit",
            what=what,
            symbol=quote(wrong[0]),
        )
