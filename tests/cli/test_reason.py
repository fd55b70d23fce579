"""The commands analyze, explain, hint and verify."""

import json
import math
import os
import re
from pathlib import Path

import pytest

from command import sapper
from jsoncheck import NOUNS
from strategies import checkerboard


def test_a_record_is_a_position_too(tmp_path: Path) -> None:
    sapper("play", "8x4x6/open", "--seed", "3", "--record", "g", stdin="D4\n", cwd=tmp_path)
    assert "boards" in sapper("analyse", "g", cwd=tmp_path).stdout
    assert sapper("explain", "g", cwd=tmp_path).returncode == 0
    assert sapper("hint", "g", cwd=tmp_path).stdout == "At least one cell is provably safe.\n"
    (tmp_path / "open").write_text("2x1x0\n00\n")
    assert "boards  1 fit" in sapper("analyse", "open", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("extra_mines", "frame", "words"),
    [
        (1, "", "the search for a shorter list stopped after 5 s of work"),
        (-40, "+", "can't tell whether any board fits the position"),
    ],
)
def test_a_position_made_to_be_hard_is_answered(
    tmp_path: Path, extra_mines: int, frame: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkerboard of clues with a wrong mine count causes a one-line error."""
    monkeypatch.setattr(
        "sapper.core.conflict._UNITS_PER_SECOND", 500_000
    )  # an eighth of the usual limit
    (tmp_path / "hard").write_text(checkerboard(30, extra_mines, frame))
    result = sapper("analyse", "hard", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_analyze_tells_certain_cells_odds_and_boards(tmp_path: Path) -> None:
    """Provable cells are marked with words, and all others with percentages."""
    (tmp_path / "p").write_text("5x2x2\n.....\n1111.\n")
    text = sapper("analyse", "p", cwd=tmp_path).stdout
    assert "1 33 67 ok 33 33\n2  1  1  1  1 33\n" in text
    assert "safest  C1, provably safe\nboards  3 fit the position" in text
    found = json.loads(sapper("analyse", "p", "--json", cwd=tmp_path).stdout)
    assert set(found) == set(NOUNS["Odds"])
    assert found["odds"][1][:4] == [None] * 4
    assert (found["safe"], found["mines"], found["safest"]) == (["C1"], [], "C1")
    assert found["log10_solutions"] == pytest.approx(math.log10(3), abs=1e-12)


def test_before_the_first_move_no_cell_is_called_risky(tmp_path: Path) -> None:
    """Under the rule `open`, analyze, hint and explain say that the first click is safe."""
    (tmp_path / "p").write_text("5x2x2/open\n.....\n.....\n")
    promise = "The first click opens an area, wherever it is"
    text = sapper("analyse", "p", cwd=tmp_path).stdout
    assert f"first   Nothing is open yet. {promise}.\n" in text
    assert "safest" not in text
    assert json.loads(sapper("analyse", "p", "--json", cwd=tmp_path).stdout)["first_is_safe"]
    assert promise in sapper("hint", "p", cwd=tmp_path).stdout
    assert promise in sapper("explain", "p", "B1", cwd=tmp_path).stderr


WALL = "5x3x2\n.....\n11111\n00000\n"


def test_explain_tells_why_and_draws_the_steps(tmp_path: Path) -> None:
    """`explain` chooses the easiest cell by default, and writes clauses, pictures and JSON."""
    (tmp_path / "p").write_text(WALL)
    text = sapper(
        "explain", "p", "--proof", "--svg", "e.svg", "--png", "e.png", cwd=tmp_path
    ).stdout
    assert text.startswith("C1 is safe (subset, clues A2 and B2).\n1. The 1 at A2 has its mine")
    assert re.search(r"^\d+\. ¬C1 +from ", text, re.MULTILINE)
    assert (tmp_path / "e.svg").read_text().startswith("<svg")
    assert (tmp_path / "e-1.png").read_bytes().startswith(b"\x89PNG")
    found = json.loads(sapper("explain", "p", "C1", "--json", cwd=tmp_path).stdout)
    assert (found["cell"], found["claim"], found["clues"]) == ("C1", "safe", ["A2", "B2"])


def test_explain_shows_both_boards_of_an_uncertain_cell(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("3x2x1\n.1.\n...\n")
    result = sapper("explain", "p", "A1", cwd=tmp_path)
    assert "A1 has a 20% chance of being a mine." in result.stdout
    assert result.stdout.count("*") == 2
    refused = sapper("explain", "p", "A1", "--certificate", "c", cwd=tmp_path)
    assert refused.returncode == 2
    assert "there is no proof for A1: it may be safe or a mine" in refused.stderr
    assert not (tmp_path / "c").exists()
    unproved = sapper("explain", "p", "A1", "--proof", cwd=tmp_path)
    assert (unproved.returncode, unproved.stdout) == (2, "")
    assert unproved.stderr == "sapper: there is no proof for A1: it may be safe or a mine\n"


def test_a_budget_that_would_do_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p").write_text(WALL)
    unused = sapper("analyse", "p", "--budget", "2s", cwd=tmp_path)
    assert (unused.returncode, unused.stdout) == (2, "")
    assert unused.stderr == "sapper: --budget needs --value: add --value\n"
    unused = sapper("explain", "p", "C1", "--budget", "2s", cwd=tmp_path)
    assert (unused.returncode, unused.stdout) == (2, "")
    assert unused.stderr == "sapper: --budget is for the best guess: leave out CELL or --budget\n"


def test_a_certificate_is_accepted_and_a_tampered_one_rejected(tmp_path: Path) -> None:
    """`verify` gives its verdict as an exit code, and in words or JSON."""
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
    """If a folder contains both kinds of proof, both must be valid and prove the same claim."""
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
    assert other.stdout == "rejected: claim.cnf and claim.opb make different claims\n"
    sapper("explain", "p", "B1", "--certificate", "c", cwd=tmp_path)
    (tmp_path / "c" / "claim.pbp").write_bytes(bytes(range(256)))
    assert sapper("verify", "c", cwd=tmp_path).returncode == 1
    alone = sapper("explain", "p", "B1", "--cutting-planes", cwd=tmp_path)
    assert alone.returncode == 2
    assert "--cutting-planes needs --certificate DIR" in alone.stderr


def test_a_certificate_that_is_incomplete_or_too_large_gets_one_line(tmp_path: Path) -> None:
    """A certificate with a missing file, or with a file over 16 MiB, is refused."""
    (tmp_path / "p").write_text(WALL)
    sapper("explain", "p", "C1", "--certificate", "c", cwd=tmp_path)
    (tmp_path / "c" / "claim.lrat").unlink()
    missing = sapper("verify", "c", cwd=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr == "sapper: the certificate has no claim.lrat\n"
    assert missing.stderr.count("\n") == 1
    (tmp_path / "c" / "claim.drat").write_bytes(b"0\n" * 2**23 + b"0")
    huge = sapper("verify", "c", cwd=tmp_path)
    assert huge.returncode == 2
    assert "claim.drat is too large: the limit is 16 MiB" in huge.stderr


def test_hints_go_from_a_nudge_to_the_proof(tmp_path: Path) -> None:
    """Each tier of hints reveals more, and only tiers 4 and 5 say which cell is safe."""
    (tmp_path / "p").write_text(WALL)
    texts = [sapper("hint", "p", "--tier", str(t), cwd=tmp_path).stdout for t in range(1, 6)]
    assert texts[0] == "At least one cell is provably safe.\n"
    assert not any("C1 is safe" in text for text in texts[:3])
    assert texts[3] == "C1 is safe.\n"
    assert "The 1 at A2 has its mine" in texts[4]
    found = json.loads(sapper("hint", "p", "--tier", "3", "--json", cwd=tmp_path).stdout)
    assert found["clues"] == ["A2", "B2"]


GUESS = "4x3x4\n..2.\n..3.\n....\n"


EARLY = "9x8x15\n" + "\n".join(["." * 9] * 3 + ["....2...."] + ["." * 9] * 4) + "\n"


def test_analyze_tells_the_value(tmp_path: Path) -> None:
    """The value is exact if few boards fit, and otherwise an estimate with a margin of error."""
    (tmp_path / "p").write_text(GUESS)
    text = sapper("analyse", "p", "--value", cwd=tmp_path).stdout
    assert (
        "value   wins 48.1% (exact): the best strategy wins on 26 of the 54 boards that fit" in text
    )
    assert "best    A1   wins 48.1% (exact), with a 33.3% chance of being a mine\nthen    " in text
    found = json.loads(sapper("analyse", "p", "--value", "--json", cwd=tmp_path).stdout)
    assert "value" not in json.loads(sapper("analyse", "p", "--json", cwd=tmp_path).stdout)
    value = found["value"]
    assert set(value) == set(NOUNS["Value"])
    assert (value["boards"], value["exact"], value["error"]) == (54, True, 0.0)
    assert value["win"] == pytest.approx(26 / 54)
    assert value["moves"][0]["cell"] == "A1"
    assert all(set(move) == set(NOUNS["MoveValue"]) for move in value["moves"])
    (tmp_path / "early").write_text(EARLY)
    early = ("analyse", "early", "--value", "--budget", "40ms")
    text = sapper(*early, cwd=tmp_path).stdout
    wins = r"wins [\d.]+% ± [\d.]+% \(estimated\)"
    assert re.search(rf"value   {wins}: the champion played 40 boards that fit", text)
    assert re.search(rf"best    \w+ +{wins}, with an? [\d.]+% chance of being a mine", text)
    found = json.loads(sapper(*early, "--json", cwd=tmp_path).stdout)["value"]
    assert (found["boards"], found["exact"]) == (40, False)
    (tmp_path / "safe").write_text("4x1x1/any\n.10.\n")
    text = sapper("analyse", "safe", "--value", cwd=tmp_path).stdout
    assert "value   wins 100% (exact): the best strategy wins on 1 of the 1 board that fits" in text
    assert "best    open the safe cells first" in text


def test_analyze_tells_the_safest_cell_from_the_best(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("6x2x4/any\n..2111\n...1..\n")
    text = sapper("analyse", "p", "--value", cwd=tmp_path).stdout
    assert "safest  E2, with a 33.3% chance of being a mine\n" in text
    assert "best    A1   wins 33.3% (exact), with a 50.0% chance of being a mine\n" in text
    assert "best" not in sapper("analyse", "p", cwd=tmp_path).stdout
    found = json.loads(sapper("analyse", "p", "--value", "--json", cwd=tmp_path).stdout)
    assert (found["safest"], found["value"]["moves"][0]["cell"]) == ("E2", "A1")
    assert "best" not in found


def test_everything_in_a_folder_is_checked(tmp_path: Path) -> None:
    """A genuine certificate of a board does not hide a false claim in the same folder."""
    (tmp_path / "p").write_text("5x3x2\n.....\n11111\n00000\n")
    sapper("explain", "p", "C1", "--certificate", "c", cwd=tmp_path)
    dealt = sapper("deal", "6x4x3/open", "--no-guess", "--certificate", "c", cwd=tmp_path)
    assert dealt.returncode == 0, dealt.stderr
    both = sapper("verify", "c", cwd=tmp_path)
    assert both.returncode == 0
    assert both.stdout.splitlines()[0].startswith("accepted: the board 6x4x3/open")
    assert both.stdout.splitlines()[1] == "accepted: C1 is safe"
    cnf = tmp_path / "c" / "claim.cnf"
    right = cnf.read_text()
    cnf.write_text(right.replace("claim C1 safe", "claim A1 safe"))
    false = sapper("verify", "c", cwd=tmp_path)
    assert (false.returncode, false.stdout.splitlines()[1][:9]) == (1, "rejected:")
    cnf.unlink()
    missing = sapper("verify", "c", cwd=tmp_path)
    assert missing.returncode != 0
    assert "claim.cnf" in missing.stderr
    cnf.write_text(right)
    for name, words in (
        ("claim.txt", "claim.txt is not part of a certificate"),
        ("Claim.TXT", "Claim.TXT is not part of a certificate"),
    ):
        (tmp_path / "c" / name).write_text("all cells are safe")
        more = sapper("verify", "c", cwd=tmp_path)
        assert more.returncode != 0
        assert words in more.stderr
        (tmp_path / "c" / name).unlink()
    (tmp_path / "c" / "A.CERT").write_text("all cells are safe")
    assert "A.CERT rejected:" in sapper("verify", "c", cwd=tmp_path).stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    """A pipe in place of a file is refused, because reading it might never end."""
    (tmp_path / "p").write_text("5x3x2\n.....\n11111\n00000\n")
    sapper("explain", "p", "C1", "--certificate", "c", cwd=tmp_path)
    os.mkfifo(tmp_path / "c" / "one.cert")
    found = sapper("verify", "c", cwd=tmp_path)
    assert found.returncode != 0
    assert "one.cert: it is not a regular file" in found.stderr
    os.mkfifo(tmp_path / "q")
    assert "it is not a regular file" in sapper("analyse", "q", cwd=tmp_path).stderr
