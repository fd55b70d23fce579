"""Shows a grade in the terminal, or as an HTML page for the student."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from sapper.adapters import foreign
from sapper.adapters.names import is_program
from sapper.explain.pictures import sheet
from sapper.lab.grade.examine import Missed, SeenKb, Unsound
from sapper.lab.grade.marks import Grade, Share
from sapper.lab.grade.rubric import FAULTS
from sapper.lab.play import OUTCOMES
from sapper.lab.statistics import wilson
from sapper.ladder.techniques import Technique
from sapper.picture import terminal
from sapper.report import render
from sapper.words import how_many, plural
from sapper.words.en import percent  # the report is English
from sapper.words.text import capital

CLAIM, CLUE = "#d01040", "#1d5fd0"
REPEATED = "the agent played the same game differently the second time"


def lines(grade: Grade) -> list[str]:
    rows = [
        f"{grade.agent} on {_levels(grade)}: {grade.mark.words}",
        *(f"  {'' if row else 'points':8}  {part}" for row, part in enumerate(points(grade))),
        f"  games     {_outcomes(grade)}",
        f"  sound     {sound(grade)}",
    ]
    if grade.unsound:
        first = grade.unsound[0]
        position = terminal(first.moment.view.rows, mark=first.cell).plain.splitlines()
        board = terminal(first.refutation, mark=first.cell).plain.splitlines()
        rows += ["", "            the position:", *(f"            {row}" for row in position)]
        rows += ["            the board that fits:", *(f"            {row}" for row in board)]
        rows += [f"            {first.why}", ""]
    rows += [f"  complete  {complete(grade)}"]
    rows += [f"  missed    {_missed(miss)}" for miss in grade.examples()[:3]]
    rows += [f"  guesses   {guesses(grade)}", f"  others    {_others(grade)}"]
    rows += [f"  time      {_time(grade)}"]
    if grade.kb is not None:
        rows += [f"  kb        {kb_words(grade.kb)}"]
    if grade.kb is not None and grade.kb.wrong:
        board = terminal(grade.kb.wrong[0].wrong.board).plain.splitlines()
        rows += [f"            {row}" for row in board]
    if grade.failure:
        rows += [f"  failed    {grade.failure}"]
    rows += [f"  own work  {own_work(grade)}"]
    if not grade.repeatable:
        rows += [f"  repeated  {REPEATED}"]
    rows += [f"  faults    {', '.join(grade.faults) or 'none'}"]
    return rows


def sound(grade: Grade) -> str:
    given, false = grade.reasons
    why = f" Its reasons hold in {given - false} of {how_many(given, 'decision')}." if given else ""
    if not grade.claims:
        return f"the agent made no claims, so there was nothing to check.{why}"
    claims = f"{grade.claims:,} {plural(grade.claims, 'claim')}"
    if grade.unsound:
        count = f"{len(grade.unsound)} of {claims}"
        verb = "is" if len(grade.unsound) == 1 else "are"
        first = f"The first one, {grade.unsound[0].words}:"
        return f"no: {count} {verb} false on some board that fits the position.{why} {first}"
    if grade.claims == 1:
        return f"yes: its only claim holds on every board that fits.{why}"
    return f"yes: all of its {claims} hold on every board that fits.{why}"


def points(grade: Grade, missing: bool = False) -> list[str]:
    """The parts of the mark, each with the reason why points are missing."""
    rows = []
    for name, got, most in grade.mark.parts:
        lost = got < most - 1e-9
        why = f" ({why_lost(grade, name)})" if lost else ""
        rows += [f"{name} {got:.1f} of {most:.0f}{why}"] if lost or not missing else []
    return rows


def why_lost(grade: Grade, part: str) -> str:
    """The reason why a part of the mark lost points, with the first decision that cost points."""
    wrong = next((at for game in grade.examined for at in game.false_reasons), None)
    match part:
        case "sound" if grade.unsound:
            return f"{grade.unsound[0].words}. {grade.unsound[0].why}"
        case "sound" if wrong is not None:
            return f"{wrong.words}: the clues that it names don't prove its claim"
        case "sound":
            about = "about a cell that was not given" if grade.claims else ""
            return f"it made no claim {about}".strip()
        case "complete" | "runs" | "repeatable" if grade.unplayed:
            return f"{percent(grade.unplayed)} of the games were not played; {grade.failure}"
        case "complete":
            return ". ".join([complete(grade), *map(_missed, grade.examples()[:1])])
        case "runs" if grade.failure:
            return grade.failure
        case "repeatable" if not grade.repeatable:
            return REPEATED
        case "guesses":
            return guesses(grade)
        case "strength":
            return f"it won {grade.outcomes['won']} of {how_many(grade.asked, 'game')}"
    return "it solved no position"


def complete(grade: Grade) -> str:
    return ", ".join(map(_share, grade.complete.items())) or "no cell was provably safe"


def _share(one: tuple[Technique, Share]) -> str:
    technique, share = one
    false = f" less {share.false} cancelled" if share.false else ""
    return f"{technique} {share.solved}{false} of {share.count}"


def own_work(grade: Grade) -> str:
    """What the agent imported of Sapper's reasoning, and what nobody can see."""
    if not foreign(grade.agent):
        return "none: this is Sapper's own agent"
    if is_program(grade.agent):
        return "not checked: a program may use Sapper, or copy its files"
    found = ", ".join(grade.sapper)
    if found and grade.allow_sapper:
        return f"it uses {found}, which was allowed"
    tried = f"tried to import {found}, which was refused" if found else "imported no reasoning"
    return f"it {tried}. A copy of Sapper's files would not be noticed"


def kb_words(kb: SeenKb) -> str:
    """What is wrong in the knowledge base that the agent shows. This does not change the mark."""
    count = len(kb.wrong)
    words = f"{count} of {how_many(kb.clauses, 'clause')} {plural(count, 'is', 'are')} wrong"
    if kb.missing:
        words += f". The first fact that was missing when it was needed: {kb.missing[0].words}"
    if kb.problem:
        words += f". It can't be read: {kb.problem}"
    if kb.wrong:
        words += f". The first wrong clause: {kb.wrong[0].words}"
    return words


def guesses(grade: Grade) -> str:
    seen = grade.guesses
    if not seen.count:
        return "none"
    words = f"{seen.count} ({seen.needless} needless), at an average risk of {percent(seen.risk)}"
    if seen.least:
        words += f" when {percent(seen.least)} was possible"
    elif seen.risk:
        words += ", though a safe cell was there"
    if seen.lost is not None:
        words += (
            f". A necessary guess cost at least {percent(seen.lost)} of the chance of winning "
            f"({seen.judged} judged)"
        )
    if seen.said_error is not None:
        words += f". The odds it gave are off by {percent(seen.said_error)} on average"
    if "knows too much" in grade.faults:
        words += f". An honest agent survives this well less than once in {1 / seen.luck:,.0f} runs"
    return words


def _outcomes(grade: Grade) -> str:
    games = len(grade.games)
    parts = []
    for outcome in OUTCOMES:
        count = grade.outcomes[outcome]
        if count or outcome in ("won", "lost", "stuck"):
            low, high = wilson(count, games)
            parts.append(f"{outcome} {count} ({low:.0%} to {high:.0%})")
    short = f" of {grade.asked} (the others were not played)" if games < grade.asked else ""
    led = f", and led through {how_many(len(grade.led), 'recorded game')}"
    return f"{games}{short}: {', '.join(parts)}; seeds from {grade.seed}{led}"


def _levels(grade: Grade) -> str:
    return ", ".join(map(str, grade.levels))


def _others(grade: Grade) -> str:
    return ", ".join(
        f"{name} wins {played.count('won')} of {len(played)}"
        for name, played in grade.beside.items()
    )


def _time(grade: Grade) -> str:
    mean, most = grade.ms
    memory = "" if grade.peak is None else f"; {grade.peak:.0f} MiB of memory"
    late = f"; {how_many(grade.late, 'decision')} too late" if grade.late else ""
    return f"{_duration(mean)} of CPU time per game, at most {_duration(most)}{late}{memory}"


def _duration(ms: float) -> str:
    return f"{ms:.3g} ms" if ms < 1000 else f"{ms / 1000:.3g} s"


def _missed(miss: Missed) -> str:
    name = miss.moment.view.grid.name(miss.cell)
    where = miss.moment.words
    return f"{name} is safe ({miss.technique}), but the agent {miss.instead}: {where}"


def grade_html(grade: Grade) -> str:
    marks = [["part", "points", "of", "why points are missing"]]
    for name, got, most in grade.mark.parts:
        why = why_lost(grade, name) if got < most - 1e-9 else ""
        marks.append([name, f"{got:.1f}", f"{most:.0f}", why])
    techniques = [["technique", "solved", "missed", "cancelled", "share"]]
    for technique, s in grade.complete.items():
        counts = map(str, (technique, s.solved, s.missed, s.false))
        techniques.append([*counts, percent(s.share)])
    first = grade.unsound[0] if grade.unsound else None
    wrong = grade.kb.wrong[0].wrong if grade.kb is not None and grade.kb.wrong else None
    return render(
        "grade.html",
        title=grade.agent,
        name=_short(grade.agent),
        grade=grade,
        marks=marks,
        faults=FAULTS,
        own_work=own_work(grade),
        kb=grade.kb and capital(kb_words(grade.kb)),
        wrong=wrong,
        wrong_cells=wrong and {abs(literal) - 1: CLAIM for literal in wrong.clause},
        sound=capital(sound(grade)),
        outlines=first and {**dict.fromkeys(first.clues, CLUE), first.cell: CLAIM},
        refuted=first and _refuted(first),
        complete=techniques,
        missed=[(miss, _missed(miss), Markup(sheet(miss.why))) for miss in grade.examples()],
        guesses=capital(guesses(grade)),
        strength=_strength(grade),
        time=_time(grade),
        command=_command(grade),
    )


def _short(agent: str) -> str:
    """The file of an agent and its folder, which is often the student's."""
    return "/".join(Path(agent).parts[-2:])


def _command(grade: Grade) -> str:
    level = ["--level", str(grade.levels[0])] if len(grade.levels) == 1 else ["--rubric", "RUBRIC"]
    games = grade.asked // len(grade.levels)
    words = ["sapper", "grade", grade.agent, *level, "--games", str(games)]
    return shlex.join([*words, "--seed", str(grade.seed)])


def problem_html(agent: str, problem: str) -> str:
    name = _short(agent)
    command = f"sapper watch {shlex.quote(agent)}" if foreign(agent) else ""
    return render("problem.html", title=agent, name=name, problem=problem, command=command)


def _refuted(claim: Unsound) -> list[str]:
    rows = list(claim.refutation)
    row, column = divmod(claim.cell, len(rows[0]))
    if rows[row][column] == "*":
        rows[row] = f"{rows[row][:column]}X{rows[row][column + 1 :]}"
    return rows


def _strength(grade: Grade) -> list[list[str]]:
    rows = [["agent", *OUTCOMES, "won, 95% interval"]]
    everyone = {grade.agent: [game.played.outcome for game in grade.games]}
    everyone |= {name: games["outcome"] for name, games in grade.beside.items()}
    for name, outcomes in everyone.items():
        low, high = wilson(outcomes.count("won"), len(outcomes))
        counts = [str(outcomes.count(outcome)) for outcome in OUTCOMES]
        rows.append([name, *counts, f"{low:.1%} to {high:.1%}"])
    return rows


def class_rows(grades: Sequence[Grade | tuple[str, str]]) -> list[list[str]]:
    rows = [["agent", "mark", "passes", "sound", "won", "faults"]]
    for grade in grades:
        if isinstance(grade, tuple):
            name, why = grade
            rows.append([name, "0", "no", "", "", why])
            continue
        won = f"{grade.outcomes['won']} of {len(grade.games)}"
        sound = "no" if grade.unsound else "yes" if grade.claims else ""
        passes = "yes" if grade.mark.passed else "no"
        faults = ", ".join(grade.faults)
        rows.append([grade.agent, f"{grade.mark.points:.0f}", passes, sound, won, faults])
    return rows


def class_html(
    grades: Sequence[Grade | tuple[str, str]], files: dict[str, str], notes: Sequence[str] = ()
) -> str:
    return render(
        "class.html",
        title="A class of agents",
        heading=how_many(len(grades), "agent"),
        rows=class_rows(grades),
        files=files,
        notes=notes,
    )
