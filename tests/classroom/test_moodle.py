"""Moodle's download of submissions is a class, and its worksheet gets the marks."""

from __future__ import annotations

import csv
from pathlib import Path
from zipfile import ZipFile

import pytest

from command import sapper
from sapper.errors import SapperError
from sapper.lab.grade.moodle import Student, filled, new_worksheet
from sapper.lab.grade.submissions import submissions

from .grading import Grader

STUCK = "def choose(view):\n    return None\n"
SMALL = ("--level", "7x5x6/given", "--games", "1", "--jobs", "1")
ANNA, BEN = Student("Anna Müller", 123456), Student("Ben O'Neil-Li", 77)
HEADER = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments"
)
GERMAN = (
    "ID,Vollständiger Name,E-Mail-Adresse,Status,Gruppe,Bewertung,Bestwertung,Bewertung kann "
    "geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),Feedback als Kommentar"
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna Müller_123456_assignsubmission_file_", ANNA),
        ("Anna Müller_123456_assignsubmission_file", ANNA),
        ("Ben O'Neil-Li_77_assignsubmission_file", BEN),
        ("Participant_9_assignsubmission_file_", Student("Participant", 9)),
        ("A B_9_assignsubmission_onlinetext_", Student("A B", 9)),
        ("A B_9_assignsubmission_file_my_a_2.py", Student("A B", 9, "my_a_2.py")),
        ("anna_9.py", None),
        ("Anna_assignsubmission_file_", None),
    ],
)
def test_the_names_in_a_download(name: str, expected: Student | None) -> None:
    """A folder for each student, with an old or a new Moodle, or all files in one folder."""
    assert Student.of(name) == expected


def test_folders_and_files_of_the_same_student(tmp_path: Path) -> None:
    """Files without folders get a folder for each student, and the typed text is left out."""
    folder = tmp_path / "class"
    for name in (
        "Anna Müller_1_assignsubmission_file_/agent.py",
        "Anna Müller_1_assignsubmission_onlinetext_/onlinetext.html",
        "Ben_2_assignsubmission_file_helper.py",
        "Ben_2_assignsubmission_file_agent.py",
        "Cleo_3_assignsubmission_onlinetext_/onlinetext.html",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(STUCK)
    with ZipFile(folder / "Dora_4_assignsubmission_file_mine.zip", "w") as archive:
        archive.writestr("mine/agent.py", STUCK)
    found = submissions(folder, tmp_path / "work")
    assert [(one.name, one.label.removeprefix(str(folder)), one.problem) for one in found] == [
        ("Anna Müller_1", "/Anna Müller_1_assignsubmission_file_/agent.py", ""),
        ("Ben_2", "/Ben_2/agent.py", ""),
        ("Dora_4", "/Dora_4/mine/agent.py", ""),
        ("Cleo_3", "/Cleo_3", "it contains no Python file: the agent should be agent.py"),
    ]
    assert {path.name for path in Path(found[1].agent).parent.iterdir()} == {
        "agent.py",
        "helper.py",
    }


def test_an_entry_that_is_no_file_does_not_stop_the_class(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    (folder / "Anna_1_assignsubmission_file_my.dir").mkdir(parents=True)
    (folder / "Ben_2_assignsubmission_file_agent.py").symlink_to("nowhere")
    (folder / "Cleo_3_assignsubmission_file_agent.py").write_text(STUCK)
    found = submissions(folder, tmp_path / "work")
    assert [(one.name, one.problem) for one in found] == [
        ("Cleo_3", ""),
        ("Anna_1", "it is empty"),
        ("Ben_2", "it is empty"),
    ]


def test_a_new_worksheet_has_the_columns_that_moodle_needs(graded: Grader) -> None:
    """Moodle refuses a worksheet without an identifier, a grade and the time of its last change."""
    found = graded("rules")
    header, *lines = new_worksheet({ANNA: found, BEN: "it is <empty>"}).splitlines()
    assert header == HEADER
    anna, ben = csv.DictReader([header, *lines])
    assert anna["Identifier"] == "Participant 123456"
    assert (anna["Full name"], anna["Email address"]) == ("Anna Müller", "")
    assert (anna["Grade"], anna["Maximum Grade"]) == (f"{found.mark.points:.2f}", "100")
    assert anna["Feedback comments"].startswith(f"{found.mark.words}<br>sound 15.0 of 15<br>")
    assert (ben["Grade"], ben["Feedback comments"]) == ("0.00", "it is &lt;empty&gt;")


@pytest.mark.parametrize(("header", "group"), [(HEADER, []), (GERMAN, ["Blue"])])
def test_a_worksheet_from_moodle_is_filled_in(
    graded: Grader, header: str, group: list[str]
) -> None:
    """Only grades and comments change, and a grade fits the maximum of the assignment."""
    found = graded("rules")
    rows = [
        ["Participant 123456", "Müller", "anna@x.org", "Submitted", *group, "", "20,00", "Yes"],
        ["Teilnehmer/in9", "Someone Else", "else@x.org", "No", *group, "3.00", "20,00", "Yes"],
    ]
    text = "\ufeff" + "\n".join(
        [header, *(",".join(map(quoted, [*row, "-", "-", ""])) for row in rows)]
    )
    after, missing = filled(text, {ANNA: found, BEN: "it is empty"})
    anna, other = list(csv.reader(after.splitlines()))[1:]
    grade = 4 + len(group)
    assert anna[grade] == f"{found.mark.points / 5:.2f}"
    assert anna[-1].startswith(found.mark.words)
    assert [*anna[:grade], *anna[grade + 1 : -1]] == [
        *rows[0][:grade],
        *rows[0][grade + 1 :],
        "-",
        "-",
    ]
    assert other == [*rows[1], "-", "-", ""]
    assert missing == ["Ben O'Neil-Li"]


def quoted(cell: str) -> str:
    return f'"{cell}"'


def test_a_name_is_no_formula() -> None:
    text = new_worksheet({Student("=1+1", 5): "it is empty"})
    assert text.splitlines()[1].startswith("Participant 5,'=1+1,")


def test_a_maximum_that_is_no_number_is_replaced(graded: Grader) -> None:
    found = graded("rules")
    text, _ = filled(f"{HEADER}\nParticipant 123456,,,,,nan,,-,-,\n", {ANNA: found})
    (row,) = csv.DictReader(text.splitlines())
    assert (row["Grade"], row["Maximum Grade"]) == (f"{found.mark.points:.2f}", "100")


def test_a_worksheet_that_is_no_table_is_refused() -> None:
    with pytest.raises(SapperError, match="the worksheet can't be read: field larger than"):
        filled(f"{HEADER}\n{'x' * 140_000}\n", {ANNA: "it is empty"})


@pytest.mark.parametrize("column", ["Identifier", "Grade", "Last modified (grade)"])
def test_a_table_that_is_no_worksheet_is_refused(column: str) -> None:
    header = HEADER.replace(f"{column},", "x,")
    with pytest.raises(SapperError, match="Download grading worksheet"):
        filled(f"{header}\n", {ANNA: "it is empty"})


def test_the_command_writes_the_worksheet(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "hw1.zip", "w") as archive:
        archive.writestr("Anna Müller_123456_assignsubmission_file_/agent.py", STUCK)
        archive.writestr("Ben_77_assignsubmission_file_/notes.txt", "sorry")
    sheet, out = tmp_path / "Grades.csv", tmp_path / "marks.csv"
    sheet.write_text(f"{HEADER}\nParticipant 123456,Anna Müller,a@x.org,,,50.00,Yes,-,-,\n")
    ask = ["grade", str(tmp_path / "hw1.zip"), *SMALL, "--moodle", str(out)]
    done = sapper(*ask, "--worksheet", str(sheet))
    assert (done.returncode, done.stderr) == (1, f"wrote {out}\nBen is not in the worksheet\n")
    (row,) = csv.DictReader(out.read_text().splitlines())
    assert (row["Email address"], row["Grade"], row["Maximum Grade"]) == (
        "a@x.org",
        "0.00",
        "50.00",
    )
    before = out.read_text()
    refused = sapper(*ask)
    assert (refused.returncode, "give it as --worksheet" in refused.stderr) == (2, True)
    assert out.read_text() == before  # a teacher's worksheet is not overwritten
    out.unlink()
    sapper(*ask)
    sapper(*ask)  # our own worksheet is
    assert [row["Identifier"] for row in csv.DictReader(out.read_text().splitlines())] == [
        "Participant 123456",
        "Participant 77",
    ]


def test_what_is_not_from_moodle_is_said_before_the_games(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "anna.py").write_text(STUCK)
    out = ("--moodle", str(tmp_path / "marks.csv"))
    for arguments, words in (
        (("grade", str(tmp_path / "class"), *out), "one of Moodle's"),
        (("grade", "rules", *out), "--moodle needs a class"),
        (("grade", str(tmp_path / "class"), "--worksheet", "x.csv"), "--worksheet needs --moodle"),
    ):
        done = sapper(*arguments)
        assert done.returncode == 2
        assert words in done.stderr
    assert not (tmp_path / "marks.csv").exists()
