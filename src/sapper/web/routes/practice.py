"""The routes for practice: puzzles for each technique, and the techniques that a player misses."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import wait
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request

from sapper.review.summary import MissJson
from sapper.web import forms, reviews, statistics
from sapper.web.problems import RefusedError
from sapper.web.routes.patterns import title
from sapper.web.server import PlayerId, TheServer, address_of
from sapper.web.store import GameRow
from sapper.words.kinds import PatternName

routes = APIRouter(tags=["practice"])

RECENT = 20
"""the mean error of a level is computed from at most this many games"""
POSITIONS = 50


@routes.post("/puzzle")
def puzzle(request: Request, server: TheServer, form: forms.PuzzleQuestionForm) -> forms.PuzzleForm:
    """A position in which the technique finds a safe cell, but no easier technique does."""
    seed = secrets.randbelow(2**53) if form.seed is None else form.seed
    question = {**dict(form), "seed": seed}
    return forms.PuzzleForm(**server.analyse(request, "puzzle", **question))


@routes.get("/misses")
def misses(
    request: Request,
    server: TheServer,
    player: PlayerId,
    seconds: Annotated[float, Query(ge=0, le=3, description="how long to wait for reviews")] = 2.0,
) -> forms.MissesForm:
    """The positions in which a player guessed needlessly, in recent games without help.

    A guess is needless if another cell was provably safe. If `left` is not 0, some games are not
    reviewed yet, so ask again later.
    """
    rows = reviews.counted(server.store, player)
    ids = [row.id for row in rows]
    known = reviews.of_games(server.store, ids)
    making = server.reviewer.review_later(player, reviews.unknown(rows, known))
    if making and seconds:
        with suppress(RefusedError), server.one_question(address_of(request)):
            wait(making, seconds)
        known = reviews.of_games(server.store, ids)
    return _form(rows, known, reviews.misses(server.store, known))


def _form(
    rows: Sequence[GameRow], known: reviews.KnownReviews, missed: Mapping[str, Sequence[MissJson]]
) -> forms.MissesForm:
    by_technique: defaultdict[str, list[float]] = defaultdict(list)
    by_pattern: defaultdict[PatternName, list[float]] = defaultdict(list)
    by_level: defaultdict[str, list[float]] = defaultdict(list)
    positions = []
    for row in rows:
        review = known.get(row.id)
        if review is not None and len(by_level[row.level]) < RECENT:
            by_level[row.level].append(review.error)
        for miss in missed.get(row.id, ()):
            by_technique[miss["technique"]].append(miss["lost"])
            if pattern := miss.get("pattern"):
                by_pattern[pattern].append(miss["lost"])
            positions.append(forms.MissForm(game=row.id, created=row.created, **miss))
    return forms.MissesForm(
        games=len(known),
        left=len(rows) - len(known),
        techniques=[
            forms.MissedTechniqueForm(technique=name, count=len(costs), lost=sum(costs))
            for name, costs in sorted(by_technique.items(), key=lambda one: -sum(one[1]))
        ],
        patterns=[
            forms.MissedPatternForm(
                pattern=name, title=title(name), count=len(costs), lost=sum(costs)
            )
            for name, costs in sorted(by_pattern.items(), key=lambda one: -len(one[1]))
        ],
        errors=[
            forms.LevelErrorForm(
                level=level,
                name=statistics.name(level),
                games=len(errors),
                error=sum(errors) / len(errors),
            )
            for level, errors in by_level.items()
            if errors
        ],
        positions=positions[:POSITIONS],
    )
