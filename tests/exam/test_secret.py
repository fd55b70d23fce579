"""The commands that promise, make and reveal a secret exam."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

from command import sapper
from sapper.exam.items import load_items

FEW = ("--parts", "choose,play", "--positions", "2", "--copies", "1")


def test_a_secret_exam_is_promised_and_revealed(tmp_path: Path) -> None:
    """The promise does not contain the salt, and `reveal` notices other items or another salt."""

    def run(*words: str, code: int = 0) -> str:
        done = sapper("exam", *words, cwd=tmp_path)
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    run("commit", "--salt", "salt", *FEW)
    salt = (tmp_path / "salt").read_text().strip()
    assert salt not in (tmp_path / "promise.json").read_text()
    # only the owner may read it
    assert os.name == "nt" or (tmp_path / "salt").stat().st_mode & 0o077 == 0
    run("make", "--salt", "salt", *FEW)
    assert "items.jsonl already exists: choose another file" in run("make", *FEW, code=2)
    assert "were made from this salt" in run(
        "reveal", "promise.json", "--salt", "salt", "--items", "items.jsonl"
    )
    made = json.loads(run("make", "--out", "public.jsonl", "--seed", "7", "--json", *FEW))
    assert (made["seed"], made["items"]) == (7, 4)
    for name, source in (("items.jsonl", "salt"), ("public.jsonl", "seed 7")):
        assert {item.source for item in load_items(tmp_path / name)} == {source}
    assert "are not the items" in run(
        "reveal", "promise.json", "--salt", "salt", "--items", "public.jsonl", code=1
    )
    (tmp_path / "other").write_text(salt[::-1])
    assert "does not match" in run("reveal", "promise.json", "--salt", "other", code=1)
    # A second `commit` keeps the salt.
    run("commit", "--salt", "salt", *FEW)
    assert (tmp_path / "salt").read_text().strip() == salt


def test_the_items_are_made_with_the_settings_of_the_promise(tmp_path: Path) -> None:
    """Items can't be made with other settings, and a promise can't be replaced by another."""

    def run(*words: str) -> str:
        done = sapper("exam", *words, cwd=tmp_path)
        return done.stderr if done.returncode == 2 else done.stdout

    told = run("commit", "--salt", "salt", *FEW)
    assert "make the items with `sapper exam make --salt salt --promise promise.json`" in told
    told = run("commit", "--salt", "my salt", "--out", "it's.json", *FEW)
    command = told.partition("make the items with `")[2].partition("`")[0]
    assert shlex.split(command)[3:] == ["--salt", "my salt", "--promise", "it's.json"]
    promised = "make", "--salt", "salt", "--promise", "promise.json"
    assert run(*promised) == "wrote 4 items to items.jsonl\n"
    assert "your settings differ from those in promise.json" in run(*promised, "--positions", "3")
    assert "--promise needs --salt" in run("make", "--promise", "promise.json")
    assert "promise.json already holds another promise" in run("commit", "--salt", "salt")
    (tmp_path / "other").write_text("x" * 20)
    other = run("make", "--salt", "other", "--promise", "promise.json")
    assert "the salt in other does not match promise.json" in other


def test_other_settings_break_the_promise(tmp_path: Path) -> None:
    """The hash covers the settings, so changing them in the promise is noticed."""
    sapper("exam", "commit", "--salt", "salt", *FEW, cwd=tmp_path)
    promise = json.loads((tmp_path / "promise.json").read_text())
    promise["settings"]["positions"] = 7
    (tmp_path / "promise.json").write_text(json.dumps(promise))
    done = sapper("exam", "reveal", "promise.json", "--salt", "salt", cwd=tmp_path)
    assert done.returncode == 1
    assert "does not match" in done.stdout


def test_bad_files_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "short").write_text("abc")
    (tmp_path / "promise.json").write_text("{}")
    for words, message in (
        (("make", "--salt", "short"), "the salt in short is too short: use at least 16 bytes"),
        (("make", "--salt", "short", "--seed", "1"), "--seed and --salt can't be combined"),
        (
            ("reveal", "promise.json", "--salt", "short"),
            "promise.json is not the promise of an exam",
        ),
        (("make", "--parts", "sing"), "'sing' is not a part"),
    ):
        done = sapper("exam", *words, cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith(f"sapper: {message}")
        assert done.stderr.count("\n") == 1
