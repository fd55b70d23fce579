"""Reviews label moves correctly, have figures that add up, and agree with optimal play."""

import math
import random
from dataclasses import replace
from functools import cache
from itertools import pairwise
from unittest import mock

import numpy as np
import pytest

import reference
from jsoncheck import NOUNS
from reviewgames import agent_game, game, random_game
from sapper import _engine
from sapper.core.game import Game, Outcome, Record
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.ladder import dealer
from sapper.ladder.dealer import Wanted, deal_wanted
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.reason.value import Judgement, judge
from sapper.review import Label, Review, ReviewError, protect_first, review, without_guessing
from sapper.review.label import ERRORS, GUESSES, grade
from sapper.review.review_json import replay_json
from sapper.review.start import chance_at_start, play_starts
from sapper.words import say
from sapper.words.text import half_up


def labels(found: Review) -> list[str]:
    return [str(move.label) for move in found.moves]


def check_sum(found: Review) -> None:
    """Check that the start, the luck and the errors of a review add up to the result."""
    total = found.start.win + found.luck.total - found.error
    assert abs(found.end - total) < 1e-9
    assert abs(found.error - sum(move.lost for move in found.moves)) < 1e-12
    booked = sum(move.luck for move in found.moves)
    first = found.moves[0].last.win if found.moves else found.end
    assert abs(first + booked - found.error - found.end) < 1e-9
    for before, after in pairwise(found.moves):
        assert before.after == after.before
    for move in found.moves:
        assert move.judgement is None or (move.before == move.last and move.after is not None)
        assert move.before is None or move.win_choice == move.before.win - move.lost


def test_a_needless_guess_names_the_safe_cell_and_what_showed_it() -> None:
    """The safe cells show which of E2 and E3 is a mine, so guessing E2 first is a needless risk."""
    found = review(game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "open E2"))
    assert labels(found) == ["start", "needless guess"]
    move = found.moves[1]
    assert move.why is not None
    assert (move.view.grid.name(move.why.cell), move.why.technique) == ("C1", Technique.SINGLE_CLUE)
    assert (move.risk, move.exact) == (0.5, True)
    assert (move.win_before, move.win_choice, move.lost, move.win_after) == (1.0, 0.5, 0.5, 0.0)
    assert say(*move.messages) == (
        "E2 was a coin toss. C1 was safe, as the clues at A2 and C2 show, one after the other."
    )
    said = "Needless guess at move 2: C1 was safe. The move cost 50 percentage points."
    assert found.verdict.startswith(said)
    # The page shows proofs and figures separately, so its sentences leave them out.
    shown = replay_json(found)
    assert shown["moves"][1]["text"] == "E2 was a coin toss. C1 was safe."
    assert shown["rest"]["words"] == ""
    assert shown["stood"]["words"] == (
        "Your chance of winning was 100%. E2 was a coin toss. "
        "The move cost 50 percentage points, bad luck 50."
    )
    check_sum(found)


def test_a_coin_toss_is_no_decision() -> None:
    """If every choice wins half of the games, there are no errors, only luck."""
    found = review(game("3x1x1/any\n01*\n", "open B1", "open C1"))
    assert labels(found) == ["start", "forced coin toss"]
    assert found.decisions == ()
    assert found.error == 0.0
    assert found.end == 0.0
    assert found.luck.survival == -0.5
    said = "You lost a coin toss; no other guess would have won more often."
    assert found.verdict.startswith(said)
    check_sum(found)


def test_a_risk_that_changes_nothing_is_not_called_unavoidable() -> None:
    """A1 is a mine in 6 of 8 cases and A2 only in 2, but opening either cell wins 2 games of 8."""
    board = "4x4x8/any\n***.\n..**\n...*\n**..\n"
    found = review(game(board, "open D1", "open B2", "open B3", "open C3", "open A1"))
    move = found.moves[-1]
    assert (move.label, move.risk, move.safest_risk) == (Label.COIN_TOSS, 0.75, 0.25)
    assert (move.win_before, move.lost) == (0.25, 0.0)
    said = "A1 had a 75% chance of being a mine, and no other guess would have won more often."
    assert say(*move.messages) == said
    said = "You took a risk of 75% and lost; no other guess would have won more often."
    assert found.verdict.startswith(said)


@pytest.mark.parametrize(
    ("board", "moves", "label"),
    [
        ("6x3x3/any\n**1111\n2211*1\n000111\n", ["open A3", "open E2"], Label.NEEDLESS),
        ("6x3x3/any\n**1111\n2211*1\n000111\n", ["open A3", "open E3"], Label.NEEDLESS),
        ("6x3x3/any\n**1111\n2211*1\n000111\n", ["open A3", "open C1"], Label.CERTAIN),
        ("3x1x1/any\n01*\n", ["open B1", "open C1"], Label.COIN_TOSS),
        ("3x1x1/any\n01*\n", ["open B1", "open A1"], Label.COIN_TOSS),
        ("3x1x1/any\n01*\n", ["open A1"], Label.CERTAIN),
        ("3x1x1/any\n01*\n", ["open C1"], Label.START),
    ],
)
def test_what_decided_a_game_has_a_label(board: str, moves: list[str], label: Label) -> None:
    """A game is decided by the losing move, the most costly error or the riskiest guess."""
    assert review(game(board, *moves)).decisive is label


def test_a_coin_toss_in_a_corner_is_seen_long_before_the_end_game() -> None:
    """Either A1 or A2 is a mine, and opening other cells can't show which."""
    rows = [".101", ".312", "..12", "2212", "1223", *[""] * 11]
    view = View.parse("30x16x99/any\n" + "\n".join(row.ljust(30, ".") for row in rows))
    found = judge(view, (0,), 0.02)
    assert not found.exact
    assert found.forced
    assert found.safe == pytest.approx(0.5)
    assert found.lost == 0.0
    assert grade(found, 0) is Label.COIN_TOSS


@pytest.mark.parametrize(
    ("board", "moves", "said"),
    [
        (
            "3x2x2/any\n2*2\n2*2\n",
            ["open A1", "open A2", "open B1"],
            "B1 was provably a mine. C1 was safe, as ",
        ),
        ("5x1x3/any\n*2*2*\n", ["open B1", "open C1"], "C1 was provably a mine."),
        ("5x1x3/any\n*2*2*\n", ["open B1", "flag D1", "open A1"], "A1 was provably a mine."),
        (
            "5x3x2/any\n1*11*\n11111\n00000\n",
            ["open A3", "flag C1", "chord B2"],
            "The chord at B2 was bound to hit a mine. C1 was safe, as ",
        ),
    ],
)
def test_who_opens_a_provable_mine_blunders(board: str, moves: list[str], said: str) -> None:
    """Opening a provable mine costs the whole chance of winning."""
    found = review(game(board, *moves))
    move = found.moves[-1]
    assert (move.label, move.risk, move.win_choice, move.luck) == (Label.BLUNDER, 1.0, 0.0, 0.0)
    assert say(*move.messages).startswith(said)
    assert (found.decisive, found.main_error) == (Label.BLUNDER, move)
    assert found.verdict.startswith(
        (
            f"Move {move.number} opened a provable mine, ",
            f"The chord at move {move.number} was bound",
        )
    )
    assert "guess" not in found.verdict.partition(". ")[0]
    check_sum(found)


def test_a_flag_before_the_first_move_has_the_chance_of_any_cell() -> None:
    """Before the first move, only the number of mines is known."""
    found = review(game("3x2x2/safe\n**.\n...\n", "flag A1", "open C1"))
    assert (found.moves[0].label, found.moves[0].risk) == (Label.UNPROVEN_FLAG, 2 / 6)
    said = say(*found.moves[0].messages)
    assert said == "The flag at A1 is right, but there was only a 33% chance of a mine."


@pytest.mark.parametrize(
    ("lost", "error", "label"),
    [
        (0.0, 0.0, Label.BEST),
        (-0.01, 0.01, Label.BEST),
        (0.004, 0.0, Label.GOOD),
        (0.006, 0.0, Label.INACCURACY),
        (0.049, 0.0, Label.INACCURACY),
        (0.051, 0.0, Label.MISTAKE),
        (0.4, 0.0, Label.MISTAKE),
        # A loss of 6.4 ± 4.3 points is a loss of at least 2.1 points.
        (0.064, 0.0215, Label.INACCURACY),
        (0.044, 0.0215, Label.GOOD),
        (0.040, 0.0215, Label.GOOD),
        (0.094, 0.0215, Label.MISTAKE),
    ],
)
def test_grades_have_boundaries_and_spare_what_may_be_noise(
    lost: float, error: float, label: Label
) -> None:
    """A label requires that the loss minus twice its standard error reaches the label's limit."""
    best = 7 if lost > 0 else 3
    judged = Judgement(not error, 0.9, 0.6, error, lost, error, best, 0.6, 0.58, 0.0, False, 10)
    assert grade(judged, 3) is label


def test_an_only_move_leads_by_far() -> None:
    """The best cell is labelled "only move" if the next best is worse by more than five points."""
    judged = Judgement(True, 0.9, 0.6, 0.0, 0.0, 0.0, 3, 0.6, 0.5, 0.0, False, 10)
    assert grade(judged, 3) is Label.ONLY
    near = Judgement(True, 0.9, 0.6, 0.0, 0.0, 0.0, 3, 0.6, 0.56, 0.0, False, 10)
    assert grade(near, 3) is Label.BEST
    unsure = Judgement(False, 0.9, 0.6, 0.01, 0.0, 0.0, 3, 0.6, 0.53, 0.015, False, 10)
    assert grade(unsure, 3) is Label.BEST


def test_flags_and_chords_are_labelled_by_what_was_provable() -> None:
    """A flag is labelled as proven, unproven, wrong or removed."""
    board = "4x3x2/any\n1**1\n1221\n0000\n"
    found = review(game(board, "open A3", "flag B1", "flag C1", "chord A2", "flag D1", "flag D1"))
    assert labels(found) == ["start", "flag", "flag", "chord", "wrong flag", "flag removed"]
    assert all(move.lost == 0.0 for move in found.moves)
    assert [say(*move.messages) for move in found.moves[3:]] == [
        "The chord at A2 opened only provably safe cells.",
        "The flag at D1 is wrong: the cell was provably safe.",
        "The flag at D1 was removed.",
    ]
    board = "5x3x2/any\n1*11*\n11111\n00000\n"
    found = review(game(board, "open A3", "flag B1", "flag A1"))
    assert labels(found) == ["start", "unproven flag", "wrong flag"]
    assert found.record.outcome is None
    check_sum(found)


def test_a_chord_that_opens_uncertain_cells_is_a_guess_of_all_of_them() -> None:
    """The risk and the loss of a chord are those of opening all its cells together."""
    board = "5x3x2/any\n1*11*\n11111\n00000\n"
    found = review(game(board, "open A3", "flag B1", "chord C2"))
    assert labels(found) == ["start", "unproven flag", "needless guess"]
    chord = found.moves[2]
    assert [found.record.board.grid.name(cell) for cell in chord.cells] == ["C1", "D1"]
    assert (chord.risk, chord.exact, chord.lost, chord.win_after) == (0.5, True, 0.0, 1.0)
    check_sum(found)


@pytest.mark.parametrize(
    "level", ["4x3x3/any", "5x4x4/safe", "6x5x5/open", "6x4x4/given(3)", "9x7x10/safe"]
)
@pytest.mark.parametrize("seed", range(3))
def test_outcome_is_start_plus_luck_less_errors(level: str, seed: int) -> None:
    record = random_game(level, seed, chosen_first="safe" in level or "open" in level)
    check_sum(review(record, 0.02))
    half = record.moves[: len(record.moves) // 2]
    check_sum(review(Record(record.board, half, None, record.first), 0.02))


def test_an_empty_record_is_its_chance_at_the_start() -> None:
    found = review(Record(random_game("4x4x3/safe", 1).board, (), None))
    assert found.moves == ()
    assert found.end == found.start.win
    assert found.luck.total == 0.0
    assert "was not finished" in found.verdict


@pytest.mark.parametrize("level", ["4x4x4/any", "4x4x3/safe", "6x3x4/open", "5x4x3/safe"])
def test_exact_losses_are_those_of_optimal_play(level: str) -> None:
    """On small boards, the loss of a choice is exact."""
    checked = 0
    for seed in range(8):
        found = review(random_game(level, seed), 0.5)
        for move in found.moves:
            if move.label is Label.START or not move.exact or len(move.cells) != 1:
                continue
            view = move.view.with_promises()
            wins, boards, by_cell = _engine.optimal_value(
                view.level.width, view.level.height, view.level.mines, view.states
            )
            assert move.win_before is not None
            assert abs(move.win_before - wins / boards) < 1e-12
            assert abs(move.lost - (wins - by_cell[move.move.cell]) / boards) < 1e-12
            assert move.best is not None
            assert move.best_win is not None
            assert abs(move.best_win - by_cell[move.best] / boards) < 1e-12
            checked += move.label in GUESSES
    assert checked >= 10


@pytest.mark.parametrize("middle", [".....", "..+.."])
def test_estimated_losses_are_within_three_errors_of_optimal_play(middle: str) -> None:
    """If many boards are left, a loss is estimated with a standard error."""
    view = View.parse("5x5x4/any\n" + ".....\n" * 2 + f"{middle}\n" + ".....\n" * 2)
    level = view.level
    wins, boards, by_cell = _engine.optimal_value(
        level.width, level.height, level.mines, view.states
    )
    for cell in (0, 1, 6, 13, 24):
        found = judge(view, (cell,), 0.3, seed=5)
        assert not found.exact
        true = (wins - by_cell[cell]) / boards
        assert abs(found.lost - true) <= 3 * found.lost_error + 1e-9
        assert abs(found.before - wins / boards) < 0.05


def test_the_error_of_an_estimate_holds_that_the_champion_is_not_perfect() -> None:
    """The champion's own choice loses 3 points here, although the estimated loss is 0."""
    view = View.parse("5x5x5/any\n.....\n.....\n..4..\n.....\n.....\n")
    own = view.grid.parse_cell("E1")
    wins, boards, by_cell = _engine.optimal_value(5, 5, 5, view.states)
    assert (wins - by_cell[own]) / boards == pytest.approx(0.0304, abs=1e-4)
    found = judge(view, (own,), 0.1)
    assert (found.exact, found.best, found.lost) == (False, own, 0.0)
    assert (wins - by_cell[own]) / boards <= 3 * found.lost_error
    assert grade(found, own) is Label.BEST
    # Other choices are compared with the champion's choice, so the standard errors of their losses
    # must allow for the champion's own loss.
    for cell in (0, 7, 11):
        found = judge(view, (cell,), 0.1)
        assert abs(found.lost - (wins - by_cell[cell]) / boards) <= 3 * found.lost_error


def test_the_champion_never_errs_where_the_review_is_exact() -> None:
    """The champion's guesses lose nothing in positions that the review solves exactly."""
    exact = 0
    for level in ("5x5x6/safe", "7x6x8/safe", "beginner/safe"):
        for seed in range(12):
            for move in review(agent_game("champion", level, seed), 0.0).guesses:
                assert move.label not in ERRORS or not move.exact
                if move.exact:
                    assert abs(move.lost) < 1e-12
                    exact += 1
                assert move.lost == pytest.approx(0.0, abs=1e-9)
    assert exact > 10


def test_an_agent_that_proves_all_it_can_never_guesses_needlessly() -> None:
    """The agent `sat` opens all provably safe cells before it guesses."""
    guesses = 0
    for seed in range(12):
        found = review(agent_game("sat", "7x7x10/safe", seed, guess="odds"), 0.05)
        assert Label.NEEDLESS not in {move.label for move in found.moves}
        guesses += len(found.guesses)
    assert guesses > 5


@pytest.mark.parametrize("agent", ["odds", "champion"])
def test_luck_has_mean_zero(agent: str) -> None:
    """The mean luck of games with fixed seeds is 0 within its 95% interval."""
    found = [review(agent_game(agent, "intermediate", s), 0.05) for s in range(3000, 3040)]
    luck = np.array([one.end - one.start.win + one.estimated_error for one in found])
    assert abs(luck.mean()) < 1.96 * luck.std(ddof=1) / math.sqrt(len(luck))


def test_the_chance_at_the_start_is_what_the_champion_wins() -> None:
    """A level's chance of winning agrees with new games, and is exact for a small level."""
    for text in ("beginner", "beginner/safe", "8x8x10/safe", "easy"):
        level = Level.parse(text)
        kept, played = chance_at_start(level, level.first), play_starts(level, level.first, 300, 9)
        assert abs(kept.win - played.win) < 4 * math.hypot(kept.error, played.error)
    exact = chance_at_start(Level.parse("4x4x4/any"), 1)
    assert exact.win == pytest.approx(961 / 1820)
    assert exact.error == 0.0


def test_a_lost_first_click_is_the_luck_of_the_start() -> None:
    """Under the rule `any`, the first cell may be a mine, which is bad luck."""
    found = review(game("4x2x3/any\n**10\n*310\n", "open A1"))
    assert labels(found) == ["start"]
    assert found.luck.start == -found.start.win
    assert found.verdict == (
        "You lost on the first click, A1. On this level the first click can hit a mine."
    )


def test_a_review_replays_once_and_asks_for_the_odds_of_a_position_once() -> None:
    """Reviewing a flag or writing the JSON does not compute odds again."""
    board = "6x3x3/any\n**1111\n2211*1\n000111\n"
    moves = ("open A3", "flag A1", "flag B1", "flag E2", "open C1", "flag E2", "open E2")
    record = game(board, *moves)
    replay = mock.patch.object(Record, "replay", autospec=True, side_effect=Record.replay)
    asking = mock.patch("sapper.review.judge.odds", side_effect=odds)
    with replay as replayed, asking as asked:
        found = review(record)
        replay_json(found)
    assert len(found.moves) == len(moves)
    assert (replayed.call_count, asked.call_count) == (1, 3)


def test_replays_are_reviewed_with_the_first_click_protected() -> None:
    """In most programs, the first click never hits a mine."""
    record = game("4x2x2/any\n11*1\n1*21\n".replace("11*1", "12*1"), "open A1", "open D1")
    found = protect_first(record)
    assert (str(found.level), found.first) == ("4x2x2/safe", 0)
    assert review(found).start.win > review(record).start.win
    assert protect_first(found) is found


def test_json_has_the_documented_form() -> None:
    """Its fields have the order in which docs/json.md lists them."""
    found = review(game("5x3x2/any\n1*11*\n11111\n00000\n", "open A3", "open A1", "open D1"))
    form = found.to_json()
    keys = "start end luck error account decisions error_per_decision accuracy verdict "
    keys += "verdict_runs moves"
    assert list(form) == keys.split()
    assert list(form["luck"]) == ["start", "numbers", "survival", "total"]
    move = "move cell label win_before win_after win_choice lost win_before_error "
    move += "win_after_error lost_error exact ms risk safest best"
    assert all(list(one) == move.split() for one in form["moves"])
    documented = [list(NOUNS[name]) for name in ("Review", "Luck", "ReviewedMove")]
    assert documented == [keys.split(), list(form["luck"]), move.split()]
    assert abs(form["end"] - (form["start"] + form["luck"]["total"] - form["error"])) < 1e-9
    assert [one["move"] for one in form["moves"]] == [1, 2, 3]
    assert form["moves"][1]["safest"] == {"cell": "C1", "risk": 0.0}


def test_certain_cells_wait_and_pauses_are_noticed() -> None:
    """The review says how long provable cells stayed closed, and where the player hesitated."""
    record = game("5x3x2/any\n1*11*\n11111\n00000\n", "open A3", "open C1", "open D1")
    slow = tuple((at * (1 if n < 2 else 9), move) for n, (at, move) in enumerate(record.moves))
    found = review(Record(record.board, slow, record.outcome))
    assert [(wait.number, wait.ms) for wait in found.waits] == [(2, 1000)]
    assert [move.number for move in found.hesitations] == [3]
    assert [move.ms for move in found.moves] == [0, 1000, 17000]


def test_techniques_that_slowed_the_player_down_were_needed_twice() -> None:
    """A single pause may be an interruption."""
    board = "11x3x4/any\n1*11*2*11*1\n11111211111\n00000000000\n"
    record = game(board, "open A3", *["flag K1"] * 4, "open C1", "open I1")

    def slow_before(*numbers: int) -> tuple[str, ...]:
        at, timed = 0, []
        for number, (_, move) in enumerate(record.moves, 1):
            at += 60_000 if number in numbers else 500
            timed.append((at, move))
        found = review(Record(record.board, tuple(timed), None))
        assert {move.number for move in found.hesitations} == {*numbers}
        return tuple(map(str, found.slow_techniques))

    assert slow_before(6) == ()
    assert slow_before(6, 7) == ("subset",)
    assert slow_before(2, 3) == (), "flags"


def test_no_technique_slows_the_player_down_that_the_board_did_not_need() -> None:
    """Single clues solve these boards, whatever the order of the moves and the pauses."""
    level, rng = Level.parse("9x8x12/open"), random.Random(5)
    pauses = 0
    for board in deal_wanted(level, 1, 12, Wanted(technique=Technique.SINGLE_CLUE)).boards:
        assert board.first is not None
        referee, at, moves = Game(board), 0, [(0, Move("open", board.first))]
        referee.play(moves[0][1])
        while referee.outcome is None:
            cell = rng.choice(odds(referee.view).safe)
            at += 60_000 if rng.random() < 0.3 else 500
            moves.append((at, Move("open", cell)))
            referee.play(moves[-1][1])
        found = review(Record(board, tuple(moves), None), 0.0)
        assert found.slow_techniques == ()
        pauses += len(found.hesitations)
    assert pauses > 12


def test_the_proof_of_a_certain_cell_can_be_asked_for() -> None:
    """`proof` is about the given cell, or about the easiest safe cell if no cell is given."""
    found = review(game("5x3x2/any\n1*11*\n11111\n00000\n", "open A3", "open C1"))
    proof = found.moves[1].proof(2)
    assert proof is not None
    assert proof.words().startswith("C1 is safe (subset, clues A2 and B2).")
    easiest = found.moves[1].proof()
    assert easiest is not None
    assert easiest.cell == 2


@cache
def careless_game(seed: int) -> Record:
    """A game on a no-guess board by a player who sometimes guesses although a cell is safe."""
    rng = random.Random(seed)
    board = dealer.deal(Level.parse("6x4x5/safe"), seed, no_guess=True)
    referee = Game(board)
    while referee.outcome is None:
        chances = odds(referee.view.with_promises())
        unsure = [cell for cell in referee.view.hidden if 0.0 < chances[cell] < 1.0]
        guesses = unsure and rng.random() < 0.3
        referee.play(Move("open", rng.choice(unsure if guesses else chances.safe)))
    return referee.record()


@pytest.mark.parametrize("seed", range(8))
def test_a_no_guess_board_is_reviewed_from_100(seed: int) -> None:
    """Brute force confirms the risk of each guess, and the rounded figures add up to the result."""
    record = careless_game(seed)
    assert Record.parse(str(record)).board.no_guess
    found = review(Record.parse(str(record)), 0.0)
    check_sum(found)
    assert (found.start.win, found.start.error) == (1.0, 0.0)
    risks = []
    for move in found.moves:
        assert move.win_before == 1.0
        assert move.win_after is not None
        fits = list(reference.boards(move.view.with_promises()))
        safe = {cell for cell in move.view.hidden if not any(cell in mines for mines in fits)}
        assert safe, "the dealer's promise"
        if move.move.cell in safe:
            assert (move.lost, move.luck) == (0.0, move.win_after - 1.0)
            continue
        risks.append(sum(move.move.cell in mines for mines in fits) / len(fits))
        assert move.label in (Label.NEEDLESS, Label.BLUNDER)
        assert move.lost == pytest.approx(risks[-1])
        assert move.luck == pytest.approx(risks[-1] if move.survived else risks[-1] - 1.0)
    account = found.account
    won = record.outcome is Outcome.WON
    assert account.start == 100
    assert account.error == min(100, sum(half_up(100 * risk) for risk in risks))
    assert account.start + account.luck - account.error == account.end == (100 if won else 0)
    if not risks:
        assert (account.error, account.luck, won) == (0, 0, True)


def test_the_careless_games_contain_what_is_tested() -> None:
    records = [careless_game(seed) for seed in range(8)]
    assert {record.outcome for record in records} == {Outcome.WON, Outcome.LOST}


def test_a_game_cannot_lose_more_than_it_had() -> None:
    """Errors can't cost more than the player's best chance of winning."""
    found = review(careless_game(3), 0.0)
    had = max(move.last.win for move in found.moves)
    many = replace(found, moves=found.moves * 9)
    assert sum(move.cost for move in many.moves) > 100 * had
    assert many.account.error == 100 * had
    assert many.account.end == found.account.end


def test_a_board_that_needs_a_guess_is_refused_as_a_no_guess_board() -> None:
    record = game("3x1x1/safe\n01*\n", "open A1")
    assert without_guessing(record).board.no_guess
    coin_toss = game("4x1x2/safe B1\n*1.*".replace("1.", "11"), "open B1", "open A1")
    with pytest.raises(ReviewError, match="needs a guess"):
        without_guessing(coin_toss)
    lying = replace(coin_toss, board=replace(coin_toss.board, no_guess=True))
    with pytest.raises(ReviewError, match="needs a guess"):
        review(lying)
