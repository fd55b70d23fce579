"""Looking back: a player's games, what they amount to, and all of them as a file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from sapper.web import forms, reviews, statistics
from sapper.web.problems import GAME_PROBLEMS, RefusedError
from sapper.web.routes.play import game_form
from sapper.web.server import Exporting, Player, Reading, TheSeat, TheServer, address_of
from sapper.web.store import Row

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
) -> forms.HistoryForm:
    """A player's games that pass the filters, the latest first, and statistics of all games.

    The statistics do not depend on the filters: of the games that were lost, none was won. Games
    that are listed without a review are reviewed from now on, the latest first.
    """
    everything = server.store.history(player, server.limits.history)
    levels = None if level is None else statistics.levels(level)
    games = [
        row
        for row in everything
        if (levels is None or row.level in levels)
        and outcome in (None, row.outcome)
        and assisted in (None, row.assisted)
    ]
    page = games[offset : offset + limit]
    known = reviews.of_player(server.store, player)
    ends = reviews.pictures(server.store, [row.id for row in page])
    # Last, so that the answer shows one moment: no picture of a game without its verdict.
    server.reviewer.review_later(player, reviews.unknown(page, known))
    return forms.HistoryForm(
        games=[forms.ListedGameForm(**_past(row, known), end=ends.get(row.id)) for row in page],
        running=[statistics.past(row) for row in server.store.under_way(player)],
        levels=statistics.by_level(everything, known),
        total=len(games),
        finished=len(everything),
    )


def _past(row: Row, known: reviews.Known) -> dict[str, Any]:
    return statistics.past(row, known.get(row.id)).model_dump()


@routes.get("/export", response_model=forms.ExportForm)
def export(request: Request, server: TheServer, player: Player, _: Exporting) -> Response:
    """All finished games of a player with their records."""
    games = []
    rows = server.store.history(player, server.limits.history)
    known = reviews.of_player(server.store, player)
    for start in range(0, len(rows), CHUNK):
        some = rows[start : start + CHUNK]
        moves = server.store.moves_of([row.id for row in some])
        played = [
            {
                "level": row.level,
                "seed": row.seed,
                "board": row.board,
                "first": row.first,
                "moves": moves[row.id],
            }
            for row in some
        ]
        # A worker replays them: the server has moves to answer.
        records = server.jobs.ask("records", client=address_of(request), games=played)
        for row, record in zip(some, records, strict=True):
            game = forms.ExportedGameForm(**_past(row, known), record=record)
            games.append(game.model_dump_json())
    text = f'{{"games":[{",".join(games)}]}}'
    headers = {
        "Content-Disposition": 'attachment; filename="sapper-games.json"',
        # As it is: to compress it would hold up everyone.
        "Content-Encoding": "identity",
    }
    return Response(text, media_type="application/json", headers=headers)


@routes.get("/reviews")
def reviewed(
    server: TheServer,
    player: Player,
    _: Reading,
    level: Annotated[str | None, Query(max_length=64)] = None,
) -> forms.ReviewsForm:
    """The reviews of a player's games: what each came to, win rates without luck, the trend.

    Games that have none yet are reviewed from now on, the latest first.
    """
    rows = server.store.history(player, server.limits.history)
    if level is not None:
        # Here, and not by the database: PostgreSQL does not take every text.
        levels = statistics.levels(level)
        rows = [row for row in rows if row.level in levels]
    known = reviews.of_player(server.store, player)
    server.reviewer.review_later(player, reviews.unknown(rows, known))
    return reviews.overview(rows, known)


@routes.get("/games/{game}/replay", responses=GAME_PROBLEMS)
def replay(request: Request, server: TheServer, seat: TheSeat) -> forms.ReplayedGameForm:
    """A game that is over move by move: positions, labels, chances, and what mattered."""
    return forms.ReplayedGameForm(**server.review(request, seat)["replay"])


@routes.post(
    "/replay",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def replay_file(
    request: Request, server: TheServer, partial: bool = False
) -> forms.ReplayedGameForm:
    """The same of a record or replay, a file in any format.

    With `partial`, of one that is cut off or wrong somewhere, what comes before.
    """
    data = (await request.body()).decode("latin-1")  # as JSON carries bytes
    question = {"data": data, "partial": partial}
    answer = await run_in_threadpool(server.analyse, request, "review", **question)
    return forms.ReplayedGameForm(**answer["replay"])


@routes.post("/games/{game}/on", status_code=201, responses=GAME_PROBLEMS)
def play_on(
    request: Request, server: TheServer, player: Player, seat: TheSeat, form: forms.PlayOnForm
) -> forms.GameForm:
    """A new game that begins as one that is over, with so many of its moves; it is practice."""
    moves = server.games.record(seat).moves[: form.moves]
    if len(moves) < form.moves:
        raise RefusedError(
            422, "the game has {count} moves, not {claimed}", count=len(moves), claimed=form.moves
        )
    server.new_games.take(address_of(request))
    again = [move for _, move in moves]
    return game_form(server.games.again(player, seat.row.share, moves=again))
