"""The script plainwords.py reads the prose in each kind of file, and only the prose."""

from pathlib import Path

import pytest

from plainwords import problems


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("code.py", '"""First."""\n\nsay(f"{n} of them, for want of {x}")\n', 3),
        ("code.py", 'say(\n    f"""{n}\n    for want of memory"""\n)\n', 3),
        ("code.py", "x = 1  # for want of more\n", 1),
        ("page.html", "<p>\n    <b>It stops for want of memory.</b>\n</p>\n", 2),
        ("tool.toml", '[tool]\nnotes = [\n    "for want of memory",\n]\n', 3),
        ("guide.md", "A text.\n\nIt stops for want of memory.\n", 3),
        ("page.js", "const x = 1;\n// for want of more\n", 2),
    ],
)
def test_prose_is_read_in_every_kind_of_file(
    tmp_path: Path, name: str, text: str, line: int
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(problems(path)) == [f'{path}:{line}: "for want of": for lack of']


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("code.py", "for_want_of = 1\nwhoever = 2\n"),
        ("guide.md", "A text.\n\n    whoever\n\n```\nwhoever\n```\n"),
        ("page.js", "const whoever = 1;\n"),
    ],
)
def test_code_is_not_read(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(problems(path)) == []
