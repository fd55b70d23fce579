"""A view holds what the player sees, and nothing about the hidden mines."""

import gc
import json
import pickle
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import reference
from sapper.core.board import deal
from sapper.core.conflict import contradiction
from sapper.core.game import Game
from sapper.core.grid import CellError, Grid
from sapper.core.level import Level, StartRule
from sapper.core.view import (
    FLAGGED,
    GIVEN,
    HIDDEN,
    Conflict,
    ContradictionError,
    Move,
    MoveError,
    PositionError,
    UndecidedError,
    View,
)
from sapper.errors import SapperError
from sapper.reason.odds import TooWideError, odds
from sapper.words import say
from strategies import checkerboard, levels


@st.composite
def views(draw: st.DrawFn, side: int = 6) -> View:
    """A random view that fits a real board, with some cells opened, flagged or given."""
    level = draw(levels(side))
    board = deal(level, draw(st.integers(0, 1000)))
    states = bytearray()
    for number in board.numbers:
        choices = [HIDDEN, FLAGGED] if number == 9 else [HIDDEN, FLAGGED, GIVEN, number, number]
        states.append(draw(st.sampled_from(choices)))
    return View(level, bytes(states))


@given(views())
def test_parse_and_str_are_inverses(view: View) -> None:
    assert View.parse(str(view)) == view


@given(views())
def test_a_view_of_a_real_board_has_no_conflict(view: View) -> None:
    assert view.conflict() is None


@given(levels(4), st.data())
def test_conflict_agrees_with_brute_force(level: Level, data: st.DataObject) -> None:
    """A conflict is found if and only if no board fits the view, and it names no needless clue."""
    assume(level.size <= 12)
    states = st.sampled_from([0, 1, 1, 2, 3, HIDDEN, HIDDEN, HIDDEN, FLAGGED, GIVEN])
    view = View(level, bytes(data.draw(st.lists(states, min_size=level.size, max_size=level.size))))
    conflict = view.conflict()
    fits = any(True for _ in reference.boards(view))
    assert (conflict is None) == fits
    if conflict is not None:
        for left_out in conflict.clues:
            rest = set(conflict.clues) - {left_out}
            assert _satisfiable(view, rest, conflict.mine_count)
        assert not _satisfiable(view, set(conflict.clues), conflict.mine_count)


def _satisfiable(view: View, clues: set[int], mine_count: bool) -> bool:
    # Even if a clue is left out, its own cell is open and therefore safe.
    width, height, level = view.level.width, view.level.height, view.level
    unknown = [cell for cell, state in enumerate(view.states) if state in (HIDDEN, FLAGGED)]
    for chosen in range(2 ** len(unknown)):
        mines = {cell for bit, cell in enumerate(unknown) if chosen >> bit & 1}
        if mine_count and len(mines) != level.mines:
            continue
        if all(reference.number(width, height, mines, clue) == view[clue] for clue in clues):
            return True
    return False


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x1x1\n.2.", "the clue at B1 (2) can't be right with 1 mine on the board"),
        ("3x1x1\n02.", "the clue at B1 (2) can't be right"),
        ("2x1x2/any\n1.", "too few hidden cells for 2 mines"),
        ("4x1x1\n0.2.", "the clues at A1 (0) and C1 (2) can't both be right"),
        (
            "6x1x1\n.1..1.",
            "the clues at B1 (1) and E1 (1) can't both be right with 1 mine on the board",
        ),
        ("3x2x2\n+3.\n...", "the clue at B1 (3) can't be right with 2 mines on the board"),
    ],
)
def test_a_contradiction_names_its_clues(text: str, message: str) -> None:
    """The error names the cells and numbers in conflict, and the mine count if it is involved."""
    with pytest.raises(ContradictionError) as problem:
        View.parse(text)
    assert str(problem.value) == f"contradictory position: {message}"
    named = [Grid(26, 9).parse_cell(name) for name in re.findall(r"[A-Z][0-9]+", message)]
    width = Level.parse(text.splitlines()[0]).width
    clues = tuple(cell // 26 * width + cell % 26 for cell in named)
    assert problem.value.clues == problem.value.conflict.clues == clues
    assert problem.value.conflict.mine_count == (" mine" in message)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("3x1x3/any\n02.", "neighbours", "The 2 at B1 touches only 1 cell that can be a mine."),
        ("3x1x1/any\n02+", "neighbours", "The 2 at B1 touches no cell that can be a mine."),
        (
            "3x3x8/any\n...\n.7.\n..0",
            "together",
            "The 7 at B2 and the 0 at C3 can't both be right.",
        ),
        ("3x1x1\n.2.", "mines", "The 2 at B1 needs more than the 1 mine on the board."),
        (
            "4x1x3/any\n.0..",
            "room",
            "The 0 at B1 leaves too few cells for the 3 mines on the board.",
        ),
        ("2x1x2/any\n1.", "cells", "2 mines do not fit into 1 hidden cell."),
        (
            "6x1x1\n.1..1.",
            "together",
            "The 1 at B1 and the 1 at E1 can't both be right with 1 mine on the board.",
        ),
    ],
)
def test_a_conflict_is_explained_in_plain_words(text: str, kind: str, words: str) -> None:
    view = View.parse_any(text)
    conflict = view.conflict()
    assert conflict is not None
    assert (conflict.kind(view), say(conflict.message(view))) == (kind, words)


def test_a_conflict_is_minimal() -> None:
    """Only A1 and A2 are in conflict: they touch the same two cells but have different numbers."""
    # 1..11.1
    # 2..11.1
    view = View(
        Level.parse("7x2x3"),
        bytes([1, HIDDEN, HIDDEN, 1, 1, HIDDEN, 1, 2, HIDDEN, HIDDEN, 1, 1, HIDDEN, 1]),
    )
    assert view.conflict() == Conflict((0, 7), mine_count=False)


@pytest.mark.long
def test_the_smallest_contradiction_is_looked_for_within_a_limit() -> None:
    """No board fits, but finding the fewest clues in conflict would take minutes.

    The error says so.
    """
    with pytest.raises(ContradictionError) as problem:
        View.parse(checkerboard(30, extra_mines=1))
    conflict = problem.value.conflict
    assert (conflict.mine_count, conflict.smallest) == (True, False)
    assert str(problem.value).startswith("contradictory position: the clues at ")
    assert str(problem.value).endswith(
        " can't all be right with 226 mines on the board; the search for a shorter list stopped "
        "after 5 s of work, so some of these clues may not matter"
    )


def test_a_position_that_is_not_decided_within_the_limit_is_not_called_consistent() -> None:
    """If neither a board nor a contradiction is found within the limit, the error says so."""
    text = checkerboard(30, extra_mines=-40, frame="+")
    with pytest.raises(UndecidedError) as problem:
        View.parse(text)
    assert str(problem.value) == (
        "can't tell whether any board fits the position: 5 s of work was not enough"
    )
    assert problem.value.view == View.parse_any(text)
    assert problem.value.view.level.mines == 185


@pytest.mark.long
def test_the_limit_is_work_and_not_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is on work and not on time, so repeated runs find the same conflict."""
    monkeypatch.setattr("sapper.core.conflict._UNITS_PER_SECOND", 500_000)
    found = {View.parse_any(checkerboard(30, extra_mines=1)).conflict() for _ in range(3)}
    (conflict,) = found
    assert conflict is not None
    assert not conflict.smallest


def test_a_contradiction_that_others_find_needs_no_smallest_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the caller already knows that no board fits, the error may simply name all clues."""
    monkeypatch.setattr("sapper.core.conflict._UNITS_PER_SECOND", 1000)
    error = contradiction(View.parse_any(checkerboard(8, extra_mines=-9, frame="+")))
    assert (len(error.clues), error.conflict.smallest) == (6 * 6 // 2, False)
    assert "contradictory position" in str(error)


def test_the_mine_count_is_checked_on_large_boards_too() -> None:
    """3,000 clues that share no cell need 3,000 mines, so no board fits with one mine fewer."""
    text = "300x120x{}/any\n" + ("+" * 300 + "\n" + "+.1.++" * 50 + "\n") * 60
    assert View.parse(text.format(3000)).level.mines == 3000
    with pytest.raises(ContradictionError, match="with 2999 mines on the board"):
        View.parse(text.format(2999))


def test_counts_that_a_component_skips_are_known() -> None:
    """Each of two parts has 1 or 3 mines but not 2, so both together have 2, 4 or 6."""
    text = "11x3x{}/any\n.1.10+.1.10\n++..++++..+\n.11.++.11.+\n"
    fits = []
    for mines in range(8):
        view = View.parse_any(text.format(mines))
        assert (view.conflict() is None) == any(True for _ in reference.boards(view))
        fits += [mines] if view.conflict() is None else []
    assert fits == [2, 4, 6]


@given(st.integers(2, 12), st.integers(2, 9), st.data())
def test_conflict_agrees_with_the_engine(width: int, height: int, data: st.DataObject) -> None:
    """The SAT solver and the engine find contradictions in the same views with wrong numbers."""
    size = width * height
    level = Level(width, height, data.draw(st.integers(0, size // 3)), StartRule("any"))
    board = deal(level, data.draw(st.integers(0, 10**6)))
    opened = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    states = bytearray(
        number if shown and number < HIDDEN else HIDDEN
        for number, shown in zip(board.numbers, opened, strict=True)
    )
    for cell in data.draw(st.lists(st.integers(0, size - 1), max_size=2)):
        if states[cell] < HIDDEN:
            states[cell] = max(0, states[cell] + data.draw(st.sampled_from((-1, 1))))
    mines = max(0, min(size, level.mines + data.draw(st.sampled_from((0, 0, -1, 1, 4)))))
    view = View(Level(width, height, mines, StartRule("any")), bytes(min(s, 9) for s in states))
    try:
        odds(view)
        fits = True
    except ContradictionError:
        fits = False
    except TooWideError:
        assume(False)
    assert (view.conflict() is None) == fits


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty position"),
        ("# only a comment", "empty position"),
        ("3x2x1\n...", "has 1 row"),
        ("3x2x1\n...\n...\n...", "has 3 rows"),
        ("3x2x1\n..\n...", "line 2 of the position has 2 cells"),
        ("3x2x1\n..9\n...", "line 2 of the position has an unknown symbol, '9'"),
        ("3x2x1\n..*\n...", "line 2 of the position has"),
        ("3x2x1 A1\n...\n...", "must contain only a level, but it also has"),
    ],
)
def test_a_malformed_position_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message) as problem:
        View.parse(text)
    assert "\n" not in str(problem.value)


def test_comments_and_blank_lines_do_not_count() -> None:
    view = View.parse("# a corner\n3x2x1\n\n1..\n# below\n...\n")
    assert view == View.parse("3x2x1\n1..\n...")
    assert view[0] == 1


@pytest.mark.parametrize("rule", ["any", "safe", "open", "given(1)"])
def test_nothing_reachable_from_a_view_tells_the_mines(rule: str) -> None:
    """Games that look the same to the player have equal views, even if their mines differ."""
    level = Level(5, 4, 4, StartRule.parse(rule))
    seen: dict[View, set[frozenset[int]]] = {}
    for seed in range(400):
        board = deal(level, seed)
        game = Game(board)
        # Open one corner cell if it is safe, so that some views are the same.
        if board.numbers[19] != 9:
            game.play(Move("open", 19))
        seen.setdefault(game.view, set()).add(board.mines)
    alike = [view for view, mines in seen.items() if len(mines) > 1]
    assert alike
    for view in alike:
        assert pickle.dumps(view) == pickle.dumps(View.parse(str(view)))
        assert repr(view) == repr(View.parse(str(view)))
        assert json.dumps(view.rows) == json.dumps(View.parse(str(view)).rows)


def test_a_view_holds_only_plain_values() -> None:
    """A view refers only to its level and a string of bytes, and never to a game."""
    game = Game(deal(Level.parse("6x4x5/safe"), 1))
    game.play(Move("open", 0))
    found: list[object] = [game.view]
    kinds = set()
    while found:
        thing = found.pop()
        kinds.add(type(thing).__name__)
        found += [x for x in gc.get_referents(thing) if not isinstance(x, type)]
    assert kinds <= {"View", "Level", "StartRule", "bytes", "int", "str", "float", "NoneType"}
    assert {"View", "Level", "StartRule", "bytes"} <= kinds


def test_a_view_is_frozen() -> None:
    view = View.hidden_everywhere(Level.parse("5x3x4"))
    with pytest.raises(AttributeError):
        view.states = b""  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        view.array[0, 0] = 1


def test_a_view_of_the_wrong_size_is_an_error() -> None:
    """A view must have one state per cell, and no state above GIVEN."""
    with pytest.raises(PositionError, match="must have 15 states"):
        View(Level.parse("5x3x4"), bytes(14))
    with pytest.raises(PositionError, match="must have 15 states"):
        View(Level.parse("5x3x4"), bytes([12]) * 15)


@given(st.sampled_from(["open", "flag", "chord"]), st.integers(0, 35))
def test_moves_parse_and_text_are_inverses(kind: str, cell: int) -> None:
    move = Move(kind, cell)  # type: ignore[arg-type]
    assert Move.parse(move.text(Grid(9, 4)), Grid(9, 4)) == move


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", MoveError, "'' is not a move"),
        ("open", CellError, "'' is not a cell"),
        ("dig C4", MoveError, "'dig C4' is not a move"),
        ("openC4", MoveError, "'openC4' is not a move"),
        ("open C4 D4", CellError, "'C4 D4' is not a cell"),
        ("open Z9", CellError, "cell Z9 is off the board"),
    ],
)
def test_garbage_is_not_a_move(text: str, error: type[SapperError], message: str) -> None:
    with pytest.raises(error, match=message):
        Move.parse(text, Grid(9, 4))


def test_conflict_words_stay_short() -> None:
    """A conflict message names at most a dozen clues."""
    view = View(Level.parse("20x1x1"), bytes([1] * 20))
    words = Conflict(tuple(range(20)), mine_count=False).clues_text(view)
    assert words.endswith("K1 (1), L1 (1) and 8 more can't all be right")


def test_a_view_tells_its_cells_apart() -> None:
    view = View.parse("4x2x1\n1.F+\nF110")
    assert view.hidden == (1, 2, 3, 4)
    assert view.given == (3,)
    assert view.flags == 2
    assert view.rows == ["1.F+", "F110"]
    assert [view[cell] for cell in range(5)] == [1, HIDDEN, FLAGGED, GIVEN, FLAGGED]
    assert view.array.tolist() == [[1, 9, 10, 11], [10, 1, 1, 0]]
    assert View.hidden_everywhere(view.level).hidden == tuple(range(8))


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("4x3x2/open\n....\n....\n....", True),
        ("4x3x2/safe\n....\n.F..\n....", True),
        ("4x3x2/any\n....\n....\n....", False),
        ("4x3x2/given(1)\n....\n....\n....", False),
        ("4x3x2/open\n....\n.+..\n....", False),
        ("4x3x2/safe\n....\n.1..\n....", False),
    ],
)
def test_the_first_click_is_safe_anywhere_before_anything_is_open_or_given(
    text: str, safe: bool
) -> None:
    assert View.parse(text).first_is_safe is safe


def test_the_words_for_the_first_click_depend_on_the_rule() -> None:
    """Under the rule `safe`, the first click is safe, and under `open` it opens an area."""
    words = "Nothing is open yet. The first click {}, wherever it is."
    blank = "\n....\n....\n...."
    assert say(View.parse("4x3x2/safe" + blank).promise) == words.format("is safe")
    assert say(View.parse("4x3x2/open" + blank).promise) == words.format("opens an area")


def test_what_the_start_rule_promises_is_given() -> None:
    """Under the rule `open`, the given first cell is a 0, so its neighbours are given too."""
    view = View.parse("5x4x3/open\n.....\n.+...\n.....\n.....")
    assert view.with_promises().rows == ["+++..", "+++..", "+++..", "....."]
    for text in (
        "5x4x3/safe\n.....\n.+...\n.....\n.....",
        "5x4x3/open\n.....\n.1+..\n.....\n.....",
    ):
        assert View.parse(text).with_promises() == View.parse(text)
