"""Why a cell is safe or a mine: the simplest argument, a proof, a certificate and pictures.

    argument.py      the argument, made from the findings of `sapper.ladder`
    step.py, step_message.py, patterns.py
                     the steps of the argument, their sentences, and the names of patterns
    guess.py         the reasons for a guess
    clues.py         the fewest clues that settle a cell
    proof.py         a resolution proof from these clues
    certificate.py, cutting_planes.py
                     the proof as files for proof checkers
    trim.py          removes unnecessary steps from such a proof and adds hints
    pictures.py      the argument as pictures
    hints.py         help for a player, in five tiers
    explanation.py   all of these together
    turn.py, turn_text.py, commentary.py, decisions.py
                     how an agent reasons
    kb_events.py     the events in an agent's knowledge base, as JSON
    missed.py        what an agent with a mistake misses in a position, and why

`sapper.verify` checks certificates and shares no code with this package.
"""

from sapper.explain.explanation import Claim, Explanation, Uncertain, explain
from sapper.explain.guess import GuessReason, explain_guess
from sapper.explain.hints import TIERS, Hint, hint
from sapper.ladder.techniques import Technique

__all__ = [
    "TIERS",
    "Claim",
    "Explanation",
    "GuessReason",
    "Hint",
    "Technique",
    "Uncertain",
    "explain",
    "explain_guess",
    "hint",
]
