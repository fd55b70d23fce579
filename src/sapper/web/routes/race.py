"""The routes for races against the ghost of another game. The rules are in sapper.web.race."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from sapper.core.game import Outcome
from sapper.core.level import Level
from sapper.web import forms, statistics
from sapper.web.live_games import Seat
from sapper.web.problems import RefusedError, Responses
from sapper.web.race import AHEAD, Entry, Race, columns_of, course
from sapper.web.reading import parse_level
from sapper.web.routes.play import game_form
from sapper.web.server import PlayerId, Server, TheServer, address_of
from sapper.web.store import GameRow

routes = APIRouter(prefix="/races", tags=["race"])

RaceId = Annotated[forms.IdText, Path(description="the id of a race")]

RACE_PROBLEMS: Responses = {
    404: {"model": forms.ProblemForm, "description": "There is no such race"},
    409: {"model": forms.ProblemForm, "description": "The race's state does not allow this"},
}


@routes.get("")
def races(server: TheServer, player: PlayerId) -> list[forms.RaceForm]:
    """The latest races that the player made or took part in."""
    return [_form(server, one, player) for one in server.races.of_player(player)]


@routes.post("", status_code=201, responses=RACE_PROBLEMS)
def make(
    request: Request, server: TheServer, player: PlayerId, form: forms.NewRaceForm
) -> forms.RaceForm:
    """Make a race against one of the player's finished games, or against an agent.

    There is only one race for each game, so a second request returns the same race.
    """
    server.new_games.take(address_of(request))
    if (form.game is None) == (form.agent is None) or (form.agent is None) != (form.level is None):
        raise RefusedError(422, "give either a game, or an agent and a level")
    if form.game is not None:
        return _form(server, server.races.of_game(player, form.game), player)
    assert form.agent is not None
    assert form.level is not None
    level = str(parse_level(form.level))
    record = server.analyse(request, "ghost", agent=form.agent, level=level)
    return _form(server, server.races.of_agent(player, form.agent, record), player)


@routes.get("/{race}", responses=RACE_PROBLEMS)
def get_race(server: TheServer, player: PlayerId, race: RaceId) -> forms.RaceForm:
    """A race, without its board and without the ghost's moves."""
    return _form(server, server.races.race(race), player)


@routes.post("/{race}/game", responses=RACE_PROBLEMS)
def enter(
    request: Request, server: TheServer, player: PlayerId, race: RaceId, form: forms.EnterForm
) -> forms.GameForm:
    """Return the player's latest game in a race, or start a game if there is none."""
    server.new_games.take(address_of(request))
    return game_form(server.races.enter(server.races.race(race), player, form.again))


@routes.get("/{race}/ghost", responses=RACE_PROBLEMS)
def ghost(
    server: TheServer,
    player: PlayerId,
    race: RaceId,
    game: Annotated[forms.IdText, Query(description="your game in this race")],
    after: Annotated[int, Query(ge=-1, lt=2**31, description="only later points, in ms")] = -1,
) -> forms.GhostForm:
    """The ghost's progress, up to a few seconds after the current time on the player's clock."""
    found = server.races.race(race)
    seat = server.games.seat(player, game)
    if not any(one.game == game for one in server.races.entries(found, player)):
        raise RefusedError(404, "no such game")
    points = server.races.ghost(found)
    with seat.lock:
        started = seat.game.move_count > 0
        until = seat.game.elapsed + AHEAD if started else -1
    level = Level.parse(found.level)
    over = points[-1].at <= until
    return forms.GhostForm(
        columns=columns_of(level)[0],
        points=[
            forms.GhostPointForm(at=one.at, opened=one.opened, regions=list(one.regions))
            for one in points
            if after < one.at <= until
        ],
        over=over,
        won=points[-1].opened == level.safe if over else None,
    )


@routes.post("/{race}/look", status_code=204, responses=RACE_PROBLEMS)
def look(server: TheServer, player: PlayerId, race: RaceId) -> None:
    """Let the player see the review of a race without finishing the race.

    After that, the player's games in this race don't count.
    """
    server.races.look(server.races.race(race), player)


@routes.get("/{race}/result", responses=RACE_PROBLEMS)
def result(
    request: Request,
    server: TheServer,
    player: PlayerId,
    race: RaceId,
    entry: Annotated[
        forms.IdText | None, Query(description="for the maker: an entry; the default is the latest")
    ] = None,
) -> forms.RaceResultForm:
    """Both games of a race with their reviews, once the player's game is over."""
    found = server.races.race(race)
    own = server.races.own_side(found, player)
    you = None if own is None else _side(request, server, own)
    if found.is_made_by(player):
        entries = [
            (one, row) for one, row in server.races.finished(found) if entry in (None, one.id)
        ]
        if not entries:
            raise RefusedError(409, "nobody has finished this race yet")
        _, row = entries[0]
        ghost = _side(request, server, server.games.seat(row.player, row.id))
        ghost = ghost.model_copy(update={"game": None})
    elif found.game is not None:
        ghost = _side(request, server, server.races.ghost_seat(found))
        ghost = ghost.model_copy(update={"game": None})
    else:
        ghost = _agent_side(request, server, found)
    practice = own is not None and any(
        one.practice for one in server.races.entries(found, player) if one.game == own.row.id
    )
    return forms.RaceResultForm(
        race=_form(server, found, player), you=you, ghost=ghost, practice=practice
    )


def _side(request: Request, server: Server, seat: Seat) -> forms.RaceSideForm:
    replay = server.review(request, seat)["replay"]
    record = server.games.record(seat)
    row = seat.row
    return forms.RaceSideForm(
        agent=None,
        game=row.id,
        outcome=row.outcome,  # type: ignore[arg-type]
        assisted=row.assisted,
        elapsed=row.elapsed or 0,
        opened=row.opened or 0,
        three_bv_per_second=statistics.per_second(row),
        course=[forms.RacePointForm(at=one.at, opened=one.opened) for one in course(record)],
        replay=replay,
    )


def _agent_side(request: Request, server: Server, found: Race) -> forms.RaceSideForm:
    assert found.record is not None
    replay = server.analyse(request, "review", data=found.record)["replay"]
    record = server.races.record(found)
    points = course(record)
    won, elapsed = record.outcome is Outcome.WON, points[-1].at
    three_bv = record.board.statistics.three_bv
    return forms.RaceSideForm(
        agent=found.agent,
        game=None,
        outcome="won" if won else "lost",
        assisted=False,
        elapsed=elapsed,
        opened=points[-1].opened,
        three_bv_per_second=1000 * three_bv / elapsed if won and elapsed else None,
        course=[forms.RacePointForm(at=one.at, opened=one.opened) for one in points],
        replay=replay,
    )


def _form(server: Server, found: Race, player: str) -> forms.RaceForm:
    level = Level.parse(found.level)
    mine = found.is_made_by(player)
    row = server.races.ghost_row(found)
    own = [one for one in server.races.entries(found, player) if one.game is not None]
    game = server.store.game(own[0].game) if own and own[0].game else None
    return forms.RaceForm(
        id=found.id,
        level=found.level,
        width=level.width,
        height=level.height,
        mines=level.mines,
        cells=level.safe,
        created=found.created if row is None else row.created,
        agent=found.agent,
        mine=mine,
        helped=row is not None and row.assisted,
        counts=server.races.counts(found, player),
        entry=None if game is None else _entry(own[0], game),
        entries=[_entry(one, other, own=False) for one, other in server.races.finished(found)]
        if mine
        else [],
    )


def _entry(entry: Entry, row: GameRow, own: bool = True) -> forms.RaceEntryForm:
    return forms.RaceEntryForm(
        id=entry.id,
        game=row.id if own else None,
        outcome=row.outcome,  # type: ignore[arg-type]
        assisted=row.assisted,
        practice=entry.practice,
        elapsed=row.elapsed,
        created=entry.created,
    )
