"""Agents that others wrote: from a Python file, from a program in any language, with CS50's class.

    mine.py          the one agent of a file: a function choose(view), or a class with that method
    mine.py:Name     that function or class of the file
    exec:./agent     a program that speaks lines of text (docs/protocol.md)

Such a name stands wherever one of ours does. The agent runs in a process of its own with limits of
time and memory, and is sent what a player may know: no board, and no seed that leads to one.

    names.py     how such agents are named
    answer.py    what an agent may answer, as text and as a decision
    process.py   the process: started, asked, watched, ended
    limits.py    what keeps it within its limits; also starts programs that are not Python
    child.py     the other end, for Python files
    cs50.py      CS50's MinesweeperAI as an agent
    skeleton.py  what `sapper new-agent` writes

>>> foreign("mine.py"), foreign("exec:./agent --fast"), foreign("resolution")
(True, True, False)
"""

from __future__ import annotations

from sapper.adapters.answer import Answer, guess
from sapper.adapters.names import agent_file, foreign
from sapper.adapters.process import AgentError, ForeignAgent, end_idle, foreign_agent

__all__ = [
    "AgentError",
    "Answer",
    "ForeignAgent",
    "agent_file",
    "end_idle",
    "foreign",
    "foreign_agent",
    "guess",
]
