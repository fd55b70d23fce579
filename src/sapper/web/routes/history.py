"""Looking back: a player's games, what they amount to, and all of them as a file."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from sapper.web import forms, statistics
from sapper.web.server import Exporting, Player, Reading, TheServer, address_of

routes = APIRouter(tags=["history"])

CHUNK = 50
"""games that a worker replays at a time"""


@routes.get("/history")
def history(
    server: TheServer,
    player: Player,
    _: Reading,
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


@routes.get("/export", response_model=forms.Export)
def export(request: Request, server: TheServer, player: Player, _: Exporting) -> Response:
    """All finished games of a player with their records."""
    games = []
    rows = server.store.history(player, server.limits.history)
    for start in range(0, len(rows), CHUNK):
        some = rows[start : start + CHUNK]
        moves = server.store.moves_of([row.id for row in some])
        played = [
            {"level": row.level, "seed": row.seed, "board": row.board, "moves": moves[row.id]}
            for row in some
        ]
        # A worker replays them: the server has moves to answer.
        records = server.analyst.ask("records", client=address_of(request), games=played)
        for row, record in zip(some, records, strict=True):
            past = statistics.past(row).model_dump()
            games.append(forms.ExportedGame(**past, record=record).model_dump_json())
    text = f'{{"games":[{",".join(games)}]}}'
    headers = {
        "Content-Disposition": 'attachment; filename="sapper-games.json"',
        # As it is: to compress it would hold up everyone.
        "Content-Encoding": "identity",
    }
    return Response(text, media_type="application/json", headers=headers)
