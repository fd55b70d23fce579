"""Changes to genuine certificates, which the checkers must then refuse.

Most changes break a rule of the format, and their docstrings say which. A changed proof might still
be valid by chance. The function `holds` finds proofs that are still valid. It resolves the hints,
while the checkers use propagation.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from forgery import line, text
from reference import around
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.explain.certificate import Certificate


@dataclass(frozen=True, slots=True)
class Genuine:
    """A certificate and the explanation that it was made from."""

    why: Explanation
    made: Certificate

    @classmethod
    def of(cls, view: View, cell: int) -> Genuine:
        why = explain(view, cell)
        assert isinstance(why, Explanation)
        return cls(why, why.certificate())

    @property
    def lines(self) -> list[str]:
        return self.made.cnf.splitlines()

    @property
    def clauses(self) -> list[list[int]]:
        return [numbers(one) for one in self.lines if one[0] not in "cp"]

    def places(self, start: str) -> list[int]:
        """The indices of lines in claim.cnf that begin with `start`.

        If `start` is empty, these are the lines of the clauses.
        """
        return [
            place
            for place, one in enumerate(self.lines)
            if (one.startswith(start) if start else one[0] not in "cp")
        ]

    def clued(self) -> set[int]:
        """The hidden or flagged cells around the clues of the explanation."""
        view = self.why.view
        size = view.level.width, view.level.height
        near = {cell for clue in self.why.evidence.clues for cell in around(*size, clue)}
        return {cell for cell in near if view.states[cell] in (9, 10)}

    def with_lines(self, lines: Sequence[str]) -> Certificate:
        """Replace the lines of claim.cnf, with a matching header."""
        clauses = [numbers(one) for one in lines if one[0] not in "cp"]
        top = max(abs(x) for clause in clauses for x in clause)
        header = f"p cnf {top} {len(clauses)}"
        return replace(self.made, cnf=text([header if one[0] == "p" else one for one in lines]))

    def with_position(self, position: str) -> Certificate:
        """Replace the position, with a matching digest."""
        digest = hashlib.sha256(position.encode()).hexdigest()
        cnf = re.sub("sha256 .*", f"sha256 {digest}", self.made.cnf)
        return replace(self.made, position=position, cnf=cnf)

    def with_symbol(self, cell: int, symbol: str) -> Certificate:
        """Replace the symbol of a cell in the position, with a matching digest."""
        head, *rows = self.made.position.splitlines()
        row, column = divmod(cell, self.why.view.level.width)
        rows[row] = rows[row][:column] + symbol + rows[row][column + 1 :]
        return self.with_position(text([head, *rows]))


def numbers(of_line: str) -> list[int]:
    """The numbers before the final 0 of a line."""
    return [int(word) for word in of_line.split()[:-1]]


def tampered(it: Genuine, kind: str, draw: random.Random) -> Certificate | None:
    """The certificate after this change, or None if it might still be valid."""
    changed = KINDS[kind](it, draw)
    if changed is None or changed == it.made:
        return None
    proof = (changed.drat, changed.lrat)
    if proof != (it.made.drat, it.made.lrat) and holds(it.clauses, *proof):
        return None
    return changed


def holds(clauses: Sequence[Sequence[int]], drat: str, lrat: str) -> bool:
    """Whether resolving the hints of each step, in reverse order, gives a subset of the step."""
    known = [frozenset[int](), *map(frozenset, clauses)]
    if not lrat.endswith("\n") or not drat.endswith("\n"):
        return False
    for one, plain in zip(lrat.split("\n"), drat.split("\n"), strict=False):
        if not re.fullmatch(r"[1-9]\d*( -?[1-9]\d*)* 0( [1-9]\d*)+ 0", one):
            return one == plain == "" and not known[-1]
        own, *rest = numbers(one)
        step, hints = rest[: rest.index(0)], rest[rest.index(0) + 1 :]
        if own != len(known) or max(hints) >= own or plain != line(step):
            return False
        result = known[hints[-1]]
        for hint in reversed(hints[:-1]):
            pivots = [x for x in result if -x in known[hint]]
            if len(pivots) == 1:
                result = (result - {pivots[0]}) | (known[hint] - {-pivots[0]})
        if not result <= set(step):
            return False
        known.append(frozenset(step))
    return False


def _replaced(items: Sequence[str], place: int, *new: str) -> list[str]:
    """Replace the item at `place` with the new items, or remove it if there are none."""
    return [*items[:place], *new, *items[place + 1 :]]


# -- the position ----------------------------------------------------------------------------------


def _position(it: Genuine, draw: random.Random) -> Certificate:
    """Change a character, so that the digest no longer matches the position."""
    old = it.made.position
    place = draw.randrange(len(old))
    return replace(it.made, position=old[:place] + draw.choice("0123.F+x \n") + old[place + 1 :])


def _number(it: Genuine, draw: random.Random) -> Certificate | None:
    """Change the number of a clue that the proof uses, so that its clauses are wrong."""
    if not it.why.evidence.clues:
        return None
    return it.with_symbol(draw.choice(it.why.evidence.clues), str(draw.randrange(9)))


def _opened(it: Genuine, draw: random.Random) -> Certificate | None:
    """In the position, open a cell that has a variable, mark it as given, or hide a clue."""
    if not it.why.evidence.clues:
        return None
    if draw.random() < 0.3:
        return it.with_symbol(draw.choice(it.why.evidence.clues), draw.choice(".F+"))
    return it.with_symbol(draw.choice(sorted(it.clued())), draw.choice("012+"))


def _mines(it: Genuine, draw: random.Random) -> Certificate | None:
    """Change the number of mines if the proof uses it, so that the clauses are wrong."""
    level = it.why.view.level
    if not it.why.mine_count:
        return None
    head, _, rest = it.made.position.partition("\n")
    head = head.replace(f"x{level.mines}/", f"x{draw.randrange(level.size + 2)}/")
    return it.with_position(f"{head}\n{rest}")


# -- the claim and its clauses ---------------------------------------------------------------------


def _claim(it: Genuine, draw: random.Random) -> Certificate:
    """Claim the opposite, and sometimes change the clause of the claim to match.

    The opposite claim is false, so no proof of it is valid.
    """
    lines = it.lines
    flipped = {"safe": "mine", "mine": "safe"}[it.why.claim]
    lines[2] = lines[2].replace(it.why.claim, flipped)
    if draw.random() < 0.5:
        lines[-1] = line([-x for x in numbers(lines[-1])])
    return it.with_lines(lines)


def _claimed_cell(it: Genuine, draw: random.Random) -> Certificate:
    """Claim something about another cell, but leave the last clause unchanged."""
    name = it.why.view.grid.name(draw.randrange(it.why.view.level.size))
    return it.with_lines(_replaced(it.lines, 2, f"c claim {name} {it.why.claim}"))


def _clue(it: Genuine, draw: random.Random) -> Certificate | None:
    """Remove a clue but keep its clauses, or add a clue without its clauses."""
    view, used = it.why.view, it.places("c clue ")
    if used and draw.random() < 0.5:
        return it.with_lines(_replaced(it.lines, draw.choice(used)))
    size = view.level.width, view.level.height
    others = [
        cell
        for cell, state in enumerate(view.states)
        if state <= 8
        and cell not in it.why.evidence.clues
        and any(view.states[near] in (9, 10) for near in around(*size, cell))
    ]
    if not others:
        return None
    clue = f"c clue {view.grid.name(draw.choice(others))}"
    return it.with_lines([*it.lines[:3], clue, *it.lines[3:]])


def _told(it: Genuine, draw: random.Random) -> Certificate:
    """Say that a cell was given although it was not, or the other way round."""
    lines, told = it.lines, f"c given {it.why.view.grid.name(it.why.cell)}"
    if told in lines:
        return it.with_lines([one for one in lines if one != told])
    lines.insert(3, told)
    if draw.random() < 0.5:
        lines.insert(-1, line([-abs(x) for x in numbers(lines[-1])]))
    return it.with_lines(lines)


def _counted(it: Genuine, draw: random.Random) -> Certificate | None:
    """Remove the line about the mine count, but keep the clauses that depend on it."""
    return it.with_lines([one for one in it.lines if one != "c mine count"])


def _literal(it: Genuine, draw: random.Random) -> Certificate:
    """Flip, remove or double a literal of a clause, or add its opposite."""
    place = draw.choice(it.places(""))
    literals = numbers(it.lines[place])
    at = draw.randrange(len(literals))
    x = literals[at]
    literals[at : at + 1] = draw.choice([[-x], [], [x, x], [x, -x]])
    return it.with_lines(_replaced(it.lines, place, *([line(literals)] if literals else [])))


def _clause(it: Genuine, draw: random.Random) -> Certificate:
    """Remove, double or add a clause."""
    place = draw.choice(it.places(""))
    old, new = it.lines[place], line([draw.choice((1, -1)) * abs(draw.choice(it.clauses)[0])])
    return it.with_lines(_replaced(it.lines, place, *draw.choice([[], [old, old], [old, new]])))


def _header(it: Genuine, draw: random.Random) -> Certificate:
    """Change the number of variables or clauses, or write two headers or none."""
    (place,) = it.places("p")
    old = it.lines[place]
    variables, clauses = map(int, old.split()[2:])
    new = draw.choice([[], [old, old], [f"p cnf {variables + 1} {clauses}"], [old + "0"]])
    return replace(it.made, cnf=text(_replaced(it.lines, place, *new)))


def _variable(it: Genuine, draw: random.Random) -> Certificate:
    """Remove a variable, give it another cell or number, or name it twice."""
    place = draw.choice(it.places("c variable "))
    old = it.lines[place]
    index, name = old.split()[2:]
    other = it.why.view.grid.name(draw.randrange(it.why.view.level.size))
    if other == name:
        return it.made
    renamed, renumbered = f"c variable {index} {other}", f"c variable {int(index) + 1} {name}"
    new = draw.choice([[], [renamed], [renumbered], [old, renamed], [renamed, old]])
    return it.with_lines(_replaced(it.lines, place, *new))


def _swapped(it: Genuine, draw: random.Random) -> Certificate | None:
    """Swap the cells of two variables."""
    places = it.places("c variable ")
    if len(places) < 2:
        return None
    lines = it.lines
    one, two = draw.sample(places, 2)
    first, second = lines[one].split(), lines[two].split()
    lines[one] = " ".join([*first[:3], second[3]])
    lines[two] = " ".join([*second[:3], first[3]])
    return it.with_lines(lines)


def _digest(it: Genuine, draw: random.Random) -> Certificate:
    """Change a digit of the digest, or shorten it."""
    head, _, digest = it.lines[1].rpartition(" ")
    place = draw.randrange(64)
    digest = digest[:place] + draw.choice("0123456789abcdef") + digest[place + 1 :]
    digest = draw.choice([digest, digest, digest[:place]])
    return replace(it.made, cnf=text(_replaced(it.lines, 1, f"{head} {digest}")))


# -- the proof --------------------------------------------------------------------------------


def _drat(it: Genuine, draw: random.Random) -> Certificate:
    """Change a step of claim.drat, so that it differs from claim.lrat or breaks the grammar."""
    lines = it.made.drat.splitlines()
    place = draw.randrange(len(lines))
    old, some = lines[place], line(draw.choice(it.clauses))
    new = draw.choice(
        [[], [old, old], [f"d {some}", old], [some, old], ["c", old], ["", old], [old + " 0"]]
    )
    if len(old) > 1:
        new = draw.choice([new, [old.replace("-", "", 1)], [f"-{old}".replace("--", "")]])
    return replace(it.made, drat=text(_replaced(lines, place, *new)))


def _lrat(it: Genuine, draw: random.Random) -> Certificate:
    """Change an id, a literal or a hint of claim.lrat."""
    lines = it.made.lrat.splitlines()
    place = draw.randrange(len(lines))
    own, clause, hints = _parts(lines[place])
    at = draw.randrange(len(hints))
    match draw.randrange(9):
        case 0:
            own += draw.choice((1, -1, 100))
        case 1:
            clause.append(draw.choice(draw.choice(it.clauses)))
        case 2:
            del clause[:1]
        case 3:
            del hints[at]
        case 4:
            hints[at] = draw.randint(1, own - 1)
        case 5:
            hints[at] = draw.choice([own, own + 1, -hints[at], 10**8])
        case 6:
            hints.insert(at, draw.randint(1, own - 1))
        case 7:
            hints.reverse()
        case 8:
            return replace(it.made, lrat=text(_replaced(lines, place, f"{own} d {line(hints)}")))
    return replace(it.made, lrat=text(_replaced(lines, place, _joined(own, clause, hints))))


def _step(it: Genuine, draw: random.Random) -> Certificate:
    """Remove or change a step in both files, so that the files still agree."""
    lines = it.made.lrat.splitlines()
    place = draw.randrange(len(lines))
    own, clause, hints = _parts(lines[place])
    if clause and draw.random() < 0.5:
        clause[draw.randrange(len(clause))] *= -1
        lines[place] = _joined(own, clause, hints)
    else:
        del lines[place]
        for later in range(place, len(lines)):
            number, *parts = _parts(lines[later])
            lines[later] = _joined(number - 1, *parts)
    drat = [line(_parts(one)[1]) for one in lines]
    return replace(it.made, drat=text(drat), lrat=text(lines))


def _anothers(it: Genuine, draw: random.Random) -> Certificate:
    """Use the proof for another cell of the position."""
    view, size = it.why.view, it.why.view.level.size
    for cell in draw.sample(range(size), size):
        if view.states[cell] > 8 and cell != it.why.cell:
            why = explain(view, cell)
            if isinstance(why, Explanation):
                other = why.certificate()
                return replace(it.made, drat=other.drat, lrat=other.lrat)
    return it.made


def _parts(of_line: str) -> tuple[int, list[int], list[int]]:
    own, *rest = numbers(of_line)
    return own, rest[: rest.index(0)], rest[rest.index(0) + 1 :]


def _joined(own: int, clause: Sequence[int], hints: Sequence[int]) -> str:
    return f"{own} {line(clause)} {line(hints)}"


# -- any file ---------------------------------------------------------------------------------


def _cut(it: Genuine, draw: random.Random) -> Certificate:
    """Truncate a file.

    Checkers notice a truncated file, because each file states its length or must end in a certain
    way.
    """
    texts = it.made.texts
    name = draw.choice(list(texts))
    return Certificate(**{**texts, name: texts[name][: draw.randrange(len(texts[name]))]})


def _character(it: Genuine, draw: random.Random) -> Certificate:
    """Insert a character that programs read in different ways."""
    texts = it.made.texts
    name = draw.choice(list(texts))
    place = draw.randrange(len(texts[name]))
    some = draw.choice("\r\t\x00\x0b\x0c\x1c\x85\u2028\u0663é\udc80\ufeff")
    return Certificate(**{**texts, name: texts[name][:place] + some + texts[name][place:]})


KINDS: dict[str, Callable[[Genuine, random.Random], Certificate | None]] = {
    "position": _position,
    "number": _number,
    "opened": _opened,
    "mines": _mines,
    "claim": _claim,
    "claimed cell": _claimed_cell,
    "clue": _clue,
    "given": _told,
    "mine count": _counted,
    "literal": _literal,
    "clause": _clause,
    "header": _header,
    "variable": _variable,
    "swapped variables": _swapped,
    "digest": _digest,
    "claim.drat": _drat,
    "claim.lrat": _lrat,
    "step of both": _step,
    "foreign proof": _anothers,
    "cut": _cut,
    "character": _character,
}
