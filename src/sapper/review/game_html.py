"""A review as one self-contained HTML file that needs no server and no network."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.core.replay import Replay
from sapper.explain.explanation import ExplanationJson
from sapper.page.single_file import review_file
from sapper.review.label import GUESSES
from sapper.review.metrics import game_metrics
from sapper.review.review import Review
from sapper.review.review_json import OUTCOMES, replay_json
from sapper.words import caption, language

SERVER = "http://127.0.0.1:8000"
"""the default address of `sapper serve`"""


def review_html(found: Review, played: Replay | None = None, server: str = SERVER) -> str:
    """The page's view of a review, as an HTML file. Links to Analyse point to `server`.

    If the game comes from a replay, `played` is the replay, whose clicks the metrics count. A
    record contains only the clicks that did something.
    """
    data = {
        "found": replay_json(found),
        "metrics": game_metrics(played or found.record).to_json(),
        "reasons": dict(_reasons(found)),
        "server": server,
    }
    title = f"{caption('Review')}: {caption(OUTCOMES[found.outcome])}"
    return review_file(title, found.verdict, language(), data)


def _reasons(found: Review) -> Iterator[tuple[int, ExplanationJson]]:
    # The page asks the server why a cell was provable, and shows the proof of an error at once.
    for move in found.moves:
        proof = None if move.label in GUESSES else move.proof(move.move.cell)
        if proof is not None:
            yield move.number, proof.to_json()
