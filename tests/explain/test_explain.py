"""Explanations: the fewest clues, steps that follow, proofs that check, words that hold."""

import ast
import io
import json
import random
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import proofcheck
import sapper
from explaincheck import Oracle, check_minimal, check_steps, positions, random_view
from reference import boards
from sapper.explain import Explanation, Technique, Uncertain, explain, hint
from sapper.explain.clues import Clues, settling_clues
from sapper.explain.facts import Fact
from sapper.explain.mine_count import possible_totals
from sapper.explain.pictures import animated_svg, frames, pngs, svgs
from sapper.grid import SapperError
from sapper.level import NAMED, Level
from sapper.odds import odds
from sapper.view import HIDDEN, TOLD, ContradictionError, View


def certain(view: View, name: str) -> Explanation:
    """The explanation of a cell that is certain, checked."""
    found = explain(view, view.grid.parse_cell(name))
    assert isinstance(found, Explanation)
    check(found)
    return found


def check(found: Explanation) -> None:
    """Everything that must hold of an explanation, by code that did not make it."""
    check_minimal(found)
    check_steps(found)
    if found.proof is not None:
        assert proofcheck.check(found.proof, found.view) == {found.literal}
    else:
        assert found.mine_count
    json.dumps(found.to_json())


def names(view: View, cells: tuple[int, ...]) -> list[str]:
    """The names of cells."""
    return [view.grid.name(cell) for cell in cells]


# -- the techniques, each on a drawn board ------------------------------------------------------


def test_a_single_clue_whose_cells_are_all_mines() -> None:
    """The number, the cells that it touches, and what follows."""
    view = View.parse("3x1x2\n.2.")
    assert certain(view, "A1").words() == (
        "A1 is a mine (single clue, clue B1).\n"
        "1. The 2 at B1 touches only A1 and C1 among hidden cells, so both are mines."
    )


def test_a_single_clue_without_mines() -> None:
    """A 0 whose neighbours are hidden makes them safe."""
    view = View.parse("""
4x2x1
0...
....
""")
    found = certain(view, "B2")
    assert found.sentences == ("The 0 at A1 touches no mine, so B1, A2 and B2 are safe.",)


def test_the_wall_of_ones_is_a_subset() -> None:
    """Of the three clues of the wall 1-1-1 two suffice for its ends."""
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
    assert found.sentences[-1] == (
        "The 1 at A2 has exactly 1 mine among A1 and B1, and the 1 at B2, which touches them too, "
        "has exactly 1 mine, so C1 is safe."
    )


def test_a_one_beside_a_two_is_a_subset() -> None:
    """The pattern 1-2: the 2 needs a mine where the 1 does not reach."""
    view = View.parse("""
4x3x2
....
1221
0000
""")
    found = certain(view, "C1")
    assert (found.claim, found.technique) == ("mine", Technique.SUBSET)
    assert names(view, found.clues) == ["A2", "B2"]


def test_a_chain_of_clues() -> None:
    """Three clues, each step from two facts, and no supposition."""
    view = View.parse("""
4x3x2
....
1221
0000
""")
    found = certain(view, "A1")
    assert (found.claim, found.technique) == ("safe", Technique.CHAIN)
    assert names(view, found.clues) == ["A2", "C2", "D2"]
    assert "suppose" not in {step.kind for step in found.steps}


def test_a_case_split() -> None:
    """A supposition is refuted where no two facts say anything new together."""
    view = View.parse("""
4x3x4
...2
.2..
..3.
""")
    found = certain(view, "D2")
    assert (found.claim, found.technique) == ("mine", Technique.CASE_SPLIT)
    assert names(view, found.clues) == ["D1", "B2", "C3"]
    assert found.sentences[0] == "Suppose D2 were safe."
    assert found.sentences[-1] == (
        "But with D2 and B3 safe, the 3 at C3 cannot have exactly 3 mines. So D2 is a mine."
    )


def test_the_mine_count_leaves_nothing() -> None:
    """The clues account for all mines."""
    view = View.parse("5x1x1\n.1...")
    found = certain(view, "E1")
    assert (found.claim, found.technique) == ("safe", Technique.MINE_COUNT)
    assert found.sentences[-1] == (
        "Of the 1 mine on the board, exactly 1 is among A1 and C1. No mine remains for the other "
        "hidden cells, so D1 and E1 are safe."
    )


def test_the_mine_count_fills_what_is_left() -> None:
    """The issue's own sentence: so many remain, and these cells must hold them."""
    view = View.parse("6x1x4\n.1....")
    found = certain(view, "F1")
    assert "So 3 mines remain and these 3 cells must hold them" in found.sentences[-1]


def test_a_board_without_mines() -> None:
    """The mine count alone settles every cell, with no clue at all."""
    view = View.parse("3x2x0\n...\n...")
    found = certain(view, "B2")
    assert (found.clues, found.mine_count) == ((), True)


def test_cells_behind_mines_by_the_mine_count() -> None:
    """A wall of mines hides a column that only the count reaches."""
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


# -- which cells ------------------------------------------------------------------------------


def test_without_a_cell_the_easiest_is_explained() -> None:
    """A single clue comes before a subset on a lower cell."""
    view = View.parse("""
5x4x3
.....
11111
00011
0001.
""")
    found = explain(view)
    assert isinstance(found, Explanation)
    assert (view.grid.name(found.cell), found.technique) == ("E4", Technique.SINGLE_CLUE)
    assert certain(view, "C1").technique is Technique.SUBSET


def test_a_cell_told_safe_needs_no_clue() -> None:
    """It is told; and a clue that touches it counts only its other cells."""
    view = View.parse("""
4x1x1/given(1)
.1+.
""")
    found = certain(view, "C1")
    assert (found.technique, found.clues, found.mine_count) == (Technique.TOLD, (), False)
    assert found.sentences == ("C1 was told safe before the first move.",)
    beside = certain(view, "A1")
    assert beside.claim == "mine"
    assert beside.sentences == (
        "The 1 at B1 touches only A1 among hidden cells not told safe, so it is a mine.",
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
    """The message names it."""
    view = View.parse("3x3x1\n...\n111\n000")
    with pytest.raises(SapperError, match=r"A2 is open \(a 1\)"):
        explain(view, 3)
    with pytest.raises(SapperError, match="off the board"):
        explain(view, 9)


def test_a_contradictory_view_is_an_error() -> None:
    """It names the clues in conflict."""
    view = View(Level.parse("3x1x2"), bytes([HIDDEN, 1, HIDDEN]))
    with pytest.raises(ContradictionError, match="B1"):
        explain(view, 0)


def test_nothing_hidden_is_an_error() -> None:
    """There is nothing to explain, nor to hint at."""
    view = View.parse("2x1x0\n00")
    with pytest.raises(SapperError, match="no cell is hidden"):
        explain(view)
    with pytest.raises(SapperError, match="nothing left to open"):
        hint(view, 1)


def test_an_uncertain_cell_has_a_board_for_either_case() -> None:
    """Both boards agree with the view."""
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
    assert "not certain" in found.words()
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
    """Where clues alone settle nothing, the easiest cell that the mine count settles."""
    view = View.parse(text)
    found = explain(view)
    assert isinstance(found, Explanation)
    check(found)
    assert (view.grid.name(found.cell), names(view, found.clues)) == (name, clues)
    assert found.technique is Technique.MINE_COUNT


@pytest.mark.parametrize("shape", ["5x4x4", "7x3x5", "3x6x6", "4x4x9"])
def test_both_boards_of_every_uncertain_cell_fit(shape: str) -> None:
    """Among all boards that fit: one with a mine there, and one without."""
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
    """The position with the mines of a board on it; names for cells, and no claim."""
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
    """Where the mine count has too many clauses to print, the certificate proves it."""
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
    """Its odds are the lowest."""
    view = View.parse("4x1x1/any\n....")
    found = explain(view)
    assert isinstance(found, Uncertain)
    assert (found.cell, found.odds) == (odds(view).safest, 0.25)


@pytest.mark.parametrize(
    ("rule", "promise"),
    [
        ("safe", "by rule safe, the first click is safe anywhere"),
        ("open", "by rule open, the first click is safe anywhere and opens a region"),
    ],
)
def test_before_the_first_move_no_risk_is_claimed(rule: str, promise: str) -> None:
    """Hints of all tiers and explanations say that the first click is safe; no odds, no guess."""
    view = View.hidden_everywhere(Level.parse(f"9x5x8/{rule}"))
    words = f"Nothing is open yet: {promise}."
    assert [hint(view, tier).text for tier in range(1, 6)] == [words] * 5
    for cell in (None, 7):
        with pytest.raises(SapperError, match=f"^nothing is open yet: {promise}$"):
            explain(view, cell)
    dealt = View(view.level, bytes([TOLD]) + view.states[1:])
    assert hint(dealt, 4).text == "A1 is safe."


# -- laws -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMED)
def test_every_certain_cell_of_a_game_is_explained(name: str) -> None:
    """On every level: minimal clues, steps that follow, a proof that checks."""
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


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["5x4x4", "7x3x5", "3x6x6", "9x2x3"]))
def test_no_smaller_set_of_clues_settles_the_cell(seed: int, text: str) -> None:
    """Against all smaller sets of clues, with and without the mine count."""
    view = random_view(Level.parse(text), seed)
    clues = [cell for cell, state in enumerate(view.states) if state <= 8]
    chances = odds(view)
    oracles = {count: Oracle(view, count, clues) for count in (False, True)}
    for cell in (*chances.safe, *chances.mines):
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        check(found)
        oracle = oracles[found.mine_count]
        for size in range(min(len(found.clues), 4)):
            for chosen in combinations(clues, size):
                assert not oracle.settles(chosen, found.literal)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["4x4x4", "6x3x5", "2x7x4"]))
def test_the_easiest_cell_is_the_least_of_all(seed: int, text: str) -> None:
    """By technique, clues, proof and cell, as if all were explained and compared."""
    view = random_view(Level.parse(text), seed)
    chances = odds(view)
    found = [explain(view, cell) for cell in (*chances.safe, *chances.mines)]
    easiest = explain(view)
    if not found:
        assert isinstance(easiest, Uncertain)
        return
    assert isinstance(easiest, Explanation)
    keys = []
    for one in found:
        assert isinstance(one, Explanation)
        length = 10**9 if one.proof is None else len(one.proof)
        keys.append((one.technique, len(one.clues), length, one.cell))
    if min(keys)[0] < Technique.MINE_COUNT:
        assert easiest.cell == min(keys)[-1]
    else:
        assert easiest.technique is Technique.MINE_COUNT


@given(st.lists(st.tuples(st.sets(st.integers(0, 6), min_size=1), st.integers(0, 7)), max_size=3))
def test_possible_totals_against_all_ways(raw: list[tuple[set[int], int]]) -> None:
    """Every way to lay mines in the cells is tried."""
    facts = [Fact(tuple(sorted(c)), min(n, len(c)), len(c)) for c, n in raw]
    cells = sorted({cell for fact in facts for cell in fact.cells})
    totals = set()
    for size in range(len(cells) + 1):
        for laid in combinations(cells, size):
            if all(f.least <= len(set(laid) & set(f.cells)) <= f.most for f in facts):
                totals.add(size)
    assert possible_totals(facts) == sorted(totals)


def test_the_clues_are_those_of_the_view() -> None:
    """A wide board with names of two letters, far from square."""
    view = View.parse("40x1x2\n" + "." * 30 + "1" + "." * 9)
    assert isinstance(explain(view, 0), Uncertain)
    view = View.parse("40x1x1\n" + "." * 30 + "1" + "." * 9)
    assert names(view, settling_clues(Clues(view), -1).clues) == ["AE1"]


def test_nothing_that_explains_can_reach_the_board() -> None:
    """Directly or through what it imports; and the verifier imports only its own checkers."""
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
        assert not found & {"sapper.board", "sapper.game", "sapper.formats"}
    own = {"sapper.verify", *(f"sapper.verify.{name}" for name in ("certificate", "rup", "lrat"))}
    assert reached("sapper.verify", set()) == own


# -- hints ------------------------------------------------------------------------------------


def test_hints_push_more_from_tier_to_tier() -> None:
    """That there is a cell, where, which clues, which cell, and why."""
    view = View.parse("""
5x3x2
.....
11111
00000
""")
    texts = [hint(view, tier).text for tier in range(1, 6)]
    assert texts[:4] == [
        "A cell is certainly safe.",
        "Look at the top left: columns A to C, rows 1 to 2.",
        "Compare the clues A2 and B2.",
        "C1 is safe.",
    ]
    found = explain(view)
    assert texts[4] == found.words()
    assert hint(view, 3).clues == (5, 6)
    assert hint(view, 2).cells == (0, 1, 2, 5, 6, 7)
    assert hint(view, 5).reason == found
    json.dumps(hint(view, 5).to_json(view.grid))


def test_hints_are_about_safe_cells_only() -> None:
    """A certain mine is no help to somebody who must open a cell."""
    view = View.parse("4x1x2\n.1..")
    assert explain(view, 3).certain
    texts = [hint(view, tier).text for tier in range(1, 6)]
    assert texts[0] == "No cell is certainly safe: you must guess, at a risk of 50.0% at least."
    assert texts[1] == "The safest guess is in the left: columns A to B, row 1."
    assert texts[2] == "The safest guess is next to the clue B1."
    assert texts[3] == "A1 is the safest guess: a mine with a chance of 50.0%."
    assert isinstance(hint(view, 5).reason, Uncertain)


def test_a_tier_out_of_range_is_an_error() -> None:
    """The message names the range."""
    view = View.parse("2x1x1\n..")
    for tier in (0, 6):
        with pytest.raises(SapperError, match="tiers 1 to 5"):
            hint(view, tier)


# -- pictures ---------------------------------------------------------------------------------


def test_a_picture_a_step() -> None:
    """SVG that parses, PNG that opens, each with the outlines of its step."""
    view = View.parse("""
5x3x2
.....
11111
00000
""")
    found = explain(view)
    assert isinstance(found, Explanation)
    count = len(found.steps)
    last = frames(found)[-1]
    assert [set(last.clues), set(last.involved), set(last.conclusion)] == [{5, 6}, {0, 1, 2}, {2}]
    documents = svgs(found)
    assert len(documents) == count
    for document in documents:
        ElementTree.fromstring(document)
    assert documents[-1].count('stroke-width="3"') == 5
    whole = ElementTree.fromstring(animated_svg(found))
    assert len(list(whole.iter("{http://www.w3.org/2000/svg}animate"))) == count
    images = pngs(found)
    assert len(images) == count
    sizes = {Image.open(io.BytesIO(image)).size[0] for image in images}
    assert sizes == {460}
