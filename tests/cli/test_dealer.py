"""The commands deal, rate and puzzle."""

import json
import re
from pathlib import Path

import pytest

from command import sapper
from sapper.cli import dealer
from sapper.core.board import Board, Deck, deal
from sapper.core.level import Level
from sapper.ladder.dealer import DealLimitError, Wanted, deal_wanted, solution
from sapper.ladder.techniques import Technique


def test_deal_prints_the_board_of_the_seed(tmp_path: Path) -> None:
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
    first, second = (json.loads(sapper("deal", "expert", "--json").stdout) for _ in range(2))
    assert first["seed"] != second["seed"]
    again = sapper("deal", "expert", "--seed", str(first["seed"]), "--json")
    assert json.loads(again.stdout) == first


def test_deal_count_makes_a_deck() -> None:
    result = sapper("deal", "6x4x5/safe", "--seed", "9", "--count", "4")
    assert Deck.parse(result.stdout) == Deck.deal(Level.parse("6x4x5/safe"), 9, 4)
    assert result.stdout.startswith("6x4x5/safe A1\n")


@pytest.mark.parametrize("level", ["6x4x5/safe", "5x4x3/given(2)", "5x4x3/given(zero)"])
def test_a_deck_is_dealt_in_blocks(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large deck needs little memory, and its text is that of the whole deck."""
    counts, deal_some = [], Deck.deal

    def noted(level: Level, seed: int, count: int, first: int | None = None) -> Deck:
        counts.append(count)
        return deal_some(level, seed, count, first)

    monkeypatch.setattr(Deck, "deal", noted)
    monkeypatch.setattr(dealer, "BLOCK", 4)
    file = tmp_path / "deck"
    for options in ((), ("--out", str(file))):
        result = sapper("deal", level, "--seed", "9", "--count", "10", *options)
        text = file.read_text() if options else result.stdout
        assert text == str(deal_some(Level.parse(level), 9, 10))
    assert counts == [0, 4, 4, 2] * 2


def test_deal_without_guessing(tmp_path: Path) -> None:
    """`deal` finds boards by technique, and `verify` accepts their certificates unless damaged."""
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
    assert "3 of 3 board certificates accepted" in sapper("verify", "c", cwd=tmp_path).stdout
    checked = json.loads(sapper("verify", "c/6.cert", "--json", cwd=tmp_path).stdout)
    assert checked["accepted"]
    damaged = (tmp_path / "c/6.cert").read_text().replace("open D4", "open A1")
    (tmp_path / "c/6.cert").write_text(damaged)
    result = sapper("verify", "c", cwd=tmp_path)
    assert result.returncode == 1
    assert "6.cert rejected: A1 was not proved to be safe" in result.stdout


def test_deal_by_guesses_ranges_density_and_repair() -> None:
    """`deal` obeys its other options, and says that repaired boards are not a uniform sample."""
    result = sapper("deal", "9x7x1/open", "--density", "0.2", "--guesses", "1", "--seed", "3")
    board = Board.parse(result.stdout)
    assert board.level.mines == 13
    assert len(solution(board, guesses=True).guesses) == 1
    result = sapper("deal", "9x7x9/safe", "--3bv", "20-22", "--openings", "2-", "--seed", "3")
    found = Board.parse(result.stdout).statistics
    assert 20 <= found.three_bv <= 22
    assert found.openings >= 2
    result = sapper("deal", "14x9x36/open", "--no-guess", "--no-mine-count", "--repair")
    assert "not a uniform sample" in result.stderr
    board = Board.parse(result.stdout)
    assert len(board.mines) == 36
    assert solution(board, Technique.CASE_SPLIT).solved


@pytest.mark.long
def test_a_search_says_what_to_expect_and_ends_at_its_limit() -> None:
    result = sapper("deal", "expert", "--technique", "given", "--limit", "1.3s")
    assert result.returncode == 2
    assert result.stdout == ""
    expect, error = result.stderr.splitlines()
    assert expect.startswith("dealing: none of ")
    assert " in 1.3 s: none of " in error


def test_at_the_limit_what_was_found_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`deal --count` and `puzzle` print what they found in time, and then the error."""
    level, wanted = Level.parse("9x7x10/open"), Wanted(no_guess=True)

    def late(*_: object, **__: object) -> None:
        raise DealLimitError(deal_wanted(level, 1, 2, wanted), "too late")

    monkeypatch.setattr("sapper.cli.dealer.deal_wanted", late)
    few = sapper("deal", "9x7x10/open", "--no-guess", "--count", "5")
    assert (few.returncode, few.stderr) == (2, "sapper: too late\n")
    assert [*Deck.parse(few.stdout)] == deal_wanted(level, 1, 2, wanted).boards
    one = sapper("deal", "9x7x10/open", "--no-guess")
    assert (one.returncode, one.stdout, one.stderr) == (2, "", "sapper: too late\n")
    few = sapper("puzzle", "6x4x7/open", "--technique", "chain", "--count", "12", "--seed", "1")
    assert few.returncode == 2
    assert few.stdout.count("6x4x7/open\n") > 0
    said = f"sapper: found {few.stdout.count('6x4x7/open')} puzzles: almost all other boards"
    assert few.stderr.splitlines()[-1].startswith(said)


@pytest.mark.parametrize(
    "command",
    [
        ("deal", "9x7x10/open", "--no-guess", "--count", "3"),
        ("puzzle", "9x7x14/open"),
        ("puzzle", "9x7x14/open", "--guess", "--count", "9"),
        ("puzzle", "9x7x14/open", "--best"),
    ],
)
def test_a_limit_of_0_leaves_no_time(command: tuple[str, ...]) -> None:
    ended = sapper(*command, "--limit", "0s")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert " in 0 s" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (("deal", "9x7x12/given", "--first", "C3"), "under rule 'given', a board doesn't depend"),
        (("deal", "9x7x12/any", "--first", "C3"), "under rule 'any', a board doesn't depend on"),
        (("deal", "9x7x12/given", "--no-guess", "--first", "C3"), "under rule 'given', a board"),
        (("deal", "9x7x12/any", "--count", "2", "--first", "C3"), "use rule 'safe' or 'open'"),
        (("deal", "4x3x0/any", "--certificate", "OUT"), "4x3x0/any has no safe first click"),
        (("deal", "9x7x12/open", "--limit", "5s"), "--limit is for a search: add a condition"),
        (("rate", "position", "--first", "A1"), "needs a board, but position holds a position"),
        (("rate", "deck", "--first", "A1"), "--first needs a board, but deck holds a deck"),
        (("puzzle", "--guess", "--pattern", "1-1"), "--pattern and --guess can't be combined"),
        (("puzzle", "--pattern", "1-3"), "'1-3' is not a pattern: use 1-1, 1-2, 1-2-1, 1-2-2-1"),
        (("puzzle", "--guess", "--best"), "--guess and --best can't be combined: choose one"),
        (("puzzle", "--guess", "--technique", "chain"), "--technique and --guess can't be comb"),
        (("puzzle", "--best", "--technique", "subset"), "--technique and --best can't be comb"),
        (("puzzle", "--sheet", "s.html", "--json"), "--sheet and --json can't be combined"),
        (("puzzle", "--per-page", "4"), "--per-page needs --sheet FILE: add the file"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    command: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "position").write_text("5x3x2\n.....\n11111\n00000\n")
    (tmp_path / "deck").write_text("3x2x1/safe A1\n3\n")
    ended = sapper(*command, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert complaint in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "OUT").exists()


def test_a_certificate_that_would_be_rejected_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.cli.dealer.certify_board", lambda board: "not a certificate")
    deal = ("deal", "6x4x3/open", "--no-guess", "--seed", "7", "--certificate", "c")
    ended = sapper(*deal, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    why = "because sapper verify would say: rejected: line 1 is not"
    assert f"no certificate was written for seed 7, {why}" in ended.stderr
    assert not (tmp_path / "c").exists()


def test_rate_and_puzzle(tmp_path: Path) -> None:
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
    assert "5 boards: median difficulty" in spread
    assert "1 boards" not in spread
    assert re.search(r"1 board(\n| needs this and nothing harder\n)", spread)
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
    for end in ("html", "svg"):
        sapper(*options, "--for", "Ada & Eve", "--sheet", f"a.{end}", cwd=tmp_path)
    assert "<h1>Ada &amp; Eve: " in (tmp_path / "a.html").read_text()
    assert "Ada &amp; Eve: " in (tmp_path / "a-1.svg").read_text()
    assert json.loads(sapper(*options, "--for", "Ada", "--json").stdout) != [puzzle]
    pattern = sapper("puzzle", "--pattern", "1-2-1", "--seed", "1", "--answers").stdout
    assert "pattern 1-2-1)." in pattern
    guess = sapper("puzzle", "7x7x9/open", "--pattern", "guess", "--seed", "1", "--answers").stdout
    assert guess.startswith("7x7x9/open\n")
    assert "# best: " in guess


def test_deal_names_given_cells(tmp_path: Path) -> None:
    """Given cells are marked in a board's text and listed in JSON, but `show` doesn't mark them."""
    level = Level.parse("6x4x5/given")
    board, deck = deal(level, 9), Deck.deal(level, 9, 3)
    arguments = ("deal", "6x4x5/given", "--seed", "9")
    text = sapper(*arguments).stdout
    assert text == str(board)
    assert text.count("+") == 5
    found = json.loads(sapper(*arguments, "--json").stdout)
    assert [level.grid.parse_cell(name) for name in found["given"]] == list(board.given)
    assert found["rows"] == board.rows
    found = json.loads(sapper(*arguments, "--count", "3", "--json").stdout)
    assert found["boards"] == [sorted(board.mines) for board in deck]
    assert found["given"] == [list(board.given) for board in deck]
    (tmp_path / "board").write_text(text)
    assert "+" not in sapper("show", str(tmp_path / "board")).stdout
