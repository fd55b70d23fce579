"""First-order sentences about a position, for the command logic."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sapper.agents.sat import certain
from sapper.cli.common import out, print_json
from sapper.core.constraints import mine, safe
from sapper.core.grid import Cell
from sapper.core.view import View
from sapper.errors import quote
from sapper.explain import explain
from sapper.formats import read_text
from sapper.logic import Literal, LogicError, clause_text
from sapper.logic.formula import Apply, Formula, Name, Not
from sapper.reason.first_order import (
    BUILT_IN,
    Cost,
    Found,
    backward,
    forward,
    propositional,
    read_rules,
    resolve,
)
from sapper.reason.grounding import Rule
from sapper.reason.odds import TooWideError
from sapper.words import how_many

SHOWN = 10
"""the maximum number of facts named in a line"""
_SAID = {
    "entailed": "entailed",
    "denied": "denied: its negation is entailed",
    "open": "open: neither it nor its negation is entailed",
    "anything": "entailed, as everything is",
}
_OPEN_HERE = "open: the sentences alone entail neither it nor its negation"


def about_position(
    file: str,
    view: View,
    asked: Sequence[str],
    proof: bool,
    chain: str | None,
    cnf: bool,
    as_json: bool,
) -> None:
    rules, questions = _read(file, view)
    for text in asked:
        try:
            questions.append(Rule.parse(text, view, len(questions) + 1))
        except LogicError as problem:
            problem.place = "--ask, "
            raise
    if chain == "backward" and not questions:
        raise LogicError(
            "backward chaining starts from a question: add one to the file, or use --ask"
        )
    found = forward(rules, view) if chain else resolve(rules, view)
    true = _true(view)
    facts = _facts(rules, view, found, true)
    if cnf:
        facts["cnf"] = [_ground_text(found, each) for each in found.ground]
    answers = []
    for question in questions:
        answer: dict[str, Any] = {"question": str(question), "verdict": found.answer(question)}
        literal = _literal(question.formula, view)
        if answer["verdict"] == "open" and literal is not None and true & {literal, -literal}:
            follows = min(true & {literal, -literal})
            answer["follows"] = found.marks.text(follows)
            if proof:
                answer["explained"] = _explained(view, abs(follows) - 1)
        if proof or chain == "forward":
            answer["proof"] = found.reasons(question)
        if chain == "backward":
            answer |= _backward(rules, view, question, literal)
        answers.append(answer)
    if as_json:
        print_json({**facts, "questions": answers})
        return
    _print(facts, answers)


def _read(file: str, view: View) -> tuple[list[Rule], list[Rule]]:
    built_in = file in BUILT_IN and not Path(file).exists()
    try:
        return read_rules(BUILT_IN[file] if built_in else read_text(Path(file)), view)
    except LogicError as problem:
        problem.place = f"{file}: {problem.place}"
        raise


def _true(view: View) -> frozenset[Literal]:
    """What all boards that fit have in common."""
    found = certain(view)
    return frozenset((*map(mine, found.mines), *map(safe, found.safe)))


def _explained(view: View, cell: Cell) -> list[str]:
    """The proof that `sapper explain` gives, or nothing if the border is too wide for it."""
    try:
        return explain(view, cell).proof_text().splitlines()
    except TooWideError:
        return []


def _literal(formula: Formula, view: View) -> Literal | None:
    """The literal that a question such as safe(A1) or ¬mine(A1) asks about, if it is one."""
    match formula:
        case Not(part):
            literal = _literal(part, view)
            return None if literal is None else -literal
        case Apply("mine" | "safe", (Name(name),)):
            cell = view.grid.parse_cell(name)
            return mine(cell) if formula.name == "mine" else safe(cell)
    return None


def _facts(
    rules: Sequence[Rule], view: View, found: Found, true: frozenset[Literal]
) -> dict[str, Any]:
    name = found.marks.text
    settled = list(found.steps)
    cost: Cost = propositional(view)
    return {
        "sentences": [str(rule) for rule in rules],
        "unmarked": sum(not known for known in found.marks.first),
        "rounds": [[name(fact) for fact in facts] for facts in found.rounds],
        "conflict": [_ground_text(found, each) for each in found.conflict],
        "unsound": [name(fact) for fact in settled if fact not in true],
        "instances": found.instances,
        "clauses": len({each.clause for each in found.ground}),
        "inferences": found.inferences,
        "settled": [name(fact) for fact in settled],
        "propositional": {
            "clauses": cost.clauses,
            "inferences": cost.inferences,
            "settled": [name(fact) for fact in sorted(cost.settled, key=abs)],
        },
    }


def _ground_text(found: Found, each: Any) -> str:
    return f"{clause_text(each.clause, found.marks.name)} by {each}"


def _backward(
    rules: Sequence[Rule], view: View, question: Rule, literal: Literal | None
) -> dict[str, Any]:
    if literal is None:
        raise LogicError(
            "backward chaining needs a goal such as safe(A1) or mine(A1), not "
            + quote(str(question))
        )
    answer = backward(rules, view, literal)
    return {
        "proof": answer.found.proof(literal) if answer.proved else [],
        "backward": {"proved": answer.proved, "goals": answer.goals, "tries": answer.tries},
    }


def _print(facts: dict[str, Any], answers: list[dict[str, Any]]) -> None:
    for number, sentence in enumerate(facts["sentences"], 1):
        out.print(f"sentence {number}: {sentence}")
    for number, names in enumerate(facts["rounds"], 1):
        out.print(f"round {number}: {_listed(names)}")
    for line in facts.get("cnf", ()):
        out.print(f"    {line}")
    if facts["conflict"]:
        out.print("the sentences contradict each other or the position:")
        for line in facts["conflict"]:
            out.print(f"    {line}")
    if facts["unsound"]:
        out.print(f"not sound: {_listed(facts['unsound'])} (false on a board that fits)")
    out.print("               clauses  inferences  cells settled")
    for name, row in (("the sentences", facts), ("textbook", facts["propositional"])):
        counts = f"{row['clauses']:>7,}  {row['inferences']:>10,}  {len(row['settled']):>13,}"
        out.print(f"{name:<14} {counts}")
    out.print(
        f"{how_many(facts['instances'], 'instance')} examined, for "
        + how_many(facts["unmarked"], "unmarked cell")
    )
    for answer in answers:
        said = _SAID[answer["verdict"]] if "follows" not in answer else _OPEN_HERE
        out.print(f"? {answer['question']}   {said}")
        for line in answer.get("proof", ()):
            out.print(f"    {line}")
        if "follows" in answer:
            explained = answer.get("explained")
            after = ":" if explained else ", as `sapper explain` shows"
            out.print(f"    {answer['follows']} follows from the clues{after}")
            for line in explained or ():
                out.print(f"    {line}")
        if "backward" in answer:
            cost = answer["backward"]
            out.print(
                f"    backward chaining: {how_many(cost['goals'], 'goal')}, "
                f"{how_many(cost['tries'], 'rule')} tried for this question"
            )


def _listed(names: list[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more:,} more" if more > 0 else "")
