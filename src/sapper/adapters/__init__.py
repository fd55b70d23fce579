"""Third-party agents: a Python file, a program in any language, or a class with CS50's interface.

    mine.py          the only agent in a file: a function choose(view), or a class with that method
    mine.py:Name     the function or class of that name in the file
    mine/run.sh      a script that starts a program; agent.js and a program `agent` work likewise
    exec:./agent     a program that reads and writes lines of text (docs/protocol.md)

These names can be used wherever the name of an agent is expected. The agent runs in a separate
process with limits on time and memory. The agent sees only views of the game, not the board or its
seed.

    names.py     names of third-party agents
    answer.py    an agent's answer, as text and as a decision
    clauses.py   the clauses of the knowledge base that an agent shows
    process.py   asks and watches the process
    child.py     the program in the process; it plays the agent in a Python file
    own_work.py  refuses the imports that a graded agent may not use
    own.py       an agent or a function in this process
    cs50.py      CS50's MinesweeperAI as an agent
    skeleton.py  the file that `sapper agent new` writes

>>> foreign("mine.py"), foreign("exec:./agent --fast"), foreign("resolution")
(True, True, False)
"""

from __future__ import annotations

from sapper.adapters.answer import Answer, guess
from sapper.adapters.names import agent_file, foreign
from sapper.adapters.own import OwnAgent
from sapper.adapters.process import AgentError, ForeignAgent, end_idle, foreign_agent

__all__ = [
    "AgentError",
    "Answer",
    "ForeignAgent",
    "OwnAgent",
    "agent_file",
    "end_idle",
    "foreign",
    "foreign_agent",
    "guess",
]
