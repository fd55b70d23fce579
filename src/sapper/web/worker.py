"""Worker: a process that reasons for the server. A JSON line in, JSON lines out.

    {"task": "analyse", "position": "9x9x10/open ..."}    ->  {"answer": {...}}
    {"task": "watch", "agent": "resolution", ...}         ->  {"frame": ...} until the end

What is asked about a running game takes its position and nothing else: what a client is told
can't depend on where its mines are.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sapper.agents import GlassBox
from sapper.agents.odds import Chance
from sapper.board import deal
from sapper.constraints import safe
from sapper.explain import Explanation, Uncertain
from sapper.explain import explain as explain_cell
from sapper.explain import hint as hint_in
from sapper.game import Game, Record
from sapper.grid import Cell, SapperError, percent
from sapper.knowledge import Deduction
from sapper.lab.study import Player
from sapper.level import Level
from sapper.logic import Clause, KnowledgeBase, Proof, clause_text
from sapper.metrics import measure
from sapper.odds import Odds, TooWideError, odds
from sapper.odds import numbers as numbers_of
from sapper.value import Value
from sapper.value import value as value_of
from sapper.view import HIDDEN, ContradictionError, Decision, View
from sapper.web.reading import read as read_file
from sapper.web.reading import read_board, read_position

MEMORY = 3 * 2**30

# A proof longer than this is not read by anyone; its length is still told.
PROOF_LIMIT = 200
KB_LIMIT = 20_000

# A value is estimated with so many seconds of work, on boards that have no more hidden cells; the
# logarithm is of the number of boards that are counted instead (native/value.cpp).
VALUE_BUDGET = 0.3
VALUE_CELLS = 2500
VALUE_BOARDS = 3.3


def view_of(position: str) -> View:
    """The view of a position, with all that the start rule promises."""
    return read_position(position).promised()


# -- what strangers send --------------------------------------------------------------------


def read(data: str) -> dict[str, Any]:
    """A file; JSON carries its bytes as the characters of these numbers."""
    return read_file(data.encode("latin-1"))


def board(text: str) -> str:
    """A board as the server may read it."""
    return str(read_board(text))


# -- about a position -----------------------------------------------------------------------


def analyse(position: str) -> dict[str, Any]:
    """The odds of a position, what is certain in it, or the clues that contradict each other."""
    given = read_position(position)
    head = {"level": str(given.level), "rows": given.rows, "first_is_safe": given.first_is_safe}
    if given.first_is_safe:
        return {**head, "risk": 0.0, "words": given.first_words}
    view = given.promised()
    try:
        found = odds(view)
    except ContradictionError as error:
        return {
            **head,
            "conflict": {
                "clues": error.clues,
                "mine_count": error.conflict.mine_count,
                "smallest": error.conflict.smallest,
                "words": f"{str(error)[0].upper()}{str(error)[1:]}.",
            },
        }
    values = found.array.ravel().tolist()
    safest = found.safest
    return {
        **head,
        "odds": [None if value != value else round(value, 6) for value in values],
        "safe": found.safe,
        "mines": found.mines,
        "safest": safest,
        "risk": None if safest is None else found[safest],
        "log10_solutions": found.log10_solutions,
        "words": _situation(view, found),
    }


def _situation(view: View, found: Odds) -> str:
    grid = view.grid
    count = found.log10_solutions
    power = str(round(count)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    boards = f"{10**count:,.0f}" if count < 6 else f"About 10{power}"
    boards = "One board fits" if boards == "1" else f"{boards} boards fit"
    safe = [cell for cell in found.safe if view[cell] >= HIDDEN]
    if safe:
        certain = f"{len(safe)} cell{'s are' if len(safe) > 1 else ' is'} certainly safe"
        return f"{boards}; {certain}. You need not guess."
    if found.safest is None:
        return f"{boards}; only mines are hidden."
    # The safest one is not always the one to win with: that is what the value is for.
    risk = percent(found[found.safest])
    safest = f"{grid.name(found.safest)}, a mine with a chance of {risk}"
    return f"{boards}; no cell is certainly safe. The safest one is {safest}."


def numbers(position: str, cell: Cell) -> dict[str, Any]:
    """What opening a hidden cell may show: the chances of a mine and of each number."""
    view = view_of(position)
    view.grid.name(cell)  # raises, naming the limit
    found = numbers_of(view, cell)
    return {
        "cell": cell,
        "risk": found.risk,
        "chances": found.chances,
        "boards": found.boards,
    }


def value(position: str) -> dict[str, Any]:
    """The chance to win from a position, and with each move that is worth a thought."""
    view = view_of(position)
    # To play so much on takes seconds; to count few boards does not, however large they are.
    if len(view.hidden) > VALUE_CELLS and odds(view).log10_solutions > VALUE_BOARDS:
        raise SapperError(
            f"too large for a value: {len(view.hidden)} cells are hidden, and games are played on "
            f"from up to {VALUE_CELLS}"
        )
    found = value_of(view, VALUE_BUDGET)
    certain = bool(found.moves) and found.moves[0].safe == 1.0
    moves = [
        {"cell": m.cell, "safe": m.safe, "win": m.win, "error": m.error, "exact": m.exact}
        for m in found.moves
    ]
    return {
        "win": found.win,
        "error": found.error,
        "boards": found.boards,
        "exact": found.exact,
        "certain": certain,
        "moves": moves,
        "words": _worth(view, found, certain),
    }


def _worth(view: View, found: Value, certain: bool) -> str:
    if not found.moves:
        return "Nothing is left to open: only mines are hidden."
    if found.exact and found.win == 1.0:
        words = "A certain win, exactly: the best strategy loses on no board that fits."
    elif found.exact:
        won = f"{found.win * found.boards:,.0f} of the {found.boards:,} boards that fit"
        words = f"{percent(found.win)} to win, exactly: the best strategy wins on {won}."
    else:
        words = (
            f"{percent(found.win)} ± {percent(2 * found.error)} to win: estimated on "
            f"{found.boards:,} boards that fit, played to their end by the champion."
        )
    if certain:
        return f"{words} Open what is safe first: it costs nothing."
    return f"{words} {_best_and_safest(view, found)}"


def _best_and_safest(view: View, found: Value) -> str:
    """Which cell to open to win the game, and which not to lose it now: often not the same."""
    name, chances, best = view.grid.name, odds(view), found.moves[0].cell
    assert chances.safest is not None, "there is a cell to open"
    by = "The best" if found.exact else "By this estimate the best"
    if chances[best] == chances[chances.safest]:
        return f"{by} cell to open is {name(best)}, and none is safer."
    risk, least = percent(chances[best]), percent(chances[chances.safest])
    return (
        f"{by} cell to open is {name(best)}, a mine with a chance of {risk}; the safest is "
        f"{name(chances.safest)}, with {least}."
    )


# -- about a game ---------------------------------------------------------------------------


def luck(record: str) -> dict[str, Any]:
    """The guesses of a finished game: cells opened at a risk, and the chance to survive all."""
    parsed = Record.parse(record)
    guesses = 0
    survived = 1.0
    for game, (_, move) in zip(parsed.replay(), parsed.moves, strict=False):
        if move.kind == "open" and (risk := _risk(game.view, move.cell)):
            guesses += 1
            survived *= 1 - risk
    return {"guesses": guesses, "luck": survived}


def metrics(record: str) -> dict[str, Any]:
    """What a finished game is measured by."""
    return measure(Record.parse(record)).to_json()


def _risk(view: View, cell: Cell) -> float:
    """The chance of a mine; 0 for the first cell, which the start rule protects."""
    if view.first_is_safe:
        return 0.0
    return odds(view.promised())[cell] if view[cell] >= HIDDEN else 0.0


# -- watching -------------------------------------------------------------------------------


def watch(agent: str, level: str, seed: int, guess: str | None = None) -> Iterator[dict[str, Any]]:
    """An agent's game, one frame per cell that it opens: what it saw, knew, concluded and did."""
    game = Game(deal(Level.parse(level), seed))
    player = Player(agent, guess).for_board(seed)
    shown = Shown()
    while game.outcome is None:
        start = time.perf_counter()
        decision = player.choose(game.view)
        ms = round((time.perf_counter() - start) * 1000, 2)
        kb = player.kb if isinstance(player, GlassBox) else None
        if decision is None:
            yield {**shown.frame(game, kb), "ms": ms, "stuck": stuck(game.view)}
            return
        for move in decision.moves:
            # A cell that an earlier one's region opened needs no move, and no frame.
            if move.kind == "open" and game.outcome is None and game.view[move.cell] >= HIDDEN:
                why = reason(decision, move.cell, game.view)
                yield {**shown.frame(game, kb), "ms": ms, "decision": why}
                ms = 0.0
            game.play(move)
    yield shown.frame(game, None)


class Shown:
    """What the watcher knows already, so that a frame says only what is new; mutable."""

    def __init__(self) -> None:
        self.text = ""
        self.clauses: frozenset[Clause] = frozenset()
        self.facts: frozenset[int] = frozenset()

    def frame(self, game: Game, kb: KnowledgeBase | None) -> dict[str, Any]:
        """The cells, clauses and facts that changed since the last frame."""
        text = "".join(game.view.rows if game.outcome is None else game.answer)
        changed = [c for c in range(len(text)) if not self.text or self.text[c] != text[c]]
        self.text = text
        frame: dict[str, Any] = {
            "cells": changed,
            "symbols": "".join(text[c] for c in changed),
            "outcome": game.outcome.value if game.outcome else None,
        }
        if kb is not None:
            frame["kb"] = {"clauses": len(kb), "facts": len(kb.facts)}
            if len(kb) <= KB_LIMIT:
                clauses, facts = frozenset(kb.clauses()), kb.facts
                frame["kb"]["added"] = [c.literals for c in clauses - self.clauses]
                frame["kb"]["removed"] = [c.literals for c in self.clauses - clauses]
                frame["kb"]["settled"] = sorted(facts - self.facts, key=abs)
                self.clauses, self.facts = clauses, facts
        return frame


def reason(decision: Decision, cell: Cell, view: View) -> dict[str, Any]:
    """Why this cell of a decision is opened, for people."""
    why = decision.reason
    # A decision opens every cell known to be safe; each of them has a reason of its own.
    if isinstance(why, Deduction):
        why = Deduction(why.kb, safe(cell))
    elif isinstance(why, Chance):
        why = replace(why, cells=(cell,))
    answer: dict[str, Any] = {
        "certain": why.certain,
        "words": why.words(view.grid) + ".",
        "cells": [cell],
        "clues": [],
        "argument": [],
        "proof": [],
        "steps": 0,
    }
    if isinstance(why, Deduction) and why.derived:
        proof = why.proof
        answer["clues"] = why.clues
        answer["proof"] = proof_lines(proof, view)
        answer["steps"] = len(proof)
    elif why.certain:
        # The agent has an oracle's word and no proof; the explanation has one for every such cell.
        try:
            found = explain_cell(view, cell)
        except TooWideError:
            return answer  # a SAT solver may go on where the border is too wide to explain
        assert isinstance(found, Explanation)
        told = argument(found)
        answer["clues"] = found.evidence.clues
        answer["argument"] = told["steps"]
        answer["proof"] = told["proof"]
        answer["steps"] = 0 if found.proof is None else len(found.proof)
    return answer


def proof_lines(proof: Proof, view: View) -> list[dict[str, Any]]:
    """A proof for the page: each clause, where it comes from, and the cells to highlight."""
    grid = view.grid
    number = {step.id: i for i, step in enumerate(proof.steps, 1)}
    lines = []
    for step in proof.steps[:PROOF_LIMIT]:
        clue = step.origin if isinstance(step.origin, int) else None
        if step.parents:
            why = "from " + " ".join(str(number[parent]) for parent in step.parents)
        elif clue is not None:
            why = f"the {view[clue]} at {grid.name(clue)}"
        else:
            why = str(step.origin)
        lines.append(
            {
                "number": number[step.id],
                "clause": clause_text(step.clause, lambda v: grid.name(v - 1)),
                "why": why,
                "cells": [abs(x) - 1 for x in step.clause.literals],
                "clue": clue,
            }
        )
    return lines


def stuck(view: View) -> dict[str, Any]:
    """Why an agent has no move: whether there is one, and what it would have needed."""
    chances = odds(view)
    name = view.grid.name
    if not chances.safe:
        words = "Nothing is certain here, so no reasoning helps: any move is a guess."
        safest = chances.safest
        if safest is not None:
            risk = percent(chances[safest])
            words += f" The safest one is {name(safest)}, a mine with a chance of {risk}."
        return {"words": words, "provable": False, "cells": () if safest is None else (safest,)}
    found = explain_cell(view, hint_in(view, 4).cells[0])
    assert isinstance(found, Explanation)
    words = f"{name(found.cell)} is safe, but this agent can't prove it"
    length = "" if found.proof is None else f" (a proof of {len(found.proof)} steps)"
    if found.mine_count:
        words += f": it takes the mine count{length}."
    else:
        clues = f"{len(found.clues)} clues" if len(found.clues) > 1 else "one clue"
        words += f": it takes {clues} together, by {found.technique}{length}."
    return {"words": words, "provable": True, "cells": (found.cell,), "clues": found.clues}


# -- why ------------------------------------------------------------------------------------


def explain(position: str, cell: Cell | None = None) -> dict[str, Any]:
    """Why a cell is certain, or that it is not; without a cell, the easiest certain one."""
    view = view_of(position)
    found = explain_cell(view, cell)
    answer = {"cell": found.cell, **argument(found)}
    if isinstance(found, Uncertain):
        answer["examples"] = {
            "mine": found.rows(found.with_mine),
            "safe": found.rows(found.when_safe),
        }
    return answer


def hint(position: str, tier: int) -> dict[str, Any]:
    """A push of that strength: a nudge, the region, the clues, the cell, the proof."""
    view = read_position(position)
    found = hint_in(view, tier)
    chances = odds(view)
    certain = bool(chances.safe)
    first_is_safe = view.first_is_safe and not certain
    no_risk = certain or first_is_safe
    last = argument(found.reason) if found.reason is not None else {}
    return {
        "tier": tier,
        "certain": certain,
        "words": last.get("words", found.text),
        "region": found.cells if tier == 2 else (),
        "clues": found.clues,
        "cell": found.cells[0] if tier >= 4 and found.cells else None,
        "risk": None if no_risk or chances.safest is None else chances[chances.safest],
        "technique": last.get("technique"),
        "steps": last.get("steps", ()),
        "proof": last.get("proof", ()),
        "first_is_safe": first_is_safe,
    }


def argument(found: Explanation | Uncertain) -> dict[str, Any]:
    """An explanation for the page: each sentence with the cells to look at while reading it."""
    if isinstance(found, Uncertain):
        return {
            "verdict": "uncertain",
            "words": found.words(),
            "technique": None,
            "mine_count": False,
            "clues": (),
            "steps": (),
            "proof": (),
        }
    steps = []
    for index, (step, words) in enumerate(zip(found.steps, found.sentences, strict=True)):
        steps.append(
            {
                "words": words,
                "clues": sorted(step.clues),
                "cells": found.counted(index),
                "safe": [cell for f in step.facts if f.most == 0 for cell in f.cells],
                "mines": [c for f in step.facts if f.settles and f.most for c in f.cells],
            }
        )
    return {
        "verdict": found.claim,
        "words": found.summary,
        "technique": str(found.technique),
        "mine_count": found.mine_count,
        "clues": found.clues,
        "steps": steps,
        "proof": () if found.proof is None else proof_lines(found.proof, found.view),
    }


def ready() -> bool:
    """That the worker is up."""
    return True


TASKS = {
    f.__name__: f
    for f in (read, board, analyse, numbers, value, luck, metrics, explain, hint, ready)
}


def answer(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The lines that answer a request."""
    task = request.pop("task")
    try:
        if task == "watch":
            for frame in watch(**request):
                yield {"frame": frame}
            yield {"last": True}
        else:
            yield {"answer": TASKS[task](**request)}
    except SapperError as problem:
        yield {"refused": str(problem)}
    except MemoryError:
        yield {"refused": "this needs more memory than is allowed: it was given up"}
    except Exception:
        # A bug of ours; the worker lives on, and the server logs where it was.
        yield {"failed": traceback.format_exc()}


def main() -> None:
    """Answer line by line until the input ends."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # not on this system; the time limit remains
    if hasattr(os, "nice"):
        os.nice(5)  # those who play come before those who think
    for line in sys.stdin:
        for message in answer(json.loads(line)):
            try:
                print(json.dumps(message, separators=(",", ":")), flush=True)
            except BrokenPipeError:
                os._exit(0)


if __name__ == "__main__":
    main()
