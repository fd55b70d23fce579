"""Answers are found in the text that an examinee wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sapper.core.view import View
from sapper.exam.items import ExamError
from sapper.exam.reading import ATTEMPT, LENGTH, WASTE, ExamAnswer, load_answers, read_text

from .examples import small_exam

VIEW = View.parse("4x2x2/any\n1.2.\n1...\n")


@pytest.mark.parametrize(
    ("part", "cells", "text", "answer"),
    [
        ("deduce", ["B1"], '{"B1": "safe"}', {"B1": "safe"}),
        ("deduce", ["B1"], 'so\n```json\n{ "b1" : " MINE " }\n```\nDone.', {"B1": "mine"}),
        ("deduce", ["B1"], '{"B1": "safe"} no, {"B1": "undetermined"}', {"B1": "undetermined"}),
        ("deduce", ["B1"], 'First {"B1": "safe"}. Final: {"B1": "perhaps"}', None),
        ("deduce", ["B1"], '{"B1": "safe"} with {"D1": "mine"}', {"B1": "safe"}),
        ("deduce", ["B1"], '[{"B1": "mine"}, {"B1": "safe"}]', {"B1": "safe"}),
        ("deduce", ["B1"], '{"was": {"B1": "mine"}, "now": {"B1": "safe"}}', {"B1": "safe"}),
        ("deduce", ["B1"], '{"now": {"B1": "safe"}', {"B1": "safe"}),
        ("deduce", ["B1"], '{B1} is {"safe"}: {"B1": "safe"}', {"B1": "safe"}),
        ("deduce", ["B1"], '{"B1": ' + "1" * 5000 + '} {"B1": "safe"}', {"B1": "safe"}),
        ("choose", [], '{"cell": "B1", "other": {"cell": "D1"}}', {"cell": "B1"}),
        ("choose", [], '{"cell": 3, "other": {"cell": "D1"}}', None),
        ("deduce", ["B1"], '{"answer": {"B1": "safe"}}', {"B1": "safe"}),
        ("deduce", ["B1", "D1"], '{"B1": "safe"}', None),
        ("deduce", ["B1"], "B1 is safe", None),
        ("deduce", ["B1"], '{"B1": "safe"', None),
        ("deduce", ["B1"], '{"B1": ["safe"]}', None),
        ("estimate", ["B1"], '{"B1": 0.25}', {"B1": 0.25}),
        ("estimate", ["B1"], '{"B1": "25%"}', {"B1": 0.25}),
        ("estimate", ["B1"], '{"B1": 1.5}', None),
        ("estimate", ["B1"], '{"B1": NaN}', None),
        ("estimate", ["B1"], '{"B1": true}', None),
        ("choose", [], '{"cell": "d2"}', {"cell": "D2"}),
        ("choose", [], '{"cell": " d 2"}', {"cell": "D2"}),
        ("choose", [], '{"cell": "A1"}', None),
        ("choose", [], '{"cell": "Z9"}', None),
        ("prove", ["B1"], '{"clues": ["c1", "A1", "a1"]}', {"clues": ["A1", "C1"]}),
        ("prove", ["B1"], '{"clues": ["Mines", "A1"]}', {"clues": ["A1", "mines"]}),
        ("prove", ["B1"], '{"clues": ["B1"]}', None),
        ("prove", ["B1"], '{"proof": "1. B1  A1"}', {"proof": "1. B1  A1"}),
        ("play", [], '{"move": " guess  B1 "}', {"move": "guess B1"}),
        ("play", [], '{"moves": ["open B1", 3]}', None),
    ],
)
def test_the_last_object_with_the_right_keys(
    part: str, cells: list[str], text: str, answer: ExamAnswer | None
) -> None:
    """The last object with the right keys is the answer. Fences, case and spaces don't matter."""
    assert read_text(text, part, cells, VIEW) == answer


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 40_000,
        ('{"a":' * 500 + "x") * 80,
        ('{"a":' * 500 + "1" * 5000) * 30,
        "{" * LENGTH,
        '{"' * LENGTH,
        '{"B1":' * 300 + '"safe"' + "}" * 300,
    ],
)
def test_braces_cost_little(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An examinee can't delay the grader, because few characters are decoded more than once."""
    decoded = []

    class Decoder(json.JSONDecoder):
        def raw_decode(self, s: str, idx: int = 0) -> Any:
            try:
                value, end = super().raw_decode(s, idx)
            except ValueError as problem:
                decoded.append(getattr(problem, "pos", len(s)) - idx)
                raise
            except RecursionError:
                decoded.append(len(s) - idx)
                raise
            decoded.append(end - idx)
            return value, end

    monkeypatch.setattr(json, "JSONDecoder", Decoder)
    assert read_text(text, "deduce", ["D1"], VIEW) is None
    assert sum(decoded) <= WASTE + 2 * LENGTH
    assert len(decoded) <= WASTE / ATTEMPT + 1


def test_a_long_text_is_read_from_its_end() -> None:
    """An answer at the end of a text is found, even after very many braces."""
    text = "{" * 300_000 + '{"B1": "safe"}'
    assert read_text(text[-1000:], "deduce", ["B1"], VIEW) == {"B1": "safe"}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('{"id": "x"', "line 1 of .* is not JSON"),
        ("[]", 'line 1 of .* needs an "id"'),
        ('{"id": "nobody"}', "answers 'nobody', which is not among the items"),
        ("", "has no answers"),
        ('{"id": "ID", "of": "another"}', "answers '.*' from another exam"),
        ('{"id": "ID"}', 'line 1 of .* is not an answer: it needs "answer" or "raw"'),
        ('{"id": "ID", "raw": ""}\n{"id": "ID"}', "line 2 of .* answers '.*' a second time"),
        ('{"id": "ID", "raw": "", "sample": 0}', 'line 1 of .* a whole number from 1 as "sample"'),
        ("\xff", "is not JSON"),
    ],
)
def test_a_bad_file_of_answers(lines: str, message: str, tmp_path: Path) -> None:
    item = small_exam()[0]
    file = tmp_path / "answers.jsonl"
    file.write_text(lines.replace("ID", item.id), encoding="utf-8")
    with pytest.raises(ExamError, match=message) as problem:
        load_answers(file, {item.id: item})
    assert "\n" not in str(problem.value)


def test_an_answer_or_its_raw_text_is_enough(tmp_path: Path) -> None:
    """Other fields may be missing or malformed."""
    one, two, three = small_exam()[:3]
    said = dict.fromkeys(one.cells, "Safe")
    lines = [
        {"id": one.id, "answer": said, "seconds": "long", "tokens": -3},
        {"id": two.id, "raw": f"Well: {json.dumps(dict.fromkeys(two.cells, 'mine'))}"},
        {"id": three.id, "answer": None},
    ]
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    found = load_answers(file, {item.id: item for item in (one, two, three)})
    assert found[one.id][0].answer == dict.fromkeys(one.cells, "safe")
    assert found[one.id][0].seconds == found[one.id][0].tokens == 0
    assert found[two.id][0].answer == dict.fromkeys(two.cells, "mine")
    assert found[three.id][0].answer is None
