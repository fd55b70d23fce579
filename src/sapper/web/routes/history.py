"""Looking back: a player's games, what they amount to, and all of them as a file."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from sapper.web import forms, reviews, statistics
from sapper.web.problems import GAME_PROBLEMS, RefusedError
from sapper.web.routes.play import game_form
from sapper.web.server import Exporting, Player, Reading, TheSeat, TheServer, address_of

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
    """A player's games that pass the filters, the latest first, and statistics of all games.

    The statistics do not depend on the filters: of the games that were lost, none was won.
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
    # Those that were refused or cut off after the end of the game.
    unmeasured = [
        row
        for row in page
        if row.clicks and row.guesses is None and not server.has_failed("survival", row.id)
    ]
    for row in unmeasured[: reviews.AT_ONCE]:
        server.measure_survival(player, row.id)
    ends = reviews.pictures(server.store, [row.id for row in page])
    return forms.History(
        games=[
            forms.ListedGame(**statistics.past(row).model_dump(), end=ends.get(row.id))
            for row in page
        ],
        running=[statistics.past(row) for row in server.store.under_way(player)],
        levels=statistics.by_level(everything),
        total=len(games),
        finished=len(everything),
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


@routes.get("/reviews")
def reviewed(
    server: TheServer,
    player: Player,
    _: Reading,
    level: Annotated[str | None, Query(max_length=64)] = None,
) -> forms.Reviews:
    """The reviews of a player's games: what each came to, win rates without luck, the trend.

    Games that have none yet are reviewed from now on, the latest first.
    """
    rows = server.store.history(player, server.limits.history)
    if level is not None:
        # Here, and not by the database: PostgreSQL does not take every text.
        levels = statistics.levels(level)
        rows = [row for row in rows if row.level in levels]
    known = reviews.known(server.store, player)
    waiting = [
        row
        for row in rows
        if row.clicks and row.id not in known and not server.has_failed("review", row.id)
    ]
    reviews.review_later(server, player, waiting)
    return reviews.summary(rows, known, len(waiting))


@routes.get("/games/{game}/replay", responses=GAME_PROBLEMS)
def replay(request: Request, server: TheServer, seat: TheSeat) -> forms.ReplayedGame:
    """A game that is over move by move: positions, labels, chances, and what mattered."""
    record = server.table.record(seat)
    answer = server.analyse(request, "replay_game", record=str(record))
    reviews.keep(server.store, seat.row.id, answer)
    return forms.ReplayedGame(**answer["replay"])


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
) -> forms.ReplayedGame:
    """The same of a record or replay, a file in any format.

    With `partial`, of one that is cut off or wrong somewhere, what comes before.
    """
    data = (await request.body()).decode("latin-1")  # as JSON carries bytes
    question = {"data": data, "partial": partial}
    found = await run_in_threadpool(server.analyse, request, "replay", **question)
    return forms.ReplayedGame(**found)


@routes.post("/games/{game}/on", status_code=201, responses=GAME_PROBLEMS)
def play_on(
    request: Request, server: TheServer, player: Player, seat: TheSeat, form: forms.PlayOn
) -> forms.GameForm:
    """A new game that begins as one that is over, with so many of its moves; it is practice."""
    moves = server.table.record(seat).moves[: form.moves]
    if len(moves) < form.moves:
        raise RefusedError(422, f"the game has {len(moves)} moves, not {form.moves}")
    server.new_games.take(address_of(request))
    again = [move for _, move in moves]
    return game_form(server.table.again(player, seat.row.share, moves=again))
