"""Asking: sends the prompts of an exam to an examinee, and writes the answers to a file.

    command   a program that gets a prompt on standard input and writes its answer
    chat      a server that offers /chat/completions, such as vLLM, llama.cpp or Ollama
    agent     an agent that uses the protocol; it can take only the `play` part

Several questions are asked at the same time. Each answer is written as soon as it arrives. Items
that already have an answer in the file are not asked again, so an interrupted exam can be
continued.

With `samples`, each item is asked several times. With `retry_cut`, items whose answers were cut at
a token limit are asked again, and the new answer counts.

A server that is busy is asked again after the time that it names (`Retry-After`), or after pauses
that grow. If it stays busy, the item is asked once more after all others. A game then continues at
the move that failed.
"""

from __future__ import annotations

import http.client
import json
import queue
import random
import shlex
import socket
import threading
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote_to_bytes, urlsplit, urlunsplit

from sapper.core.view import View
from sapper.errors import SapperError, quote
from sapper.exam.items import VERSION, ExamError, Item, json_lines
from sapper.exam.playing import agent_decides, play
from sapper.exam.reading import Answered, ExamAnswer, load_answers, read, read_text
from sapper.exam.rendering import prompt
from sapper.formats import FileError
from sapper.formats.saving import lock_file, writing
from sapper.lab.player import Player
from sapper.processes.programs import TICK, Child, ChildError, how_ended

TRIES = 4
"""the maximum number of times that a question is sent to a server that fails"""
BUSY_TRIES = 8
"""the same for a server that is busy"""
PAUSE = 60.0
"""the longest pause in seconds before a question is sent again, unless the server names one"""
RETRY_AFTER = 3600.0
"""the longest pause in seconds that a server may ask for"""
FAILURES = 5
"""after this number of failures in a row, the exam is stopped"""
REFUSALS = 50
"""the same for a server that has answered before and is busy now"""
ROUNDS = 2
"""the maximum number of times that an item is asked"""
REPLY = 1 << 26
"""the maximum length of a reply, in bytes"""
LIMITS = {"max_tokens", "max_completion_tokens"}
"""the settings that may change when items are asked again whose answers were cut"""

START = b'{"id": "'
"""the first bytes of each line in a file of answers"""


class FatalError(ExamError):
    """An error that would make every other question fail as well."""


class BusyError(ExamError):
    """A server is busy or can't be reached at the moment."""

    after: float | None = None
    """the seconds after which the server wants to be asked again, if it named them"""


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    tokens: int = 0
    seconds: float = 0.0
    prompt_tokens: int = 0
    model: str = ""
    """the model, as the server names it"""
    finish: str = ""
    """why the reply ended: `stop`, or `length` if it was cut at a token limit"""


class Examinee(ABC):
    name: str

    @property
    @abstractmethod
    def settings(self) -> dict[str, Any]:
        """How the examinee is asked, without secrets. All answers in a file have the same."""

    @abstractmethod
    def answer(self, item: Item, sample: int) -> Answered: ...

    def start(self) -> None:  # noqa: B027
        """Called before the first question."""

    def stop(self) -> None:  # noqa: B027
        """End all running processes, and prevent new ones from starting."""


class _Prompted(Examinee):
    """An examinee that answers prompts."""

    games: dict[tuple[str, int], list[Reply]]
    """for each game that was not finished because a request failed, the replies so far"""

    @abstractmethod
    def reply(self, question: str) -> Reply: ...

    def answer(self, item: Item, sample: int) -> Answered:
        if item.part != "play":
            reply = self._timed(item.prompt)
            return _answered(item, read(item, reply.text), [reply])
        replies = self.games.setdefault((item.id, sample), [])
        known = iter(list(replies))

        def decide(view: View) -> str:
            reply = next(known, None)
            if reply is None:
                question, _ = prompt("play", view, (), item.render)
                reply = self._timed(question)
                replies.append(reply)
            found = read_text(reply.text, "play", (), view)
            return "unreadable" if found is None or "move" not in found else str(found["move"])

        moves, is_readable = play(item, decide)
        del self.games[item.id, sample]
        return _answered(item, {"moves": moves}, replies, is_readable)

    def _timed(self, question: str) -> Reply:
        start = time.perf_counter()
        reply = self.reply(question)
        return replace(reply, seconds=time.perf_counter() - start)


def _answered(
    item: Item, answer: ExamAnswer | None, replies: Sequence[Reply], is_readable: bool = True
) -> Answered:
    """An answer that was found in one reply, or in the replies of a game."""
    how: dict[str, Any] = {
        "model": ", ".join(sorted({reply.model for reply in replies if reply.model})),
        "finish": ", ".join(sorted({reply.finish for reply in replies if reply.finish})),
        "prompt_tokens": sum(reply.prompt_tokens for reply in replies),
    }
    return Answered(
        item.id,
        answer,
        "\n\n".join(reply.text for reply in replies),
        sum(reply.seconds for reply in replies),
        sum(reply.tokens for reply in replies),
        is_readable,
        {name: value for name, value in how.items() if value},
    )


class CommandExaminee(_Prompted):
    """A program that is started for each prompt."""

    def __init__(self, command: str, seconds: float) -> None:
        self.name = command
        try:
            self._words = shlex.split(command)
        except ValueError:
            self._words = []
        if not self._words:
            raise FatalError(f"{quote(command)} is not a command")
        self._seconds = seconds
        self.games = {}
        self._running: set[Child] = set()
        self._lock = threading.Lock()
        """held while a process is started, so that `stop` ends every process"""
        self._is_stopped = False

    @property
    def settings(self) -> dict[str, Any]:
        return {"command": self.name}

    def start(self) -> None:
        self._is_stopped = False

    def reply(self, question: str) -> Reply:
        with self._lock:
            if self._is_stopped:
                raise FatalError(f"{self.name} was stopped")
            try:
                process = Child(self._words)
            except OSError as problem:
                raise FatalError(f"can't run {self._words[0]}: {problem.strerror}") from None
            self._running.add(process)
        try:
            with process:
                said, errors = process.finish(question.encode(), self._seconds, REPLY)
        except ChildError as problem:
            raise ExamError(f"{self.name} {problem}") from None
        finally:
            self._running.discard(process)
        if process.returncode:
            last = (errors.decode(errors="replace").strip().splitlines() or [""])[-1]
            why = f": {last[:200]}" if last else ""
            raise ExamError(f"{self.name} ended with {how_ended(process.returncode)}{why}")
        return Reply(said.decode(errors="replace"))

    def stop(self) -> None:
        with self._lock:
            self._is_stopped = True
            running = list(self._running)
        for process in running:
            process.end()


@dataclass(frozen=True)
class ChatExaminee(_Prompted):
    """A model on a server that offers chat completions."""

    url: str
    name: str
    seconds: float
    key: str = ""
    options: Mapping[str, Any] | None = None
    """other fields of a request, such as the temperature"""
    system: str = ""
    """the system prompt"""
    pause: float = 2.0
    """seconds before the second try; each further pause is twice as long"""
    wait: Callable[[float], object] = time.sleep
    jitter: Callable[[], float] = random.random
    """a random number from 0 to 1, so that not all questions are sent again at the same time"""
    games: dict[tuple[str, int], list[Reply]] = field(default_factory=dict, compare=False)
    reached: threading.Event = field(default_factory=threading.Event, compare=False)
    """whether the server has ever answered"""

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise FatalError(
                f"{quote(self.url)} is not an address: it must start with http:// or https://"
            )
        try:
            parts = urlsplit(self.url)
            is_address = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:
            is_address = False
        if not is_address or not self.url.isascii() or " " in self.url:
            raise FatalError(f"{quote(self.url)} is not an address: use http://localhost:8000/v1")

    @property
    def settings(self) -> dict[str, Any]:
        told = {"url": self._shown, **self._fields}
        return told | ({"system": self.system} if self.system else {})

    @property
    def _fields(self) -> dict[str, Any]:
        """The fields of a request, without the messages."""
        return {"model": self.name, **(self.options or {})}

    @property
    def _address(self) -> str:
        """The address without a name and password, which `_headers` has."""
        parts, end = urlsplit(self.url), "/chat/completions"
        path = parts.path if parts.path.endswith(end) else parts.path.rstrip("/") + end
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], path=path))

    @property
    def _shown(self) -> str:
        """The address without secrets."""
        parts = urlsplit(self._address)
        return f"{parts.scheme}://{parts.netloc}{parts.path}"

    @property
    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "User-Agent": "sapper"}
        user = urlsplit(self.url).netloc.rpartition("@")[0]
        if user:
            headers["Authorization"] = f"Basic {b64encode(unquote_to_bytes(user)).decode()}"
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        return headers

    def reply(self, question: str) -> Reply:
        for tried in count():
            pause = min(self.pause * 2**tried, PAUSE) * (0.5 + self.jitter())
            try:
                return self._ask(question)
            except FatalError:
                raise
            except BusyError as problem:
                if tried == BUSY_TRIES - 1:
                    raise
                pause = max(pause, problem.after or 0.0)
            except ExamError:
                if tried == TRIES - 1:
                    raise
            self.wait(pause)
        raise AssertionError

    def _ask(self, question: str) -> Reply:
        # The timeout of a socket starts again with each byte, so a slow server could go on for
        # hours. Therefore another thread talks to the server.
        replies: queue.SimpleQueue[Reply | Exception] = queue.SimpleQueue()

        def send() -> None:
            try:
                replies.put(self._send(question))
            except Exception as problem:
                replies.put(problem)

        threading.Thread(target=send, daemon=True).start()
        try:
            reply = replies.get(timeout=self.seconds)
        except queue.Empty:
            raise self._late() from None
        if isinstance(reply, Exception):
            raise reply
        return reply

    def _late(self) -> ExamError:
        return ExamError(f"{self._shown} did not answer in {self.seconds:g} s")

    def _send(self, question: str) -> Reply:
        messages = [{"role": "system", "content": self.system}] if self.system else []
        messages.append({"role": "user", "content": question})
        body = {"messages": messages, **self._fields}
        data = b""
        end = time.monotonic() + self.seconds
        try:
            request = urllib.request.Request(
                self._address, json.dumps(body).encode(), self._headers
            )
            opener = urllib.request.build_opener(_Staying)
            with opener.open(request, timeout=self.seconds) as response:
                self.reached.set()
                while len(data) < REPLY and (more := response.read1(1 << 20)):
                    data += more
                    if time.monotonic() > end:
                        raise TimeoutError
        except urllib.error.HTTPError as problem:
            self.reached.set()
            with problem:
                text = " ".join(problem.read(300).decode(errors="replace").split())
            said = f"{self._shown} answered {problem.code} {problem.reason}: {text[:200]}"
            # After these status codes, such as 429 (too many requests), it may help to try again.
            passing = problem.code in (408, 409, 425, 429) or problem.code >= 500
            after = retry_after(problem.headers.get("Retry-After", ""), time.time())
            if not passing or (after or 0.0) > RETRY_AFTER:
                raise FatalError(said.rstrip(": ")) from None
            busy = BusyError(said.rstrip(": "))
            busy.after = after
            raise busy from None
        except (OSError, ValueError, http.client.HTTPException) as problem:
            why = getattr(problem, "reason", None) or problem
            if isinstance(why, TimeoutError):
                raise self._late() from None
            # If the server has answered before, it may come back. If the server has never answered,
            # the address is probably wrong.
            absent = isinstance(why, ConnectionRefusedError | socket.gaierror)
            kind = BusyError if isinstance(problem, OSError) else ExamError
            if absent and not self.reached.is_set():
                kind = FatalError
            raise kind(f"can't reach {self._shown}: {why}") from None
        return _reply(data, self._shown)


def retry_after(text: str, now: float) -> float | None:
    """The seconds that a Retry-After header names, as a number or as a date.

    >>> retry_after("7", 0), retry_after("Thu, 01 Jan 1970 00:01:30 GMT", 60), retry_after("x", 0)
    (7.0, 30.0, None)
    """
    if text.strip().isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None


class _Staying(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because they would send the API key to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _reply(data: bytes, url: str) -> Reply:
    try:
        value = json.loads(data)
        choice = value["choices"][0]
        message = choice["message"]
        # vLLM and OpenRouter call the reasoning `reasoning`, and others `reasoning_content`.
        reasoning = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
        texts = [reasoning, _content(message["content"])]
        usage = value.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        tokens, prompt_tokens = usage.get("completion_tokens"), usage.get("prompt_tokens")
        model, finish = value.get("model"), choice.get("finish_reason")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ExamError(f"{url} sent something that is not a chat completion") from None
    return Reply(
        "\n\n".join(filter(None, texts)),
        _count(tokens),
        0.0,
        _count(prompt_tokens),
        _text(model),
        _text(finish),
    )


def _content(value: object) -> str:
    """The text of a message, which may come in parts."""
    if isinstance(value, list):
        return "".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    return _text(value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(value: object) -> int:
    return value if type(value) is int and value >= 0 else 0


@dataclass(frozen=True)
class AgentExaminee(Examinee):
    """An agent that uses the text protocol (docs/protocol.md)."""

    name: str

    @property
    def settings(self) -> dict[str, Any]:
        return {"agent": self.name}

    def answer(self, item: Item, sample: int) -> Answered:
        start = time.perf_counter()
        assert item.seed is not None
        agent = Player.parse(self.name).for_board(item.seed)
        moves, is_readable = play(item, agent_decides(agent))
        seconds = time.perf_counter() - start
        return Answered(item.id, {"moves": moves}, "", seconds, is_readable=is_readable)


@dataclass(frozen=True, slots=True)
class Asked:
    new: int
    before: int
    failed: int
    problem: str
    """the first failure"""
    unreadable: int
    cut: int
    """the number of new answers that were cut at a token limit"""
    tokens: int
    seconds: float
    """the duration of the exam, not the sum over its answers"""


def ask(
    items: Sequence[Item],
    examinee: Examinee,
    file: Path,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    *,
    samples: int = 1,
    retry_cut: bool = False,
) -> Asked:
    """Ask all items that have no answer in the file yet. `jobs` items are asked at the same time.

    Each item is asked `samples` times. With `retry_cut`, answers that were cut at a token limit
    don't count, and the limit may be another one than before.

    An item that fails is asked once more at the end. If it fails again, no answer is written to the
    file, so the item is asked again next time. Raises an ExamError after several failures in a row,
    or immediately if every other question would fail as well.
    """
    start = time.perf_counter()
    tally = _Tally()
    how: dict[str, Any] = {"by": examinee.name, "settings": examinee.settings}
    how |= {"sapper": version("sapper"), "version": VERSION}
    with _locked(file) as out:
        known = _answered_before(out, file, items, examinee, retry_cut)
        wanted = [_Sample(item, sample + 1) for sample in range(samples) for item in items]
        left = {one.key: one for one in wanted if one.key not in known}
        before = len(wanted) - len(left)
        if progress is not None:
            progress(before, len(wanted))
        examinee.start()
        try:
            for _ in range(ROUNDS):
                tally.failed = 0
                for found in _replies(examinee, list(left.values()), jobs):
                    if isinstance(found, Exception):
                        tally.add_failure(found)
                        continue
                    tally.add(found)
                    if progress is not None:
                        progress(before + tally.new, len(wanted))
                    mark = left.pop((found.id, found.sample)).item.mark
                    told = {"of": mark, "date": f"{now():%Y-%m-%dT%H:%M:%SZ}"}
                    line = found.to_json() | told | how
                    text = json.dumps(line, ensure_ascii=False)
                    out.write(text.encode(errors="replace") + b"\n")
                    out.flush()
        finally:
            examinee.stop()
    seconds = round(time.perf_counter() - start, 3)
    problem = tally.problem if tally.failed else ""
    return Asked(
        tally.new,
        before,
        tally.failed,
        problem,
        tally.unreadable,
        tally.cut,
        tally.tokens,
        seconds,
    )


@dataclass(frozen=True, slots=True)
class _Sample:
    item: Item
    sample: int

    @property
    def key(self) -> tuple[str, int]:
        return self.item.id, self.sample


@dataclass(slots=True)
class _Tally:
    """What has happened in an exam so far."""

    new: int = 0
    unreadable: int = 0
    cut: int = 0
    tokens: int = 0
    failed: int = 0
    problem: str = ""
    failures: int = 0
    """in a row, without those of a busy server"""
    refusals: int = 0
    """of a busy server in a row"""

    def add(self, answered: Answered) -> None:
        self.failures = self.refusals = 0
        self.new += 1
        self.unreadable += answered.answer is None or not answered.is_readable
        self.cut += answered.is_cut
        self.tokens += answered.tokens

    def add_failure(self, problem: Exception) -> None:
        """Count a failure, or raise it if the exam must be stopped."""
        if not isinstance(problem, SapperError):
            raise problem
        self.failed += 1
        self.problem = self.problem or str(problem)
        busy = isinstance(problem, BusyError)
        self.refusals += busy
        self.failures += not busy
        most = REFUSALS if self.new else FAILURES
        if isinstance(problem, FatalError) or self.failures == FAILURES or self.refusals == most:
            raise problem


def _replies(
    examinee: Examinee, questions: Sequence[_Sample], jobs: int
) -> Iterator[Answered | Exception]:
    """Ask each question once, `jobs` of them at the same time, and yield what comes back."""
    waiting = list(reversed(questions))
    done: queue.SimpleQueue[Answered | Exception] = queue.SimpleQueue()

    def work() -> None:
        with suppress(IndexError):
            while one := waiting.pop():
                try:
                    found = examinee.answer(one.item, one.sample)
                    done.put(replace(found, sample=one.sample))
                except Exception as problem:  # raised again in the caller's thread
                    if isinstance(problem, FatalError):
                        waiting.clear()
                    done.put(problem)

    try:
        for _ in range(min(jobs, len(questions))):
            # Use daemon threads, so that Ctrl-C does not have to wait for a server.
            threading.Thread(target=work, daemon=True).start()
        for _ in questions:
            yield _next(done)
    finally:
        waiting.clear()


def _next(done: queue.SimpleQueue[Answered | Exception]) -> Answered | Exception:
    # A signal does not end a wait that is about to begin, so don't wait for long.
    while True:
        with suppress(queue.Empty):
            return done.get(timeout=TICK)


@contextmanager
def _locked(file: Path) -> Iterator[BinaryIO]:
    """Open and lock a file of answers, so that no other exam writes to it."""
    if file.exists() and not file.is_file():
        raise FileError(f"can't write {file}: it is not a file")
    with writing(file), open(file, "ab+") as out:
        if not lock_file(out):
            raise FatalError(f"another exam is writing to {file}: wait, or use another file")
        yield out


def _answered_before(
    out: BinaryIO, file: Path, items: Sequence[Item], examinee: Examinee, retry_cut: bool
) -> set[tuple[str, int]]:
    """The answers in the file, as ids of items with the numbers of samples.

    Cut answers are left out if they are to be asked again. An incomplete last line is removed.
    """
    out.seek(0)
    data = out.read()
    whole = data.rfind(b"\n") + 1
    last = data[whole:].strip()
    if last and not _is_json(last):
        if not last.startswith(START[: len(last)]):
            raise FatalError(f"{file} is not a file of answers: use another file")
        out.truncate(whole)
        data, last = data[:whole], b""
    if not data.strip():
        return set()
    check_author(file, examinee.name)
    _check_settings(file, examinee.settings, retry_cut)
    known = load_answers(file, {item.id: item for item in items})
    out.write(b"\n" * bool(last))
    return {
        (name, one.sample)
        for name, answers in known.items()
        for one in answers
        if not (retry_cut and one.is_cut)
    }


def check_author(file: Path, name: str) -> None:
    """Raise an ExamError if the file contains another examinee's answers."""
    if not file.exists() or not file.stat().st_size:
        return
    for _, value in json_lines(file):
        by = value.get("by", name) if isinstance(value, dict) else name
        if by != name:
            raise FatalError(f"{file} has answers by {quote(str(by))}: use another file")


def _check_settings(file: Path, settings: Mapping[str, Any], retry_cut: bool) -> None:
    """Raise an ExamError if the file contains answers that were asked with other settings."""
    ours = json.loads(json.dumps(settings))
    for _, value in json_lines(file):
        theirs = value.get("settings", ours) if isinstance(value, dict) else ours
        theirs = theirs if isinstance(theirs, dict) else {}
        names = {*theirs, *ours}
        other = sorted(name for name in names if theirs.get(name) != ours.get(name))
        is_limit = LIMITS.issuperset(other)
        if other and not (retry_cut and is_limit):
            retry = ", or --retry-cut to ask again what was cut at the limit" * is_limit
            raise FatalError(
                f"the answers in {file} were asked with other settings "
                f"({quote(', '.join(other))}): use another file{retry}"
            )


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
