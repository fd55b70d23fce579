"""Looking back: a player's games, what they amount to, and all of them as a file."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from sapper.web import forms, statistics
from sapper.web.server import Player, TheServer

routes = APIRouter(tags=["history"])


@routes.get("/history")
def history(
    server: TheServer,
    player: Player,
    level: Annotated[str | None, Query(max_length=64)] = None,
    outcome: Literal["won", "lost", "left"] | None = None,
    assisted: bool | None = None,
    offset: Annotated[int, Query(ge=0, le=10_000)] = 0,
    limit: Annotated[int, Query(ge=0, le=500)] = 100,
) -> forms.History:
    """A player's games, the latest first, and statistics of all that pass the filters."""
    games = server.store.history(
        player,
        server.limits.history,
        levels=None if level is None else statistics.levels(level),
        outcome=outcome,
        assisted=assisted,
    )
    return forms.History(
        games=[statistics.past(row) for row in games[offset : offset + limit]],
        running=[statistics.past(row) for row in server.store.under_way(player)],
        levels=statistics.by_level(games),
        total=len(games),
    )


@routes.get("/export")
def export(server: TheServer, player: Player, response: Response) -> forms.Export:
    """All finished games of a player with their records."""
    games = []
    for row in server.store.history(player, server.limits.history):
        seat = server.table.seat(player, row.id)
        past = statistics.past(row).model_dump()
        games.append(forms.ExportedGame(**past, record=str(server.table.record(seat))))
    response.headers["Content-Disposition"] = 'attachment; filename="sapper-games.json"'
    return forms.Export(games=games)
