"""Playing over HTTP: games, moves, help, shared boards, and files of finished games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.core.game import Record
from sapper.core.view import View
from sapper.reason.odds import odds
from sapper.review import review
from sapper.review.metrics import game_metrics
from sapper.web.app import Limits
from web.asking import BOARD, cell, detail, new, play
from web.seats import seat_of


def test_a_game_is_won_move_by_move(client: TestClient) -> None:
    """Each answer contains the changed cells. The last answer adds the board and statistics."""
    game = new(client, board=BOARD)
    assert game["rows"] == ["....."] * 3
    answer = play(client, game, "open", cell("E1"))
    assert (answer["opened"], answer["symbols"]) == (10, "10002110" + "10")
    assert answer["end"] is None
    play(client, game, "flag", cell("C3"))
    play(client, game, "open", cell("A2"))
    answer = play(client, game, "open", cell("A3"))
    assert answer["outcome"] == "won"
    assert answer["end"]["answer"] == ["*1000", "12110", "01F10"]
    assert answer["end"]["clicks"] == answer["moves"]
    seen = client.get(f"/api/games/{game['id']}").json()
    assert (seen["outcome"], seen["end"]) == ("won", answer["end"])


def test_a_game_without_guessing_is_won_by_certain_moves(client: TestClient) -> None:
    """From the first cell on, every position has a provably safe cell."""
    for form in ({"no_guess": True}, {"technique": "subset"}):
        game = new(client, level="9x7x12/open", **form)
        assert not game["assisted"]
        play(client, game, "open", 62)
        game = client.get(f"/api/games/{game['id']}").json()
        while game["outcome"] is None:
            view = View.parse("\n".join(["9x7x12/open", *game["rows"]]))
            safe = odds(view).safe
            assert safe
            play(client, game, "open", safe[0])
            game = client.get(f"/api/games/{game['id']}").json()
        assert game["outcome"] == "won"


@pytest.mark.long
def test_the_refusal_of_a_no_guess_board_says_why(client: TestClient) -> None:
    for form, words in (
        ({"level": "9x7x12/any", "no_guess": True}, "its first click is a guess"),
        ({"level": "expert", "technique": "magic"}, "is not a technique"),
        ({"board": BOARD, "no_guess": True}, "only with a level"),
        ({"level": "5x4x1/open", "technique": "chain"}, "such boards are rare"),
    ):
        assert words in detail(client.post("/api/games", json=form), 422)


def test_a_game_is_lost(client: TestClient) -> None:
    """The exploded mine and the wrong flag are shown."""
    game = new(client, board=BOARD)
    play(client, game, "flag", cell("B1"))
    answer = play(client, game, "open", cell("A1"))
    assert answer["outcome"] == "lost"
    assert answer["end"]["answer"] == ["XW...", ".....", "..*.."]
    refused = client.post(f"/api/games/{game['id']}/moves", json={"kind": "open", "cell": 3})
    assert detail(refused, 409) == "the game is over: start a new one"


def test_chord_opens_around_a_number(client: TestClient) -> None:
    """Once a number has all its flags, a chord on it opens the other neighbours."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    assert play(client, game, "chord", cell("B1"))["opened"] == 0
    play(client, game, "flag", cell("A1"))
    answer = play(client, game, "chord", cell("B1"))
    assert (answer["cells"], answer["symbols"]) == ([cell("A2")], "1")


def test_first_move_on_open_level_opens_a_region(client: TestClient) -> None:
    """The board is dealt around the first cell."""
    for _ in range(5):
        game = new(client, level="beginner")
        assert play(client, game, "open", 40)["opened"] >= 4


def test_undo_takes_a_move_back_and_marks_the_game(client: TestClient) -> None:
    """Undo restores the position and counts as help. After the game, undo is refused."""
    game = new(client, level="9x9x10/open")
    play(client, game, "open", 40)
    before = client.get(f"/api/games/{game['id']}").json()
    assert not before["assisted"]
    hidden = "".join(before["rows"]).index(".")
    play(client, game, "flag", hidden)
    undone = client.post(f"/api/games/{game['id']}/undo").json()
    assert undone["rows"] == before["rows"]
    assert undone["assisted"]
    client.post(f"/api/games/{game['id']}/undo")
    assert detail(client.post(f"/api/games/{game['id']}/undo"), 409) == "there is no move to undo"
    lost = new(client, board=BOARD)
    play(client, lost, "open", cell("A1"))
    assert "moves can't be undone" in detail(client.post(f"/api/games/{lost['id']}/undo"), 409)


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"level": "101x5x3"}, 422, "too large for the page"),
        ({"level": "9x9x99"}, 422, "is not possible: it can have 0 to 80 mines"),
        ({"level": "nonsense"}, 422, "'nonsense' is not a level"),
        ({"board": "2x1x1/any\n**"}, 422, "the number of mines is 2, but level 2x1x1/any has 1"),
        ({}, 422, "give exactly one of level, board and share"),
        ({"level": "easy", "extra": 1}, 422, "extra: Extra inputs are not permitted"),
        ({"share": "A" * 16}, 404, "no such shared board"),
    ],
)
def test_bad_games_are_refused_in_one_line(
    client: TestClient, form: dict[str, Any], status: int, words: str
) -> None:
    said = detail(client.post("/api/games", json=form), status)
    assert words in said
    assert "\n" not in said


def test_an_id_that_can_not_exist_is_not_found(client: TestClient) -> None:
    """An impossible id in the address gets a 404 with a plain message."""
    words = "there is nothing at this address: it may be incomplete"
    for path in ("games/zz", "rooms/zz", "rush/zz/missed", "lessons/x"):
        assert detail(client.get(f"/api/{path}"), 404) == words


def test_moves_off_the_board_are_refused(client: TestClient) -> None:
    game = new(client, level="beginner")
    url = f"/api/games/{game['id']}/moves"
    assert "off the board" in detail(client.post(url, json={"kind": "open", "cell": 81}), 422)
    assert detail(client.post(url, json={"kind": "open", "cell": -1}), 422).startswith("cell: ")
    assert detail(client.post(url, json={"kind": "dig", "cell": 1}), 422).startswith("kind: ")


@pytest.mark.parametrize("value", [False, "0", 0.0, [0]])
def test_numbers_are_numbers(client: TestClient, value: object) -> None:
    """Nothing else is taken for a number, although Python takes False for 0."""
    url = f"/api/games/{new(client, level='beginner')['id']}/moves"
    for name in ("cell", "after"):
        move = {"kind": "flag", "cell": 0, name: value}
        assert (
            detail(client.post(url, json=move), 422) == f"{name}: Input should be a valid integer"
        )


def test_games_under_way_are_limited(make_client: Callable[..., TestClient]) -> None:
    """A game above the limit is refused, unless it replaces another game."""
    client = make_client(Limits(running_games=3))
    games = [new(client, level="beginner") for _ in range(3)]
    refused = client.post("/api/games", json={"level": "beginner"})
    assert detail(refused, 429) == ("you have 3 games under way: finish or leave one of them first")
    new(client, level="beginner", replace=games[0]["id"])


def test_another_players_game_does_not_exist(make_client: Callable[..., TestClient]) -> None:
    """A request for another player's game gets the same answer as for a game that doesn't exist."""
    mine = make_client()
    other = TestClient(mine.app)
    game = new(mine, level="beginner")
    url = f"/api/games/{game['id']}"
    never = f"/api/games/{'A' * 24}"
    for path in (url, never):
        assert detail(other.get(path), 404) == "no such game"
        move = {"kind": "open", "cell": 0}
        assert detail(other.post(f"{path}/moves", json=move), 404) == "no such game"
        assert detail(other.post(f"{path}/undo"), 404) == "no such game"
        assert detail(other.get(f"{path}/odds"), 404) == "no such game"


def test_ids_are_long_and_random(client: TestClient) -> None:
    """A game id encodes 18 random bytes, so it can't be guessed."""
    ids = {new(client, level="1x1x0/any")["id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(len(one) == 24 for one in ids)


def test_a_shared_board_can_be_played_by_another(
    make_client: Callable[..., TestClient],
) -> None:
    """A link to a finished game starts a game on the same board. A running game has no link."""
    mine = make_client()
    other = TestClient(mine.app)
    game = new(mine, level="beginner")
    play(mine, game, "open", 40)
    assert "share" not in mine.get(f"/api/games/{game['id']}").text
    assert mine.post(f"/api/games/{game['id']}/leave").status_code == 204
    end = mine.get(f"/api/games/{game['id']}").json()["end"]
    theirs = new(other, share=end["share"])
    assert not theirs["assisted"], "only help in this game is known"
    assert new(mine, share=end["share"])["assisted"]
    assert theirs["rows"][4][4] == "+"
    other.post(f"/api/games/{theirs['id']}/moves", json={"kind": "open", "cell": 40})
    other.post(f"/api/games/{theirs['id']}/leave")
    ended = other.get(f"/api/games/{theirs['id']}").json()["end"]
    assert [r.replace("F", "*") for r in ended["answer"]] == end["answer"]


def test_a_game_given_up_ends_at_the_time_on_its_clock(client: TestClient) -> None:
    """Not at the time of its last move, which may be long ago."""
    game = new(client, level="beginner")
    play(client, game, "open", 40)
    seat = seat_of(client, game["id"])
    seat.clock.stop(45_000)
    shown = seat.game.elapsed
    client.post(f"/api/games/{game['id']}/leave")
    assert client.get(f"/api/games/{game['id']}").json()["elapsed"] == shown > 40_000


def test_a_shared_board_tells_the_same_cells(make_client: Callable[..., TestClient]) -> None:
    """The rule `given` reveals the same cells on the shared board and in its files."""
    mine = make_client()
    other = TestClient(mine.app)
    game = new(mine, level="7x5x8/given")
    cells = "".join(game["rows"])
    assert cells.count("+") == 6
    play(mine, game, "open", cells.index("+"))
    mine.post(f"/api/games/{game['id']}/leave")
    end = mine.get(f"/api/games/{game['id']}").json()["end"]
    assert new(other, share=end["share"])["rows"] == game["rows"]
    board = mine.get(f"/api/games/{game['id']}/files/board.txt").text
    assert new(other, board=board)["rows"] == game["rows"]


def test_help_marks_the_game_as_assisted(client: TestClient) -> None:
    """Hints, odds and "May I guess?" all count as help."""
    for path, form in (("hint", {"tier": 1}), ("odds", None), ("guess", None)):
        game = new(client, level="beginner")
        play(client, game, "open", 40)
        url = f"/api/games/{game['id']}/{path}"
        response = client.post(url, json=form) if form else client.get(url)
        assert response.status_code == 200, response.text
        assert client.get(f"/api/games/{game['id']}").json()["assisted"], path


def test_may_i_guess_is_answered(client: TestClient) -> None:
    """The answer to "May I guess?" is yes if no cell is provably safe, and otherwise no."""
    game = new(client, board="3x1x1/any\n.1*")
    play(client, game, "open", 1)
    answer = client.get(f"/api/games/{game['id']}/guess").json()
    assert (answer["allowed"], answer["risk"]) == (True, 0.5)
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    assert client.get(f"/api/games/{game['id']}/guess").json()["allowed"] is False


@pytest.mark.parametrize("rule", ["safe", "open"])
def test_before_the_first_move_help_says_that_the_first_click_is_safe(
    client: TestClient, rule: str
) -> None:
    """Before the first move, hints and odds promise a safe first click and don't count as help."""
    game = new(client, level=f"9x8x10/{rule}")
    url = f"/api/games/{game['id']}"
    play(client, game, "flag", 3)
    first = {"safe": "is safe", "open": "opens an area"}[rule]
    promise = f"Nothing is open yet. The first click {first}, wherever it is."
    for tier in (1, 4, 5):
        push = client.post(f"{url}/hint", json={"tier": tier}).json()
        assert push["words"].startswith(promise)
        assert (push["risk"], push["cell"], push["first_is_safe"]) == (None, None, True)
    chances = client.get(f"{url}/odds").json()
    assert chances["words"].startswith(promise)
    assert chances["odds"] == [[None] * 9] * 8
    assert (chances["risk"], chances["safest"], chances["first_is_safe"]) == (0, None, True)
    guess = client.get(f"{url}/guess").json()
    assert guess["words"].startswith(promise)
    assert (guess["allowed"], guess["risk"]) == (False, 0)
    assert not client.get(url).json()["assisted"]
    play(client, game, "open", 40)
    assert client.get(f"{url}/odds").json()["first_is_safe"] is False
    assert client.get(url).json()["assisted"]


def test_before_the_first_move_of_rule_any_odds_are_help(client: TestClient) -> None:
    """Under the rule `any`, the first cell may be a mine, so asking for its risk counts as help."""
    game = new(client, level="9x8x10/any")
    url = f"/api/games/{game['id']}"
    assert client.get(f"{url}/odds").json()["risk"] == pytest.approx(10 / 72)
    assert client.get(url).json()["assisted"]


def test_certain_mines_are_flagged_and_that_is_help(client: TestClient) -> None:
    """Only provable mines are flagged, and only once."""
    game = new(client, board="5x3x2/any\n*1000\n12110\n01*10\n")
    path = f"/api/games/{game['id']}/flags"
    answer = client.post(path).json()
    assert (answer["cells"], answer["moves"]) == ([], 0)
    play(client, game, "open", 4)
    answer = client.post(path).json()
    assert answer["symbols"] == "F" * answer["flags"] == "F" * len(answer["cells"])
    assert cell("C3") in answer["cells"]
    assert set(answer["cells"]) <= {cell("A1"), cell("C3")}
    assert client.post(path).json()["cells"] == []
    assert client.get(f"/api/games/{game['id']}").json()["assisted"]
    client.post(f"/api/games/{game['id']}/leave")
    assert "over" in detail(client.post(path), 409)


def test_files_of_a_game_over(client: TestClient) -> None:
    """The board, record and replay are available after the game, the position at any time."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    base = f"/api/games/{game['id']}/files"
    assert client.get(f"{base}/position.txt").text.splitlines()[1] == ".1000"
    for name in ("board.txt", "board.mbf", "record.txt", "replay.rawvf"):
        assert "secret until the game is over" in detail(client.get(f"{base}/{name}"), 409)
    play(client, game, "open", cell("A1"))
    assert client.get(f"{base}/board.txt").text == BOARD.lstrip()
    assert "outcome: lost" in client.get(f"{base}/record.txt").text
    mbf = client.get(f"{base}/board.mbf").content
    assert mbf.hex(" ") == "05 03 00 02 00 00 02 02"
    assert "Events:\n0.000 lc 5 1 (72 8)\n" in client.get(f"{base}/replay.rawvf").text
    noun = client.post("/api/read", content=mbf).json()
    assert (noun["kind"], noun["text"]) == ("board", BOARD.lstrip())


def test_metrics_of_a_game_over(client: TestClient) -> None:
    """A game's statistics match those of `sapper stats`, and are secret until the game ends."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    path = f"/api/games/{game['id']}/metrics"
    assert "secret until the game is over" in detail(client.get(path), 409)
    play(client, game, "open", cell("A1"))
    found = client.get(path).json()
    assert (found["outcome"], found["left"], found["effective"], found["solved_three_bv"]) == (
        "lost",
        2,
        1,
        1,
    )
    record = Record.parse(client.get(f"/api/games/{game['id']}/files/record.txt").text)
    assert found == game_metrics(record).to_json()


def test_a_game_over_is_reviewed(client: TestClient) -> None:
    """The review is the same as in `sapper review --json`, and secret until the game ends."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    path = f"/api/games/{game['id']}/review"
    assert "secret until the game is over" in detail(client.get(path), 409)
    play(client, game, "open", cell("A1"))
    found = client.get(path).json()
    record = client.get(f"/api/games/{game['id']}/files/record.txt").text
    assert found == review(Record.parse(record), 0.1).to_json()
    assert (found["end"], len(found["moves"])) == (0.0, 2)
    assert client.post("/api/review", content=record.encode()).json() == found


@pytest.mark.parametrize("created", [-1.0, -86_400_000.5, 0.0])
@pytest.mark.parametrize("name", ["replay.evf", "replay.rawvf"])
def test_a_replay_of_a_time_before_1970_has_no_date(
    client: TestClient, created: float, name: str
) -> None:
    """If the machine's clock is wrong, the replay file can still be read."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("A1"))
    seat = seat_of(client, game["id"])
    seat.row = replace(seat.row, created=created)
    file = client.get(f"/api/games/{game['id']}/files/{name}")
    assert file.status_code == 200
    assert client.post("/api/read", content=file.content).json()["kind"] == "record"
