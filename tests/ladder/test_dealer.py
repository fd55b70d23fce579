"""The dealer finds the right boards, and the same boards on every machine."""

from collections.abc import Callable
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from ladder_oracle import play
from reference import number
from sapper.agents import make
from sapper.core.board import Board, deal_many
from sapper.core.board import deal as deal_any
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import FLAGGED, HIDDEN, Move
from sapper.errors import SapperError
from sapper.ladder.dealer import (
    DealerError,
    DealLimitError,
    DealProgress,
    Wanted,
    deal,
    deal_soon,
    deal_wanted,
    needed_rungs,
    solution,
)
from sapper.ladder.rungs import GUESS
from sapper.ladder.solution import start_view
from sapper.ladder.techniques import Technique

SMALL = (Level.parse("4x3x3/safe"), Level.parse("5x3x3/open"))


def every_board(level: Level) -> list[Board]:
    """All boards of a level with its default first cell, listed by brute force."""
    first = level.first
    assert first is not None
    found = []
    for some in combinations(range(level.size), level.mines):
        zero = number(level.width, level.height, some, first) == 0
        if first not in some and (zero or level.start.kind == "safe"):
            found.append(Board(level, frozenset(some), first))
    return found


def oracle(board: Board) -> int:
    """The technique that a board needs, found with the definitions and a SAT solver."""
    view = start_view(board)
    return play(
        view,
        lambda states, cell: board.reveal(states, HIDDEN, FLAGGED, cell),
        board.level.safe,
        Technique.MINE_COUNT,
    )[0]


@pytest.fixture(scope="module", params=SMALL, ids=str)
def classified(request: pytest.FixtureRequest) -> tuple[Level, dict[frozenset[int], int]]:
    """A small level, and the technique that each of its boards needs according to the oracle."""
    level: Level = request.param
    return level, {board.mines: oracle(board) for board in every_board(level)}


def test_every_board_is_classified_as_by_brute_force(
    classified: tuple[Level, dict[frozenset[int], int]],
) -> None:
    level, expected = classified
    rows = np.array([sorted(mines) for mines in expected], dtype=np.uint32)
    assert needed_rungs(level, rows) == list(expected.values())
    assert GUESS in expected.values()


def test_a_board_is_the_first_candidate_that_qualifies() -> None:
    """A seed gives the same board on any number of threads, alone or in a deck."""
    level = Level.parse("13x8x20/open")
    wanted = Wanted(technique=Technique.DIFFERENCE)
    alone = [deal(level, seed, technique=Technique.DIFFERENCE) for seed in range(40, 46)]
    for threads in (1, 2, 7):
        dealt = deal_wanted(level, 40, 6, wanted, threads=threads)
        assert dealt.boards == alone
        assert dealt.seeds == tuple(range(40, 46))
        assert dealt.candidates >= 6
    assert len({board.mines for board in alone}) == 6


def test_the_boards_of_a_seed_stay_what_they_are() -> None:
    """The boards depend only on the level, the options and the seed, and must never change."""
    found = [
        sorted(deal(Level.parse("7x5x8/open"), 7, no_guess=True).mines),
        sorted(deal(Level.parse("7x5x8/open"), 7, at_most=Technique.SINGLE_CLUE).mines),
        sorted(deal(Level.parse("7x5x8/safe"), 7, 17, no_guess=True, repair=True).mines),
    ]
    assert found == PINNED


PINNED = [[2, 4, 6, 8, 12, 21, 22, 26], [0, 5, 6, 7, 12, 13, 14, 26], [1, 2, 8, 14, 15, 27, 32, 33]]


@pytest.mark.parametrize("technique", [t for t in Technique if t is not Technique.CASE_SPLIT])
def test_a_technique_is_needed_and_suffices(technique: Technique) -> None:
    level = Level.parse("8x8x9/open")
    for board in deal_wanted(level, 3, 4, Wanted(technique=technique)).boards:
        found = solution(board)
        assert found.solved
        assert found.hardest is technique
        if technique > Technique.GIVEN:
            assert not solution(board, Technique(technique - 1)).solved


def test_openings_are_legal_and_win() -> None:
    """Every cell that a solution opens can be opened in a game, and the last one wins the game."""
    for seed in range(5):
        board = deal(Level.parse("16x9x26/open"), seed, no_guess=True)
        game = Game(board)
        for opening in solution(board).openings:
            assert game.outcome is None
            assert game.play(Move("open", opening.cell)) > 0
        assert game.outcome is Outcome.WON


def test_the_sat_agent_wins_dealt_boards_without_a_guess() -> None:
    """The `sat` agent shares no code with the engine."""
    level = Level.parse("expert")
    for board in deal_wanted(level, 11, 3, Wanted(no_guess=True, mine_count=False)).boards:
        game, agent = Game(board), make("sat")
        while game.outcome is None:
            decision = agent.choose(game.view)
            assert decision is not None
            assert decision.reason.certain
            game.play(decision)
        assert game.outcome is Outcome.WON


def test_boards_of_rule_given_start_from_their_given_cells() -> None:
    level = Level.parse("9x7x12/given(6)")
    for board in deal_wanted(level, 1, 5, Wanted(no_guess=True)).boards:
        assert len(board.given) == 6
        assert solution(board).solved


def test_the_first_cell_can_be_chosen() -> None:
    level = Level.parse("9x7x12/open")
    board = deal(level, 5, 62, no_guess=True)
    assert board.first == 62
    assert board.numbers[62] == 0
    assert solution(board).solved


def test_a_board_for_someone_who_waits_may_be_repaired() -> None:
    """Hardly any dense board needs no guess, so a search for one ends without a result."""
    level, wanted = Level.parse("30x16x160/open"), Wanted(no_guess=True)
    board = deal_soon(level, 1, wanted, 40, limit=2)
    assert (board.first, board.no_guess) == (40, True)
    assert solution(board).solved
    with pytest.raises(SapperError, match=r"no such 30x16x160/open board was found in 0\.2 s"):
        deal_soon(level, 1, wanted, limit=0.2, may_repair=False)
    easy = Level.parse("9x7x12/open")
    assert deal_soon(easy, 5, wanted, 62) == deal(easy, 5, 62, no_guess=True)


@pytest.mark.parametrize("guesses", [0, 1, 2])
def test_boards_with_so_many_guesses(guesses: int) -> None:
    """Optimal play needs exactly the requested number of guesses."""
    level = Level.parse("8x6x11/safe")
    for board in deal_wanted(level, 2, 6, Wanted(guesses=guesses)).boards:
        found = solution(board, guesses=True)
        assert len(found.guesses) == guesses
        assert found.solved == (guesses == 0) == solution(board).solved


def test_filters_by_3bv_and_openings() -> None:
    level = Level.parse("9x7x10/safe")
    wanted = Wanted(three_bv=(20, 25), openings=(2, 2))
    for board in deal_wanted(level, 2, 20, wanted).boards:
        assert 20 <= board.statistics.three_bv <= 25
        assert board.statistics.openings == 2
    wanted = Wanted(no_guess=True, three_bv=(30, None))
    assert all(b.statistics.three_bv >= 30 for b in deal_wanted(level, 2, 5, wanted).boards)


def test_a_filter_alone_asks_for_nothing_else() -> None:
    """Boards dealt with only a 3BV filter need a guess as often as other boards of that 3BV."""
    level = Level.parse("6x5x8/safe")
    dealt = deal_wanted(level, 1, 300, Wanted(three_bv=(10, 14)))
    guessed = sum(not solution(board).solved for board in dealt.boards)
    candidates = [Board(level, frozenset(row), 0) for row in deal_many(level, 9, 2000).tolist()]
    fitting = [board for board in candidates if 10 <= board.statistics.three_bv <= 14]
    expected = sum(not solution(board).solved for board in fitting) / len(fitting)
    assert abs(guessed / 300 - expected) < 0.1
    assert deal(Level.parse("6x5x8/any"), 1, three_bv=(10, 14)).statistics.three_bv in range(10, 15)


@pytest.mark.parametrize("level", ["30x16x130/open", "12x10x40/safe", "12x10x30/given(5)"])
def test_repaired_boards_keep_their_mines(level: str) -> None:
    """Repaired boards keep their number of mines and can be solved with the allowed techniques."""
    asked = Level.parse(level)
    for most in (Technique.SUBSET, Technique.CASE_SPLIT):
        dealt = deal_wanted(asked, 1, 2, Wanted(at_most=most, repair=True))
        for board in dealt.boards:
            assert len(board.mines) == asked.mines
            assert solution(board, most).solved


def test_without_a_wish_a_board_is_dealt_as_ever() -> None:
    """Without options, a seed gives the same board as `sapper.core.board.deal`."""
    level = Level.parse("expert")
    assert deal(level, 7) == deal_any(level, 7)


def until(
    monkeypatch: pytest.MonkeyPatch, enough: Callable[[DealProgress], object]
) -> Callable[[DealProgress], None]:
    """Stop the dealer's clock. The returned `progress` lets 9 seconds pass when it is enough."""
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("sapper.ladder.dealer.time", clock)

    def watch(progress: DealProgress) -> None:
        now[0] = 9.0 if enough(progress) else 0.0

    return watch


def test_a_search_ends_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error at the limit contains the boards found so far and says how rare such boards are."""
    level = Level.parse("expert")
    given, combination = Wanted(technique=Technique.GIVEN), Wanted(technique=Technique.COMBINATION)
    watch = until(monkeypatch, lambda progress: progress.candidates)
    with pytest.raises(
        DealLimitError, match=r"^found no .* that need given .* in 7.5 s: none of [\d,]+ boards"
    ) as at:
        deal_wanted(level, 1, 2, given, limit=7.5, progress=watch)
    assert at.value.dealt.boards == []
    watch = until(monkeypatch, lambda progress: progress.found)
    with pytest.raises(
        DealLimitError, match=r"^found \d+ of 1000000 .* in 7.5 s: .* s per board found. Raise"
    ) as at:
        deal_wanted(level, 1, 1_000_000, combination, limit=7.5, threads=2, progress=watch)
    found = at.value.dealt
    assert 0 < len(found.seeds) < 1_000_000
    monkeypatch.undo()
    first = found.seeds[0]
    assert found.boards[0] == deal(level, first, technique=Technique.COMBINATION)


def test_without_time_nothing_is_dealt() -> None:
    said = r"^found no 5x3x3/open boards without guessing in 0 s. Raise the limit, or use `repair`$"
    with pytest.raises(DealLimitError, match=said) as at:
        deal_wanted(Level.parse("5x3x3/open"), 1, 2, Wanted(no_guess=True), limit=0)
    assert (at.value.dealt.candidates, at.value.dealt.seeds) == (0, ())


def test_progress_is_reported() -> None:
    """During the search, the dealer reports how many boards were requested and tried.

    An exception in the callback ends the search.
    """
    seen: list[DealProgress] = []

    def note(progress: DealProgress) -> None:
        seen.append(progress)
        if progress.candidates > seen[0].candidates:
            raise RuntimeError("enough")

    wanted = Wanted(technique=Technique.GIVEN)
    with pytest.raises(RuntimeError, match="enough"):
        deal_wanted(Level.parse("expert"), 1, 1, wanted, progress=note)
    assert {(one.found, one.asked) for one in seen} == {(0, 1)}


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"technique": Technique.CHAIN, "at_most": Technique.CHAIN}, "use one of them"),
        ({"technique": Technique.MINE_COUNT, "mine_count": False}, "do without it"),
        ({"mine_count": False}, "add no_guess, technique or at_most"),
        ({"guesses": 1, "no_guess": True}, "guesses can't be combined with no_guess"),
        ({"guesses": -1}, "0 to 1000"),
        ({"repair": True}, "only with no_guess"),
        ({"three_bv": (5, 4)}, "3BV: 5 to 4 is not a valid range"),
    ],
)
def test_wishes_that_make_no_sense(wanted: dict[str, object], complaint: str) -> None:
    with pytest.raises(DealerError, match=complaint):
        Wanted(**wanted)  # type: ignore[arg-type]


def test_levels_and_numbers_that_make_no_sense() -> None:
    no_guess = Wanted(no_guess=True)
    with pytest.raises(DealerError, match="its first click is a guess"):
        deal(Level.parse("9x7x12/any"), 1, no_guess=True)
    with pytest.raises(SapperError, match="from seed 1: use at most 10000000"):
        deal_wanted(Level.parse("9x7x12"), 1, 10**9, no_guess)
    with pytest.raises(DealerError, match="use 1 to 256"):
        deal_wanted(Level.parse("9x7x12"), 1, 1, no_guess, threads=0)
    with pytest.raises(SapperError, match="seeds must be 0 to"):
        deal(Level.parse("9x7x12"), -1, no_guess=True)
    with pytest.raises(DealerError, match="must list 12 cells"):
        needed_rungs(Level.parse("9x7x12"), deal_many(Level.parse("9x7x11"), 1, 1))


@pytest.mark.parametrize("level", ["9x7x12/any", "9x7x12/given", "9x7x12/given(3)"])
def test_a_first_cell_that_would_do_nothing_is_refused(level: str) -> None:
    with pytest.raises(SapperError, match="a board doesn't depend on the first cell: leave it"):
        deal(level, 1, "C3")
    with pytest.raises(SapperError, match="a board doesn't depend on the first cell: leave it"):
        deal_wanted(Level.parse(level), 1, 2, Wanted(three_bv=(1, 60)), first=3)


def test_an_explanation_belongs_to_an_opening() -> None:
    """An explanation uses the position before the cell was opened. A guess has no explanation."""
    board = deal(Level.parse("9x7x12/open"), 3, technique=Technique.DIFFERENCE)
    found = solution(board)
    for index, opening in enumerate(found.openings):
        explained = found.explanation(index)
        assert (explained.cell, explained.claim) == (opening.cell, "safe")
        assert explained.technique is opening.technique
        assert explained.view == found.view(index)
    guessed = solution(deal(Level.parse("8x6x11/safe"), 3, guesses=1), guesses=True)
    index = next(i for i, each in enumerate(guessed.openings) if each.guess)
    with pytest.raises(SapperError, match="was a guess"):
        guessed.explanation(index)
