"""Lessons and exercises, read from the Markdown files in `pages`.

    # 4. Title                  the number and title of the lesson
    > One sentence.             the idea of the lesson
    words, lists, ```text```    as in any Markdown; a plain C4 is a cell of the drawing above
    ```position```              a position, shown as a drawing
    ```board```                 a board, shown with its mines
    ```clauses```               clauses, one per line, shown with line numbers
    ```puzzles```               LEVEL WANTED SEED COUNT, from which puzzles are made. WANTED is the
                                technique that finds safe cells, or `safest` or `best` for a guess.
    ## Exercises
    ### 4.1 Title               an exercise; the check uses its first drawing

Pages in another language are in a folder such as `pages/de`, and contain the same drawings.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

from sapper.core.board import Board
from sapper.core.grid import column_letters
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError, quote
from sapper.ladder.puzzle import Practice, guess_puzzles, puzzles
from sapper.ladder.techniques import Technique
from sapper.words import LANGUAGES, Runs, Text, say
from sapper.words import language as readers_language
from sapper.words.kinds import BoardSize, HowToCheck, PageLabel
from sapper.words.text import mark

BlockKind: TypeAlias = Literal["words", "list", "text", "position", "board", "clauses", "puzzles"]
Guess: TypeAlias = Literal["safest", "best"]
GUESSES: dict[str, Guess] = {"safest": "safest", "best": "best"}
"""the values of WANTED for positions without a provably safe cell"""

# Matches names of cells, but not in code or emphasised text.
_CELL = re.compile(r"\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\b([A-Z]{1,2}[1-9][0-9]?)\b")


class LessonError(SapperError):
    """Raised if a lesson or exercise does not exist."""


@dataclass(frozen=True, slots=True)
class PageBlock:
    kind: BlockKind
    text: str

    @property
    def runs(self) -> Runs:
        """The text of a paragraph or list, with the names of cells marked.

        >>> PageBlock("words", "The *1* at C4, or `A1`.").runs
        ['The *1* at ', {'cell': 'C4'}, ', or `A1`.']
        """
        marked = _CELL.sub(lambda found: mark(found[1]) if found[1] else found[0], self.text)
        return Text.of(marked).to_json()

    @property
    def wanted(self) -> tuple[Level, Technique | Guess, int, int]:
        assert self.kind == "puzzles", self
        level, word, seed, count = self.text.split()
        wanted = GUESSES.get(word) or Technique.parse(word)
        return Level.parse(level), wanted, int(seed), int(count)

    @property
    def asks(self) -> Literal["safe", Guess]:
        _, wanted, _, _ = self.wanted
        return "safe" if isinstance(wanted, Technique) else wanted

    @property
    def command(self) -> str:
        level, wanted, seed, count = self.wanted
        how = "--guess" if wanted == "safest" else "--best"
        if isinstance(wanted, Technique):
            how = f"--technique {str(wanted).replace(' ', '-')}"
        return f"sapper puzzle {shlex.quote(str(level))} {how} --seed {seed} --count {count}"

    def puzzles(self) -> tuple[Practice, ...]:
        return _puzzles_of(*self.wanted)

    def more(self, seed: int, count: int) -> tuple[Practice, ...]:
        level, wanted, _, _ = self.wanted
        return _puzzles_of(level, wanted, seed, count)


@lru_cache(maxsize=64)
def _puzzles_of(
    level: Level, wanted: Technique | Guess, seed: int, count: int
) -> tuple[Practice, ...]:
    if isinstance(wanted, Technique):
        return tuple(puzzles(wanted, seed, count, level))
    return tuple(guess_puzzles(seed, count, level, best=wanted == "best"))


@dataclass(frozen=True, slots=True)
class Exercise:
    number: str
    title: str
    blocks: tuple[PageBlock, ...]

    def drawn(self, kind: BlockKind) -> str:
        return next(block.text for block in self.blocks if block.kind == kind)

    @property
    def view(self) -> View:
        """The first position in the text of the exercise.

        The numbers in the position may contradict each other.
        """
        return View.parse_any(self.drawn("position"))

    @property
    def board(self) -> Board:
        return Board.parse(self.drawn("board"))


@dataclass(frozen=True, slots=True)
class Lesson:
    number: int
    name: str
    """the name of its file without .md"""
    title: str
    idea: str
    blocks: tuple[PageBlock, ...]
    exercises: tuple[Exercise, ...]

    @property
    def practice(self) -> PageBlock:
        return next(block for block in self.blocks if block.kind == "puzzles")


def lessons(language: str | None = None) -> tuple[Lesson, ...]:
    """All lessons in ascending order, by default in the user's language.

    If the language is not supported, the lessons are in English.
    """
    wanted = language or readers_language()
    return _pages(wanted if wanted in LANGUAGES else "en")


@lru_cache(maxsize=len(LANGUAGES))
def _pages(language: str) -> tuple[Lesson, ...]:
    pages = sorted(
        file.name for file in files(__package__).joinpath("pages").iterdir() if file.name[0] in "01"
    )
    folder = _folder(language)
    return tuple(_read(page.removesuffix(".md"), text(folder + page)) for page in pages)


def _folder(language: str) -> str:
    return "" if language == "en" else f"{language}/"


def text_of(page: str) -> str:
    """The text of a page in the reader's language."""
    return text(_folder(readers_language()) + page)


def text(page: str) -> str:
    return files(__package__).joinpath("pages", page).read_text(encoding="utf-8")


def lesson(number: int | str, language: str | None = None) -> Lesson:
    for each in lessons(language):
        if str(each.number) == str(number).strip():
            return each
    last = len(lessons())
    raise LessonError(
        "there is no lesson {number}: use 1 to {last}", number=quote(str(number)), last=last
    )


def exercise(number: str) -> Exercise:
    before, _, _ = number.partition(".")
    if not re.fullmatch(r"\d{1,2}\.\d{1,2}", number, re.ASCII):
        raise LessonError(
            "{number} is not an exercise: write the lesson and exercise numbers, like 4.2",
            number=quote(number),
        )
    chosen = lesson(before)
    for each in chosen.exercises:
        if each.number == number:
            return each
    last = chosen.exercises[-1].number
    raise LessonError(
        "lesson {lesson} has no exercise {number}: use {lesson}.1 to {last}",
        lesson=before,
        number=number,
        last=last,
    )


def _read(name: str, text: str) -> Lesson:
    head, *parts = re.split(r"^### ", text, flags=re.MULTILINE)
    match = re.match(r"# (\d+)\. (.*)\n\n> (.*)\n", head)
    assert match, f"{name} starts with its number, title and idea"
    body = re.sub(r"^## .*\n", "", head[match.end() :], flags=re.MULTILINE)
    found = []
    for part in parts:
        first, _, rest = part.partition("\n")
        number, _, title = first.partition(" ")
        found.append(exercise_from(number, f"{title}\n{rest}"))
    return Lesson(int(match[1]), name, match[2], match[3], tuple(_blocks(body)), tuple(found))


def exercise_from(number: str, text: str) -> Exercise:
    """Read an exercise: its title in the first line, and then what it asks."""
    title, _, rest = text.partition("\n")
    return Exercise(number, title, tuple(_blocks(rest)))


def _blocks(text: str) -> Iterator[PageBlock]:
    kinds: dict[str, BlockKind] = {
        kind: kind for kind in ("text", "position", "board", "clauses", "puzzles")
    }
    for part in re.split(r"(^```\w+\n.*?^```\n)", text, flags=re.MULTILINE | re.DOTALL):
        if fenced := re.fullmatch(r"```(\w+)\n(.*?)```\n", part, re.DOTALL):
            yield PageBlock(kinds[fenced[1]], fenced[2])
            continue
        for paragraph in re.split(r"\n\s*\n", part.strip()):
            if paragraph.startswith("- "):
                items = re.split(r"\n?^- ", paragraph, flags=re.MULTILINE)[1:]
                yield PageBlock("list", "\n".join(" ".join(item.split()) for item in items))
            elif paragraph:
                yield PageBlock("words", " ".join(paragraph.split()))


def drawing(rows: Sequence[str]) -> str:
    """Rows of a board as text, with column letters and row numbers.

    >>> print(drawing(["..", "11"]), end="")
        A B
      1 . .
      2 1 1
    """
    margin = len(str(len(rows))) + 2
    letters = " ".join(column_letters(column) for column in range(len(rows[0])))
    lines = [" " * (margin + 1) + letters]
    lines += [f"{number:>{margin}} {' '.join(row)}" for number, row in enumerate(rows, 1)]
    return "\n".join(lines) + "\n"


def drawn_rows(block: PageBlock) -> tuple[str, list[str]]:
    """The size and the rows of a position or a board. The rows of a board show only its mines."""
    is_board = block.kind == "board"
    shown = Board.parse(block.text) if is_board else View.parse_any(block.text)
    level, rows = shown.level, shown.rows
    if is_board:
        rows = [re.sub(r"[^*]", ".", row) for row in rows]
    return say(BoardSize(level.width, level.height, level.mines)), rows


def numbered(block: PageBlock) -> str:
    return "".join(f"{number}. {line}\n" for number, line in enumerate(block.text.splitlines(), 1))


Draw: TypeAlias = Callable[[str, list[str]], str]


def markdown(chosen: Lesson, draw: Draw, how: Callable[[str], str]) -> str:
    """A lesson as Markdown.

    `how` maps the number of an exercise to a note on how to write its answer.
    """
    parts = [f"# {chosen.number}. {chosen.title}", f"> {chosen.idea}"]
    parts += [_block_text(block, draw) for block in chosen.blocks]
    parts += [f"## {say(PageLabel('exercises'))}", say(HowToCheck(chosen.number))]
    parts += [exercise_markdown(each, draw, how) for each in chosen.exercises]
    return _page(parts)


def exercise_markdown(question: Exercise, draw: Draw, how: Callable[[str], str]) -> str:
    blocks = [_block_text(block, draw) for block in question.blocks]
    answer = f"*{say(PageLabel('answer'))}:* {how(question.number)}"
    return _page([f"### {question.number} {question.title}", *blocks, answer])


def as_text(level: str, rows: list[str]) -> str:
    return f"```text\n{level}\n\n{drawing(rows)}```"


def _page(parts: Iterable[str]) -> str:
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _block_text(block: PageBlock, draw: Draw) -> str:
    match block.kind:
        case "position" | "board":
            return draw(*drawn_rows(block))
        case "clauses":
            return f"```text\n{numbered(block)}```"
        case "text":
            return f"```text\n{block.text}```"
        case "list":
            return "\n".join(f"- {item}" for item in block.text.split("\n"))
        case "puzzles":
            made = [draw(*_position(puzzle.view)) for puzzle in block.puzzles()]
            return "\n\n".join([*made, f"{say(PageLabel('more'))}: `{_any_seed(block.command)}`"])
        case _:
            return block.text


def _position(view: View) -> tuple[str, list[str]]:
    return drawn_rows(PageBlock("position", str(view)))


def _any_seed(command: str) -> str:
    return re.sub(r" --seed \d+", "", command)


@dataclass(frozen=True, slots=True)
class SampleAnswer:
    answer: str
    hint: str
    """a sentence; empty if the first part of the answer is enough of a hint"""
    why: str

    @property
    def beginning(self) -> str:
        r"""The first line or word of the answer, given as a hint.

        For a position, the size and the first number are filled in.

        >>> SampleAnswer("A1 A3 E2\n", "", "").beginning
        'A1'
        >>> SampleAnswer("5x2x2\n.....\n11111\n", "Look at row 2.", "").beginning
        '5x2x2\n.....\n1....\n'
        """
        first, *others = self.answer.splitlines()
        if re.match(r"\d+x\d+x\d+", first):
            before, number, after = re.split(r"(\d)", "\n".join(others) + "\n", maxsplit=1)
            hidden = re.sub(r"\d", ".", after)
            return f"{first}\n{before}{number if hidden != after else '.'}{hidden}"
        if self.hint:
            return ""
        return first if others else first.split()[0]


def solutions() -> dict[str, SampleAnswer]:
    reasons = _solutions(_folder(readers_language()))
    return {
        number: SampleAnswer(answer, *reasons[number][1:])
        for number, (answer, _, _) in _solutions("").items()
    }


def _solutions(folder: str) -> dict[str, tuple[str, str, str]]:
    """Return (answer, hint, reason) for each exercise. Only the English file contains answers."""
    found = re.findall(
        r"^## (\S+)\n\n(?:```text\n(.*?)```\n\n)?((?:> [^\n]*\n)*)\n?(.*?)\s*(?=^## |\Z)",
        text(f"{folder}solutions.md"),
        re.MULTILINE | re.DOTALL,
    )
    return {
        number: (answer, " ".join(hint.replace("> ", "").split()), " ".join(why.split()))
        for number, answer, hint, why in found
    }
