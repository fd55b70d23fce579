"""English: a function for each kind of message, in the order of `kinds.py`."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.words import kinds, wording
from sapper.words.grammar import Grammar, clause
from sapper.words.message import CellName, ClueName
from sapper.words.text import capital, mark, plain, plural, power_of_ten

_G = Grammar("en_GB", "#,##0.0%", "under {}", "over {}")
percent, number, decimal, join = _G.percent, _G.number, _G.decimal, _G.join
all_cells = _G.all_cells


def cells(names: Sequence[CellName]) -> str:
    """Cells in a sentence."""
    return _G.cells(names, "{} other cells")


def clue(one: ClueName) -> str:
    """A number on the board: the 2 at C4."""
    return f"the {one.number} at {mark(one.cell)}"


def mines(count: int) -> str:
    """So many mines."""
    return f"{count} {plural(count, 'mine', 'mines')}"


def chance(share: float) -> str:
    """A chance with its article: an 8.4% chance."""
    text = percent(share)
    if text[0].isalpha():
        return f"a chance of {text}"
    return f"{'an' if text.startswith(('8', '11.', '18.')) else 'a'} {text} chance"


# -- the start ------------------------------------------------------------------------------------


def first_is_safe(m: kinds.FirstIsSafe) -> str:
    region = " and opens a region" if m.opens else ""
    return f"Nothing is open yet: by rule {m.rule}, the first click is safe anywhere{region}."


# -- odds and value -------------------------------------------------------------------------------


def boards_fit(m: kinds.BoardsFit) -> str:
    if m.log10_boards >= 6:
        boards = f"About {power_of_ten(m.log10_boards)} boards fit"
    else:
        count = round(10**m.log10_boards)
        boards = "One board fits" if count == 1 else f"{number(count)} boards fit"
    if m.safe:
        are = plural(m.safe, "cell is", "cells are")
        return f"{boards}; {m.safe} {are} certainly safe. You don't have to guess."
    if m.safest is None or m.risk is None:
        return f"{boards}; only mines are hidden."
    safest = f"{mark(m.safest)}, with {chance(m.risk)} of being a mine"
    return f"{boards}; no cell is certainly safe. The safest one is {safest}."


def risk_of_mine(m: kinds.RiskOfMine) -> str:
    return f"with {chance(m.risk)} of being a mine" if m.risk else "certainly safe"


def nothing_to_open(m: kinds.NothingToOpen) -> str:
    return "Nothing is left to open: only mines are hidden."


def exact_value(m: kinds.ExactValue) -> str:
    if m.win == 1.0:
        return "A certain win: the best strategy wins on every board that fits."
    won = f"{number(round(m.win * m.boards))} of the {number(m.boards)} boards that fit"
    return f"{percent(m.win)} to win, exactly: the best strategy wins on {won}."


def estimated_value(m: kinds.EstimatedValue) -> str:
    win = f"{percent(m.win)} ± {percent(2 * m.error)}"
    boards = f"{number(m.boards)} boards that fit"
    return f"{win} to win: estimated on {boards}, played to their end by the champion."


def open_safe_first(m: kinds.OpenSafeFirst) -> str:
    return "Open what is safe first: it costs nothing."


def best_and_safest(m: kinds.BestAndSafest) -> str:
    by = "The best" if m.exact else "By this estimate the best"
    if m.risk == m.least:
        return f"{by} cell to open is {mark(m.best)}, and none is safer."
    best = f"{mark(m.best)}, with {chance(m.risk)} of being a mine"
    return f"{by} cell to open is {best}; the safest is {mark(m.safest)}, with {percent(m.least)}."


# -- guesses --------------------------------------------------------------------------------------


def need_not_guess(m: kinds.NeedNotGuess) -> str:
    return f"You don't have to. {first_is_safe(m.first)}"


def nothing_to_guess(m: kinds.NothingToGuess) -> str:
    return "There is nothing to guess: only mines are hidden."


def guess_not_needed(m: kinds.GuessNotNeeded) -> str:
    return "No: a safe cell can be found by reasoning."


def guess_allowed(m: kinds.GuessAllowed) -> str:
    best = f"the safest has {chance(m.risk)} of being a mine"
    if m.risk == 0.5:
        best = "the best you can do is a coin toss"
    return f"Yes. No hidden cell is provably safe; {best}."


def win_share(m: kinds.WinShare) -> str:
    # An estimate that is corrected for luck may exceed what can be won.
    share = percent(min(1.0, m.win))
    return share if m.exact else f"{share} ± {percent(2 * m.error)}"


def best_guess(m: kinds.BestGuess) -> str:
    wins = f"it wins {win_share(m.best)} ({'exact' if m.best.exact else 'estimated'})"
    which = "the best guess"
    if m.other is not None:
        other, share = mark(m.other.cell), win_share(m.other)
        if m.order == "equal":
            wins += f", and so does {other}"
        elif m.order == "unclear":
            which = "one of the best guesses"
            wins += f", too close to tell from {share} with {other}"
        else:
            wins += f", against {share} with {other}, the next best"
    return f"{mark(m.best.cell)} is {which}: {wins}."


def risk_of_guess(m: kinds.RiskOfGuess) -> str:
    risk = f"It has {chance(m.risk)} of being a mine"
    if m.safest is None or m.least is None:
        return f"{risk}, and no cell is safer."
    safest = f"{mark(m.safest)}, with {chance(m.least)} of being a mine"
    return f"{risk}; the safest cell is {safest}."


def not_certain(m: kinds.NotCertain) -> str:
    cell = f"{mark(m.cell)} is not certain: it has {chance(m.risk)} of being a mine"
    if m.safest is None or m.least is None:
        return f"{cell}. No cell is safer."
    if m.least == 0.0:
        return f"{cell}. {mark(m.safest)} is certainly safe."
    safest = f"{mark(m.safest)}, with {chance(m.least)} of being a mine"
    return f"{cell}. The safest cell is {safest}."


def leads_on(m: kinds.LeadsOn) -> str:
    if m.chance == 0.0:
        return "Whatever its number, it makes no other cell certainly safe."
    makes = "it is safe and its number makes another cell certainly safe"
    return f"There is {chance(m.chance)} that {makes}."


def wins_then(m: kinds.WinsThen) -> str:
    then = f"If it is safe, there is then {chance(m.chance)} to win"
    if m.exact and m.chance == 1.0:
        then = "If it is safe, the game is won for certain"
    if m.other is None or m.others is None:
        return f"{then}."
    return f"{then}; after {mark(m.other)}, {percent(m.others)}."


# -- hints ----------------------------------------------------------------------------------------


def region(m: kinds.Region) -> str:
    match m.upright, m.across:
        case "middle", "middle":
            part = "the middle of the board"
        case "middle", across:
            part = f"the {across} half"
        case upright, "middle":
            part = f"the middle of the {upright}"
        case upright, across:
            part = f"the {upright} {across} corner"
    return part if m.near is None else f"{part}, around {mark(m.near)}"


def safe_cell_exists(m: kinds.SafeCellExists) -> str:
    return "A cell is certainly safe."


def look_at_region(m: kinds.LookAtRegion) -> str:
    return f"Look at {region(m.region)}."


def look_at_clues(m: kinds.LookAtClues) -> str:
    look = plural(len(m.clues), "Look at the clue", "Compare the clues")
    text = f"{look} {cells(m.clues)}." if m.clues else ""
    if m.known is None or m.left is None:
        return text
    known = f"{m.known} {plural(m.known, 'is', 'are')} known"
    left = f"{m.left} {plural(m.left, 'remains', 'remain')}"
    return f"Count the mines: {known} and {left}. {text}".rstrip()


def given_needs_no_clue(m: kinds.GivenNeedsNoClue) -> str:
    return "No clue is needed: the cell was given as safe."


def cell_is_safe(m: kinds.CellIsSafe) -> str:
    return f"{mark(m.cell)} is safe."


def must_guess(m: kinds.MustGuess) -> str:
    risk = f"at a risk of {percent(m.risk)} at least"
    return f"No cell is certainly safe: you must guess, {risk}."


def guess_in_region(m: kinds.GuessInRegion) -> str:
    return f"The safest guess is in {region(m.region)}."


def guess_by_clues(m: kinds.GuessByClues) -> str:
    if not m.clues:
        return "The safest guess is a cell that no clue touches."
    named = f"{plural(len(m.clues), 'clue', 'clues')} {cells(m.clues)}"
    return f"The safest guess is next to the {named}."


def safest_guess(m: kinds.SafestGuess) -> str:
    return f"{mark(m.cell)} is the safest guess: it has {chance(m.risk)} of being a mine."


# -- contradictions -------------------------------------------------------------------------------


def too_few_cells(m: kinds.TooFewCells) -> str:
    hidden = f"{m.cells} hidden {plural(m.cells, 'cell', 'cells')}"
    return f"{mines(m.mines)} can't be in {hidden}."


def too_few_neighbours(m: kinds.TooFewNeighbours) -> str:
    left = f"only {m.left}" if m.left else "no"
    neighbours = f"hidden {plural(m.left, 'neighbour', 'neighbours')} left"
    return capital(f"{clue(m.clue)} has {left} {neighbours}.")


def too_many_mines(m: kinds.TooManyMines) -> str:
    return capital(f"{clue(m.clue)} needs more mines than the board has: {mines(m.mines)}.")


def no_room(m: kinds.NoRoom) -> str:
    return f"With {clue(m.clue)}, there is no room left for {mines(m.mines)} on the board."


def clashing_clues(m: kinds.ClashingClues) -> str:
    named = [clue(one) for one in m.clues[:6]]
    if len(m.clues) > len(named):
        named.append(f"{len(m.clues) - len(named)} more")
    both = "both" if len(m.clues) == 2 else "all"
    board = "" if m.mines is None else f" with {mines(m.mines)} on the board"
    end = "" if m.smallest else "; perhaps fewer of them are to blame"
    return capital(f"{join(named)} can't {both} be right{board}{end}.")


# -- steps of an argument -------------------------------------------------------------------------


def mines_among(m: kinds.MinesAmong) -> str:
    named, count = cells(m.cells), len(m.cells)
    if m.all_safe:
        return f"{named} {plural(count, 'is', 'are')} safe"
    if m.all_mines:
        return f"{named} {plural(count, 'is a mine', 'are mines')}"
    return f"{_amount(m)} {plural(m.counted, 'mine is', 'mines are')} among {named}"


def _amount(m: kinds.MinesAmong) -> str:
    """How many mines: exactly 2, at least 1."""
    if m.least == m.most:
        return f"exactly {m.least}"
    if m.most >= len(m.cells):
        return f"at least {m.least}"
    return f"at most {m.most}" if m.least == 0 else f"{m.least} to {m.most}"


def known_cells(m: kinds.KnownCells) -> str:
    laid = f"{cells(m.mines)} {plural(len(m.mines), 'a mine', 'mines')}"
    clear = f"{cells(m.safe)} safe"
    return " and ".join([laid] * bool(m.mines) + [clear] * bool(m.safe))


def _with(known: kinds.KnownCells | None) -> str:
    return "" if known is None else f"with {known_cells(known)}, "


def pattern(m: kinds.Pattern) -> str:
    shape = {"row": "", "hole": " with a hole", "triangle": " in a triangle"}[m.shape]
    return "-".join(map(str, m.numbers)) + shape + " after reduction" * m.reduced


def _gloss(m: kinds.Pattern | None) -> str:
    return "" if m is None else f" (the pattern {pattern(m)})"


def given_step(m: kinds.GivenStep) -> str:
    return f"{mark(m.cell)} was given as safe before the first move."


def known_step(m: kinds.KnownStep) -> str:
    count = len(m.fact.cells)
    what = "safe" if m.fact.all_safe else plural(count, "a mine", "mines")
    return f"{cells(m.fact.cells)} {plural(count, 'is', 'are')} already known to be {what}."


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
        fill = "the mines that remain fill every other cell"
        why = "no mine remains" if m.fact.all_safe else fill
    else:
        needs = "has all its mines" if m.fact.all_safe else "needs a mine in every other cell"
        why = f"{clue(m.clue)} {needs}"
    return capital(f"{_with(m.known)}{why}, so {mines_among(m.fact)}.")


def subset_step(m: kinds.SubsetStep) -> str:
    shared, more = m.shared, len(m.fact.cells)
    inner = f"{clue(m.inner)} has exactly {mines(shared.least)} among {cells(shared.cells)}"
    outer = f"{clue(m.outer)} touches {plural(len(shared.cells), 'it', 'them')} too"
    only = plural(more, "its only other cell", f"its {more} other cells")
    then = "has all its mines there" if m.fact.all_safe else f"needs {more} more in {only}"
    so = f"so {mines_among(m.fact)}{_gloss(m.pattern)}"
    return capital(f"{_with(m.known)}{inner}; {outer} and {then}, {so}.")


def difference_step(m: kinds.DifferenceStep) -> str:
    count, less = len(m.mines.cells), clue(m.less)
    needs = f"{clue(m.more)} needs {count} more {plural(count, 'mine', 'mines')} than {less}"
    own = f"has only {plural(count, 'one cell', f'{count} cells')} of its own"
    are = plural(len(m.safe.cells), "is", "are")
    other = f"{cells(m.safe.cells)}, which only {less} touches, {are} safe{_gloss(m.pattern)}"
    return capital(f"{_with(m.known)}{needs} and {own}, so {mines_among(m.mines)}, and {other}.")


def clue_holds(m: kinds.ClueHolds) -> str:
    return f"{_with(m.known)}{clue(m.clue)} has {mines(m.mines)} among {cells(m.cells)}"


def clue_limits(m: kinds.ClueLimits) -> str:
    how = "allows at most" if m.at_most else "needs at least"
    return f"{_with(m.known)}{clue(m.clue)} {how} {m.mines} among {cells(m.cells)}"


def limit_step(m: kinds.LimitStep) -> str:
    text = wording(m.about)
    if m.room:
        text += f", and {cells(m.room)} can hold {len(m.room)} of them"
    if m.but is not None:
        part = "" if m.part is None else f" (so {mines_among(m.part)})"
        text += f", but {mines_among(m.but)}{part}"
    if m.limit is not None:
        text += f"; {clue_limits(m.limit)}"
    return capital(f"{text}, so {mines_among(m.fact)}.")


def sum_side(m: kinds.SumSide) -> str:
    terms = [f"{times} times {mark(cell)}" if times > 1 else mark(cell) for times, cell in m.cells]
    return " + ".join(terms + [str(m.number)] * (m.number > 0 or not terms))


def _times(one: ClueName, times: int) -> str:
    return {1: "", 2: "twice "}.get(times, f"{times} times ") + clue(one)


def running_sum(m: kinds.RunningSum) -> str:
    how = "add" if m.times > 0 else "take away"
    return f"{how} {_times(m.clue, abs(m.times))}: {_equation(m)}"


def _equation(m: kinds.RunningSum) -> str:
    return f"{sum_side(m.left)} = {sum_side(m.right)}"


def combination_step(m: kinds.CombinationStep) -> str:
    second, *others = m.sums
    one, other = _times(m.first, m.times), _times(second.clue, abs(second.times))
    begin = f"add {one} and {other}" if second.times > 0 else f"take {other} from {one}"
    sums = "; ".join([f"{begin}: {_equation(second)}", *map(running_sum, others)])
    how = capital(f"{_with(m.known)}{sums}, so {', and '.join(map(mines_among, m.facts))}.")
    return f"Count 1 for a mine and 0 for a safe cell. {how}"


def suppose_step(m: kinds.SupposeStep) -> str:
    what = "a mine" if m.mine else "safe"
    return f"Suppose{' also that' * m.also} {mark(m.cell)} were {what}."


def mine_shares(m: kinds.MineShares) -> str:
    laid, clear = len(m.mines), plural(len(m.safe), "is", "are")
    return join(
        [
            *[f"{laid} {plural(laid, 'is', 'are')} at {cells(m.mines)}"] * bool(m.mines),
            *(f"{clue(one)} takes {count}" for one, count in m.takes),
            *(
                f"{_amount(one)} {plural(one.counted, 'is', 'are')} among {cells(one.cells)}"
                for one in m.among
            ),
            *[f"none {clear} at {cells(m.safe)}"] * bool(m.safe),
        ]
    )


def clue_fails(m: kinds.ClueFails) -> str:
    its = plural(m.clue.number, "its mine", "all its mines")
    fails = "has too many" if m.known.mines else f"cannot have {its}"
    return f"But with {known_cells(m.known)}, {clue(m.clue)} {fails}."


def count_fails(m: kinds.CountFails) -> str:
    remain = f"{mines(m.left)} that {plural(m.left, 'remains', 'remain')}"
    too_many, room = f"{m.mines} in all, which is too many", f"there is room for {m.mines}"
    sum_up = too_many if m.mines > m.left else f"{room}, which is too few"
    return f"But then, of the {remain}, {mine_shares(m.shares)}: {sum_up}."


def impossible_step(m: kinds.ImpossibleStep) -> str:
    return f"{wording(m.why)} So{' then' * m.under} {mines_among(m.fact)}."


def mine_count_step(m: kinds.MineCountStep) -> str:
    left = m.mines - m.known
    apart = {"none": "", "given": " not given as safe", "known": " not known to be safe"}[m.apart]
    hidden = f"hidden {plural(m.cells, 'cell', 'cells')}{apart}"
    if not m.known:
        among = f"in its only {hidden}" if m.cells == 1 else f"among its {m.cells} {hidden}"
        if m.mines == 0:
            return f"The board has no mines, so none are {among}."
        return f"The board has {mines(m.mines)}, which {plural(m.mines, 'is', 'are')} {among}."
    are = f"{'all ' * (left == 0)}{m.known} {plural(m.known, 'is', 'are')} known"
    if m.known == m.mines == 1:
        are = "it is known"
    remain = f"{left} {plural(left, 'remains', 'remain')}" if left else "none remain"
    among = f" among the other {m.cells} {hidden}" if m.cells else ""
    if m.cells == 1:
        among = f", in the only other {hidden}"
    return f"The board has {mines(m.mines)} and {are}, so {remain}{among}."


def total_step(m: kinds.TotalStep) -> str:
    shares, count, fact = m.shares, len(m.fact.cells), mines_among(m.fact)
    parts = len(shares.takes) + len(shares.among)
    head = ""
    if m.left == 1 and shares.takes and not shares.among:
        head = capital(f"{clue(shares.takes[0][0])} takes this mine. ")
    elif parts:
        apart = ", and they share no cell" * (parts > 1)
        head = f"Of these {m.left} mines, {mine_shares(shares)}{apart}. "
    if m.fact.all_safe:
        none = "remains for the other hidden cells" if head else "is left"
        return f"{head}No mine {none}, so {fact}."
    these = plural(count, "this cell must hold it", f"these {count} cells must hold them")
    remain = f"{mines(count)} {plural(count, 'remains', 'remain')}"
    return f"{head}{'So ' if head else ''}{remain} and {these}: {fact}."


def ways_step(m: kinds.WaysStep) -> str:
    sources = join([*map(clue, m.clues), *["the mine count"] * m.mine_count])
    ways = f"{_with(m.known)}in every way to satisfy {sources}"
    return capital(f"{ways}, {mines_among(m.fact)}.")


def cell_settled(m: kinds.CellSettled) -> str:
    because = [m.technique]
    if m.clues:
        because.append(f"{plural(len(m.clues), 'clue', 'clues')} {cells(m.clues)}")
    because += [f"pattern {pattern(one)}" for one in m.patterns]
    return f"{mark(m.cell)} is {'a mine' if m.mine else 'safe'} ({', '.join(because)})."


def argument(m: kinds.Argument) -> str:
    steps = (f"{number}. {wording(step)}" for number, step in enumerate(m.steps, 1))
    return "\n".join([cell_settled(m.settled), *steps])


def nothing_certain(m: kinds.NothingCertain) -> str:
    return "No cell is certainly safe."


def example_board(m: kinds.ExampleBoard) -> str:
    return f"a board with {'a' if m.mine else 'no'} mine there:"


# -- pictures of an argument ----------------------------------------------------------------------


def picture_title(m: kinds.PictureTitle) -> str:
    return f"{mark(m.cell)} is {'a mine' if m.mine else 'safe'}: {m.technique}"


def step_number(m: kinds.StepNumber) -> str:
    return f"step {m.number}"


def picture_label(m: kinds.PictureLabel) -> str:
    return m.label


def proof_not_shown(m: kinds.ProofNotShown) -> str:
    return "The mine count has too many clauses to print: see the certificate."


# -- proofs of a board ----------------------------------------------------------------------------


def start_at(m: kinds.StartAt) -> str:
    return f"{all_cells(m.cells)} {plural(len(m.cells), 'is', 'are')} given as safe: start there."


def open_these(m: kinds.OpenThese) -> str:
    return f"Open {all_cells(m.cells)}."


def clues_show(m: kinds.CluesShow) -> str:
    count = len(m.cells)
    are = (
        plural(count, "is a mine", "are mines") if m.mine else plural(count, "is safe", "are safe")
    )
    so = f"{all_cells(m.cells)} {are}"
    if not m.clues:
        why = "As many mines are left as cells" if m.mine else "No mine is left"
        return f"{why}. So {so}."
    if len(m.clues) == 1 and not m.mine_count:
        (one,) = m.clues
        has = f"already has {plural(one.number, 'its mine', 'all its mines')}"
        why = "needs every cell left around it" if m.mine else has
        return capital(f"{clue(one)} {why}. So {so}.")
    sources = join([*map(clue, m.clues), *["the number of mines left"] * m.mine_count])
    return capital(f"{sources} together show that {so}.")


# -- reasons of agents ----------------------------------------------------------------------------


def _claim(names: Sequence[CellName], is_mine: bool) -> str:
    if is_mine:
        return f"{cells(names)} {plural(len(names), 'is a mine', 'are mines')}"
    return f"{cells(names)} {plural(len(names), 'is', 'are')} safe"


def _left(m: kinds.FewElsewhere | kinds.LowestRatio) -> str:
    among = f"{m.cells} {plural(m.cells, 'cell', 'cells')}"
    return f"{mines(m.mines)} left in {among} ({percent(m.mines / m.cells)})"


def facts_hold(m: kinds.FactsHold) -> str:
    return f"{_claim(m.cells, m.is_mine)}: {wording(m.why)}."


def facts_hold_too(m: kinds.FactsHoldToo) -> str:
    other = plural(len(m.cells), "another reason", "other reasons")
    return f"{_claim(m.cells, m.is_mine)} too, for {other}."


_FITS = {
    "all": "that fits",
    "clues": "that fits the clues",
    "clues and mine count": "that fits the clues and the mine count",
}


def oracle_says(m: kinds.OracleSays) -> str:
    boards = f"{'every' if m.is_mine else 'no'} board {_FITS[m.fits]}"
    return f"{boards} has a mine there ({m.method})"


def given_before(m: kinds.GivenBefore) -> str:
    return "given before the first move"


def already_open(m: kinds.AlreadyOpen) -> str:
    return "open already"


def clue_has_all(m: kinds.ClueHasAll) -> str:
    has = f"has all its mines ({cells(m.mines)})" if m.mines else "is 0"
    return f"the clue {mark(m.clue)} {has}"


def clue_needs_all(m: kinds.ClueNeedsAll) -> str:
    aside = f" ({_claim(m.safe, False)})" if m.safe else ""
    return f"the clue {mark(m.clue)} needs a mine in every cell left{aside}"


def count_has_all(m: kinds.CountHasAll) -> str:
    if not m.mines:
        return "the board has no mines"
    return f"{plural(m.mines, 'the one mine is', f'all {m.mines} mines are')} known"


def count_needs_all(m: kinds.CountNeedsAll) -> str:
    return "the mine count needs a mine in every cell left"


def follows_from(m: kinds.FollowsFrom) -> str:
    sources = []
    if m.clues:
        sources.append(f"the {plural(len(m.clues), 'clue', 'clues')} {cells(m.clues)}")
    sources += ["the mine count"] * m.mine_count
    sources += ["facts settled before"] * m.earlier
    sources += [f"facts vouched for by {method}" for method in m.methods]
    return f"this follows from {' and '.join(sources)} in {m.steps} steps"


def guessed_cell(m: kinds.GuessedCell) -> str:
    return f"{mark(m.cell)} is a guess ({m.strategy}): {wording(m.why)}."


def unproved_here(m: kinds.UnprovedHere) -> str:
    return f"this agent can't prove it, but {oracle_says(m.oracle)}"


def safest_cell(m: kinds.SafestCell) -> str:
    return f"the safest cell, with {chance(m.risk)} of being a mine"


def best_cell(m: kinds.BestCell) -> str:
    risk = f"with {chance(m.risk)} of being a mine"
    # An estimate that is corrected for luck may exceed what can be won.
    win = min(1.0, m.win)
    if m.exact:
        return f"the best cell, {risk}; wins {percent(win)} (exact)"
    if m.error:
        wins = f"{percent(win)} ± {percent(2 * m.error)}"
        return f"the best of the guesses that were played on, {risk}; wins {wins} (estimated)"
    # Good at telling guesses apart, but off by a tenth as a chance.
    return f"rated best of the guesses, {risk}; wins roughly {_G.tenths(win)}"


def drawn_cell(m: kinds.DrawnCell) -> str:
    one, many = "unknown cell", "unknown cells"
    if m.away:
        one, many = "cell that no clue touches", "cells that no clue touches"
    return plural(m.cells, f"the only {one}", f"drawn from {m.cells} {many}")


def shortest_clause(m: kinds.ShortestClause) -> str:
    return f"no clause of KB with a ¬ is shorter than {clause(m.clause)}"


def most_votes(m: kinds.MostVotes) -> str:
    votes = f"{m.safe} votes say safe and {m.mine} say mine"
    return f"in KB {votes}, and no cell does better"


def weighted_votes(m: kinds.WeightedVotes) -> str:
    return f"{percent(m.safe)} of the votes of KB say safe"


def few_elsewhere(m: kinds.FewElsewhere) -> str:
    text = f"the board has {_left(m)}"
    if m.by_votes is not None:
        text += f", and by the votes of KB no cell is below {percent(m.by_votes)}"
    if m.by_clues is not None:
        text += f", and every cell near a clue is worse ({percent(m.by_clues)} or more)"
    return text


def lowest_ratio(m: kinds.LowestRatio) -> str:
    return f"the clue {mark(m.clue)} has {_left(m)}, and no clue around it is worse"


def foreign_reason(m: kinds.ForeignReason) -> str:
    claims = []
    if m.guess is not None:
        odds = "" if m.odds is None else f", with {chance(m.odds)} of being a mine"
        claims.append(f"{mark(m.guess)} is a guess{odds}")
    claims += [_claim(m.safe, False)] * bool(m.safe) + [_claim(m.mines, True)] * bool(m.mines)
    because = [cells(m.clues)] * bool(m.clues) + ["the mine count"] * m.mine_count
    why = f" because of {' and '.join(because)}" if because else ""
    own = f": {plain(m.words)}" if m.words else ""
    return f"{', '.join(claims)}{why}, says {plain(m.agent)}{own}."


def own_words(m: kinds.OwnWords) -> str:
    return plain(m.words)


def but_not_certain(m: kinds.ButNotCertain) -> str:
    return f"But {not_certain(m.cell)}"


def any_move_guesses(m: kinds.AnyMoveGuesses) -> str:
    text = "No hidden cell is provably safe: any move is a guess."
    if m.safest is None or m.risk is None:
        return text
    return f"{text} The safest one is {mark(m.safest)}, with {chance(m.risk)} of being a mine."


def cannot_prove(m: kinds.CannotProve) -> str:
    takes = f"{plural(m.clues, 'one clue', f'{m.clues} clues')} together, by {m.technique}"
    if m.mine_count:
        takes = "the mine count"
    length = "" if m.steps is None else f" (a proof of {m.steps} steps)"
    return f"{mark(m.cell)} is safe, but this agent can't prove it: it takes {takes}{length}."


def game_ends(m: kinds.GameEnds) -> str:
    if m.how == "stuck":
        return "stuck: this agent can prove no cell safe, and it does not guess"
    return m.how


AGENTS = {
    "": "your own",
    "resolution": "turns clues into clauses and matches short ones until a cell is settled "
    "(course A)",
    "textbook": "follows the course's exercise step by step, and opens one cell at a time",
    "resolution-endgame": "like resolution, and counts mines once at most 10 cells are unknown "
    "(course B)",
    "resolution-rounds": "like resolution, but gives up after 3 rounds without a new fact "
    "(course C)",
    "resolution-vote": "like resolution, with the guess that C planned: the clauses vote on a cell",
    "resolution-shortest": "matches clauses with facts only, and guesses by the shortest clause "
    "(course D)",
    "binary": "keeps only clauses of at most two cells; made for boards that start at a 0 "
    "(course E)",
    "binary-ratio": "like binary, with the guess that E planned: the lowest share of mines "
    "around a clue",
    "resolution-full": "like resolution, then with ever wider clauses; finds every cell the "
    "clues prove",
    "rules": "uses two rules: a clue has all its mines, or needs all its hidden cells",
    "consistency": "tries both values of a cell by backtracking, and finds every provable cell",
    "sat": "asks a SAT solver, and finds every provable cell",
    "techniques": "uses the techniques of human players, up to the one set by `most`",
    "odds": "opens provably safe cells, otherwise the cell least likely to be a mine",
    "champion": "plays to win: solves end games exactly and rates other guesses with neural "
    "networks",
}


def agent_does(m: kinds.AgentDoes) -> str:
    return AGENTS.get(m.agent, m.agent)


# -- the knowledge base ---------------------------------------------------------------------------


def literal_name(m: kinds.LiteralName) -> str:
    return clause((m,))


def _by(numbers: Sequence[int]) -> str:
    return f" by {' '.join(map(str, numbers))}" if numbers else ""


def clue_source(m: kinds.ClueSource) -> str:
    return f"clue {mark(m.clue)}"


def board_source(m: kinds.BoardSource) -> str:
    return m.source


def oracle_source(m: kinds.OracleSource) -> str:
    return f"vouched for by {m.method}"


def cited_fact(m: kinds.CitedFact) -> str:
    return f"{_claim([m.fact.cell], m.fact.is_mine)}, decision {m.decision}"


def lines_source(m: kinds.LinesSource) -> str:
    return f"from {' '.join(map(str, m.lines))}"


def proof_of(m: kinds.ProofOf) -> str:
    return f"the proof that {mark(m.cell)} is safe:"


def turn_legend(m: kinds.TurnLegend) -> str:
    a, b, c = map(mark, ("A1", "B1", "C1"))
    taken = f"({a} ∨ {b}) ← ({a} ∨ {b} ∨ {c}) by 7: fact 7 took {c} out."
    after = "After a clause of KB: the clue, the clause or the pair that it comes from."
    return f"A number before a clause is its id. {taken} {after}"


_LABELS = {
    "kept": "enter KB",
    "fact": "facts",
    "out subsumed": "out: weak",
    "out satisfied": "out: true",
}


def turn_label(m: kinds.TurnLabel) -> str:
    return _LABELS.get(m.label, m.label)


def cells_of_turn(m: kinds.CellsOfTurn) -> str:
    return " ".join(["given as safe:" if m.given else "opened:", *map(mark, m.cells)])


def clauses_of_source(m: kinds.ClausesOfSource) -> str:
    noun = plural(m.cells, "cell", "cells")
    among = f"hidden {noun}" if isinstance(m.source, kinds.ClueSource) else f"{noun} left"
    many = " + ".join(map(str, m.clauses))
    what = f"{many} {'clause' if m.clauses == (1,) else 'clauses'}"
    if m.given != sum(m.clauses):
        what = f"{m.given} of its {what}"
    if m.mines in (0, m.cells):
        settled = plural(m.cells, "a mine", "all mines")
        what += f", {settled if m.mines else plural(m.cells, 'safe', 'all safe')}"
    return f"{wording(m.source)}: {m.mines} of {m.cells} {among}: {what}"


def facts_of_oracle(m: kinds.FactsOfOracle) -> str:
    return f"{oracle_source(m.source)}:"


def matching_of_turn(m: kinds.MatchingOfTurn) -> str:
    rounds = f"{m.rounds} {plural(m.rounds, 'round', 'rounds')}"
    return f"matching, {rounds}, {m.pairs} {plural(m.pairs, 'pair', 'pairs')}:"


_SKIPPED = {
    "duplicate": " is",
    "subsumed": " by",
    "satisfied": " by fact",
    "tautology": " always holds",
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
    "unused": "gave a clause that no new fact needed",
    "unneeded": "gave a clause that KB did not need",
    "tautology": "they are complementary in two literals",
    "wide": "the resolvent is too wide",
    "known": "KB has the resolvent or a stricter clause",
    "overtaken": "another pair makes one of the two needless",
}


def pairs_for_nothing(m: kinds.PairsForNothing) -> str:
    return f"{m.pairs}: {_NOTHING[m.why]}"


def propagation_of_turn(m: kinds.PropagationOfTurn) -> str:
    return "unit propagation and subsumption:"


def clause_left(m: kinds.ClauseLeft) -> str:
    return f"{m.number} {clause(m.clause)} by {m.by}"


def clauses_of_kb(m: kinds.ClausesOfKb) -> str:
    return f"KB, the clauses under work ({m.clauses}), each with its source:"


def clause_of_kb(m: kinds.ClauseOfKb) -> str:
    match m.source:
        case None:
            head = " and ".join(map(str, m.parents))
        case kinds.ClueSource(cell):
            head = mark(cell)
        case source:
            head = wording(source)
    return f"{m.number} {clause(m.clause)} {head}{_by(m.facts)}"


def facts_of_kb0(m: kinds.FactsOfKb0) -> str:
    return f"KB0, the facts ({m.facts}):"


def cell_count(m: kinds.CellCount) -> str:
    return f"{m.cells} {plural(m.cells, 'cell', 'cells')}"


# -- moves ----------------------------------------------------------------------------------------


def points(count: int) -> str:
    """So many points, a hundredth of a game each."""
    return f"{count} {plural(count, 'point', 'points')}"


def risk_taken(m: kinds.RiskTaken) -> str:
    if m.chord:
        return f"the chord at {mark(m.cell)} had {chance(m.risk)} of hitting a mine"
    return f"{mark(m.cell)} had {chance(m.risk)} of being a mine"


def shown_by(m: kinds.ShownBy) -> str:
    clues = cells([one.cell for one in m.clues])
    match m.technique:
        case "given":
            return "it was given as safe"
        case "single clue" if len(m.clues) == 1:
            return f"{clue(m.clues[0])} showed it"
        case "single clue":
            return f"{clues} showed it, one clue after the other"
        case "mine count":
            return f"the mine count with {clues} showed it" if clues else "the mine count showed it"
    return f"a {m.technique} of {clues} showed it"


def safe_instead(m: kinds.SafeInstead) -> str:
    return f"{mark(m.cell)} was safe: {shown_by(m.by)}."


def game_starts(m: kinds.GameStarts) -> str:
    return f"The game starts at {mark(m.cell)}."


def opened_safe(m: kinds.OpenedSafe) -> str:
    if m.chord:
        return f"A chord at {mark(m.cell)}: all that it opened was certainly safe."
    return f"{mark(m.cell)} was certainly safe."


def flagged_mine(m: kinds.FlaggedMine) -> str:
    return f"{mark(m.cell)} was certainly a mine."


def flag_removed(m: kinds.FlagRemoved) -> str:
    return f"The flag at {mark(m.cell)} is taken away."


def flagged_wrong(m: kinds.FlaggedWrong) -> str:
    known = ", and that was certain" if m.certain else ""
    return f"The flag at {mark(m.cell)} is wrong: there is no mine{known}."


def flagged_unproven(m: kinds.FlaggedUnproven) -> str:
    only = f"there was only {chance(m.risk)} of a mine"
    return f"The flag at {mark(m.cell)} is right, but {only}."


def opened_mine(m: kinds.OpenedMine) -> str:
    if m.chord:
        return f"The chord at {mark(m.cell)} was sure to hit a mine."
    return f"{mark(m.cell)} was a provable mine."


def guessed(m: kinds.Guessed) -> str:
    ends = {
        "forced coin toss": ", and no other guess wins more often.",
        "only move": ", and nothing else came near.",
        "best": ": no guess was better.",
        "good": ": a good guess.",
    }
    return capital(risk_taken(m.risk)) + ends.get(m.label, ".")


def wins_more(m: kinds.WinsMore) -> str:
    return f"{mark(m.cell)} wins {points(m.points)} more."


def met_mine(m: kinds.MetMine) -> str:
    return "It hit a mine." if m.chord else "It was a mine."


def survived(m: kinds.Survived) -> str:
    cost = f" It cost {points(m.points)} all the same." if m.points else ""
    went = f"The chance to win went from {percent(m.before)} to {percent(m.after)}."
    return f"You survived.{cost} {went}"


def more_steps(m: kinds.MoreSteps) -> str:
    return f"{m.steps} more steps: see Analyse."


def label_name(m: kinds.LabelName) -> str:
    return m.label


def technique_name(m: kinds.TechniqueName) -> str:
    return m.technique


# -- verdicts -------------------------------------------------------------------------------------


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_letters(count: int) -> str:
    """A number, in letters up to ten."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def times_in_100(share: float) -> str:
    """How often something succeeds."""
    often = round(100 * share)
    if often in (0, 100):
        return "over 99 times in 100" if often else "less than once in 100"
    return "once in 100" if often == 1 else f"{often} times in 100"


def not_finished(m: kinds.NotFinished) -> str:
    return f"The game was not finished: the chance to win stood at {percent(m.win, 0)}."


def game_won(m: kinds.GameWon) -> str:
    if not m.guesses:
        return f"You won{'. Only the first click was a' if m.first else ' without a single'} guess."
    took = f"You won. {'After the first click it' if m.first else 'It'} took"
    often = times_in_100(m.chance)
    if m.guesses == 1:
        how = "a coin toss" if round(m.chance, 2) == 0.5 else f"which succeeds {often}"
        return f"{took} one guess, {how}."
    count = in_letters(m.guesses)
    every = "both" if m.guesses == 2 else f"all {count}"
    return f"{took} {count} guesses; {every} succeed {often}."


def lost_at_first(m: kinds.LostAtFirst) -> str:
    return f"You lost on the first click, {mark(m.cell)}: rule any does not protect it."


def lost_coin_toss(m: kinds.LostCoinToss) -> str:
    risk = "50/50" if round(m.risk, 2) == 0.5 else f"risk of {percent(m.risk)}"
    return f"You lost on a {risk}; no other guess wins more often."


def lost_by_guess(m: kinds.LostByGuess) -> str:
    how = "the best guess there was" if m.best else "a good guess"
    return f"You lost on {how}: {risk_taken(m.risk)}."


def needless_guess(m: kinds.NeedlessGuess) -> str:
    if m.points is None:
        return f"Needless guess at move {m.move}: {mark(m.safe)} was safe."
    cost = f"cost {points(m.points)}"
    return f"One needless guess at move {m.move} {cost}: {mark(m.safe)} was safe."


def blunder(m: kinds.Blunder) -> str:
    if m.chord:
        return f"The chord at move {m.move} was sure to hit a mine."
    return f"Move {m.move} opened a provable mine, {mark(m.cell)}."


def cell_was_safe(m: kinds.CellWasSafe) -> str:
    return f"{mark(m.cell)} was safe."


def worse_guess(m: kinds.WorseGuess) -> str:
    return f"{capital(m.label)} at move {m.move}: {wins_more(m.better)}"


def cost_points(m: kinds.CostPoints) -> str:
    return f"It cost {points(m.points)}."


def other_errors(m: kinds.OtherErrors) -> str:
    did = f"cost {points(m.points)}" if m.points else "made no clear difference"
    return capital(f"{in_letters(m.errors)} other {plural(m.errors, 'error', 'errors')} {did}.")


def no_error(m: kinds.NoError) -> str:
    return "You made no error." if m.clear else "You made no clear error."


def luck_and_choices(m: kinds.LuckAndChoices) -> str:
    luck = f"luck {'gave' if m.luck > 0 else 'took'} {points(abs(m.luck))}"
    if not m.luck:
        luck = "luck changed nothing"
    choices = f", your choices cost {points(m.error)}" if m.error else ""
    return f"The chance at the start was {percent(m.start, 0)}; {luck}{choices}."


def decisions_made(m: kinds.DecisionsMade) -> str:
    made = f"{in_letters(m.decisions)} {plural(m.decisions, 'decision', 'decisions')}"
    if not m.decisions:
        return made
    return f"{made}, {decimal(m.lost)} thousandths of a game lost on each"


def many_games(m: kinds.ManyGames) -> str:
    games = f"{m.games} {plural(m.games, 'game', 'games')}"
    won = f"You won {percent(m.won)} of {games}."
    return f"{won} With average luck it would be {percent(m.adjusted)}."


def many_not_finished(m: kinds.ManyNotFinished) -> str:
    return f"{m.games} games, none of them finished."


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
    guess = "one guess" if m.guesses == 1 else f"{m.guesses} guesses"
    guesses = f"Needs {guess}, with {chance(m.survival)} of surviving" if m.guesses else ""
    if m.technique in (None, "given"):
        if guesses:
            return f"{guesses}."
        told = "Needs no reasoning: zeros open everything."
        return told if m.technique else "Nothing is left to do."
    if m.technique == "single clue":
        return (
            f"{guesses}; the rest is single clues only." if guesses else "Needs single clues only."
        )
    assert m.where is not None
    one, many = _TECHNIQUES[m.technique]
    if m.count == 1:
        joins = f" that joins {m.clues} clues" if m.clues > 2 else ""
        needs = f"one {one}{joins} around {mark(m.where)}"
    else:
        needs = f"{m.count} {many}, the first around {mark(m.where)}"
    rest = join([_TECHNIQUES[name][1] for name in m.easier])
    if guesses:
        return f"{guesses}; {f'beyond {rest} ' if rest else ''}it needs {needs}."
    return f"Needs {needs}; everything else is {rest}." if rest else f"Needs {needs}."


# -- puzzles --------------------------------------------------------------------------------------


def which_cell(m: kinds.WhichCell) -> str:
    if m.wanted == "safe":
        return "Which cells are safe?"
    return "Which cell is the safest?" if m.wanted == "safest" else "Which cell wins most often?"


def puzzle_task(m: kinds.PuzzleTask) -> str:
    lead = "No hidden cell is provably safe."
    if m.technique is not None:
        lead = f"One kind of deduction leads on: {m.technique}."
    return f"{lead} {which_cell(m.asks)}"


def puzzle_caption(m: kinds.PuzzleCaption) -> str:
    return m.technique or f"a guess, {mines(m.mines)} left"


def guess_answer(m: kinds.GuessAnswer) -> str:
    if m.win is None:
        return f"{cells(m.cells)}: {chance(m.risks[0])} of being a mine"
    pairs = zip(m.cells, m.risks, strict=True)
    best = ", ".join(f"{mark(cell)} ({percent(risk)} risk)" for cell, risk in pairs)
    return f"{best}: {percent(m.win)} of the games are won"


def puzzle_answer(m: kinds.PuzzleAnswer) -> str:
    if m.guess is None:
        return f"safe: {', '.join(map(mark, m.safe))}"
    return f"{'safest' if m.guess.win is None else 'best'}: {guess_answer(m.guess)}"


def puzzle_sheet(m: kinds.PuzzleSheet) -> str:
    return "Minesweeper puzzles"


def solutions(m: kinds.Solutions) -> str:
    return "Solutions"


# -- exercises ------------------------------------------------------------------------------------

_ADVICE = {
    "neighbours": "Count again: left, right, above, below and the four corners.",
    "choices": "Not quite. In how many ways can you pick 3 cells of 5? And 4 cells of 5?",
    "pairs": "Each clause meets 999 others. But then every pair is counted twice.",
    "both sides": "Put both together, and leave out what they disagree about, on both sides.",
    "independent parts": "Not quite. Which parts of the board have nothing to do with each other?",
    "no guess needed": "You need not guess: a cell is certainly safe.",
    "one cell": "Write one cell: the one that you would open.",
    "no conflict": "These can all be right at once: some board agrees with every one of them.",
    "not enough": "They are not enough: a board agrees with them, and still it is otherwise.",
    "one too many": "That is enough, but you need fewer: one of them can be left out.",
    "one clause": "Write one clause: two clauses have one child.",
    "still disagreed": "That follows, but the cell that they disagree about should be gone.",
    "says less": "That follows, but it says less than their child does.",
    "nothing possible": f"These can't all be true, whatever {mark('A1')} is. "
    "Leave something possible.",
    "empty clause last": "The last line must be the empty clause: 0 alone.",
    "a zero": "Your number is 0: then everything around it is safe.",
    "nothing safe": "No cell is certainly safe in your position.",
    "on this page": "That one is on this page: draw one of your own.",
    "only by count": "A cell is safe in your position only by the mine count: here the numbers "
    "must do.",
}
_STEP_GAPS = {
    "no cell": "they do not disagree about any cell",
    "several cells": "they disagree about more than one cell",
    "other rest": "leave out what they disagree about, and keep the rest",
    "no fact": "neither is a fact, and here every step uses one",
}
_FORMS = {
    "cells": f"The names of cells, such as: {mark('B2')} {mark('C4')}",
    "literals": f"Literals, such as: {mark('A1')} ~{mark('B1')}",
    "number": "A whole number.",
    "numbers": "Whole numbers, such as: 2 5 6",
    "chance": "A fraction, a decimal or a percentage: 1/3, 0.333 or 33.3%",
    "clauses": f"One clause per line, such as: {mark('A1')} | ~{mark('B1')}",
    "proof": "One step per line: its number, its clause, and where it comes from. "
    f"Such as: 1. {mark('A1')} | {mark('B1')} {mark('A2')}, and then: 3. ~{mark('C1')} from 1 2",
    "position": "The size and the mines on line one, such as 5x3x2, then the rows: "
    ". is hidden, 0 to 8 is open.",
    "drat": "One clause per line, as numbers with a 0 at the end; the last line is 0.",
}
_PAGE_LABELS = {
    "exercises": "Exercises",
    "answer": "Answer",
    "more": "More of them",
    "lesson": "Lesson",
}


def _mines_at(names: Sequence[CellName]) -> str:
    """Where the mines of a board are."""
    return f"{plural(len(names), 'mine', 'mines')} at {cells(names)}" if names else "no mine at all"


def answer_is_right(m: kinds.AnswerIsRight) -> str:
    return "Correct."


def advised(m: kinds.Advised) -> str:
    return _ADVICE[m.advice]


def chance_is_off(m: kinds.ChanceIsOff) -> str:
    return f"That is too {'high' if m.is_high else 'low'}."


def impossible_count(m: kinds.ImpossibleCount) -> str:
    return f"It can't have {m.mines}: try to place so many mines, and look at the numbers."


def more_to_find(m: kinds.MoreToFind) -> str:
    more = f"{m.count} more {plural(m.count, m.what, f'{m.what}s')}"
    return f"So far all are right. {more} can {'go' if m.what == 'line' else 'be found'}."


def more_cells_to_find(m: kinds.MoreCellsToFind) -> str:
    right = "So far all are right." if m.begun else "Look again."
    noun = "certain mine" if m.are_mines else "certainly safe cell"
    are = plural(m.count, "is", "are")
    return f"{right} There {are} {m.count} more {plural(m.count, noun, f'{noun}s')}."


def is_open_already(m: kinds.IsOpenAlready) -> str:
    return f"{mark(m.cell)} is open already."


def is_certain_but_other(m: kinds.IsCertainButOther) -> str:
    return f"{mark(m.cell)} is certain, but it is {'a mine' if m.is_mine else 'safe'}."


def claim_uncertain(m: kinds.ClaimUncertain) -> str:
    board = f"a board that fits has {'no' if m.is_mine else 'a'} mine there"
    return f"{mark(m.cell)} is not certain: {board}. Can you find it?"


def another_is_better(m: kinds.AnotherIsBetter) -> str:
    better = "less likely to be a mine" if m.safer else "better"
    return f"Another cell is {better} than {mark(m.cell)}."


def open_is_no_mine(m: kinds.OpenIsNoMine) -> str:
    return f"{mark(m.cell)} is open: it is no mine."


def clue_touches(m: kinds.ClueTouches) -> str:
    return capital(f"{clue(m.clue)} would touch {m.mines} of your mines.")


def other_total(m: kinds.OtherTotal) -> str:
    return f"All numbers fit, but the board has {m.mines} mines, and you wrote {m.written}."


def shows_no_number(m: kinds.ShowsNoNumber) -> str:
    return f"{mark(m.cell)} is hidden: write cells that show a number."


def does_not_touch(m: kinds.DoesNotTouch) -> str:
    return f"{mark(m.clue)} does not touch {mark(m.cell)}."


def clauses_differ(m: kinds.ClausesDiffer) -> str:
    differ = "rule out a board that the number allows"
    if m.allowed:
        differ = "also allow a board that the number rules out"
    return f"Your clauses {differ}: {_mines_at(m.mines)}."


def number_out_of_reach(m: kinds.NumberOutOfReach) -> str:
    return f"A number that touches {m.cells} hidden cells is 0 to {m.cells}."


def number_differs(m: kinds.NumberDiffers) -> str:
    if m.allowed:
        return f"The clauses allow {_mines_at(m.mines)}; a {m.number} does not."
    return f"A {m.number} allows {_mines_at(m.mines)}; the clauses do not."


def not_their_child(m: kinds.NotTheirChild) -> str:
    where = _mines_at(m.mines)
    return f"That does not follow: both clauses hold with {where}, yours does not."


def no_such_line(m: kinds.NoSuchLine) -> str:
    return f"There is no {'step' if m.is_step else 'line'} {m.number}."


def line_must_stay(m: kinds.LineMustStay) -> str:
    return f"Line {m.number} must stay: no other line alone says as much."


def fact_not_found(m: kinds.FactNotFound) -> str:
    text = clause(m.literal)
    if m.opposite:
        return f"{text} does not come out, but its opposite does."
    return f"{text} does not come out: no clause is ever down to it alone."


def is_unit(m: kinds.IsUnit) -> str:
    return f"{clause(m.clause)} is a unit: dominoes fall."


def claim_not_entailed(m: kinds.ClaimNotEntailed) -> str:
    cell = mark(m.cell)
    where = _mines_at(m.mines)
    return f"{cell} does not follow: all your clauses hold with {where} and {cell} safe."


def other_end(m: kinds.OtherEnd) -> str:
    claim = clause(m.claim).replace("¬", "~")
    return f"Every step is right. But the last one must be {claim}."


def number_twice(m: kinds.NumberTwice) -> str:
    return f"There are two steps with the number {m.number}."


def uses_later_step(m: kinds.UsesLaterStep) -> str:
    return f"Step {m.number} uses step {m.parent}, which does not come before it."


def step_does_not_follow(m: kinds.StepDoesNotFollow) -> str:
    both = f"{clause(m.left)} and {clause(m.right)}"
    return f"Step {m.number} does not follow from {both}: {_STEP_GAPS[m.gap]}."


def step_is_not_read(m: kinds.StepIsNotRead) -> str:
    source = clue(m.source) if isinstance(m.source, ClueName) else mark(m.source or "")
    gap = {
        "no claim": "there is nothing to claim here: start from numbers",
        "other claim": f"the claim to be refuted is {source}",
        "hidden": f"{source} is hidden: it shows no number",
        "not said": f"that is not what {'the mine count' if m.source is None else source} says",
    }[m.gap]
    return f"Step {m.number}: {gap}."


def step_is_right(m: kinds.StepIsRight) -> str:
    return f"Step {m.number} follows from what it names."


def line_not_implied(m: kinds.LineNotImplied) -> str:
    end = "with its literals false, the dominoes end in no contradiction"
    return f"Line {m.line} does not follow: {end}."


def open_cells(m: kinds.OpenCells) -> str:
    return f"Your position has {m.count} open cells: it should be one."


def certain_in_yours(m: kinds.CertainInYours) -> str:
    return f"In your position, {mark(m.cell)} is certainly {'a mine' if m.is_mine else 'safe'}."


def easier_way(m: kinds.EasierWay) -> str:
    return f"In your position, something easier shows a safe cell: {m.technique}."


def harder_way(m: kinds.HarderWay) -> str:
    by = "by the mine count"
    if m.wanted == "subset":
        by = "by two numbers of which one has all cells of the other"
    return f"A cell is safe in your position, but not {by}: it takes {m.technique}."


def matching_suffices(m: kinds.MatchingSuffices) -> str:
    return f"An agent with k = 2 finds a safe cell in your position, by {m.technique}."


def how_to_answer(m: kinds.HowToAnswer) -> str:
    return _FORMS[m.form]


def how_to_check(m: kinds.HowToCheck) -> str:
    return (
        "Write an answer in a file and check it, as often as you like: "
        f"`sapper exercise {m.lesson}.1 answer.txt`. Or on the page, under Learn, Lessons. "
        f'Or in Python: `from sapper.classroom import check`, then `check("{m.lesson}.1", '
        '"...")`.'
    )


def page_label(m: kinds.PageLabel) -> str:
    return _PAGE_LABELS[m.label]


def board_size(m: kinds.BoardSize) -> str:
    return f"{m.width}x{m.height}, {mines(m.mines)}"
