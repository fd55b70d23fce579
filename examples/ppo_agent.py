"""An agent that plays with a network of maskable_ppo.py, in ppo.zip (in the current folder).

sapper bench examples/ppo_agent.py 5x5x4/open --games 1000
"""

import numpy as np
from sb3_contrib import MaskablePPO

from sapper import View, guess
from sapper.adapters.answer import Answer
from sapper.env import planes

MODEL = MaskablePPO.load("ppo.zip", device="cpu")


def choose(view: View) -> Answer:
    """Open the hidden cell that the network prefers, as a guess."""
    hidden = np.asarray(view.array) >= 9
    cell, _ = MODEL.predict(planes(view.array), action_masks=hidden.ravel(), deterministic=True)
    return guess(int(cell))
