"""The commands play, watch and replay."""

import json
import math
import re
from pathlib import Path

import pytest

from command import sapper
from sapper.agents import AGENTS, make
from sapper.core.board import Board, deal
from sapper.core.game import Game, Record
from sapper.core.grid import Grid
from sapper.core.level import Level
from sapper.ladder.dealer import deal as deal_wanted
from sapper.ladder.solution import solution
from sapper.logic import parse_event, replay
from wordcheck import parse


def test_play_a_game_to_its_loss_and_replay_it(tmp_path: Path) -> None:
    """Commands and aliases work, mistakes get a message, and a saved game can be continued."""
    start = sapper(
        "play",
        "8x4x6/open",
        "--seed",
        "3",
        "--record",
        "g",
        stdin="help\nopen D4\nf E1\nopen E1\nnonsense\nchord D2\nopen Z9\nquit\n",
        cwd=tmp_path,
    )
    assert start.returncode == 0
    assert "set or remove a flag" in start.stdout
    assert "mines left 5" in start.stdout
    assert "'nonsense' is not a cell" in start.stdout
    assert "cell Z9 is off the board" in start.stdout
    assert start.stdout.count("that move changes nothing") == 2
    assert "left after 2 moves, saved in g" in start.stdout
    assert Record.parse((tmp_path / "g").read_text()).outcome is None
    rest = sapper("play", "--record", "g", stdin="H1\nD1\n", cwd=tmp_path)
    assert "You lost" in rest.stdout
    assert "1 . . . X F * * 1" in rest.stdout
    shown = sapper("show", "g", cwd=tmp_path)
    assert "lost, 4 moves" in shown.stdout
    assert "1 . . . X F * * 1" in shown.stdout
    replayed = sapper("show", "g", "--step", cwd=tmp_path)
    assert "move 2 of 4: flag E1" in replayed.stdout
    assert replayed.stdout.rstrip().endswith("lost")
    steps = json.loads(sapper("show", "g", "--step", "--json", cwd=tmp_path).stdout)
    assert [step["move"] for step in steps["moves"]] == ["open D4", "flag E1", "open H1", "open D1"]
    assert steps["moves"][1]["rows"][0] == "....F..."
    over = sapper("play", "--record", "g", stdin="", cwd=tmp_path)
    assert over.returncode == 2
    assert "holds no unfinished game" in over.stderr


def test_play_to_a_win() -> None:
    board = deal(Level.parse("5x3x2/safe"), 4, 0)
    safe = [board.grid.name(cell) for cell in range(15) if cell not in board.mines]
    result = sapper("play", "5x3x2/safe", "--seed", "4", stdin="\n".join(safe) + "\n")
    assert "You won" in result.stdout
    assert result.stdout.count("*") == 2


def test_play_without_guessing_from_any_cell(tmp_path: Path) -> None:
    """The board is dealt around the first cell, so it is one that `sapper deal` deals, too."""
    level = Level.parse("6x5x6/open")
    board = deal_wanted(level, 4, no_guess=True, first="F5")
    moves = [board.grid.name(opening.cell) for opening in solution(board).openings]
    assert moves[0] == "F5"
    play = ("play", str(level), "--no-guess", "--seed", "4")
    result = sapper(*play, "--record", "g", stdin="\n".join(moves) + "\n", cwd=tmp_path)
    assert "You won" in result.stdout
    record = Record.parse((tmp_path / "g").read_text())
    assert (record.board, record.board.no_guess, record.first) == (board, True, 29)
    dealt = sapper("deal", str(level), "--no-guess", "--seed", "4", "--first", "F5")
    assert Board.parse(dealt.stdout) == board


def test_play_without_guessing_starts_at_a_given_cell(tmp_path: Path) -> None:
    """A board that is already dealt can be opened only where it is known to be safe."""
    level = "6x5x6/given(2)"
    board = deal_wanted(level, 4, no_guess=True)
    (start, _), elsewhere = map(board.grid.name, board.given), min(board.mines)
    moves = f"{board.grid.name(elsewhere)}\n{start}\n"
    result = sapper("play", level, "--no-guess", "--seed", "4", stdin=moves)
    assert "open a given cell first: elsewhere, the first click could hit a mine" in result.stdout
    assert "left after 1 move" in result.stdout
    (tmp_path / "b").write_text(str(board))
    assert "--no-guess needs a level" in sapper("play", "b", "--no-guess", cwd=tmp_path).stderr
    refused = sapper("play", "6x5x6/any", "--no-guess")
    assert (refused.returncode, "its first click is a guess" in refused.stderr) == (2, True)


def test_watch_shows_board_reason_and_knowledge_base() -> None:
    """--json gives the reasons for decisions in words, and --show-kb prints clauses and proofs."""
    arguments = ("watch", "8x5x6/given", "--seed", "3", "--agent", "resolution", "--pace", "0")
    result = sapper(*arguments, "--show-kb")
    assert result.returncode == 0
    assert "KB " in result.stdout
    assert "KB0 " in result.stdout
    assert re.search(r"^  \d+ \(¬?[A-H][1-5] ∨ ¬?[A-H][1-5]\) [A-H][1-5]\b", result.stdout, re.M)
    assert re.search(r"^the proof that \w+ is safe:\n  1\. ", result.stdout, re.MULTILINE)
    assert re.search(r"resolution on 8x5x6/given, seed 3: \w+ after \d+ decisions", result.stdout)
    found = json.loads(sapper(*arguments, "--json").stdout)
    assert found["outcome"] in ("won", "stuck")
    for words in found["decisions"]:
        assert parse(words, Grid(8, 5))


@pytest.mark.parametrize("agent", ["sat", "consistency", "odds", "champion"])
def test_watch_proves_what_an_oracle_vouches_for(agent: str) -> None:
    """--show-kb prints a proof of a decision, although the agent itself has none."""
    arguments = ("watch", "9x6x10/open", "--seed", "4", "--agent", agent)
    text = sapper(*arguments, "--show-kb", "--pace", "0").stdout
    vouched = re.search(
        r"^(\w+)[\w, ]* (?:is|are) safe, because no board that fits.*\n(?:.+ (?:is|are) .+\n)*?"
        r"the proof that \1 is safe:\n"
        r"  \1 is safe \(.+\)\.\n(?:  \d+\. .+\n)+?"
        r"  1\. .+ clue \w+\n",
        text,
        re.MULTILINE,
    )
    assert vouched, text
    words = json.loads(sapper(*arguments, "--json").stdout)["decisions"]
    assert any("board that fits" in one for one in words)
    for one in words:
        assert parse(one, Grid(9, 6))


def test_watch_explains_on_w() -> None:
    """The key `w` explains a given cell, a guess, or why an agent is stuck."""
    told = sapper("watch", "9x6x10/open", "--seed", "4", "--step", stdin="w\nw\nq\n").stdout
    assert told.count("Enter: next decision, w: why, q: leave > ") == 3
    assert told.count("D4 is safe (given).\n1. D4 was given as safe.\n") == 2
    options = ("--seed", "1", "--agent", "rules", "--step")
    first = sapper("watch", "4x3x3/any", *options, "--guess", "odds", stdin="w\nq\n").stdout
    assert "A1 has a 25% chance of being a mine." in first
    stuck = sapper("watch", "4x3x3/any", *options, stdin="w\n\n").stdout
    assert "stuck: this agent can't prove any cell safe, and it does not guess\n" in stuck
    assert "A1 has a 25% chance of being a mine." in stuck
    over = sapper("watch", "3x1x1/given(all)", "--seed", "1", "--step", stdin="\nw\n").stdout
    assert over.count("w: why") == 1


def test_watch_show_kb_is_a_lesson_by_the_textbook() -> None:
    """--show-kb says how many clauses a clue becomes, and its proofs cite earlier decisions."""
    shown = sapper("watch", "9x6x8/given", "--seed", "3", "--show-kb")
    text = shown.stdout
    assert shown.returncode == 0
    assert re.search(r"^textbook on 9x6x8/given, seed 3: \w+ after \d+ decisions", text, re.M)
    clue = r"^clue \w\d, (\d) mines? in (\d) hidden cells: (\d+) \+ (\d+) clauses$"
    told = re.findall(clue, text, re.M)
    assert len(told) > 5
    for n, m, positive, negative in ((int(a) for a in found) for found in told):
        assert (positive, negative) == (math.comb(m, m - n + 1), math.comb(m, n + 1))
    for words in ("enter KB", "facts", "duplicate", "satisfied", "unit propagation", "KB0, the f"):
        assert words in text
    cited = re.findall(r"^  \d+\. ¬?\w\d +(\w\d) is (?:safe|a mine), decision (\d+)$", text, re.M)
    assert cited
    whole = sapper("watch", "9x6x8/given", "--seed", "3", "--show-kb", "--whole-proof").stdout
    assert not re.search(r", decision \d+$", whole, re.M)
    assert whole.count("the proof that ") == text.count("the proof that ") > 10


def test_watch_show_kb_says_what_a_stuck_student_program_misses() -> None:
    ask = ("9x9x10/given", "--agent", "program-c", "--seed", "1272208018", "--show-kb")
    shown = sapper("watch", *ask).stdout
    words = shown.partition("and it does not guess\n")[2].partition("\nopened: ")[0]
    assert re.fullmatch(
        r"D9 is safe, and the textbook agent finds that here\. That needs three clauses that this "
        r"agent does not have: (\([^()]*\) \(forgotten at decision \d\)(, | and )?){3}\. "
        r"In this game, the agent has forgotten \d+ clauses in all\.",
        " ".join(words.split()),
    ), words


def test_watch_show_kb_is_short_without_events() -> None:
    """--events prints the clauses that are only counted otherwise, and changes nothing else."""
    options = ("watch", "13x10x26/given", "--seed", "4", "--show-kb")
    short, whole = sapper(*options).stdout, sapper(*options, "--events").stdout
    assert re.search(r"^  satisfied  \d+ clauses$", short, re.M)
    assert not re.search(r"^  [a-z: ]{9}  \d+ clauses$", whole, re.M)
    assert len(short) < len(whole) / 2
    proofs = r"^the proof that .+(?:\n  \d+\. .+)+"
    assert re.findall(proofs, short, re.M) == re.findall(proofs, whole, re.M)


def test_watch_shows_the_whole_proof_on_p() -> None:
    """With --step --show-kb, the key `p` prints the proof from the clues, any number of times."""
    options = ("watch", "9x6x8/given", "--seed", "3", "--step", "--show-kb")
    enters = "\n" * 30
    short = sapper(*options, stdin=enters).stdout
    long = sapper(*options, stdin="p\n\n" * 15 + enters).stdout
    assert "Enter: next decision, w: why, p: whole proof, q: leave > " in short
    assert long.count("Enter: next decision") == short.count("Enter: next decision") + 15
    assert len(long) > len(short)
    plain = sapper("watch", "9x6x8/given", "--seed", "3", "--step", stdin="p\nq\n").stdout
    assert "p: whole proof" not in plain


def test_watch_trace_as_text() -> None:
    """--trace prints events and decisions with cell names, and the result on the last line."""
    text = sapper("watch", "6x4x5/given", "--seed", "2", "--trace").stdout
    lines = text.splitlines()
    assert re.fullmatch(r"0\. ¬[A-F][1-4] is a fact: given as safe", lines[0])
    assert any(re.fullmatch(r"\d+\. \(.+\) enters KB: clue [A-F][1-4]", line) for line in lines)
    assert any(line.startswith("decision 1: ") for line in lines)
    assert re.fullmatch(r"textbook on 6x4x5/given, seed 2: \w+ after \d+ decisions, .+", lines[-1])


def test_trace_needs_an_agent_that_keeps_clauses(tmp_path: Path) -> None:
    """If an agent has no KB, --trace is refused before a game is played or recorded."""
    (tmp_path / "mine.py").write_text("def choose(view):\n    return view.hidden[0]\n")
    refused = sapper("watch", "mine.py", "--trace", "--record", "g", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "choose an agent that keeps clauses" in refused.stderr
    assert not (tmp_path / "g").exists()


def test_a_trace_numbers_the_rounds_of_each_decision_from_1() -> None:
    """Program C gives up after three rounds without a fact, so it matters which round it is."""
    options = ("--seed", "1", "--agent", "program-c", "--trace")
    rounds: list[list[int]] = [[]]
    for line in sapper("watch", "easy", *options, "--json").stdout.splitlines():
        event = json.loads(line)
        if event["event"] == "round":
            rounds[-1].append(event["number"])
        elif event["event"] == "decision":
            rounds.append([])
    assert sum(1 for numbers in rounds if numbers) > 1
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in rounds)
    text = sapper("watch", "easy", *options).stdout
    said = [int(number) for number in re.findall(r"^round (\d+) ends", text, re.MULTILINE)]
    assert said == [number for numbers in rounds for number in numbers]


@pytest.mark.parametrize("agent", ["textbook", "resolution-endgame"])
def test_watch_trace_as_json_lines_replays(agent: str) -> None:
    options = ("--seed", "5", "--agent", agent)
    told = sapper("watch", "11x7x14/given", *options, "--trace", "--json").stdout
    found = [json.loads(line) for line in told.splitlines()]
    *rest, last = found
    decisions = [line for line in rest if line["event"] == "decision"]
    replayed = replay(parse_event(line) for line in rest if line["event"] != "decision")
    game = Game(deal(Level.parse("11x7x14/given"), 5))
    player = make(agent, flags=True)
    words = []
    while game.outcome is None and (decision := player.choose(game.view)) is not None:
        words.append(decision.reason.words(game.grid))
        game.play(decision)
    kb = player.kb  # type: ignore[attr-defined]
    assert list(replayed.live.values()) == kb.clauses()
    assert replayed.facts == kb.facts
    assert [replayed.steps[i].clause for i in range(len(replayed.steps))] == [
        step.clause for step in kb.steps()
    ]
    assert [line["words"] for line in decisions] == words
    assert last["event"] == (game.outcome.value if game.outcome else "stuck")
    assert last["decisions"] == len(words)


def test_watch_steps_on_enter_and_leaves_on_q(tmp_path: Path) -> None:
    """--step waits for Enter, and --record saves the whole game."""
    stopped = sapper("watch", "easy", "--seed", "5", "--step", stdin="\nq\n")
    assert stopped.stdout.count("Enter: next decision") == 2
    sapper("watch", "easy", "--seed", "5", "--record", "g", "--pace", "0", cwd=tmp_path)
    record = Record.parse((tmp_path / "g").read_text())
    assert record.agent == "resolution-endgame"
    assert record.board == deal(Level.parse("easy"), 5)


def test_watch_never_writes_over_a_record(tmp_path: Path) -> None:
    """An existing or unwritable file is refused before the game."""
    (tmp_path / "mine").write_text("precious")
    refused = sapper("watch", "easy", "--record", "mine", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "mine already exists" in refused.stderr
    assert (tmp_path / "mine").read_text() == "precious"
    late = sapper("watch", "easy", "--record", "no/where", cwd=tmp_path)
    assert (late.returncode, late.stdout) == (2, "")


def test_ctrl_c_keeps_what_was_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted game leaves its moves so far in an unfinished record."""
    answers = iter(["", ""])

    def enter(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", enter)
    result = sapper("watch", "hard", "--seed", "1", "--step", "--record", "g", cwd=tmp_path)
    assert result.returncode == 130
    record = Record.parse((tmp_path / "g").read_text())
    assert record.outcome is None
    assert record.moves


@pytest.mark.parametrize("more", [(), ("--whole-proof",)], ids=["short", "whole"])
@pytest.mark.parametrize("agent", ["textbook", "resolution-endgame", "consistency", "odds"])
def test_watch_says_what_the_proof_below_shows(agent: str, more: tuple[str, ...]) -> None:
    """The sentence names the clues of the proof and counts its steps."""
    options = ("--seed", "2", "--agent", agent, "--show-kb", "--pace", "0", *more)
    text = sapper("watch", "9x7x12/open", *options).stdout
    proofs = 0
    for cell, lines in re.findall(
        r"^the proof that (\w+) is safe:\n((?:  \d+\. .+\n)+)", text, re.M
    ):
        before = text[: text.index(f"the proof that {cell} is safe:\n{lines}")]
        claim = rf"^{cell}\b[\w, ]* (?:(?:is|are) safe,|(?:was|were) given as safe).*"
        words = re.findall(claim, before, re.M)[-1]
        named = re.search(
            r"\bclues? at ([\w, ]+?)(?: and (?:the mine|facts)| in| has| is|\.|$)", words
        )
        clues = set() if named is None else set(re.findall(r"[A-Z]\d", named[1]))
        used = set(re.findall(r" clue (\w+)$", lines, re.M))
        more_clues = re.search(r"and (\d+) other cells", words)
        assert clues <= used, words
        assert len(used - clues) == (int(more_clues[1]) if more_clues else 0), words
        if steps := re.search(r"in (\d+) steps", words):
            assert int(steps[1]) == len(lines.splitlines())
        proofs += 1
    assert proofs > 2
    assert ("KB0" in text) == AGENTS[agent].clauses
