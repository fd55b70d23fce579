"""Why a cell is certain: the simplest argument in words, a proof, a certificate, pictures.

    argument.py      the argument, assembled from what the rules of `sapper.ladder` found; step.py
                     is its noun, step_message.py what it says, patterns.py names it
    guess.py         where nothing is certain: why this guess
    clues.py         the fewest clues that settle a cell
    proof.py         what they say as a resolution proof
    certificate.py   the same as files that checkers accept; trim.py shortens and hints their proofs
    pictures.py      the same as pictures
    hints.py         help for a player, in tiers
    explanation.py   all of it together

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
