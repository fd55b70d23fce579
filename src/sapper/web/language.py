"""Chooses the language of the server's answers.

A client asks for a language with the query parameter `language` or the header `Accept-Language`.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.words import LANGUAGES, speaking

# Matches a language tag such as de-AT or *, with an optional weight.
_WISH = re.compile(r"([a-z]+|\*)[-a-z0-9]*(?: *; *q=([01](?:\.[0-9]{0,3})?))?", re.IGNORECASE)


def accepted(header: str) -> str:
    """The supported language that an Accept-Language header prefers.

    >>> accepted("de-AT, en;q=0.8"), accepted("fr, de;q=0.5, en;q=0.7"), accepted("fr")
    ('de', 'en', 'en')
    """
    best, most = "en", 0.0
    for wish in header.split(","):
        if found := _WISH.fullmatch(wish.strip()):
            name, weight = found[1].lower().replace("*", "en"), float(found[2] or 1)
            if name in LANGUAGES and weight > most:
                best, most = name, weight
    return best


def language_of(scope: Scope) -> str:
    asked = QueryParams(scope["query_string"]).get("language", "")
    return (
        asked if asked in LANGUAGES else accepted(Headers(scope=scope).get("accept-language", ""))
    )


class ReadersLanguage:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        language = language_of(scope)

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("application/json"):
                    headers["Content-Language"] = language
                    headers.add_vary_header("Accept-Language")
            await send(message)

        with speaking(language):
            await self.app(scope, receive, send_with_language)
