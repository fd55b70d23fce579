"""After a game: the proof that its board could be won without guessing."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sapper.web import forms
from sapper.web.live_games import Seat
from sapper.web.problems import GAME_PROBLEMS
from sapper.web.server import Server, TheSeat, TheServer

routes = APIRouter(prefix="/games/{game}", tags=["files"], responses=GAME_PROBLEMS)


def _proof(request: Request, server: Server, seat: Seat) -> forms.BoardProofForm:
    board = server.games.record(seat).board  # refuses while the game is under way
    return forms.BoardProofForm(**server.analyse(request, "prove", board=str(board)))


@routes.get("/proof")
def proof(request: Request, server: TheServer, seat: TheSeat) -> forms.BoardProofForm:
    """How a finished game's board is won without guessing. An error if it needs a guess."""
    return _proof(request, server, seat)


@routes.get(
    "/files/board.cert",
    responses={200: {"content": {"text/plain": {}}}},
    response_class=Response,
)
def certificate(request: Request, server: TheServer, seat: TheSeat) -> Response:
    """The certificate of a board that needs no guess. `sapper verify` checks it."""
    disposition = {"Content-Disposition": 'attachment; filename="sapper-board.cert"'}
    data = _proof(request, server, seat).certificate
    return Response(data, media_type="text/plain; charset=utf-8", headers=disposition)
