"""Forged or changed certificates with sums are refused."""

import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from explaincheck import positions, random_view
from forgery import LEVELS, FalseClaim, false_claims
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.explain.clues import Clues
from sapper.explain.cutting_planes import CountingCertificate, Inequalities
from sapper.reason.odds import odds
from sapper.verify import verify_counting


def refused(made: CountingCertificate) -> str:
    """Check that a certificate is refused, and return the reason."""
    verdict = verify_counting(**made.texts)
    assert not verdict.accepted
    assert not verdict.claim
    assert verdict.reason.isprintable()
    assert len(verdict.reason) < 200
    return verdict.reason


def digest(position: str) -> str:
    return hashlib.sha256(position.encode()).hexdigest()


def forged(position: str, opb: str, pbp: str) -> CountingCertificate:
    """Forge a certificate with a correct header from lines that are separated by `/`."""
    rows = opb.split(" / ")
    names = set(re.findall(r"[A-Z]\d+", " ".join(row for row in rows if row[0] != "*")))
    sums = [row for row in rows if row[0] != "*"]
    head = [
        f"* #variable= {len(names)} #constraint= {len(sums)}",
        "* sapper cutting planes 1",
        f"* position sha256 {digest(position)}",
    ]
    given = len(sums) + sum(" = " in row for row in sums)
    lines = ["pseudo-Boolean proof version 2.0", f"f {given}", *pbp.split(" / ")]
    lines += ["output NONE", f"conclusion UNSAT : {given + len(pbp.split(' / '))}"]
    lines.append("end pseudo-Boolean proof")
    return CountingCertificate(position, "\n".join([*head, *rows, ""]), "\n".join([*lines, ""]))


MIDDLE = "3x1x1/any\n.1.\n"
OPB = "* claim A1 safe / * clue B1 / 1 A1 1 C1 = 1 / * opposite of the claim / 1 A1 >= 1"
OPB = OPB.replace("= 1", "= 1 ;")
WRONG = "pol 2 3 +"
GIVEN = "3x1x2/given(1)\n.+.\n"


@pytest.mark.parametrize(
    ("position", "opb", "reason"),
    [
        (MIDDLE, OPB, "claim.pbp is not a proof: sum 4 is not a contradiction"),
        # These sums do not follow from the position.
        (MIDDLE, OPB.replace("1 A1 1 C1", "1 C1"), "line 6 of claim.opb should be"),
        (MIDDLE, OPB.replace("= 1 ;", "= 0 ;", 1), "line 6 of claim.opb should be"),
        (MIDDLE, OPB + " / -1 A1 >= 0 ;", "line 1 of claim.opb should be"),
        (MIDDLE, OPB.replace(" / * clue B1", " / 1 C1 >= 1 ; / * clue B1"), "line 1 of claim.opb"),
        (MIDDLE, OPB.replace("* opp", "* given A1 / -1 A1 >= 0 ; / * opp"), "line 1 of claim.opb"),
        (MIDDLE, OPB.replace("A1 >=", "C1 >="), "line 8 of claim.opb should be"),
        (MIDDLE, OPB.replace("claim A1", "claim B1"), "the claim is about B1, which is open"),
        (MIDDLE, OPB.replace("claim A1", "claim D1"), "cell D1 is off the board"),
        (MIDDLE, OPB.replace("* claim A1 safe", "* claims"), "does not have a claim in line 4"),
        (MIDDLE, OPB.replace("clue B1", "clue C1"), "clue C1 is not open in position.txt"),
        (MIDDLE, OPB.replace("clue B1", "clue B01"), "has a clue at 'B01', which is not a cell"),
        (MIDDLE, OPB.replace("* clue B1", "* clue B1 / * clue B1"), "lists the same clue twice"),
        (MIDDLE.replace("x1/", "x3/"), OPB, "more mines (3) than cells for them (2)"),
        (MIDDLE.replace(".1", "*1"), OPB, "an unknown symbol"),
        # If the given cell B1 could be a mine, one of the two mines would have to be there.
        (
            GIVEN,
            "* claim B1 mine / * mine count / 1 B1 >= 1 ; / * opposite of the claim / -1 B1 >= 0 ;",
            "the claim about a given cell must say 'safe' and name no clues",
        ),
        (
            GIVEN,
            "* claim B1 mine / * given B1 / -1 B1 >= 0 ; / * opposite of the claim / -1 B1 >= 0 ;",
            "the claim about a given cell must say 'safe' and name no clues",
        ),
    ],
)
def test_what_is_wrong_with_a_claim_is_said(position: str, opb: str, reason: str) -> None:
    """The reason names wrong clues, given cells and sums, even if the digest is correct."""
    assert reason in refused(forged(position, opb, WRONG))


@pytest.mark.parametrize("more", ["\n", "\n1 A1 >= 5 ;\n", "\n\n", "* more\n", "1 A1 >= 5 ;\n"])
def test_nothing_may_follow_what_the_position_says(more: str) -> None:
    """Extra lines are refused, and so are missing lines."""
    view = View.parse("5x3x2\n.....\n11111\n00000")
    explanation = explain(view)
    assert isinstance(explanation, Explanation)
    made = explanation.counting_certificate()
    reason = refused(replace(made, opb=made.opb + more))
    assert "of claim.opb should not be there" in reason
    cut = "\n".join([*made.opb.splitlines()[:-1], ""])
    assert "of claim.opb should be" in refused(replace(made, opb=cut))


def test_huge_and_foreign_files_are_refused() -> None:
    """Files that are too large, truncated or of another version are refused."""
    made = forged(MIDDLE, OPB, WRONG)
    for name, old in made.texts.items():
        huge = CountingCertificate(**{**made.texts, name: old + "0\n" * 2**23})
        assert "is too large: the limit is 16 MiB" in refused(huge)
        assert "is truncated" in refused(CountingCertificate(**{**made.texts, name: old[:-1]}))
    assert refused(replace(made, opb=made.opb.replace("planes 1", "planes 2"))) == (
        "claim.opb does not have '* sapper cutting planes 1' in line 2"
    )


# -- forgeries of false claims with genuine sums ---------------------------------------------------


def wild(claim: FalseClaim, sums: int, draw: random.Random) -> list[str]:
    """The lines of a meaningless random proof."""
    names = [claim.view.grid.name(cell) for cell in range(claim.view.level.size)]
    lines = []
    for number in range(sums, sums + draw.randint(1, 5)):
        words = [str(draw.randint(1, number))]
        for _ in range(draw.randint(1, 6)):
            name = draw.choice(names)
            operand = draw.choice([str(draw.randint(1, number)), f"~{name}", name])
            words += draw.choice(
                [[operand, "+"], [operand, "3", "*", "+"], ["2", "d"], ["s"], [name, "w"]]
            )
        lines.append(" ".join(["pol", *words]))
    return lines


def test_no_forgery_of_a_false_claim_is_accepted() -> None:
    """Genuine sums with invalid proofs (random, copied, assumed or empty) are refused."""
    draw = random.Random(3)
    another = genuine(5)
    for claim in islice(false_claims(4), 300):
        clues = Clues(claim.view)
        problem = Inequalities(clues, claim.clues, claim.mine_count, claim.literal)
        for kind in ("wild", "swapped", "assumed", "nothing"):
            lines = {
                "wild": wild(claim, problem.sums, draw),
                "swapped": draw.choice(another).pbp.splitlines()[2:-3],
                "assumed": ["a 1 A1 >= 2 ;", "rup >= 1 ;", f"red >= 1 ; {problem.sums}"],
                "nothing": [],
            }[kind]
            proof = ["pseudo-Boolean proof version 2.0", f"f {problem.sums}", *lines, "output NONE"]
            proof += [f"conclusion UNSAT : {problem.sums + len(lines)}", "end pseudo-Boolean proof"]
            pbp = "\n".join([*proof, ""])
            reason = refused(CountingCertificate(str(claim.view), problem.text, pbp))
            wrong = "the claim about a given cell must say 'safe' and name no clues"
            assert reason == wrong or reason.startswith("claim.pbp is not a proof: ")


# -- changes to genuine certificates ---------------------------------------------------------------


def genuine(seed: int) -> list[CountingCertificate]:
    """Certificates of provable cells in small positions and in positions near the end of a game."""
    draw = random.Random(seed)
    views = [random_view(Level.parse(draw.choice(LEVELS)), n) for n in range(40)]
    for name, game in (("9x9x10/safe", 3), ("12x7x16/open", 4), ("easy", 1)):
        views += list(positions(Level.parse(name), game))[-4:]
    made = []
    for view in views:
        chances = odds(view)
        certain = [*chances.safe, *chances.mines]
        for cell in draw.sample(certain, min(2, len(certain))):
            found = explain(view, cell)
            assert isinstance(found, Explanation)
            made.append(found.counting_certificate())
    return made


def _number(text: str, draw: random.Random) -> str:
    places = [match.span() for match in re.finditer(r"\d+", text)]
    start, end = draw.choice(places)
    return text[:start] + str(int(text[start:end]) + draw.choice((1, 2, 7))) + text[end:]


def _line(text: str, draw: random.Random) -> str:
    lines = text.splitlines()
    place = draw.randrange(len(lines))
    line = lines.pop(place)
    change = draw.choice([0, 2, 1])
    for _ in range(change):
        lines.insert(draw.randrange(len(lines) + 1), line)
    return "\n".join([*lines, ""])


def _sign(text: str, draw: random.Random) -> str:
    old, new = draw.choice(
        [
            (">=", "="),
            (" = ", " >= "),
            ("safe", "mine"),
            ("mine", "safe"),
            ("-1", "1"),
            ("1 ", "-1 "),
        ]
    )
    return text.replace(old, new, 1)


def _word(text: str, draw: random.Random) -> str:
    lines = text.splitlines()
    place = draw.randrange(len(lines))
    words = lines[place].split(" ")
    at = draw.randrange(len(words))
    words[at : at + 1] = draw.choice([[], [draw.choice(["1", "2", "+", "s", "A1", "~A1"])]])
    lines[place] = " ".join(words)
    return "\n".join([*lines, ""])


def _cut(text: str, draw: random.Random) -> str:
    return text[: draw.randrange(len(text))]


def _character(text: str, draw: random.Random) -> str:
    """Insert a character that programs read in different ways."""
    place = draw.randrange(len(text))
    return (
        text[:place] + draw.choice("\r\t\x00\x0b\x1c\x85\u2028\u0663é\udc80\ufeff") + text[place:]
    )


CHANGES: list[Callable[[str, random.Random], str]] = [
    _number,
    _line,
    _sign,
    _word,
    _cut,
    _character,
]


def test_changed_certificates_are_refused() -> None:
    """Every change is refused, except changes to the proof that leave it valid."""
    draw = random.Random(0)
    done: Counter[tuple[str, str]] = Counter()
    for made in genuine(1):
        assert verify_counting(**made.texts)
        for name, old in made.texts.items():
            for change in CHANGES:
                new = change(old, draw)
                if new == old or (name == "pbp" and refutes(made.opb, new)):
                    continue
                changed = CountingCertificate(**{**made.texts, name: new})
                refused(changed)
                done[name, change.__name__] += 1
    assert done.total() > 800
    assert min(done.values()) > 5, done


def test_a_changed_clue_is_refused_with_a_digest_that_fits() -> None:
    """A changed clue is refused even with a matching digest, because the sums differ."""
    done = 0
    for made in genuine(2):
        level, *rows = made.position.splitlines()
        for name in re.findall(r"\* clue ([A-Z]\d+)\n", made.opb):
            row, column = int(name[1:]) - 1, ord(name[0]) - ord("A")
            around = re.search(rf"clue {name}\n.*?([A-Z])(\d+) ", made.opb)
            assert around is not None
            near = (int(around[2]) - 1, ord(around[1]) - ord("A"))
            for (r, c), symbol in (((row, column), "8"), ((row, column), "."), (near, "4")):
                changed = [list(one) for one in rows]
                assert changed[r][c] != symbol
                changed[r][c] = symbol
                position = "\n".join([level, *map("".join, changed), ""])
                opb = made.opb.replace(digest(made.position), digest(position))
                reason = refused(CountingCertificate(position, opb, made.pbp))
                assert "no proof" not in reason
                done += 1
    assert done > 200


def refutes(opb: str, pbp: str) -> bool:
    """Whether a proof is valid, according to code that is independent of the checker.

    A sum is stored as a signed weight for each variable and the least value that the sum may have.
    """
    sums: list[tuple[Counter[str], int]] = []
    for line in opb.splitlines():
        if line[0] != "*":
            *words, sign, least, _ = line.split()
            terms = Counter({x: int(w) for w, x in zip(words[::2], words[1::2], strict=True)})
            sums.append((terms, int(least)))
            if sign == "=":
                sums.append((Counter({x: -w for x, w in terms.items()}), -int(least)))
    given = len(sums)
    head, tail = pbp.split("\n")[:2], pbp.split("\n")[-4:]
    if head != ["pseudo-Boolean proof version 2.0", f"f {given}"] or not pbp.isascii():
        return False
    if tail[0] != "output NONE" or tail[2:] != ["end pseudo-Boolean proof", ""]:
        return False
    for line in pbp.split("\n")[2:-4]:
        stack: list[tuple[Counter[str], int]] = []
        numbers: list[str] = []
        try:
            rule, *words = line.split(" ")
            assert rule == "pol"
            for word, following in zip(words, [*words[1:], ""], strict=True):
                if following in ("*", "d", "w"):
                    numbers.append(word)
                elif word.isdigit():
                    assert word[0] != "0"
                    stack.append(sums[int(word) - 1])
                elif word == "+":
                    (a, a_least), (b, b_least) = stack.pop(), stack.pop()
                    total = Counter(a)
                    total.update(b)
                    stack.append((total, a_least + b_least))
                elif word in ("*", "d", "s", "w"):
                    stack.append(unary(word, *stack.pop(), numbers))
                else:
                    assert re.fullmatch(r"~?[A-Z]\d+", word)
                    name = word.lstrip("~")
                    stack.append((Counter({name: -1}), -1) if "~" in word else (Counter([name]), 0))
            (made,) = stack
            sums.append(made)
        except (AssertionError, IndexError, ValueError):
            return False
    last = re.fullmatch(r"conclusion UNSAT : ([1-9]\d*)", tail[1])
    if last is None or int(last[1]) > len(sums):
        return False
    weights, most = sums[int(last[1]) - 1]
    return sum(w for w in weights.values() if w > 0) < most


def unary(
    word: str, weights: Counter[str], least: int, numbers: list[str]
) -> tuple[Counter[str], int]:
    """Multiply, divide or saturate a sum, or remove one variable."""
    # A negative weight becomes a positive weight of the opposite literal.
    degree = least - sum(w for w in weights.values() if w < 0)
    size = {x: abs(w) for x, w in weights.items() if w}
    if word == "w":
        name = numbers.pop()
        assert re.fullmatch(r"[A-Z]\d+", name)
        degree -= size.pop(name, 0)
    elif word == "s":
        assert degree > 0
        size = {x: min(w, degree) for x, w in size.items()}
    else:
        number = int(numbers.pop())
        assert number > 0
        times, divisor = (number, 1) if word == "*" else (1, number)
        size = {x: (w * times + divisor - 1) // divisor for x, w in size.items()}
        degree = (degree * times + divisor - 1) // divisor
    signed = Counter({x: w if weights[x] > 0 else -w for x, w in size.items()})
    return signed, degree + sum(w for w in signed.values() if w < 0)
