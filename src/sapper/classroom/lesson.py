"""Lessons and exercises, read from the Markdown pages of this folder.

# 4. Title                      the lesson
> One sentence.                 its idea
words, lists, ```text```        as in any Markdown; a plain C4 is a cell of the drawing before it
```position```                  a position, drawn where the page is shown
```board```                     a board: its mines are seen
```clauses```                   clauses, a line each, numbered
```puzzles```                   LEVEL WANTED SEED COUNT: what the puzzle maker makes of that; wanted
                                are safe cells by a technique, or the safest or the best guess
## Exercises
### 4.1 Title                   an exercise; its first drawing is what the check looks at

Pages in another language are in a folder of its name, `pages/de`, with the same drawings.
"""

from __future__ import annotations

import re
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

Kind: TypeAlias = Literal["words", "list", "text", "position", "board", "clauses", "puzzles"]
Guess: TypeAlias = Literal["safest", "best"]
GUESSES: dict[str, Guess] = {"safest": "safest", "best": "best"}
"""in ```puzzles```, instead of a technique: no cell is provably safe, and one of these is wanted"""


# A cell in plain letters; code and what is emphasised are no cells.
_CELL = re.compile(r"\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\b([A-Z]{1,2}[1-9][0-9]?)\b")


class LessonError(SapperError):
    """A lesson or an exercise that is not there."""


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A part of a page: a paragraph, a list of items (a line each), or something drawn."""

    kind: Kind
    text: str

    @property
    def runs(self) -> Runs:
        """Of words and a list: the text, with its cells apart.

        >>> PageBlock("words", "The *1* at C4, or `A1`.").runs
        ['The *1* at ', {'cell': 'C4'}, ', or `A1`.']
        """
        marked = _CELL.sub(lambda found: mark(found[1]) if found[1] else found[0], self.text)
        return Text.of(marked).to_json()

    @property
    def wanted(self) -> tuple[Level, Technique | Guess, int, int]:
        """Of puzzles: the level, the technique or the guess, the seed and how many."""
        assert self.kind == "puzzles", self
        level, word, seed, count = self.text.split()
        wanted = GUESSES.get(word) or Technique.parse(word)
        return Level.parse(level), wanted, int(seed), int(count)

    @property
    def asks(self) -> Literal["safe", Guess]:
        """Of puzzles: which cells are to be found."""
        _, wanted, _, _ = self.wanted
        return "safe" if isinstance(wanted, Technique) else wanted

    @property
    def command(self) -> str:
        """Of puzzles: the command that makes them."""
        level, wanted, seed, count = self.wanted
        how = "--guess" if wanted == "safest" else "--best"
        if isinstance(wanted, Technique):
            how = f"--technique {str(wanted).replace(' ', '-')}"
        return f"sapper puzzle {level} {how} --seed {seed} --count {count}"

    def puzzles(self) -> tuple[Practice, ...]:
        """Of puzzles: those of the page."""
        return _puzzles_of(*self.wanted)

    def more(self, seed: int, count: int) -> tuple[Practice, ...]:
        """Of puzzles: others of the same kind."""
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
    """A question; `number` is that of its lesson and its own, like 4.2."""

    number: str
    title: str
    blocks: tuple[PageBlock, ...]

    def drawn(self, kind: Kind) -> str:
        """The text of the first drawing of a kind: what the question is about."""
        return next(block.text for block in self.blocks if block.kind == kind)

    @property
    def view(self) -> View:
        """The position that the question is about; numbers may contradict each other there."""
        return View.parse_any(self.drawn("position"))

    @property
    def board(self) -> Board:
        """The board that the question is about."""
        return Board.parse(self.drawn("board"))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page: one idea, with exercises."""

    number: int
    name: str
    """the name of its file"""
    title: str
    idea: str
    blocks: tuple[PageBlock, ...]
    exercises: tuple[Exercise, ...]

    @property
    def practice(self) -> PageBlock:
        """The puzzles to try."""
        return next(block for block in self.blocks if block.kind == "puzzles")


def lessons(language: str | None = None) -> tuple[Lesson, ...]:
    """All lessons, in order, in a language or the reader's; in English if they are not there."""
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


def text(page: str) -> str:
    """The text of a file of the pages."""
    return files(__package__).joinpath("pages", page).read_text(encoding="utf-8")


def lesson(number: int | str, language: str | None = None) -> Lesson:
    """The lesson of that number, as `lessons` has it."""
    for each in lessons(language):
        if str(each.number) == str(number).strip():
            return each
    last = len(lessons())
    raise LessonError("{number} is no lesson: 1 to {last}", number=quote(str(number)), last=last)


def exercise(number: str) -> Exercise:
    """The exercise of that number, like 4.2."""
    before, _, _ = number.partition(".")
    if not re.fullmatch(r"\d{1,2}\.\d{1,2}", number, re.ASCII):
        raise LessonError(
            "{number} is no exercise: write its lesson and number, like 4.2", number=quote(number)
        )
    chosen = lesson(before)
    for each in chosen.exercises:
        if each.number == number:
            return each
    last = chosen.exercises[-1].number
    raise LessonError(
        "lesson {lesson} has no exercise {number}: {lesson}.1 to {last}",
        lesson=before,
        number=number,
        last=last,
    )


# -- reading ----------------------------------------------------------------------------------


def _read(name: str, text: str) -> Lesson:
    head, *parts = re.split(r"^### ", text, flags=re.MULTILINE)
    match = re.match(r"# (\d+)\. (.*)\n\n> (.*)\n", head)
    assert match, f"{name} starts with its number, title and idea"
    body = re.sub(r"^## .*\n", "", head[match.end() :], flags=re.MULTILINE)
    found = []
    for part in parts:
        first, _, rest = part.partition("\n")
        number, _, title = first.partition(" ")
        found.append(Exercise(number, title, tuple(_blocks(rest))))
    return Lesson(int(match[1]), name, match[2], match[3], tuple(_blocks(body)), tuple(found))


def _blocks(text: str) -> Iterator[PageBlock]:
    kinds: dict[str, Kind] = {
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


# -- showing ----------------------------------------------------------------------------------


def drawing(rows: Sequence[str]) -> str:
    """Rows with the letters of columns and the numbers of rows.

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
    """Of a position or a board: what its level says, and its rows."""
    view = View.parse_any(block.text) if block.kind == "position" else None
    level, rows = (view.level, view.rows) if view else _seen(block)
    return say(BoardSize(level.width, level.height, level.mines)), rows


def _seen(block: PageBlock) -> tuple[Level, list[str]]:
    """A board: its level, and its rows with the mines and without the numbers."""
    board = Board.parse(block.text)
    hidden = ["".join("*" if symbol == "*" else "." for symbol in row) for row in board.rows]
    return board.level, hidden


def numbered(block: PageBlock) -> str:
    """Clauses with the numbers of their lines."""
    return "".join(f"{number}. {line}\n" for number, line in enumerate(block.text.splitlines(), 1))


Draw: TypeAlias = Callable[[str, list[str]], str]
"""what a level says and rows, as Markdown"""


def markdown(chosen: Lesson, draw: Draw, how: Callable[[str], str]) -> str:
    """A lesson as a page; `draw` draws boards, `how` says how an exercise is answered."""
    parts = [f"# {chosen.number}. {chosen.title}", f"> {chosen.idea}"]
    parts += [_block_text(block, draw) for block in chosen.blocks]
    parts += [f"## {say(PageLabel('exercises'))}", say(HowToCheck(chosen.number))]
    parts += [exercise_markdown(each, draw, how) for each in chosen.exercises]
    return _page(parts)


def exercise_markdown(question: Exercise, draw: Draw, how: Callable[[str], str]) -> str:
    """An exercise as a part of a page."""
    blocks = [_block_text(block, draw) for block in question.blocks]
    answer = f"*{say(PageLabel('answer'))}:* {how(question.number)}"
    return _page([f"### {question.number} {question.title}", *blocks, answer])


def as_text(level: str, rows: list[str]) -> str:
    """A board as text, to be drawn wherever there is nothing better."""
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
    """The command without its seed: every time others."""
    return re.sub(r" --seed \d+", "", command)


# -- solutions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SampleAnswer:
    """A right answer to an exercise and the reason for it, for teachers."""

    answer: str
    why: str


def solutions() -> dict[str, SampleAnswer]:
    """A right answer to each exercise, by its number, with the reason in the reader's language."""
    reasons = _solutions(_folder(readers_language()))
    return {
        number: SampleAnswer(answer, reasons[number][1])
        for number, (answer, _) in _solutions("").items()
    }


def _solutions(folder: str) -> dict[str, tuple[str, str]]:
    """The answer and the reason by number; only the English file has the answers."""
    found = re.findall(
        r"^## (\S+)\n\n(?:```text\n(.*?)```\n\n)?(.*?)\s*(?=^## |\Z)",
        text(f"{folder}solutions.md"),
        re.MULTILINE | re.DOTALL,
    )
    return {number: (answer, " ".join(why.split())) for number, answer, why in found}
