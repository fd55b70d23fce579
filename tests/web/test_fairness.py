"""Fairness: one client's requests don't stop other clients from playing, watching and asking.

Gated workers let the tests say when a task ends, so nothing depends on how long tasks take.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from processes import wait_for
from sapper.web import process_pool
from sapper.web.app import Limits
from sapper.web.guard import FairQueue
from sapper.web.job_queue import Background
from web.worker_code import running

MANY, ONE = "5x3x2/any", "6x3x2/any"
"""the levels of the positions that the client with many questions and another client send"""

# A worker whose tasks call the test when they begin, and wait until the test hangs up. Then they
# take some time, so that the server knows which client has used more.
GATED = """
import socket, time
from sapper.web.tasks import STREAMS, TASKS

def wait(name):
    with socket.create_connection(("127.0.0.1", {port})) as gate:
        gate.sendall(name.encode() + b"\\n")
        gate.recv(1)
    time.sleep(0.02)

def analyse(position, do=TASKS["analyse"]):
    wait(position.split()[0])
    return do(position)

def watch(seed, do=STREAMS["watch"], **asked):
    wait(str(seed))
    yield from do(seed=seed, **asked)

TASKS["analyse"] = analyse
STREAMS["watch"] = watch
"""


class Gate:
    """Where the tasks of gated workers wait."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        server.settimeout(60)
        self.code = GATED.format(port=server.getsockname()[1])

    def begun(self) -> tuple[str, socket.socket]:
        """The name of the next task that begins, and the connection on which it waits."""
        line, _ = self._server.accept()
        line.settimeout(60)
        with line.makefile() as lines:
            return lines.readline().strip(), line

    def let_pass(self, tasks: int) -> list[str]:
        """The names of the next tasks, which do not have to wait."""
        names = []
        for _ in range(tasks):
            name, line = self.begun()
            line.close()
            names.append(name)
        return names


@pytest.fixture(scope="module")
def open_gate() -> Iterator[Gate]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield Gate(server)


@pytest.fixture
def gate(open_gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """A gate for the tasks of all workers that start in this test."""
    monkeypatch.setattr(process_pool, "WORK", running(open_gate.code))
    return open_gate


def position(level: str) -> dict[str, str]:
    return {"position": f"{level}\n" + f"{'.' * int(level[0])}\n" * 3}


def from_afar(client: TestClient) -> TestClient:
    """A client of the same server at another address."""
    return TestClient(client.app, client=("192.0.2.7", 50000))


def test_the_client_that_used_least_comes_first(
    make_client: Callable[..., TestClient], gate: Gate
) -> None:
    """A client's first question does not wait for all the questions of another client."""
    client = make_client(Limits(workers=1, asking=6))
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(client.post, "/api/analyse", json=position(MANY)) for _ in range(7)]
        _, line = gate.begun()
        # One question too many is refused, so the other five are waiting.
        (refused,) = wait(asked, 60, FIRST_COMPLETED).done
        assert refused.result().status_code == 429
        asked.append(pool.submit(from_afar(client).post, "/api/analyse", json=position(ONE)))
        line.close()
        order = gate.let_pass(6)
        answers = sorted(one.result(60).status_code for one in asked)
    # It may arrive too late for the first turn.
    assert order.index(ONE) <= 1
    assert answers == [200] * 7 + [429]


def test_a_client_that_waits_too_long_is_refused_and_forgotten(
    make_client: Callable[..., TestClient], gate: Gate
) -> None:
    """A client that waits too long is refused, and its place in the queue becomes free."""
    client = make_client(Limits(workers=1))
    client.app.state.server.jobs.patience = 0.05  # type: ignore[attr-defined]
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.post, "/api/analyse", json=position(MANY))
        _, line = gate.begun()
        refused = from_afar(client).post("/api/analyse", json=position(ONE))
        assert refused.status_code == 429
        assert refused.json()["detail"] == "too many analyses at once: try again in a moment"
        line.close()
        assert first.result(60).status_code == 200
        last = pool.submit(client.post, "/api/analyse", json=position(MANY))
        assert gate.let_pass(1) == [MANY]
        assert last.result(60).status_code == 200


@pytest.mark.process  # starts 40 workers; test_limits.py has a test with two
def test_moves_have_threads_of_their_own(
    make_client: Callable[..., TestClient], gate: Gate
) -> None:
    """A move is answered even if analyses use all the threads for requests."""
    threads = 40  # for requests
    client = make_client(Limits(workers=threads, asking=threads, asking_together=threads))
    game = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
    with ThreadPoolExecutor(threads + 2) as pool, ExitStack() as held:
        asked = [
            pool.submit(client.post, "/api/analyse", json=position(MANY)) for _ in range(threads)
        ]
        for _ in range(threads):
            held.enter_context(closing(gate.begun()[1]))
        move = {"kind": "flag", "cell": 3}
        path = f"/api/games/{game}/moves"
        assert pool.submit(client.post, path, json=move).result(60).json()["moves"] == 1
        with client.websocket_connect("/api/play") as socket:
            socket.send_json({"game": game, **move})
            assert pool.submit(socket.receive_json).result(60)["moves"] == 2
        held.close()
        assert {one.result(60).status_code for one in asked} == {200}


def test_histories_and_exports_are_metered(make_client: Callable[..., TestClient]) -> None:
    """Histories and exports have separate limits, and other addresses are not affected."""
    client = make_client(Limits(looking_back=(2.5, 0.001), exports=(1, 0.001)))
    other = from_afar(client)
    for path, most in (("/api/history", 2), ("/api/export", 1)):
        answers = [client.get(path).status_code for _ in range(most + 1)]
        assert answers == [200] * most + [429]
        assert other.get(path).status_code == 200


def test_histories_of_one_client_do_not_hold_up_another() -> None:
    """While many histories of one client wait, another client's first one comes next."""

    async def visit() -> None:
        turns = FairQueue(1)
        order = []

        async def read(client: str) -> None:
            async with turns.one_async(client):
                order.append(client)
                await asyncio.sleep(0)

        with turns.slot("many"):  # the first slot was used long enough to count
            turns.wait("many")
            turns._usage.add("many", 1.0)
            reading = [asyncio.create_task(read("many")) for _ in range(5)]
            await asyncio.sleep(0)
            gone = asyncio.create_task(read("gone"))
            reading.append(asyncio.create_task(read("one")))
            await asyncio.sleep(0)
            gone.cancel()
        await asyncio.gather(*reading)
        assert order == ["one", *["many"] * 5]

    asyncio.run(visit())


def test_work_in_the_background_is_shared_out_by_client() -> None:
    """One client's work does not wait for all the work that another client has asked for before."""
    background = Background()
    begun, go_on = threading.Event(), threading.Event()
    order: list[str] = []

    def first() -> None:
        begun.set()
        assert go_on.wait(60)

    def fail() -> None:
        order.append("one")
        raise ValueError("a failure ends only this piece of work")

    held = background.submit("many", first)
    assert begun.wait(60)
    many = [background.submit("many", lambda: order.append("many")) for _ in range(40)]
    one = background.submit("one", fail)
    background._usage.add("many", 1.0)
    go_on.set()
    wait([held, *many, one], 60)
    assert order == ["one", *["many"] * 40]
    background.close()


def test_closing_drops_the_work_that_waits() -> None:
    """Nobody waits for work that is not begun when the server stops."""
    background = Background()
    begun, go_on = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        assert go_on.wait(60)

    held = background.submit("one", first)
    assert begun.wait(60)
    dropped = background.submit("one", lambda: pytest.fail("it was begun"))
    closing = threading.Thread(target=background.close)
    closing.start()
    assert wait([dropped], 60).done == {dropped}
    assert dropped.cancelled()
    go_on.set()
    closing.join(60)
    assert held.done()


# A worker that gives away which games it has exported.
ELSEWHERE = """
from sapper.web.tasks import TASKS
TASKS["records"] = lambda games: [f"by a worker: {one['level']}" for one in games]
"""


def test_an_export_is_made_by_a_worker(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker replays the games, so the export loads no games into the server's memory."""
    monkeypatch.setattr(process_pool, "WORK", running(ELSEWHERE))
    client = make_client()
    for rows in (3, 4):
        game = client.post("/api/games", json={"level": f"5x{rows}x4/safe"}).json()["id"]
        client.post(f"/api/games/{game}/moves", json={"kind": "open", "cell": 2})
        client.post(f"/api/games/{game}/leave")
    answer = client.get("/api/export")
    records = [game["record"] for game in answer.json()["games"]]
    assert records == ["by a worker: 5x4x4/safe", "by a worker: 5x3x4/safe"]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="sapper-games.json"'


def test_the_files_of_a_game_are_made_by_a_worker(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making a file of a long game takes seconds, in which the server has to answer moves."""
    by_a_worker = 'TASKS["file"] = lambda name, **_: f"{name} by a worker"'
    code = f"from sapper.web.tasks import TASKS\n{by_a_worker}\n"
    monkeypatch.setattr(process_pool, "WORK", running(code))
    client = make_client()
    game = client.post("/api/games", json={"level": "5x3x4/safe"}).json()["id"]
    client.post(f"/api/games/{game}/moves", json={"kind": "open", "cell": 2})
    client.post(f"/api/games/{game}/leave")
    for name in ("replay.rawvf", "replay.evf", "board.mbf"):
        answer = client.get(f"/api/games/{game}/files/{name}")
        assert answer.text == f"{name} by a worker"


# -- watching -------------------------------------------------------------------------------


@contextmanager
def at(client: TestClient, address: str) -> Iterator[None]:
    """Give the websockets that this client opens another address."""
    transport: Any = client._transport
    usual, transport.client = transport.client, (address, 50000)
    yield
    transport.client = usual


@contextmanager
def watching(client: TestClient, seed: int = 3) -> Iterator[Any]:
    """A websocket that watches a game with more frames than the server sends at first."""
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json({"level": "16x9x20/given", "agents": ["rules"], "seed": seed})
        assert socket.receive_json()["seed"] == seed
        yield socket


def frames(socket: Any, count: int) -> list[Any]:
    """The next frames."""
    found = []
    for _ in range(count):
        message = socket.receive_json()
        assert "frame" in message, message
        found.append(message)
    return found


def test_idle_watchers_give_way_and_go_on_where_they_were(
    make_client: Callable[..., TestClient],
) -> None:
    """Two idle viewers hold all seats. A third viewer gets a seat, and the first can continue."""
    client = make_client(Limits(watched=2, step_seconds=300))
    with watching(client) as socket:
        socket.send_json({"more": 10})
        whole = frames(socket, 30)

    def third_is_seated() -> bool:
        with watching(client, 5) as third:
            return "frame" in third.receive_json()

    with watching(client) as first, watching(client, 4) as second:
        begun = frames(first, 20)
        frames(second, 20)
        # A viewer is idle soon after its last frame.
        assert wait_for(third_is_seated)
        first.send_json({"more": 10})
        assert begun + frames(first, 10) == whole


def test_places_are_shared_out_by_address(
    make_client: Callable[..., TestClient], gate: Gate
) -> None:
    """If no viewer is idle, a newcomer takes a seat from the address with the most seats.

    The address that loses a seat must have at least two more than the newcomer's address.
    """
    client = make_client(Limits(watched=4, watching=9, step_seconds=300))
    seats: dict[str, socket.socket] = {}
    with ExitStack() as stack:

        def newcomer(name: str, address: str) -> Any:
            """Ask to watch the game with this number, and return the viewer's websocket."""
            with at(client, address):
                return stack.enter_context(watching(client, int(name)))

        def seated(name: str, address: str) -> Any:
            viewer = newcomer(name, address)
            begun, line = gate.begun()
            assert begun == name
            seats[name] = stack.enter_context(closing(line))
            return viewer

        viewers = {name: seated(name, "192.0.2.1") for name in ("1", "2", "3")}
        seated("4", "192.0.2.2")
        assert newcomer("5", "192.0.2.1").receive_json()["status"] == 429
        for name, address, loser in (("6", "192.0.2.2", "3"), ("7", "192.0.2.3", "2")):
            seated(name, address)
            assert seats[loser].recv(1) == b"", "its worker has ended"
            # With one more seat, this address would have as many as any other or more.
            assert viewers[loser].receive_json()["status"] == 429


def test_silent_websockets_are_closed(make_client: Callable[..., TestClient]) -> None:
    """An idle websocket is closed. The page reconnects when necessary."""
    client = make_client(Limits(idle_seconds=0.2))
    client.post("/api/games", json={"level": "easy"})
    for path in ("/api/play", "/api/watch", "/api/measure"):
        with client.websocket_connect(path) as socket, pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_websockets_of_all_are_limited(make_client: Callable[..., TestClient]) -> None:
    """Above the limit a websocket is refused, but moves can still be sent over HTTP."""
    client = make_client(Limits(playing_all=1))
    game = client.post("/api/games", json={"level": "easy"}).json()["id"]
    with client.websocket_connect("/api/play"), client.websocket_connect("/api/play") as second:
        assert second.receive_json()["status"] == 429
    answer = client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": 3})
    assert answer.status_code == 200
