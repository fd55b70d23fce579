"""The list of commands, and errors for bad input."""

import re
import subprocess
import sys
from email.message import Message
from importlib.metadata import version
from pathlib import Path

import pytest
import typer

from command import app, sapper
from sapper.cli.examples import EXAMPLES
from sapper.cli.help import SHORT, documentation
from sapper.cli.overview import FILES, first_lines


def test_help_lists_the_commands() -> None:
    """Without arguments, `sapper` lists every command once, with its description in full."""
    result = sapper()
    assert result.returncode == 0
    listed = re.findall(r"^  ([a-z][a-z-]*)  +[A-Z]", result.stdout, re.MULTILINE)
    every = typer.main.get_group(app).commands
    commands = {name: command for name, command in every.items() if not command.hidden}
    assert sorted(listed) == sorted(commands)
    lines = first_lines()
    for name, command in commands.items():
        assert lines[name] == " ".join((command.help or "").split("\n\n")[0].split())
    assert "Learn and teach:\n  lesson" in result.stdout
    assert "..." not in result.stdout.partition("Play and look back:")[2]


def test_a_command_is_where_the_table_says() -> None:
    """Only the file of the called command is imported."""
    for file, names in FILES.items():
        module = f"sapper.cli.{file}"
        commands = [(c.name, c.callback) for c in app.registered_commands if c.callback]
        groups = [(g.name, g.typer_instance) for g in app.registered_groups if g.typer_instance]
        callbacks = [(name, group.registered_callback) for name, group in groups]
        commands += [(name, c.callback) for name, c in callbacks if c and c.callback]
        found = [name or f.__name__ for name, f in commands if f.__module__ == module]
        assert sorted(found) == sorted(names), file
    called = {name.removeprefix("sapper.cli.") for name in loaded("stats", "easy")}
    assert called & FILES.keys() == {"files"}


def loaded(*arguments: str) -> set[str]:
    code = f"import sys; sys.argv[1:] = {arguments}; from sapper.cli import main\n"
    code += "try: main()\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [(), ("--help",), ("--version",)])
def test_the_list_of_commands_takes_no_time(arguments: tuple[str, ...]) -> None:
    """Listing the commands imports neither their modules nor their dependencies."""
    found = loaded(*arguments)
    assert not found & {"numpy", "sapper.core.view", "sapper._engine"}
    assert not found & {f"sapper.cli.{file}" for file in FILES}


@pytest.mark.parametrize("old", ["analyze", "agents", "new-agent", "replay", "formats", "prove"])
def test_a_command_has_one_name(old: str) -> None:
    done = sapper(old)
    assert (done.returncode, f"No such command '{old}'" in done.stderr) == (2, True)


@pytest.mark.parametrize("words", [("deal",), ("exam", "make")])
def test_help_can_be_asked_for_in_three_ways(words: tuple[str, ...]) -> None:
    asked = [sapper(*words, "--help"), sapper(*words, "-h"), sapper("help", *words)]
    assert len({done.stdout for done in asked}) == 1
    assert asked[0].stdout.startswith(f"Usage: sapper {' '.join(words)} ")
    assert sapper("help").stdout == sapper("--help").stdout


def every_help() -> dict[str, str]:
    """The help of each command and subcommand, as a terminal shows it."""
    names = []
    for name, command in typer.main.get_group(app).commands.items():
        names += [name, *(f"{name} {each}" for each in getattr(command, "commands", ()))]
    return {name: sapper(*name.split(), "--help").stdout for name in names}


def test_help_is_for_people() -> None:
    """Every help has an example, fits 80 columns, and has no type or notation of Python."""
    helps = every_help()
    assert {"deal", "exam make", "agent new"} <= helps.keys()
    assert set(EXAMPLES) == helps.keys()
    for name, text in helps.items():
        examples = [f"  {line}\n      {what}\n" for line, what in EXAMPLES[name]]
        assert text.partition("\nExamples:\n")[2] == "".join(examples) or name == "optimal"
        assert all(line.startswith(f"sapper {name}") for line, _ in EXAMPLES[name]), name
        assert max(map(len, text.splitlines())) <= 80, name
        assert not re.search(r"<(str|int|path|float|list)|list\[|\{|x[<>]=|docs/", text), name


def test_short_forms_mean_the_same_everywhere() -> None:
    """`-s 7` is `--seed 7`, and every long form has its short form."""
    assert sapper("deal", "6x4x3", "-s", "7") == sapper("deal", "6x4x3", "--seed", "7")
    for name, text in every_help().items():
        for long, short in SHORT.items():
            if re.search(rf"^  (\S+, )?{long}\b", text, re.MULTILINE):
                assert f"  {short}, {long}" in text, name
        shorts = re.findall(r"^  (-\w),", text, re.MULTILINE)
        assert len(shorts) == len(set(shorts)), name


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("sapper de", {"deal"}),
        ("sapper agent ", {"list", "new"}),
        ("sapper bench --se", {"--seed"}),
        ("sapper play --look c", {"classic", "course"}),
    ],
)
def test_a_shell_completes_commands_and_options(
    typed: str, words: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_SAPPER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" ")) - 1))
    assert set(sapper().stdout.split()) == words


def test_completion_is_installed_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")  # name the shell
    command = [sys.executable, "-m", "sapper", "--install-completion", "bash"]
    subprocess.run(command, check=True, capture_output=True)
    assert "_SAPPER_COMPLETE" in (tmp_path / ".bash_completions" / "sapper.sh").read_text()


def test_help_says_where_the_documentation_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a clone it is the folder, elsewhere the address in the package, if it has one."""
    root = Path(__file__).parents[2]
    assert documentation() == str(root / "docs")
    assert "Documentation: " in sapper("--help").stdout
    monkeypatch.setattr("sapper.cli.help.__file__", "/a/b/c/d.py")
    assert documentation() == ""
    address = Message()
    address["Project-URL"] = "Documentation, https://sapper.example/docs"
    monkeypatch.setattr("sapper.cli.help.metadata", lambda _: address)
    assert documentation() == "https://sapper.example/docs"


def test_the_example_files_are_written_once(tmp_path: Path) -> None:
    """Sapper reads those with boards and games, and an existing file is never replaced."""
    done = sapper("example", "here", cwd=tmp_path)
    assert done.returncode == 0
    written = re.findall(r"^wrote (\S+)", done.stdout, re.MULTILINE)
    assert sorted(written) == sorted(
        str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()
    )
    for name in written:
        if not name.endswith(("answer.txt", "class.txt", "wumpus.txt", ".csv", ".zip")):
            assert sapper("show", name, cwd=tmp_path).returncode == 0, name
    again = sapper("example", "here", cwd=tmp_path)
    assert (again.returncode, "already exists: choose another folder" in again.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("show", "-", "--svg", "a.svg", "--png", "a.png"), ["a.svg", "a.png"]),
        (("explain", "-", "A1", "--svg", "a.svg", "--html", "a.html"), ["a.svg", "a.html"]),
        (("convert", "-", "a.txt"), ["a.txt"]),
        (("deal", "8x6x8", "-o", "a.txt"), ["a.txt"]),
        (("bench", "odds", "6x4x3", "-n", "2", "-j", "1", "--outcomes", "a.txt"), ["a.txt"]),
        (("watch", "odds", "6x4x3", "-r", "a.record"), ["a.record"]),
        (("puzzle", "8x6x8", "--seed", "1", "--sheet", "a.html"), ["a.html"]),
        (("puzzle", "8x6x8", "--seed", "1", "--sheet", "a.svg"), ["a-1.svg", "a-2.svg"]),
    ],
)
def test_files_that_were_written_are_named(
    words: tuple[str, ...], names: list[str], tmp_path: Path
) -> None:
    """They are named on standard error, in the order in which they were written."""
    done = sapper(*words, stdin="3x1x1\n.10\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "".join(f"wrote {name}\n" for name in names))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)


def test_the_version_can_be_asked_for() -> None:
    assert sapper("--version").stdout == f"sapper {version('sapper')}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("explain", "position", "A1"), "A1 is open"),
        (("deal", "easy", "--count", "1000000000"), "at most 56512727 at once"),
        (("bench", "rules", "easy", "--games", "1000000000000"), "1 to 1000000000"),
        (("compare", "odds", "resolution:k=x", "easy"), "k can't be 'x'"),
        (("compare", "odds", "resolution:w=0", "easy"), "w can't be '0'"),
        (("compare", "odds", "resolution:defer=7", "easy"), "defer can't be '7'"),
        (("compare", "odds", "resolution:k=3,k=4", "easy"), "is not a player"),
        (("study", "difficulty", "--games", "1000000000000"), "1 to 1000000000"),
        (("serve", "--database", ""), "--database is empty"),
        (("compare", "odds", "psychic", "easy"), "'psychic' is not an agent"),
        (("study",), "--list"),
        (("study", "life"), "'life' is not a study"),
        (("study", "nothing.py"), "can't read nothing.py"),
        (("study", "difficulty", "--games", "1", "--cluster", "mars"), "mars"),
        (("serve", "--port", "99999"), "--port"),
        (("explain", "position", "Z9"), "cells are A1 to C1"),
        (("explain", "position", ""), "'' is not a cell: write column letters"),
        (("explain", "wrong"), "the clue at B1 (2) can't be right with 1 mine"),
        (("explain", "cut"), "truncated"),
        (("hint", "position", "--tier", "6"), "--tier"),
        (("hint", "empty"), "nothing to read"),
        (("verify", "nothing"), "can't read nothing/position.txt"),
        (("bench", "psychic", "easy"), "'psychic' is not an agent"),
        (("bench", "odds", "easy", "--games", "0"), "--games"),
        (("bench", "odds", "--deck", "position"), "is not a deck"),
        (("bench", "odds", "easy", "--signature", "--json"), "--signature and --json can't be"),
        (
            ("play", "position", "--seed", "3"),
            "--seed needs a level, but position is a file: leave out --seed",
        ),
        (("lesson", "4", "--sheet", "s.html", "--solutions"), "--sheet and --solutions can't be"),
        (("lesson", "4", "--count", "3"), "--count, --seed and --for need --sheet FILE.html"),
        (("lesson", "4", "--seed", "3"), "--count, --seed and --for need --sheet FILE.html"),
        (("lesson", "4", "--for", "Ada"), "--count, --seed and --for need --sheet FILE.html"),
        (("bench", "odds", "easy", "--guess", "luck"), "'luck' is not a guess strategy"),
        (("bench", "odds", "easy", "--outcomes", "no/where"), "can't write no/where"),
        (("watch", "easy", "--agent", "psychic"), "'psychic' is not an agent"),
        (("watch", "easy", "--trace", "--show-kb"), "--trace and --show-kb"),
        (("watch", "easy", "--whole-proof"), "add --show-kb"),
        (("watch", "easy", "--events"), "add --show-kb"),
        (("analyse", "wrong"), "the clue at B1 (2) can't be right with 1 mine"),
        (("analyse", "empty"), "nothing to read"),
        (("analyse", "wrong", "--value"), "the clue at B1 (2) can't be right with 1 mine"),
        (("analyse", "unopened", "--value"), "the first cell you open decides the board"),
        (("analyse", "position", "--value", "--budget", "0"), "is too small: use"),
        (("analyse", "position", "--value", "--budget", "nan"), "'nan' is not a budget"),
        (("analyse", "position", "--value", "--budget", "-1"), "'-1' is not a budget"),
        (("analyse", "position", "--value", "--budget", "9" * 999), "use 0 to 3600 s"),
        (("analyse", "position", "--budget", "soon"), "'soon' is not a budget"),
        (("bench", "champion", "easy", "--budget", "1e9"), "'1e9' is not a budget"),
        (("bench", "champion", "easy", "--budget", "1000000000"), "out of range: use 0 to 3600 s"),
        (("bench", "odds", "easy", "--budget", "1s"), "'budget' is not a setting of odds"),
        (("watch", "easy", "--agent", "champion", "--budget", "1h"), "'1h' is not a budget"),
        (("watch", "easy", "--agent", "rules", "--budget", "1s"), "'budget' is not a setting of r"),
        (("optimal", "beginner"), "it has 81 cells, but the limit is 30"),
        (("optimal", "5x5x9/any"), "it has 2042975 boards, but the limit is 250000"),
        (("optimal", "4x4x4/given"), "use 'any', 'safe' or 'open'"),
        (("optimal", "4x4x4/safe Z9"), "cells are A1 to D4"),
        (("optimal", "4x4x4", "--first", "7"), "'7' is not a cell"),
        (("optimal", "4x3x6/open", "--first", "B2"), "has too many mines for first cell B2"),
        (("optimal", "four"), "'four' is not a level"),
        (("optimal", "4x4x4/safe B2", "--first", "C3"), "names two first cells: B2 and C3"),
        (("deal", "9x9x99"), "it can have 0 to 80 mines"),
        (("deal", "1001x9x9"), "width and height must be 1 to 1000"),
        (("deal", "nine"), "'nine' is not a level"),
        (("deal",), "Missing argument 'LEVEL'"),
        (("deal", "easy", "--seed", "-1"), "seeds must be 0 to"),
        (("deal", "easy", "--seed", "one"), "--seed"),
        (("deal", "expert", "--first", "ZZ99"), "cells are A1 to AD16"),
        (("deal", "easy", "--out", "no/where"), "can't write no/where"),
        (("deal", "easy", "--technique", "magic"), "'magic' is not a technique: use given, single"),
        (("deal", "easy", "--technique", ""), "'' is not a technique"),
        (("deal", "easy", "--3bv", ""), "'' is not a range of 3BV"),
        (("deal", "easy", "--no-mine-count"), "to exclude the mine count, add"),
        (("deal", "easy", "--3bv", "9-x"), "'9-x' is not a range of 3BV"),
        (("deal", "easy", "--no-guess", "--limit", "soon"), "'soon' is not a limit"),
        (("deal", "9x9x10/any", "--no-guess"), "its first click is a guess"),
        (("deal", "9x9x40/open", "--seed", "1", "--certificate", "c"), "without a guess"),
        (("puzzle", "--sheet", "s.pdf"), "its name must end with .html or .svg"),
        (("show", "nothing"), "can't read nothing: No such file"),
        (("show", "."), "Is a directory"),
        (("show", "empty"), "nothing to read"),
        (("show", "binary"), "is neither text nor"),
        (("show", "wrong"), "the clue at B1 (2) can't be right with 1 mine"),
        (("show", "cut"), "truncated"),
        (("stats", "position"), "is a position"),
        (("stats", "nothing"), "is not a file, and"),
        (("show", "--step", "position"), "is not a record"),
        (("show", "--step", "cut"), "truncated"),
        (("show", "position", "--json"), "--json needs --step: add --step"),
        (("show", "position", "--step", "--svg", "a.svg"), "--step and --svg can't be combined"),
        (("convert", "--json"), "--json needs --list: add --list"),
        (("convert", "position"), "convert needs two files, as in: sapper convert game.avf"),
        (("convert", "position", "--list"), "--list lists the formats: use it alone"),
        (("convert", "--list", "--to", "evf"), "--list lists the formats: use it alone"),
        (("convert", "--list", "--move", "3"), "--list lists the formats: use it alone"),
        (("play", "nothing"), "is not a level"),
        (("play", "position"), "neither a board nor a record"),
        (("fly",), "No such command"),
        (("show", "position", "--look", "blue"), "--look"),
    ],
)
def test_bad_input_is_one_clear_line(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").write_text("")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "position").write_text("3x1x1\n1..\n")
    (tmp_path / "wrong").write_text("3x1x1\n.2.\n")
    (tmp_path / "unopened").write_text("4x2x2/safe\n....\n....\n")
    (tmp_path / "cut").write_text("outcome: won\nmoves: 9\n3x1x1/any\n1*1\n0 open A1\n")
    result = sapper(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("sapper: ")
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


def test_help_tells_of_value_and_budget() -> None:
    text = sapper("analyse", "--help").stdout
    assert "--value" in text
    assert "--budget" in text
    for command in ("bench", "watch"):
        assert "--budget" in sapper(command, "--help").stdout
    assert re.search(r"^champion +plays to win", sapper("agent", "list").stdout, re.MULTILINE)
