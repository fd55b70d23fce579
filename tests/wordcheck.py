"""An independent checker that parses the reason for a decision and checks every claim in it.

    sentence    says that cells are safe, that they are mines, or that one is a guess, and why
    form        a kind of reason; a sentence of a form that is not in FORMS is an error

A SAT solver checks provable cells, big-integer arithmetic checks odds, and an exhaustive search
checks the best strategy. These oracles share no code with the part of Sapper that writes the
reasons. If an agent makes a claim about its own knowledge base, the claim is checked by counting in
that knowledge base.
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

# If at most this many boards fit, the chance of winning is checked by exhaustive search.
FEW_BOARDS = 30


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a sentence: some are named, and the others are only counted."""

    named: tuple[int, ...]
    others: int

    def __len__(self) -> int:
        return len(self.named) + self.others

    def are(self, cells: set[int] | frozenset[int]) -> bool:
        return set(self.named) <= cells and len(self) == len(cells)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A parsed sentence: its cells, the claim about the cells, and the form of its reason."""

    cells: Cells
    claim: str
    """safe, mine or guess"""
    form: str
    parts: dict[str, str]
    """the words that vary within a form"""


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence to check, with its view, its cells and the agent's knowledge base."""

    view: View
    sentence: Sentence
    cells: tuple[int, ...]
    kb: KnowledgeBase | None

    @property
    def parts(self) -> dict[str, str]:
        return self.sentence.parts

    @property
    def literals(self) -> list[int]:
        sign = 1 if self.sentence.claim == "mine" else -1
        return [sign * (cell + 1) for cell in self.cells]

    @property
    def cell(self) -> int:
        (cell,) = self.cells
        return cell

    def one(self, part: str) -> int:
        """The cell named in a part of the sentence."""
        return self.view.grid.parse_cell(self.parts[part])

    def list(self, part: str) -> Cells:
        """The cells in a part of the sentence, or no cells if the part is missing."""
        return read_list(self.parts[part], self.view.grid) if self.parts.get(part) else Cells((), 0)

    def count(self, part: str) -> int:
        """The number in a part of the sentence."""
        return int(self.parts[part])

    def near(self, cell: int) -> set[int]:
        return set(around_table(self.view)[cell])


def read_list(text: str, grid: Grid) -> Cells:
    """Read a list of cells such as `A1, B2 and 7 other cells`."""
    more = re.search(r" and ([0-9]+) other cells$", text)
    names = re.findall(NAME, text[: more.start()] if more else text)
    return Cells(tuple(map(grid.parse_cell, names)), int(more[1]) if more else 0)


def parse(words: str, grid: Grid) -> list[Sentence]:
    """Parse the sentences of a reason, and fail if one matches none of the known forms."""
    return [_sentence(text, grid) for text in words.split(". ")]


def _sentence(text: str, grid: Grid) -> Sentence:
    if found := re.fullmatch(rf"({NAME}) is a guess: (.+)", text):
        form, parts = _form(found[2], "guess", text)
        return Sentence(read_list(found[1], grid), "guess", form, parts)
    claims = {"is safe": "safe", "are safe": "safe", "is a mine": "mine", "are mines": "mine"}
    claims |= {"was": "safe", "were": "safe"}
    found = re.fullmatch(
        rf"({LIST}) ({'|'.join(claims)})(?:, because (.+)|,? (given as safe|which .+|too, for .+))",
        text,
    )
    assert found, f"not a sentence: {text}"
    cells, claim = read_list(found[1], grid), claims[found[2]]
    assert (len(cells) == 1) == found[2].startswith(("is", "was")), text
    assert found[2].startswith("w") == (found[4] == "given as safe"), text
    assert len(set(cells.named)) == len(cells.named), text
    form, parts = _form(found[3] or found[4], claim, text)
    return Sentence(cells, claim, form, parts)


def _form(why: str, claim: str, text: str) -> tuple[str, dict[str, str]]:
    for name, form in FORMS.items():
        if claim in form.claims and (found := re.fullmatch(form.pattern, why)):
            return name, {key: part for key, part in found.groupdict().items() if part is not None}
    raise AssertionError(f"no reason for a {claim}: {text}")


def check(view: View, words: str, decision: Decision, guess: str, kb: KnowledgeBase | None) -> None:
    """Check that the words name exactly the cells of the decision, and that every claim is true."""
    sentences = parse(words, view.grid)
    opened = {move.cell for move in decision.moves if move.kind == "open"}
    flagged = {move.cell for move in decision.moves if move.kind == "flag"} - opened
    assert decision.reason.certain is all(one.claim != "guess" for one in sentences)
    for claims, cells in ((("safe", "guess"), opened), (("mine",), flagged)):
        said = [one.cells for one in sentences if one.claim in claims]
        named = {cell for part in said for cell in part.named}
        assert named <= cells, f"a cell that is not played: {words}"
        assert sum(map(len, said)) == len(cells), f"a cell is missing: {words}"
    for one in sentences:
        if one.claim == "guess":
            assert one.form in BY_STRATEGY[guess], words
        case = Case(view, one, one.cells.named, kb)
        assert FORMS[one.form].holds(case), f"not so: {words}\n{view}"
        if one.claim != "guess":
            safe, mines = certain(view)
            assert set(case.cells) <= (safe if one.claim == "safe" else mines), words


# -- oracles ----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def certain(view: View) -> tuple[frozenset[int], frozenset[int]]:
    """The safe cells and the mines, found by a SAT solver. Open cells count as safe."""
    safe, mines = sat_certain(view)
    return safe | {cell for cell, state in enumerate(view.states) if state <= 8}, mines


@lru_cache(maxsize=1024)
def exact_odds(view: View) -> dict[int, float]:
    _, odds = solve(view)
    return {cell: float(chance) for cell, chance in enumerate(odds) if chance is not None}


def settled_by(view: View, clues: Sequence[int], mine_count: bool, literals: list[int]) -> bool:
    """Whether these clues, with or without the mine count, prove the literals."""
    oracle = Oracle(view, mine_count, clues)
    hidden = [x for x in literals if view.states[abs(x) - 1] in (9, 10)]
    told = all(x < 0 for x in literals if x not in hidden)
    found = told and all(oracle.settles(clues, x) for x in hidden)
    oracle.close()
    return found


@lru_cache(maxsize=1024)
def best_share(view: View) -> tuple[float, dict[int, float]] | None:
    """The chance of winning with the best strategy, overall and for each cell opened next.

    Returns None if more than FEW_BOARDS boards fit.
    """
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
        # A cell whose number is the same on all boards gives no information.
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
    """Whether a chance given as text is correctly rounded. 0% and 100% must be exact."""
    text = re.sub("less than an?", "under", re.sub("more than an?", "over", text))
    text = re.sub(r"^an? | chance$", "", text.replace("coin toss", "50%"))
    if text in ("0%", "100%"):
        return chance == float(text[:-1]) / 100
    half = 0.000501 if "." in text else 0.005001
    if text in ("under 0.1%", "under 1%"):
        return 0 < chance < half
    if text in ("over 99.9%", "over 99%"):
        return 1 - half < chance < 1
    return text not in ("0.0%", "100.0%") and abs(float(text[:-1]) / 100 - chance) < half


# -- the claims of each form -----------------------------------------------------------------------


def _told(case: Case) -> bool:
    return all(case.view.states[cell] == 11 for cell in case.cells)


def _clue_is_zero(case: Case) -> bool:
    clue = case.one("clue")
    return case.view.states[clue] == 0 and set(case.cells) <= case.near(clue)


def _has_all_mines(case: Case) -> bool:
    clue, known = case.one("clue"), set(case.list("known").named)
    return (
        case.view.states[clue] == len(known) > 0
        and (len(known) == 1) == (case.parts["its"] == "its mine")
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
    said = 1 if case.parts["mines"] == "the only mine is" else int(case.parts["mines"].split()[1])
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
        vouched = {str(step.origin) for step in proof.axioms} & {f"from {m}" for m in BY}
        if not said.are(used) or len(proof.steps) != case.count("steps"):
            return False
        if vouched != {part for key, part in case.parts.items() if key == "vouched"}:
            return False
        # An oracle's facts may depend on clues that the proof does not cite. The function `check`
        # compares every claim with all clues.
        mine_count = "count" in case.parts
        if not vouched and not settled_by(case.view, sorted(used), mine_count, [literal]):
            return False
    return case.parts["some"] == "s" * (len(said) > 1) if said else "some" not in case.parts


def _vouched(case: Case) -> bool:
    if case.parts.get("fits") != "the clues":
        return True  # `check` compares every claim with all clues
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
    parse = case.view.grid.parse_cell
    literals = [-parse(name) - 1 for name in re.findall(NAME, case.parts["safe"])]
    literals += [parse(name) + 1 for name in re.findall(NAME, case.parts["laid"])]
    clauses = case.kb.clauses()
    shortest = min(len(clause) for clause in clauses if any(x < 0 for x in clause))
    return (
        Clause.of(*literals) in clauses and len(literals) == shortest and -case.cell - 1 in literals
    )


def _votes(case: Case) -> dict[int, float]:
    """The share of votes for "safe", by cell. A clause of n literals has weight 1/2^n."""
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


def _rest(case: Case) -> tuple[int, int]:
    """The number of mines left and the number of unknown cells."""
    assert case.kb is not None
    left = case.view.level.mines - sum(fact > 0 for fact in case.kb.facts)
    return left, len(_unknown(case))


def _density(case: Case) -> float:
    left, cells = _rest(case)
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
    """For each unknown cell, the clues around it, with their remaining mines and unknown cells."""
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
    all_left, unknown = _rest(case)
    left, cells = ratios[case.cell][case.one("clue")]
    return (
        (case.count("mines"), case.count("cells")) == (left, cells)
        and is_chance(case.parts["chance"], left / cells)
        and left / cells == _worst(ratios)[case.cell] == min(_worst(ratios).values())
        and (not _untouched(case) or left / cells <= all_left / unknown)
    )


def _ratio_away(case: Case) -> bool:
    density, worst = _density(case), _worst(_ratios(case))
    if case.cell not in _untouched(case) or bool(worst) != ("least" in case.parts):
        return False
    least = min(worst.values(), default=1.0)
    return not worst or (density < least and is_chance(case.parts["least"], least))


def _risk(case: Case) -> bool:
    risk = exact_odds(case.view)[case.cell]
    return 0 < risk < 1 and is_chance(case.parts.get("risk") or case.parts["coin"], risk)


def _safest(case: Case) -> bool:
    odds = exact_odds(case.view)
    return _risk(case) and odds[case.cell] < min(odds.values()) + 1e-9


def _unproved(case: Case) -> bool:
    # The cell is provably safe, but the agent has not proved it.
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
    """A kind of reason: the claims it can support, its words, and the check of its claims."""

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
_MINE = (
    r"(?:with (?P<risk>(?:less than |more than )?an? [0-9.]+% chance) of being a mine"
    r"|a (?P<coin>coin toss))"
)

FORMS: dict[str, Form] = {
    "given": Form(("safe",), "given as safe", _told),
    "zero": Form(("safe",), rf"the clue at (?P<clue>{NAME}) is 0", _clue_is_zero),
    "full clue": Form(
        ("safe",),
        rf"the clue at (?P<clue>{NAME}) has (?P<its>its mine|all its mines) \((?P<known>{LIST})\)",
        _has_all_mines,
    ),
    "needy clue": Form(
        ("mine",),
        rf"the clue at (?P<clue>{NAME}) needs as many mines as it has cells left"
        rf"(?: \((?P<known>{LIST}) (?:is|are) safe\))?",
        _needs_all_cells,
    ),
    "all mines known": Form(
        ("safe",), r"(?P<mines>the only mine is|all \d+ mines are) known", _all_mines_known
    ),
    "no mines": Form(("safe",), "the board has no mines", _no_mines),
    "needy mine count": Form(
        ("mine",), "there are as many mines left as cells", _count_needs_all_cells
    ),
    "derivation": Form(
        BOTH,
        r"which follows in (?P<steps>\d+) steps? from "
        rf"(?:the clue(?P<some>s?) at (?P<clues>{LIST}))?(?:,? and |, )?"
        r"(?P<count>the mine count)?(?:,? and |, )?(?:facts (?P<vouched>from .+))?",
        _follows,
    ),
    "no board": Form(("safe",), f"no {_FITS}", _vouched),
    "every board": Form(("mine",), f"every {_FITS}", _vouched),
    "own reason": Form(BOTH, "too, for (?:another reason|other reasons)", _own_reason),
    "drawn": Form(
        ("guess",),
        r"it was drawn at random from (?P<cells>\d+) unknown cells|it is the only unknown cell",
        _drawn,
    ),
    "drawn away": Form(
        ("guess",),
        r"it was drawn at random from (?P<cells>\d+) cells that no clue touches"
        r"|it is the only cell that no clue touches",
        _drawn_away,
    ),
    "shortest": Form(
        ("guess",),
        rf"the shortest clause about safe cells says that (?P<safe>{NAME}(?:(?:, | or ){NAME})*) "
        rf"is safe(?P<laid>(?: or {NAME} is a mine)*)",
        _shortest,
    ),
    "vote": Form(
        ("guess",),
        r"(?P<safe>\d+) clauses? votes? for safe and (?P<mine>\d+) for a mine, "
        "and no cell does better",
        _voted,
    ),
    "weighted vote": Form(
        ("guess",),
        rf"(?P<chance>{CHANCE}) of the clauses' votes say that it is safe",
        _voted_by_weight,
    ),
    "weighted vote away": Form(
        ("guess",),
        rf"{_DENSE}, and the clauses' votes put no cell below (?P<least>{CHANCE})",
        _voted_away,
    ),
    "ratio": Form(
        ("guess",),
        rf"its worst clue, at (?P<clue>{NAME}), has (?P<mines>\d+) mines? left in "
        rf"(?P<cells>\d+) cells? \((?P<chance>{CHANCE})\), and no cell does better",
        _ratio,
    ),
    "ratio away": Form(
        ("guess",),
        rf"{_DENSE}(?:, and every cell next to a clue is worse \((?P<least>{CHANCE}) or more\))?",
        _ratio_away,
    ),
    "safest": Form(("guess",), f"it is the safest cell, {_MINE}", _safest),
    "unproved": Form(
        ("guess",),
        r"this agent can't prove it safe, but no board that fits has a mine there \(exact odds\)",
        _unproved,
    ),
    "best": Form(
        ("guess",),
        rf"it is the best cell, {_MINE}, and wins (?P<win>{CHANCE}) of the time",
        _best,
    ),
    "played on": Form(
        ("guess",),
        rf"it is the best of the simulated guesses, {_MINE}, "
        rf"and wins about (?P<win>{CHANCE}) ± (?P<error>{CHANCE}) of the time",
        _risk,
    ),
    "rated": Form(
        ("guess",),
        rf"it is rated best, {_MINE}, and wins roughly (?P<win>\d+0%|0%) of the time",
        _rated,
    ),
}

# The forms of reason that each guess strategy can give. A strategy that finds no clauses or votes
# picks a random cell.
_DRAWN = {"drawn", "drawn away"}
_CHAMPION = {"unproved", "safest", "best", "played on", "rated"}
BY_STRATEGY: dict[str, set[str]] = {
    "none": set(),
    "shortest": {"shortest", *_DRAWN},
    "vote": {"vote", *_DRAWN},
    "weighted": {"weighted vote", "weighted vote away", *_DRAWN},
    "ratio": {"ratio", "ratio away"},
    "random": {"drawn"},
    "odds": {"safest", "unproved"},
    "champion": _CHAMPION,
}
