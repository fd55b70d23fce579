"""Genuine certificates of boards are accepted, and changed certificates are refused."""

import random
import re
from typing import Any

import pytest

from sapper.core.board import Board, deal
from sapper.core.level import Level
from sapper.explain.certificate import CertificateError
from sapper.ladder.board_certificate import certify_board
from sapper.ladder.dealer import Wanted, deal_wanted
from sapper.ladder.techniques import Technique
from sapper.verify import board as board_checker
from sapper.verify import verify_board
from sapper.verify.certificate import check_proof

CASES = {
    "7x5x6/open": Wanted(no_guess=True),
    "12x7x15/safe": Wanted(technique=Technique.MINE_COUNT),
    "12x9x22/open": Wanted(technique=Technique.CHAIN),
    "11x9x21/open": Wanted(technique=Technique.COMBINATION),
    "9x6x9/given(5)": Wanted(no_guess=True),
    "12x10x36/open": Wanted(no_guess=True, repair=True),
}


def certificates(count: int) -> list[str]:
    return [
        certify_board(board)
        for level, wanted in CASES.items()
        for board in deal_wanted(Level.parse(level), 1, count, wanted).boards
    ]


def test_what_is_made_is_accepted() -> None:
    """Certificates of every start rule and technique, with and without proofs, are accepted."""
    made = certificates(8)
    for text in made:
        assert str(verify_board(text)).startswith("accepted: the board ")
    proved = [text for text in made if "\n: " in text]
    assert len(proved) >= 16
    assert any(re.search(r"by .* mine count\n: ", text) for text in proved)
    assert any("by mine count\n" in text for text in made)


def test_a_small_certificate_can_be_read() -> None:
    """A person can read the whole certificate of a board with one row."""
    board = Board.parse("4x1x1/safe\n01*1\n")
    assert certify_board(board).splitlines() == [
        "sapper board certificate 1",
        "4x1x1/safe",
        "01*1",
        "moves",
        "open A1",
        "mine C1 by B1",
        "safe D1 by mine count",
        "open D1",
        "end",
    ]
    assert str(verify_board(certify_board(board))) == (
        "accepted: the board 4x1x1/safe can be won without a guess"
    )


def test_a_board_that_needs_a_guess_has_none() -> None:
    with pytest.raises(CertificateError, match="4x1x0/any has no safe first click: use rule 'saf"):
        certify_board(Board.parse("4x1x0/any\n0000\n"))
    with pytest.raises(CertificateError, match="this board can't be won without a guess"):
        certify_board(Board.parse("4x1x2/safe\n1*2*\n"))


def lines_of(text: str) -> tuple[list[str], list[str]]:
    """Split a certificate after the line `moves`."""
    lines = text.splitlines()
    start = lines.index("moves") + 1
    return lines[:start], lines[start:]


def joined(head: list[str], moves: list[str]) -> str:
    return "\n".join([*head, *moves, ""])


@pytest.mark.parametrize("kind", ["leave out", "swap", "other cell", "other clue", "hint", "claim"])
def test_changed_certificates_are_refused(kind: str) -> None:
    """A certificate is refused if a change leaves one of its lines without a reason.

    Changes that could leave a certificate valid are not tried.
    """
    rng = random.Random(kind)
    refused = 0
    for text in certificates(6):
        head, moves = lines_of(text)
        changed = list(moves)
        place = rng.randrange(len(moves) - 1)
        line = moves[place]
        if kind == "leave out":
            # Only cells with a separate `open` line must be shown to be safe, because cells opened
            # by a zero need no line.
            opened = {m.split()[1] for m in moves if m.startswith("open")}
            shown = [
                i
                for i, m in enumerate(moves)
                if m.startswith("safe")
                and " by mine" not in m
                and opened & set(m.split(" by ")[0].split())
            ]
            if not shown:
                continue
            del changed[rng.choice(shown)]
        elif kind == "swap":
            # In reverse order, the moves use cells that are not shown to be safe yet.
            changed = [*moves[-2::-1], "end"]
        elif kind == "other cell":
            places = [i for i, m in enumerate(moves) if m.startswith("open")]
            changed[rng.choice(places)] = f"open {mine_of(text)}"
        elif kind == "other clue":
            by = [i for i, m in enumerate(moves) if re.search(r" by [A-Z]+\d+$", m)]
            if not by:
                continue
            place = rng.choice(by)
            changed[place] = re.sub(r"by .*", f"by {mine_of(text)}", moves[place])
        elif kind == "hint":
            steps = [i for i, m in enumerate(moves) if m.startswith(": ")]
            if not steps:
                continue
            place = rng.choice(steps)
            changed[place] = moves[place].rsplit(" ", 2)[0] + " 1 0"
            if changed[place] == moves[place]:
                continue
        else:
            if not line.startswith(("safe", "mine")):
                continue
            changed[place] = {"safe": "mine", "mine": "safe"}[line[:4]] + line[4:]
        verdict = verify_board(joined(head, changed))
        assert not verdict, (kind, joined(head, changed))
        refused += 1
    assert refused >= 5


def mine_of(text: str) -> str:
    """The name of a mine on the board of a certificate."""
    head, _ = lines_of(text)
    board = Board.parse("\n".join(head[1:-1]))
    return board.grid.name(min(board.mines))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("certificate 1", "certificate 2", "line 1 is not"),
        ("\nmoves\n", "\n", "it has no line 'moves'"),
        ("\nend\n", "\n", "the last line is not 'end'"),
        ("open D4", "open D44", "off the board"),
        ("open D4", "open d4", "is not a cell"),
        ("open D4", "open A1", "was not proved to be safe"),
        ("open D4", "jump D4", "it is neither"),
        ("open D4", "open D4\nopen D4", "is open already"),
        ("open D4", "safe D4 by A1", "known already"),
        ("open D4", "open D4\nsafe E1 E1 by D4", "twice"),
        ("7x5x6/open", "7x5x6/any", "line 2 is not a level"),
        ("7x5x6/open", "7x5x5/open", "number of mines does not match its level"),
        ("7x5x6/open", "7x6x6/open", "do not match its level"),
        ("moves", "moves\u00e9", "contains"),
        ("7x5x6/open", "7x5x6/given", "the board has 0 given cells (+), but its level gives 6"),
        ("7x5x6/open", "7x5x6/given(0) A1", "a first cell"),
        ("7x5x6/open", "0x0x0/given", "a side must have 1 to 1000 cells"),
        ("7x5x6/open", "9999x1x0/open", "a side must have 1 to 1000 cells"),
        ("7x5x6/open", "7x5x6/given*3..2", "is not a start rule"),
        ("7x5x6/open", "7x5x6/open ", "'' is not a cell"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, reason: str) -> None:
    board = deal_wanted(Level.parse("7x5x6/open"), 2, 1, CASES["7x5x6/open"]).boards[0]
    text = certify_board(board)
    assert old in text
    verdict = verify_board(text.replace(old, new, 1))
    assert not verdict
    assert reason in verdict.reason
    assert len(verdict.reason) < 200


@pytest.mark.parametrize("rule", ["given", "given*12", "given*0.5", "given(all)", "given(3)"])
def test_a_level_gives_as_many_cells_as_it_says(rule: str) -> None:
    """A certificate with more given cells than its level has is refused.

    If all safe cells were given, every board could be won without a guess.
    """
    level = Level.parse(f"6x4x3/{rule}")
    board = deal_wanted(level, 1, 1, Wanted(no_guess=True)).boards[0]
    text = certify_board(board)
    assert verify_board(text)
    if level.given < level.safe:
        rows = [re.sub("[0-8]", "+", row) for row in str(board).splitlines()[1:]]
        cells = [cell for cell in range(level.size) if cell not in board.mines]
        moves = [f"open {board.grid.name(cell)}" for cell in cells]
        head = ["sapper board certificate 1", str(level)]
        forged = "\n".join([*head, *rows, "moves", *moves, "end", ""])
        assert verify_board(forged).reason == (
            f"the board has {level.safe} given cells (+), but its level gives {level.given}"
        )


def test_all_proofs_of_a_board_have_one_limit_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single work limit applies to all proofs of a board together."""
    text = next(text for text in certificates(2) if len(re.findall(r"\n(?!:).*\n: ", text)) > 2)
    spent: list[int] = []

    def noted(*proof: Any) -> int:
        spent.append(check_proof(*proof))
        return spent[-1]

    monkeypatch.setattr(board_checker, "check_proof", noted)
    assert verify_board(text)
    assert len(spent) > 2
    total = sum(spent)
    monkeypatch.setattr(board_checker, "WORK", total)
    assert "its proofs take too much work" in verify_board(text).reason, "clauses count, too"
    monkeypatch.setattr(board_checker, "_READING", 0)
    assert verify_board(text)
    monkeypatch.setattr(board_checker, "WORK", total - 1)
    assert "too long to check" in verify_board(text).reason


def test_a_wrong_number_is_refused() -> None:
    text = certify_board(deal(Level.parse("6x4x3/open"), 1))
    row = text.splitlines()[2]
    changed = text.replace(row, "".join("8" if s == "1" else s for s in row), 1)
    assert changed != text
    assert "number is wrong at" in verify_board(changed).reason


def test_a_first_cell_that_is_no_zero_is_refused() -> None:
    text = certify_board(Board.parse("6x4x2/open\n000000\n110000\n*20000\n*20000\n"))
    verdict = verify_board(text.replace("6x4x2/open", "6x4x2/open A2", 1))
    assert verdict.reason == "the board breaks rule 'open' at A2"


def test_an_expert_certificate_is_small() -> None:
    wanted = Wanted(technique=Technique.COMBINATION)
    for board in deal_wanted(Level.parse("expert"), 1, 2, wanted).boards:
        text = certify_board(board)
        assert len(text) < 50_000
        assert verify_board(text)


@pytest.mark.parametrize("claim", ["safe B1", "mine A1"])
def test_two_clues_settle_only_what_they_do_not_share(claim: str) -> None:
    """The clues at A2 and B2 show that C1 is safe, but not which of A1 and B1 is the mine."""
    head = "sapper board certificate 1\n5x3x2/open\n*11*1\n11111\n00000\nmoves\nopen D3\n"
    right = verify_board(head + "safe C1 by A2 B2\nend\n")
    assert "counting" not in str(right)
    wrong = verify_board(head + f"{claim} by A2 B2\nend\n")
    assert str(wrong).startswith("rejected")
    assert "it does not follow from its clues by counting" in str(wrong)
