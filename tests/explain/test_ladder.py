"""The rung of every certain cell is the one that techniques.py defines, by code written from it."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from explaincheck import by_linear_program, clue_cells, positions, random_view, unknown
from sapper.explain import Explanation, Technique, explain
from sapper.level import NAMED, Level
from sapper.odds import odds
from sapper.view import View
from wordcheck import settled_by

Known = dict[int, bool]


def remaining(view: View, known: Known) -> list[tuple[frozenset[int], int]]:
    """The clues less the known cells: the cells left, and the mines among them."""
    found = []
    for clue, number in enumerate(view.states):
        if number <= 8:
            cells = clue_cells(view, clue)
            left = frozenset(cell for cell in cells if cell not in known)
            if left:
                found.append((left, number - sum(known.get(cell, False) for cell in cells)))
    return found


def by_single_clue(view: View, known: Known) -> Known:
    """None or all of the cells are mines."""
    found: Known = {}
    for cells, mines in remaining(view, known):
        if mines in (0, len(cells)):
            found.update(dict.fromkeys(cells, mines > 0))
    return found


def by_subset(view: View, known: Known) -> Known:
    """A within B: B without A has b - a mines, and that is none or all of it."""
    found: Known = {}
    for (a, a_mines), (b, b_mines) in permutations(remaining(view, known), 2):
        if a < b and b_mines - a_mines in (0, len(b - a)):
            found.update(dict.fromkeys(b - a, b_mines > a_mines))
    return found


def by_difference(view: View, known: Known) -> Known:
    """A has as many mines more than B as it has cells of its own."""
    found: Known = {}
    for (a, a_mines), (b, b_mines) in permutations(remaining(view, known), 2):
        if a & b and a - b and b - a and a_mines - b_mines == len(a - b):
            found.update(dict.fromkeys(a - b, True))
            found.update(dict.fromkeys(b - a, False))
    return found


def by_chain(view: View, known: Known) -> Known:
    """Limits on the sets of techniques.py, until some cells are settled or nothing changes."""
    clues = remaining(view, known)
    least, most = dict(clues), dict(clues)
    for (a, _), (b, _) in permutations(clues, 2):
        for part in (a & b, a - b) if a & b else ():
            if part:
                least.setdefault(part, 0)
                most.setdefault(part, len(part))
    while True:
        before = dict(least), dict(most)
        for x, y in permutations(before[0], 2):
            if not x & y:
                continue
            both = x & y
            low = max(0, least[x] - len(x - y), least[y] - len(y - x), least.get(both, 0))
            high = min(len(both), most[x], most[y], most.get(both, len(both)))
            limits = [(both, low, high), (x - y, least[x] - high, most[x] - low)]
            for part, lowest, highest in limits:
                if not part:
                    continue
                if highest <= 0 or lowest >= len(part):
                    return dict.fromkeys(part, highest > 0)
                if part in least:
                    least[part] = max(least[part], lowest)
                    most[part] = min(most[part], highest)
        if (least, most) == before:
            return {}


RULES = {
    Technique.SINGLE_CLUE: by_single_clue,
    Technique.SUBSET: by_subset,
    Technique.DIFFERENCE: by_difference,
    Technique.CHAIN: by_chain,
}


def closure(view: View, top: Technique, known: Known) -> Known:
    """All that the rules up to a rung settle, taken as often as they help."""
    known = dict(known)
    while True:
        for technique, rule in RULES.items():
            found = rule(view, known) if technique <= top else {}
            if found.keys() - known.keys():
                known.update(found)
                break
        else:
            return known


def rungs(view: View) -> dict[int, Technique]:
    """The rung of every certain cell up to *chain*."""
    found: dict[int, Technique] = {}
    known: Known = {}
    for top in RULES:
        known = closure(view, top, known)
        for cell in known:
            found.setdefault(cell, top)
    return found


def by_combination(view: View, known: Known) -> Known:
    """What linear programs settle, with the lower rungs, until they settle nothing more."""
    every = [clue for clue, state in enumerate(view.states) if state <= 8]
    known = dict(known)
    while True:
        known = closure(view, Technique.CHAIN, known)
        cells = [cell for cell in unknown(view) if cell not in known]
        found = {
            cell: is_mine
            for cell in cells
            for is_mine in (True, False)
            if by_linear_program(view, (cell, is_mine), known, every)
        }
        if not found:
            return known
        known.update(found)


def check(view: View) -> int:
    """The technique of every certain cell is as defined; how many take more than a subset."""
    low = rungs(view)
    chances = odds(view)
    certain = dict.fromkeys(chances.safe, False) | dict.fromkeys(chances.mines, True)
    hard = [cell for cell in certain if cell not in low and view.states[cell] != 11]
    known = closure(view, Technique.CHAIN, {})
    combined = by_combination(view, known) if hard else known
    every = [clue for clue, state in enumerate(view.states) if state <= 8]
    for cell, is_mine in certain.items():
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        if view.states[cell] == 11:
            expected = Technique.TOLD
        elif cell in low:
            expected = low[cell]
            assert known[cell] == is_mine
        elif cell in combined:
            expected = Technique.COMBINATION
        elif settled_by(view, every, False, [found.literal]):
            expected = Technique.CASE_SPLIT
        else:
            expected = Technique.MINE_COUNT
        assert found.technique is expected, view.grid.name(cell)
    return sum(rung >= Technique.DIFFERENCE for rung in low.values()) + len(hard)


@settings(max_examples=40)
@given(
    st.integers(0, 10**9), st.sampled_from(["5x4x4", "7x3x5", "3x6x6", "9x2x3", "6x5x8", "7x6x14"])
)
def test_every_technique_is_the_lowest_rung_whose_closure_has_the_cell(
    seed: int, text: str
) -> None:
    """On small positions with told cells and flags, all rungs."""
    check(random_view(Level.parse(text), seed))


def test_the_rungs_of_a_game() -> None:
    """In the positions of a game, every other one, where two clues and more are needed."""
    assert sum(check(view) for view in list(positions(NAMED["intermediate"], 2))[::2]) > 0


def test_two_steps_with_a_single_clue_each_are_single_clue() -> None:
    """The known mine is used by the next clue; no subset is claimed."""
    view = View.parse("""
5x2x1
.1.0.
110..
""")
    found = explain(view, view.grid.parse_cell("A1"))
    assert isinstance(found, Explanation)
    assert found.technique is Technique.SINGLE_CLUE


def test_a_subset_becomes_single_clue_when_its_cells_are_known() -> None:
    """What is known is taken from every clue first."""
    view = View.parse("""
6x3x3
1..2..
1.3...
......
""")
    low = rungs(view)
    for cell, rung in low.items():
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        assert found.technique is rung
