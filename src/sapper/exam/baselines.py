"""Baselines: simple programs that take the exam, for comparison.

    blind         does not reason: every cell is undetermined and has the share of mines as its
                  chance, every proof cites everything, and the best cell is said to be the one that
                  is farthest from any open cell
    random        every answer is drawn at random
    density       like blind, but opens random cells, and proofs cite only the mine count
    single clue   reasons with one clue at a time, and guesses at random
    textbook      reasons like the textbook agent: it matches clauses and cites its derivations
    odds          knows the exact odds but not the reasons: it cites all clues that are linked to
                  the cell, or everything if these are not enough, and opens the safest cell
    champion      the best answer to every item
    liar          is always sure. Half the time it gives the best answer or the likelier verdict,
                  and otherwise a bad one

The same seed gives the same answers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sapper.agents import make
from sapper.agents.textbook import certain
from sapper.core.constraints import mine, safe
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.errors import quote
from sapper.exam.grading import (
    chances,
    claim_of,
    counterexample,
    density,
    farthest_cells,
    verdict,
    wins,
)
from sapper.exam.items import ExamError, Item
from sapper.exam.playing import Decide, agent_decides, play
from sapper.exam.reading import MINES, VERDICTS, Answered, ExamAnswer
from sapper.explain.clues import Clues, settling_clues
from sapper.ladder.puzzle import spread
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import proof_text

CLUES = 3
"""the number of clues that `random` cites"""


def answers(
    name: str,
    items: Sequence[Item],
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    samples: int = 1,
) -> list[Answered]:
    """The answers of a baseline to these items. Each item is answered `samples` times."""
    if name not in BASELINES:
        raise ExamError(f"{quote(name)} is not a baseline: use {', '.join(BASELINES)}")
    found: list[Answered] = []
    for sample in range(1, samples + 1):
        key = seed if sample == 1 else spread(seed, sample)
        for item in items:
            one = _Question(item, random.Random(spread(key, f"{name} {item.id}")))
            found.append(Answered(item.id, BASELINES[name](one), sample=sample))
            if progress is not None:
                progress(len(found), samples * len(items))
    return found


@dataclass(frozen=True, slots=True)
class _Question:
    """An item, with a random number generator for its answer."""

    item: Item
    rng: random.Random = field(repr=False)

    @property
    def view(self) -> View:
        return self.item.view

    def each(self, say: Callable[[Cell], Any]) -> ExamAnswer:
        return {name: say(cell) for name, cell in self.item.named.items()}

    def named(self, cells: Sequence[Cell]) -> list[str]:
        return [self.view.grid.name(cell) for cell in cells]

    def clues(self) -> list[Cell]:
        """The open cells that touch a hidden cell."""
        return Clues(self.view).all()

    def opened(self, cells: Sequence[Cell]) -> ExamAnswer:
        return {"cell": self.view.grid.name(self.rng.choice(cells))}

    def game(self, decide: Decide) -> ExamAnswer:
        return {"moves": play(self.item, decide)[0]}


def _random(one: _Question) -> ExamAnswer:
    match one.item.part:
        case "deduce":
            return one.each(lambda _: one.rng.choice(VERDICTS))
        case "prove":
            clues = one.clues()
            return {"clues": one.named(sorted(one.rng.sample(clues, min(CLUES, len(clues)))))}
        case "estimate":
            return one.each(lambda _: one.rng.random())
        case "choose":
            return one.opened(one.view.hidden)
    return one.game(lambda view: f"guess {view.grid.name(one.rng.choice(view.hidden))}")


def _density(one: _Question) -> ExamAnswer:
    match one.item.part:
        case "deduce":
            return one.each(lambda _: "undetermined")
        case "prove":
            return {"clues": [MINES]}
        case "estimate":
            return one.each(lambda _: density(one.view))
    return _random(one)


def _blind(one: _Question) -> ExamAnswer:
    match one.item.part:
        case "prove":
            opened = [cell for cell in range(one.view.level.size) if one.view[cell] < HIDDEN]
            return {"clues": [*one.named(opened), MINES]}
        case "choose":
            return one.opened(farthest_cells(one.view))
    return _density(one)


def _single_clue(one: _Question) -> ExamAnswer:
    if one.item.part == "play":
        seed = one.rng.randrange(2**32)
        return one.game(agent_decides(make("techniques", "random", seed, most="single clue")))
    knowledge = Knowledge(one.view.level)
    knowledge.see(one.view)
    knowledge.settle()
    return _known(one, knowledge)


def _textbook(one: _Question) -> ExamAnswer:
    if one.item.part == "play":
        return one.game(agent_decides(make("textbook", "vote", one.rng.randrange(2**32))))
    knowledge = Knowledge(one.view.level)
    knowledge.see(one.view)
    knowledge.expand_unreduced()
    knowledge.kb.propagate()
    while certain(knowledge):
        pass
    return _known(one, knowledge)


def _known(one: _Question, knowledge: Knowledge) -> ExamAnswer:
    """The answer of an examinee that knows only the facts it has proved."""

    def is_mine(cell: Cell) -> bool | None:
        return knowledge.kb.ask(mine(cell))

    match one.item.part:
        case "deduce":
            words = {True: "mine", False: "safe", None: "undetermined"}
            return one.each(lambda cell: words[is_mine(cell)])
        case "prove":
            (cell,) = one.item.named.values()
            if is_mine(cell) is None:
                near = [c for c in one.clues() if c in one.view.grid.neighbours(cell)]
                return {"clues": one.named(near)}
            proof = knowledge.kb.proof(mine(cell) if is_mine(cell) else safe(cell))
            assert proof is not None
            return {"proof": proof_text(proof, one.view.grid)}
        case "estimate":
            rest = knowledge.mines_left / max(len(knowledge.unknown), 1)
            odds = {True: 1.0, False: 0.0, None: min(max(rest, 0.0), 1.0)}
            return one.each(lambda cell: odds[is_mine(cell)])
    return one.opened(knowledge.unknown)


def _odds(one: _Question) -> ExamAnswer:
    found = chances(one.view)
    match one.item.part:
        case "deduce":
            return one.each(lambda cell: verdict(found[cell]))
        case "prove":
            linked = _linked(one)
            if counterexample(one.view, linked, counted=False, claim=claim_of(one.item)) is None:
                return {"clues": one.named(linked)}
            return {"clues": [*one.named(one.clues()), MINES]}
        case "estimate":
            return one.each(lambda cell: found[cell])
        case "choose":
            safest = make("odds").choose(one.view)
            assert safest is not None
            return {"cell": one.view.grid.name(safest.moves[-1].cell)}
    return one.game(agent_decides(make("odds")))


def _linked(one: _Question) -> list[Cell]:
    """The clues that touch the named cell, or a hidden cell that such a clue touches, and so on."""
    near = one.view.grid.neighbours
    cells, clues = list(one.item.named.values()), set[Cell]()
    for cell in cells:  # the list grows
        for clue in near(cell):
            if one.view[clue] < HIDDEN and clue not in clues:
                clues.add(clue)
                cells += [other for other in near(clue) if one.view[other] >= HIDDEN]
    return sorted(clues)


def _champion(one: _Question) -> ExamAnswer:
    match one.item.part:
        case "prove":
            found = settling_clues(Clues(one.view), claim_of(one.item))
            return {"clues": [*one.named(found.clues), *[MINES] * found.mine_count]}
        case "choose":
            after = wins(one.view)
            return {"cell": one.view.grid.name(max(after, key=after.__getitem__))}
        case "play":
            return one.game(agent_decides(make("champion")))
    return _odds(one)


def _liar(one: _Question) -> ExamAnswer:
    found = chances(one.view) if one.item.part != "play" else ()

    def honest() -> bool:
        return one.rng.random() < 0.5

    match one.item.part:
        case "deduce":
            return one.each(lambda cell: "mine" if (found[cell] >= 0.5) is honest() else "safe")
        case "estimate":
            return one.each(lambda cell: float((found[cell] >= 0.5) is honest()))
        case "prove":
            return _champion(one) if honest() else _random(one)
        case "choose":
            after = wins(one.view)
            best = max if honest() else min
            return {"cell": one.view.grid.name(best(after, key=after.__getitem__))}
    champion = agent_decides(make("champion"))

    def decide(view: View) -> str:
        if honest():
            return champion(view).replace("guess", "open")
        return f"open {view.grid.name(one.rng.choice(view.hidden))}"

    return one.game(decide)


BASELINES: dict[str, Callable[[_Question], ExamAnswer]] = {
    "blind": _blind,
    "random": _random,
    "density": _density,
    "single clue": _single_clue,
    "textbook": _textbook,
    "odds": _odds,
    "champion": _champion,
    "liar": _liar,
}
