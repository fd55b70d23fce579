"""Explanations use the fewest clues, their steps and proofs are valid, and their words are true."""

import ast
import json
import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proofcheck
import sapper
from explaincheck import Oracle, check_minimal, check_steps, positions, random_view
from reference import boards
from sapper.core.level import NAMED, Level
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, ContradictionError, View
from sapper.errors import SapperError
from sapper.explain import Explanation, Technique, Uncertain, explain, hint
from sapper.explain.clues import Clues, settling_clues
from sapper.ladder.finding import Fact
from sapper.ladder.mine_count import possible_totals
from sapper.reason.odds import odds


def certain(view: View, name: str) -> Explanation:
    """Explain a provable cell, and check the explanation."""
    found = explain(view, view.grid.parse_cell(name))
    assert isinstance(found, Explanation)
    check(found)
    return found


def check(found: Explanation) -> None:
    check_minimal(found)
    check_steps(found)
    if found.proof is not None:
        assert proofcheck.check(found.proof, found.view) == {found.literal}
    else:
        assert found.mine_count
    json.dumps(found.to_json())


def names(view: View, cells: tuple[int, ...]) -> list[str]:
    return [view.grid.name(cell) for cell in cells]


# -- the techniques, each on a drawn board ---------------------------------------------------------


def test_a_single_clue_whose_cells_are_all_mines() -> None:
    view = View.parse("3x1x2\n.2.")
    assert certain(view, "A1").words() == (
        "A1 is a mine (single clue, clue B1).\n"
        "1. The 2 at B1 touches only 2 hidden cells, A1 and C1, so both are mines."
    )


def test_a_single_clue_without_mines() -> None:
    view = View.parse("""
4x2x1
0...
....
""")
    found = certain(view, "B2")
    assert found.sentences == ("The 0 at A1 touches no mine, so B1, A2 and B2 are safe.",)


def test_the_wall_of_ones_is_a_subset() -> None:
    """Two of the three clues of the wall 1-1-1 are enough to settle its ends."""
    view = View.parse("""
3x3x1
...
111
000
""")
    found = certain(view, "C1")
    assert found.technique is Technique.SUBSET
    assert names(view, found.clues) == ["A2", "B2"]
    assert found.proof is not None
    assert len(found.proof) == 4
    assert found.sentences == (
        "The 1 at A2 has its mine in A1 or B1. The 1 at B2 touches both, so that is its only mine: "
        "C1 is safe. (The 1-1 pattern.)",
    )


def test_a_one_beside_a_two_is_a_subset() -> None:
    """In the pattern 1-2, the 2 needs a mine that the 1 does not touch."""
    view = View.parse("""
4x3x2
....
1221
0000
""")
    found = certain(view, "C1")
    assert (found.claim, found.technique) == ("mine", Technique.SUBSET)
    assert names(view, found.clues) == ["A2", "B2"]


def test_a_subset_and_then_a_single_clue() -> None:
    """The subset and the single clue are both shown, because the second step needs the first."""
    view = View.parse("""
4x3x2
....
1221
0000
""")
    found = certain(view, "A1")
    assert found.words() == (
        "A1 is safe (subset, clues A2, C2 and D2, pattern 1-2-2-1).\n"
        "1. The 1 at D2 has its mine in C1 or D1. The 2 at C2 touches both and needs 1 more mine "
        "in its only other cell: B1 is a mine. (The 1-2 pattern.)\n"
        "2. B1 is a mine, so the 1 at A2 has its mine. A1 is safe."
    )
    assert found.evidence.clues == found.clues


def test_a_difference_settles_the_cells_of_both_clues() -> None:
    """In the pattern 1-2, the far cell of the 2 is a mine, and the far cell of the 1 is safe."""
    view = View.parse("""
6x3x3
......
+12+++
++++++
""")
    found = certain(view, "D1")
    assert found.words() == (
        "D1 is a mine (difference, clues B2 and C2).\n"
        "1. The 1 at B2 allows at most 1 mine among B1 and C1. The 2 at C2 needs 1 more mine, so "
        "D1 is a mine. Then the 1 at B2 has its mine in B1 or C1: A1 is safe. (The 1-2 pattern.)"
    )
    assert certain(view, "A1").sentences == (
        "The 1 at B2 allows at most 1 mine among B1 and C1. The 2 at C2 needs 1 more mine, so "
        "D1 is a mine. Then the 1 at B2 has its mine in B1 or C1: A1 is safe. (The 1-2 pattern.)",
    )


def test_a_case_split() -> None:
    """B4 equals D4, so B3 equals D3.

    Sums alone allow half a mine in a cell, so a case split is needed.
    """
    view = View.parse("""
5x6x3/any
++.+.
+1+1+
+.+.+
+.2.+
+1+1+
++.++
""")
    found = certain(view, "E1")
    assert (found.claim, found.technique) == ("safe", Technique.CASE_SPLIT)
    assert found.sentences[0] == "Suppose that E1 is a mine."
    assert found.sentences[-1] == (
        "But if D4 and C6 are mines, the 1 at D5 has too many mines. So E1 is safe."
    )
    assert len(found.sentences) == 10


def test_the_mine_count_leaves_nothing() -> None:
    """The clues account for all mines, so every other cell is safe."""
    view = View.parse("5x1x1\n.1...")
    found = certain(view, "E1")
    assert (found.claim, found.technique) == ("safe", Technique.MINE_COUNT)
    assert found.sentences == (
        "The board has 1 mine, which is among its 4 hidden cells.",
        "The 1 at B1 needs the last mine. No mine is left for the other hidden cells, so D1 and E1 "
        "are safe.",
    )


def test_the_mine_count_counts_what_it_says() -> None:
    """Two of the three hidden cells are known to be safe, so the sentence counts only the third."""
    found = certain(View.parse("4x1x1/any\n..0."), "A1")
    assert found.sentences[1] == (
        "The board has 1 mine, which is in its only hidden cell not known to be safe."
    )


def test_the_mine_count_fills_what_is_left() -> None:
    view = View.parse("6x1x4\n.1....")
    found = certain(view, "F1")
    assert "So 3 mines are left and these 3 cells must hold them" in found.sentences[-1]


def test_a_board_without_mines() -> None:
    view = View.parse("3x2x0\n...\n...")
    found = certain(view, "B2")
    assert (found.clues, found.mine_count) == ((), True)


def test_cells_behind_mines_by_the_mine_count() -> None:
    view = View.parse("""
5x3x4
..200
..300
..200
""")
    assert certain(view, "B2").technique is Technique.SINGLE_CLUE
    assert isinstance(explain(view, 0), Uncertain)
    fewer = View(Level.parse("5x3x3"), view.states)
    assert certain(fewer, "A2").technique is Technique.MINE_COUNT


# -- the choice of the cell ------------------------------------------------------------------------


def test_without_a_cell_a_safe_one_is_explained() -> None:
    """A safe cell is preferred to an easier mine, and an unflagged mine to a flagged one."""
    view = View.parse("""
5x4x3
.....
11111
00011
0001.
""")
    found = explain(view)
    assert isinstance(found, Explanation)
    assert (view.grid.name(found.cell), found.technique) == ("C1", Technique.SUBSET)
    assert certain(view, "E4").technique is Technique.SINGLE_CLUE
    opened = View.parse("4x1x2\n.2.+")
    told = explain(opened)
    assert isinstance(told, Explanation)
    assert told.technique is Technique.GIVEN
    mined = explain(View.parse("3x1x2\nF2."))
    assert isinstance(mined, Explanation)
    assert (mined.cell, mined.claim) == (2, "mine")
    with pytest.raises(SapperError, match="only flagged mines are hidden"):
        explain(View.parse("3x1x2\nF2F"))


def test_a_safe_cell_with_a_flag_comes_after_the_others() -> None:
    """A safe cell with a wrong flag is explained only if no other safe cell is left."""
    found = explain(View.parse("3x2x0\n0F.\n0.."))
    assert isinstance(found, Explanation)
    assert found.cell != 1
    alone = explain(View.parse("2x1x0\n0F"))
    assert isinstance(alone, Explanation)
    assert alone.cell == 1


def test_a_cell_given_as_safe_needs_no_clue() -> None:
    """A given cell needs no clue, and a clue that touches it counts only the other cells."""
    view = View.parse("""
4x1x1/given(1)
.1+.
""")
    found = certain(view, "C1")
    assert (found.technique, found.clues, found.mine_count) == (Technique.GIVEN, (), False)
    assert found.sentences == ("C1 was given as safe.",)
    beside = certain(view, "A1")
    assert beside.claim == "mine"
    assert beside.sentences == (
        "The 1 at B1 touches only one hidden cell not given as safe, A1, so it is a mine.",
    )


def test_flags_are_opinions() -> None:
    """A wrong flag changes neither the claim nor the clues."""
    plain = View.parse("3x3x1\n...\n111\n000")
    flagged = View.parse("3x3x1\nF..\n111\n000")
    for cell in range(3):
        one, two = explain(plain, cell), explain(flagged, cell)
        assert isinstance(one, Explanation)
        assert isinstance(two, Explanation)
        assert (one.claim, one.clues, one.sentences) == (two.claim, two.clues, two.sentences)


def test_an_open_cell_is_refused() -> None:
    view = View.parse("3x3x1\n...\n111\n000")
    with pytest.raises(SapperError, match=r"A2 is open \(a 1\)"):
        explain(view, 3)
    with pytest.raises(SapperError, match="off the board"):
        explain(view, 9)


def test_a_contradictory_view_is_an_error() -> None:
    view = View(Level.parse("3x1x2"), bytes([HIDDEN, 1, HIDDEN]))
    with pytest.raises(ContradictionError, match="B1"):
        explain(view, 0)


def test_nothing_hidden_is_an_error() -> None:
    view = View.parse("2x1x0\n00")
    with pytest.raises(SapperError, match="no cell is hidden"):
        explain(view)
    with pytest.raises(SapperError, match="nothing left to open"):
        hint(view, 1)


def test_an_uncertain_cell_has_a_board_for_either_case() -> None:
    view = View.parse("""
5x4x5
..1..
.....
..3..
F....
""")
    found = explain(view, view.grid.parse_cell("B2"))
    assert isinstance(found, Uncertain)
    assert 0 < found.odds < 1
    possible = set(boards(view))
    assert frozenset(found.with_mine) in possible
    assert frozenset(found.when_safe) in possible
    assert found.cell in found.with_mine
    assert found.cell not in found.when_safe
    assert sum(row.count("*") for row in found.rows(found.with_mine)) == 5
    assert "chance of being a mine" in found.words()
    json.dumps(found.to_json())


@pytest.mark.parametrize(
    ("text", "name", "clues"),
    [
        ("5x1x1\n.1...", "D1", ["B1"]),
        ("9x1x2\n.1...1...", "D1", ["B1", "F1"]),
        ("3x2x0\n...\n...", "A1", []),
    ],
)
def test_without_a_cell_the_mine_count_comes_last(text: str, name: str, clues: list[str]) -> None:
    """If the clues settle no cell, a cell that the mine count settles is explained."""
    view = View.parse(text)
    found = explain(view)
    assert isinstance(found, Explanation)
    check(found)
    assert (view.grid.name(found.cell), names(view, found.clues)) == (name, clues)
    assert found.technique is Technique.MINE_COUNT


@pytest.mark.parametrize("shape", ["5x4x4", "7x3x5", "3x6x6", "4x4x9"])
def test_both_boards_of_every_uncertain_cell_fit(shape: str) -> None:
    seen = 0
    for seed in range(8):
        view = random_view(Level.parse(shape), seed)
        fitting = set(boards(view))
        for cell in view.hidden:
            found = explain(view, cell)
            if isinstance(found, Uncertain):
                seen += 1
                assert frozenset(found.with_mine) in {b for b in fitting if cell in b}
                assert frozenset(found.when_safe) in {b for b in fitting if cell not in b}
                assert found.odds == pytest.approx(sum(cell in b for b in fitting) / len(fitting))
    assert seen > 10


def test_an_uncertain_cell_is_drawn_and_written_out() -> None:
    """An uncertain cell is drawn with the mines of a board, and the claim in its JSON is null."""
    view = View.parse("3x2x1\n.1.\n.1.")
    found = explain(view, 0)
    assert isinstance(found, Uncertain)
    assert not found.certain
    assert found.rows((0,)) == ["*1.", ".1."]
    assert found.rows((5,)) == [".1.", ".1*"]
    written = found.to_json()
    assert (written["cell"], written["claim"], written["certain"]) == ("A1", None, False)
    assert (written["risk"], written["with_mine"]) == (0.25, ["A1"])
    assert written["when_safe"] in (["C1"], ["A2"], ["C2"])


def test_a_proof_is_printed_a_clause_a_line_or_referred_to() -> None:
    """A proof has one line per clause, but for a long proof, the text refers to certificates."""
    short = certain(View.parse("5x1x1\n.1..."), "E1")
    assert short.proof is not None
    assert len(short.proof_text().splitlines()) == len(short.proof)
    lines = short.to_json()["proof"]
    assert lines is not None
    assert [f"{line['number']}. {line['clause']}" for line in lines] == [
        text[:23].rstrip() for text in short.proof_text().splitlines()
    ]
    assert lines[0]["source"] == f"clue {lines[0]['clue']}"
    assert (lines[-1]["parents"], lines[-1]["cells"]) == ([1, 2, 3], ["E1"])
    view = View.parse("40x1x9\n" + ".1." * 8 + "." * 14 + "1.")
    long = explain(view, 30)
    assert isinstance(long, Explanation)
    assert long.mine_count
    assert long.proof is None
    assert "certificate" in long.proof_text()
    assert long.to_json()["proof"] is None


def test_without_a_certain_cell_the_best_guess_is_returned() -> None:
    """If no cell is provable, the cell with the lowest odds is explained."""
    view = View.parse("4x1x1/any\n....")
    found = explain(view)
    assert isinstance(found, Uncertain)
    assert (found.cell, found.odds) == (odds(view).safest, 0.25)


@pytest.mark.parametrize(
    ("rule", "promise"),
    [
        ("safe", "The first click is safe, wherever it is"),
        ("open", "The first click opens an area, wherever it is"),
    ],
)
def test_before_the_first_move_no_risk_is_claimed(rule: str, promise: str) -> None:
    """Before the first move, hints and explanations mention the start rule and no odds."""
    view = View.hidden_everywhere(Level.parse(f"9x5x8/{rule}"))
    words = f"Nothing is open yet. {promise}."
    assert [hint(view, tier).text for tier in range(1, 6)] == [words] * 5
    for cell in (None, 7):
        with pytest.raises(SapperError, match=f"^nothing is open yet. {promise}$"):
            explain(view, cell)
    dealt = View(view.level, bytes([GIVEN]) + view.states[1:])
    assert hint(dealt, 4).text == "A1 is safe."


# -- general properties ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMED)
def test_every_certain_cell_of_a_game_is_explained(name: str) -> None:
    """On every level, the clues are minimal, the steps follow and the proofs are valid."""
    draw = random.Random(name)
    count = 0
    for seed in range(3 if NAMED[name].size < 200 else 1):
        for view in positions(NAMED[name], seed):
            chances = odds(view)
            cells = [*chances.safe, *chances.mines]
            for cell in draw.sample(cells, min(len(cells), 12)):
                found = explain(view, cell)
                assert isinstance(found, Explanation)
                assert (found.claim == "mine") == (cell in chances.mines)
                check(found)
                count += 1
    assert count > 30


@given(st.integers(0, 10**9), st.sampled_from(["5x4x4", "7x3x5", "3x6x6", "9x2x3"]))
def test_no_smaller_set_of_clues_settles_the_cell(seed: int, text: str) -> None:
    """All sets of up to three clues are tried."""
    view = random_view(Level.parse(text), seed)
    clues = [cell for cell, state in enumerate(view.states) if state <= 8]
    chances = odds(view)
    oracles = {count: Oracle(view, count, clues) for count in (False, True)}
    for cell in (*chances.safe, *chances.mines):
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        check(found)
        oracle = oracles[found.mine_count]
        for size in range(min(len(found.evidence.clues), 4)):
            for chosen in combinations(clues, size):
                assert not oracle.settles(chosen, found.literal)


@given(st.integers(0, 10**9), st.sampled_from(["4x4x4", "6x3x5", "2x7x4"]))
def test_the_simplest_cell_is_a_safe_one_on_the_lowest_rung(seed: int, text: str) -> None:
    """The easiest safe cell is explained, and a mine only if no cell is provably safe."""
    view = random_view(Level.parse(text), seed)
    chances = odds(view)
    found = explain(view)
    safe = [c for c in chances.safe if view[c] != FLAGGED] or list(chances.safe)
    cells = safe or [c for c in chances.mines if view[c] != FLAGGED]
    if not cells:
        assert isinstance(found, Uncertain)
        return
    assert isinstance(found, Explanation)
    assert found.cell in cells
    assert found.technique == min(one.technique for one in map_certain(view, cells))


def map_certain(view: View, cells: list[int]) -> list[Explanation]:
    found = [explain(view, cell) for cell in cells]
    return [one for one in found if isinstance(one, Explanation)]


@given(st.lists(st.tuples(st.sets(st.integers(0, 6), min_size=1), st.integers(0, 7)), max_size=3))
def test_possible_totals_against_all_ways(raw: list[tuple[set[int], int]]) -> None:
    """The possible totals are those found by trying every arrangement of mines in the cells."""
    facts = [Fact(tuple(sorted(c)), min(n, len(c)), len(c)) for c, n in raw]
    cells = sorted({cell for fact in facts for cell in fact.cells})
    totals = set()
    for size in range(len(cells) + 1):
        for laid in combinations(cells, size):
            if all(f.least <= len(set(laid) & set(f.cells)) <= f.most for f in facts):
                totals.add(size)
    assert possible_totals(facts) == sorted(totals)


def test_the_clues_are_those_of_the_view() -> None:
    """Clues are also named correctly on a wide board whose columns have two letters."""
    view = View.parse("40x1x2\n" + "." * 30 + "1" + "." * 9)
    assert isinstance(explain(view, 0), Uncertain)
    view = View.parse("40x1x1\n" + "." * 30 + "1" + "." * 9)
    assert names(view, settling_clues(Clues(view), -1).clues) == ["AE1"]


def test_nothing_that_explains_can_reach_the_board() -> None:
    """`explain` imports `core.board`, `core.game` and `formats` neither directly nor indirectly.

    `verify` imports only its own modules and `errors`.
    """
    root = Path(sapper.__file__).parent

    def reached(module: str, seen: set[str]) -> set[str]:
        if module in seen:
            return seen
        seen.add(module)
        parts = root.joinpath(*module.split(".")[1:])
        path = parts / "__init__.py" if parts.is_dir() else parts.with_suffix(".py")
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sapper."):
                reached(str(node.module), seen)
            elif isinstance(node, ast.ImportFrom) and node.module == "sapper":
                for alias in node.names:
                    if alias.name != "_engine":
                        reached(f"sapper.{alias.name}", seen)
        return seen

    for module in ("explain", "explain.pictures"):
        found = reached(f"sapper.{module}", set())
        assert not found & {"sapper.core.board", "sapper.core.game", "sapper.formats"}
    rooms = ("board", "certificate", "counting", "cutting_planes", "files", "level", "rup", "lrat")
    own = {"sapper.verify", *(f"sapper.verify.{name}" for name in rooms)}
    assert reached("sapper.verify", set()) == {*own, "sapper.errors"}


# -- hints -----------------------------------------------------------------------------------------


def test_hints_push_more_from_tier_to_tier() -> None:
    """Hints say that a cell is safe, then give its region, the clues, the cell and the proof."""
    view = View.parse("""
5x3x2
.....
11111
00000
""")
    texts = [hint(view, tier).text for tier in range(1, 6)]
    assert texts[:4] == [
        "At least one cell is provably safe.",
        "Look at the top left corner, around B2.",
        "Compare the clues at A2 and B2.",
        "C1 is safe.",
    ]
    found = explain(view)
    assert texts[4] == found.words()
    assert hint(view, 3).clues == (5, 6)
    assert hint(view, 2).cells == (0, 1, 2, 5, 6, 7)
    assert hint(view, 5).reason == found
    json.dumps(hint(view, 5).to_json(view.grid))


def test_hints_are_about_safe_cells_only() -> None:
    """Provable mines do not help a player who must open a cell."""
    view = View.parse("4x1x2\n.1..")
    assert explain(view, 3).certain
    texts = [hint(view, tier).text for tier in range(1, 6)]
    assert texts[0] == (
        "No hidden cell is provably safe, so any move is a guess. "
        "The best you can do is a coin toss."
    )
    assert texts[1] == "The safest guess is in the left half, around B1."
    assert texts[2] == "The safest guess is next to the clue at B1."
    assert texts[3] == "A1 is the safest guess, a coin toss."
    assert isinstance(hint(view, 5).reason, Uncertain)


def test_a_tier_out_of_range_is_an_error() -> None:
    view = View.parse("2x1x1\n..")
    for tier in (0, 6):
        with pytest.raises(SapperError, match="use 1 to 5"):
            hint(view, tier)


def test_the_region_of_a_mine_count_is_small() -> None:
    """If a hint uses the mine count, its region contains only clues near the cell."""
    view = View.parse("12x2x2\n.100000001..\n.100000001..")
    found = explain(view)
    assert isinstance(found, Explanation)
    assert found.technique is Technique.MINE_COUNT
    assert names(view, found.clues) == ["B1", "J1"]
    region = hint(view, 2)
    assert region.text == "Look at the top right corner, around J1."
    assert len(region.cells) <= 8
    assert (
        hint(view, 3).text
        == "Count the mines: 0 are known and 2 are left. Compare the clues at B1 and J1."
    )
