"""Third-party agents run in separate processes, with limits, failures and restarts."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest

from processes import command_line, lives, wait_for, worked
from sapper.adapters import AgentError, ForeignAgent, foreign_agent, process
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.lab.batch import Batch, play, play_block
from sapper.lab.bench import bench
from sapper.lab.compare import compare
from sapper.lab.player import Player
from sapper.lab.study.plan import Study
from sapper.processes.programs import Child, _talk

LIMIT_WORDS = "it needed more than 0.01 s of CPU time"
EASY = Level.parse("7x5x6/given(4)")
START = View.parse("7x5x6/given(1)\n+......\n.......\n.......\n.......\n.......\n")
EXAMPLES = Path(__file__).parents[2] / "docs" / "agents"

AGENTS = '''
import mmap, os, random, sys, time
from sapper.adapters import guess
from sapper.core.view import Decision


class Careful:
    """Opens what it was told, and prints."""

    def choose(self, view):
        print("I see", len(view.given))
        return view.given[0] if view.given else None


class Random:
    def __init__(self):
        self.first = random.random()

    def choose(self, view):
        return guess(random.choice(view.hidden), odds=self.first)


class Raises:
    def choose(self, view):
        return view.given[
            99]


class Exits:
    def choose(self, view):
        sys.exit("enough")


class Dies:
    def choose(self, view):
        print("last words", flush=True)
        os._exit(3)


class DiesOfASignal:
    def choose(self, view):
        os.kill(os.getpid(), 40)


class Loops:
    def choose(self, view):
        while True:
            pass


class Hog:
    def choose(self, view):
        hoard = []
        while True:
            hoard.append(bytearray(10**7))


class Chatty:
    def choose(self, view):
        for _ in range(20000):
            print("x" * 100)
        return None


class DiesAtTimes:
    def choose(self, view):
        if random.random() < 2 and view.given and view.given[0] % 2:
            os._exit(9)
        return None


class Shares:
    held = mmap.mmap(-1, 150 * 2**20)

    def choose(self, view):
        while self.held.tell() < len(self.held):
            self.held.write(bytes(2**20))
        return None


class Picky:
    def __init__(self, taste):
        pass

    def choose(self, view):
        return None


def pair(view):
    return divmod(view.given[0], view.level.width)
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(AGENTS)
    return str(file)


def failure(name: str, **settings: float) -> AgentError:
    """Check that the agent's first decision fails with a one-line error, and return the error."""
    agent = foreign_agent(name, 0, **settings)
    with pytest.raises(AgentError) as problem:
        agent.choose(START)
    assert "\n" not in str(problem.value)
    return problem.value


def test_a_file_plays_and_what_it_prints_is_no_answer(mine: str) -> None:
    """Text that an agent prints is not an answer, but can be read separately."""
    agent = foreign_agent(f"{mine}:Careful")
    decision = agent.choose(START)
    assert decision is not None
    assert [move.text(START.grid) for move in decision.moves] == ["open A1"]
    assert agent.choose(View.hidden_everywhere(EASY)) is None
    printed: list[str] = []

    def has_printed() -> bool:  # another thread collects the lines
        printed.extend(agent.printed())
        return len(printed) >= 2

    assert wait_for(has_printed, 60)
    assert printed == ["I see 1", "I see 0"]


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Raises", "raised", "it raised IndexError: tuple index out of range (line 25 of mine.py)"),
        ("Exits", "raised", "it raised SystemExit: enough (line 31 of mine.py)"),
        ("Dies", "died", "its process ended (exit code 3); its last line was 'last words'"),
        ("DiesOfASignal", "died", "its process ended (signal 40)"),
        ("Hog", "memory", "it needs more than 300 MiB: MemoryError"),
        ("Picky", "raised", "missing 1 required positional argument: 'taste'"),
        ("pair", "answer", "it returned '(0, 0)', a tuple"),
    ],
)
def test_a_failure_is_one_line_of_its_kind(mine: str, name: str, kind: str, words: str) -> None:
    """A failure is reported in one line without a traceback, sometimes with a line number."""
    found = failure(f"{mine}:{name}", memory=300)
    assert (found.kind, found.decision) == (kind, 1)
    assert words in str(found)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory is used")
def test_shared_memory_counts(mine: str) -> None:
    """The system's memory limit ignores shared memory, but the adapter counts it."""
    assert foreign_agent(f"{mine}:Shares", memory=400).choose(START) is None
    found = failure(f"{mine}:Shares", memory=100)
    assert found.kind == "memory"
    assert found.words.startswith("it needs more than 100 MiB: it uses 1")


def test_an_endless_loop_is_ended(mine: str) -> None:
    agent = foreign_agent(f"{mine}:Loops", seconds=0.01)
    with pytest.raises(AgentError) as problem:
        agent.choose(START)
    assert (problem.value.kind, problem.value.words) == ("slow", LIMIT_WORDS)
    assert not lives(agent._session.child.pid)
    patient = failure(f"{mine}:Loops", seconds=0.01, patience=2)
    assert (patient.kind, patient.words) == ("loops", LIMIT_WORDS.replace("0.01", "0.02"))


WAITS = """
from pathlib import Path

def choose(view):
    while not Path(__file__).with_name("go").exists():
        pass
    return view.given[0]
"""


def waits(file: Path, seconds: list[float]) -> Callable[..., float]:
    """Write an agent that answers when its CPU time has been asked for often enough."""
    file.write_text(WAITS)

    def cpu(self: Child, *, everyone: bool = False) -> float:
        if everyone and len(seconds) > 1:
            return seconds.pop(0)
        file.with_name("go").touch()
        return seconds[0]

    return cpu


@pytest.mark.parametrize(
    ("used", "late"),
    [([5.0] * 4, False), ([5.0, 5.0, 5.005], False), ([5.0, 5.0, 5.02], True)],
    ids=["a busy machine", "in time", "late"],
)
def test_only_the_time_of_the_agent_counts(
    used: list[float], late: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent may wait for other programs, and a patient caller accepts a late answer."""
    file = tmp_path / "waits.py"
    cpu = waits(file, used)
    agent = foreign_agent(str(file), seconds=0.01, patience=5)
    monkeypatch.setattr(Child, "cpu", cpu)  # not before, because a slow start asks for it, too
    assert agent.choose(START) is not None
    assert agent.late is late


def test_a_late_answer_is_refused_without_patience(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "waits.py"
    cpu = waits(file, [5.0, 5.0, 5.02])
    agent = foreign_agent(str(file), seconds=0.01)
    monkeypatch.setattr(Child, "cpu", cpu)
    with pytest.raises(AgentError) as problem:
        agent.choose(START)
    assert problem.value.kind == "slow"


def test_an_agent_that_sleeps_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sleeping agent needs no CPU time, so it is ended when the waiting time is over."""
    monkeypatch.setattr(process, "WALL", 0.01)
    file = tmp_path / "sleeps.py"
    file.write_text("import signal\ndef choose(view):\n    signal.pause()\n")
    agent = foreign_agent(str(file), seconds=0.01)
    monkeypatch.setattr(Child, "cpu", lambda *_, **__: 5.0)
    with pytest.raises(AgentError, match=r"it did not answer within 0\.03 s"):
        agent.choose(START)


IMPORTS = """
import sys
from sapper import Level, View, guess
from sapper.adapters import Answer
from sapper.core.grid import Grid

refused = []
for line in sys.modules["sapper"].TRIED:
    try:
        exec(line)
    except ImportError as problem:
        refused.append(str(problem))

def choose(view):
    assert str(view), refused
    return Answer(open=view.given, words=str(len(refused)))
"""
REASONING = {
    "from sapper import odds": "sapper.reason",
    "from sapper.agents import make": "sapper.agents",
    "import sapper.logic": "sapper.logic",
    "import sapper; sapper.logic.KnowledgeBase": "",
    "from sapper.adapters import process": "sapper.adapters.process",
    "view.conflict()": "",
}


def test_a_graded_agent_may_import_only_nouns(tmp_path: Path) -> None:
    """Sapper's reasoning is refused, even if it is already loaded, and what was tried is noted."""
    file = tmp_path / "wrapper.py"
    loads = [line for line, module in REASONING.items() if module]
    file.write_text(IMPORTS.replace('sys.modules["sapper"].TRIED', repr(loads)))
    agent = foreign_agent(str(file), sapper=False)
    assert agent.choose(START) is not None
    assert agent.answer.words == str(len(loads))
    assert agent.sapper == set(filter(None, REASONING.values()))
    free = foreign_agent(str(file))
    assert free.choose(START) is not None
    assert free.answer.words == "0"
    assert {"sapper.reason.odds", "sapper.agents"} <= free.sapper
    assert "sapper.core.view" not in free.sapper
    assert not any(name.startswith("sapper.core.constraints") for name in free.sapper)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return odds(view).safest", "sapper.reason is not allowed"),
        ("import sapper\n    return sapper.logic", "has no attribute 'logic'"),
        ("return view.conflict()", "sapper.core.conflict is not allowed"),
    ],
)
def test_a_wrapper_is_named_as_such(body: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "wrapper.py"
    name = "odds" if "odds" in body else "View"
    file.write_text(f"def choose(view):\n    from sapper import {name}\n    {body}\n")
    assert words in failure(str(file), sapper=False).words
    file.write_text("from sapper.agents.sat import certain\ndef choose(view): pass\n")
    with pytest.raises(SapperError, match=r"sapper\.agents is not allowed, because a graded agent"):
        foreign_agent(str(file), sapper=False)


def test_an_agent_that_prints_without_end_is_not_held_up(mine: str) -> None:
    """The agent never blocks on a full pipe, because its output is read continuously."""
    assert foreign_agent(f"{mine}:Chatty").choose(START) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def choose(view:\n", "it can't be loaded: SyntaxError"),
        ("import nothing_like_it\n", "No module named 'nothing_like_it' (line 1 of mine.py)"),
        ("x = 1\n", "has no agent: write a function choose(view)"),
        ("class A:\n  def choose(self, v): 0\nclass B(A): pass\n", "has 2 agents: use "),
    ],
)
def test_a_file_that_is_no_agent_is_refused_at_once(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(SapperError, match=re.escape(words)) as problem:
        bench(str(file), EASY, 5)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere.py", "can't read nowhere.py: No such file"),
        ("exec:", "exec: needs a program"),
        ("exec:./nowhere", "can't start ./nowhere: No such file"),
        ("exec:'", "is not a command"),
        ('exec:sh -c "read line; echo really"', "it answered 'really', not `ready`"),
        (f"exec:{sys.executable} -c pass", "its process ended (exit code 0)"),
    ],
)
def test_what_can_not_be_started_is_refused(name: str, words: str) -> None:
    with pytest.raises(SapperError, match=re.escape(words)):
        foreign_agent(name)


def test_an_agent_that_ends_after_it_was_ready_is_found_out_when_it_is_asked() -> None:
    """If an agent prints `ready or not` and then ends, the first question to it fails."""
    with pytest.raises(AgentError, match="its process ended"):
        foreign_agent('exec:sh -c "read line; echo ready or not"').choose(START)


def test_settings_of_others_are_limits(mine: str) -> None:
    """The only settings of a third-party agent are limits, and it has no guess strategy."""
    for player, words in (
        (Player.parse(f"{mine}:Careful:speed=3"), "'speed' is not a setting"),
        (Player.parse(f"{mine}:Careful:seconds=0"), "seconds can't be '0'"),
        (Player.parse(f"{mine}:Careful:guess=odds"), "has its own way of guessing"),
    ):
        with pytest.raises(SapperError, match=re.escape(words)):
            player.check()


@pytest.mark.parametrize(
    ("text", "agent", "settings"),
    [
        ("a/mine.py", "a/mine.py", ()),
        ("mine.py:Name", "mine.py:Name", ()),
        ("mine.py:Name:seconds=2", "mine.py:Name", (("seconds", 2),)),
        ("exec:./agent --k=3", "exec:./agent --k=3", ()),
        ("exec:./agent --k=3:memory=99", "exec:./agent --k=3", (("memory", 99),)),
        ("exec:k=3", "exec:k=3", ()),
    ],
)
def test_names_of_others_have_colons_of_their_own(
    text: str, agent: str, settings: tuple[tuple[str, int], ...]
) -> None:
    """Settings come after the last colon of a name."""
    player = Player.parse(text)
    assert (player.agent, player.settings, str(player)) == (agent, settings, text)


def test_a_crash_is_counted_and_the_next_game_has_a_new_process(mine: str) -> None:
    """The message about a crash names the agent, level, seed and decision."""
    result = bench(f"{mine}:DiesAtTimes", EASY, 12, seed=3)
    assert 0 < result.crashed < 12
    assert result.crashed + result.stuck == 12
    at = result.outcomes.index("crashed") + 3
    start = f"{mine}:DiesAtTimes failed on {EASY} seed {at}, decision 1: its process ended"
    assert result.failure.startswith(start)
    assert result.to_json()["crashed"] == result.crashed
    assert result.to_json()["failure"] == result.failure


def test_what_an_agent_said_before_it_ended_is_read() -> None:
    """An agent's output is read even if the agent ends before the first question is sent."""
    command = [sys.executable, "-c", "print('refused: no luck')"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.wait()
    asked: SimpleQueue[bytes] = SimpleQueue()
    said: SimpleQueue[tuple[bytes, bytes]] = SimpleQueue()
    for question in (b"sapper 1\n", b""):
        asked.put(question)
    _talk(process, asked, said)
    assert said.get() == (b"refused: no luck\n", b"")


def test_an_agent_that_always_crashes_is_given_up(mine: str) -> None:
    """After ten failed games in a row, the agent plays no more games."""
    batch = Batch((Player(f"{mine}:pair"),), ("7x5x6/given(4)",), 0, 20)
    with pytest.raises(SapperError, match=r"seed 9,.*a tuple.*; the 9 games before it failed too"):
        play_block(batch)
    with pytest.raises(SapperError, match=r"seed 9,.*a tuple.*; the 9 games before it failed too"):
        list(play(batch.blocks(3)))


@pytest.mark.process
def test_it_is_given_up_with_several_processes_too(mine: str) -> None:
    """With several processes, the failed games of all processes are counted together."""
    with pytest.raises(SapperError, match=r"seed 9,.*a tuple.*; the 9 games before it failed too"):
        bench(f"{mine}:pair", "7x5x6/given(4)", 20, jobs=2)


@pytest.mark.process
def test_games_are_the_same_whatever_is_played_before(mine: str) -> None:
    """The random numbers of a game do not depend on the process or on earlier games."""
    one = bench(f"{mine}:Random", EASY, 8, seed=1)
    assert bench(f"{mine}:Random", EASY, 8, seed=1, jobs=2).signature == one.signature
    again = bench(f"{mine}:Random", EASY, 4, seed=5)
    assert again.played["opened"] == one.played["opened"][4:]
    agents = [Player(f"{mine}:Random", seed=seed).for_board(77) for seed in (0, 0, 1)]
    said = []
    for agent in agents:
        assert isinstance(agent, ForeignAgent)
        agent.choose(START)
        said.append(agent.answer.odds)
    assert said[0] == said[1] != said[2]


def test_games_at_the_same_time_have_a_process_each(mine: str) -> None:
    """Two agents with the same name don't share a process, but a free process is reused."""
    one, two = foreign_agent(f"{mine}:Random"), foreign_agent(f"{mine}:Random")
    assert one._session is not two._session
    first = one._session
    del one
    gc.collect()
    assert foreign_agent(f"{mine}:Random")._session is first


def test_two_of_them_are_compared(mine: str) -> None:
    found = compare(f"{mine}:Careful", "rules", EASY, 40, seed=2)
    assert found.won_a <= found.won_b


def test_the_file_is_part_of_a_study(mine: str) -> None:
    """If the file of an agent changes, the description of the study changes too."""
    study = Study("own", "Does it play?", ("easy",), (Player(f"{mine}:Careful"), Player("rules")))
    before = study.to_json()
    assert list(before["agents"]) == [f"{mine}:Careful"]
    Path(mine).write_text(AGENTS + "\n")
    assert study.to_json() != before


def test_a_changed_file_is_another_agent(mine: str) -> None:
    """A running server uses the latest version of the file."""
    assert "a tuple" in failure(f"{mine}:pair").words
    Path(mine).write_text("def pair(view):\n    return None\n")
    assert foreign_agent(f"{mine}:pair").choose(START) is None


def test_no_process_outlives_its_run(mine: str) -> None:
    """If the program that runs an agent is killed, even an agent in an endless loop ends."""
    code = f"""
import threading
from sapper.adapters import foreign_agent
from sapper.core.view import View
agent = foreign_agent({f"{mine}:Loops"!r}, seconds=60)
print(agent._session.child.pid, flush=True)
agent.choose(View.parse({str(START)!r}))
"""
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    pid = int(run.stdout.readline())
    before = worked(pid)
    assert wait_for(lambda: worked(pid) - before > 0.1, 60)  # the agent is in its loop
    run.kill()
    run.communicate()
    assert wait_for(lambda: not lives(pid), 60)


CHEAT = '''
import gc, os, sys


def choose(view):
    """Say whatever looks like the truth, as an exception."""
    frame, seen = sys._getframe(), []
    while frame:
        seen += [name for name, value in frame.f_locals.items()
                 if type(value).__name__ in ("Board", "Game", "Player", "Deck")]
        frame = frame.f_back
    seen += [type(x).__name__ for x in gc.get_objects()
             if type(x).__name__ in ("Board", "Game", "Player", "Deck")]
    seen += [word for word in [*sys.argv, *os.environ.values()] if "8412345678901234567" in word]
    raise RuntimeError(f"seen {seen}")
'''


def test_neither_board_nor_seed_is_in_the_process(tmp_path: Path) -> None:
    """An agent finds neither the board nor the seed in any frame, object or argument."""
    file = tmp_path / "cheat.py"
    file.write_text(CHEAT)
    result = bench(str(file), EASY, 1, seed=8412345678901234567)
    assert "it raised RuntimeError: seen []" in result.failure


def commands(tmp_path: Path) -> list[str]:
    """The documentation's examples that this machine can run."""
    found = [f"exec:{sys.executable} {EXAMPLES / 'agent.py'}"]
    if shutil.which("node"):
        found.append(f"exec:node {EXAMPLES / 'agent.js'}")
    if compiler := shutil.which("cc"):
        program = tmp_path / "agent"
        strict = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([compiler, *strict, "-o", program, EXAMPLES / "agent.c"], check=True)
        found.append(f"exec:{program}")
    return found


@pytest.mark.process
def test_the_examples_in_three_languages_play_the_same_games(tmp_path: Path) -> None:
    """All examples win and lose the same games, and never make a false claim."""
    level = Level.parse("31x5x20/given")  # the last column is AE
    results = [bench(command, level, 20, seed=4) for command in commands(tmp_path)]
    assert {result.wrong + result.crashed for result in results} == {0}
    assert len({tuple(result.outcomes) for result in results}) == 1
    assert 0 < results[0].won < 20


def test_a_program_is_within_its_limits(tmp_path: Path) -> None:
    """The time and memory limits also apply to programs in other languages."""
    hog = tmp_path / "hog.py"
    hog.write_text("print(input() and 'ready', flush=True)\nx = []\nwhile 1: x.append('x' * 10**7)")
    found = failure(f"exec:{sys.executable} {hog}", memory=200)
    assert found.kind == "died"
    assert "MemoryError" in found.words
    slow = f"exec:{sys.executable} -c 'print(\"ready\", flush=True)\nwhile 1: pass'"
    assert failure(slow, seconds=0.01).words == LIMIT_WORDS


def test_an_answer_without_an_end_is_cut(tmp_path: Path) -> None:
    """A program that writes one endless line is stopped before it fills the memory."""
    file = tmp_path / "long.py"
    file.write_text(
        "print('ready', flush=True)\ninput() and input()\n"
        "while 1: print('x' * 1000, end='', flush=True)\n"
    )
    found = failure(f"exec:{sys.executable} {file}")
    assert "longer than 1048576 bytes" in found.words


ESCAPES = """
import os, signal, sys

process = os.fork()
if process == 0:
    os.setsid()
    PIPES
    os.execvp("sleep", ["sleep", "infinity"])
while os.getsid(process) != process:
    pass
print(process, file=sys.stderr, flush=True)
"""


def escaped_process(agent: ForeignAgent) -> int:
    (number,) = map(int, wait_for(agent.printed))
    assert wait_for(lambda: command_line(number).startswith(b"sleep"))
    return int(number)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can find processes that escaped")
def test_an_escaped_process_neither_blocks_the_agent_nor_outlives_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that left the agent's group keeps the pipes open, and is ended with the agent."""
    monkeypatch.setattr(process, "WALL", 0.01)
    monkeypatch.setattr(Child, "cpu", lambda *_, **__: 5.0)
    file = tmp_path / "escapes.py"
    file.write_text(ESCAPES.replace("PIPES", "") + "def choose(view):\n    signal.pause()\n")
    agent = foreign_agent(str(file), seconds=0.01)
    escaped = escaped_process(agent)
    with pytest.raises(AgentError, match=r"it did not answer within 0\.03 s"):
        agent.choose(START)
    assert not lives(escaped)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can find processes that escaped")
def test_an_escaped_process_is_ended_after_its_agent(tmp_path: Path) -> None:
    """An agent that has ended by itself leaves no processes behind."""
    file = tmp_path / "escapes.py"
    escapes = ESCAPES.replace("PIPES", "os.dup2(2, 1)")  # so that the end of the agent is noticed
    file.write_text(escapes + "print('ready', flush=True)\ninput()\ninput()\n")
    agent = foreign_agent(f"exec:{sys.executable} {file}")
    escaped = escaped_process(agent)
    with pytest.raises(AgentError, match=r"its process ended \(exit code 0\)"):
        agent.choose(START)
    assert not lives(escaped)


def dead_when_killed(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[bool]]:
    """Record, for each killed process group, whether its leader was already reaped."""
    found: defaultdict[int, list[bool]] = defaultdict(list)

    def killpg(number: int, sent: int) -> None:
        found[number].append(not Path(f"/proc/{number}").exists())
        end_group(number, sent)

    end_group = os.killpg
    monkeypatch.setattr(os, "killpg", killpg)
    return found


LEAVES = """
import os, signal, sys
print("ready", flush=True)
sys.stdin.readline()
if os.fork() == 0:
    os.close(1)
    with open("pid.part", "w") as file:
        file.write(str(os.getpid()))
    os.rename("pid.part", "pid")
    signal.pause()
WHEN
"""


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="can't look at a process without reaping it")
@pytest.mark.parametrize("asked", [True, False])
def test_a_dead_agent_s_number_is_not_killed(
    asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process group is killed before its leader is reaped.

    The id of a reaped leader may be reused.
    """
    monkeypatch.chdir(tmp_path)
    when = "sys.stdin.readline()" if asked else "while not os.path.exists('go'): pass"
    (tmp_path / "leaves.py").write_text(LEAVES.replace("WHEN", when))
    reaped = dead_when_killed(monkeypatch)
    agent = foreign_agent(f"exec:{sys.executable} leaves.py")
    session = agent._session
    number = session.child.pid  # `reaped` may also contain agents of other tests
    assert wait_for((tmp_path / "pid").exists, 60)
    child = int((tmp_path / "pid").read_text())
    if asked:
        with pytest.raises(AgentError, match=r"its process ended \(exit code 0\)"):
            agent.choose(START)
    else:
        (tmp_path / "go").touch()
        assert wait_for(lambda: not session.alive, 60)
        session.close()
    assert reaped[number] == [False]
    assert wait_for(lambda: not lives(child), 60)
    session.close()
    assert reaped[number] == [False]


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="can't look at a process without reaping it")
def test_an_agent_that_somebody_else_reaped_is_not_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sapper does not kill an agent that another part of the program has already reaped."""
    (tmp_path / "mine.py").write_text("print('ready', flush=True)\ninput()\ninput()\n")
    killed = dead_when_killed(monkeypatch)
    agent = foreign_agent(f"exec:{sys.executable} {tmp_path / 'mine.py'}")
    number = agent._session.child.pid
    os.kill(number, signal.SIGKILL)
    os.waitpid(number, 0)
    agent._session.close()
    assert killed[number] == []


def test_more_than_one_answer_is_refused(tmp_path: Path) -> None:
    """A second answer is refused, because it would count as the answer to the next position."""
    file = tmp_path / "twice.py"
    file.write_text(
        "import sys\n"
        "print('ready', flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line == 'position\\n':\n"
        "        print('stuck\\nwhat I think', flush=True)\n"
    )
    agent = foreign_agent(f"exec:{sys.executable} {file}")
    assert agent.choose(START) is None
    with pytest.raises(AgentError, match="it wrote a line without being asked: 'what I think'"):
        agent.choose(START)
    with pytest.raises(AgentError, match="decision 3: its process was ended") as problem:
        agent.choose(START)
    assert problem.value.kind == "died"
