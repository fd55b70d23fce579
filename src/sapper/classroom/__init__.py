"""The classroom: ten lessons with boards, and exercises whose answers are checked.

    lesson      a page about one idea, with text, positions, puzzles and exercises
    exercise    a question with a check. 4.2 is the second exercise of lesson 4.
    answer      a student's answer: cells, a number, a chance, clauses, a proof or a position
    checked     the result of a check: whether the answer is right and, if not, a line of advice

The lessons are Markdown files in `pages/`. The command line, the web page, the documentation and
the notebooks show these lessons.

>>> from sapper.classroom import check
>>> check("2.1", "A1 | B1 | C1")
<2.1: not yet. Your clauses also allow a board that the number rules out: mines at A1, B1 and C1.>
>>> check("8.1", 0.5).correct
False
"""

from sapper.classroom.answers import UnreadableError
from sapper.classroom.checks import Checked, check
from sapper.classroom.lesson import Exercise, Lesson, exercise, lesson, lessons

__all__ = [
    "Checked",
    "Exercise",
    "Lesson",
    "UnreadableError",
    "check",
    "exercise",
    "lesson",
    "lessons",
]
