"""Why a cell is certain: the fewest clues, the argument in words, a proof, a certificate, pictures.

    clues.py         the fewest clues that settle a cell
    argument.py      the argument step by step: facts.py, derive.py, mine_count.py; words.py says it
    proof.py         the same as a resolution proof
    certificate.py   the same as files that checkers accept; trim.py shortens and hints their proofs
    pictures.py      the same as pictures
    hints.py         help for a player, in tiers
    explanation.py   all of it together

`sapper.verify` checks certificates and shares no code with this package.
"""

from sapper.explain.explanation import Claim, Explanation, Uncertain, explain
from sapper.explain.hints import TIERS, Hint, hint
from sapper.techniques import Technique

__all__ = [
    "TIERS",
    "Claim",
    "Explanation",
    "Hint",
    "Technique",
    "Uncertain",
    "explain",
    "hint",
]
