"""An independent reader of reasons: what a decision says is parsed back, and every claim is tried.

    sentence    some cells are safe, are mines, or one of them is a guess; and why
    form        a kind of why; FORMS has all of them, and a sentence of another form is refused

What is certain is asked of a SAT solver, odds of big integers, the best strategy of its definition;
none of them shares code with what makes the words. What an agent says of its own KB is counted
again in that KB.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from explaincheck import Oracle, around_table
from reference import boards, number
from reference_bigint import solve
from sapper.core.grid import Grid
from sapper.core.view import Decision, View
from sapper.ladder.techniques import Technique
from sapper.logic import Clause, KnowledgeBase
from sat_certain import sat_certain

NAME = r"[A-Z]+[1-9][0-9]*"
LIST = rf"{NAME}(?:, {NAME})*(?: and (?:{NAME}|[0-9]+ other cells))?"
CHANCE = r"(?:under |over )?[0-9.]+%"

# The exact share of wins is tried by its definition on no more boards than this.
FEW_BOARDS = 30


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells as a sentence has them: some by name, others only counted."""

    named: tuple[int, ...]
    others: int

    def __len__(self) -> int:
        return len(self.named) + self.others

    def are(self, cells: set[int] | frozenset[int]) -> bool:
        """Whether these cells are meant."""
        return set(self.named) <= cells and len(self) == len(cells)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, parsed: its cells, what it says they are, the form of its reason."""

    cells: Cells
    claim: str
    """safe, mine or guess"""
    form: str
    parts: dict[str, str]
    """the words that the form leaves open"""


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence and what it is about: the view, the cells it means, the KB behind it."""

    view: View
    sentence: Sentence
    cells: tuple[int, ...]
    kb: KnowledgeBase | None

    @property
    def parts(self) -> dict[str, str]:
        """The words that the form leaves open."""
        return self.sentence.parts

    @property
    def literals(self) -> list[int]:
        """What is claimed of the cells, as literals."""
        sign = 1 if self.sentence.claim == "mine" else -1
        return [sign * (cell + 1) for cell in self.cells]

    @property
    def cell(self) -> int:
        """The one cell of a guess."""
        (cell,) = self.cells
        return cell

    def one(self, part: str) -> int:
        """The cell that a part names."""
        return self.view.grid.parse_cell(self.parts[part])

    def list(self, part: str) -> Cells:
        """The cells that a part lists; none if it is left out."""
        return read_list(self.parts[part], self.view.grid) if self.parts.get(part) else Cells((), 0)

    def count(self, part: str) -> int:
        """The number that a part is."""
        return int(self.parts[part])

    def near(self, cell: int) -> set[int]:
        """The cells around one."""
        return set(around_table(self.view)[cell])


def read_list(text: str, grid: Grid) -> Cells:
    """The cells of `A1, B2 and 7 other cells`."""
    more = re.search(r" and ([0-9]+) other cells$", text)
    names = re.findall(NAME, text[: more.start()] if more else text)
    return Cells(tuple(map(grid.parse_cell, names)), int(more[1]) if more else 0)


def parse(words: str, grid: Grid) -> list[Sentence]:
    """The sentences of a reason; an AssertionError if one is none of ours."""
    return [_sentence(text, grid) for text in words.split(". ")]


def _sentence(text: str, grid: Grid) -> Sentence:
    if found := re.fullmatch(rf"({NAME}) is a guess \((\w+)\): (.+)", text):
        form, parts = _form(found[3], "guess", text)
        return Sentence(read_list(found[1], grid), "guess", form, {**parts, "by": found[2]})
    claims = {"is safe": "safe", "are safe": "safe", "is a mine": "mine", "are mines": "mine"}
    found = re.fullmatch(rf"({LIST}) ({'|'.join(claims)})(?:: (.+)| (too, for .+))", text)
    assert found, f"not a sentence: {text}"
    cells, claim = read_list(found[1], grid), claims[found[2]]
    assert (len(cells) == 1) == found[2].startswith("is"), text
    assert len(set(cells.named)) == len(cells.named), text
    form, parts = _form(found[3] or found[4], claim, text)
    return Sentence(cells, claim, form, parts)


def _form(why: str, claim: str, text: str) -> tuple[str, dict[str, str]]:
    for name, form in FORMS.items():
        if claim in form.claims and (found := re.fullmatch(form.pattern, why)):
            return name, {key: part for key, part in found.groupdict().items() if part is not None}
    raise AssertionError(f"no reason for a {claim}: {text}")


def check(view: View, words: str, decision: Decision, guess: str, kb: KnowledgeBase | None) -> None:
    """The words name just the cells of the decision, and all that they claim is so."""
    sentences = parse(words, view.grid)
    opened = {move.cell for move in decision.moves if move.kind == "open"}
    flagged = {move.cell for move in decision.moves if move.kind == "flag"} - opened
    assert decision.reason.certain is all(one.claim != "guess" for one in sentences)
    for claims, cells in ((("safe", "guess"), opened), (("mine",), flagged)):
        said = [one.cells for one in sentences if one.claim in claims]
        named = {cell for part in said for cell in part.named}
        assert named <= cells, f"a cell that is not played: {words}"
        assert sum(map(len, said)) == len(cells), f"a cell that is not told: {words}"
    for one in sentences:
        if one.claim == "guess":
            assert one.parts["by"] == guess, words
        case = Case(view, one, one.cells.named, kb)
        assert FORMS[one.form].holds(case), f"not so: {words}\n{view}"
        if one.claim != "guess":
            safe, mines = certain(view)
            assert set(case.cells) <= (safe if one.claim == "safe" else mines), words


# -- oracles ----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def certain(view: View) -> tuple[frozenset[int], frozenset[int]]:
    """(safe cells, mines) by a SAT solver; open cells are safe too."""
    safe, mines = sat_certain(view)
    return safe | {cell for cell, state in enumerate(view.states) if state <= 8}, mines


@lru_cache(maxsize=1024)
def exact_odds(view: View) -> dict[int, float]:
    """The odds of every hidden cell, from big integers."""
    _, odds = solve(view)
    return {cell: float(chance) for cell, chance in enumerate(odds) if chance is not None}


def settled_by(view: View, clues: Sequence[int], mine_count: bool, literals: list[int]) -> bool:
    """Whether these clues, with or without the mine count, leave no other way."""
    oracle = Oracle(view, mine_count, clues)
    hidden = [x for x in literals if view.states[abs(x) - 1] in (9, 10)]
    told = all(x < 0 for x in literals if x not in hidden)
    found = told and all(oracle.settles(clues, x) for x in hidden)
    oracle.close()
    return found


@lru_cache(maxsize=1024)
def best_share(view: View) -> tuple[float, dict[int, float]] | None:
    """What the best strategy wins of all boards, and by first cell; None for too many boards."""
    level = view.level
    some = []
    for mines in boards(view):
        some.append(mines)
        if len(some) > FEW_BOARDS:
            return None
    known: dict[frozenset[int], int] = {}
    hidden = [cell for cell, state in enumerate(view.states) if state >= 9]
    shows = [
        {c: None if c in m else number(level.width, level.height, m, c) for c in hidden}
        for m in some
    ]

    def wins_at(left: frozenset[int], cell: int) -> int:
        parts: dict[int, set[int]] = {}
        for board in left:
            if (shown := shows[board][cell]) is not None:
                parts.setdefault(shown, set()).add(board)
        # A number that tells nothing costs nothing, and leaves all as it was.
        return sum(wins(frozenset(part)) for part in parts.values())

    def wins(left: frozenset[int]) -> int:
        if left not in known:
            telling = [c for c in hidden if len({shows[board][c] for board in left}) > 1]
            known[left] = 1 if len(left) == 1 else max(wins_at(left, cell) for cell in telling)
        return known[left]

    every = frozenset(range(len(some)))
    total = wins(every)
    return total / len(some), {cell: wins_at(every, cell) / len(some) for cell in hidden}


def is_chance(text: str, chance: float) -> bool:
    """Whether a chance in words is this one, to a tenth of a percent; 0% and 100% are exact."""
    if text in ("0%", "100%"):
        return chance == float(text[:-1]) / 100
    if text == "under 0.1%":
        return 0 < chance < 0.000501
    if text == "over 99.9%":
        return 0.999499 < chance < 1
    return text not in ("0.0%", "100.0%") and abs(float(text[:-1]) / 100 - chance) < 0.000501


# -- what each form claims --------------------------------------------------------------------


def _told(case: Case) -> bool:
    return all(case.view.states[cell] == 11 for cell in case.cells)


def _clue_is_zero(case: Case) -> bool:
    clue = case.one("clue")
    return case.view.states[clue] == 0 and set(case.cells) <= case.near(clue)


def _has_all_mines(case: Case) -> bool:
    clue, known = case.one("clue"), set(case.list("known").named)
    return (
        case.view.states[clue] == len(known) > 0
        and known <= case.near(clue) & certain(case.view)[1]
        and set(case.cells) <= case.near(clue) - known
    )


def _needs_all_cells(case: Case) -> bool:
    clue, known = case.one("clue"), set(case.list("known").named)
    left = {cell for cell in case.near(clue) - known if case.view.states[cell] >= 9}
    return (
        case.view.states[clue] == len(left)
        and known <= case.near(clue) & certain(case.view)[0]
        and set(case.cells) <= left
    )


def _all_mines_known(case: Case) -> bool:
    said = 1 if case.parts["mines"] == "the one mine is" else int(case.parts["mines"].split()[1])
    return said == case.view.level.mines == len(certain(case.view)[1])


def _no_mines(case: Case) -> bool:
    return case.view.level.mines == 0


def _count_needs_all_cells(case: Case) -> bool:
    return case.view.level.size - len(certain(case.view)[0]) == case.view.level.mines


def _follows(case: Case) -> bool:
    assert case.kb is not None
    said = case.list("clues")
    for literal in case.literals:
        proof = case.kb.proof(literal)
        assert proof is not None
        used = {step.origin for step in proof.axioms if isinstance(step.origin, int)}
        vouched = {str(step.origin) for step in proof.axioms} & {f"vouched for by {m}" for m in BY}
        if not said.are(used) or len(proof.steps) != case.count("steps"):
            return False
        if vouched != {part for key, part in case.parts.items() if key == "vouched"}:
            return False
        # With what an oracle says, it follows from all that is known; that is tried of any claim.
        mine_count = "count" in case.parts
        if not vouched and not settled_by(case.view, sorted(used), mine_count, [literal]):
            return False
    return case.parts["some"] == "s" * (len(said) > 1) if said else "some" not in case.parts


def _vouched(case: Case) -> bool:
    if case.parts.get("fits") != "the clues":
        return True  # of all that is known: that is tried of any claim
    every = [cell for cell, state in enumerate(case.view.states) if state <= 8]
    return settled_by(case.view, every, False, case.literals)


def _own_reason(case: Case) -> bool:
    assert case.kb is not None
    return all(case.kb.proof(literal) is not None for literal in case.literals)


def _unknown(case: Case) -> set[int]:
    assert case.kb is not None
    return set(range(case.view.level.size)) - {abs(fact) - 1 for fact in case.kb.facts}


def _untouched(case: Case) -> set[int]:
    states = case.view.states
    return {c for c in _unknown(case) if all(states[near] >= 9 for near in case.near(c))}


def _drawn(case: Case) -> bool:
    return case.cell in _unknown(case) and len(_unknown(case)) == int(case.parts.get("cells", 1))


def _drawn_away(case: Case) -> bool:
    away = _untouched(case)
    return case.cell in away and len(away) == int(case.parts.get("cells", 1))


def _shortest(case: Case) -> bool:
    assert case.kb is not None
    literals = [
        (case.view.grid.parse_cell(name) + 1) * (-1 if sign else 1)
        for sign, name in re.findall(rf"(¬?)({NAME})", case.parts["clause"])
    ]
    clauses = case.kb.clauses()
    shortest = min(len(clause) for clause in clauses if any(x < 0 for x in clause))
    return (
        Clause.of(*literals) in clauses and len(literals) == shortest and -case.cell - 1 in literals
    )


def _votes(case: Case) -> dict[int, float]:
    """The share of safe in the votes of KB, by cell; a clause of n literals weighs 1/2^n."""
    assert case.kb is not None
    safe: dict[int, float] = {}
    total: dict[int, float] = {}
    for clause in case.kb.clauses():
        for x in clause:
            total[abs(x) - 1] = total.get(abs(x) - 1, 0.0) + 0.5 ** len(clause)
            safe[abs(x) - 1] = safe.get(abs(x) - 1, 0.0) + (x < 0) * 0.5 ** len(clause)
    return {cell: safe[cell] / total[cell] for cell in total}


def _voted(case: Case) -> bool:
    assert case.kb is not None
    literals = [x for clause in case.kb.clauses() for x in clause]
    net = {abs(x): literals.count(-abs(x)) - literals.count(abs(x)) for x in literals}
    said = literals.count(-case.cell - 1), literals.count(case.cell + 1)
    told = case.count("safe"), case.count("mine")
    return said == told and net[case.cell + 1] == max(net.values())


def _voted_by_weight(case: Case) -> bool:
    votes = _votes(case)
    share = votes[case.cell]
    return is_chance(case.parts["chance"], share) and share > max(votes.values()) - 1e-12


def _density(case: Case) -> float:
    assert case.kb is not None
    cells = len(_unknown(case))
    left = case.view.level.mines - sum(fact > 0 for fact in case.kb.facts)
    assert (case.count("mines"), case.count("cells")) == (left, cells)
    assert is_chance(case.parts["chance"], left / cells)
    return left / cells


def _voted_away(case: Case) -> bool:
    least = 1 - max(_votes(case).values())
    return (
        case.cell in _untouched(case)
        and _density(case) < least
        and is_chance(case.parts["least"], least)
    )


def _ratios(case: Case) -> dict[int, dict[int, tuple[int, int]]]:
    """For each unknown cell, the clues around it: mines left, unknown cells."""
    assert case.kb is not None
    states, unknown, facts = case.view.states, _unknown(case), case.kb.facts
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for clue, state in enumerate(states):
        near = case.near(clue)
        if state <= 8 and (cells := near & unknown):
            left = state - sum(cell + 1 in facts for cell in near)
            for cell in cells:
                found.setdefault(cell, {})[clue] = (left, len(cells))
    return found


def _worst(ratios: dict[int, dict[int, tuple[int, int]]]) -> dict[int, float]:
    return {c: max(left / cells for left, cells in some.values()) for c, some in ratios.items()}


def _ratio(case: Case) -> bool:
    ratios = _ratios(case)
    left, cells = ratios[case.cell][case.one("clue")]
    return (
        (case.count("mines"), case.count("cells")) == (left, cells)
        and is_chance(case.parts["chance"], left / cells)
        and left / cells == _worst(ratios)[case.cell] == min(_worst(ratios).values())
    )


def _ratio_away(case: Case) -> bool:
    density, worst = _density(case), _worst(_ratios(case))
    if case.cell not in _untouched(case) or bool(worst) != ("least" in case.parts):
        return False
    least = min(worst.values(), default=1.0)
    return not worst or (density < least and is_chance(case.parts["least"], least))


def _risk(case: Case) -> bool:
    risk = exact_odds(case.view)[case.cell]
    return 0 < risk < 1 and is_chance(case.parts["risk"], risk)


def _safest(case: Case) -> bool:
    odds = exact_odds(case.view)
    return _risk(case) and odds[case.cell] < min(odds.values()) + 1e-9


def _unproved(case: Case) -> bool:
    # The agent has nothing: else it would not call it a guess.
    assert case.kb is not None
    return case.cell in _unknown(case) and case.cell in certain(case.view)[0]


def _best(case: Case) -> bool:
    found = best_share(case.view)
    if found is None:
        return _risk(case)
    total, by_cell = found
    share = by_cell[case.cell]
    return _risk(case) and is_chance(case.parts["win"], share) and share > total - 1e-12


def _rated(case: Case) -> bool:
    safe = 1 - exact_odds(case.view)[case.cell]
    return _risk(case) and float(case.parts["win"][:-1]) / 100 <= safe + 0.05


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of reason: of which claims, in which words, and what has to be so."""

    claims: tuple[str, ...]
    pattern: str
    holds: Callable[[Case], bool]


BY = ("exact odds", "SAT solving", "backtracking", *map(str, Technique))
BOTH = ("safe", "mine")
_FITS = (
    rf"board that fits(?: (?P<fits>the clues(?: and the mine count)?))? has a mine there "
    rf"\((?P<method>{'|'.join(BY)})\)"
)
_DENSE = (
    rf"the board has (?P<mines>\d+) mines? left in (?P<cells>\d+) cells? \((?P<chance>{CHANCE})\)"
)
_MINE = rf"with an? (?:chance of )?(?P<risk>{CHANCE})(?: chance)? of being a mine"

FORMS: dict[str, Form] = {
    "given": Form(("safe",), "given before the first move", _told),
    "zero": Form(("safe",), rf"the clue (?P<clue>{NAME}) is 0", _clue_is_zero),
    "full clue": Form(
        ("safe",),
        rf"the clue (?P<clue>{NAME}) has all its mines \((?P<known>{LIST})\)",
        _has_all_mines,
    ),
    "needy clue": Form(
        ("mine",),
        rf"the clue (?P<clue>{NAME}) needs a mine in every cell left"
        rf"(?: \((?P<known>{LIST}) (?:is|are) safe\))?",
        _needs_all_cells,
    ),
    "all mines known": Form(
        ("safe",), r"(?P<mines>the one mine is|all \d+ mines are) known", _all_mines_known
    ),
    "no mines": Form(("safe",), "the board has no mines", _no_mines),
    "needy mine count": Form(
        ("mine",), "the mine count needs a mine in every cell left", _count_needs_all_cells
    ),
    "derivation": Form(
        BOTH,
        rf"this follows from (?:the clue(?P<some>s?) (?P<clues>{LIST}))?(?: and )?"
        rf"(?P<count>the mine count)?(?: and )?(?:facts (?P<vouched>vouched for by .+?))?"
        r" in (?P<steps>\d+) steps",
        _follows,
    ),
    "no board": Form(("safe",), f"no {_FITS}", _vouched),
    "every board": Form(("mine",), f"every {_FITS}", _vouched),
    "own reason": Form(BOTH, "too, for (?:another reason|other reasons)", _own_reason),
    "drawn": Form(
        ("guess",), r"drawn from (?P<cells>\d+) unknown cells|the only unknown cell", _drawn
    ),
    "drawn away": Form(
        ("guess",),
        r"drawn from (?P<cells>\d+) cells that no clue touches|the only cell that no clue touches",
        _drawn_away,
    ),
    "shortest": Form(
        ("guess",), r"no clause of KB with a ¬ is shorter than (?P<clause>\(.+\))", _shortest
    ),
    "vote": Form(
        ("guess",),
        r"in KB (?P<safe>\d+) votes say safe and (?P<mine>\d+) say mine, and no cell does better",
        _voted,
    ),
    "weighted vote": Form(
        ("guess",), rf"(?P<chance>{CHANCE}) of the votes of KB say safe", _voted_by_weight
    ),
    "weighted vote away": Form(
        ("guess",),
        rf"{_DENSE}, and by the votes of KB no cell is below (?P<least>{CHANCE})",
        _voted_away,
    ),
    "ratio": Form(
        ("guess",),
        rf"the clue (?P<clue>{NAME}) has (?P<mines>\d+) mines? left in (?P<cells>\d+) cells "
        rf"\((?P<chance>{CHANCE})\), and no clue around it is worse",
        _ratio,
    ),
    "ratio away": Form(
        ("guess",),
        rf"{_DENSE}(?:, and every cell near a clue is worse \((?P<least>{CHANCE}) or more\))?",
        _ratio_away,
    ),
    "safest": Form(("guess",), f"the safest cell, {_MINE}", _safest),
    "unproved": Form(
        ("guess",),
        r"this agent can't prove it, but no board that fits has a mine there \(exact odds\)",
        _unproved,
    ),
    "best": Form(("guess",), rf"the best cell, {_MINE}; wins (?P<win>{CHANCE}) \(exact\)", _best),
    "played on": Form(
        ("guess",),
        rf"the best of the guesses that were played on, {_MINE}; "
        rf"wins (?P<win>{CHANCE}) ± (?P<error>{CHANCE}) \(estimated\)",
        _risk,
    ),
    "rated": Form(
        ("guess",),
        rf"rated best of the guesses, {_MINE}; wins roughly (?P<win>\d+0%|0%)",
        _rated,
    ),
}
