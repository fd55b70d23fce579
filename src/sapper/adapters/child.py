"""Runs an agent from a Python file in its own process. process.py starts this program.

    python -m sapper.adapters.child FILE[:NAME] [--own-work] [--kb]

The agent's own output goes to standard error, so that it can't be mistaken for an answer.
"""

from __future__ import annotations

import gc
import importlib.util
import inspect
import os
import random
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from sapper.adapters.answer import AnswerError, answer_of
from sapper.adapters.clauses import KB, kb_line
from sapper.adapters.cs50 import CS50Agent, is_cs50
from sapper.adapters.names import split
from sapper.adapters.own_work import IMPORTS, OWN_WORK, OwnWork
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError, displayable

ChooseMaker = Callable[[Level], Any]
"""makes the function `choose` for one game of a level"""


class LoadError(SapperError):
    """Raised if a file contains no agent or can't be loaded."""


def load(name: str) -> ChooseMaker:
    path, inside = split(name)
    spec = importlib.util.spec_from_file_location(f"agent_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as problem:
        raise LoadError(f"it can't be loaded: {_exception_line(problem, path)}") from None
    if inside:
        thing = getattr(module, inside, None)
        if thing is None:
            known = ", ".join(_agents(module.__dict__, spec.name)) or "none"
            raise LoadError(f"{path} has no agent {inside}: its agents are {known}")
    else:
        found = _agents(module.__dict__, spec.name)
        if not found:
            raise LoadError(
                f"{path} has no agent: write a function choose(view), or a class with that method"
            )
        if len(found) > 1:
            either = " or ".join(f"{path}:{name}" for name in found)
            raise LoadError(f"{path} has {len(found)} agents: use {either}")
        thing = next(iter(found.values()))
    return _maker(thing, inside or thing.__name__)


def _agents(names: dict[str, Any], module: str) -> dict[str, Any]:
    """The agents that the file itself defines. Imported agents don't count."""
    return {
        name: thing
        for name, thing in names.items()
        if getattr(thing, "__module__", None) == module
        and (
            (isinstance(thing, type) and (hasattr(thing, "choose") or is_cs50(thing)))
            or (inspect.isfunction(thing) and name == "choose")
        )
    }


def _maker(thing: Any, name: str) -> ChooseMaker:
    if isinstance(thing, type):
        if is_cs50(thing):
            return lambda level: CS50Agent(thing(height=level.height, width=level.width)).choose
        if callable(getattr(thing, "choose", None)):
            return lambda level: thing().choose
    elif callable(thing):
        return lambda level: thing
    raise LoadError(
        f"{name} is not an agent: write a function choose(view), or a class with that method"
    )


def _exception_line(problem: BaseException, path: Path) -> str:
    words = " ".join(str(problem).split())
    said = f"{type(problem).__name__}{': ' * bool(words)}{words[:200]}"
    if isinstance(problem, SyntaxError):
        return said
    own = [
        frame
        for frame in traceback.extract_tb(problem.__traceback__)
        if Path(frame.filename).name == path.name
    ]
    return f"{said} (line {own[-1].lineno} of {path.name})" if own else said


def _seed(seed: int) -> None:
    random.seed(seed)
    if (numpy := sys.modules.get("numpy")) is not None:
        numpy.random.seed(seed % 2**32)


def _line(returned: object, view: View) -> str:
    try:
        return answer_of(returned, view).text(view.grid)
    except SapperError as problem:
        return f"error {problem}"


def serve(
    name: str, lines: TextIO, answers: TextIO, own_work: OwnWork, shows_kb: bool = False
) -> None:
    def say(text: str) -> None:
        if own_work.imports:
            text = f"{IMPORTS} {','.join(own_work.imports)} {text}"
            own_work.imports.clear()
        print(displayable(" ".join(text.split("\n"))), file=answers, flush=True)

    path, _ = split(name)
    try:
        make = load(name)
    except LoadError as problem:
        say(f"refused {problem}")
        return
    choose: Any = None
    seed = 0
    level = Level(1, 1, 0)
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "sapper":
                say("ready")
            case "seed":
                seed = int(rest)
            case "level":
                choose, level = None, Level.parse(rest)
            case "position":
                text = "".join(lines.readline() for _ in range(level.height + 1))
                view = View.parse_any(text)
                try:
                    if choose is None:
                        _seed(seed)
                        choose = make(level)
                    returned = choose(view)
                except MemoryError as problem:
                    choose = None
                    where = _exception_line(problem, path)
                    problem.__traceback__ = None
                    gc.collect()
                    say(f"memory {where}")
                except KeyboardInterrupt:
                    return
                except AnswerError as problem:  # raised by `CS50Agent`
                    say(f"error {problem}")
                except BaseException as problem:
                    say(f"raised {_exception_line(problem, path)}")
                else:
                    if shows_kb and (kb := kb_line(choose, view.grid)) is not None:
                        print(kb, file=answers)
                    say(_line(returned, view))


def main() -> None:
    name, *options = sys.argv[1:]
    # If the agent prints or reads something itself, that must not disturb our protocol.
    lines = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = [str(split(name)[0])]
    own_work = OwnWork(refuse=OWN_WORK in options)
    own_work.install()
    serve(name, lines, answers, own_work, f"--{KB}" in options)


if __name__ == "__main__":
    main()
