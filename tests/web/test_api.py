"""The API: what a client can do, and what it is refused."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from jsoncheck import Checker
from mutations import SAMPLES, folder
from sapper.explain import explain, hint
from sapper.game import Record
from sapper.grid import SapperError
from sapper.metrics import measure
from sapper.odds import numbers, odds
from sapper.review import review
from sapper.value import value
from sapper.view import View
from sapper.web import staff
from sapper.web.app import Limits
from test_view import checkerboard

BOARD = """
5x3x2/any
*1000
12110
01*10
"""

POSITION = """
5x3x2
.....
11111
00000
"""

CONTRADICTION = """
4x2x1
1..1
1..1
"""


def cell(name: str, width: int = 5) -> int:
    """The cell of a name."""
    return (int(name[1:]) - 1) * width + ord(name[0]) - ord("A")


def new(client: TestClient, **form: Any) -> dict[str, Any]:
    """A new game."""
    response = client.post("/api/games", json=form)
    assert response.status_code == 201, response.text
    game: dict[str, Any] = response.json()
    return game


def play(client: TestClient, game: dict[str, Any], kind: str, where: int) -> dict[str, Any]:
    """A move and its answer."""
    move = {"kind": kind, "cell": where}
    response = client.post(f"/api/games/{game['id']}/moves", json=move)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def detail(response: Any, status: int) -> str:
    """The words of a refusal."""
    assert response.status_code == status, response.text
    words: str = response.json()["detail"]
    return words


def test_a_game_is_won_move_by_move(client: TestClient) -> None:
    """Each answer holds only what changed; the last one the board and its statistics."""
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
    """From the told cell on, a safe cell is certain in every position."""
    for form in ({"no_guess": True}, {"technique": "subset"}):
        game = new(client, level="9x7x12/open", **form)
        assert not game["assisted"]
        assert "".join(game["rows"]).count("+") == 1
        while game["outcome"] is None:
            view = View.parse("\n".join(["9x7x12/open", *game["rows"]]))
            safe = odds(view).safe
            assert safe
            play(client, game, "open", safe[0])
            game = client.get(f"/api/games/{game['id']}").json()
        assert game["outcome"] == "won"


def test_boards_without_guessing_that_can_not_be_had(client: TestClient) -> None:
    """One line says why not."""
    for form, words in (
        ({"level": "9x7x12/any", "no_guess": True}, "its first click is a guess"),
        ({"level": "expert", "technique": "magic"}, "is not a technique"),
        ({"board": BOARD, "no_guess": True}, "about the board of a level"),
        ({"level": "30x16x170/open", "technique": "told"}, "they are rare"),
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
    """With its flags set, a chord opens the other neighbours."""
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
    """After undo the game is as before the move, but assisted; nothing is undone after the end."""
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
    assert "mines have been shown" in detail(client.post(f"/api/games/{lost['id']}/undo"), 409)


def test_help_marks_the_game_as_assisted(client: TestClient) -> None:
    """Hint, odds and the question about guessing all count as help."""
    for path, form in (("hint", {"tier": 1}), ("odds", None), ("guess", None)):
        game = new(client, level="beginner")
        play(client, game, "open", 40)
        url = f"/api/games/{game['id']}/{path}"
        response = client.post(url, json=form) if form else client.get(url)
        assert response.status_code == 200, response.text
        assert client.get(f"/api/games/{game['id']}").json()["assisted"], path


def test_hints_have_five_tiers(client: TestClient) -> None:
    """Each tier says more than the one before."""
    hints = [client.post("/api/hint", json={"position": POSITION, "tier": t}) for t in range(1, 6)]
    one, two, three, four, five = (response.json() for response in hints)
    assert one["certain"]
    assert (one["region"], one["clues"], one["cell"]) == ([], [], None)
    assert (bool(two["region"]), two["clues"], two["cell"]) == (True, [], None)
    assert (three["clues"], three["cell"]) == (["A2", "B2"], None)
    assert (four["cell"], four["reason"]) == ("C1", None)
    last = five["reason"]["steps"][-1]
    assert last["fact"] == {"cells": ["C1"], "least": 0, "most": 0}
    assert five["reason"]["proof"][-1]["clause"] == "¬C1"


def test_may_i_guess_is_answered(client: TestClient) -> None:
    """Yes when nothing is certain, no when something is."""
    game = new(client, board="3x1x1/any\n.1*")
    play(client, game, "open", 1)
    answer = client.get(f"/api/games/{game['id']}/guess").json()
    assert (answer["allowed"], answer["risk"]) == (True, 0.5)
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    assert client.get(f"/api/games/{game['id']}/guess").json()["allowed"] is False


def test_a_position_is_analysed(client: TestClient) -> None:
    """Certain cells, odds and words."""
    answer = client.post("/api/analyse", json={"position": POSITION}).json()["odds"]
    assert (answer["safe"], answer["mines"]) == (["C1"], [])
    assert answer["odds"][0] == [0.5, 0.5, 0.0, 0.5, 0.5]
    assert answer["words"] == "2 boards fit; 1 cell is certainly safe. You don't have to guess."


def test_a_contradiction_names_its_clues(client: TestClient) -> None:
    """No odds then, but the clues in conflict."""
    answer = client.post("/api/analyse", json={"position": CONTRADICTION}).json()
    assert answer["odds"] is None
    assert len(answer["conflict"]["clues"]) == 2
    assert answer["conflict"]["words"].endswith(" can't both be right with 1 mine on the board.")


def test_a_certain_cell_is_explained(client: TestClient) -> None:
    """Clues, sentences with what to look at, a proof; or else a board for either case."""
    answer = client.post("/api/explain", json={"position": POSITION, "cell": "C1"}).json()
    assert (answer["claim"], answer["clues"]) == ("safe", ["A2", "B2"])
    assert answer["steps"][0]["words"].startswith("The 1 at A2 has exactly 1 mine")
    assert answer["steps"][0]["fact"]["cells"] == ["C1"]
    assert answer["steps"][0]["clues"] == ["A2", "B2"]
    open_question = client.post("/api/explain", json={"position": POSITION, "cell": "A1"}).json()
    assert (open_question["claim"], open_question["risk"]) == (None, 0.5)
    assert "A1" in open_question["with_mine"]
    assert "A1" not in open_question["when_safe"]
    off = client.post("/api/explain", json={"position": POSITION, "cell": "Z9"})
    assert "cells are A1 to E3" in detail(off, 422)


def test_what_a_cell_may_show_is_exact(client: TestClient) -> None:
    """By counting all 12 boards that fit, here one by one; not by a sample of them."""
    position = "5x2x2/any\n1....\n1....\n"
    answer = client.post("/api/numbers", json={"position": position, "cell": "E1"}).json()
    boards = [(a, b) for a in (1, 6) for b in (2, 3, 4, 7, 8, 9)]
    shown = [sum(cell in board for cell in (3, 8, 9)) for board in boards if 4 not in board]
    assert answer["boards"] is None
    assert answer["risk"] == pytest.approx(2 / len(boards))
    expected = [shown.count(number) / len(boards) for number in range(9)]
    assert answer["chances"] == pytest.approx(expected)


@pytest.mark.parametrize("rule", ["safe", "open"])
def test_before_the_first_move_help_says_that_the_first_click_is_safe(
    client: TestClient, rule: str
) -> None:
    """No risk is claimed, nothing is told, and so the game is not assisted."""
    game = new(client, level=f"9x8x10/{rule}")
    url = f"/api/games/{game['id']}"
    play(client, game, "flag", 3)
    promise = f"Nothing is open yet: by rule {rule}, the first click is safe anywhere"
    for tier in (1, 4, 5):
        push = client.post(f"{url}/hint", json={"tier": tier}).json()
        assert push["words"].startswith(promise)
        assert (push["risk"], push["cell"], push["first_is_safe"]) == (None, None, True)
    chances = client.get(f"{url}/odds").json()
    assert chances["words"].startswith(promise)
    assert chances["odds"] == [[None] * 9] * 8
    assert (chances["risk"], chances["safest"], chances["first_is_safe"]) == (0, None, True)
    guess = client.get(f"{url}/guess").json()
    assert guess["words"].startswith(f"You don't have to. {promise}")
    assert (guess["allowed"], guess["risk"]) == (False, 0)
    assert not client.get(url).json()["assisted"]
    play(client, game, "open", 40)
    assert client.get(f"{url}/odds").json()["first_is_safe"] is False
    assert client.get(url).json()["assisted"]


def test_before_the_first_move_of_rule_any_odds_are_help(client: TestClient) -> None:
    """The first cell may be a mine there: its risk is told, and the game is assisted."""
    game = new(client, level="9x8x10/any")
    url = f"/api/games/{game['id']}"
    assert client.get(f"{url}/odds").json()["risk"] == pytest.approx(10 / 72)
    assert client.get(url).json()["assisted"]


def test_odds_know_what_a_shared_board_promises(client: TestClient) -> None:
    """By rule open no mine is around the marked cell; by rule safe that is not promised."""
    for rule, around in (("open", 0), ("safe", 3 / 19)):
        position = f"5x4x3/{rule}\n.....\n.+...\n.....\n.....\n"
        risks = client.post("/api/analyse", json={"position": position}).json()["odds"]["odds"]
        assert (risks[1][1], risks[2][2]) == (0, pytest.approx(around))


def test_the_value_of_moves_is_exact_where_few_boards_are_left(client: TestClient) -> None:
    """The best strategy's wins, and the moves best first."""
    position = "4x3x4/any\n..2.\n..3.\n....\n"
    answer = client.post("/api/value", json={"position": position}).json()
    assert (answer["exact"], answer["error"], answer["boards"]) == (True, 0, 54)
    assert answer["win"] == pytest.approx(26 / 54)
    assert answer["words"] == (
        "48.1% to win, exactly: the best strategy wins on 26 of the 54 boards that fit. "
        "The best cell to open is A1, and none is safer."
    )
    wins = [move["win"] for move in answer["moves"]]
    assert wins == sorted(wins, reverse=True)
    assert (answer["moves"][0]["cell"], wins[0]) == ("A1", answer["win"])
    assert answer["certain"] is False


def test_the_best_cell_is_told_from_the_safest(client: TestClient) -> None:
    """Where another cell than the safest wins more, each is called what it is."""
    position = "6x2x4/any\n..2111\n...1..\n"
    chances = client.post("/api/analyse", json={"position": position}).json()["odds"]
    assert (chances["safest"], chances["risk"]) == ("E2", pytest.approx(1 / 3))
    assert "best" not in chances["words"]
    worth = client.post("/api/value", json={"position": position}).json()
    assert worth["moves"][0]["cell"] == "A1"
    assert worth["words"].endswith(
        "The best cell to open is A1, with a 50.0% chance of being a mine; "
        "the safest is E2, with 33.3%."
    )


def test_the_value_of_moves_is_estimated_elsewhere(client: TestClient) -> None:
    """With its error; the same position has the same value, whoever asks and however often."""
    question = {"position": "expert\n" + f"{'.' * 30}\n" * 16}
    question["position"] = question["position"].replace("expert", "30x16x99/any")
    answer = client.post("/api/value", json=question).json()
    assert answer["exact"] is False
    assert 0 < answer["error"] < 0.05 < answer["win"] < 0.6
    assert "% to win: estimated on 300 boards that fit" in answer["words"]
    assert client.post("/api/value", json=question).json() == answer


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("9x9x10/open\n" + "." * 9 + "\n" + ("." * 9 + "\n") * 8, "nothing is open yet"),
        (CONTRADICTION, "contradictory position"),
        ("100x100x2000/any\n" + ("." * 100 + "\n") * 100, "too large for a value: 10000 cells"),
    ],
)
def test_where_nothing_can_be_said_a_line_says_so(
    client: TestClient, position: str, words: str
) -> None:
    """Of the value: before the first move, without a board that fits, and of too large boards."""
    assert words in detail(client.post("/api/value", json={"position": position}), 422)


@pytest.mark.parametrize(
    ("position", "win", "moves", "words"),
    [
        ("2x1x1/any\n1.\n", 1, [], "Nothing is left to open: only mines are hidden."),
        ("3x2x0/any\n0..\n0..\n", 1, ["B1", "C1", "B2", "C2"], "A certain win: the"),
        (POSITION, 0.5, ["C1"], "Open what is safe first: it costs nothing."),
    ],
)
def test_the_value_when_something_is_certain(
    client: TestClient, position: str, win: float, moves: list[str], words: str
) -> None:
    """The moves are all that are certainly safe; a single board that fits is won."""
    answer = client.post("/api/value", json={"position": position}).json()
    assert (answer["win"], [move["cell"] for move in answer["moves"]]) == (win, moves)
    assert words in answer["words"]
    assert answer["certain"] is bool(moves)


def test_the_api_gives_the_forms_of_the_library(client: TestClient) -> None:
    """What is answered about a position is what docs/json.md says, to the last digit."""
    view = View.parse(POSITION)
    toss = View.parse("3x2x1/any\n.1.\n.1.\n")

    def asked(name: str, view: View, **more: Any) -> Any:
        answer = client.post(f"/api/{name}", json={"position": str(view), **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    for one in (view, toss):
        assert asked("analyse", one) == {"odds": odds(one).to_json(one), "conflict": None}
        assert asked("value", one) == value(one, 0.3).to_json(one)
        assert asked("explain", one) == explain(one).to_json()
        assert asked("numbers", one, cell="A1") == numbers(one, 0).to_json(one.grid)
        for tier in range(1, 6):
            assert asked("hint", one, tier=tier) == hint(one, tier).to_json(one.grid)
    contradiction = client.post("/api/analyse", json={"position": CONTRADICTION}).json()
    checker = Checker()
    for form in (asked("analyse", view), contradiction):
        checker.noun("Analysis", form)


def test_files_of_a_game_over(client: TestClient) -> None:
    """The board, record and replay are given when the game is over, the position at any time."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    base = f"/api/games/{game['id']}/files"
    assert client.get(f"{base}/position.txt").text.splitlines()[1] == ".1000"
    for name in ("board.txt", "board.mbf", "record.txt", "replay.rawvf"):
        assert "under way" in detail(client.get(f"{base}/{name}"), 409)
    play(client, game, "open", cell("A1"))
    assert client.get(f"{base}/board.txt").text == BOARD.lstrip()
    assert "outcome: lost" in client.get(f"{base}/record.txt").text
    mbf = client.get(f"{base}/board.mbf").content
    assert mbf.hex(" ") == "05 03 00 02 00 00 02 02"
    assert "Events:\n0.000 lc 5 1 (72 8)\n" in client.get(f"{base}/replay.rawvf").text
    noun = client.post("/api/read", content=mbf).json()
    assert (noun["kind"], noun["text"]) == ("board", BOARD.lstrip())


def test_metrics_of_a_game_over(client: TestClient) -> None:
    """As `sapper stats` says them; not before the game is over."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    path = f"/api/games/{game['id']}/metrics"
    assert "under way" in detail(client.get(path), 409)
    play(client, game, "open", cell("A1"))
    found = client.get(path).json()
    assert (found["outcome"], found["left"], found["effective"], found["solved_three_bv"]) == (
        "lost",
        2,
        1,
        1,
    )
    record = Record.parse(client.get(f"/api/games/{game['id']}/files/record.txt").text)
    assert found == measure(record).to_json()


def test_a_game_over_is_reviewed(client: TestClient) -> None:
    """As `sapper review --json` says it; not before the game is over."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    path = f"/api/games/{game['id']}/review"
    assert "under way" in detail(client.get(path), 409)
    play(client, game, "open", cell("A1"))
    found = client.get(path).json()
    record = client.get(f"/api/games/{game['id']}/files/record.txt").text
    assert found == review(Record.parse(record), 0.1).to_json()
    assert (found["outcome"], len(found["moves"])) == (0.0, 2)
    assert client.post("/api/review", content=record.encode()).json() == found


def test_files_are_reviewed_up_to_where_they_are_wrong(client: TestClient) -> None:
    """A replay of another program; one that is cut off only on request; what is no game never."""
    data = (SAMPLES / "custom.avf").read_bytes()
    whole = client.post("/api/review", content=data).json()
    assert whole["outcome"] == 1.0
    short = data[: len(data) // 2]
    assert "cut short" in detail(client.post("/api/review", content=short), 422)
    part = client.post("/api/review?partial=true", content=short).json()
    assert part["moves"] == whole["moves"][: len(part["moves"])] or part["outcome"] < 1.0
    assert "no game" in detail(client.post("/api/review", content=BOARD.encode()), 422)


def test_files_and_links_of_other_programs_are_read(client: TestClient) -> None:
    """A replay, a link, a game id; a position that contradicts itself is shown, too."""

    def noun(data: bytes) -> dict[str, Any]:
        return dict(client.post("/api/read", content=data).json())

    replay = noun((SAMPLES / "custom.avf").read_bytes())
    assert (replay["kind"], replay["level"]) == ("record", "8x11x7/any")
    assert noun(b"x?b=43&m=g80")["kind"] == "board"
    wrong = noun(b"3x1x1\nH2H\n")
    assert (wrong["kind"], wrong["rows"]) == ("position", [".2."])
    units = [(SAMPLES / "beginner-v4.evf").read_bytes()] * 2
    answer = client.post("/api/read", content=folder(*units))
    assert "holds 2 replays" in detail(answer, 422)


def test_what_is_read_says_what_it_is(client: TestClient) -> None:
    """Boards, positions (contradictory ones too) and records; anything else is refused."""

    def kind(text: str) -> str:
        return str(client.post("/api/read", content=text.encode()).json()["kind"])

    assert (kind(BOARD), kind(POSITION), kind(CONTRADICTION)) == ("board", "position", "position")
    record = "outcome: unfinished\nmoves: 1\n" + BOARD.lstrip() + "0 open E1\n"
    noun = client.post("/api/read", content=record.encode()).json()
    assert (noun["kind"], noun["board"]) == ("record", BOARD.lstrip())
    assert "a deck holds many" in detail(client.post("/api/read", content=b"2x1x1 A1\n1\n1"), 422)
    assert "it is not text" in detail(client.post("/api/read", content=b"\xff\xfe"), 422)
    assert "too large for the page" in detail(
        client.post("/api/read", content=("101x1x0\n" + "0" * 101).encode()), 422
    )


def test_a_shared_board_can_be_played_by_another(
    make_client: Callable[..., TestClient],
) -> None:
    """A link to a game that is over starts a game on its board; one under way has no link."""
    mine = make_client()
    other = TestClient(mine.app)
    game = new(mine, level="beginner")
    play(mine, game, "open", 40)
    assert "share" not in mine.get(f"/api/games/{game['id']}").text
    assert mine.post(f"/api/games/{game['id']}/leave").status_code == 204
    end = mine.get(f"/api/games/{game['id']}").json()["end"]
    theirs = new(other, share=end["share"])
    # Somebody has seen it; who that was can't be known.
    assert theirs["assisted"]
    assert new(mine, share=end["share"])["assisted"]
    assert theirs["rows"][4][4] == "+"
    other.post(f"/api/games/{theirs['id']}/moves", json={"kind": "open", "cell": 40})
    other.post(f"/api/games/{theirs['id']}/leave")
    ended = other.get(f"/api/games/{theirs['id']}").json()["end"]
    assert [r.replace("F", "*") for r in ended["answer"]] == end["answer"]


def test_a_shared_board_tells_the_same_cells(make_client: Callable[..., TestClient]) -> None:
    """What rule `given` tells is on the board that is shared, and in its files."""
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


def test_another_players_game_does_not_exist(make_client: Callable[..., TestClient]) -> None:
    """Whoever is not its player gets the same answer as for an id that was never given."""
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
    """Ids have 18 random bytes: they can't be guessed."""
    ids = {new(client, level="1x1x0/any")["id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(len(one) == 24 for one in ids)


def test_games_under_way_are_limited(make_client: Callable[..., TestClient]) -> None:
    """One more than the limit is refused with what to do; leaving one makes room."""
    client = make_client(Limits(running_games=3))
    games = [new(client, level="beginner") for _ in range(3)]
    refused = client.post("/api/games", json={"level": "beginner"})
    assert detail(refused, 429) == ("you have 3 games under way: finish or leave one of them first")
    new(client, level="beginner", replace=games[0]["id"])


def test_requests_are_metered(make_client: Callable[..., TestClient]) -> None:
    """A client that asks too often is told when to come back."""
    client = make_client(Limits(analyses=(2, 0.1), new_games=(1, 0.1)))
    for _ in range(2):
        assert client.post("/api/analyse", json={"position": POSITION}).status_code == 200
    refused = client.post("/api/analyse", json={"position": POSITION})
    assert detail(refused, 429).startswith("too many requests: try again in ")
    new(client, level="beginner")
    assert client.post("/api/games", json={"level": "beginner"}).status_code == 429


def test_work_is_metered_too(make_client: Callable[..., TestClient]) -> None:
    """Work counts as the requests it takes the place of, so that a few hard ones are too many."""
    client = make_client(Limits(analyses=(30, 1)))
    server = client.app.state.server  # type: ignore[attr-defined]

    def slow(task: str, charge: Callable[[float], None], **arguments: Any) -> Any:
        charge(9.0)
        raise SapperError("this was hard")

    server.analyst.ask = slow
    for _ in range(3):
        assert detail(client.post("/api/read", content=b"x"), 422) == "this was hard"
    assert client.post("/api/read", content=b"x").status_code == 429


def test_analyses_under_way_are_limited_by_address(
    make_client: Callable[..., TestClient],
) -> None:
    """Whoever asks for too much at once is refused, others are not; games go on meanwhile."""
    client = make_client(Limits(asking=1))
    server = client.app.state.server  # type: ignore[attr-defined]
    begun, done = threading.Event(), threading.Event()
    ask = server.analyst.ask

    def slow(task: str, charge: Callable[[float], None], **arguments: Any) -> Any:
        begun.set()
        done.wait(60)
        return ask(task, charge, **arguments)

    server.analyst.ask = slow
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.post, "/api/analyse", json={"position": POSITION})
        assert begun.wait(60)
        refused = client.post("/api/analyse", json={"position": POSITION})
        assert detail(refused, 429) == "too many analyses at once: try again in a moment"
        other = TestClient(client.app, client=("192.0.2.7", 50000))
        assert other.post("/api/games", json={"level": "beginner"}).status_code == 201
        server.analyst.ask = ask
        assert other.post("/api/analyse", json={"position": POSITION}).status_code == 200
        done.set()
        assert first.result(60).status_code == 200


SLOW = """
import time
from sapper.web import worker
worker.TASKS = dict.fromkeys(worker.TASKS, lambda **asked: time.sleep(60))
worker.main()
"""


def test_what_strangers_send_is_read_by_a_worker_with_limits(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files, positions and boards: a worker that takes too long is stopped, and it is metered."""
    with monkeypatch.context() as patch:
        patch.setattr(staff, "COMMAND", (sys.executable, "-c", SLOW))
        client = make_client(Limits(analysis_seconds=0.3))
        given_up = "this takes longer than 0.3 s: it was given up"
        assert detail(client.post("/api/read", content=BOARD.encode()), 422) == given_up
        assert detail(client.post("/api/games", json={"board": BOARD}), 422) == given_up
        position = BOARD.replace("*", ".")
        assert detail(client.post("/api/analyse", json={"position": position}), 422) == given_up
    client = make_client(Limits(analyses=(1, 0.1)))
    assert client.post("/api/read", content=BOARD.encode()).status_code == 200
    assert client.post("/api/read", content=BOARD.encode()).status_code == 429
    assert client.post("/api/games", json={"board": BOARD}).status_code == 429


def test_size_is_checked_before_anything_is_read(client: TestClient) -> None:
    """What says that it is too large is refused for that, though it is wrong in other ways too."""
    words = "1000x1000 cells are too large for the page: sides are 1 to 100"
    for head in ("", "# a comment\n\n", "player: someone\noutcome: won\n"):
        text = f"{head}1000x1000x200000/any\nnot a row"
        assert detail(client.post("/api/read", content=text.encode()), 422) == words
    text = "1000x1000x200000/any\nnot a row"
    assert detail(client.post("/api/analyse", json={"position": text}), 422) == words
    assert detail(client.post("/api/games", json={"board": text}), 422) == words
    whole = "1000x1000x200000/any\n" + ("." * 1000 + "\n") * 1000
    assert detail(client.post("/api/read", content=whole.encode()), 422) == words


def test_a_contradiction_too_hard_to_pin_down_is_told_as_such(
    make_client: Callable[..., TestClient],
) -> None:
    """No board fits: that is said, and that the clues named may not all be needed."""
    client = make_client(Limits(analysis_seconds=120))
    position = checkerboard(30, extra_mines=1)
    conflict = client.post("/api/analyse", json={"position": position}).json()["conflict"]
    assert conflict["smallest"] is False
    assert conflict["words"].endswith("; perhaps fewer of them are to blame.")
    undecided = checkerboard(30, extra_mines=-40, frame="+")
    read = client.post("/api/read", content=undecided.encode()).json()
    assert (read["kind"], read["text"]) == ("position", undecided)
    refused = client.post("/api/analyse", json={"position": undecided})
    assert "is too wide" in detail(refused, 422)


def test_one_request_does_not_stop_the_page(served: Any) -> None:
    """While positions made to be hard are read and analysed, games and pages are answered."""
    hard = checkerboard(30, extra_mines=1)
    large = "1000x1000x200000/any\n" + ("1" + "." * 999 + "\n") * 1000
    with httpx.Client(base_url=served.url, timeout=120) as client, ThreadPoolExecutor(4) as pool:
        asked = [
            pool.submit(client.post, "/api/read", content=hard.encode()),
            pool.submit(client.post, "/api/analyse", json={"position": hard}),
            pool.submit(client.post, "/api/read", content=hard.encode()),
            pool.submit(client.post, "/api/read", content=large.encode()),
        ]
        answered = 0
        while not all(one.done() for one in asked):
            start = time.monotonic()
            game = client.post("/api/games", json={"level": "beginner"}).json()
            move = {"kind": "open", "cell": 40}
            assert client.post(f"/api/games/{game['id']}/moves", json=move).json()["opened"] > 0
            answered += time.monotonic() - start < 2
            client.post(f"/api/games/{game['id']}/leave")
            time.sleep(0.2)
        # Within the limits of a worker, on a machine with other work to do.
        assert {one.result().status_code for one in asked} <= {200, 422, 429}
    assert answered >= 3


def test_an_analysis_has_a_time_limit(make_client: Callable[..., TestClient]) -> None:
    """A worker that takes too long is stopped, and the next question is answered by another."""
    client = make_client(Limits(analysis_seconds=0.1))
    hard = checkerboard(30, extra_mines=1)
    refused = client.post("/api/analyse", json={"position": hard})
    assert detail(refused, 422) == "this takes longer than 0.1 s: it was given up"
    client.app.state.server.analyst.seconds = 20  # type: ignore[attr-defined]
    assert client.post("/api/analyse", json={"position": POSITION}).status_code == 200


def test_large_bodies_are_refused(make_client: Callable[..., TestClient]) -> None:
    """By their header, and by what really comes when there is none."""
    client = make_client(Limits(body=2048))
    assert "at most 2 KiB" in detail(client.post("/api/read", content=b"x" * 3000), 413)

    def chunks() -> Any:
        for _ in range(10):
            yield b"x" * 1000

    assert "at most 2 KiB" in detail(client.post("/api/read", content=chunks()), 413)


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"level": "101x5x3"}, 422, "too large for the page"),
        ({"level": "9x9x99"}, 422, "does not fit"),
        ({"level": "nonsense"}, 422, "'nonsense' is not a level"),
        ({"board": "2x1x1/any\n**"}, 422, "the board has 2 mines"),
        ({}, 422, "give exactly one of level, board and share"),
        ({"level": "easy", "extra": 1}, 422, "extra: Extra inputs are not permitted"),
        ({"share": "A" * 16}, 404, "no such shared board"),
    ],
)
def test_bad_games_are_refused_in_one_line(
    client: TestClient, form: dict[str, Any], status: int, words: str
) -> None:
    """A refusal quotes what is wrong."""
    said = detail(client.post("/api/games", json=form), status)
    assert words in said
    assert "\n" not in said


def test_moves_off_the_board_are_refused(client: TestClient) -> None:
    """The message names the limit."""
    game = new(client, level="beginner")
    url = f"/api/games/{game['id']}/moves"
    assert "off the board" in detail(client.post(url, json={"kind": "open", "cell": 81}), 422)
    assert detail(client.post(url, json={"kind": "open", "cell": -1}), 422).startswith("cell: ")
    assert detail(client.post(url, json={"kind": "dig", "cell": 1}), 422).startswith("kind: ")


def test_every_answer_has_the_safety_headers(client: TestClient) -> None:
    """Scripts, styles and connections only from here; no frames, no guessing of types."""
    for path in ("/", "/style.css", "/api/about", "/api/games/x", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == ("no-store" if "/api" in path else "no-cache")


def test_the_cookie_is_out_of_reach_of_scripts(client: TestClient) -> None:
    """HttpOnly and SameSite=strict."""
    client.cookies.clear()
    cookie = client.get("/api/history").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_files_of_the_server_are_out_of_reach(client: TestClient) -> None:
    """Paths that climb out of the page's folder find nothing."""
    for path in (
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/static/../../store.py",
        "//etc/passwd",
    ):
        assert client.get(path).status_code == 404, path


def test_foreign_hosts_and_origins_are_refused(make_client: Callable[..., TestClient]) -> None:
    """A server on loopback answers to loopback names; other sites can't make moves."""
    client = make_client(hosts={"127.0.0.1", "localhost", "::1"})
    assert client.get("/api/about").status_code == 403  # the host is testserver
    for host in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
        assert client.get("/api/about", headers={"Host": host}).status_code == 200
    headers = {"Host": "localhost:8000", "Origin": "http://evil.example"}
    assert client.post("/api/games", json={"level": "easy"}, headers=headers).status_code == 403
    headers["Origin"] = "http://localhost:8000"
    assert client.post("/api/games", json={"level": "easy"}, headers=headers).status_code == 201


def test_history_filters_counts_and_exports(make_client: Callable[..., TestClient]) -> None:
    """Games that are over, by level, outcome and help; records in the export."""
    client = make_client()
    for _ in range(3):
        game = new(client, level="3x3x0/any")
        assert play(client, game, "open", 0)["outcome"] == "won"
    helped = new(client, level="3x3x0/any")
    client.get(f"/api/games/{helped['id']}/odds")
    play(client, helped, "open", 0)
    lost = new(client, board=BOARD)
    play(client, lost, "open", 0)
    looked_at = new(client, level="beginner")
    assert client.get("/api/history").json()["running"] == []
    play(client, looked_at, "flag", 0)
    history = client.get("/api/history").json()
    assert (history["total"], len(history["running"])) == (5, 1)
    assert all("share" in game for game in history["games"])
    (level,) = history["levels"]
    assert (level["level"], level["played"], level["won"]) == ("3x3x0/any", 3, 3)
    assert (level["streak"], level["longest_streak"], level["rate"]) == (3, 3, 1.0)
    assert 0.4 < level["low"] < 0.5
    assert client.get("/api/history?outcome=lost").json()["total"] == 1
    assert client.get("/api/history?assisted=false").json()["total"] == 3
    assert client.get("/api/history?level=3x3x0/any").json()["total"] == 4
    assert client.get("/api/history?level=beginner").json()["total"] == 0
    assert len(client.get("/api/history?limit=2&offset=4").json()["games"]) == 1
    export = client.get("/api/export").json()["games"]
    assert [game["record"].splitlines()[0] for game in export][-1].startswith("seed: ")
    assert len(export) == 5


def test_survival_is_measured_after_the_end(make_client: Callable[..., TestClient]) -> None:
    """A guess at 50% that went well leaves a survival of one half."""
    client = make_client()
    game = new(client, board="3x1x1/any\n.1*")
    play(client, game, "open", 1)
    assert play(client, game, "open", 0)["outcome"] == "won"
    client.app.state.server.after.submit(int).result(timeout=30)  # type: ignore[attr-defined]
    (past,) = client.get("/api/history").json()["games"]
    assert past["guesses"] == 2
    assert past["survival"] == pytest.approx(2 / 3 * 1 / 2)


def test_on_a_shared_board_only_the_marked_cell_is_no_guess(
    make_client: Callable[..., TestClient],
) -> None:
    """Whoever opens another cell first guesses; rules safe and open promise nothing about it."""
    client = make_client()
    game = new(client, board="3x1x1/safe\n01*")
    assert game["rows"] == ["+.."]
    assert play(client, game, "open", 2)["outcome"] == "lost"
    client.app.state.server.after.submit(int).result(timeout=60)  # type: ignore[attr-defined]
    (past,) = client.get("/api/history").json()["games"]
    assert (past["guesses"], past["survival"]) == (1, pytest.approx(1 / 2))


def test_the_api_describes_itself(client: TestClient) -> None:
    """The OpenAPI document covers every route, and the page has its own view of it."""
    paths = client.get("/api/openapi.json").json()["paths"]
    assert "/api/games/{game}/moves" in paths
    assert "/api/play" in client.get("/api/openapi.json").json()["info"]["description"]
    assert client.get("/api.html").status_code == 200


def test_the_first_page_is_small(client: TestClient) -> None:
    """All that the landing view loads is under 150 kB as it is sent; long files are compressed."""
    first = ["", "storage.js", "look.js", "style.css", "app.js", "settings.js", "words.js"]
    first += ["words/en.js"]
    first += ["connection.js", "dom.js", "board.js", "home.js", "demo.json", "digits.woff"]
    first += ["icon.svg", "mine.png", "flag.png", "manifest.webmanifest", "icon-192.png"]
    size = 0
    for name in first:
        with client.stream("GET", f"/{name}", headers={"Accept-Encoding": "gzip"}) as response:
            assert response.status_code == 200, name
            size += sum(map(len, response.iter_raw()))
            if name in ("style.css", "dom.js", "board.js", "words/en.js"):
                assert response.headers["Content-Encoding"] == "gzip", name
    assert 20_000 < size < 150_000


def test_certain_mines_are_flagged_and_that_is_help(client: TestClient) -> None:
    """Those that no board denies, once each; nothing is flagged before anything is certain."""
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


def test_the_page_can_be_installed(client: TestClient) -> None:
    """The manifest names icons that are there; the service worker keeps nothing of the API."""
    manifest = client.get("/manifest.webmanifest").json()
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        assert client.get(f"/{icon['src']}").status_code == 200
    assert 'url.pathname.startsWith("/api")) return;' in client.get("/worker.js").text
    assert "worker-src 'self'" in client.get("/").headers["Content-Security-Policy"]
