"""A review as one self-contained HTML file that needs no server and no network."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from string import Template

from sapper.core.level import NAMED
from sapper.ladder.techniques import Technique
from sapper.review.label import Label
from sapper.review.review import Review
from sapper.review.review_json import RESULTS, replay_json
from sapper.words import Text, caption, decimal, language, percent, say
from sapper.words.kinds import BoardSize, LabelName, TechniqueName
from sapper.words.text import capital

SERVER = "http://127.0.0.1:8000"
"""the default address of `sapper serve`"""


def review_html(found: Review, server: str = SERVER) -> str:
    """The review as an HTML file. Links to the Analyse page point to `server`."""
    record = found.record
    data = replay_json(found) | {"server": server, "names": _names()}
    decided, *others = found.messages
    account = found.account
    result = caption(RESULTS[record.outcome])
    seconds = record.moves[-1][0] // 1000 if record.moves else 0
    body = fill(
        "review.html",
        level=escape(level_name(str(record.level))),
        graph=escape(f"{caption('Chance of winning by move, from')} {percent(found.start.win)}"),
        result=f"{capital(result)} {caption('after')} {seconds // 60}:{seconds % 60:02}",
        headline=marked_up(say(decided)),
        rest=marked_up(say(*others)),
        start=caption("{}%").format(account.start),
        errors=escape(error_points(len(found.errors), found.account.error)),
        luck=signed(account.luck),
        outcome=caption("{}%").format(account.result),
        facts="".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in _facts(found)),
        data=json.dumps(data).replace("</", "<\\/"),
        script=_text("page.js"),
    )
    return document(f"{caption('Review')}: {result}", body, "page.css")


def _names() -> dict[str, str]:
    return (
        {str(label): say(LabelName(str(label))) for label in Label}
        | {str(one): say(TechniqueName(str(one))) for one in Technique}
        | {result: caption(result) for result in RESULTS.values()}
    )


def marked_up(text: Text) -> str:
    return "".join(
        escape(run) if isinstance(run, str) else f'<span class="ref">{run["cell"]}</span>'
        for run in text.to_json()
    )


def document(title: str, body: str, style: str) -> str:
    css = _text("look.css") + _text(style)
    return fill("page.html", title=escape(title), css=css, body=body, lang=language())


def fill(name: str, **parts: str) -> str:
    return Template(_text(name)).substitute(parts)


def _text(name: str) -> str:
    # Translate each {{caption}} into the current language.
    text = files("sapper.review").joinpath("static", name).read_text(encoding="utf-8")
    return re.sub(r"\{\{([^{}]+)\}\}", lambda found: escape(caption(found[1])), text)


def level_name(level: str) -> str:
    """The name of a level as players see it. The start rule is added unless it is the default.

    >>> level_name("30x16x99/open"), level_name("30x16x99/safe"), level_name("8x8x10/any")
    ('Expert', 'Expert, safe', '8x8, 10 mines')
    """
    size, _, rule = level.partition("/")
    for name, named in reversed(NAMED.items()):
        if str(named) == level:
            return caption(name.capitalize())
        if str(named).partition("/")[0] == size:
            return f"{caption(name.capitalize())}, {rule}"
    return say(BoardSize(*map(int, size.split("x"))))


def signed(points: int) -> str:
    return f"{'−' if points < 0 else '+'}{abs(points)}" if points else "0"


def error_points(errors: int, cost: int) -> str:
    return "< 1" if errors and not cost else signed(-cost)


def _facts(found: Review) -> list[tuple[str, str]]:
    facts = [
        (caption("accuracy"), percent(found.accuracy)),
        (caption("decisions"), str(len(found.decisions))),
        (caption("points lost per decision"), decimal(found.error_per_decision / 10, 2)),
    ]
    if found.luck_points is not None:
        start, numbers, survival = map(signed, found.luck_points)
        facts.append((caption("luck of the start"), start))
        facts.append((caption("luck of numbers"), numbers))
        facts.append((caption("luck of survival"), survival))
    if found.guesses:
        survived = sum(guess.survived for guess in found.guesses)
        of = f"{survived} {caption('of')} {len(found.guesses)}"
        facts.append((caption("guesses survived"), of))
        facts.append((caption("expected to survive"), decimal(found.expected_survivals)))
    if found.waits:
        waited = f"{decimal(found.wait_ms / 1000)} s"
        facts.append((caption("average time until a safe cell was opened"), waited))
    pause = caption("pause before move")
    facts += [(f"{pause} {m.number}", f"{decimal(m.ms / 1000)} s") for m in found.hesitations]
    return facts
