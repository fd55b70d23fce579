"""A review as one HTML file that needs nothing else: no server, no network.

The position before each move with what mattered in it, the chance to win as a graph, the list of
moves with their labels, the proof of every certain cell that was opened or missed.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from sapper.explain import Explanation
from sapper.game import Outcome
from sapper.grid import percent
from sapper.level import NAMED
from sapper.review.review import GUESSES, Label, Review, ReviewedMove
from sapper.review.words import luck_parts, points, sentence

SERVER = "http://127.0.0.1:8000"
"""where `sapper serve` listens by default"""

PROOF_STEPS = 12
"""Longer proofs are left to Analyse."""

MOMENTS = 5

RESULTS = {Outcome.WON: "won", Outcome.LOST: "lost", None: "not finished"}


def page(found: Review, server: str = SERVER) -> str:
    """The review as an HTML file; positions link to Analyse on a server."""
    record = found.record
    data = details(found) | {"server": server}
    headline, rest = split_verdict(found.verdict)
    account = found.account
    result = RESULTS[record.outcome].capitalize()
    seconds = record.moves[-1][0] // 1000 if record.moves else 0
    body = fill(
        "review.html",
        level=escape(level_name(str(record.level))),
        graph=escape(f"Chance to win over the moves, from {percent(found.start.win)}"),
        result=f"{result} after {seconds // 60}:{seconds % 60:02}",
        headline=escape(headline),
        rest=escape(rest),
        start=f"{account.start}%",
        errors=signed(-account.error),
        luck=signed(account.luck),
        outcome=f"{account.result}%",
        facts="".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in _facts(found)),
        data=json.dumps(data).replace("</", "<\\/"),
        script=_text("page.js"),
    )
    return document(f"Review: {RESULTS[record.outcome]}", body, "page.css")


def split_verdict(verdict: str) -> tuple[str, str]:
    """The sentence that stands for a verdict, and the others; "You won." alone says too little.

    >>> split_verdict("You won. It took one guess, a coin toss. You made no error.")
    ('You won. It took one guess, a coin toss.', 'You made no error.')
    """
    start = len("You won. ") if verdict.startswith("You won. ") else 0
    end = verdict.find(". ", start)
    return (verdict, "") if end < 0 else (verdict[: end + 1], verdict[end + 2 :])


def document(title: str, body: str, style: str) -> str:
    """A whole HTML file in Sapper's look."""
    css = _text("look.css") + _text(style)
    return fill("page.html", title=escape(title), css=css, body=body)


def fill(name: str, **parts: str) -> str:
    """A file of review/static with its parts filled in."""
    return Template(_text(name)).substitute(parts)


def _text(name: str) -> str:
    return files("sapper.review").joinpath("static", name).read_text(encoding="utf-8")


def level_name(level: str) -> str:
    """The name of a level, if it has one, and its rule where that is another.

    >>> level_name("30x16x99/open"), level_name("30x16x99/safe"), level_name("8x8x10/any")
    ('Expert', 'Expert, safe', '8x8x10/any')
    """
    size, _, rule = level.partition("/")
    for name, named in reversed(NAMED.items()):
        if str(named) == level:
            return name.capitalize()
        if str(named).partition("/")[0] == size:
            return f"{name.capitalize()}, {rule}"
    return level


def signed(points: int) -> str:
    """Points with their sign; 0 has none."""
    return f"{'−' if points < 0 else '+'}{abs(points)}" if points else "0"


def _facts(found: Review) -> list[tuple[str, str]]:
    luck_of_start, luck_of_numbers, luck_of_survival = luck_parts(found)
    facts = [
        ("accuracy", percent(found.accuracy)),
        ("decisions", str(len(found.decisions))),
        ("lost per decision, in thousandths of a game", f"{found.error_per_decision:.1f}"),
        ("luck of the start", signed(luck_of_start)),
        ("luck of numbers", signed(luck_of_numbers)),
        ("luck of survival", signed(luck_of_survival)),
    ]
    if found.guesses:
        survived = sum(guess.survived for guess in found.guesses)
        facts.append(("guesses survived", f"{survived} of {len(found.guesses)}"))
        facts.append(("survived on average", f"{found.expected_survivals:.1f}"))
    if found.waits:
        facts.append(("a certain cell stayed closed for", f"{found.wait_ms / 1000:.1f} s"))
    facts += [(f"pause before move {m.number}", f"{m.ms / 1000:.1f} s") for m in found.hesitations]
    return facts


def details(found: Review, proofs: bool = True) -> dict[str, Any]:
    """All that a page shows of a review, as JSON values; cells are numbers here.

    Without `proofs`, only needless guesses and blunders have one: what showed the safe cell.
    """
    record = found.record
    *_, game = record.replay()
    moves = [_move_json(move, proofs) for move in found.moves]
    main = found.main_error
    return {
        "level": str(record.level),
        "width": record.level.width,
        "height": record.level.height,
        "mines": record.level.mines,
        "result": RESULTS[record.outcome],
        "outcome": found.outcome,
        "start": found.start.win,
        "start_error": found.start.error,
        "luck": found.to_json()["luck"],
        "error": found.error,
        "estimated_error": found.estimated_error,
        "account": found.account.to_json(),
        "guesses": len(found.guesses),
        "decisions": len(found.decisions),
        "mistakes": len(found.errors),
        "error_per_decision": found.error_per_decision,
        "accuracy": found.accuracy,
        "verdict": found.verdict,
        "decisive": str(found.decisive),
        "main_error": None if main is None else found.moves.index(main),
        "moments": _moments(found),
        "moves": moves,
        "end": "".join(game.answer if game.outcome is not None else game.view.rows),
    }


def _moments(found: Review) -> list[int]:
    """The moves that the verdict names, then those that lost most or had most luck; in order."""
    risky = [(i, move) for i, move in enumerate(found.moves) if move.label in GUESSES]
    named = {move.number for move in found.named}
    risky.sort(key=lambda pair: -max(2 * pair[1].lost, abs(pair[1].luck)))
    risky.sort(key=lambda pair: pair[1].number not in named)
    return sorted(index for index, _ in risky[:MOMENTS])


def _move_json(move: ReviewedMove, proofs: bool) -> dict[str, Any]:
    grid = move.view.grid
    risky = move.label in GUESSES
    proof = move.why
    if proofs and proof is None and move.label in (Label.CERTAIN, Label.FLAG):
        proof = move.proof(move.move.cell)
    return {
        "number": move.number,
        "cell": move.move.cell,
        "label": str(move.label),
        "text": sentence(move, grid),
        "after_text": _after(move) if risky else "",
        "risky": risky,
        "key": risky or move.label is Label.WRONG_FLAG,
        "before": move.win_before,
        "choice": move.win_choice,
        "after": move.win_after,
        "lost": move.lost,
        "cost": move.cost,
        "gain": move.gain,
        "error": move.error,
        "win_error": move.win_error,
        "exact": move.exact,
        "best": move.best,
        "at": move.at,
        "ms": move.ms,
        "view": "".join(move.view.rows),
        "safe": list(move.safe),
        "mines": list(move.mines),
        "proof": None if proof is None else _proof_json(proof),
    }


def _proof_json(proof: Explanation) -> dict[str, Any]:
    parse = proof.view.grid.parse_cell
    steps = proof.to_json()["steps"]
    cells = {parse(cell) for step in steps for cell in step["fact"]["cells"]}
    said = [str(step["words"]) for step in steps[:PROOF_STEPS]]
    if len(steps) > PROOF_STEPS:
        said.append(f"{len(steps) - PROOF_STEPS} more steps: see Analyse.")
    return {
        "cell": proof.cell,
        "technique": str(proof.technique),
        "clues": list(proof.clues),
        "cells": sorted(cells - {proof.cell, *proof.clues}) if len(cells) <= 12 else [],
        "steps": said,
    }


def _after(move: ReviewedMove) -> str:
    """What came of a risk, in a sentence."""
    if not move.survived:
        return "It hit a mine." if move.move.kind == "chord" else "It was a mine."
    gained = f"The chance to win went from {percent(move.win_before)} to {percent(move.win_after)}"
    if move.cost:
        return f"You survived. It cost {points(move.cost)} all the same. {gained}."
    return f"You survived. {gained}."
