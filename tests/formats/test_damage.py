"""Reading a damaged file gives a value or a clear one-line error, and takes little memory.

The script bench/formats_fuzz.py does the same with 10,000 files of each format, and measures the
time.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mutations import SAMPLES, damaged, problem_of, samples
from sapper.formats import FORMATS, FileError, Format, read

OURS = [known for known in FORMATS if known.name != "mvf"]


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_good_samples_are_recognised_and_read(known: Format) -> None:
    """Each sample is recognised by its content, without a file name."""
    for data in samples(known):
        assert next(each for each in FORMATS if each.looks_like(data)) is known
        read(data)


@pytest.mark.parametrize("known", OURS, ids=lambda known: known.name)
def test_damaged_files_give_a_value_or_one_clear_line(known: Format) -> None:
    for number, data in enumerate(damaged(known, 300)):
        problem = problem_of(known, data)
        # The next test checks the memory in a separate process, because this process has run other
        # tests.
        assert problem is None or "in use" in problem, f"file {number}: {problem}"


def test_damaged_files_stay_within_memory() -> None:
    """Reading damaged files takes less than 200 MiB in a process that does nothing else."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from mutations import *\n"
        "for known in FORMATS:\n"
        "    if known.name != 'mvf':\n"
        "        for number, data in enumerate(damaged(known, 60, seed=1)):\n"
        "            problem = problem_of(known, data)\n"
        "            assert problem is None, (known.name, number, problem)\n"
    )
    tests = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code, str(tests)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.process
def test_damaged_mvf_files_end_their_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ms-toollib crashes on many of these files, but our process continues and leaves no file."""
    monkeypatch.chdir(tmp_path)
    (known,) = (known for known in FORMATS if known.name == "mvf")
    for number, data in enumerate(damaged(known, 20)):
        problem = problem_of(known, data)
        assert problem is None or "in use" in problem, f"file {number}: {problem}"
    assert list(tmp_path.iterdir()) == []


def test_mvf_is_read_within_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A reader that hangs or uses too much memory is stopped, which causes an error."""
    data = (SAMPLES / "expert.mvf").read_bytes()
    child = Path(sys.modules["sapper.formats.mvf"].__file__ or "").with_name("mvf_child.py")
    text = child.read_text()
    assert "MvfVideo(" in text
    for trouble in ("while True: pass", "x = bytearray(2**30)"):
        script = tmp_path / "child.py"
        script.write_text(text.replace("    video = ", f"    {trouble}\n    video = "))
        monkeypatch.setattr("sapper.formats.mvf._CHILD", script)
        with pytest.raises(FileError, match="the mvf file"):
            read(data)


def test_a_file_that_says_it_is_huge_is_not_believed() -> None:
    """Sizes are checked before memory is allocated."""
    for text in (
        "?b=99999999&m=0",
        "9999x9999:m0",
        "?analysis=99999999" + "j" * 1000,
        "RawVF_Version: 1\nWidth: 9999999\nHeight: 9999999\nMines: 1\nBoard:\n*\n",
        "# MINESWEEPER-BOARD v0.1\nrows: 9999999\ncolumns: 9999999\nmines: 1\n[real]\n*\n",
        "9999x9999x1\nH\n",
    ):
        with pytest.raises(ValueError, match="1 to 1000"):
            read(text.encode())
    with pytest.raises(FileError, match="rmv file is too large: the limit is 8 MiB"):
        read(b"*rmv" + bytes(2**23), "big.rmv")
