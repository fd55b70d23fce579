"""English: a function or a template for each kind of message, in the order of `kinds.py`."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.words import kinds, wording
from sapper.words.grammar import Grammar, clause
from sapper.words.message import CellName, ClueName
from sapper.words.text import capital, half_up, how_many, mark, plain, plural, power_of_ten

_G = Grammar("en_GB", "#,##0.0%", "under {}", "over {}")
percent, percents, number, decimal = _G.percent, _G.percents, _G.number, _G.decimal
join, all_cells = _G.join, _G.all_cells


def cells(names: Sequence[CellName]) -> str:
    return _G.cells(names, "{} other cells")


def clue(one: ClueName) -> str:
    return f"the {one.number} at {mark(one.cell)}"


def clues_at(names: Sequence[CellName]) -> str:
    return f"the {plural(len(names), 'clue')} at {cells(names)}"


def mines(count: int) -> str:
    return how_many(count, "mine")


def are(names: Sequence[CellName], is_mine: bool) -> str:
    if is_mine:
        return f"{cells(names)} {plural(len(names), 'is a mine', 'are mines')}"
    return f"{cells(names)} {plural(len(names), 'is', 'are')} safe"


def chance(share: str) -> str:
    """A percentage as a chance: an 8% chance."""
    bound, _, number = share.rpartition(" ")
    article = "an" if number.startswith(("8", "11%", "11.", "18%", "18.")) else "a"
    than = {"under": "less than ", "over": "more than "}.get(bound, "")
    return f"{than}{article} {number} chance"


def of_mine(risk: str) -> str:
    return "a coin toss" if risk == "50%" else f"with {chance(risk)} of being a mine"


def has_risk(risk: str, past: bool = False) -> str:
    if risk == "50%":
        return f"{'was' if past else 'is'} a coin toss"
    return f"{'had' if past else 'has'} {chance(risk)} of being a mine"


# -- the start ------------------------------------------------------------------------------------


def first_is_safe(m: kinds.FirstIsSafe) -> str:
    first = "opens an area" if m.opens else "is safe"
    return f"Nothing is open yet. The first click {first}, wherever it is."


# -- odds and value -------------------------------------------------------------------------------


def boards_fit(m: kinds.BoardsFit) -> str:
    if m.log10_boards >= 6:
        return f"About {power_of_ten(m.log10_boards)} boards fit this position."
    count = round(10**m.log10_boards)
    fit = "One board fits" if count == 1 else f"{number(count)} boards fit"
    return f"{fit} this position."


def safest_cells(m: kinds.SafestCells) -> str:
    if m.safe:
        safe = f"{m.safe} {plural(m.safe, 'cell is', 'cells are')} provably safe"
        return f"{safe}, so you don't have to guess."
    if m.safest is None or m.risk is None:
        return "All hidden cells are mines."
    safest = f"the safest is {mark(m.safest)}, {of_mine(percent(m.risk, 0))}"
    return f"No cell is provably safe; {safest}."


def risk_of_mine(m: kinds.RiskOfMine) -> str:
    return f"with {chance(percent(m.risk))} of being a mine" if m.risk else "provably safe"


nothing_to_open = "All hidden cells are mines, so there is nothing left to open."


def exact_value(m: kinds.ExactValue) -> str:
    if m.win == 1.0:
        return "You can't lose: the best strategy wins on every board that fits."
    fit = plural(m.boards, "board that fits", "boards that fit")
    won = f"{number(round(m.win * m.boards))} of the {number(m.boards)} {fit}"
    exactly = f"The chance of winning is exactly {percent(m.win)}"
    return f"{exactly}: the best strategy wins on {won}."


def estimated_value(m: kinds.EstimatedValue) -> str:
    win = f"The chance of winning is about {percent(m.win)} ± {percent(2 * m.error)}"
    fit = plural(m.boards, "board that fits", "boards that fit")
    return f"{win}: the agent Champion played {number(m.boards)} {fit} this position."


def open_safe_first(m: kinds.OpenSafeFirst) -> str:
    if len(m.cells) == 1:
        return f"Open the safe cell first: {cells(m.cells)}. There is no risk."
    return f"Open the safe cells first: {cells(m.cells)}. There is no risk."


def best_and_safest(m: kinds.BestAndSafest) -> str:
    by = "The best" if m.exact else "By this estimate, the best"
    if m.risk == m.least:
        return f"{by} cell to open is {mark(m.best)}, and no cell is safer."
    risk, least = map(of_mine, percents(m.risk, m.least))
    return f"{by} cell to open is {mark(m.best)}, {risk}. The safest is {mark(m.safest)}, {least}."


LEVEL_CELLS = 4
"""More cells than this are counted instead of named."""


def just_as_good(m: kinds.JustAsGood) -> str:
    count, within = len(m.cells), "" if m.exact else ", within the error"
    what = cells(m.cells) if count <= LEVEL_CELLS else f"{in_letters(count)} other cells"
    return capital(f"{what} {plural(count, 'is', 'are')} just as good as {mark(m.best)}{within}.")


# -- guesses --------------------------------------------------------------------------------------

guess_not_needed = "No. You can find a safe cell by reasoning."


def guess_allowed(m: kinds.GuessAllowed) -> str:
    return f"Yes. No hidden cell is provably safe; {_best_risk(m.risk)}."


def _best_risk(risk: float) -> str:
    """The risk of the safest cell, in words, without naming the cell."""
    share = percent(risk, 0)
    if share == "50%":
        return "the best you can do is a coin toss"
    return f"the safest cell has {chance(share)} of being a mine"


def win_share(m: kinds.WinShare) -> str:
    if m.exact:
        return percent(m.win, 0)
    # An estimate that is corrected for luck may exceed 1.
    return f"{percent(min(1.0, m.win))} ± {percent(2 * m.error)}"


def best_guess(m: kinds.BestGuess) -> str:
    best, other = mark(m.best.cell), m.other
    wins = f"wins {'' if m.best.exact else 'about '}{win_share(m.best)} of the time"
    if other is None:
        return f"{best} is the best guess. It {wins}."
    if m.order == "equal":
        return f"{best} is the best guess. It {wins}, and so does {mark(other.cell)}."
    if m.order == "unclear":
        close = f"which is too close to {mark(other.cell)} ({win_share(other)}) to call"
        return f"{best} is one of the best guesses. It {wins}, {close}."
    share = win_share(other)
    if m.best.exact and other.exact:
        win, share = percents(m.best.win, other.win)
        wins = f"wins {win} of the time"
    return f"{best} is the best guess. It {wins}; the next best, {mark(other.cell)}, wins {share}."


def risk_of_cell(m: kinds.RiskOfCell) -> str:
    cell = mark(m.cell)
    if m.safest is None or m.least is None:
        return f"{cell} {has_risk(percent(m.risk, 0))}. No cell is safer."
    if m.least == 0.0:
        return f"{cell} {has_risk(percent(m.risk, 0))}. {mark(m.safest)} is provably safe."
    risk, least = percents(m.risk, m.least)
    return f"{cell} {has_risk(risk)}. The safest cell is {mark(m.safest)}, {of_mine(least)}."


def leads_on(m: kinds.LeadsOn) -> str:
    if m.chance == 0.0:
        return f"Whatever number {mark(m.cell)} shows, no other cell becomes provably safe."
    makes = f"{mark(m.cell)} is safe and its number makes another cell provably safe"
    return f"There is {chance(percent(m.chance, 0))} that {makes}."


def wins_then(m: kinds.WinsThen) -> str:
    about = "" if m.exact else "about "
    if m.other is None or m.others is None:
        if m.exact and m.chance == 1.0:
            return f"If {mark(m.cell)} is safe, the game is won."
        win = f"{about}{percent(m.chance, 0)}"
        return f"If {mark(m.cell)} is safe, the chance of winning becomes {win}."
    win, other = percents(m.chance, m.others)
    then = f"If {mark(m.cell)} is safe, the chance of winning becomes {about}{win}"
    return f"{then}; for {mark(m.other)} it is {about}{other}."


# -- hints ----------------------------------------------------------------------------------------


def region(m: kinds.Region) -> str:
    match m.upright, m.across:
        case "middle", "middle":
            part = "the middle of the board"
        case "middle", across:
            part = f"the {across} half"
        case upright, "middle":
            part = f"the {upright} middle"
        case upright, across:
            part = f"the {upright} {across} corner"
    return part if m.near is None else f"{part}, around {mark(m.near)}"


safe_cell_exists = "At least one cell is provably safe."
look_at_region = "Look at {region}."


def look_at_clues(m: kinds.LookAtClues) -> str:
    look = plural(len(m.clues), "Look at", "Compare")
    text = f"{look} {clues_at(m.clues)}." if m.clues else ""
    if m.known is None or m.left is None:
        return text
    known = f"{m.known} {plural(m.known, 'is', 'are')} known"
    left = f"{m.left} {plural(m.left, 'is', 'are')} left"
    return f"Count the mines: {known} and {left}. {text}".rstrip()


given_needs_no_clue = "You need no clue here. The cell was given as safe."
cell_is_safe = "{cell} is safe."


def must_guess(m: kinds.MustGuess) -> str:
    text = "No hidden cell is provably safe, so any move is a guess."
    if m.risk is None:
        return text
    if m.safest is None:
        return f"{text} {capital(_best_risk(m.risk))}."
    return f"{text} The safest cell is {mark(m.safest)}, {of_mine(percent(m.risk, 0))}."


guess_in_region = "The safest guess is in {region}."


def guess_by_clues(m: kinds.GuessByClues) -> str:
    if not m.clues:
        return "The safest guess is a cell that no clue touches."
    return f"The safest guess is next to {clues_at(m.clues)}."


def safest_guess(m: kinds.SafestGuess) -> str:
    return f"{mark(m.cell)} is the safest guess, {of_mine(percent(m.risk, 0))}."


# -- contradictions -------------------------------------------------------------------------------


def too_few_cells(m: kinds.TooFewCells) -> str:
    fit = plural(m.mines, "does", "do")
    return f"{mines(m.mines)} {fit} not fit into {how_many(m.cells, 'hidden cell')}."


def too_few_neighbours(m: kinds.TooFewNeighbours) -> str:
    left = f"only {how_many(m.left, 'cell')}" if m.left else "no cell"
    be = "mines" if m.left > 1 else "a mine"
    return capital(f"{clue(m.clue)} touches {left} that can be {be}.")


def too_many_mines(m: kinds.TooManyMines) -> str:
    return capital(f"{clue(m.clue)} needs more than the {mines(m.mines)} on the board.")


def no_room(m: kinds.NoRoom) -> str:
    return capital(f"{clue(m.clue)} leaves too few cells for the {mines(m.mines)} on the board.")


def clashing_clues(m: kinds.ClashingClues) -> str:
    named = [clue(one) for one in m.clues[:6]]
    if len(m.clues) > len(named):
        named.append(f"{len(m.clues) - len(named)} more")
    both = "both" if len(m.clues) == 2 else "all"
    board = "" if m.mines is None else f" with {mines(m.mines)} on the board"
    end = "" if m.smallest else "; some of them may not matter"
    return capital(f"{join(named)} can't {both} be right{board}{end}.")


# -- reasoning steps ------------------------------------------------------------------------------


def mines_among(m: kinds.MinesAmong) -> str:
    if m.all_safe or m.all_mines:
        return are(m.cells, m.all_mines)
    hold = plural(len(m.cells), "holds", "hold")
    return f"{cells(m.cells)} {hold} {_amount(m)} {plural(m.counted, 'mine')}"


def _amount(m: kinds.MinesAmong) -> str:
    if m.least == m.most:
        return f"exactly {m.least}"
    if m.most >= len(m.cells):
        return f"at least {m.least}"
    return f"at most {m.most}" if m.least == 0 else f"{m.least} to {m.most}"


def known_cells(m: kinds.KnownCells) -> str:
    parts = [are(m.mines, True)] * bool(m.mines) + [are(m.safe, False)] * bool(m.safe)
    return ", and ".join(parts)


def _since(known: kinds.KnownCells | None, text: str) -> str:
    return text if known is None else f"{known_cells(known)}, so {text}"


def _first(known: kinds.KnownCells | None) -> str:
    return "" if known is None else f"{known_cells(known)}. "


def pattern(m: kinds.Pattern) -> str:
    shape = {"row": "", "hole": " with a hole", "triangle": " in a triangle"}[m.shape]
    return "-".join(map(str, m.numbers)) + shape + " after reduction" * m.reduced


_PATTERN_PAGES = {
    "1-1": (
        "1-1",
        "The second 1 already has its mine, so the next cell is safe.",
        "If the second 1 touches all hidden cells of the first, its other cells are safe.",
        "The mine of the first 1 is also the mine of the second, and a 1 has only one.",
    ),
    "1-2": (
        "1-2",
        "The 2 has one more mine, on its far side.",
        "The cell on the far side of the 2 is a mine, and the one on the far side of the 1 is "
        "safe.",
        "The cells that both touch have at most one mine, so the other mine of the 2 is on its far "
        "side, and the 1 is full.",
    ),
    "1-2-1": (
        "1-2-1",
        "Mines across from the 1s, safe across from the 2.",
        "The mines are across from the 1s, and the cell across from the 2 is safe.",
        "If it were a mine, both 1s would be full and the 2 would have only one.",
    ),
    "1-2-2-1": (
        "1-2-2-1",
        "Mines across from the 2s, safe across from the 1s.",
        "The mines are across from the 2s, and the cells across from the 1s are safe.",
        "Each 1 and the 2 next to it are a 1-2, and its mine is across from the other 2.",
    ),
    "hole": (
        "Holes",
        "Like 1-1, with an open cell between the two.",
        "Two 1s with an open cell between them are like 1-1: if the second touches all hidden "
        "cells of the first, its other cells are safe.",
        "They have the same mine, and a 1 has only one.",
    ),
    "corner": (
        "Corners",
        "Like 1-1, with two numbers that touch at a corner.",
        "Two 1s that touch at a corner are like 1-1: if the second touches all hidden cells of "
        "the first, its other cells are safe.",
        "They have the same mine, and a 1 has only one.",
    ),
    "shared": (
        "Shared mines",
        "A 3 next to a 1: they share at most one mine, so the 3 has two of its own.",
        "A 3 and a 1 share at most one mine, so the two other cells of the 3 are mines, and the "
        "other cells of the 1 are safe.",
        "If one of the two were safe, the shared cells would have two mines, too many for the 1.",
    ),
    "count": (
        "Mine counting",
        "One mine left. The number needs it, so all other cells are safe.",
        "One mine is left and the 1 needs it, so every cell that the 1 does not touch is safe.",
        "The flags and the mine of the 1 are all the mines on this board.",
    ),
    "guess": (
        "When to guess",
        "When nothing is certain: the cell that wins most often.",
        "If no cell is safe, open the cell that wins most often: one with a low risk and a number "
        "that tells you more.",
        "Four cells have the same risk here, but only the two with a star leave nothing to guess.",
    ),
}


def pattern_page_text(m: kinds.PatternPageText) -> str:
    title, short, rule, why = _PATTERN_PAGES[m.pattern]
    return {"title": title, "short": short, "rule": rule, "why": why}[m.part]


def _gloss(m: kinds.Pattern | None) -> str:
    if m is None:
        return ""
    numbers, space, rest = pattern(m).partition(" ")
    return f" (The {numbers} pattern{space}{rest}.)"


given_step = "{cell} was given as safe."
known_step = "Easier steps show that {fact}."


def clue_step(m: kinds.ClueStep) -> str:
    count = len(m.fact.cells)
    if m.clue.number == 0:
        return capital(f"{clue(m.clue)} touches no mine, so {mines_among(m.fact)}.")
    hidden = "one hidden cell" if count == 1 else f"{count} hidden cells"
    only = f"{hidden}{' not given as safe' * m.given}, {cells(m.fact.cells)}"
    every = {1: "it is a mine", 2: "both are mines"}.get(count, "all are mines")
    return capital(f"{clue(m.clue)} touches only {only}, so {every}.")


def rest_step(m: kinds.RestStep) -> str:
    if m.clue is None:
        why = "no mine is left" if m.fact.all_safe else "there are as many mines left as cells"
    elif m.fact.all_safe:
        why = f"{clue(m.clue)} has {plural(m.clue.number, 'its mine', 'all its mines')}"
    else:
        only = "its only remaining cell" if m.only else "each remaining cell"
        why = f"{clue(m.clue)} needs a mine in {only}"
    return capital(f"{_since(m.known, why)}. {mines_among(m.fact)}.")


def _has(one: ClueName, count: int, names: Sequence[CellName]) -> str:
    last = "" if one.number == count else "last "
    if count == 1:
        return f"{clue(one)} has its {last}mine in {_G.either(list(map(mark, names)))}"
    return f"{clue(one)} has its {last}{count} mines among {cells(names)}"


def subset_step(m: kinds.SubsetStep) -> str:
    shared, count, more = m.shared.cells, m.shared.least, len(m.fact.cells)
    touches = {1: "it too", 2: "both"}.get(len(shared), "all of them")
    if m.fact.all_safe:
        full = f"that is its {'only' if m.outer.number == 1 else 'last'} mine"
        if count > 1:
            full = f"those are its {'' if m.outer.number == count else 'last '}{count} mines"
        then = f", so {full}: {mines_among(m.fact)}"
    else:
        only = plural(more, "only other cell", f"{more} other cells")
        then = f" and needs {more} more {plural(more, 'mine')} in its {only}: {mines_among(m.fact)}"
    inner = capital(_has(m.inner, count, shared))
    outer = capital(f"{clue(m.outer)} touches {touches}{then}")
    return f"{_first(m.known)}{inner}. {outer}.{_gloss(m.pattern)}"


def difference_step(m: kinds.DifferenceStep) -> str:
    shared, most = m.shared.cells, m.shared.most
    limit = capital(clue_limits(kinds.ClueLimits(None, m.less, True, most, shared)))
    more = how_many(len(m.mines.cells), "more mine")
    needs = capital(f"{clue(m.more)} needs {more}, so {mines_among(m.mines)}")
    safe = f"Then {_has(m.less, most, shared)}: {mines_among(m.safe)}"
    return f"{_first(m.known)}{limit}. {needs}. {safe}.{_gloss(m.pattern)}"


def clue_holds(m: kinds.ClueHolds) -> str:
    return _since(m.known, f"{clue(m.clue)} has {mines(m.mines)} among {cells(m.cells)}")


def clue_limits(m: kinds.ClueLimits) -> str:
    how = "allows at most" if m.at_most else "needs at least"
    return _since(m.known, f"{clue(m.clue)} {how} {mines(m.mines)} among {cells(m.cells)}")


def limit_step(m: kinds.LimitStep) -> str:
    text = capital(wording(m.about))
    if m.room:
        text += f". {capital(cells(m.room))} can hold at most {len(m.room)} of them"
    if m.but is not None:
        part = "" if m.part is None else f", so {mines_among(m.part)}"
        text += f". But {mines_among(m.but)}{part}"
    if m.limit is not None:
        text += f". {capital(clue_limits(m.limit))}"
    return f"{text}. So {mines_among(m.fact)}."


def sum_side(m: kinds.SumSide) -> str:
    terms = [f"{times} × {mark(cell)}" if times > 1 else mark(cell) for times, cell in m.cells]
    return " + ".join(terms + [str(m.number)] * (m.number > 0 or not terms))


def _terms(terms: Sequence[tuple[int, ClueName, int]]) -> str:
    """Clues and how often each is counted: `the 1s at A1 and C1, and twice the 2 at B2`."""
    groups: dict[tuple[int, int, int], list[CellName]] = {}
    for times, one, left in terms:
        groups.setdefault((times, one.number, left), []).append(one.cell)
    said = []
    for (times, shown, left), names in groups.items():
        often, several = {1: "", 2: "twice "}.get(times, f"{times} times "), len(names) > 1
        rest = "" if left == shown else f" ({mines(left)} left{' each' * several})"
        said.append(f"{often}the {shown}{'s' * several} at {all_cells(names)}{rest}")
    if len(said) == len(terms):
        return join(said)
    return ", and ".join([", ".join(said[:-1]), said[-1]] if said[1:] else said)


def combination_step(m: kinds.CombinationStep) -> str:
    plus = [(times, one, left) for times, one, left in m.terms if times > 0]
    minus = [(-times, one, left) for times, one, left in m.terms if times < 0]
    how = f"Subtract {_terms(minus)} from {_terms(plus)}."
    if len(plus) > 1:
        how = f"Add {_terms(plus)}." + (f" Subtract {_terms(minus)}." if minus else "")
    result = f"This leaves {sum_side(m.left)} = {sum_side(m.right)}"
    so = f"{result}, so {', and '.join(map(mines_among, m.facts))}."
    if m.otherwise:
        so += f" Otherwise the left side would be {m.otherwise} than the right side."
    return f"{_first(m.known)}A mine counts as 1, a safe cell as 0. {how} {so}"


def suppose_step(m: kinds.SupposeStep) -> str:
    return f"Suppose{' also' * m.also} that {are([m.cell], m.mine)}."


def mine_shares(m: kinds.MineShares) -> str:
    laid, clear = len(m.mines), plural(len(m.safe), "is", "are")
    return join(
        [
            *[f"{laid} {plural(laid, 'is', 'are')} at {cells(m.mines)}"] * bool(m.mines),
            *(f"{clue(one)} needs {count}" for one, count in m.takes),
            *(
                f"{_amount(one)} {plural(one.counted, 'is', 'are')} among {cells(one.cells)}"
                for one in m.among
            ),
            *[f"none {clear} at {cells(m.safe)}"] * bool(m.safe),
        ]
    )


def clue_fails(m: kinds.ClueFails) -> str:
    its = plural(m.clue.number, "its mine", "all its mines")
    fails = "has too many mines" if m.known.mines else f"can't have {its}"
    return f"But if {known_cells(m.known)}, {clue(m.clue)} {fails}."


def count_fails(m: kinds.CountFails) -> str:
    are_left = f"{m.left or 'none'} {plural(m.left, 'is', 'are')} left"
    total = f"That makes {mines(m.mines)}, but {'only ' * (m.left > 0)}{are_left}"
    if m.mines < m.left:
        total = f"That leaves room for only {mines(m.mines)}, but {are_left}"
    elif not (m.shares.takes or m.shares.among or m.shares.safe):
        return f"But then {are(m.shares.mines, True)}. {total}."
    return f"But then count the remaining mines: {mine_shares(m.shares)}. {total}."


def impossible_step(m: kinds.ImpossibleStep) -> str:
    under = ", under the earlier assumptions," * m.under
    return f"{wording(m.why)} So{under} {mines_among(m.fact)}."


def mine_count_step(m: kinds.MineCountStep) -> str:
    left = m.mines - m.known
    apart = {"none": "", "given": " not given as safe", "known": " not known to be safe"}[m.apart]
    hidden = f"hidden {plural(m.cells, 'cell')}{apart}"
    if not m.known:
        among = f"in its only {hidden}" if m.cells == 1 else f"among its {m.cells} {hidden}"
        if m.mines == 0:
            return f"The board has no mines, so there are none {among}."
        return f"The board has {mines(m.mines)}, which {plural(m.mines, 'is', 'are')} {among}."
    known = f"{'all ' * (left == 0)}{m.known} {plural(m.known, 'is', 'are')} known"
    if m.known == m.mines == 1:
        known = "it is known"
    remain = f"{left} {plural(left, 'is', 'are')} left" if left else "none are left"
    among = f" among the other {m.cells} {hidden}" if m.cells else ""
    if m.cells == 1:
        among = f"{', in' if left else ' for'} the only other {hidden}"
    return f"The board has {mines(m.mines)} and {known}, so {remain}{among}."


def total_step(m: kinds.TotalStep) -> str:
    shares, count, fact = m.shares, len(m.fact.cells), mines_among(m.fact)
    parts = len(shares.takes) + len(shares.among)
    head = ""
    if m.left == 1 and shares.takes and not shares.among:
        head = capital(f"{clue(shares.takes[0][0])} needs the last mine. ")
    elif parts:
        apart = ", and no cell is counted twice" * (parts > 1)
        these = "" if m.left == 1 else f"of these {m.left} mines, "
        head = capital(f"{these}{mine_shares(shares)}{apart}. ")
    if m.fact.all_safe:
        return f"{head}No mine is left{' for the other hidden cells' * bool(head)}, so {fact}."
    these = plural(count, "this cell must hold it", f"these {count} cells must hold them")
    remain = f"{mines(count)} {plural(count, 'is', 'are')} left"
    return f"{head}{'So ' if head else ''}{remain} and {these}: {fact}."


def ways_step(m: kinds.WaysStep) -> str:
    sources = join([*map(clue, m.clues), *["the mine count"] * m.mine_count])
    every = f"in every arrangement that satisfies {sources}"
    return f"{_first(m.known)}{mines_among(m.fact)} {every}."


def cell_settled(m: kinds.CellSettled) -> str:
    several = m.technique == "single clue" and len(m.clues) > 1
    because = ["one clue at a time" if several else m.technique]
    if m.clues:
        because.append(f"{plural(len(m.clues), 'clue')} {cells(m.clues)}")
    because += [f"pattern {pattern(one)}" for one in m.patterns]
    return f"{are([m.cell], m.mine)} ({', '.join(because)})."


def argument(m: kinds.Argument) -> str:
    steps = (f"{number}. {wording(step)}" for number, step in enumerate(m.steps, 1))
    return "\n".join([cell_settled(m.settled), *steps])


def example_board(m: kinds.ExampleBoard) -> str:
    return f"a board that fits, with {'a' if m.mine else 'no'} mine there:"


# -- pictures of a proof --------------------------------------------------------------------------


def picture_title(m: kinds.PictureTitle) -> str:
    return f"{are([m.cell], m.mine)}: {m.technique}"


step_number = "step {number}"
picture_label = "{label}"
proof_not_shown = "The mine count has too many clauses to print. See the certificate."


# -- proofs that a board needs no guess -----------------------------------------------------------


def start_at(m: kinds.StartAt) -> str:
    return f"{all_cells(m.cells)} {plural(len(m.cells), 'is', 'are')} given as safe. Start there."


def open_these(m: kinds.OpenThese) -> str:
    return f"Open {all_cells(m.cells)}."


def clues_show(m: kinds.CluesShow) -> str:
    count = len(m.cells)
    what = plural(count, "a mine", "mines") if m.mine else "safe"
    so = f"{all_cells(m.cells)} {plural(count, 'is', 'are')} {what}"
    if not m.clues:
        why = "There are as many mines left as cells" if m.mine else "No mine is left"
        return f"{why}, so {so}."
    if len(m.clues) == 1 and not m.mine_count:
        (one,) = m.clues
        does = f"already has {plural(one.number, 'its mine', 'all its mines')}"
        if m.mine:
            only = plural(count, "its only remaining cell", "each remaining cell")
            does = f"needs a mine in {only}"
        return capital(f"{clue(one)} {does}, so {so}.")
    sources = join([*map(clue, m.clues), *["the number of mines left"] * m.mine_count])
    return capital(f"together, {sources} show that {so}.")


# -- agents' reasons ------------------------------------------------------------------------------


def _left(m: kinds.FewElsewhere | kinds.LowestRatio, share: str) -> str:
    return f"{mines(m.mines)} left in {how_many(m.cells, 'cell')} ({share})"


def facts_hold(m: kinds.FactsHold) -> str:
    match m.why:
        case kinds.BoardSource("open"):
            return f"{cells(m.cells)} {plural(len(m.cells), 'is', 'are')} already open."
        case kinds.BoardSource():
            return f"{cells(m.cells)} {plural(len(m.cells), 'was', 'were')} given as safe."
        case kinds.FollowsFrom():
            return f"{are(m.cells, m.is_mine)}, which {follows_from(m.why)}."
    return f"{are(m.cells, m.is_mine)}, because {wording(m.why)}."


def facts_hold_too(m: kinds.FactsHoldToo) -> str:
    other = plural(len(m.cells), "another reason", "other reasons")
    return f"{are(m.cells, m.is_mine)} too, for {other}."


_FITS = {
    "all": "that fits",
    "clues": "that fits the clues",
    "clues and mine count": "that fits the clues and the mine count",
}


def oracle_says(m: kinds.OracleSays) -> str:
    boards = f"{'every' if m.is_mine else 'no'} board {_FITS[m.fits]}"
    return f"{boards} has a mine there ({m.method})"


def clue_has_all(m: kinds.ClueHasAll) -> str:
    its = plural(len(m.mines), "its mine", "all its mines")
    has = f"has {its} ({cells(m.mines)})" if m.mines else "is 0"
    return f"the clue at {mark(m.clue)} {has}"


def clue_needs_all(m: kinds.ClueNeedsAll) -> str:
    aside = f" ({are(m.safe, False)})" if m.safe else ""
    return f"the clue at {mark(m.clue)} needs as many mines as it has cells left{aside}"


def count_has_all(m: kinds.CountHasAll) -> str:
    if not m.mines:
        return "the board has no mines"
    return f"{plural(m.mines, 'the only mine is', f'all {m.mines} mines are')} known"


count_needs_all = "there are as many mines left as cells"


def follows_from(m: kinds.FollowsFrom) -> str:
    sources = [clues_at(m.clues)] * bool(m.clues)
    sources += ["the mine count"] * m.mine_count
    sources += ["facts settled earlier"] * m.earlier
    sources += [f"facts from {method}" for method in m.methods]
    *first, last = sources
    # A list of clues has its own "and", so a comma comes before the next "and".
    comma = "," * (len(m.clues) > 1 or len(first) > 1)
    origin = f"{', '.join(first)}{comma} and {last}" if first else last
    return f"follows in {how_many(m.steps, 'step')} from {origin}"


guessed_cell = "{cell} is a guess: {why}."
unproved_here = "this agent can't prove it safe, but {oracle}"


def safest_cell(m: kinds.SafestCell) -> str:
    return f"it is the safest cell, {of_mine(percent(m.risk, 0))}"


def best_cell(m: kinds.BestCell) -> str:
    risk = of_mine(percent(m.risk, 0))
    # An estimate that is corrected for luck may exceed 1.
    win = min(1.0, m.win)
    if m.exact:
        return f"it is the best cell, {risk}, and wins {percent(win, 0)} of the time"
    if m.error:
        wins = f"wins about {percent(win)} ± {percent(2 * m.error)} of the time"
        return f"it is the best of the simulated guesses, {risk}, and {wins}"
    # The rating compares guesses well, but as a chance it may be off by a tenth.
    return f"it is rated best, {risk}, and wins roughly {_G.tenths(win)} of the time"


def drawn_cell(m: kinds.DrawnCell) -> str:
    one, many = "unknown cell", "unknown cells"
    if m.away:
        one, many = "cell that no clue touches", "cells that no clue touches"
    return plural(m.cells, f"it is the only {one}", f"it was drawn at random from {m.cells} {many}")


def shortest_clause(m: kinds.ShortestClause) -> str:
    safe = [mark(one.cell) for one in m.clause if not one.is_mine]
    laid = [f"{mark(one.cell)} is a mine" for one in m.clause if one.is_mine]
    either = " or ".join([f"{_G.either(safe)} is safe", *laid])
    return f"the shortest clause about safe cells says that {either}"


def most_votes(m: kinds.MostVotes) -> str:
    votes = f"{how_many(m.safe, 'clause')} {plural(m.safe, 'votes', 'vote')} for safe"
    return f"{votes} and {m.mine} for a mine, and no cell does better"


def weighted_votes(m: kinds.WeightedVotes) -> str:
    return f"{percent(m.safe, 0)} of the clauses' votes say that it is safe"


def few_elsewhere(m: kinds.FewElsewhere) -> str:
    shares = [m.mines / m.cells]
    shares += [one for one in (m.by_votes, m.by_clues) if one is not None]
    share, *least = percents(*shares)
    text = f"the board has {_left(m, share)}"
    if m.by_votes is not None:
        text += f", and the clauses' votes put no cell below {least[0]}"
    if m.by_clues is not None:
        text += f", and every cell next to a clue is worse ({least[-1]} or more)"
    return text


def lowest_ratio(m: kinds.LowestRatio) -> str:
    left = _left(m, percent(m.mines / m.cells, 0))
    return f"its worst clue, at {mark(m.clue)}, has {left}, and no cell does better"


def foreign_reason(m: kinds.ForeignReason) -> str:
    claims = []
    if m.guess is not None:
        odds = "" if m.odds is None else f", {of_mine(percent(m.odds, 0))}"
        claims.append(f"{mark(m.guess)} is a guess{odds}")
    claims += [are(m.safe, False)] * bool(m.safe) + [are(m.mines, True)] * bool(m.mines)
    because = [cells(m.clues)] * bool(m.clues) + ["the mine count"] * m.mine_count
    why = f" because of {' and '.join(because)}" if because else ""
    own = f": {plain(m.words)}" if m.words else ""
    return f"According to {plain(m.agent)}, {', and '.join(claims)}{why}{own}."


def own_words(m: kinds.OwnWords) -> str:
    return plain(m.words)


but_not_certain = "But {cell}"


def cannot_prove(m: kinds.CannotProve) -> str:
    needs = f"{'one clue' if m.clues == 1 else f'{m.clues} clues'} ({m.technique})"
    if m.mine_count:
        needs = "the mine count"
    length = "" if m.steps is None else f" and {how_many(m.steps, 'step')}"
    return f"{mark(m.cell)} is safe, but this agent can't prove it: a proof needs {needs}{length}."


def game_ends(m: kinds.GameEnds) -> str:
    if m.how == "stuck":
        return "stuck: this agent can't prove any cell safe, and it does not guess"
    return m.how


def lost_clause(m: kinds.LostClause) -> str:
    how = "not added" if m.is_wide else "forgotten"
    return f"{clause(m.clause)} ({how} at decision {m.decision})"


def missed_cell(m: kinds.MissedCell) -> str:
    said = f"{mark(m.cell)} is safe, and the textbook agent finds that here."
    if m.why == "kept":
        return f"{said} It even follows from the clauses that are still in KB."
    if m.why == "mine count":
        return f"{said} It follows only if the mines that are left are counted."
    what = "a clause" if len(m.needs) == 1 else f"{in_letters(len(m.needs))} clauses"
    said += (
        f" That needs {what} that this agent does not have: {join(list(map(wording, m.needs)))}."
    )
    if m.forgotten:
        said += f" In this game, the agent has forgotten {how_many(m.forgotten, 'clause')} in all."
    return said


missed_by_both = "The textbook agent finds no safe cell in this position, either."


AGENTS = {
    "": "your own",
    "resolution": "turns clues into clauses and matches short ones until a cell is settled",
    "textbook": "reasons as in lesson 5, step by step, and opens one cell at a time",
    "textbook:forgets-parents": "textbook, but both parents leave KB when they are resolved",
    "textbook:one-round": "textbook, but matching ends after one round without a new fact",
    "textbook:facts-only": "textbook, but clauses are matched only with facts",
    "textbook:both-short": "textbook, but two clauses are matched only if both have two literals",
    "textbook:two-literals": "textbook, but KB keeps no clause of more than two literals",
    "textbook:no-mine-count": "textbook, but it never uses the mine count",
    "program-a": "student program A: loses clauses that it takes out of KB to match them",
    "program-b": "student program B: matches only clauses of two literals, and empties some",
    "program-c": "student program C: removes both clauses when it resolves them",
    "program-d": "student program D: matches clauses only with facts, and guesses when stuck",
    "program-e": "student program E: keeps only clauses of at most two literals",
    "resolution-endgame": "like resolution, but also uses the mine count when at most 10 cells "
    "are unknown",
    "resolution-rounds": "like resolution, but gives up after 3 rounds without a new fact",
    "resolution-vote": "like resolution, but guesses as the author of program C planned: the "
    "clauses vote on a cell",
    "resolution-shortest": "matches clauses only with facts, and guesses from the shortest clause",
    "binary": "keeps only clauses of at most two cells; made for boards that start at a 0",
    "binary-ratio": "like binary, but guesses as the author of program E planned: by the lowest "
    "share of mines around a clue",
    "resolution-full": "like resolution, but tries longer and longer clauses when stuck; settles "
    "every cell the clues prove",
    "resolution-search": "like resolution, but when stuck, searches as the author of program C "
    "planned; finds every provable cell",
    "rules": "uses two rules: a clue has all its mines, or needs all its hidden cells",
    "consistency": "tries each cell both as a mine and as safe, and finds every provable cell",
    "sat": "asks a SAT solver, and finds every provable cell",
    "techniques": "uses the techniques of human players, up to the one set by `most`",
    "odds": "opens provably safe cells, otherwise the cell least likely to be a mine",
    "champion": "plays to win: solves endgames exactly and rates other guesses with neural "
    "networks",
}


def agent_does(m: kinds.AgentDoes) -> str:
    return AGENTS.get(m.agent, m.agent)


# -- the knowledge base ---------------------------------------------------------------------------


def literal_name(m: kinds.LiteralName) -> str:
    return clause((m,))


def _by(numbers: Sequence[int]) -> str:
    return f" by {' '.join(map(str, numbers))}" if numbers else ""


clue_source = "clue {clue}"
board_source = "{source}"
oracle_source = "from {method}"


def cited_fact(m: kinds.CitedFact) -> str:
    return f"{are([m.fact.cell], m.fact.is_mine)}, decision {m.decision}"


def lines_source(m: kinds.LinesSource) -> str:
    return f"from {' '.join(map(str, m.lines))}"


proof_of = "the proof that {cell} is safe:"


def turn_legend(m: kinds.TurnLegend) -> str:
    a, b, c = map(mark, ("A1", "B1", "C1"))
    removed = f"({a} ∨ {b}) ← ({a} ∨ {b} ∨ {c}) by 7 means that fact 7 removed {c}."
    after = "Each clause of KB is followed by its source: a clue, a clause or a pair."
    return f"The number before a clause is its id. {removed} {after}"


one_number_at_a_time = (
    "This agent asks for one number at a time. A cell that a 0 opened counts as hidden until then."
)


_LABELS = {
    "kept": "enter KB",
    "fact": "facts",
    "out subsumed": "out: weak",
    "out satisfied": "out: true",
    "out lost": "out: lost",
    "wide": "too wide",
}


def turn_label(m: kinds.TurnLabel) -> str:
    return _LABELS.get(m.label, m.label)


def cells_of_turn(m: kinds.CellsOfTurn) -> str:
    return " ".join(["given as safe:" if m.given else "opened:", *map(mark, m.cells)])


def clauses_of_source(m: kinds.ClausesOfSource) -> str:
    noun = plural(m.cells, "cell")
    among = f"hidden {noun}" if isinstance(m.source, kinds.ClueSource) else f"{noun} left"
    many = " + ".join(map(str, m.clauses))
    what = f"{many} {'clause' if m.clauses == (1,) else 'clauses'}"
    if m.given != sum(m.clauses):
        what = f"{m.given} of its {what}"
    if m.mines in (0, m.cells):
        settled = plural(m.cells, "a mine", "all mines")
        what += f", {settled if m.mines else plural(m.cells, 'safe', 'all safe')}"
    return f"{wording(m.source)}, {mines(m.mines)} in {m.cells} {among}: {what}"


facts_of_oracle = "{source}:"


def matching_of_turn(m: kinds.MatchingOfTurn) -> str:
    return f"matching, {how_many(m.rounds, 'round')}, {how_many(m.pairs, 'pair')}:"


_SKIPPED = {
    "duplicate": " is",
    "subsumed": " by",
    "satisfied": " by fact",
    "tautology": " always holds",
    "wide": "",
}


def fate_of_clause(m: kinds.FateOfClause) -> str:
    was = "" if m.was is None else f"{m.was} "
    if m.facts:
        text = f"{clause(m.result)} ← {was}{clause(m.clause)}{_by(m.facts)}"
    else:
        text = f"{was if m.number is None else ''}{clause(m.result)}"
    if m.number is not None:
        return f"{m.number} {text}"
    return f"{text}{_SKIPPED[m.fate]}{'' if m.by is None else f' {m.by}'}"


def pair_led_on(m: kinds.PairLedOn) -> str:
    left, right = clause(m.left_clause), clause(m.right_clause)
    pair = f"{m.left} {left} and {m.right} {right} on {mark(m.cell)}"
    return f"{pair}: {fate_of_clause(m.gave)}"


_NOTHING = {
    "unused": "a clause that no new fact needed",
    "unneeded": "a redundant clause",
    "tautology": "a clash in two literals",
    "wide": "a resolvent that is too wide",
    "known": "KB already has the resolvent or a stricter clause",
    "overtaken": "skipped: the result of another pair removes one of the two",
}


def pairs_for_nothing(m: kinds.PairsForNothing) -> str:
    return f"{m.pairs}: {_NOTHING[m.why]}"


propagation_of_turn = "unit propagation:"


def clause_left(m: kinds.ClauseLeft) -> str:
    return f"{m.number} {clause(m.clause)} by {m.by}"


def clauses_of_kb(m: kinds.ClausesOfKb) -> str:
    listed = ", each with its source:" if m.listed else ""
    return f"KB, the clauses being worked on ({m.clauses}){listed}"


def clause_of_kb(m: kinds.ClauseOfKb) -> str:
    match m.source:
        case None:
            head = " and ".join(map(str, m.parents))
        case kinds.ClueSource(cell):
            head = mark(cell)
        case source:
            head = wording(source)
    return f"{m.number} {clause(m.clause)} {head}{_by(m.facts)}"


facts_of_kb0 = "KB0, the facts ({facts}):"


def cell_count(m: kinds.CellCount) -> str:
    return how_many(m.cells, "cell")


def clause_count(m: kinds.ClauseCount) -> str:
    return how_many(m.clauses, "clause")


# -- moves ----------------------------------------------------------------------------------------


def points(count: int) -> str:
    """A point is a hundredth of a game."""
    return how_many(count, "point")


def percentage_points(count: int) -> str:
    """The full name of the unit, for the first time it is mentioned. Later it is `points`."""
    return how_many(count, "percentage point")


def risk_taken(m: kinds.RiskTaken) -> str:
    risk = percent(m.risk, 0)
    if not m.chord:
        return f"{mark(m.cell)} {has_risk(risk, past=True)}"
    hits = "was a coin toss" if risk == "50%" else f"had {chance(risk)} of hitting a mine"
    return f"the chord at {mark(m.cell)} {hits}"


def safe_instead(m: kinds.SafeInstead) -> str:
    names = [one.cell for one in m.clues]
    by, show = clues_at(names) if names else "", plural(len(names), "shows", "show")
    match m.technique:
        case None:
            return f"{mark(m.cell)} was safe."
        case "given":
            return f"{mark(m.cell)} was given as safe."
        case "single clue" if len(names) == 1:
            by = clue(m.clues[0])
        case "single clue":
            show += ", one after the other"
        case "mine count":
            by, show = " and ".join(["the mine count", *[by] * bool(by)]), "show" if by else "shows"
        case technique:
            show += f" ({technique})"
    return f"{mark(m.cell)} was safe, as {by} {show}."


game_starts = "The game starts at {cell}."


def opened_safe(m: kinds.OpenedSafe) -> str:
    if m.chord:
        return f"The chord at {mark(m.cell)} opened only provably safe cells."
    return f"{mark(m.cell)} was provably safe."


def provable_mine(m: kinds.ProvableMine) -> str:
    if m.chord:
        return f"The chord at {mark(m.cell)} was bound to hit a mine."
    return f"{mark(m.cell)} was provably a mine."


flag_removed = "The flag at {cell} was removed."


def flagged_wrong(m: kinds.FlaggedWrong) -> str:
    known = "the cell was provably safe" if m.certain else "the cell is safe"
    return f"The flag at {mark(m.cell)} is wrong: {known}."


def flagged_unproven(m: kinds.FlaggedUnproven) -> str:
    risk = percent(m.risk, 0)
    only = "it was a coin toss" if risk == "50%" else f"there was only {chance(risk)} of a mine"
    return f"The flag at {mark(m.cell)} is right, but {only}."


def guessed(m: kinds.Guessed) -> str:
    ends = {
        "forced coin toss": ", and no other guess would have won more often.",
        "only move": ". No other guess came close.",
        "best": ". No guess was better.",
        "good": ". It was a good guess.",
    }
    return capital(risk_taken(m.risk)) + ends.get(m.label, ".")


def wins_more(m: kinds.WinsMore) -> str:
    return f"{mark(m.cell)} was worth {points(m.points)} more."


def met_mine(m: kinds.MetMine) -> str:
    return "It hit a mine." if m.chord else "It was a mine."


survived = "You survived."


def numbers_luck(m: kinds.NumbersLuck) -> str:
    good = m.points > 0
    did = f"{'added' if good else 'cost'} {points(abs(m.points))}"
    numbers = "the numbers that the move revealed"
    if m.first < m.last:
        numbers = f"between moves {m.first} and {m.last} the numbers"
    return f"{'Good' if good else 'Bad'} luck: {numbers} {did}."


def more_steps(m: kinds.MoreSteps) -> str:
    return f"{how_many(m.steps, 'more step')}: see Analyse."


label_name = "{label}"
technique_name = "{technique}"


# -- verdicts -------------------------------------------------------------------------------------


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_letters(count: int) -> str:
    """A number, spelled out up to ten."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def times_in_100(share: float) -> str:
    often = half_up(100 * share)
    if often in (0, 100):
        return "over 99 times in 100" if often else "less than once in 100"
    return "once in 100" if often == 1 else f"{often} times in 100"


def not_finished(m: kinds.NotFinished) -> str:
    return f"The game was not finished. The chance of winning stood at {percent(m.win, 0)}."


def stood(m: kinds.Stood) -> str:
    win = f"Your chance of winning was {percent(m.win, 0)}."
    return win if m.risk is None else f"{win} {capital(risk_taken(m.risk))}."


def player(agent: str) -> str:
    return f"The agent {plain(agent)}" if agent else "You"


def game_won(m: kinds.GameWon) -> str:
    won = f"{player(m.agent)} won{' with help' if m.helped else ''}"
    survives = f"{'it' if m.agent else 'you'} would survive"
    if not m.guesses:
        if m.first:
            return f"{won}. Only the first click was a guess."
        return f"{won}." if m.helped else f"{won} without a single guess."
    took = f"{won}. {'After the first click it' if m.first else 'It'} took"
    often = times_in_100(m.chance)
    if m.guesses == 1:
        how = "a coin toss" if round(m.chance, 2) == 0.5 else f"which {survives} {often}"
        return f"{took} one guess, {how}."
    count = in_letters(m.guesses)
    every = "both" if m.guesses == 2 else f"all {count}"
    return f"{took} {count} guesses; {survives} {every} {often}."


def lost_at_first(m: kinds.LostAtFirst) -> str:
    lost = f"{player(m.agent)} lost on the first click, {mark(m.cell)}."
    return f"{lost} On this level the first click can hit a mine."


def lost_coin_toss(m: kinds.LostCoinToss) -> str:
    risk = percent(m.risk, 0)
    lost = "lost a coin toss" if risk == "50%" else f"took a risk of {risk} and lost"
    return f"{player(m.agent)} {lost}; no other guess would have won more often."


def lost_by_guess(m: kinds.LostByGuess) -> str:
    how = "the best guess available" if m.best else "a good guess"
    return f"{player(m.agent)} lost on {how}: {risk_taken(m.risk)}."


def needless_guess(m: kinds.NeedlessGuess) -> str:
    cost = "" if m.points is None else f" cost {points(m.points)}"
    needless = "A needless guess" if cost else "Needless guess"
    return f"{needless} at move {m.move}{cost}: {mark(m.safe)} was safe."


def blunder(m: kinds.Blunder) -> str:
    did = f"Move {m.move} opened a provable mine, {mark(m.cell)}."
    if m.chord:
        did = f"The chord at move {m.move} was bound to hit a mine."
    return did if m.safe is None else f"{did} {mark(m.safe)} was safe."


def worse_guess(m: kinds.WorseGuess) -> str:
    return f"{capital(m.label)} at move {m.move}: {wins_more(m.better)}"


def cost_points(m: kinds.CostPoints) -> str:
    """The luck after a cost needs no unit: 'Good luck gave 20 back.'"""
    if m.points and m.luck < 0:
        return f"The move cost {percentage_points(m.points)}, bad luck {-m.luck}."
    said = [f"The move cost {percentage_points(m.points)}."] if m.points else []
    if m.luck < 0:
        said.append(f"Bad luck cost {percentage_points(-m.luck)}.")
    elif m.luck > m.points:
        said.append(f"Good luck added {m.luck if m.points else percentage_points(m.luck)}.")
    elif m.luck:
        said.append(f"Good luck gave {m.luck} back.")
    return " ".join(said)


def other_errors(m: kinds.OtherErrors) -> str:
    did = f"cost {points(m.points)}" if m.points else "made no clear difference"
    return capital(f"{in_letters(m.errors)} other {plural(m.errors, 'error')} {did}.")


def errors_together(m: kinds.ErrorsTogether) -> str:
    most = f"your chance of winning was never higher than {m.counted}%"
    total = f"Only {m.counted} of these points count, because {most}."
    return f"Together the errors cost {points(m.points)}. {total}"


def no_error(m: kinds.NoError) -> str:
    if m.points:
        guesses = f"{in_letters(m.guesses)} second-best {plural(m.guesses, 'guess', 'guesses')}"
        return f"No real errors: {guesses} cost {points(m.points)}."
    who = "The agent" if m.agent else "You"
    return f"{who} made no {'' if m.clear else 'clear '}error."


def luck_and_choices(m: kinds.LuckAndChoices) -> str:
    luck = f"Luck {'added' if m.luck > 0 else 'cost'} {points(abs(m.luck))}"
    if not m.luck:
        luck = "Luck made no difference"
    whose = "the agent's" if m.agent else "your"
    errors = f", and {whose} errors cost {points(m.error)}" if m.error else ""
    return f"The chance of winning at the start was {percent(m.start, 0)}. {luck}{errors}."


def decisions_made(m: kinds.DecisionsMade) -> str:
    made = f"{in_letters(m.decisions)} {plural(m.decisions, 'decision')}"
    if not m.decisions:
        return made
    each = plural(m.decisions, "", " per decision")
    return f"{made}, {decimal(m.lost / 10)} points lost{each}"


def many_games(m: kinds.ManyGames) -> str:
    games = how_many(m.games, "game")
    if m.won is None or m.adjusted is None:
        return f"{games}, none of them finished."
    if m.games < 10:
        return f"You won {round(m.won * m.games)} of {games}."
    won, adjusted = percents(m.won, m.adjusted)
    return f"You won {won} of {games}. With average luck you would have won {adjusted}."


# -- ratings --------------------------------------------------------------------------------------

_TECHNIQUES = {
    "single clue": ("single clue", "single clues"),
    "subset": ("subset", "subsets"),
    "difference": ("difference", "differences"),
    "chain": ("chain", "chains"),
    "combination": ("combination", "combinations"),
    "case split": ("case split", "case splits"),
    "mine count": ("use of the mine count", "uses of the mine count"),
}


def what_it_takes(m: kinds.WhatItTakes) -> str:
    guesses = ""
    if m.guesses:
        share, all_of = percent(m.survival, 0), "them all" if m.guesses > 1 else "it"
        how = f"with {chance(share)} of surviving {all_of}"
        if m.guesses == 1 and share == "50%":
            how = "a coin toss"
        guesses = f"Needs {'one guess' if m.guesses == 1 else f'{m.guesses} guesses'}, {how}"
    if m.technique in (None, "given"):
        if guesses:
            return f"{guesses}."
        zeros = "Needs no reasoning, because zeros open everything."
        return zeros if m.technique else "Nothing is left to do."
    if m.technique == "single clue":
        rest = "everything else needs only single clues"
        return f"{guesses}; {rest}." if guesses else "Needs single clues only."
    assert m.where is not None
    one, many = _TECHNIQUES[m.technique]
    if m.count == 1:
        joins = f" that joins {m.clues} clues" if m.clues > 2 else ""
        needs = f"one {one}{joins} around {mark(m.where)}"
    else:
        needs = f"{m.count} {many}, the first around {mark(m.where)}"
    rest = join([_TECHNIQUES[name][1] for name in m.easier])
    if guesses:
        also = f"besides {rest}, it" if rest else "it also"
        return f"{guesses}; {also} needs {needs}."
    return f"Needs {needs}; everything else needs only {rest}." if rest else f"Needs {needs}."


# -- puzzles --------------------------------------------------------------------------------------


def which_cell(m: kinds.WhichCell) -> str:
    if m.wanted == "safe":
        return "Which cells are safe?"
    return (
        "Which cell is the safest?"
        if m.wanted == "safest"
        else "Which cell gives the best chance of winning?"
    )


def puzzle_task(m: kinds.PuzzleTask) -> str:
    lead = "No hidden cell is provably safe."
    if m.technique is not None:
        lead = f"Only one technique helps here: {m.technique}."
    return f"{lead} {which_cell(m.asks)}"


def puzzle_caption(m: kinds.PuzzleCaption) -> str:
    return m.technique or f"a guess, {mines(m.mines)} left"


def guess_answer(m: kinds.GuessAnswer) -> str:
    if m.win is None:
        risk = of_mine(percent(m.risks[0], 0))
        return f"{cells(m.cells)}, {'each ' * (len(m.cells) > 1)}{risk}"
    pairs = zip(m.cells, percents(*m.risks), strict=True)
    best = ", ".join(f"{mark(cell)} ({risk} risk)" for cell, risk in pairs)
    wins = "each wins" if len(m.cells) > 1 else "wins"
    return f"{best}: {wins} {percent(m.win, 0)} of the time"


def puzzle_answer(m: kinds.PuzzleAnswer) -> str:
    if m.guess is None:
        return f"safe: {', '.join(map(mark, m.safe))}"
    return f"{'safest' if m.guess.win is None else 'best'}: {guess_answer(m.guess)}"


# -- exercises ------------------------------------------------------------------------------------

_ADVICE = {
    "neighbours": "Count again: left, right, above, below and the four diagonals.",
    "choices": "Not quite. In how many ways can you pick 3 cells out of 5? And 4 out of 5?",
    "pairs": "Each clause forms a pair with 999 others. But this counts every pair twice.",
    "both sides": "Put the two clauses together, and leave out the cell they disagree about.",
    "independent parts": "Not quite. Which parts of the board do not affect each other?",
    "no guess needed": "You don't have to guess: some cell is provably safe.",
    "one cell": "Write one cell, the one you would open.",
    "no conflict": "These numbers can all be right at once: some board agrees with all of them.",
    "not enough": "These numbers are not enough: on some board that fits them, the claim is false.",
    "one too many": "These numbers are enough, but you can leave one of them out.",
    "one clause": "Write only one clause: two parents have one child.",
    "still disagreed": "Your clause follows, but leave out the cell they disagree about.",
    "says less": "Your clause follows, but it says less than the child of the two clauses.",
    "nothing possible": f"Your clauses can't all be true, whether or not {mark('A1')} is a mine. "
    "At least one board must fit your clauses.",
    "empty clause last": "The last line must be the empty clause, a single 0.",
    "a zero": "Your number is 0, so everything around it is safe.",
    "nothing safe": "No cell is provably safe in your position.",
    "on this page": "That position is on this page. Draw a new one.",
    "only by count": "Your position needs the mine count to show a safe cell. Here the numbers "
    "must be enough.",
    "two lines": "Write the numbers of two lines.",
    "no clash": "These two clauses do not disagree about exactly one cell.",
    "other child": "These two clauses give another clause.",
}
_STEP_GAPS = {
    "no cell": "the two clauses do not disagree about any cell",
    "several cells": "the two clauses disagree about more than one cell",
    "other rest": "leave out the cell they disagree about, and keep the rest",
    "no fact": "neither clause is a fact, but here every step must use a fact",
}
_FORMS = {
    "cells": f"The names of cells, for example: {mark('B2')} {mark('C4')}",
    "literals": f"Literals, for example: {mark('A1')} ¬{mark('B1')}",
    "number": "A whole number.",
    "numbers": "Whole numbers, for example: 2 5 6",
    "chance": "A fraction, a decimal or a percentage: 1/3, 0.333 or 33.3%",
    "clauses": f"One clause per line, for example: {mark('A1')} ∨ ¬{mark('B1')}, "
    f"typed {mark('A1')} | ~{mark('B1')}",
    "proof": "One step per line: its number, its clause, and where it comes from. "
    f"For example: 1. {mark('A1')} ∨ {mark('B1')} {mark('A2')} for a clause of the number at "
    f"{mark('A2')}, or 3. ¬{mark('C1')} from 1 2 for a clause resolved from lines 1 and 2",
    "position": "The size and the number of mines on line one, for example 5x3x2. Then "
    "the rows: . is a hidden cell, 0 to 8 is an open cell.",
    "drat": "One clause per line, as numbers with a 0 at the end. The last line is 0.",
}
_PAGE_LABELS = {
    "exercises": "Exercises",
    "answer": "Answer",
    "more": "More exercises",
    "lesson": "Lesson",
    "puzzles": "Minesweeper puzzles",
    "solutions": "Solutions",
    "check": "Check your answer",
}


def _mines_at(names: Sequence[CellName]) -> str:
    return f"{plural(len(names), 'a mine', 'mines')} at {cells(names)}" if names else "no mines"


answer_is_right = "Correct."


def advised(m: kinds.Advised) -> str:
    return _ADVICE[m.advice]


def chance_is_off(m: kinds.ChanceIsOff) -> str:
    return f"Your answer is too {'high' if m.is_high else 'low'}."


def mine_on_how_many(m: kinds.MineOnHowMany) -> str:
    fit = f"{how_many(m.boards, 'board')} {plural(m.boards, 'fits', 'fit')}"
    return f"{fit}. On how many of these boards is {mark(m.cell)} a mine?"


impossible_count = "{mines} is not possible. Try to place that many mines, and look at the numbers."


def more_to_find(m: kinds.MoreToFind) -> str:
    more = how_many(m.count, f"more {m.what}")
    there_are = f"There {plural(m.count, 'is', 'are')} {more} to find"
    if m.what == "line":
        there_are = f"You can throw away {more}"
    return f"Everything so far is right. {there_are}."


def more_cells_to_find(m: kinds.MoreCellsToFind) -> str:
    right = "Everything so far is right." if m.begun else "Look again."
    more = how_many(m.count, f"more provable {'mine' if m.are_mines else 'safe cell'}")
    more = more if m.are_mines else more.replace("provable", "provably")
    return f"{right} There {plural(m.count, 'is', 'are')} {more}."


def wrong_cell(m: kinds.WrongCell) -> str:
    return {
        "open": f"{mark(m.cell)} is already open.",
        "no mine": f"{mark(m.cell)} is open, so it is not a mine.",
        "hidden": f"{mark(m.cell)} is hidden. Write cells that show a number.",
    }[m.why]


def is_certain_but_other(m: kinds.IsCertainButOther) -> str:
    return f"{mark(m.cell)} is settled, but it is {'a mine' if m.is_mine else 'safe'}."


def claim_uncertain(m: kinds.ClaimUncertain) -> str:
    board = f"some board that fits has {'no' if m.is_mine else 'a'} mine there"
    return f"{mark(m.cell)} is not settled: {board}. Can you find this board?"


def another_is_better(m: kinds.AnotherIsBetter) -> str:
    better = "less likely to be a mine" if m.safer else "better"
    return f"Another cell is {better} than {mark(m.cell)}."


def clue_touches(m: kinds.ClueTouches) -> str:
    return capital(f"{clue(m.clue)} would touch {m.mines} of your mines.")


def other_total(m: kinds.OtherTotal) -> str:
    return f"All the numbers fit, but the board has {mines(m.mines)} and you wrote {m.written}."


does_not_touch = "{clue} does not touch {cell}."


def clauses_differ(m: kinds.ClausesDiffer) -> str:
    differ = "rule out a board that the number allows"
    if m.allowed:
        differ = "also allow a board that the number rules out"
    return f"Your clauses {differ}: {_mines_at(m.mines)}."


def number_out_of_reach(m: kinds.NumberOutOfReach) -> str:
    return f"A number that touches {how_many(m.cells, 'hidden cell')} is at most {m.cells}."


def number_differs(m: kinds.NumberDiffers) -> str:
    if m.allowed:
        return f"The clauses allow a board with {_mines_at(m.mines)}, but a {m.number} does not."
    return f"A {m.number} allows a board with {_mines_at(m.mines)}, but the clauses do not."


def not_their_child(m: kinds.NotTheirChild) -> str:
    where = _mines_at(m.mines)
    return f"Your clause does not follow: with {where}, both clauses are true, but yours is false."


def no_such_line(m: kinds.NoSuchLine) -> str:
    return f"There is no {'step' if m.is_step else 'line'} {m.number}."


line_must_stay = "Line {number} must stay, because no other line subsumes it."


def fact_not_found(m: kinds.FactNotFound) -> str:
    text = clause(m.literal)
    if m.opposite:
        return f"Unit propagation does not find {text}, but it finds the opposite."
    return f"Unit propagation does not find {text}: no clause is shortened to this literal."


def is_unit(m: kinds.IsUnit) -> str:
    return f"{clause(m.clause)} is a unit clause, so the first domino falls."


def claim_not_entailed(m: kinds.ClaimNotEntailed) -> str:
    cell, where = mark(m.cell), _mines_at(m.mines)
    return f"{cell} does not follow: with {where} and {cell} safe, all your clauses are true."


def other_end(m: kinds.OtherEnd) -> str:
    claim = clause(m.claim)
    return f"Every step is right, but the last one must be {claim}."


number_twice = "There are two steps with the number {number}."
uses_later_step = "Step {number} uses step {parent}, which does not come before it."


def step_does_not_follow(m: kinds.StepDoesNotFollow) -> str:
    both = f"{clause(m.left)} and {clause(m.right)}"
    return f"Step {m.number} does not follow from {both}: {_STEP_GAPS[m.gap]}."


def step_is_not_read(m: kinds.StepIsNotRead) -> str:
    source = clue(m.source) if isinstance(m.source, ClueName) else mark(m.source or "")
    gap = {
        "no claim": "there is nothing to claim here, so start from the numbers",
        "other claim": f"the claim to refute is {source}",
        "hidden": f"{source} is hidden and shows no number",
        "not said": f"{'the mine count' if m.source is None else source} does not say that",
    }[m.gap]
    return f"Step {m.number}: {gap}."


step_is_right = "Step {number} follows from the steps it names."


def line_not_implied(m: kinds.LineNotImplied) -> str:
    end = "if its literals are false, unit propagation finds no contradiction"
    return f"Line {m.line} does not follow: {end}."


def open_cells(m: kinds.OpenCells) -> str:
    return f"Your position has {how_many(m.count, 'open cell')}, but it should have exactly one."


def certain_in_yours(m: kinds.CertainInYours) -> str:
    return f"In your position, {mark(m.cell)} is provably {'a mine' if m.is_mine else 'safe'}."


easier_way = "In your position, an easier technique shows a safe cell: {technique}."


def harder_way(m: kinds.HarderWay) -> str:
    by = "the mine count must prove a cell safe"
    if m.wanted == "subset":
        by = (
            "two numbers must prove a cell safe, and one of them must touch all hidden cells "
            "around the other"
        )
    safe = f"Your position has a safe cell, but it needs another technique ({m.technique})"
    return f"{safe}. Here {by}."


matching_suffices = "An agent with k = 2 finds a safe cell in your position ({technique})."


def how_to_answer(m: kinds.HowToAnswer) -> str:
    return _FORMS[m.form]


def how_to_check(m: kinds.HowToCheck) -> str:
    return (
        "Write your answer to a file and check it as often as you like: "
        f"`sapper exercise {m.lesson}.1 answer.txt`. You can also check it on the page, under "
        "Learn, Lessons, or in Python: `from sapper.classroom import check`, then "
        f'`check("{m.lesson}.1", "...")`.'
    )


def page_label(m: kinds.PageLabel) -> str:
    return _PAGE_LABELS[m.label]


def board_size(m: kinds.BoardSize) -> str:
    return f"{m.width}x{m.height}, {mines(m.mines)}"


# -- rooms ----------------------------------------------------------------------------------------


NAMED = 3
"""the number of people that a sentence names; more are counted"""


PLACES = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    "tenth",
)


def _you(name: str | None) -> str:
    return "you" if name is None else plain(name)


def _begin(name: str | None) -> str:
    """Somebody at the start of a sentence. A person's name stays as it is."""
    return "You" if name is None else plain(name)


def _people(names: Sequence[str | None], more: str = "{}", *, start: bool = False) -> str:
    if len(names) > NAMED:
        many = more.format(in_letters(len(names)))
        return capital(many) if start else many
    return join([_begin(name) if start else _you(name) for name in names])


def _lead(seconds: float) -> str:
    if seconds < 0.1:
        return "less than 0.1 seconds"
    if seconds < 60:
        return f"{decimal(seconds)} seconds"
    minutes, rest = divmod(half_up(seconds), 60)
    return how_many(minutes, "minute") + f" and {how_many(rest, 'second')}" * (rest > 0)


room_alone = "Send this link to your friends."


room_dealing = "Everyone is ready. The server is preparing a board."


def room_here(m: kinds.RoomHere) -> str:
    if not m.names:
        return "Nobody is here right now."
    return f"{_people(m.names, '{} people', start=True)} {plural(len(m.names), 'is', 'are')} here."


def room_ready(m: kinds.RoomReady) -> str:
    return f"{_people(m.names, start=True)} {plural(len(m.names), 'is', 'are')} ready. Are you?"


def room_waiting(m: kinds.RoomWaiting) -> str:
    return f"Waiting for {_people(m.names, '{} others')}."


room_nobody_ready = "Nobody is ready yet."


room_running = "Board {board} is running. You can play the next one."


def room_idle(m: kinds.RoomIdle) -> str:
    after = f"{in_letters(m.minutes)} {plural(m.minutes, 'minute')}"
    return f"Make a move. After {after} without one, the race goes on without you."


def room_ended(m: kinds.RoomEnded) -> str:
    return f"{plain(m.name)} {'is done' if m.won else 'hit a mine'}."


def room_so_far(m: kinds.RoomSoFar) -> str:
    left = f"{capital(in_letters(m.left))} {plural(m.left, 'is', 'are')} still playing."
    if m.place is None:
        return f"You hit a mine. {left}" if m.hit else left
    place = PLACES[m.place - 1] if m.place <= len(PLACES) else f"number {m.place}"
    return f"You are {place} so far. {left}"


def room_have_played(m: kinds.RoomHavePlayed) -> str:
    if m.only_you:
        return "So far, only you have played."
    return f"{_have_played(m.count)}."


def _have_played(count: int) -> str:
    many = "One person" if count == 1 else capital(in_letters(count))
    return f"{many} {plural(count, 'has', 'have')} played"


def room_on_board(m: kinds.RoomOnBoard) -> str:
    playing = m.playing and (
        f"{_people(m.playing, '{} people', start=True)} "
        f"{plural(len(m.playing), 'is', 'are')} playing"
    )
    if m.count:
        return f"{_have_played(m.count)} board {m.board}." + f" {playing} it now." * bool(playing)
    return f"{playing} board {m.board}." if playing else f"Nobody has played board {m.board} yet."


def room_won_by(m: kinds.RoomWonBy) -> str:
    return f"{_begin(m.name)} won by {_lead(m.seconds)}."


def room_only_winner(m: kinds.RoomOnlyWinner) -> str:
    return f"Only {_you(m.name)} won." if m.others else f"{_begin(m.name)} won."


def room_same_time(m: kinds.RoomSameTime) -> str:
    return f"{_people(m.names, start=True)} won at the same time."


room_nobody_won = "Nobody won."


def room_played_better(m: kinds.RoomPlayedBetter) -> str:
    return f"{_begin(m.name)} played {'better' if m.better else 'best'}."


def room_won_and_best(m: kinds.RoomWonAndBest) -> str:
    return f"{_begin(m.name)} won, and played best."


room_no_errors = "Nobody made an error."


def room_guessed(m: kinds.RoomGuessed) -> str:
    often = {1: "once", 2: "twice"}.get(m.count, f"{in_letters(m.count)} times")
    each = {1: "", 2: " both times"}.get(m.count, " each time")
    was = plural(m.name is None, "were", "was")
    return f"{_begin(m.name)} guessed {often} where logic was enough, and {was} lucky{each}."


def room_never_guessed(m: kinds.RoomNeverGuessed) -> str:
    return f"{_begin(m.name)} never guessed."


def room_today(m: kinds.RoomToday) -> str:
    if not m.played:
        return "Nobody has played today."
    have = plural(m.played, "has", "have")
    if m.played == m.people:
        today = "Everyone has played today."
    else:
        today = f"{capital(in_letters(m.played))} of {in_letters(m.people)} {have} played today."
    if m.clean is None:
        return today
    if m.clean == m.played > 1:
        return f"{today} Nobody made an error."
    return f"{today} {capital(in_letters(m.clean))} made no error." if m.clean else today
