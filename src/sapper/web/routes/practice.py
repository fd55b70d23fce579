"""Practice: puzzles by technique, and what a player misses."""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from typing import Annotated

from fastapi import APIRouter, Query, Request

from sapper.grid import SapperError
from sapper.web import forms, practice, statistics
from sapper.web.problems import WorkerError, is_passing, told
from sapper.web.server import Player, Server, TheServer
from sapper.web.store import Row

routes = APIRouter(tags=["practice"])

GAMES = 100
"""the latest games that are looked through"""
RECENT = 20
"""games of a level whose mean error is told"""
POSITIONS = 50


@routes.post("/puzzle")
def puzzle(request: Request, server: TheServer, form: forms.PuzzleQuestion) -> forms.PuzzleForm:
    """A position in which one technique finds a safe cell, and nothing easier does."""
    seed = secrets.randbelow(2**53) if form.seed is None else form.seed
    question = {"technique": form.technique, "size": form.size, "seed": seed}
    return forms.PuzzleForm(**server.analyse(request, "puzzle", **question))


@routes.get("/misses")
def misses(
    request: Request,
    server: TheServer,
    player: Player,
    seconds: Annotated[float, Query(ge=0, le=3, description="to review games in")] = 2.0,
) -> forms.Misses:
    """Where a player guessed though a cell was safe, in the latest games that had no help.

    Games are reviewed once. While some are `left`, ask again.
    """
    rows = [
        row
        for row in server.store.history(player, GAMES, assisted=False)
        if row.outcome in ("won", "lost")
    ]
    known = practice.kept(server.store, [row.id for row in rows])
    end = time.monotonic() + seconds
    left = [row for row in rows if row.id not in known]
    while left and time.monotonic() < end:
        found = _reviewed(request, server, player, left[0])
        if found is None:
            break
        known[left.pop(0).id] = found
    return _form([row for row in rows if row.id in known], known, len(left))


def _reviewed(request: Request, server: Server, player: str, row: Row) -> practice.Reviewed | None:
    """A game's review, made and kept; None if it can't be made now."""
    if row.guesses == 0:
        practice.keep(server.store, row.id, 0.0, [])
        return practice.Reviewed(0.0, ())
    try:
        record = server.table.record(server.table.seat(player, row.id))
        answer = server.analyse(request, "review_game", record=str(record))
        found = practice.Reviewed(answer["review"]["error"], tuple(answer["misses"]))
    except (SapperError, WorkerError) as problem:
        told(problem)  # logs what is ours
        if is_passing(problem):
            return None
        found = practice.Reviewed(None, ())
    practice.keep(server.store, row.id, found.error, found.misses)
    return found


def _form(rows: list[Row], known: dict[str, practice.Reviewed], left: int) -> forms.Misses:
    by_technique: defaultdict[str, list[float]] = defaultdict(list)
    by_level: defaultdict[str, list[float]] = defaultdict(list)
    positions = []
    for row in rows:
        found = known[row.id]
        if found.error is not None and len(by_level[row.level]) < RECENT:
            by_level[row.level].append(found.error)
        for miss in found.misses:
            by_technique[miss["technique"]].append(miss["lost"])
            positions.append(forms.Miss(game=row.id, created=row.created, **miss))
    return forms.Misses(
        games=len(rows),
        left=left,
        techniques=[
            forms.MissedTechnique(technique=name, count=len(costs), lost=sum(costs))
            for name, costs in sorted(by_technique.items(), key=lambda one: -sum(one[1]))
        ],
        errors=[
            forms.LevelError(
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
