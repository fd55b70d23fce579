"""Moodle: the names in its download of submissions, and its grading worksheet with our marks.

    participant   the number by which Moodle knows a student in an assignment
    worksheet     the CSV file that a teacher downloads and uploads again. Moodle needs the columns
                  of the identifier, the grade and its last change, and ignores rows and grades that
                  it can't read. An English and a German Moodle name the columns differently.

>>> Student.of("Anna Müller_123456_assignsubmission_file_")
Student(name='Anna Müller', participant=123456, file='')
>>> Student.of("Anna Müller_123456_assignsubmission_file_agent.py").file
'agent.py'
>>> Student.of("anna.py") is None
True
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from sapper.errors import SapperError, quote
from sapper.lab.grade.html import points
from sapper.lab.grade.marks import Grade
from sapper.lab.grade.results import plain

_NAME = re.compile(r"(.+?)_(\d+)_assignsubmission_(?:file|onlinetext)(?:_(.*))?", re.DOTALL)

COLUMNS = (
    "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
    "Grade can be changed", "Last modified (submission)", "Last modified (grade)",
    "Feedback comments",
)  # fmt: skip
IDENTIFIER = ("Identifier", "ID")
GRADE = ("Grade", "Bewertung")
MAXIMUM = ("Maximum grade", "Bestwertung")
CHANGED = ("Last modified (grade)", "Zuletzt geändert (Bewertung)")
FEEDBACK = ("Feedback comments", "Feedback als Kommentar")


@dataclass(frozen=True, slots=True)
class Student:
    """What the name of a file or folder in Moodle's download says."""

    name: str
    participant: int
    file: str = ""
    """the name of the student's file, unless Moodle made a folder for each student"""

    @classmethod
    def of(cls, name: str) -> Student | None:
        found = _NAME.fullmatch(name)
        return found and cls(found[1], int(found[2]), found[3] or "")


Marks = Mapping[Student, Grade | str]
"""the grade of each student, or the reason why there is none"""


def new_worksheet(marks: Marks) -> str:
    """A worksheet for the students who handed something in. Moodle does not need their e-mail."""
    rows = [
        [f"Participant {one.participant}", plain(one.name), *[""] * 6, "-", ""] for one in marks
    ]
    return filled(_csv([list(COLUMNS), *rows]), marks)[0]


def has_emails(worksheet: str) -> bool:
    """Whether Moodle has made the worksheet, because ours have no e-mail addresses."""
    rows = csv.reader(io.StringIO(worksheet))
    return any(
        "@" in row[COLUMNS.index("Email address")] for row in rows if len(row) == len(COLUMNS)
    )


def filled(worksheet: str, marks: Marks) -> tuple[str, list[str]]:
    """A worksheet with grades and comments filled in, and the students it does not contain.

    The other columns, and the rows of other students, stay as they are.
    """
    try:
        header, *rows = list(csv.reader(io.StringIO(worksheet.removeprefix("\ufeff")))) or [[]]
    except csv.Error as problem:
        raise SapperError(f"the worksheet can't be read: {problem}") from None
    names = [name.strip().casefold() for name in header]

    def column(known: Sequence[str], *, needed: bool = True) -> int:
        found = [names.index(name.casefold()) for name in known if name.casefold() in names]
        if not found and needed:
            raise SapperError(
                f"the worksheet has no column {quote(known[0])}: download it in Moodle, as "
                "`Download grading worksheet`"
            )
        return found[0] if found else -1

    identifier, grade, feedback = column(IDENTIFIER), column(GRADE), column(FEEDBACK, needed=False)
    maximum, _ = column(MAXIMUM, needed=False), column(CHANGED)
    left = {str(student.participant): student for student in marks}
    for row in rows:
        if len(row) != len(header):
            continue
        number = re.search(r"\d+$", row[identifier].strip())
        student = left.pop(number[0], None) if number else None
        if student is None:
            continue
        of = _number(row[maximum]) if maximum >= 0 else None
        found = marks[student]
        row[grade] = _grade(found, of)
        if maximum >= 0 and of is None and isinstance(found, Grade):
            row[maximum] = f"{found.mark.total:g}"
        if feedback >= 0:
            row[feedback] = _comments(found)
    return _csv([header, *rows]), [student.name for student in left.values()]


def _grade(found: Grade | str, of: float | None) -> str:
    if isinstance(found, str):
        return "0.00"
    mark = found.mark
    return f"{mark.points / mark.total * (of or mark.total):.2f}"


def _number(text: str) -> float | None:
    try:
        number = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _comments(found: Grade | str) -> str:
    """HTML, as in Moodle's editor."""
    lines = [found] if isinstance(found, str) else [f"{found.mark.words}", *points(found)]
    return "<br>".join(map(escape, lines))


def _csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
