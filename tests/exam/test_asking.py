"""Programs, chat servers and agents take an exam, and their failures are handled."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import socket
import socketserver
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from chatserver import model
from command import sapper
from processes import descendants, ended, lives, sleeps, wait_for
from sapper.exam import asking
from sapper.exam.asking import (
    BUSY_TRIES,
    FAILURES,
    AgentExaminee,
    BusyError,
    ChatExaminee,
    CommandExaminee,
    Examinee,
    FatalError,
    Reply,
    ask,
)
from sapper.exam.baselines import answers
from sapper.exam.items import ExamError, Item, items_text
from sapper.exam.reading import LENGTH, Answered, load_answers
from sapper.exam.report import notes
from sapper.exam.scores import score
from sapper.formats import FileError
from sapper.processes.programs import Child

from .examples import of_part, small_exam

PROGRAM = """\
import json, sys
form = json.loads(sys.stdin.read().splitlines()[-1])
first = {"move": "guess A1", "cell": "A1", "clues": []}
print("Hm.", json.dumps({k: first.get(k, "undetermined" if "safe" in v else 0.2)
                         for k, v in form.items()}))
"""


def test_a_chat_server_is_asked(tmp_path: Path) -> None:
    """The request contains the model and the prompt, and the tokens of the answers are added up."""
    items, file = of_part("deduce"), tmp_path / "answers.jsonl"
    with model() as server:
        examinee = ChatExaminee(server.url, "small", 60, "secret", {"temperature": 0})
        done = ask(items, examinee, file, jobs=4)
    assert (done.new, done.failed, done.unreadable) == (len(items), 0, 0)
    assert done.tokens == 7 * len(items)
    path, headers, asked = server.asked[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer secret"
    assert asked["model"] == "small"
    assert asked["temperature"] == 0
    assert {a["messages"][0]["content"] for _, _, a in server.asked} == {i.prompt for i in items}
    found = score("small", items, load_answers(file, {item.id: item for item in items}))
    assert found.tokens == done.tokens
    assert found.parts["deduce"].unreadable == 0
    assert "secret" not in file.read_text()


def test_a_busy_server_is_asked_again(tmp_path: Path) -> None:
    """After 429 and 503 the server is asked again, but 401 ends the exam."""
    items = of_part("deduce")[:2]
    with model(429, 503) as server:
        examinee = ChatExaminee(server.url, "m", 60, pause=0)
        assert ask(items, examinee, tmp_path / "a", jobs=1).new == 2
        assert len(server.asked) == 4
    with model(401) as server:
        examinee = ChatExaminee(server.url, "m", 60, pause=0)
        with pytest.raises(FatalError, match="answered 401 Unauthorized"):
            ask(items, examinee, tmp_path / "b", jobs=1)
        assert len(server.asked) == 1
    # The server has answered before, but is stopped now.
    assert ask(items, examinee, tmp_path / "c", jobs=1).failed == 2


def test_the_pause_that_a_busy_server_asks_for_is_kept() -> None:
    """Without Retry-After, the pauses grow up to a limit, and are spread by chance."""
    waits: list[float] = []
    later = (429, "Thu, 01 Jan 2099 00:00:00 GMT")
    with model((429, "70"), 503, (503, "soon"), 500, 500, (429, "0"), 503, 200, later) as server:
        examinee = ChatExaminee(server.url, "m", 60, wait=waits.append, jitter=lambda: 0.25)
        question = of_part("deduce")[0].prompt
        assert examinee.reply(question).tokens == 7
        assert waits == [70.0, *(0.75 * pause for pause in (4, 8, 16, 32, 60, 60))]
        with pytest.raises(FatalError, match="answered 429"):
            examinee.reply(question)  # decades are too long
    assert len(waits) == 7


def test_a_server_that_is_busy_for_long_does_not_end_the_exam(tmp_path: Path) -> None:
    """Items that were refused are asked again at the end. A server must have answered before."""
    items, refused = of_part("deduce"), 10
    with model(200, *[503] * (refused * BUSY_TRIES)) as server:
        examinee = ChatExaminee(server.url, "m", 60, pause=0)
        done = ask(items, examinee, tmp_path / "a", jobs=1)
        assert (done.new, done.failed, done.problem) == (len(items), 0, "")
        assert len(server.asked) == len(items) + refused * BUSY_TRIES
    with model(*[503] * 1000) as server:
        examinee = ChatExaminee(server.url, "m", 60, pause=0)
        with pytest.raises(BusyError, match="answered 503"):
            ask(items, examinee, tmp_path / "b", jobs=1)
        assert len(server.asked) >= FAILURES * BUSY_TRIES


def test_a_failed_request_does_not_lose_the_game(tmp_path: Path) -> None:
    """The game continues at the move that failed, so each move is asked for once."""
    (item,) = of_part("play")[:1]
    (champion,) = answers("champion", [item])
    assert champion.answer is not None
    moves = champion.answer["moves"]
    assert len(moves) > 3
    asked: list[str] = []

    class Failing(CommandExaminee):
        def reply(self, question: str) -> Reply:
            asked.append(question)
            if len(asked) == 3:
                raise BusyError("too many requests")
            number = len(asked) - 1 - (len(asked) > 3)
            return Reply(json.dumps({"move": moves[number]}), 5)

    file = tmp_path / "answers.jsonl"
    done = ask([item], Failing("model", 60), file)
    assert (done.new, done.failed, done.tokens) == (1, 0, 5 * len(moves))
    assert load_answers(file, {item.id: item})[item.id][0].answer == {"moves": moves}
    assert asked[2] == asked[3]
    assert len(asked) == len(moves) + 1


def test_the_key_stays_with_its_server(tmp_path: Path) -> None:
    """A redirection is not followed, so the key is not sent to another server."""
    with model(302) as server:
        examinee = ChatExaminee(server.url, "m", 60, "secret", pause=0)
        with pytest.raises(FatalError, match="answered 302 Found"):
            ask(of_part("deduce")[:1], examinee, tmp_path / "a", jobs=1)
    assert [path for path, *_ in server.asked] == ["/v1/chat/completions"]


def test_a_bug_is_not_a_failed_item(tmp_path: Path) -> None:
    """An unexpected exception ends the exam, so the exam does not wait for an answer forever."""

    class Broken(CommandExaminee):
        def answer(self, item: Item, sample: int) -> Answered:
            raise ZeroDivisionError(item.id)

    with pytest.raises(ZeroDivisionError):
        ask(of_part("deduce")[:2], Broken("cat", 60), tmp_path / "a", jobs=2)


def test_an_interrupted_exam_is_continued(tmp_path: Path) -> None:
    """Only the items without an answer are sent, and an incomplete last line is removed."""
    items, file = of_part("deduce"), tmp_path / "answers.jsonl"
    with model() as server:
        examinee = ChatExaminee(server.url, "m", 60, pause=0)
        ask(items[:5], examinee, file, jobs=1)
        whole = file.read_text()
        file.write_text(whole + whole.splitlines()[0][:20])
        done = ask(items, examinee, file, jobs=3)
        assert (done.before, done.new) == (5, len(items) - 5)
        assert len(server.asked) == len(items)
        assert file.read_text().startswith(whole)
        assert len(load_answers(file, {item.id: item for item in items})) == len(items)
        other = ChatExaminee(server.url, "other", 60)
        with pytest.raises(ExamError, match="has answers by 'm': use another file"):
            ask(items, other, file)


def test_an_answer_says_how_it_was_asked(tmp_path: Path) -> None:
    """The file says everything but secrets. With other settings, the exam is not continued."""
    items, file = of_part("estimate")[:2], tmp_path / "answers.jsonl"

    def now() -> datetime:
        return datetime(2026, 11, 19, 20, 5, 7, tzinfo=UTC)

    with model() as server:
        examinee = ChatExaminee(server.url, "small", 60, "secret", {"temperature": 0.5})
        ask(items[:1], examinee, file, now=now)
        line = json.loads(file.read_text())
        told = ("model", "finish", "prompt_tokens", "date", "sapper", "version", "settings")
        assert {name: line[name] for name in told} == {
            "model": "small-2026-11",
            "finish": "stop",
            "prompt_tokens": 9,
            "date": "2026-11-19T20:05:07Z",
            "sapper": metadata.version("sapper"),
            "version": items[0].to_json()["version"],
            "settings": {
                "url": f"{server.url}/chat/completions",
                "model": "small",
                "temperature": 0.5,
            },
        }
        before = file.read_text()
        for other in (
            replace(examinee, options={"temperature": 1.0}),
            replace(examinee, options=None),
        ):
            with pytest.raises(FatalError, match=r"other settings \('temperature'\): use another"):
                ask(items, other, file)
        with pytest.raises(FatalError, match=r"other settings \('url'\): use another"):
            ask(items, replace(examinee, url="http://localhost:1/v1"), file)
        assert file.read_text() == before
        assert ask(items, examinee, file).before == 1
    assert "secret" not in file.read_text()


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": "It is A1."}, "It is A1."),
        ({"content": [{"type": "text", "text": "It "}, {"text": "is A1."}, 3]}, "It is A1."),
        ({"content": "It is A1.", "reasoning_content": "Hm."}, "Hm.\n\nIt is A1."),
        ({"content": None, "reasoning_content": "Hm. A1?"}, "Hm. A1?"),
        ({"content": "It is A1.", "reasoning": "Hm."}, "Hm.\n\nIt is A1."),
        ({"content": 5, "reasoning": {"summary": "Hm."}}, ""),
        ({"content": None}, ""),
    ],
)
def test_the_forms_of_a_reply(message: dict[str, Any], text: str) -> None:
    """The content may come in parts, and the reasoning may be separate."""
    body = {"choices": [{"message": message}]}
    assert asking._reply(json.dumps(body).encode(), "http://x") == Reply(text)


def test_any_field_and_a_system_prompt_can_be_given(tmp_path: Path) -> None:
    """They are sent with each question, and stand in the answers."""
    (tmp_path / "items.jsonl").write_text(items_text(of_part("deduce")[:1]))
    (tmp_path / "system.txt").write_text("Think hard.\n")
    fields = {"top_p": 0.9, "reasoning_effort": "low", "max_completion_tokens": 50, "stop": ["x"]}
    with model() as server:
        words = ["exam", "ask", "items.jsonl", "--url", server.url, "--model", "m"]
        words += ["--system", "system.txt"]
        for name, value in fields.items():
            words += ["--option", f"{name}={value if name != 'stop' else json.dumps(value)}"]
        done = sapper(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        ((_, _, asked),) = server.asked
    assert asked["messages"][0] == {"role": "system", "content": "Think hard.\n"}
    assert asked["messages"][1]["role"] == "user"
    assert {name: asked[name] for name in fields} == fields
    settings = json.loads((tmp_path / "answers.jsonl").read_text())["settings"]
    assert settings["system"] == "Think hard.\n"
    assert {name: settings[name] for name in fields} == fields


@pytest.mark.parametrize(
    "url",
    [
        "https://me:sk-1@example.org:8000/v1",
        "https://example.org:8000/v1/chat/completions?key=sk-1",
        "https://example.org:8000/v1?key=sk-1",
    ],
)
def test_the_settings_have_no_secrets(url: str) -> None:
    told = ChatExaminee(url, "m", 60, "sk-1").settings
    assert told == {"url": "https://example.org:8000/v1/chat/completions", "model": "m"}


def test_the_name_and_password_of_an_address_are_sent_but_not_shown() -> None:
    """As with a key in the query. An API key has its own field, which comes first."""
    question = of_part("deduce")[0].prompt
    with model(200, 200, 401) as server:
        url = server.url.replace("http://", "http://me:a%40b@")
        for key in ("", "sk-1"):
            assert ChatExaminee(url, "m", 60, key).reply(question).finish == "stop"
        with pytest.raises(FatalError, match="answered 401") as caught:
            ChatExaminee(url, "m", 60).reply(question)
    sent = [headers["Authorization"] for _, headers, _ in server.asked[:2]]
    assert sent == ["Basic bWU6YUBi", "Bearer sk-1"]
    assert "me" not in str(caught.value).split("://")[1].split("/")[0]


def test_the_query_of_an_address_is_sent_but_not_shown() -> None:
    """Some servers need a version there, and some a key."""
    with model(200, 401) as server:
        examinee = ChatExaminee(f"{server.url}/?key=sk-1", "m", 60)
        question = of_part("deduce")[0].prompt
        assert examinee.reply(question).finish == "stop"
        with pytest.raises(FatalError, match="answered 401") as caught:
            examinee.reply(question)
    assert server.asked[0][0] == "/v1/chat/completions?key=sk-1"
    assert "sk-1" not in str(caught.value)


@pytest.mark.parametrize("part", ["estimate", "play"])
def test_an_item_is_asked_several_times(part: str, tmp_path: Path) -> None:
    """An exam with one sample is continued with more. Games with the same board are kept apart."""
    items, file = of_part(part)[:2], tmp_path / "answers.jsonl"
    with model() as server:
        examinee = ChatExaminee(server.url, "m", 60)
        assert ask(items, examinee, file, jobs=2).new == 2
        done = ask(items, examinee, file, jobs=8, samples=4)
        assert (done.before, done.new) == (2, 6)
        assert ask(items, examinee, file, samples=4).before == 8
        assert ask(items, examinee, file).before == 2
    found = load_answers(file, {item.id: item for item in items})
    assert [[one.sample for one in found[item.id]] for item in items] == [[1, 2, 3, 4]] * 2
    again = file.read_text().splitlines()[-1]
    file.write_text(file.read_text() + again)
    with pytest.raises(ExamError, match="a second time"):
        load_answers(file, {item.id: item for item in items})


def test_cut_answers_are_asked_again(tmp_path: Path) -> None:
    """They stay in the file until the new answer comes. Only the limit may be another one."""
    items, file = of_part("deduce")[:3], tmp_path / "answers.jsonl"
    by_name = {item.id: item for item in items}
    with model(200, 200, 200, 400, 200) as server:
        examinee = ChatExaminee(server.url, "m", 60, options={"max_tokens": 5})
        server.finish = ["stop", "length", "length", "length", "stop"]
        done = ask(items, examinee, file)
        assert (done.new, done.cut) == (3, 2)
        assert score("m", items, load_answers(file, by_name)).parts["deduce"].cut == 2
        longer = replace(examinee, options={"max_completion_tokens": 99})
        with pytest.raises(FatalError, match=r"'max_completion_tokens, max_tokens'.*--retry"):
            ask(items, longer, file)
        with pytest.raises(FatalError, match=r"'max_tokens, temperature'\): use another file$"):
            ask(items, replace(longer, options={"temperature": 1}), file, retry_cut=True)
        with pytest.raises(FatalError, match="answered 400"):
            ask(items, longer, file, retry_cut=True)
        assert len(load_answers(file, by_name)) == 3
        again = ask(items, longer, file, retry_cut=True)
        assert (again.before, again.new, again.cut) == (1, 2, 1)
        last = ask(items, longer, file, retry_cut=True)
        assert (last.before, last.new, last.cut) == (2, 1, 0)
        assert ask(items, longer, file, retry_cut=True).new == 0
    assert len(file.read_text().splitlines()) == 6
    assert score("m", items, load_answers(file, by_name)).parts["deduce"].cut == 0


def test_a_program_is_asked(tmp_path: Path) -> None:
    """A program reads the prompt from standard input, and in a game it gives one move at a time."""
    (tmp_path / "model.py").write_text(PROGRAM)
    items = [of_part(part)[0] for part in ("deduce", "prove", "estimate", "choose", "play")]
    command = f"{sys.executable} {tmp_path / 'model.py'}"
    file = tmp_path / "answers.jsonl"
    done = ask(items, CommandExaminee(command, 60), file, jobs=2)
    assert done.new == len(items)
    found = load_answers(file, {item.id: item for item in items})
    deduce, prove, estimate, _, play = items
    assert found[deduce.id][0].answer == dict.fromkeys(deduce.cells, "undetermined")
    assert found[prove.id][0].answer == {"clues": []}
    assert found[estimate.id][0].answer == dict.fromkeys(estimate.cells, 0.2)
    moves = (found[play.id][0].answer or {})["moves"]
    assert set(moves) == {"guess A1"}
    assert found[play.id][0].raw.count("Hm.") == len(moves)


def test_a_program_that_fails(tmp_path: Path) -> None:
    """The program's error message is shown, and the exam stops after several failures."""
    items, file = of_part("deduce"), tmp_path / "answers.jsonl"
    fails = f"{sys.executable} -c 'import sys; sys.exit(\"out of memory\")'"
    with pytest.raises(ExamError, match="ended with exit code 1: out of memory"):
        ask(items, CommandExaminee(fails, 60), file)
    with pytest.raises(FatalError, match=r"can't run \./nothing: No such file"):
        ask(items, CommandExaminee("./nothing", 60), file)
    slow = CommandExaminee("sleep 1000", 0.01)
    done = ask(items[:1], slow, file)
    assert (done.failed, done.problem) == (1, "sleep 1000 did not answer within 0.01 s")
    assert file.read_text() == ""


def test_a_stopped_exam_starts_no_program(tmp_path: Path) -> None:
    """After a stop, waiting threads start no program, and the next exam can ask again."""
    cat, started = CommandExaminee("cat", 60), tmp_path / "started"
    touch = CommandExaminee(f"touch {started}", 60)
    touch.stop()
    with pytest.raises(FatalError, match="was stopped"):
        touch.reply("?")
    assert not started.exists()
    for _ in range(2):
        (tmp_path / "a").unlink(missing_ok=True)
        assert ask(of_part("choose")[:2], cat, tmp_path / "a").new == 2


def test_a_program_that_is_being_started_is_stopped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """`stop` waits for the lock while a program starts, and then kills the program."""
    endless = CommandExaminee("sleep 100000", 600)
    stopping = threading.Thread(target=endless.stop)
    start = Child

    def started(*words: Any, **settings: Any) -> Any:
        stopping.start()
        assert not endless._lock.acquire(blocking=False)
        return start(*words, **settings)

    monkeypatch.setattr(asking, "Child", started)
    with pytest.raises(ExamError, match="ended with signal SIGKILL"):
        endless.reply("?")
    stopping.join()


def asking_endlessly(folder: Path) -> tuple[subprocess.Popen[bytes], list[int]]:
    """Start an exam whose programs never answer, and return the command and the programs' ids."""
    (folder / "items.jsonl").write_text(items_text(small_exam()[:4]))
    words = ("exam", "ask", "items.jsonl", "--command", "sleep 100000", "--jobs", "4")
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", *words], cwd=folder, stderr=subprocess.PIPE
    )
    assert wait_for(lambda: len(descendants(process.pid)) == 4)
    return process, descendants(process.pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_no_program_outlives_the_exam(number: signal.Signals, tmp_path: Path) -> None:
    """Programs have their own sessions, so the command must end them."""
    process, started = asking_endlessly(tmp_path)
    with ended(process):
        done = sapper("exam", "ask", "items.jsonl", "--command", "sleep 100000", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr == (
            "sapper: another exam is writing to answers.jsonl: wait, or use another file\n"
        )
        process.send_signal(number)
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read().endswith(b"sapper: stopped\n")
    assert wait_for(lambda: not any(map(lives, started)))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_ctrl_c_is_heard_even_if_it_does_not_end_a_wait(tmp_path: Path) -> None:
    """A signal that another thread gets does not wake the main thread, which handles signals."""
    stopped, seen = threading.Event(), []

    class Endless(Examinee):
        name = "endless"

        @property
        def settings(self) -> dict[str, Any]:
            return {}

        def stop(self) -> None:
            stopped.set()

        def answer(self, item: Item, sample: int) -> Answered:
            looks = itertools.count()
            wait_for(lambda: next(looks) > 5 and sleeps(os.getpid()))  # in the main thread
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            seen.append(stopped.wait(60))
            raise FatalError(f"{item.id} was stopped")

    with pytest.raises(KeyboardInterrupt):
        ask(of_part("choose")[:1], Endless(), tmp_path / "answers.jsonl")
    assert wait_for(lambda: seen) == [True]


def test_only_the_end_of_a_long_text_is_stored(tmp_path: Path) -> None:
    """The grader reads only the end of a long text."""
    item, file = of_part("choose")[0], tmp_path / "answers.jsonl"
    command = f'{sys.executable} -c \'print(chr(0) * 10**6 + "the end", end="")\''
    ask([item], CommandExaminee(command, 60), file)
    raw = load_answers(file, {item.id: item})[item.id][0].raw
    assert len(raw) == LENGTH
    assert raw.endswith("the end")


def test_a_game_that_ends_with_an_unreadable_line_is_counted(tmp_path: Path) -> None:
    items, file = of_part("play")[:4], tmp_path / "answers.jsonl"
    done = ask(items, CommandExaminee('echo \'{"move": "open A1"}\'', 60), file)
    found = score("x", items, load_answers(file, {item.id: item for item in items}))
    assert done.unreadable == found.parts["play"].unreadable > 0
    ended = f"{done.unreadable} games ended with an unreadable move, and so not won."
    assert f"play: {ended}" in notes(found)


def test_an_agent_takes_the_games(tmp_path: Path) -> None:
    """An agent plays the games of the exam, and the champion gets full points."""
    items = of_part("play")[:3]
    file = tmp_path / "answers.jsonl"
    ask(items, AgentExaminee("champion"), file)
    found = score("champion", items, load_answers(file, {item.id: item for item in items}))
    assert found.parts["play"].score.points.value == pytest.approx(1.0)


def test_the_command_line(tmp_path: Path) -> None:
    items = [item for item in small_exam() if item.part != "play"]
    (tmp_path / "items.jsonl").write_text(items_text(items))
    with model() as server:
        words = ("--url", server.url, "--model", "small", "--parts", "deduce,estimate")
        done = sapper("exam", "ask", "items.jsonl", *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        start = "wrote 28 answers to answers.jsonl: 14 unreadable, 196 tokens, "
        assert re.fullmatch(start + r"\d+ s\n", done.stdout)
        again = sapper("exam", "ask", "items.jsonl", *words, "--json", cwd=tmp_path)
        assert json.loads(again.stdout)["seconds"] >= 0
    graded = sapper("exam", "grade", "answers.jsonl", "--html", "report.html", cwd=tmp_path)
    assert graded.returncode == 0, graded.stderr
    assert "Not taken, so there is no total: prove, choose." in graded.stdout
    assert "estimate: 14 unreadable answers, worth 0 points." in graded.stdout
    assert "<h2>answers</h2>" in (tmp_path / "report.html").read_text()
    (value,) = json.loads(sapper("exam", "grade", "answers.jsonl", "--json", cwd=tmp_path).stdout)
    assert value["not_taken"] == ["prove", "choose"]
    assert value["parts"]["deduce"]["score"]["points"]["value"] == pytest.approx(0.0)


def test_the_command_line_counts_cut_answers_and_samples(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text(items_text(of_part("deduce")[:1]))
    with model() as server:
        words = ["exam", "ask", "items.jsonl", "--url", server.url, "--model", "m"]
        server.finish = ["length", "length", "stop"]
        done = sapper(*words, "--samples", "3", cwd=tmp_path)
        assert done.stdout.splitlines()[1:] == [
            "2 answers were cut at the token limit: ask again with --retry-cut and a higher limit"
        ]
        graded = sapper("exam", "grade", "answers.jsonl", cwd=tmp_path).stdout
        assert "answers, best of 3" in graded
        assert "deduce: 2 answers cut at a token limit. `exam ask --retry-cut` asks again" in graded
        more = ("--samples", "3", "--retry-cut", "--max-tokens", "900")
        again = sapper(*words, *more, cwd=tmp_path)
        assert again.stdout.startswith("wrote 2 answers to answers.jsonl: 0 unreadable")
        assert again.stdout.endswith("; 1 already answered\n")
    (value,) = json.loads(sapper("exam", "grade", "answers.jsonl", "--json", cwd=tmp_path).stdout)
    assert (value["samples"], value["parts"]["deduce"]["cut"]) == (3, 0)
    assert [one["sample"] for one in value["items"]] == [1, 2, 3]
    assert value["parts"]["deduce"]["score"]["best"]["value"] == pytest.approx(0.0)


def test_a_baseline_overwrites_no_other_answers(tmp_path: Path) -> None:
    """A baseline can overwrite its own file, but not the answers of a model."""
    (tmp_path / "items.jsonl").write_text(items_text(small_exam()[:2]))
    theirs = '{"id": "x", "raw": "", "by": "a model"}\n'
    (tmp_path / "answers.jsonl").write_text(theirs)
    for samples in ("1", "3"):
        words = "exam", "baseline", "single clue", "items.jsonl", "--samples", samples
        done = sapper(*words, cwd=tmp_path)
        number = 2 * int(samples)
        assert done.stdout == f"wrote {number} answers to single-clue.jsonl\n"
    by_name = {item.id: item for item in small_exam()[:2]}
    found = load_answers(tmp_path / "single-clue.jsonl", by_name)
    assert [[one.sample for one in each] for each in found.values()] == [[1, 2, 3]] * 2
    words = "exam", "baseline", "odds", "items.jsonl", "--out", "answers.jsonl"
    done = sapper(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "sapper: answers.jsonl has answers by 'a model': use another file\n"
    assert (tmp_path / "answers.jsonl").read_text() == theirs


def test_an_address_without_a_server_ends_the_exam_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
    examinee = ChatExaminee(f"http://127.0.0.1:{port}", "m", 60, pause=0)
    with pytest.raises(FatalError, match="can't reach"):
        examinee.reply("?")
    examinee.reached.set()
    with pytest.raises(ExamError, match="can't reach") as caught:
        examinee.reply("?")
    assert not isinstance(caught.value, FatalError)


def test_a_file_of_something_else_is_kept(tmp_path: Path) -> None:
    """A file without answers is not changed, and only an incomplete last answer is removed."""
    items, file = of_part("choose")[:2], tmp_path / "notes"
    cat = CommandExaminee("cat", 60)
    for text in ('{"my": "only copy"}', "no newline at the end", "[1]\n", "2026"):
        file.write_text(text)
        with pytest.raises(ExamError, match="is not"):
            ask(items, cat, file)
        assert file.read_text() == text
    with pytest.raises(FileError, match="can't write /dev/full: it is not a file"):
        ask(items, cat, Path("/dev/full"))  # reading this file would never end
    file.write_text(json.dumps({"id": items[0].id, "raw": ""}))
    done = ask(items, cat, file)
    assert (done.before, done.new) == (1, 1)
    assert len(file.read_text().splitlines()) == 2
    file.write_text('{"id": "cho')
    assert ask(items, cat, file).new == 2


def test_answers_to_another_exam_are_refused(tmp_path: Path) -> None:
    """The ids of the items are the same, but the questions are not."""
    item = of_part("choose")[0]
    file = tmp_path / "answers.jsonl"
    ask([item], CommandExaminee("cat", 60), file)
    other = replace(item, position=str(of_part("choose")[1].view))
    for read_again in (
        lambda: load_answers(file, {other.id: other}),
        lambda: ask([other], CommandExaminee("cat", 60), file),
    ):
        with pytest.raises(ExamError, match="from another exam"):
            read_again()


def test_endless_output_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that writes too much is stopped, so that it can't fill the memory."""
    monkeypatch.setattr(asking, "REPLY", 1 << 20)
    with pytest.raises(ExamError, match="yes wrote more than 1 MiB"):
        CommandExaminee("yes", 600).answer(of_part("choose")[0], 1)


@pytest.mark.parametrize(
    ("reply", "pause", "message"),
    [
        (b"\0 nonsense", None, "can't reach .*nonsense"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 100_000, None, "is not a chat completion"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", None, "is not a chat completion"),
        (b"HTTP/1.1 200 OK\r\n\r\n", 0.0, "did not answer in 0.3 s"),
        (b"HTTP/1.1 200 OK\r\nX: ", 0.05, "did not answer in 0.3 s"),
        (b"HTTP/1.1 500 No\r\n\r\n", 0.05, "did not answer in 0.3 s"),
    ],
)
def test_a_server_that_sends_nonsense(
    reply: bytes, pause: float | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a bad reply, the request is sent a second time, and then an error is raised.

    With a pause, the reply never ends: after each pause comes one more byte.
    """
    monkeypatch.setattr(asking, "TRIES", 2)
    asked: SimpleQueue[bytes] = SimpleQueue()
    is_over = threading.Event()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            asked.put(self.rfile.readline())
            with suppress(OSError):
                self.wfile.write(reply)
                while pause is not None and not is_over.wait(pause):
                    self.wfile.write(b" ")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        examinee = ChatExaminee(url, "m", 60 if pause is None else 0.3, pause=0)
        with pytest.raises(ExamError, match=message):
            examinee.answer(of_part("choose")[0], 1)
        for _ in range(2):  # on a busy machine, the server reads a request after the time limit
            asked.get(timeout=60)
        is_over.set()
        server.shutdown()
    assert asked.empty()


def test_a_key_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_KEY", "sk-secret\nmore")
    (tmp_path / "items.jsonl").write_text(items_text(small_exam()[:2]))
    words = ("--url", "http://127.0.0.1:9", "--model", "m", "--key-from", "THE_KEY")
    done = sapper("exam", "ask", "items.jsonl", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert "the API key in 'THE_KEY' can't be used" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("baseline", "random", "items.jsonl", "--out", "items.jsonl"),
        ("ask", "items.jsonl", "--command", "cat", "--out", "./items.jsonl"),
        ("grade", "answers.jsonl", "--html", "answers.jsonl"),
        ("grade", "answers.jsonl", "--html", "items.jsonl"),
        ("commit", "--salt", "salt", "--out", "salt"),
        ("make", "--salt", "salt", "--out", "salt"),
    ],
)
def test_no_input_is_overwritten(words: tuple[str, ...], tmp_path: Path) -> None:
    items = small_exam()[:2]
    texts = {
        "items.jsonl": items_text(items),
        "answers.jsonl": json.dumps({"id": items[0].id, "raw": ""}) + "\n",
        "salt": "a secret of the school\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    done = sapper("exam", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert "another file" in done.stderr
    assert done.stderr.count("\n") == 1
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == texts


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("ask", "items.jsonl"), "exam ask needs one of --command, --url and --agent"),
        (("ask", "items.jsonl", "--url", "http://x"), "--url needs --model"),
        (("ask", "items.jsonl", "--url", "ftp://x", "--model", "m"), "'ftp://x' is not an address"),
        (("ask", "items.jsonl", "--url", "http://", "--model", "m"), "'http://' is not an address"),
        (("ask", "items.jsonl", "--url", "http://[::1", "--model", "m"), "'http://[::1' is not an"),
        (("ask", "items.jsonl", "--url", "http://a b", "--model", "m"), "'http://a b' is not an"),
        (("ask", "items.jsonl", "--url", "http://a:x", "--model", "m"), "'http://a:x' is not an"),
        (("ask", "items.jsonl", "--agent", "odds", "--parts", "prove"), "an agent plays games: "),
        (
            ("ask", "items.jsonl", "--url", "http://x", "--model", "m", "--key-from", "NO_SUCH"),
            "the environment variable 'NO_SUCH' is not set",
        ),
        (("ask", "items.jsonl", "--command", "cat", "--seconds", "inf"), "Invalid value for '--s"),
        (("ask", "items.jsonl", "--command", "'"), '"\'" is not a command'),
        (("ask", "items.jsonl", "--agent", "psychic"), "'psychic' is not an agent"),
        (("ask", "items.jsonl", "--command", "cat", "--model", "m"), "--model needs --url"),
        (("ask", "items.jsonl", "--command", "cat", "--option", "a=1"), "--option needs --url"),
        (("ask", "items.jsonl", "--command", "cat", "--system", "s"), "--system needs --url"),
        (
            ("ask", "items.jsonl", "--url", "http://x", "--model", "m", "--option", "low"),
            "'low' is not an option: use NAME=VALUE, such as top_p=0.9",
        ),
        (
            ("ask", "items.jsonl", "--url", "http://x", "--model", "m", "--option", "stream=true"),
            "--option can't set 'stream': it is set already, or fixed",
        ),
        (
            ("ask", "items.jsonl", "--url", "http://x", "--model", "m", "--system", "none"),
            "can't read none",
        ),
        (("ask", "items.jsonl", "--agent", "odds", "--key-from", "K"), "--key-from needs --url"),
        (("ask", "items.jsonl", "--command", "cat", "--retry-cut"), "--retry-cut needs --url"),
        (("ask", "items.jsonl", "--agent", "odds", "--samples", "2"), "--samples needs --url or"),
        (("ask", "items.jsonl", "--command", "cat", "--max-tokens", "9"), "--max-tokens needs --u"),
        (("reveal", "none.json", "--salt", "salt"), "can't read none.json"),
        (("ask", "none.jsonl", "--agent", "odds"), "can't read none.jsonl"),
        (("baseline", "psychic", "items.jsonl"), "'psychic' is not a baseline: use blind, rand"),
        (("grade", "none.jsonl"), "can't read none.jsonl"),
        (("grade", "else/a.jsonl"), "else/items.jsonl does not exist: name the file of items with"),
        (("grade", "items.jsonl", "--items", "none"), "can't read none"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text(items_text(small_exam()[:2]))
    done = sapper("exam", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"sapper: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("part", "changes", "message"),
    [
        ("deduce", {"position": "3x1x1/any\n.2.\n", "cells": ["A1"]}, "the clue at B1 (2)"),
        ("play", {"seed": -5}, "seed -5 is out of range"),
    ],
)
def test_an_impossible_item_is_named(
    part: str, changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """The error names the line and the id of the item."""
    item = of_part(part)[0]
    line = json.dumps({**item.to_json(), **changes})
    (tmp_path / "items.jsonl").write_text(items_text(of_part("choose")[:1]) + line + "\n")
    done = sapper("exam", "ask", "items.jsonl", "--command", "cat", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"sapper: line 2 of items.jsonl: item {item.id!r}: ")
    assert message in done.stderr
