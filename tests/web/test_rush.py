"""Rush over the API: runs, ratings, and attempts to cheat."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.core.view import HIDDEN, View
from sapper.ladder.rungs import settled_cells
from sapper.reason.odds import odds
from sapper.web import rush
from sapper.web.app import Limits, create_app
from sapper.web.glicko import Glicko
from web.asking import detail, wait_for_reviews
from web.servers import patient
from web.test_practice import lose_needlessly

DAY = 86400.0
START = 1_794_830_400.0  # noon on 16 November 2026


class Time:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A clock that the test sets."""
    time = Time()
    monkeypatch.setattr(rush, "now", time)
    return time


def test_the_clock_does_not_follow_the_systems_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting the system's clock back or ahead neither ends nor prolongs a run."""
    before = rush.now()
    for day in (0.0, 1e12):
        monkeypatch.setattr("time.time", lambda day=day: day)
        assert before <= rush.now() < before + 1e9


def start(client: TestClient) -> dict[str, Any]:
    response = client.post("/api/rush")
    assert response.status_code == 201, response.text
    run: dict[str, Any] = response.json()
    return run


def view_of(run: dict[str, Any]) -> View:
    return View.parse(run["position"]["position"])


def right(run: dict[str, Any]) -> int:
    """A provably safe cell."""
    return odds(view_of(run)).safe[0]


def wrong(run: dict[str, Any]) -> int:
    """A hidden cell that is not provably safe."""
    view = view_of(run)
    safe = odds(view).safe
    return next(cell for cell in view.hidden if view[cell] == HIDDEN and cell not in safe)


def send(client: TestClient, run: dict[str, Any], cell: int | None) -> Any:
    form = {"number": run["number"], "cell": cell}
    return client.post(f"/api/rush/{run['id']}/answer", json=form)


def say(client: TestClient, run: dict[str, Any], cell: int | None) -> dict[str, Any]:
    """Answer with a cell, continue the run after a mistake, and return the run."""
    response = send(client, run, cell)
    assert response.status_code == 200, response.text
    after: dict[str, Any] = response.json()
    return after if after["over"] or after["position"] else go_on(client, after)


def go_on(client: TestClient, run: dict[str, Any]) -> dict[str, Any]:
    response = client.post(f"/api/rush/{run['id']}/continue")
    assert response.status_code == 200, response.text
    after: dict[str, Any] = response.json()
    return after


def lose(client: TestClient, run: dict[str, Any]) -> dict[str, Any]:
    """Make mistakes until the run is over."""
    while run["over"] is None:
        run = say(client, run, wrong(run))
    return run


def look(client: TestClient, run: dict[str, Any]) -> dict[str, Any]:
    """The run, as the server returns it."""
    found: dict[str, Any] = client.get(f"/api/rush/{run['id']}").json()
    return found


def test_a_run_to_the_third_mistake(client: TestClient, clock: Time) -> None:
    """The server counts answers and seconds. After the run, it explains the missed positions."""
    run = start(client)
    assert (run["solved"], run["mistakes"], run["seconds_left"]) == (0, 0, 180)
    assert run["position"]["missed"] is None
    asked, opened = [], []
    for number, choose in enumerate((right, wrong, None, right, wrong, wrong)):
        clock.now += 5
        asked.append(view_of(run))
        cell = None if choose is None else choose(run)
        opened.append(None if cell is None else asked[-1].grid.name(cell))
        run = say(client, run, cell)
        assert run["number"] == number + 1
    assert (run["solved"], run["mistakes"], run["over"], run["seconds"]) == (2, 3, "mistakes", 30)
    results = [mark["result"] for mark in run["marks"]]
    assert results == ["solved", "wrong", "skipped", "solved", "wrong", "wrong"]
    assert detail(send(client, run, 0), 409) == "the run is over: start a new one"
    missed = client.get(f"/api/rush/{run['id']}/missed").json()
    assert [one["number"] for one in missed] == [1, 4, 5, 2], "mistakes come first"
    for one in missed:
        view = asked[one["number"]]
        assert View.parse(one["position"]) == view
        assert (one["seconds"], one["opened"]) == (5, opened[one["number"]])
        assert sorted(one["safe"]) == sorted(map(view.grid.name, odds(view).safe))
        assert one["reason"]["certain"]
        assert (one["reason"]["claim"], one["reason"]["technique"]) == ("safe", one["technique"])
        if one["opened"] is not None:
            assert one["risk"] == pytest.approx(odds(view)[view.grid.parse_cell(one["opened"])])
            assert one["risk"] > 0
    assert missed[-1]["risk"] is missed[-1]["mine"] is None
    changes = {one["technique"]: one["change"] for one in run["ratings"]}
    assert changes["single clue"] is not None
    assert all(one["new"] for one in run["ratings"] if one["change"] is not None)


def test_the_technique_is_a_secret_until_the_answer(client: TestClient, clock: Time) -> None:
    """The server sends a position without its technique, and names the technique later."""
    run = start(client)
    assert set(run["position"]) == {"position", "missed"}
    assert run["last"] is None
    assert run["ratings"] == []
    words = "the answers are secret until the run is over"
    assert detail(client.get(f"/api/rush/{run['id']}/missed"), 409) == words
    cells = settled_cells(view_of(run)).values()
    after = say(client, run, right(run))
    easiest = min(found.technique for found in cells if not found.mine)
    assert after["last"]["technique"] == str(easiest)
    assert after["last"]["result"] == "solved"
    assert after["last"]["rating"]["change"] > 0
    assert after["last"]["rating"]["sure"] == "first"
    assert after["last"]["rating"]["positions"] == 1


def test_a_rating_needs_five_positions() -> None:
    """With fewer than five positions, a rating stays "first", even if its deviation is small."""
    words = [rush.KnownRating(Glicko(1500, deviation), 4).sure for deviation in (60, 300)]
    assert words == ["first", "first"]
    words = [rush.KnownRating(Glicko(1500, deviation), 5).sure for deviation in (60, 100, 120, 300)]
    assert words == ["sure", "fairly", "finding", "finding"]


def test_positions_get_harder() -> None:
    """Later positions never need easier techniques than earlier ones."""
    names = list(rush.BASES)
    ranks = [[names.index(one) for one in rush.techniques_at(number)] for number in range(60)]
    assert all(ranks)
    assert ranks == sorted(ranks, key=lambda some: (min(some), max(some)))
    assert (ranks[0], names[ranks[-1][-1]]) == ([0], "combination")
    assert {rank for some in ranks for rank in some} == set(range(len(rush.DEALT)))


def test_the_time_is_the_servers(client: TestClient, clock: Time) -> None:
    """After three minutes by the server's clock, no answer counts, and the run is over."""
    run = say(client, start(client), None)
    cell = right(run)
    clock.now += 179.9
    assert look(client, run)["seconds_left"] == pytest.approx(0.1)
    clock.now += 0.2
    assert detail(send(client, run, cell), 409) == "the run is over: start a new one"
    over = look(client, run)
    assert (over["over"], over["solved"], over["seconds"], over["position"]) == (
        "time",
        0,
        180,
        None,
    )
    clock.now -= 3600  # the system clock is set back
    assert look(client, run)["seconds_left"] <= 180


def test_the_time_stops_after_a_mistake(database: str, clock: Time) -> None:
    """The mistake is explained, and no new position is shown until the player continues."""
    with TestClient(create_app(database, limits=patient(Limits()))) as client:
        run = start(client)
        clock.now += 10
        paused = send(client, run, wrong(run)).json()
        assert (paused["position"], paused["over"], paused["seconds_left"]) == (None, None, 170)
        clock.now += DAY
        assert look(client, run) == paused
        assert client.get("/api/rush").json()["run"] == paused
        assert start(client) == paused
        (missed,) = client.get(f"/api/rush/{run['id']}/missed").json()
        assert missed["position"] == run["position"]["position"]
        words = "this position has already been answered: reload the run"
        assert detail(send(client, paused, 0), 412) == words
        path = f"/api/rush/{run['id']}/continue"
        with ThreadPoolExecutor(2) as threads:
            answers = list(threads.map(lambda _: client.post(path), range(2)))
        assert {one.status_code for one in answers} <= {200, 412}
        after = look(client, run)
        assert (after["number"], after["seconds_left"], len(after["marks"])) == (1, 170, 2)
        clock.now += 5
        assert go_on(client, after) == {**after, "seconds_left": 165}, "it was not paused"
        assert client.get(f"/api/rush/{run['id']}/missed").status_code == 409
        send(client, after, wrong(after))
        clock.now += 60
        stopped = client.post(f"/api/rush/{run['id']}/stop").json()
        assert (stopped["over"], stopped["seconds"]) == ("stopped", 15)


def test_an_answer_counts_once(client: TestClient, clock: Time) -> None:
    """A second answer to a position is refused, even if both arrive at the same time."""
    run = start(client)
    form, path = {"number": 0, "cell": right(run)}, f"/api/rush/{run['id']}/answer"
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: client.post(path, json=form), range(4)))
    assert sorted(one.status_code for one in answers) == [200, 412, 412, 412]
    words = "this position has already been answered: reload the run"
    assert detail(client.post(path, json=form), 412) == words
    assert (look(client, run)["solved"], look(client, run)["number"]) == (1, 1)
    # An answer to a later position is refused, too.
    assert detail(client.post(path, json={**form, "number": 2}), 412) == words


def test_nobody_answers_for_another_player(client: TestClient, clock: Time) -> None:
    """Every request about another player's run is answered with "no such run"."""
    run = start(client)
    client.cookies.clear()
    path = f"/api/rush/{run['id']}"
    for response in (
        send(client, run, right(run)),
        client.get(path),
        client.get(f"{path}/missed"),
        client.post(f"{path}/stop"),
        client.post(f"{path}/continue"),
    ):
        assert detail(response, 404) == "no such run"
    assert client.get("/api/rush").json()["run"] is None


def test_a_bad_answer_changes_nothing(client: TestClient, clock: Time) -> None:
    """Answers with an open, flagged or nonexistent cell are refused, and the position stays."""
    run = start(client)
    view = view_of(run)
    opened = next(cell for cell in range(len(view.states)) if view[cell] < HIDDEN)
    words = f"{view.grid.name(opened)} is not hidden: open a hidden cell"
    assert detail(send(client, run, opened), 422) == words
    assert send(client, run, 63).status_code == 422
    assert send(client, run, -1).status_code == 422
    assert look(client, run) == run


def test_a_replay_of_a_run_counts_nothing(client: TestClient, clock: Time) -> None:
    """A new run has different positions, so the answers of an old run are useless."""
    first = start(client)
    position, cell = first["position"], right(first)
    say(client, first, cell)
    client.post(f"/api/rush/{first['id']}/stop")
    assert send(client, first, cell).status_code == 409
    second = start(client)
    assert (second["id"] == first["id"], second["position"] == position) == (False, False)


def test_a_missed_position_comes_back_and_counts_once(client: TestClient, clock: Time) -> None:
    """A missed position comes back with its date until it is solved. The rating does not change."""
    run = start(client)
    lost = run["position"]["position"]
    run = say(client, run, wrong(run))
    client.post(f"/api/rush/{run['id']}/stop")
    clock.now += DAY
    run = fourth(client)
    assert run["position"] == {"position": lost, "missed": START}
    assert run["marks"][-1] == {"result": None, "own": True}
    before = client.get("/api/rush").json()["ratings"]
    run = say(client, run, right(run))
    assert run["last"]["rating"]["change"] is None, "it has counted before"
    assert client.get("/api/rush").json()["ratings"] == before
    client.post(f"/api/rush/{run['id']}/stop")
    again = fourth(client)["position"]
    assert (again["position"] == lost, again["missed"]) == (False, None)


def fourth(client: TestClient) -> dict[str, Any]:
    """A run at its fourth position, which may be one that the player missed before."""
    run = start(client)
    for _ in range(3):
        run = say(client, run, right(run))
    return run


def test_a_miss_in_a_game_comes_back(client: TestClient, clock: Time) -> None:
    """The position of a needless guess in a reviewed game is one of the run's positions."""
    lose_needlessly(client)
    client.post(f"/api/rush/{start(client)['id']}/stop")  # requests the review
    wait_for_reviews(client)
    run = fourth(client)
    miss = client.get("/api/misses").json()["positions"][0]
    assert run["position"] == {"position": miss["position"], "missed": miss["created"]}
    run = say(client, run, right(run))
    assert run["last"]["technique"] == miss["technique"]
    assert run["last"]["rating"]["change"] > 0, "no run has counted it"


def test_a_provable_mine_is_explained(client: TestClient, clock: Time) -> None:
    """The player reads why the opened cell is a mine and why another cell is safe."""
    run = start(client)
    while not (mines := odds(view_of(run)).mines):
        run = say(client, run, right(run))
    after = send(client, run, mines[0]).json()
    (missed,) = client.get(f"/api/rush/{after['id']}/missed").json()
    assert (missed["risk"], missed["reason"]["claim"]) == (1, "safe")
    assert (missed["mine"]["cell"], missed["mine"]["claim"]) == (missed["opened"], "mine")
    assert missed["mine"]["certain"]


def test_bests_of_the_day_and_ever(client: TestClient, clock: Time) -> None:
    """The best results of the day and of all time come from earlier runs."""
    bests = []
    for solved, days in ((3, 0), (1, 0), (2, 1), (0, 0)):
        clock.now += days * DAY + 60
        run = start(client)
        bests.append((run["best_today"], run["best_ever"]))
        for _ in range(solved):
            run = say(client, run, right(run))
        client.post(f"/api/rush/{run['id']}/stop")
    assert bests == [(None, None), (3, 3), (None, 3), (2, 3)]
    clock.now += 1
    found = client.get("/api/rush").json()
    assert (found["run"], found["best_today"], found["best_ever"]) == (None, 2, 3)


def test_a_second_tab_continues_the_run(client: TestClient, clock: Time) -> None:
    """Starting again during a run changes nothing, and neither does stopping twice."""
    run = say(client, start(client), None)
    assert start(client) == run
    assert client.get("/api/rush").json()["run"] == run
    stopped = client.post(f"/api/rush/{run['id']}/stop").json()
    assert (stopped["over"], client.post(f"/api/rush/{run['id']}/stop").json()) == (
        "stopped",
        stopped,
    )


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def database(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[str]:
    """A database that persists after the server stops."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
    else:
        yield request.getfixturevalue("postgres")


def test_runs_that_are_started_at_once_are_one_run(database: str, clock: Time) -> None:
    """Eight tabs, on two servers if they share the database, find no run and get the same one."""
    with ExitStack() as opened:
        servers = [opened.enter_context(TestClient(create_app(database)))]
        servers[0].get("/")  # sets the cookie
        if "://" in database:
            app, cookies = create_app(database), dict(servers[0].cookies)
            servers.append(opened.enter_context(TestClient(app, cookies=cookies)))
        everybody = threading.Barrier(8)
        for server in servers:
            dealer = server.app.state.server.rush.dealer  # type: ignore[attr-defined]

            def deal(*asked: Any, deal: Any = dealer.deal) -> Any:
                everybody.wait(60)
                return deal(*asked)

            dealer.deal = deal
        with ThreadPoolExecutor(8) as pool:
            runs = list(pool.map(lambda number: start(servers[number % len(servers)]), range(8)))
        assert len({run["id"] for run in runs}) == 1


def test_a_run_survives_a_restart(database: str, clock: Time) -> None:
    """After a restart, the position is the same, and the clock has kept running."""
    with TestClient(create_app(database, limits=patient(Limits()))) as client:
        run = say(client, start(client), None)
        run = say(client, run, right(run))
        cookies = dict(client.cookies)
    clock.now += 7
    with TestClient(create_app(database, limits=patient(Limits())), cookies=cookies) as client:
        after = client.get("/api/rush").json()["run"]
        assert after == {**run, "seconds_left": run["seconds_left"] - 7}
        assert send(client, {**run, "number": 1}, right(run)).status_code == 412
        run = lose(client, say(client, after, right(after)))
        assert (run["solved"], run["mistakes"], run["over"]) == (2, 3, "mistakes")
        assert client.get("/api/rush").json()["best_ever"] == 2


def test_runs_are_limited_like_games(make_client: Callable[..., TestClient], clock: Time) -> None:
    """For the per-address limits, a new run counts as a new game, and an answer as a move."""
    client = make_client(Limits(new_games=(1, 0.001), moves_together=(2, 0.001)))
    run = start(client)
    assert "too many requests" in detail(client.post("/api/rush"), 429)
    for _ in range(2):
        run = say(client, run, None)
    assert "too many requests" in detail(send(client, run, None), 429)


def test_positions_are_there_at_once(
    make_client: Callable[..., TestClient], clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once positions are prepared, no worker is needed between two positions."""
    client = make_client()
    client.get("/api/rush")
    server = client.app.state.server  # type: ignore[attr-defined]
    server.background.thread.submit(int).result(timeout=60)
    monkeypatch.setattr(server.rush.dealer, "prepare", lambda *_: None)
    monkeypatch.setattr(server.jobs, "ask", lambda *_, **__: pytest.fail("asked a worker"))
    run = start(client)
    for _ in range(5):
        run = say(client, run, right(run))
    assert run["solved"] == 5
