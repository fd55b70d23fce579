"""The command `sapper review` reviews one game, many games, and damaged files."""

import json
import re
from pathlib import Path

import pytest

from command import sapper
from mutations import folder
from reviewgames import game, random_game, unpacked
from sapper.core.game import Record
from sapper.core.replay import Replay
from sapper.errors import SapperError
from sapper.formats import FileError, Replays, find, load, write

LOST = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")
SAMPLES = Path(__file__).parents[1] / "samples"


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    file = tmp_path / "lost.record"
    file.write_text(str(LOST))
    return file


def test_one_game_is_reviewed_in_words(lost: Path) -> None:
    """The verdict comes first, and the clues that prove that a cell was safe come later."""
    result = sapper("review", str(lost))
    assert result.returncode == 0
    assert result.stdout.startswith(
        "Needless guess at move 3: C1 was safe. The move cost 50 percentage points."
    )
    assert "the clues at A2 and C2 show, one after the other" in result.stdout
    assert result.stderr == ""


def test_the_file_says_what_the_terminal_says(lost: Path, tmp_path: Path) -> None:
    """The verdict, the facts, and the sentence about each risky move are the same."""
    out = tmp_path / "out.html"
    stdout = sapper("review", str(lost), "--html", str(out)).stdout
    found = unpacked(out.read_text())["data"]["found"]
    assert stdout.startswith(f"{found['verdict']}\n")
    assert [fact["name"] for fact in found["facts"]] == ["accuracy", "guesses"]
    lines = [line.split(maxsplit=1) for line in stdout.splitlines()]
    assert "from guesses" in found["luck_text"]
    assert f" ({found['luck_text']})\n" in stdout
    for fact in found["facts"]:
        assert [fact["name"], fact["text"]] in lines
    assert found["moves"][2]["text"] == "E2 was a coin toss. C1 was safe."
    assert "E2 was a coin toss. C1 was safe" in stdout


def test_json_and_html_come_of_the_same_review(lost: Path, tmp_path: Path) -> None:
    """--json prints the documented form, and --html writes the page."""
    out = tmp_path / "out.html"
    result = sapper("review", str(lost), "--json", "--html", str(out), "--budget", "200ms")
    form = json.loads(result.stdout)
    assert form["moves"][2]["label"] == "needless guess"
    assert "C1 was safe" in out.read_text()


def test_a_move_is_shown_with_its_proof(lost: Path) -> None:
    """Option --move shows the position and the proofs, and a missing move is an error."""
    result = sapper("review", str(lost), "--move", "3")
    assert "safe    C1 D1 E1" in result.stdout
    assert "C1 is safe (one clue at a time, clues A2 and C2)." in result.stdout
    result = sapper("review", str(lost), "--move", "4")
    assert (result.returncode, result.stderr) == (
        2,
        "sapper: the record has no move 4: it has 3 moves\n",
    )


def test_many_games_are_a_folder_or_a_pattern(tmp_path: Path) -> None:
    """Files without a game are skipped with a message, and the statistics cover the other files."""
    for seed in range(3):
        (tmp_path / f"{seed}.record").write_text(str(random_game("5x4x4/safe", seed)))
    (tmp_path / "notes.txt").write_text("not a game")
    out = tmp_path / "out.html"
    result = sapper("review", str(tmp_path), "--budget", "20ms", "--json", "--html", str(out))
    assert result.returncode == 0
    form = json.loads(result.stdout)
    assert (form["games"], form["left_out"]) == (3, 1)
    assert "notes.txt" in result.stderr
    assert " of 3 games." in out.read_text()
    result = sapper("review", str(tmp_path / "*.record"), "--budget", "20ms")
    assert result.stdout.startswith("3 games, 3 finished")
    assert result.stderr == ""
    # Ten games are enough for rates.
    assert re.search(r"^won +[0-3] of 3$", result.stdout, re.MULTILINE)
    assert "luck" not in result.stdout
    assert "lead" not in result.stdout
    for seed in range(3, 10):
        (tmp_path / f"{seed}.record").write_text(str(random_game("5x4x4/safe", seed)))
    result = sapper("review", str(tmp_path / "*.record"), "--budget", "20ms")
    assert re.search(
        r"^won +[\d.]+% \[[\d.]+, [\d.]+\]\nluck removed ", result.stdout, re.MULTILINE
    )
    assert "same boards; your lead is" in result.stdout
    result = sapper("review", str(tmp_path / "*.avf"))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


def test_a_replay_of_another_program_is_reviewed() -> None:
    """A replay from another program can be reviewed, and its first move has the label start."""
    result = sapper("review", str(SAMPLES / "custom.avf"), "--json")
    form = json.loads(result.stdout)
    assert form["end"] == 1.0
    assert form["moves"][0]["label"] == "start"


@pytest.mark.parametrize(
    ("change", "words", "moves"),
    [
        (("1000 flag A1\n2000 open E2\n", ""), "truncated", 1),
        (("2000 open E2", "2000 open Z9"), "Z9", 2),
        (("2000 open E2", "500 open E2"), "backwards", 2),
        (("outcome: lost", "outcome: won"), "says won", 3),
        (("6x3x3/any", "6x3x3/open A1"), "breaks rule 'open'", 3),
    ],
)
def test_what_is_wrong_is_one_line_and_the_rest_is_reviewed_on_request(
    tmp_path: Path, change: tuple[str, str], words: str, moves: int
) -> None:
    """A damaged record is an error, but with --partial the moves before the damage are reviewed."""
    assert change[0] in str(LOST)
    file = tmp_path / "wrong.record"
    file.write_text(str(LOST).replace(*change))
    result = sapper("review", str(file))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert words in result.stderr
    result = sapper("review", str(file), "--partial", "--json")
    assert result.returncode == 0
    assert "only the part before it is reviewed" in result.stderr
    assert len(json.loads(result.stdout)["moves"]) == moves


@pytest.mark.parametrize(
    "name", ["expert.avf", "beginner-v3.evf", "beginner-v4.evf", "long-v1.rmv", "expert.mvf"]
)
def test_a_replay_that_is_cut_off_keeps_what_came_before(name: str, tmp_path: Path) -> None:
    """The error for a truncated binary replay contains the events that could be read."""
    data = (SAMPLES / name).read_bytes()
    file = tmp_path / name
    file.write_bytes(data[: len(data) * 8 // 10])
    with pytest.raises(SapperError) as found:
        load(str(file))
    partial = found.value.partial
    assert isinstance(partial, Replay)
    whole = load(str(SAMPLES / name))
    assert isinstance(whole, Replay)
    assert partial.board == whole.board
    assert 0 < len(partial.events) < len(whole.events)


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        ("2.000 lr 5 2", "it says lost, but its events end before that"),
        ("2.000 lc 5 2", "is not an event: '2.000 lc 5 ?"),
    ],
)
def test_a_rawvf_file_that_is_cut_off_or_wrong_keeps_what_came_before(
    cut: str, words: str, tmp_path: Path
) -> None:
    """The moves before the end of a truncated file or before an invalid line are reviewed."""
    text = write(Replay.of(LOST), find("rawvf")).decode()
    before, found, after = text.partition(cut)
    assert found
    broken = before if "says" in words else f"{before}2.000 lc 5 ?{after}"
    file = tmp_path / "wrong.rawvf"
    file.write_text(broken)
    result = sapper("review", str(file))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert words in result.stderr
    result = sapper("review", str(file), "--partial", "--json")
    assert [move["cell"] for move in json.loads(result.stdout)["moves"]] == ["A3", "A1"]


def test_replays_from_standard_input_are_read_once(tmp_path: Path) -> None:
    """Games from standard input are reviewed like games in a file."""
    names = ("beginner-v3.evf", "beginner-v4.evf")
    data = folder(*((SAMPLES / name).read_bytes() for name in names))
    file = tmp_path / "day.evfs"
    file.write_bytes(data)
    of_file = sapper("review", str(file), "--json")
    assert [game["outcome"] for game in json.loads(of_file.stdout)["reviews"]] == ["won", "won"]
    result = sapper("review", "-", "--json", stdin=data)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == of_file.stdout.replace(str(file), "-")


def test_an_evfs_file_that_is_cut_off_keeps_the_replays_before_and_a_part(tmp_path: Path) -> None:
    """If the second of two replays is truncated, the first and half of the second are reviewed."""
    whole = (SAMPLES / "beginner-v4.evf").read_bytes()
    file = tmp_path / "day.evfs"
    file.write_bytes(folder(whole, whole)[: -len(whole) // 5])
    cut = "replay 2 of the evfs file: the evf file is truncated"
    with pytest.raises(FileError, match=cut) as found:
        load(str(file))
    kept = found.value.partial
    assert isinstance(kept, Replays)
    assert kept.names == ("1.evf", "2.evf")
    assert 0 < len(kept.replays[1].events) < len(kept.replays[0].events)
    for source, stdin in ((str(file), b""), ("-", file.read_bytes())):
        result = sapper("review", source, "--partial", "--json", stdin=stdin)
        assert [game["outcome"] for game in json.loads(result.stdout)["reviews"]] == [
            "won",
            "unfinished",
        ]
        assert result.stderr.count("only the part before it is reviewed") == 1


def test_a_record_without_a_board_has_no_part() -> None:
    """If no move can be played, there is no review."""
    with pytest.raises(SapperError) as found:
        Record.parse("outcome: lost\n6x3x3/any\n**11\n")
    assert found.value.partial is None


def test_nothing_lost_has_no_sign() -> None:
    """A loss of zero is shown without a sign. A game without decisions is reported as such."""
    told = sapper("review", str(SAMPLES / "custom.avf")).stdout
    assert "your errors   0\n" in told
    assert "-0.0" not in told
    assert "; no decisions\n" in told


def test_an_error_below_a_point_is_not_nothing(tmp_path: Path) -> None:
    """The loss from a needless guess is shown as `< 1` instead of 0, even if it is exactly 0."""
    file = tmp_path / "slight.record"
    file.write_text(str(game("5x3x2/any\n*..*.\n11111\n00000\n", "open C3", "open A1")))
    told = sapper("review", str(file)).stdout
    assert "needless guess" in told
    assert "your errors   < 1\n" in told


def test_no_guess_boards_start_at_100(tmp_path: Path) -> None:
    """A record can mark its board as no-guess, and the option --no-guess does so for a replay."""
    board = "6x3x3/safe A3 no-guess\n**1111\n2211*1\n000111\n"
    marked = game(board, "open A3", "open E2")
    file, replay = tmp_path / "marked.record", tmp_path / "game.rawvf"
    file.write_text(str(marked))
    replay.write_bytes(write(Replay.of(marked), find("rawvf")))
    for result in (
        sapper("review", str(file), "--json"),
        sapper("review", str(replay), "--no-guess", "--json"),
    ):
        account = json.loads(result.stdout)["account"]
        assert account == {"start": 100, "luck": -50, "error": 50, "end": 0}
    assert json.loads(sapper("review", str(replay), "--json").stdout)["account"]["start"] < 100
    coin_toss = tmp_path / "coin.record"
    coin_toss.write_text(str(game("3x1x1/safe B1\n*10\n", "open B1")))
    result = sapper("review", str(coin_toss), "--no-guess")
    assert (result.returncode, result.stdout) == (2, "")
    assert "this board needs a guess" in result.stderr
