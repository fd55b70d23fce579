"""The routes for rooms. The rules are in sapper.web.rooms."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from sapper.core.level import Level
from sapper.review.review_json import ReplayedGameJson
from sapper.web import daily, forms, room_results, statistics
from sapper.web.problems import RefusedError, Responses
from sapper.web.room_results import ENDED, Play
from sapper.web.room_rows import DAILY, IDLE, Person, Snapshot, Table, plain_code
from sapper.web.rooms import AGENTS, MOST
from sapper.web.routes.play import game_form
from sapper.web.server import PlayerId, Server, TheServer, address_of
from sapper.words import Message, kinds, said

routes = APIRouter(prefix="/rooms", tags=["rooms"])

BoardNumber = Annotated[int, Path(ge=1, lt=2**31, description="the number of a board")]
PersonNumber = Annotated[int, Path(ge=1, lt=2**31, description="the number of a person")]

ROOM_PROBLEMS: Responses = {
    403: {"model": forms.ProblemForm, "description": "You have not joined the room"},
    404: {"model": forms.ProblemForm, "description": "There is no such room"},
    409: {"model": forms.ProblemForm, "description": "The room's state does not allow this"},
    410: {"model": forms.ProblemForm, "description": "The room has ended"},
}
CHANGED: Responses = {
    412: {"model": forms.ProblemForm, "description": "The room has changed"},
}


@dataclass(frozen=True, slots=True)
class Visit:
    """A request of a player about a room that exists."""

    request: Request
    server: Server
    player: str
    code: str

    def ask(self, task: str, **question: Any) -> Any:
        return self.server.analyse(self.request, task, **question)

    def look(self, *, fresh: bool = False) -> Snapshot:
        return self.server.rooms.look(self.code, self.player, self.ask, fresh=fresh)

    def form(self, *, fresh: bool = True) -> forms.RoomForm:
        return _form(self.server, self.look(fresh=fresh), self.player)


def visit_of(
    request: Request,
    server: TheServer,
    player: PlayerId,
    code: Annotated[
        str, Path(pattern=r"^[A-Za-z0-9]{4}-?[A-Za-z0-9]{4}$", description="the code of a room")
    ],
) -> Visit:
    """Read the code of a room. Wrong codes are counted, so that nobody can try many."""
    address, plain = address_of(request), plain_code(code)
    server.looks.take(address)
    try:
        server.rooms.reader.read(plain)
    except RefusedError as refused:
        if refused.status == 404:
            server.wrong_codes.take(address)
        raise
    return Visit(request, server, player, plain)


TheVisit = Annotated[Visit, Depends(visit_of)]


@routes.get("")
def of_player(server: TheServer, player: PlayerId) -> list[forms.RoomLinkForm]:
    """The rooms that you are in, the latest first."""
    found = []
    for room in server.rooms.reader.of_player(player):
        people = server.rooms.reader.people(room.code)
        found.append(
            forms.RoomLinkForm(
                code=room.code,
                title=room.title,
                level=room.level,
                no_guess=room.no_guess,
                names=[one.name for one in people if one.player != player and not one.left],
                used=room.used,
            )
        )
    return found


@routes.post("", status_code=201)
def make(
    request: Request, server: TheServer, player: PlayerId, form: forms.NewRoomForm
) -> forms.RoomForm:
    """Make a room, and join it."""
    server.new_rooms.take(address_of(request))
    code = server.rooms.make(player, form.name, form.level, form.no_guess, form.title)
    return Visit(request, server, player, code).form(fresh=False)


@routes.get(
    "/{code}",
    responses={**ROOM_PROBLEMS, 204: {"description": "Nothing has changed since `version`"}},
    response_model=forms.RoomForm,
)
def look(
    visit: TheVisit,
    version: Annotated[
        str | None, Query(max_length=64, description="the version that you have")
    ] = None,
) -> forms.RoomForm | Response:
    """A room as you see it. Ask once a second: this tells others that you are here."""
    form = visit.form(fresh=False)
    return Response(status_code=204) if form.version == version else form


@routes.post("/{code}/join", responses=ROOM_PROBLEMS)
def join(visit: TheVisit, form: forms.RoomNameForm) -> forms.RoomForm:
    """Join a room, come back to it, or take another name."""
    visit.server.rooms.join(visit.code, visit.player, form.name)
    return visit.form()


@routes.post("/{code}/leave", status_code=204, responses=ROOM_PROBLEMS)
def leave(visit: TheVisit) -> None:
    """Leave a room. You can come back with the link."""
    visit.server.rooms.leave(visit.code, visit.player)


@routes.post("/{code}/away", status_code=204, responses=ROOM_PROBLEMS)
def away(visit: TheVisit) -> None:
    """Say that your page is closed. You are here again when it asks next."""
    visit.server.rooms.go_away(visit.code, visit.player)


@routes.post("/{code}/settings", responses={**ROOM_PROBLEMS, **CHANGED})
def change(visit: TheVisit, form: forms.RoomSettingsForm) -> forms.RoomForm:
    """Change the level, after which nobody is ready, or the title."""
    visit.server.rooms.change(visit.code, visit.player, form.level, form.no_guess, form.title)
    return visit.form()


@routes.post("/{code}/ready", responses={**ROOM_PROBLEMS, **CHANGED})
def ready(visit: TheVisit, form: forms.RoomReadyForm) -> forms.RoomForm:
    """Say that you are ready for the next board, or not yet.

    When all who are here are ready, the countdown begins.
    """
    visit.server.rooms.ready(visit.code, visit.player, form.ready, form.board)
    return visit.form()


@routes.post("/{code}/start", responses={**ROOM_PROBLEMS, **CHANGED})
def start(visit: TheVisit, form: forms.RoomStartForm) -> forms.RoomForm:
    """Start without those who are not ready, from `start_in` on."""
    visit.server.new_games.take(address_of(visit.request))
    visit.server.rooms.start(visit.code, visit.player, form.board, visit.ask)
    return visit.form()


@routes.post("/{code}/game", responses={**ROOM_PROBLEMS, **CHANGED})
def enter(visit: TheVisit, form: forms.RoomStartForm) -> forms.GameForm:
    """Your game on a board: in a race when it begins, otherwise when you like.

    The next board becomes one that everybody begins when they like.
    """
    visit.server.new_games.take(address_of(visit.request))
    return game_form(visit.server.rooms.enter(visit.code, visit.player, form.board, visit.ask))


@routes.post("/{code}/agents", responses=ROOM_PROBLEMS)
def invite(visit: TheVisit, form: forms.RoomAgentForm) -> forms.RoomForm:
    """Invite an agent, which is always ready and plays at a human pace."""
    visit.server.rooms.invite(visit.code, visit.player, form.agent)
    return visit.form()


@routes.delete("/{code}/agents/{agent}", responses=ROOM_PROBLEMS)
def dismiss(visit: TheVisit, agent: Annotated[str, Path(max_length=40)]) -> forms.RoomForm:
    """Let an agent leave the room."""
    visit.server.rooms.dismiss(visit.code, visit.player, agent)
    return visit.form()


@routes.get("/{code}/boards/{board}", responses=ROOM_PROBLEMS)
def earlier(visit: TheVisit, board: BoardNumber) -> forms.RoomBoardForm:
    """A board of a room, with the results if you may see them."""
    snapshot = visit.look()
    me = visit.server.rooms.person(snapshot, visit.player)
    table = visit.server.rooms.reader.table(snapshot.room, board, snapshot.people)
    return _board(table, snapshot, me.number)


@routes.get("/{code}/boards/{board}/games/{person}/replay", responses=ROOM_PROBLEMS)
def replay(visit: TheVisit, board: BoardNumber, person: PersonNumber) -> ReplayedGameJson:
    """Somebody's finished game move by move, once you may see the results of the board."""
    snapshot = visit.look()
    me = visit.server.rooms.person(snapshot, visit.player)
    seat = visit.server.rooms.seat(snapshot, board, person, me)
    found: ReplayedGameJson = visit.server.review(visit.request, seat)["replay"]
    return found


# -- forms ----------------------------------------------------------------------------------------


def _form(server: Server, snapshot: Snapshot, player: str) -> forms.RoomForm:
    now, room, person = time.time(), snapshot.room, snapshot.of(player)
    me = None if person is None else person.number
    table = snapshot.table if person is not None else None
    state = _state(snapshot, now)
    on_board = set() if snapshot.table is None else {one.person for one in snapshot.table.plays}
    tables = [] if me is None else server.rooms.reader.tables(snapshot)
    scored = [] if me is None else _scored(tables, snapshot, me)
    playing = _playing(snapshot, now)
    day = _daily(snapshot, me) if person is not None and room.level == DAILY else None
    form = forms.RoomForm(
        code=room.code,
        version="",
        now=0.0,
        title=room.title,
        level=room.level,
        no_guess=room.no_guess,
        changed_by=next((p.number for p in snapshot.people if p.number == room.changed_by), None),
        people=[
            _person(one, me, now, is_playing=one.number in playing)
            for one in snapshot.people
            if not one.left or one.number in on_board
        ],
        most=MOST,
        you=me,
        agents=[*AGENTS],
        state=state,
        next_board=room.boards + 1,
        start_in=server.rooms.start_in(snapshot) if person is not None and person.ready else None,
        waiting_for=[one.number for one in snapshot.awaited(now)],
        board=None if table is None or me is None else _board(table, snapshot, me),
        unplayed=sorted(
            number for number, begun in snapshot.unplayed.items() if me and me not in begun
        ),
        earlier=[one.board.number for one in tables if one.shown_to(me)],
        scored=len(scored),
        score=_score(scored, snapshot),
        daily=day,
        said=[said(*line) for line in _said(snapshot, me, state, now) if line],
    )
    text = form.model_dump_json()
    version = hashlib.sha256(text.encode()).hexdigest()[:16]
    return form.model_copy(update={"version": version, "now": now})


def _state(
    snapshot: Snapshot, now: float
) -> Literal["waiting", "counting", "racing", "over", "own time", "daily"]:
    if snapshot.room.level == DAILY:
        return "daily"
    if snapshot.table is None:
        return "waiting"
    return _board_state(snapshot.table, now)


def _board_state(table: Table, now: float) -> Literal["counting", "racing", "over", "own time"]:
    if table.board.own_time:
        return "own time"
    if table.board.over is not None:
        return "over"
    return "counting" if now < table.board.begins else "racing"


def _person(one: Person, me: int | None, now: float, *, is_playing: bool) -> forms.RoomPersonForm:
    return forms.RoomPersonForm(
        number=one.number,
        name=one.name,
        agent=one.agent,
        you=one.number == me,
        ready=one.is_ready(),
        here=one.is_here(now),
        playing=is_playing,
        left=one.left,
    )


def _names(snapshot: Snapshot, me: int | None) -> dict[int, str | None]:
    return {one.number: None if one.number == me else one.name for one in snapshot.people}


def _known(plays: Sequence[Play], names: Mapping[int, str | None]) -> list[Play]:
    """Without those whose person has been deleted."""
    return [one for one in plays if one.person in names]


def _board(table: Table, snapshot: Snapshot, me: int) -> forms.RoomBoardForm:
    now, board, names = time.time(), table.board, _names(snapshot, me)
    here = {one.number: one.is_here(now) for one in snapshot.people}
    level, own = Level.parse(board.level), table.play(me)
    plays = _known(table.plays, names)
    shown = table.shown_to(me)
    listed = plays if shown or not board.own_time else [one for one in plays if one.person == me]
    state = _board_state(table, now)
    if shown:
        lines = _verdict(table, plays, names, me, state)
    else:
        lines = [_said_own_time(table, snapshot, me, now)] if board.own_time else []
    return forms.RoomBoardForm(
        number=board.number,
        level=board.level,
        name=statistics.name(board.level),
        width=level.width,
        height=level.height,
        mines=level.mines,
        no_guess=board.no_guess,
        own_time=board.own_time,
        begins=board.begins,
        state=state,
        you=_you(own, board.own_time),
        game=None if own is None else own.game,
        hurry=_must_hurry(own, state, now),
        plays=[
            forms.RoomPlayForm(
                person=one.person,
                state=one.state,
                share=0.0 if state == "counting" else _share(one),
                elapsed=one.elapsed if one.is_done else None,
                here=here[one.person],
            )
            for one in sorted(listed, key=lambda one: one.person != me)
        ],
        results=_results(plays, snapshot, me, is_open=table.runs()) if shown else None,
        reviewing=room_results.unreviewed(plays),
        verdict=[said(*line) for line in lines if line],
    )


def _you(own: Play | None, own_time: bool) -> Literal["late", "waiting", "playing", "done"]:
    if own is None:
        return "waiting" if own_time else "late"
    if own.state == "waiting":
        return "waiting"
    return "done" if own.is_done else "playing"


def _share(play: Play) -> float:
    return int(100 * play.share) / 100


def _verdict(
    table: Table,
    plays: Sequence[Play],
    names: Mapping[int, str | None],
    me: int,
    state: str,
) -> list[list[Message]]:
    if state == "racing":
        return [room_results.so_far(plays, me)]
    if table.board.own_time:
        done = [one.person for one in plays if one.is_done]
        have_played = kinds.RoomHavePlayed(len(done), done == [me])
        if len(done) < 2:
            return [[have_played]]
        first, *rest = room_results.verdict(plays, names)
        return [[have_played], first, *rest]
    return room_results.verdict(plays, names)


def _results(
    plays: Sequence[Play], snapshot: Snapshot, me: int, *, is_open: bool = False
) -> list[forms.RoomResultForm]:
    """The rows of a table. While others still race, nobody has played best."""
    names = {one.number: one.name for one in snapshot.people}
    best = [] if is_open else room_results.best(plays)
    return [
        forms.RoomResultForm(
            person=one.person,
            name=names[one.person],
            you=one.person == me,
            place=place,
            state="playing" if one.state == "waiting" else one.state,
            assisted=one.assisted,
            share=_share(one),
            elapsed=one.elapsed if one.is_done else None,
            three_bv_per_second=one.per_second,
            account=one.review.account.to_json() if one.state in ENDED and one.review else None,
            without_luck=one.without_luck,
            best=one.person in best,
            review=one.state in ENDED,
            game=one.game if one.person == me else None,
        )
        for place, one in room_results.ranked(plays)
    ]


def _scored(earlier: Sequence[Table], snapshot: Snapshot, me: int) -> list[Sequence[Play]]:
    """The boards that count in the score: those that are over, as far as the person may see."""
    latest = [] if snapshot.table is None else [snapshot.table]
    return [
        table.plays
        for table in [*earlier, *latest]
        if not table.runs() and table.shown_to(me) and room_results.counts(table.plays)
    ]


def _score(scored: Sequence[Sequence[Play]], snapshot: Snapshot) -> list[forms.RoomScoreForm]:
    if not scored:
        return []
    rows = room_results.score(scored, [one.number for one in snapshot.people])
    present = {one.number for one in snapshot.present()}
    return [
        forms.RoomScoreForm(person=person, won=won, best=best)
        for person, won, best in rows
        if person in present or won or best
    ]


def _daily(snapshot: Snapshot, me: int | None) -> forms.RoomDailyForm:
    now = daily.now()
    today = now.date()
    plays = [days[today] for days in snapshot.week.values() if today in days]
    done = [one for one in plays if one.is_done]
    own = next((one for one in plays if one.person == me), None)
    has_played = own is not None and own.is_done
    people = [one.number for one in snapshot.present() if one.agent is None]
    midnight = datetime.combine(today + timedelta(1), datetime.min.time(), UTC)
    return forms.RoomDailyForm(
        date=today.isoformat(),
        level=daily.FEATURED,  # type: ignore[arg-type]
        played=len(done),
        people=len(people),
        you=_you(own, own_time=True),  # type: ignore[arg-type]
        game=None if own is None else own.game,
        results=_results(done, snapshot, me or 0) if has_played else None,
        not_yet=[one for one in people if one not in {play.person for play in done}],
        reviewing=room_results.unreviewed(done),
        week=_week(snapshot, today, me, has_played=has_played),
        ends=midnight.timestamp(),
    )


def _week(
    snapshot: Snapshot, today: date, me: int | None, *, has_played: bool
) -> list[forms.RoomWeekForm]:
    days = [today - timedelta(back) for back in reversed(range(today.weekday() + 1))]
    rows = []
    for person, plays in snapshot.week.items():
        shown = {
            day: play for day, play in plays.items() if has_played or day != today or person == me
        }
        points = [one.without_luck for one in shown.values()]
        known = [one for one in points if one is not None]
        rows.append(
            forms.RoomWeekForm(
                person=person,
                days=[
                    forms.RoomDayForm(date=day.isoformat(), result=_result(shown.get(day)))
                    for day in days
                ],
                without_luck=sum(known) / len(known) if known else None,
            )
        )
    return sorted(rows, key=lambda row: 1 if row.without_luck is None else -row.without_luck)


def _result(
    play: Play | None,
) -> Literal["clean", "won", "helped", "lost", "playing"] | None:
    if play is None:
        return None
    if play.state == "won":
        if play.assisted:
            return "helped"
        return "clean" if play.review is not None and not play.review.cost else "won"
    return "playing" if play.state == "playing" else "lost"


def _said(snapshot: Snapshot, me: int | None, state: str, now: float) -> list[list[Message]]:
    """The headline for somebody now."""
    names = _names(snapshot, me)
    if me is None:
        return [[kinds.RoomHere(_listed(one for one in snapshot.present() if one.is_here(now)))]]
    if state == "daily":
        return [[_said_daily(snapshot, me)]]
    table = snapshot.table
    if state in ("waiting", "over") or table is None:
        return [_said_waiting(snapshot, me, now)]
    plays = _known(table.plays, names)
    own = table.play(me)
    if table.shown_to(me):
        if table.board.own_time:
            return [_said_waiting(snapshot, me, now)]
        return _verdict(table, plays, names, me, state)
    if table.board.own_time:
        return [_said_own_time(table, snapshot, me, now)]
    if own is None:
        return [[kinds.RoomRunning(table.board.number)]]
    if _must_hurry(own, state, now):
        return [[kinds.RoomIdle(round(IDLE / 60))]]
    return [room_results.last_end(plays, me, names)] if state == "racing" else []


def _must_hurry(own: Play | None, state: str, now: float) -> bool:
    if own is None or own.is_done or state != "racing":
        return False
    return now - own.moved > IDLE / 2


def _playing(snapshot: Snapshot, now: float) -> set[int]:
    """The people who are here and play the latest board."""
    table = snapshot.table
    if table is None or now < table.board.begins:
        return set()
    here = {one.number for one in snapshot.people if one.agent is None and one.is_here(now)}
    return here & {
        one.person
        for one in table.plays
        if one.state == "playing" or (one.state == "waiting" and table.runs())
    }


def _said_own_time(table: Table, snapshot: Snapshot, me: int, now: float) -> list[Message]:
    """How many have played a board in own time, for somebody who has not."""
    names = _names(snapshot, me)
    is_latest = table.board.number == snapshot.room.boards
    others = _playing(snapshot, now) - {me} if is_latest else set()
    playing = tuple(name for number in sorted(others) if (name := names[number]))
    played = sum(one.is_done for one in _known(table.plays, names))
    own = table.play(me)
    if own is not None and own.state == "playing" and not (played or playing):
        return []
    return [kinds.RoomOnBoard(table.board.number, played, playing)]


def _listed(people: Iterable[Person]) -> tuple[str, ...]:
    return tuple(one.name for one in people)


def _said_waiting(snapshot: Snapshot, me: int, now: float) -> list[Message]:
    others = [one for one in snapshot.present() if one.number != me]
    own = next(one for one in snapshot.present() if one.number == me)
    if not others:
        return [kinds.RoomAlone()]
    starters = {one.number for one in snapshot.starters(now)}
    if own.ready is not None:
        missing = _listed(one for one in others if one.number not in starters)
        return [kinds.RoomWaiting(missing) if missing else kinds.RoomDealing()]
    ready = _listed(one for one in others if one.ready is not None and one.number in starters)
    return [kinds.RoomReady(ready)] if ready else [kinds.RoomNobodyReady()]


def _said_daily(snapshot: Snapshot, me: int) -> Message:
    form = _daily(snapshot, me)
    clean = None
    if form.results is not None:
        clean = sum(row.account is not None and not row.account["error"] for row in form.results)
    return kinds.RoomToday(form.played, form.people, clean)
