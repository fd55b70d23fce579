"""The command for logic: logic."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sapper.cli.common import JsonOption, MoveOption, app, load_position, out, print_json
from sapper.cli.first_order import about_position
from sapper.errors import SapperError, quote
from sapper.formats import read_text
from sapper.logic import LimitError, LogicError, clause_text
from sapper.logic.cnf import Conversion, to_cnf
from sapper.logic.dimacs import dimacs_text
from sapper.logic.formula import Formula, Not, parse, symbols_of
from sapper.logic.theory import Theory, parse_theory
from sapper.logic.truth_table import TruthTable, truth_table
from sapper.reason.first_order import BUILT_IN
from sapper.words import plural


@app.command("logic")
def logic_command(
    file: Annotated[
        Path,
        typer.Argument(
            help="A file of sentences, one per line, with ¬ ∧ ∨ ⇒ ⇔ (or ~ & | => <=>) and ( ). A "
            "line that starts with ? is a question, and # starts a comment. A DIMACS file of "
            "clauses works too. Use - for standard input. With --position, also the name of "
            "built-in rules: course, mistake or clues.",
            metavar="FILE",
        ),
    ],
    position: Annotated[
        str | None,
        typer.Option(
            help="Read first-order sentences about the cells of this position, such as "
            "'forall x, y: hint(x) = known_mines(x) and adjacent(x, y) and unmarked(y) => "
            "safe(y)'. In the documentation, logic.md lists their words.",
            metavar="POSITION",
        ),
    ] = None,
    move: MoveOption = None,
    ask: Annotated[
        list[str] | None, typer.Option(help="Another question. Repeatable.", metavar="SENTENCE")
    ] = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Show a resolution proof of every answer.")
    ] = False,
    dpll: Annotated[
        bool,
        typer.Option(
            "--dpll",
            help="Show the search for a model in which the question is false. If there is "
            "no question, search for any model.",
        ),
    ] = False,
    chain: Annotated[
        Literal["forward", "backward"] | None,
        typer.Option(
            help="Answer each question, which must be a symbol, mine(A1) or safe(A1), by chaining "
            "Horn clauses. If no question is given, chain forward as far as possible."
        ),
    ] = None,
    cnf: Annotated[
        bool, typer.Option("--cnf", help="Show how each sentence becomes clauses.")
    ] = False,
    table: Annotated[
        bool,
        typer.Option(
            "--table", help="Print a truth table with a column for each sentence and question."
        ),
    ] = False,
    dimacs: Annotated[
        bool, typer.Option("--dimacs", help="Print only the clauses, in DIMACS format.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Prove consequences of sentences in propositional or first-order logic.

    Propositional sentences have symbols, and their models are counted. With --position, sentences
    speak of the cells of a position. A task that would need more than a few seconds is abandoned
    with a message.
    """
    if position is not None:
        refused = {"--dpll": dpll, "--table": table, "--dimacs": dimacs}
        for option in (name for name, chosen in refused.items() if chosen):
            raise SapperError(f"{option} can't be combined with --position")
        about_position(
            str(file), load_position(position, move), ask or [], proof, chain, cnf, as_json
        )
        return
    if move is not None:
        raise SapperError("--move needs --position")
    if str(file) in BUILT_IN and not file.exists():
        raise SapperError(f"{file} are first-order rules: add --position POSITION")
    try:
        theory, questions = parse_theory(read_text(file))
    except LogicError as problem:
        problem.place = f"{file}: {problem.place}"
        raise
    questions += [_question(text) for text in ask or ()]
    if dimacs:
        print(dimacs_text(theory.cnf()), end="")
        return
    facts = _facts(theory)
    answers = [_answer(theory, question, facts["models"] is not None) for question in questions]
    conversions = [to_cnf(sentence.formula) for sentence in theory.sentences if cnf]
    if cnf:
        facts["cnf"] = [_conversion_json(conversion) for conversion in conversions]
    truth = None
    if table:
        formulas = [*(sentence.formula for sentence in theory.sentences), *questions]
        truth = truth_table(*formulas)
        facts["table"] = {
            "symbols": truth.symbols,
            "formulas": [str(formula) for formula in formulas],
            "rows": [[*model, *row] for model, row in zip(truth.models, truth.truth, strict=True)],
        }
    if proof and not facts["consistent"]:
        facts["proof"] = _proof(theory, parse("false"))
    name = theory.symbols.name
    if dpll and not questions:
        facts["search"] = theory.dpll().text(name).splitlines()
    if chain and not questions:
        if chain == "backward":
            raise LogicError(
                "backward chaining starts from a question: add one to the file, or use --ask"
            )
        facts["chain"] = theory.forward().text(name).splitlines()
    for answer, question in zip(answers, questions, strict=True):
        try:
            if proof and answer["verdict"] in ("entailed", "denied"):
                claim = question if answer["verdict"] == "entailed" else Not(question)
                answer["proof"] = _proof(theory, claim)
            if dpll:
                answer["search"] = theory.dpll(question).text(name).splitlines()
            if chain == "forward":
                answer["chain"] = theory.forward(question).text(name).splitlines()
            elif chain == "backward":
                answer["chain"] = theory.backward(question).text(name).splitlines()
        except LimitError as problem:
            verdict = "entailed" if answer["verdict"] == "anything" else answer["verdict"]
            problem.place = f"{file}: {quote(answer['question'])} is {verdict}, but "
            raise
    if as_json:
        print_json({**facts, "questions": answers})
    else:
        _print(facts, conversions, truth, answers)


def _question(text: str) -> Formula:
    try:
        return parse(text)
    except LogicError as problem:
        problem.place = "--ask, "
        raise


def _facts(theory: Theory) -> dict[str, Any]:
    consistent = theory.consistent
    facts: dict[str, Any] = {
        "sentences": [str(sentence.formula) for sentence in theory.sentences],
        "clauses": len(theory.clauses),
        "symbols": [theory.symbols.name(v) for v in sorted(theory.variables)],
        "consistent": consistent,
        "models": _count(theory) if consistent else 0,
    }
    if not consistent:
        facts["conflict"] = [str(formula) for formula in theory.conflict()]
    return facts


def _count(theory: Theory, question: Formula | None = None) -> int | None:
    try:
        return theory.count(question)
    except LimitError:
        return None


def _answer(theory: Theory, question: Formula, countable: bool) -> dict[str, Any]:
    verdict = theory.answer(question).verdict
    answer: dict[str, Any] = {"question": str(question), "verdict": verdict}
    known = {theory.symbols.name(v) for v in theory.variables}
    if verdict == "open" and (unused := sorted({*symbols_of(question)} - known)):
        answer["in_no_sentence"] = unused
    elif verdict == "open" and countable:
        holds, fails = _count(theory, question), _count(theory, Not(question))
        if holds is not None and fails is not None:
            answer["holds_in"], answer["of"] = holds, holds + fails
    return answer


def _proof(theory: Theory, claim: Formula) -> list[str]:
    text = theory.proof_text(claim)
    assert text is not None, "an entailed claim has a proof"
    return text.splitlines()


def _conversion_json(conversion: Conversion) -> dict[str, Any]:
    return {
        "steps": [{"formula": str(step.formula), "rule": step.rule} for step in conversion.steps],
        "clauses": _clause_texts(conversion),
    }


def _clause_texts(conversion: Conversion) -> list[str]:
    return [clause_text(clause, conversion.symbols.name) for clause in conversion.clauses]


def _print(
    facts: dict[str, Any],
    conversions: list[Conversion],
    truth: TruthTable | None,
    answers: list[dict[str, Any]],
) -> None:
    counts = (
        f"{_many(len(facts['sentences']), 'sentence')}, {_many(facts['clauses'], 'clause')}, "
        f"{_many(len(facts['symbols']), 'symbol')}"
    )
    if facts["models"] is None:
        out.print(f"{counts}: consistent, too many models to count")
    elif facts["consistent"]:
        out.print(f"{counts}: consistent, {_many(facts['models'], 'model')}")
    else:
        out.print(f"{counts}: contradictory, no model, so everything is entailed")
        out.print(f"in conflict: {';  '.join(facts['conflict'])}")
    _print_lines(facts.get("proof"))
    for conversion in conversions:
        _print_lines(str(conversion).splitlines())
        _print_lines(
            [f"clauses: {'  '.join(_clause_texts(conversion)) or 'none (it is always true)'}"]
        )
    if truth is not None:
        _print_lines(str(truth).splitlines())
    for key in ("search", "chain"):
        _print_lines(facts.get(key))
    for answer in answers:
        said = {
            "entailed": "entailed",
            "denied": "denied: its negation is entailed",
            "open": "open: neither it nor its negation is entailed",
            "anything": "entailed, as everything is",
        }[answer["verdict"]]
        if "of" in answer:
            said = f"open: holds in {answer['holds_in']} of {_many(answer['of'], 'model')}"
        if unused := answer.get("in_no_sentence"):
            occur = plural(len(unused), "occurs", "occur")
            said = f"open: {', '.join(unused)} {occur} in no sentence"
        out.print(f"? {answer['question']}   {said}")
        for key in ("proof", "search", "chain"):
            _print_lines(answer.get(key))


def _print_lines(lines: list[str] | None) -> None:
    for line in lines or ():
        out.print(f"    {line}")


def _many(count: int, noun: str) -> str:
    return f"{count:,} {plural(count, noun)}"
