"""Watching agents: frames over the websocket."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kbcheck import Replay
from sapper.agents import AGENTS, make
from sapper.agents.sat import BY_CLUES
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.grid import Grid
from sapper.core.level import Level
from sapper.core.view import HIDDEN, SYMBOLS, Decision, View
from sapper.explain.decisions import decision_json
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import Deduction
from sapper.web import sockets
from sapper.web.tasks import agents
from web.asking import CONTRADICTION, detail
from wordcheck import check, parse, settled_by


def watch(client: TestClient, **form: Any) -> tuple[dict[str, Any], dict[int, list[Any]]]:
    """Watch games to their end, and return the first message and the frames of each agent."""
    frames: dict[int, list[Any]] = {}
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json(form)
        head = socket.receive_json()
        if "problem" in head:
            return head, frames
        left = len(form["agents"])
        while left:
            message = socket.receive_json()
            if "problem" in message:
                return message, frames
            if message.get("done"):
                left -= 1
                continue
            side = message["side"]
            frames.setdefault(side, []).append(message["frame"])
            socket.send_json({"side": side, "more": 1})
    return head, frames


def shown(frames: list[Any], size: int) -> str:
    """The board that a viewer sees after these frames."""
    symbols = [""] * size
    for frame in frames:
        for cell, symbol in zip(frame["cells"], frame["symbols"], strict=True):
            symbols[cell] = symbol
    return "".join(symbols)


@pytest.mark.parametrize(
    ("level", "seed", "won"), [("9x7x10/open", 3, True), ("beginner", 0, False)]
)
def test_an_agent_is_watched_to_the_end(
    client: TestClient, level: str, seed: int, won: bool
) -> None:
    """Decisions come with proofs, and the game is shown to its end."""
    head, frames = watch(client, level=level, agents=["resolution-endgame"], seed=seed)
    rules = Level.parse(level)
    assert (head["width"], head["height"], head["seed"]) == (rules.width, rules.height, seed)
    assert head["mines"] == 10
    (side,) = frames.values()
    decided = 0
    for frame in side:
        if decision := frame.get("decision"):
            decided += 1
            assert decision["certain"]
            assert len(decision["proof"]) == decision["steps"] > 0
            assert decision["proof"][-1]["cells"] == [decision["cell"]]
    assert decided > 10
    last = side[-1]
    assert (last["outcome"] == "won") == won
    assert ("stuck" in last) != won
    assert won or last["stuck"]["words"]
    board = "".join(deal(rules, seed).rows)
    seen = shown(side, rules.size)
    for symbol, truth in zip(seen, board, strict=True):
        assert symbol in (truth, ".", "+")
    assert (sum(map(str.isdigit, seen)) == rules.safe) == won


@pytest.mark.parametrize("agent", ["textbook", "resolution-full"])
def test_proofs_cite_what_was_settled_before(client: TestClient, agent: str) -> None:
    """A cited line is a fact that entered KB0 in the cited step, before the step that cites it."""
    _, frames = watch(client, level="9x7x12/open", agents=[agent], seed=2)
    grid = Grid(9, 7)
    known: list[set[int]] = [set()]  # after each step
    cited = 0
    for step, frame in enumerate(frames[0], 1):
        events = frame["watched"]["events"] if "watched" in frame else []
        known.append(known[-1] | {literal for event in events for _, literal in event["facts"]})
        for line, since in (frame.get("cites") or {}).items():
            clause = frame["decision"]["proof"][int(line) - 1]
            (name,) = clause["cells"]
            literal = grid.parse_cell(name) + 1
            literal = -literal if clause["clause"].startswith("¬") else literal
            assert not clause["parents"]
            assert since < step
            assert literal in known[since]
            assert since == 1 or literal not in known[since - 1]
            cited += 1
    assert cited > 10


@pytest.mark.parametrize(
    ("agent", "seed"), [("textbook", 2), ("resolution-endgame", 5), ("consistency", 2), ("odds", 2)]
)
def test_decisions_come_with_their_events(client: TestClient, agent: str, seed: int) -> None:
    """The events of each decision are true, and lead from position to position to the end."""
    level = Level.parse("9x7x12/open")
    _, frames = watch(client, level=str(level), agents=[agent], seed=seed)
    replay = Replay(9, 7, frozenset(deal(level, seed).mines))
    decisions = [frame["watched"] for frame in frames[0] if "watched" in frame]
    assert [one["number"] for one in decisions] == list(range(1, len(decisions) + 1))
    for at, told in enumerate(decisions):
        symbols = shown(decisions[: at + 1], level.size)
        over = told["outcome"] is not None
        assert over == (not told["events"])
        if not over and agent != "odds":  # which has no knowledge base
            replay.decision(told, symbols)
        if told["events"]:  # a 0 may open a cell before its turn
            opens = [one["cell"] for one in told["opens"]]
            chosen = [cell for cell in told["events"][-1]["cells"] if symbols[cell] in ".+"]
            assert opens[:1] == chosen[:1]
            assert opens == [cell for cell in chosen if cell in opens]
        assert all(one["why"]["words"] and not one["why"]["proof"] for one in told["opens"])
    assert over or told["stuck"]["words"]
    opened = [one["why"]["cell"] for told in decisions for one in told["opens"]]
    assert opened == [frame["decision"]["cell"] for frame in frames[0] if "decision" in frame]


@pytest.mark.parametrize(
    ("rows", "mines", "end"),
    [
        ([".101.", ".201.", ".2011", ".2000"], "A1 A3 A4 E2", "decide"),  # by propagation
        ([".1.."], "A1", "decide"),  # by matching, with the mine count
        (["......", "......", "..223.", "..101."], "A1 B1 B3 C2 E2 F2 F4", "stuck"),
    ],
)
def test_the_agent_reasons_in_a_position(
    client: TestClient, rows: list[str], mines: str, end: str
) -> None:
    """The events in a position are true, and end with a safe cell to open."""
    grid = Grid(len(rows[0]), len(rows))
    board = frozenset(grid.parse_cell(name) for name in mines.split())
    position = f"{grid.width}x{grid.height}x{len(board)}\n" + "\n".join(rows)
    told = client.post("/api/events", json={"position": position}).json()
    Replay(grid.width, grid.height, board).decision(told, "".join(rows))
    assert (told["events"][-1]["kind"], told["outcome"]) == (end, None)
    assert told["symbols"] == "".join(rows)
    assert not {one["cell"] for one in told["opens"]} & board
    assert [one["cell"] for one in told["opens"]] == told["events"][-1]["cells"]


def test_contradictory_or_unreadable_positions_have_no_events(client: TestClient) -> None:
    for position in (CONTRADICTION, "3x2x1\n...\n"):
        assert "\n" not in detail(client.post("/api/events", json={"position": position}), 422)


def test_no_mine_is_shown_before_the_end(client: TestClient) -> None:
    """Frames of a running game contain only open, hidden and given cells."""
    _, frames = watch(client, level="easy", agents=["odds"], seed=5)
    for frame in frames[0][:-1]:
        assert not set(frame["symbols"]) - set("012345678.+")


def test_the_first_message_says_who_has_a_knowledge_base(client: TestClient) -> None:
    """Clauses enter the knowledge base of an agent only if the first message says that it has one.

    The agent `rules` has one, but each clause in it becomes a fact at once.
    """
    for agent in AGENTS.keys() - {"rules"}:
        head, frames = watch(client, level="9x7x12/open", agents=[agent], seed=2)
        events = [one for frame in frames[0] for one in frame.get("watched", {}).get("events", ())]
        assert head["kb"] == [any(event["enter"] for event in events)], agent
    head, _ = watch(client, level="6x4x5/open", agents=["rules", "odds"], seed=2)
    assert head["kb"] == [True, False]


def test_two_agents_play_the_same_board(client: TestClient) -> None:
    """A cell that both agents have opened shows the same number on both boards."""
    _, frames = watch(client, level="easy", agents=["rules", "odds"], seed=11)
    left, right = (shown(frames[side], 81) for side in (0, 1))
    both = [(a, b) for a, b in zip(left, right, strict=True) if a.isdigit() and b.isdigit()]
    assert len(both) > 20
    assert all(a == b for a, b in both)


def test_a_stuck_agent_says_why(client: TestClient) -> None:
    """A stuck agent says whether any cell can be proved safe."""
    for seed, provable in ((0, False), (4, True)):
        _, frames = watch(client, level="beginner", agents=["rules"], seed=seed)
        stuck = frames[0][-1]["stuck"]
        assert stuck["provable"] is provable
        assert stuck["cell"]
        assert stuck["words"].endswith(".")


def test_the_champion_says_what_a_guess_is_worth(client: TestClient) -> None:
    """If the champion has to guess, it names the cell's risk and the chance of winning."""
    assert "champion" in [agent["name"] for agent in client.get("/api/about").json()["agents"]]
    _, frames = watch(client, level="8x8x16/any", agents=["champion"], seed=2)
    decisions = [frame["decision"] for frame in frames[0] if "decision" in frame]
    guesses = [decision["words"] for decision in decisions if not decision["certain"]]
    assert guesses
    for words in guesses:
        assert re.search(
            r"is a guess: .+, with an? [\d.]+% chance of being a mine, and wins ", words
        )


@pytest.mark.parametrize("name", AGENTS)
def test_every_cell_has_its_reason_and_its_proof(name: str) -> None:
    """A move's explanation is true, and the clues given for a provably safe cell prove it safe."""
    for guess, seed in product(("odds", "vote"), range(2)):
        game = Game(deal(Level.parse("11x6x13/given"), seed))
        agent = make(name, guess, seed)
        while game.outcome is None and (decision := agent.choose(game.view)):
            for move in decision.moves:
                view = game.view
                if game.outcome is None and view[move.cell] >= HIDDEN:
                    why = decision_json(decision, move.cell, view)
                    one = Decision.open([move.cell], decision.reason)
                    assert why["words"].endswith(".")
                    check(view, why["words"][:-1], one, guess, getattr(agent, "kb", None))
                    told = why["explanation"]
                    if why["certain"]:
                        assert why["steps"] or told
                        if told and not told["proof"]:
                            assert told["mine_count"]
                        clues = [view.grid.parse_cell(clue) for clue in why["clues"]]
                        assert settled_by(view, clues, True, [-move.cell - 1])
                    else:
                        assert (told, why["clues"], why["proof"]) == (None, [], [])
                game.play(move)


@pytest.mark.parametrize("name", ["sat", "consistency", "odds", "champion"])
def test_an_oracles_word_is_explained(client: TestClient, name: str) -> None:
    """If an agent gives no proof, the explanation adds sentences and a proof."""
    _, frames = watch(client, level="9x6x10/open", agents=[name], seed=4)
    seen = 0
    for frame in frames[0]:
        decision = frame.get("decision")
        if decision is None or "board that fits" not in decision["words"]:
            continue
        grid, told = Grid(9, 6), decision["explanation"]
        (one,) = parse(decision["words"][:-1], grid)
        assert (one.claim, one.cells.named) == ("safe", (grid.parse_cell(decision["cell"]),))
        assert decision["cell"] in told["steps"][-1]["fact"]["cells"]
        assert decision["clues"] or "given as safe" in told["steps"][0]["words"]
        seen += bool(told["proof"])
    assert seen


ALL_CLUES = re.compile(
    r"\bclues? (?:at )?([A-Z]+\d+(?:, [A-Z]+\d+)*(?: and [A-Z]+\d+(?! is| are))?)"
)


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize(("level", "seed"), [("9x7x12/open", 2), ("easy", 7)])
def test_words_proof_and_marks_are_of_one_derivation(name: str, level: str, seed: int) -> None:
    """The sentence, the marked clues and the proof agree on the clues and the number of steps."""
    proofs = 0
    for frame in agents.watch(name, level, seed):
        decision = frame.get("decision")
        if not decision or not decision["proof"]:
            continue
        words, proof = decision["words"], decision["proof"]
        named = ALL_CLUES.search(words)
        told = set() if named is None else set(re.findall(r"[A-Z]+\d+", named[1]))
        assert told == set(decision["clues"]) == {line["clue"] for line in proof} - {None}, words
        assert decision["steps"] == len(proof)
        if steps := re.search(r"in (\d+) steps", words):
            assert int(steps[1]) == len(proof)
            assert ("facts settled earlier" in words) == bool(frame["cites"])
        proofs += 1
    assert proofs > 5 or name in ("odds", "champion")


def test_a_searching_agent_shows_its_supposition_and_the_dead_end() -> None:
    """A conclusion from backtracking is explained as it was found, not by another technique."""
    shown = 0
    for seed in range(4):
        for frame in agents.watch("consistency", "9x7x14/open", seed):
            decision = frame.get("decision")
            if not decision or "the clues has a mine there (backtracking)" not in decision["words"]:
                continue
            steps = [step["words"] for step in decision["explanation"]["steps"]]
            supposed = [text for text in steps if text.startswith("Suppose ")]
            assert supposed[0] == f"Suppose that {decision['cell']} is a mine."
            assert steps[-1].startswith("But ")
            assert steps[-1].endswith(f"So {decision['cell']} is safe.")
            shown += 1
    assert shown


def test_what_is_too_wide_to_explain_is_still_said() -> None:
    """A SAT solver's claim that the engine can't explain is shown without an explanation."""
    # Every second cell of every second row is a 4, with mines diagonally next to it.
    rows = [*["." * 61, ".4" * 30 + "."] * 30, "." * 61]
    level = Level.parse("61x61x961/any")
    view = View(level, bytes(SYMBOLS.index(symbol) for row in rows for symbol in row))
    knowledge = Knowledge(level)
    knowledge.believe(-2, BY_CLUES)
    why = decision_json(Decision.open([1], Deduction(knowledge.kb, -2)), 1, view)
    assert (
        why["words"]
        == "B1 is safe, because no board that fits the clues has a mine there (SAT solving)."
    )
    assert (why["certain"], why["explanation"], why["proof"]) == (True, None, [])


def test_bad_wishes_are_refused_in_words(client: TestClient) -> None:
    """An unknown agent, an invalid level or a malformed message gets a clear error message."""
    problem, _ = watch(client, level="easy", agents=["psychic"])
    assert "no such agent" in problem["problem"]
    problem, _ = watch(client, level="101x5x1", agents=["odds"])
    assert "too large for the page" in problem["problem"]
    problem, _ = watch(client, level="easy", agents=[])
    assert problem["problem"] == "choose one or two agents"
    problem, _ = watch(client, agents=["odds"])
    assert problem["problem"].startswith("level: ")


def test_a_client_can_not_watch_everything_at_once(client: TestClient) -> None:
    """One websocket too many is refused, and the other websockets continue."""
    # The games have more steps than the server sends at first, so none of them ends early.
    form = {"level": "16x9x20/given", "agents": ["rules"], "seed": 3}
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            socket = stack.enter_context(client.websocket_connect("/api/watch"))
            socket.send_json(form)
            assert "seed" in socket.receive_json()
        problem, _ = watch(client, **form)
        assert problem["problem"].startswith("you are watching too many games")


def test_other_sites_can_not_watch(client: TestClient) -> None:
    """A websocket from another origin is refused."""
    with (
        pytest.raises(WebSocketDisconnect) as refusal,
        client.websocket_connect("/api/watch", headers={"Origin": "http://evil.example"}),
    ):
        raise AssertionError("it was accepted")
    assert refusal.value.code == 1008


def test_a_task_that_fails_as_it_is_ended_is_nobodys_surprise() -> None:
    """An error in a task that is being stopped is not logged, even if `end` is cancelled."""
    complaints: list[dict[str, Any]] = []

    async def fails() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise ConnectionError("the client has gone")

    async def scenario() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, it: complaints.append(it))
        task = asyncio.create_task(fails())
        await asyncio.sleep(0)
        ending = asyncio.create_task(sockets.end(task))
        await asyncio.sleep(0)
        ending.cancel()
        await asyncio.wait({task, ending})
        del task
        gc.collect()

    asyncio.run(scenario())
    assert complaints == []


def decisions(agent: str, board: int = 22) -> Any:
    """A game of the tests of the page, as the server sends it now."""
    frames = agents.watch(agent, "7x5x6/given", board)
    return json.loads(json.dumps([one["watched"] for one in frames if "watched" in one]))


def test_the_tests_of_the_page_use_what_the_server_sends() -> None:
    folder = Path(__file__).parents[1] / "page"
    kept = json.loads((folder / "kb_game.json").read_text(encoding="utf-8"))
    assert kept == decisions("textbook")
    games = json.loads((folder / "fault_games.json").read_text(encoding="utf-8"))
    assert games == {fault: decisions(f"textbook:{fault}") for fault in games}
    programs = json.loads((folder / "program_games.json").read_text(encoding="utf-8"))
    for agent, kept in programs.items():
        assert kept["game"] == decisions(agent, 45)
        if "there" in kept:
            assert kept["there"] == json.loads(json.dumps(agents.events(kept["position"])))
