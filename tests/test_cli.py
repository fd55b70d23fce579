"""The command line, run as a user runs it."""

import json
import math
import os
import pty
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest
import typer

from command import app, sapper
from jsoncheck import NOUNS
from sapper.agents import AGENTS, make
from sapper.agents.guess import GUESSES
from sapper.board import Board, Deck, deal
from sapper.cli.games import traced
from sapper.cli.overview import FILES
from sapper.dealer import solution
from sapper.game import Game, Record
from sapper.grid import Grid, SapperError
from sapper.lab.studies import STUDIES
from sapper.level import Level
from sapper.logic import parse_event, replay
from sapper.optimal import Optimal, optimal
from sapper.techniques import Technique
from test_view import checkerboard
from wordcheck import parse


def test_help_lists_the_commands() -> None:
    """Without arguments the help is shown: every command once, in a section, with a whole line."""
    result = sapper()
    assert result.returncode == 0
    listed = re.findall(r"^  ([a-z][a-z-]*)  +[A-Z]", result.stdout, re.MULTILINE)
    commands = typer.main.get_group(app).commands
    assert sorted(listed) == sorted(commands)
    assert "Learn and teach:\n  lesson" in result.stdout
    assert "..." not in result.stdout.partition("Play, and look back:")[2]


def test_a_command_is_where_the_table_says() -> None:
    """Only the file of a called command is imported."""
    for file, names in FILES.items():
        module = f"sapper.cli.{file}"
        commands = [(c.name, c.callback) for c in app.registered_commands if c.callback]
        found = [name or f.__name__ for name, f in commands if f.__module__ == module]
        assert sorted(found) == sorted(names), file
    code = "import sys; sys.argv[1:] = ['stats', 'easy']; from sapper.cli import main\n"
    code += "try: main()\nfinally: print(*sorted(m for m in sys.modules if 'sapper.cli.' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[-1] for name in done.stdout.splitlines()[-1].split()}
    assert loaded & FILES.keys() == {"files"}


def test_deal_prints_the_board_of_the_seed(tmp_path: Path) -> None:
    """Text, JSON and file agree with the library."""
    board = deal(Level.parse("8x4x6/open"), 3, 12)
    arguments = ("deal", "8x4x6/open", "--seed", "3", "--first", "E2")
    assert sapper(*arguments).stdout == str(board)
    found = json.loads(sapper(*arguments, "--json").stdout)
    assert found["level"] == "8x4x6/open"
    assert found["first"] == "E2"
    assert found["seed"] == 3
    assert [board.grid.parse_cell(name) for name in found["mines"]] == sorted(board.mines)
    assert sapper(*arguments, "--out", str(tmp_path / "b")).stdout == ""
    assert Board.parse((tmp_path / "b").read_text()) == board


def test_deal_without_a_seed_is_random() -> None:
    """Two runs differ, and the seed that was drawn is told in JSON."""
    first, second = (json.loads(sapper("deal", "expert", "--json").stdout) for _ in range(2))
    assert first["seed"] != second["seed"]
    again = sapper("deal", "expert", "--seed", str(first["seed"]), "--json")
    assert json.loads(again.stdout) == first


def test_deal_count_makes_a_deck() -> None:
    """The deck holds the boards of consecutive seeds."""
    result = sapper("deal", "6x4x5/safe", "--seed", "9", "--count", "4")
    assert Deck.parse(result.stdout) == Deck.deal(Level.parse("6x4x5/safe"), 9, 4)
    assert result.stdout.startswith("6x4x5/safe A1\n")


def test_deal_without_guessing(tmp_path: Path) -> None:
    """Boards by what they need, with certificates that verify accepts."""
    options = ("12x8x18/open", "--technique", "difference", "--seed", "5")
    result = sapper("deal", *options, "--json", cwd=tmp_path)
    found = json.loads(result.stdout)
    assert found["technique"] == "difference"
    board = Board.parse(sapper("deal", *options, cwd=tmp_path).stdout)
    assert [board.grid.name(cell) for cell in sorted(board.mines)] == found["mines"]
    assert solution(board).solved
    deck = sapper("deal", *options, "--count", "3", "--certificate", "c", cwd=tmp_path).stdout
    assert Deck.parse(deck)[0] == board
    assert sorted(path.name for path in (tmp_path / "c").iterdir()) == [
        "5.cert",
        "6.cert",
        "7.cert",
    ]
    assert "3 of 3 certificates of boards accepted" in sapper("verify", "c", cwd=tmp_path).stdout
    checked = json.loads(sapper("verify", "c/6.cert", "--json", cwd=tmp_path).stdout)
    assert checked["accepted"]
    damaged = (tmp_path / "c/6.cert").read_text().replace("open D4", "open A1")
    (tmp_path / "c/6.cert").write_text(damaged)
    result = sapper("verify", "c", cwd=tmp_path)
    assert result.returncode == 1
    assert "6.cert rejected: A1 was not shown to be safe" in result.stdout


def test_deal_by_guesses_ranges_density_and_repair() -> None:
    """The other wishes, and what is said about repaired boards."""
    result = sapper("deal", "9x7x1/open", "--density", "0.2", "--guesses", "1", "--seed", "3")
    board = Board.parse(result.stdout)
    assert board.level.mines == 13
    assert len(solution(board, guesses=True).guesses) == 1
    result = sapper("deal", "9x7x9/safe", "--3bv", "20-22", "--openings", "2-", "--seed", "3")
    found = Board.parse(result.stdout).statistics
    assert 20 <= found.three_bv <= 22
    assert found.openings >= 2
    result = sapper("deal", "14x9x36/open", "--no-guess", "--no-mine-count", "--repair")
    assert "not uniform" in result.stderr
    board = Board.parse(result.stdout)
    assert len(board.mines) == 36
    assert solution(board, Technique.CASE_SPLIT).solved


def test_a_search_says_what_to_expect_and_ends_at_its_limit() -> None:
    """A line after a second, an error at the limit; what was found is printed before it."""
    result = sapper("deal", "expert", "--technique", "told", "--limit", "1.3s")
    assert result.returncode == 2
    assert result.stdout == ""
    expect, error = result.stderr.splitlines()
    assert expect.startswith("dealing: none of ")
    assert "within the limit of 1.3 s" in error
    few = sapper(
        "deal", "expert", "--technique", "combination", "--count", "100000", "--limit", "1500ms"
    )
    assert few.returncode == 2
    assert len(Deck.parse(few.stdout)) >= 1
    assert "Raise --limit" in few.stderr


def test_rate_and_puzzle(tmp_path: Path) -> None:
    """Boards, decks, positions and records are rated; puzzles come with answers and sheets."""
    sapper("deal", "9x7x10/open", "--seed", "4", "--out", "b", cwd=tmp_path)
    sapper("deal", "9x7x10/open", "--seed", "4", "--count", "5", "--out", "d", cwd=tmp_path)
    words = sapper("rate", "b", cwd=tmp_path).stdout
    found = json.loads(sapper("rate", "b", "--json", cwd=tmp_path).stdout)
    assert words.startswith(found["verdict"])
    assert f"3BV {found['three_bv']}" in words
    rated = json.loads(sapper("rate", "d", "--json", cwd=tmp_path).stdout)
    assert rated[0] == found
    assert len(rated) == 5
    spread = sapper("rate", "d", cwd=tmp_path).stdout
    assert "5 boards: difficulty" in spread
    assert "1 boards" not in spread
    assert re.search(r"1 board(\n| needs it and no more\n)", spread)
    position = "5x3x2\n.....\n11111\n00000\n"
    assert "Needs one subset around C1." in sapper("rate", "-", stdin=position).stdout
    sapper("watch", "9x7x10/open", "--seed", "4", "--record", "r", cwd=tmp_path)
    assert json.loads(sapper("rate", "r", "--json", cwd=tmp_path).stdout) == found
    anywhere = "4x1x1/any\n01*1\n"
    assert "guesses     1" in sapper("rate", "-", stdin=anywhere).stdout
    assert "guesses     0" in sapper("rate", "-", "--first", "A1", stdin=anywhere).stdout
    options = ("puzzle", "8x7x12/open", "--technique", "subset", "--seed", "1")
    (puzzle,) = json.loads(sapper(*options, "--json").stdout)
    printed = sapper(*options, "--answers").stdout
    assert printed.startswith(puzzle["position"])
    assert f"# safe: {', '.join(puzzle['safe'])}" in printed
    sapper(*options, "--count", "5", "--sheet", "s.html", "--per-page", "4", cwd=tmp_path)
    assert (tmp_path / "s.html").read_text().count("<section>") == 4
    sapper(*options, "--count", "5", "--sheet", "s.svg", cwd=tmp_path)
    assert {path.name for path in tmp_path.glob("*.svg")} == {"s-1.svg", "s-2.svg"}


def test_deal_names_told_cells(tmp_path: Path) -> None:
    """As text and as JSON, of a board and of a deck; `show` draws the numbers under them."""
    level = Level.parse("6x4x5/given")
    board, deck = deal(level, 9), Deck.deal(level, 9, 3)
    arguments = ("deal", "6x4x5/given", "--seed", "9")
    text = sapper(*arguments).stdout
    assert text == str(board)
    assert text.count("+") == 5
    found = json.loads(sapper(*arguments, "--json").stdout)
    assert [level.grid.parse_cell(name) for name in found["told"]] == list(board.told)
    assert found["rows"] == board.rows
    found = json.loads(sapper(*arguments, "--count", "3", "--json").stdout)
    assert found["boards"] == [sorted(board.mines) for board in deck]
    assert found["told"] == [list(board.told) for board in deck]
    (tmp_path / "board").write_text(text)
    assert "+" not in sapper("show", str(tmp_path / "board")).stdout


@pytest.mark.parametrize("look", ["course", "classic"])
def test_show_draws_in_the_terminal_and_to_files(look: str, tmp_path: Path) -> None:
    """SVG and PNG files are made, and nothing is printed then."""
    (tmp_path / "b").write_text(str(deal(Level.parse("8x4x6/open"), 3)))
    assert "1 1 2 2 * * * * 1" in sapper("show", "b", "--look", look, cwd=tmp_path).stdout
    drawn = sapper("show", "b", "--svg", "b.svg", "--png", "b.png", "--look", look, cwd=tmp_path)
    assert (drawn.returncode, drawn.stdout) == (0, "")
    assert (tmp_path / "b.svg").read_text().startswith("<svg")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_stats_of_a_board_and_of_a_level(tmp_path: Path) -> None:
    """A board has values, a level means over many boards; JSON has the documented keys."""
    board = deal(Level.parse("8x4x6/open"), 3)
    (tmp_path / "b").write_text(str(board))
    found = json.loads(sapper("stats", "b", "--json", cwd=tmp_path).stdout)
    assert found == {
        "level": "8x4x6/open",
        "three_bv": 6,
        "openings": 1,
        "islands": 2,
        "zini": 6,
        "hzini": 6,
        "zini_8way": 6,
        "density": 0.1875,
    }
    assert "3BV        6" in sapper("stats", "b", cwd=tmp_path).stdout
    level = json.loads(sapper("stats", "8x4x6/open", "--games", "50", "--json").stdout)
    every = [deal(Level.parse("8x4x6/open"), seed).statistics.three_bv for seed in range(50)]
    assert level["three_bv"] == sum(every) / 50
    assert level["range"]["three_bv"] == [min(every), max(every)]
    assert "50 boards" in sapper("stats", "8x4x6/open", "--games", "50").stdout


def test_play_a_game_to_its_loss_and_replay_it(tmp_path: Path) -> None:
    """Commands, aliases and mistakes; the record is written after every move and replays."""
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
    assert "set or take away a flag" in start.stdout
    assert "mines left 5" in start.stdout
    assert "'nonsense' is not a cell" in start.stdout
    assert "cell Z9 is off the board" in start.stdout
    assert start.stdout.count("that changes nothing") == 2
    assert "left after 2 moves, kept in g" in start.stdout
    assert Record.parse((tmp_path / "g").read_text()).outcome is None
    rest = sapper("play", "--record", "g", stdin="H1\nD1\n", cwd=tmp_path)
    assert "You lost" in rest.stdout
    assert "1 . . . X F * * 1" in rest.stdout
    shown = sapper("show", "g", cwd=tmp_path)
    assert "lost, 4 moves" in shown.stdout
    assert "1 . . . X F * * 1" in shown.stdout
    replayed = sapper("replay", "g", cwd=tmp_path)
    assert "move 2 of 4: flag E1" in replayed.stdout
    assert replayed.stdout.rstrip().endswith("lost")
    steps = json.loads(sapper("replay", "g", "--json", cwd=tmp_path).stdout)
    assert [step["move"] for step in steps["moves"]] == ["open D4", "flag E1", "open H1", "open D1"]
    assert steps["moves"][1]["rows"][0] == "....F..."
    over = sapper("play", "--record", "g", stdin="", cwd=tmp_path)
    assert over.returncode == 2
    assert "no unfinished game" in over.stderr


def test_play_to_a_win() -> None:
    """Opening every safe cell wins, and the answer is shown."""
    board = deal(Level.parse("5x3x2/safe"), 4, 0)
    safe = [board.grid.name(cell) for cell in range(15) if cell not in board.mines]
    result = sapper("play", "5x3x2/safe", "--seed", "4", stdin="\n".join(safe) + "\n")
    assert "You won" in result.stdout
    assert result.stdout.count("*") == 2


def test_agents_are_listed_with_a_line_each() -> None:
    """Every preset of the registry and every guess strategy is named."""
    text = sapper("agents").stdout
    for name, preset in AGENTS.items():
        assert f"{name:<20} {preset.description}" in text
    assert ", ".join(GUESSES) in text
    assert set(json.loads(sapper("agents", "--json").stdout)) == set(AGENTS)


def test_watch_shows_board_reason_and_knowledge_base() -> None:
    """Each decision is a frame with its reason in words; --show-kb prints readable clauses."""
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
    """An agent without proofs says that no board fits; --show-kb and w have the explanation."""
    arguments = ("watch", "9x6x10/open", "--seed", "4", "--agent", agent)
    text = sapper(*arguments, "--show-kb", "--pace", "0").stdout
    vouched = re.search(
        r"^(\w+)[\w, ]* (?:is|are) safe: no board that fits.*\n(?:.+ (?:is|are) .+\n)*?"
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
    """A told cell, a guess that is none of an agent's proofs, and what a stuck agent misses."""
    told = sapper("watch", "9x6x10/open", "--seed", "4", "--step", stdin="w\nw\nq\n").stdout
    assert told.count("Enter: next decision, w: why, q: leave > ") == 3
    assert told.count("D4 is safe (told).\n1. D4 was told safe before the first move.\n") == 2
    options = ("--seed", "1", "--agent", "rules", "--step")
    first = sapper("watch", "4x3x3/any", *options, "--guess", "odds", stdin="w\nq\n").stdout
    assert "A1 is not certain: it has a 25.0% chance of being a mine." in first
    stuck = sapper("watch", "4x3x3/any", *options, stdin="w\n\n").stdout
    assert "stuck: this agent can prove no cell safe, and it does not guess\n" in stuck
    assert "is not certain: it has a 25.0% chance of being a mine." in stuck
    over = sapper("watch", "3x1x1/given(all)", "--seed", "1", "--step", stdin="\nw\n").stdout
    assert over.count("w: why") == 1


def test_watch_show_kb_is_a_lesson_by_the_textbook() -> None:
    """Each decision has its clues with their formula, what became of the clauses, KB and KB0."""
    shown = sapper("watch", "9x6x8/given", "--seed", "3", "--show-kb")
    text = shown.stdout
    assert shown.returncode == 0
    assert re.search(r"^textbook on 9x6x8/given, seed 3: \w+ after \d+ decisions", text, re.M)
    clue = r"^clue \w\d: (\d) of (\d) hidden cells: (\d+) \+ (\d+) clauses$"
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


def test_watch_shows_the_whole_proof_on_p() -> None:
    """With --step --show-kb, p prints the proof from the clues on, as often as asked."""
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
    """--trace prints every event with the names of cells, then the decision; the end at last."""
    text = sapper("watch", "6x4x5/given", "--seed", "2", "--trace").stdout
    lines = text.splitlines()
    assert re.fullmatch(r"0\. ¬[A-F][1-4] is a fact: told safe", lines[0])
    assert any(re.fullmatch(r"\d+\. \(.+\) enters KB: clue [A-F][1-4]", line) for line in lines)
    assert any(line.startswith("decision 1: ") for line in lines)
    assert re.fullmatch(r"textbook on 6x4x5/given, seed 2: \w+ after \d+ decisions, .+", lines[-1])


def test_trace_needs_an_agent_that_keeps_clauses() -> None:
    """The engine's agents have no KB to tell of."""
    game = Game(deal(Level.parse("6x4x5/given"), 2))
    with pytest.raises(SapperError, match="for agents that keep clauses"):
        next(traced(game, make("odds"), False))


@pytest.mark.parametrize("agent", ["textbook", "resolution-endgame"])
def test_watch_trace_as_json_lines_replays(agent: str) -> None:
    """The lines that are events of KB arrive at the KB, KB0 and steps of the same game."""
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
    """--step waits; a record of the whole game can be kept and replays."""
    stopped = sapper("watch", "easy", "--seed", "5", "--step", stdin="\nq\n")
    assert stopped.stdout.count("Enter: next decision") == 2
    sapper("watch", "easy", "--seed", "5", "--record", "g", "--pace", "0", cwd=tmp_path)
    record = Record.parse((tmp_path / "g").read_text())
    assert record.player == "resolution-endgame"
    assert record.board == deal(Level.parse("easy"), 5)


def test_watch_never_writes_over_a_record(tmp_path: Path) -> None:
    """A file that is there, or can't be written, is refused before the game."""
    (tmp_path / "mine").write_text("precious")
    refused = sapper("watch", "easy", "--record", "mine", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "mine is there already" in refused.stderr
    assert (tmp_path / "mine").read_text() == "precious"
    late = sapper("watch", "easy", "--record", "no/where", cwd=tmp_path)
    assert (late.returncode, late.stdout) == (2, "")


def test_ctrl_c_keeps_what_was_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A watched game that is interrupted leaves its moves so far as an unfinished record."""
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


def test_a_record_is_a_position_too(tmp_path: Path) -> None:
    """A game that was kept can be analysed, explained and hinted at where it ended."""
    sapper("play", "8x4x6/open", "--seed", "3", "--record", "g", stdin="D4\n", cwd=tmp_path)
    assert "boards" in sapper("analyze", "g", cwd=tmp_path).stdout
    assert sapper("explain", "g", cwd=tmp_path).returncode == 0
    assert sapper("hint", "g", cwd=tmp_path).stdout == "A cell is certainly safe.\n"
    (tmp_path / "open").write_text("2x1x0\n00\n")
    assert "boards  1 fit" in sapper("analyze", "open", cwd=tmp_path).stdout


def test_the_version_can_be_asked_for() -> None:
    """It is that of the installed package."""
    assert sapper("--version").stdout == f"sapper {version('sapper')}\n"


BENCH_KEYS = {
    "agent",
    "level",
    "games",
    "won",
    "lost",
    "stuck",
    "wrong",
    "seconds",
    "games_per_second",
    "ms_per_game",
    "matched_pairs_per_game",
    "steps_per_game",
}


@pytest.mark.parametrize("agent", ["resolution-endgame", "odds"])
def test_bench_counts_the_games_of_a_level_and_of_a_deck(agent: str, tmp_path: Path) -> None:
    """The same boards give the same outcomes, by seed or as a deck; JSON has its keys."""
    sapper("deal", "easy", "--seed", "7", "--count", "12", "--out", "d", cwd=tmp_path)
    by_level = sapper(
        "bench", agent, "easy", "--games", "12", "--seed", "7", "--outcomes", "a", cwd=tmp_path
    )
    by_deck = sapper(
        "bench", agent, "--deck", "d", "--outcomes", "b", "--json", "--jobs", "1", cwd=tmp_path
    )
    outcomes = (tmp_path / "a").read_text().split()
    assert outcomes == (tmp_path / "b").read_text().split()
    assert len(outcomes) == 12
    found = json.loads(by_deck.stdout)
    assert set(found) >= BENCH_KEYS
    assert set(found["ms_per_game"]) == {"mean", "median", "sd", "max"}
    assert found["won"] == outcomes.count("won")
    assert found["won"] + found["lost"] + found["stuck"] == 12
    assert f"won    {found['won']:>8}" in by_level.stdout


def test_prove_chains_backward_and_says_what_it_costs() -> None:
    """A proof by the two rules, its cost both ways, and what they can't prove."""
    position = "5x2x1\n01.1.\n0111."
    result = sapper("prove", "-", "E1", stdin=position)
    assert result.stdout.splitlines() == [
        "E1 is safe:",
        "  mine(C1) by B1 = 1: safe(A1), safe(A2), safe(B2), safe(C2)",
        "  safe(E1) by D1 = 1: mine(C1)",
        "backward chaining: 4 goals, 10 rules tried for this question",
        "forward chaining: 2 rules tried to settle all 3 cells that the rules can settle here",
    ]
    found = json.loads(sapper("prove", "-", "C1", "--mine", "--json", stdin=position).stdout)
    assert (found["proved"], found["claim"], len(found["chain"])) == (True, "mine", 1)
    other = sapper("prove", "-", "C1", stdin=position).stdout
    assert other.startswith("the rules can't prove that C1 is safe: they prove that it is a mine")
    unknown = sapper("prove", "-", "A1", stdin="3x3x1\n...\n111\n000").stdout
    assert "the rules can't prove that A1 is safe; explain looks" in unknown
    bad = sapper("prove", "-", "B1", stdin=position)
    assert (bad.returncode, bad.stderr) == (2, "sapper: B1 is open: choose a hidden cell\n")


def test_bench_counts_fail_apart_from_stuck() -> None:
    """Program C's third outcome is a line of its own under stuck, and a field of the JSON."""
    command = ("bench", "resolution-rounds", "9x6x12/open", "--games", "40")
    found = json.loads(sapper(*command, "--json").stdout)
    assert 0 < found["fail"] < found["stuck"]
    lines = sapper(*command).stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.split()[:1] == ["stuck"])
    assert lines[at + 1].split()[:4] == ["fail", str(found["fail"]), "of", "these:"]


def test_bench_audits_stuck_ends() -> None:
    """The agent of two rules gets stuck where more would follow; the complete one never does."""
    weak = sapper("bench", "rules", "8x6x9/given", "--games", "20", "--audit", "--json")
    strong = sapper("bench", "sat", "8x6x9/given", "--games", "20", "--audit", "--json")
    audit = json.loads(weak.stdout)["audit"]
    assert audit["certain_from_clues"] > 0
    assert json.loads(strong.stdout)["audit"]["certain_from_clues"] == 0
    assert json.loads(strong.stdout)["audit"]["certain_from_mine_count"] == 0


@pytest.mark.parametrize(
    ("extra_mines", "frame", "words"),
    [
        (1, "", "the smallest set of clues was not found in 5 s of work"),
        (-40, "+", "can't tell whether any board fits the position"),
    ],
)
def test_a_position_made_to_be_hard_is_answered(
    tmp_path: Path, extra_mines: int, frame: str, words: str
) -> None:
    """A checkerboard of clues with a wrong mine count, under a kilobyte: one line, not minutes."""
    (tmp_path / "hard").write_text(checkerboard(30, extra_mines, frame))
    command = [sys.executable, "-m", "sapper", "analyze", "hard"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_analyze_tells_certain_cells_odds_and_boards(tmp_path: Path) -> None:
    """Words for certain cells, percent for the others; JSON has the documented keys."""
    (tmp_path / "p").write_text("5x2x2\n.....\n1111.\n")
    text = sapper("analyze", "p", cwd=tmp_path).stdout
    assert "1 33 67 ok 33 33\n2  1  1  1  1 33\n" in text
    assert "safest  C1, certainly safe\nboards  3 fit the position" in text
    found = json.loads(sapper("analyze", "p", "--json", cwd=tmp_path).stdout)
    assert set(found) == set(NOUNS["Odds"])
    assert found["odds"][1][:4] == [None] * 4
    assert (found["safe"], found["mines"], found["safest"]) == (["C1"], [], "C1")
    assert found["log10_solutions"] == pytest.approx(math.log10(3), abs=1e-12)


def test_before_the_first_move_no_cell_is_called_risky(tmp_path: Path) -> None:
    """By rules safe and open: analyze, hint and explain say that the first click is safe."""
    (tmp_path / "p").write_text("5x2x2/open\n.....\n.....\n")
    promise = "by rule open, the first click is safe anywhere and opens a region"
    text = sapper("analyze", "p", cwd=tmp_path).stdout
    assert f"first   Nothing is open yet: {promise}.\n" in text
    assert "safest" not in text
    assert json.loads(sapper("analyze", "p", "--json", cwd=tmp_path).stdout)["first_is_safe"]
    assert promise in sapper("hint", "p", cwd=tmp_path).stdout
    assert promise in sapper("explain", "p", "B1", cwd=tmp_path).stderr


def test_optimal_draws_the_value_of_every_first_cell() -> None:
    """Wins and shares by cell, the best marked; a first cell that is named is the only one."""
    text = sapper("optimal", "3x2x2/safe").stdout
    assert text.startswith("3x2x2/safe: the best strategy wins on 5 of 10 boards (50.0000%)\n")
    assert "first    A1 C1 A2 C2\n" in text
    assert "1      *5       4      *5\n   50.00%  40.00%  50.00%\n2 " in text
    assert re.search(r"exact    .*: \d+ different positions, \d+\.\d s\n$", text)
    assert "- has no room" in sapper("optimal", "4x3x6/open").stdout
    for arguments in (("3x2x2/safe b1",), ("3x2x2/safe", "--first", "B1")):
        text = sapper("optimal", *arguments).stdout
        assert "wins on 4 of 10 boards" in text
        assert "A2" not in text
    assert "won before the first move" in sapper("optimal", "2x1x2/any").stdout


def test_optimal_as_json_is_the_library_s() -> None:
    """It reads back as the same value."""
    found = json.loads(sapper("optimal", "4x3x3/any", "--json").stdout)
    assert Optimal.from_json(found) == optimal(Level.parse("4x3x3/any"))
    assert (found["won"], found["boards"]) == (124, 220)
    assert found["probability"] == 124 / 220


def test_a_progress_bar_on_a_terminal() -> None:
    """Drawn before there is a rate to show, and gone at the end."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "sapper", "bench", "odds", "8x4x6/safe", "--games", "9"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=slave, timeout=60)
    seen = os.read(master, 100_000)
    os.close(master)
    os.close(slave)
    assert result.returncode == 0
    assert b"odds plays" in seen
    assert b"Traceback" not in seen


def test_optimal_shows_progress_and_heeds_ctrl_c(tmp_path: Path) -> None:
    """On a terminal the positions are counted; stopping ends with one line and leaves no file."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "sapper", "optimal", "5x5x6/any"],
        stdout=subprocess.PIPE,
        stderr=slave,
        cwd=tmp_path,
    ) as process:
        os.close(slave)
        seen = b""
        while not re.search(rb"0 of 6 kinds of first cells, \d+ positions", seen):
            seen += os.read(master, 1000)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        while b"stopped" not in seen:
            seen += os.read(master, 1000)
    os.close(master)
    assert process.returncode == 130
    assert output == b""
    assert b"Traceback" not in seen
    assert os.listdir(tmp_path) == []


def test_compare_plays_both_on_the_same_boards(tmp_path: Path) -> None:
    """The verdict in words and JSON; the boards that only one wins become decks."""
    arguments = ("compare", "rules", "sat", "8x6x9/given", "--games", "60", "--jobs", "1")
    found = json.loads(sapper(*arguments, "--json").stdout)
    assert found["verdict"] == "b"
    assert found["games"] < 60
    text = sapper(*arguments, "--deck-out", "d.txt", cwd=tmp_path).stdout
    assert text.startswith("sat is better than rules")
    assert len(Deck.parse((tmp_path / "d.b.txt").read_text())) == found["only"]["b"]
    assert len(Deck.parse((tmp_path / "d.a.txt").read_text())) == 0


def test_compare_takes_luck_out() -> None:
    """Both differences and what it saves, in words and JSON; --all-games has one look."""
    arguments = ("compare", "odds", "rules:guess=random", "5x4x5/safe", "--seed", "5", "--luck")
    text = sapper(*arguments, "--games", "400", "--jobs", "2").stdout
    assert text.startswith("odds is better than rules:guess=random: ")
    assert "\n  difference of wins " in text
    assert " times as many games with it\n" in text
    found = json.loads(sapper(*arguments, "--games", "220", "--all-games", "--json").stdout)
    assert found["games"] == 220
    without = found["without_luck"]
    assert set(without) == {
        "difference",
        "interval_any_moment",
        "interval_fixed_games",
        "times_fewer_games",
        "shares",
        "method",
    }
    low, high = without["interval_fixed_games"]
    assert 0 < low < without["difference"] < high
    few = sapper(*arguments, "--games", "20", "--jobs", "1").stdout
    assert "too few boards differ" in few
    assert "confidence sequence" in " ".join(sapper("compare", "--help").stdout.split())


def test_study_plays_writes_and_resumes(tmp_path: Path) -> None:
    """Tables in the terminal; rows and a report in the folder; a second run needs --resume."""
    names = [line.split()[0] for line in sapper("study", "--list").stdout.splitlines()]
    assert names == list(STUDIES)
    arguments = ("study", "endgame", "--games", "2", "--jobs", "1", "--out", "r")
    first = sapper(*arguments, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    for name in ("report.html", "summary.csv", "games.parquet"):
        assert (tmp_path / "r" / name).exists()
    again = sapper(*arguments, cwd=tmp_path)
    assert again.returncode == 2
    assert "--resume" in again.stderr
    resumed = sapper(*arguments, "--resume", "--json", cwd=tmp_path)
    assert json.loads(resumed.stdout)["study"] == "endgame"


WALL = "5x3x2\n.....\n11111\n00000\n"


def test_explain_tells_why_and_draws_the_steps(tmp_path: Path) -> None:
    """The easiest cell without a name; the proof as clauses; a picture a step; JSON."""
    (tmp_path / "p").write_text(WALL)
    text = sapper(
        "explain", "p", "--proof", "--svg", "e.svg", "--png", "e.png", cwd=tmp_path
    ).stdout
    assert text.startswith("C1 is safe (subset, clues A2 and B2).\n1. The 1 at A2 has exactly 1")
    assert re.search(r"^\d+\. ¬C1 +from ", text, re.MULTILINE)
    assert (tmp_path / "e.svg").read_text().startswith("<svg")
    assert (tmp_path / "e-1.png").read_bytes().startswith(b"\x89PNG")
    found = json.loads(sapper("explain", "p", "C1", "--json", cwd=tmp_path).stdout)
    assert (found["cell"], found["claim"], found["clues"]) == ("C1", "safe", ["A2", "B2"])


def test_explain_shows_both_boards_of_an_uncertain_cell(tmp_path: Path) -> None:
    """Where nothing is certain, a board with and one without a mine are drawn."""
    (tmp_path / "p").write_text("3x2x1\n.1.\n...\n")
    result = sapper("explain", "p", "A1", cwd=tmp_path)
    assert "A1 is not certain" in result.stdout
    assert result.stdout.count("*") == 2
    refused = sapper("explain", "p", "A1", "--certificate", "c", cwd=tmp_path)
    assert refused.returncode == 2
    assert "A1 is not certain: there is no proof" in refused.stderr
    assert not (tmp_path / "c").exists()


def test_a_certificate_is_accepted_and_a_tampered_one_rejected(tmp_path: Path) -> None:
    """The verdict is an exit code, words or JSON."""
    (tmp_path / "p").write_text(WALL)
    sapper("explain", "p", "C1", "--certificate", "c", cwd=tmp_path)
    names = ["claim.cnf", "claim.drat", "claim.lrat", "position.txt"]
    assert sorted(os.listdir(tmp_path / "c")) == names
    accepted = sapper("verify", "c", cwd=tmp_path)
    assert (accepted.returncode, accepted.stdout) == (0, "accepted: C1 is safe\n")
    (tmp_path / "c" / "position.txt").write_text(WALL.replace("11111", "11211"))
    rejected = sapper("verify", "c", "--json", cwd=tmp_path)
    assert rejected.returncode == 1
    assert json.loads(rejected.stdout)["accepted"] is False
    (tmp_path / "c" / "position.txt").write_text(WALL)
    (tmp_path / "c" / "claim.drat").write_bytes(bytes(range(256)))
    assert sapper("verify", "c", cwd=tmp_path).returncode == 1


def test_a_proof_of_sums_is_written_and_checked_too(tmp_path: Path) -> None:
    """By itself, or beside the clauses: then both must hold, of the same claim."""
    (tmp_path / "p").write_text("4x3x2\n....\n1221\n0000\n")
    sapper("explain", "p", "B1", "--certificate", "c", "--cutting-planes", cwd=tmp_path)
    assert sorted(os.listdir(tmp_path / "c")) == ["claim.opb", "claim.pbp", "position.txt"]
    accepted = sapper("verify", "c", cwd=tmp_path)
    assert (accepted.returncode, accepted.stdout) == (0, "accepted: B1 is a mine\n")
    sapper("explain", "p", "B1", "--certificate", "c", cwd=tmp_path)
    assert sapper("verify", "c", cwd=tmp_path).stdout == "accepted: B1 is a mine\n"
    (tmp_path / "c" / "claim.drat").write_text("3 0\n0\n")
    assert sapper("verify", "c", cwd=tmp_path).stdout.startswith("rejected: claim.lrat")
    sapper("explain", "p", "D1", "--certificate", "c", cwd=tmp_path)
    other = sapper("verify", "c", cwd=tmp_path)
    assert other.returncode == 1
    assert other.stdout == "rejected: claim.cnf and claim.opb claim different things\n"
    sapper("explain", "p", "B1", "--certificate", "c", cwd=tmp_path)
    (tmp_path / "c" / "claim.pbp").write_bytes(bytes(range(256)))
    assert sapper("verify", "c", cwd=tmp_path).returncode == 1
    alone = sapper("explain", "p", "B1", "--cutting-planes", cwd=tmp_path)
    assert alone.returncode == 2
    assert "--cutting-planes is a form of --certificate DIR" in alone.stderr


def test_a_certificate_of_the_former_format_or_too_large_gets_one_line(tmp_path: Path) -> None:
    """Format 1 had no claim.lrat; a file may have 16 MiB."""
    (tmp_path / "p").write_text(WALL)
    sapper("explain", "p", "C1", "--certificate", "c", cwd=tmp_path)
    (tmp_path / "c" / "claim.lrat").unlink()
    missing = sapper("verify", "c", cwd=tmp_path)
    assert (missing.returncode, missing.stdout) == (1, "rejected: claim.lrat is missing or empty\n")
    cnf = tmp_path / "c" / "claim.cnf"
    cnf.write_text(cnf.read_text().replace("certificate 2", "certificate 1"))
    former = sapper("verify", "c", cwd=tmp_path)
    assert former.returncode == 1
    assert former.stdout.startswith("rejected: this certificate has the former format 1")
    assert former.stdout.count("\n") == 1
    (tmp_path / "c" / "claim.drat").write_bytes(b"0\n" * 2**23 + b"0")
    huge = sapper("verify", "c", cwd=tmp_path)
    assert huge.returncode == 2
    assert "claim.drat is too large: at most 16 MiB" in huge.stderr


def test_hints_go_from_a_nudge_to_the_proof(tmp_path: Path) -> None:
    """Each tier says more; the cell is named only from tier 4 on."""
    (tmp_path / "p").write_text(WALL)
    texts = [sapper("hint", "p", "--tier", str(t), cwd=tmp_path).stdout for t in range(1, 6)]
    assert texts[0] == "A cell is certainly safe.\n"
    assert not any("C1 is safe" in text for text in texts[:3])
    assert texts[3] == "C1 is safe.\n"
    assert "The 1 at A2 has exactly 1 mine" in texts[4]
    found = json.loads(sapper("hint", "p", "--tier", "3", "--json", cwd=tmp_path).stdout)
    assert found["clues"] == ["A2", "B2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("explain", "position", "A1"), "A1 is open"),
        (("deal", "easy", "--count", "1000000000"), "at most 56512727 at once"),
        (("bench", "rules", "easy", "--games", "1000000000000"), "at most 56512727 at once"),
        (("compare", "odds", "resolution:k=x", "easy"), "'x' is not a value for k"),
        (("compare", "odds", "resolution:w=0", "easy"), "'0' is not a value for w"),
        (("compare", "odds", "resolution:defer=7", "easy"), "'7' is not a value for defer"),
        (("compare", "odds", "resolution:k=3,k=4", "easy"), "is not a player"),
        (("study", "difficulty", "--games", "1000000000000"), "1 to 1000000000"),
        (("serve", "--database", ""), "--database is empty"),
        (("compare", "odds", "psychic", "easy"), "'psychic' is not an agent"),
        (("study",), "--list"),
        (("study", "life"), "'life' is not a study"),
        (("study", "nothing.py"), "can't read nothing.py"),
        (("study", "difficulty", "--games", "1", "--cluster", "mars"), "mars"),
        (("serve", "--port", "99999"), "--port"),
        (("explain", "position", "Z9"), "cells are A1 to C1"),
        (("explain", "wrong"), "clue at B1 (2) against 1 mine"),
        (("explain", "cut"), "cut short"),
        (("hint", "position", "--tier", "6"), "--tier"),
        (("hint", "empty"), "nothing to read"),
        (("verify", "nothing"), "can't read nothing/position.txt"),
        (("bench", "psychic", "easy"), "'psychic' is not an agent"),
        (("bench", "odds", "easy", "--games", "0"), "--games"),
        (("bench", "odds", "--deck", "position"), "is not a deck"),
        (("bench", "odds", "easy", "--guess", "luck"), "'luck' is not a guess strategy"),
        (("bench", "odds", "easy", "--outcomes", "no/where"), "can't write no/where"),
        (("watch", "easy", "--agent", "psychic"), "'psychic' is not an agent"),
        (("watch", "easy", "--trace", "--show-kb"), "--trace and --show-kb"),
        (("watch", "easy", "--whole-proof"), "add --show-kb"),
        (("analyze", "wrong"), "clue at B1 (2) against 1 mine"),
        (("analyze", "empty"), "nothing to read"),
        (("analyze", "wrong", "--value"), "clue at B1 (2) against 1 mine"),
        (("analyze", "unopened", "--value"), "by rule safe the first cell decides the board"),
        (("analyze", "position", "--value", "--budget", "0"), "buys no estimate"),
        (("analyze", "position", "--value", "--budget", "nan"), "'nan' is not a budget"),
        (("analyze", "position", "--value", "--budget", "-1"), "'-1' is not a budget"),
        (("analyze", "position", "--value", "--budget", "9" * 999), "out of range: 0 to 3600 s"),
        (("analyze", "position", "--budget", "soon"), "'soon' is not a budget"),
        (("bench", "champion", "easy", "--budget", "1e9"), "'1e9' is not a budget"),
        (("bench", "champion", "easy", "--budget", "1000000000"), "out of range: 0 to 3600 s"),
        (("bench", "odds", "easy", "--budget", "1s"), "'budget' is not a setting of odds"),
        (("watch", "easy", "--agent", "champion", "--budget", "1h"), "'1h' is not a budget"),
        (("watch", "easy", "--agent", "rules", "--budget", "1s"), "'budget' is not a setting of r"),
        (("optimal", "beginner"), "it has 81 cells, at most 30"),
        (("optimal", "5x5x9/any"), "it has 2042975 boards, at most 250000"),
        (("optimal", "4x4x4/given"), "use any, safe or open"),
        (("optimal", "4x4x4/safe Z9"), "cells are A1 to D4"),
        (("optimal", "4x4x4", "--first", "7"), "'7' is not a cell"),
        (("optimal", "4x3x6/open", "--first", "B2"), "does not fit with first cell B2"),
        (("optimal", "four"), "'four' is not a level"),
        (("optimal", "4x4x4/safe B2", "--first", "C3"), "names two first cells: B2 and C3"),
        (("deal", "9x9x99"), "mines are 0 to 80"),
        (("deal", "1001x9x9"), "width and height are 1 to 1000"),
        (("deal", "nine"), "'nine' is not a level"),
        (("deal",), "Missing argument 'LEVEL'"),
        (("deal", "easy", "--seed", "-1"), "seeds are 0 to"),
        (("deal", "easy", "--seed", "one"), "--seed"),
        (("deal", "expert", "--first", "ZZ99"), "cells are A1 to AD16"),
        (("deal", "easy", "--out", "no/where"), "can't write no/where"),
        (("deal", "easy", "--technique", "magic"), "'magic' is not a technique: use told, single"),
        (("deal", "easy", "--technique", ""), "'' is not a technique"),
        (("deal", "easy", "--3bv", ""), "'' is no range of 3BV"),
        (("deal", "easy", "--no-mine-count"), "is about boards without guessing"),
        (("deal", "easy", "--3bv", "9-x"), "'9-x' is no range of 3BV"),
        (("deal", "easy", "--no-guess", "--limit", "soon"), "'soon' is not a limit"),
        (("deal", "9x9x10/any", "--no-guess"), "its first click is a guess"),
        (("deal", "9x9x40/open", "--seed", "1", "--certificate", "c"), "needs a guess"),
        (("puzzle", "--sheet", "s.pdf"), "its name ends with .html or .svg"),
        (("show", "nothing"), "can't read nothing: No such file"),
        (("show", "."), "Is a directory"),
        (("show", "empty"), "nothing to read"),
        (("show", "binary"), "is not text"),
        (("show", "wrong"), "clue at B1 (2) against 1 mine"),
        (("show", "cut"), "cut short"),
        (("stats", "position"), "is a position"),
        (("stats", "nothing"), "is no file"),
        (("replay", "position"), "is not a record"),
        (("replay", "cut"), "cut short"),
        (("play", "nothing"), "is not a level"),
        (("play", "position"), "neither a board nor a record"),
        (("fly",), "No such command"),
        (("show", "position", "--look", "blue"), "--look"),
    ],
)
def test_bad_input_is_one_clear_line(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    """Exit code 2, one line on standard error, nothing on standard output."""
    (tmp_path / "empty").write_text("")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "position").write_text("3x1x1\n1..\n")
    (tmp_path / "wrong").write_text("3x1x1\n.2.\n")
    (tmp_path / "unopened").write_text("4x2x2/safe\n....\n....\n")
    (tmp_path / "cut").write_text("outcome: won\nmoves: 9\n3x1x1/any\n1*1\n0 open A1\n")
    result = sapper(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("sapper: ")
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


def test_a_closed_pipe_is_not_an_error() -> None:
    """`sapper deal ... | head -1` ends quietly."""
    command = f"{sys.executable} -m sapper deal 1000x1000x9/any --seed 1 | head -c 9"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert result.stdout == "1000x1000"
    assert result.stderr == ""


def test_ctrl_c_keeps_the_record(tmp_path: Path) -> None:
    """An interrupted game leaves its record whole and ends with one line."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "sapper", "play", "8x4x6/open", "--seed", "3", "--record", "g"],
        stdin=slave,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    ) as process:
        os.write(master, b"open D4\n")
        deadline = time.monotonic() + 30
        while not (tmp_path / "g").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    os.close(master)
    os.close(slave)
    assert process.returncode == 130
    assert errors.strip() == "sapper: stopped"
    assert len(Record.parse((tmp_path / "g").read_text()).moves) == 1
    assert os.listdir(tmp_path) == ["g"]


GUESS = "4x3x4\n..2.\n..3.\n....\n"
EARLY = "9x8x15\n" + "\n".join(["." * 9] * 3 + ["....2...."] + ["." * 9] * 4) + "\n"


def test_analyze_tells_the_value(tmp_path: Path) -> None:
    """Exact where few boards are left: in words and as JSON; elsewhere with its error."""
    (tmp_path / "p").write_text(GUESS)
    text = sapper("analyze", "p", "--value", cwd=tmp_path).stdout
    assert "value   wins 48.1% (exact): the best strategy wins on 26 of 54 boards that fit" in text
    assert "best    A1   wins 48.1% (exact), with a 33.3% chance of being a mine\nthen    " in text
    found = json.loads(sapper("analyze", "p", "--value", "--json", cwd=tmp_path).stdout)
    assert "value" not in json.loads(sapper("analyze", "p", "--json", cwd=tmp_path).stdout)
    value = found["value"]
    assert set(value) == set(NOUNS["Value"])
    assert (value["boards"], value["exact"], value["error"]) == (54, True, 0.0)
    assert value["win"] == pytest.approx(26 / 54)
    assert value["moves"][0]["cell"] == "A1"
    assert all(set(move) == set(NOUNS["MoveValue"]) for move in value["moves"])
    (tmp_path / "early").write_text(EARLY)
    early = ("analyze", "early", "--value", "--budget", "40ms")
    text = sapper(*early, cwd=tmp_path).stdout
    wins = r"wins [\d.]+% ± [\d.]+% \(estimated\)"
    assert re.search(rf"value   {wins}: the champion played 40 boards that fit to their end", text)
    assert re.search(rf"best    \w+ +{wins}, with an? [\d.]+% chance of being a mine", text)
    found = json.loads(sapper(*early, "--json", cwd=tmp_path).stdout)["value"]
    assert (found["boards"], found["exact"]) == (40, False)
    (tmp_path / "safe").write_text("4x1x1/any\n.10.\n")
    text = sapper("analyze", "safe", "--value", cwd=tmp_path).stdout
    assert "value   wins 100% (exact): the best strategy wins on 1 of 1 boards that fit" in text
    assert "best    open what is safe first" in text


def test_analyze_tells_the_safest_cell_from_the_best(tmp_path: Path) -> None:
    """Where another cell than the safest wins more, each is called what it is."""
    (tmp_path / "p").write_text("6x2x4/any\n..2111\n...1..\n")
    text = sapper("analyze", "p", "--value", cwd=tmp_path).stdout
    assert "safest  E2, with a 33.3% chance of being a mine\n" in text
    assert "best    A1   wins 33.3% (exact), with a 50.0% chance of being a mine\n" in text
    assert "best" not in sapper("analyze", "p", cwd=tmp_path).stdout
    found = json.loads(sapper("analyze", "p", "--value", "--json", cwd=tmp_path).stdout)
    assert (found["safest"], found["value"]["moves"][0]["cell"]) == ("E2", "A1")
    assert "best" not in found


def test_help_tells_of_value_and_budget() -> None:
    """The options are in the help of their commands."""
    text = sapper("analyze", "--help").stdout
    assert "--value" in text
    assert "--budget" in text
    for command in ("bench", "watch"):
        assert "--budget" in sapper(command, "--help").stdout
    assert re.search(r"^champion +plays to win", sapper("agents").stdout, re.MULTILINE)


def test_budgets_in_bench_and_watch(tmp_path: Path) -> None:
    """The champion plays with a budget, and without a guess the budget changes nothing."""
    level = ("6x5x6/safe", "--games", "5", "--seed", "3", "--json")
    found = json.loads(sapper("bench", "champion", *level, "--budget", "20ms").stdout)
    assert found["games"] == 5
    watched = sapper(
        "watch", "6x5x6/safe", "--seed", "3", "--agent", "champion", "--budget", "20ms",
        "--pace", "0", "--record", "g", cwd=tmp_path,
    )  # fmt: skip
    assert watched.returncode == 0
    assert Record.parse((tmp_path / "g").read_text()).outcome is not None


# The command as users run it, which says when all is imported: a start takes its time on a busy
# machine.
STARTED = """
import sys
sys.argv[0] = "sapper"
from sapper.cli import main
from sapper.cli.games import traced
from sapper.dealer import solution
print("started", flush=True)
main()
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", "early", "--value", "--budget", "3600s"),
        ("analyze", "huge", "--value", "--budget", "60s"),
        ("analyze", "wide", "--value"),
        ("bench", "champion", "expert/safe", "--games", "3", "--budget", "100s"),
        ("compare", "champion:budget=100", "odds", "expert/safe", "--luck", "--jobs", "1"),
    ],
)
def test_ctrl_c_while_it_thinks(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """However long it would think, it stops at once, with one line."""
    (tmp_path / "early").write_text(EARLY)
    # Whether any board fits this one is a question for a SAT solver, and a long one.
    lines = ["." * 60 if row % 2 == 0 else ".3" * 30 for row in range(40)]
    (tmp_path / "wide").write_text("60x40x700/any\n" + "\n".join(lines) + "\n")
    (tmp_path / "huge").write_text("100x100x2000/any\n" + "\n".join(["." * 100] * 100) + "\n")
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        time.sleep(1)
        assert process.poll() is None
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert time.monotonic() - start < 5  # a moment; these machines are slow
    assert process.returncode == 130
    assert errors.strip() == "sapper: stopped"
