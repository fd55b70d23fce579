"""An agent that opens the hidden cell that is least likely to be a mine, according to a network.

`bench/train_policy.py` writes a copy of this file next to the weights, which are in a file with the
same name and the extension npz. To run the agent, only numpy is needed:

    sapper bench policy.py expert
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper import View
from sapper.adapters import Answer, guess

WEIGHTS = dict(np.load(Path(__file__).with_suffix(".npz")))


def convolve(layer: str, x: NDArray[np.float32]) -> NDArray[np.float32]:
    """A 3x3 convolution of an array with the shape (height, width, channels)."""
    height, width, channels = x.shape
    padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    parts = [padded[r : r + height, c : c + width] for r in range(3) for c in range(3)]
    patches = np.concatenate(parts, axis=2).reshape(height * width, 9 * channels)
    kernel = WEIGHTS[f"{layer}.weight"].transpose(2, 3, 1, 0).reshape(9 * channels, -1)
    result: NDArray[np.float32] = patches @ kernel + WEIGHTS[f"{layer}.bias"]
    return result.reshape(height, width, -1)


def chances(states: NDArray[np.uint8], mines: int) -> NDArray[np.float32]:
    """The predicted chance of a mine in each cell, or infinity for open cells."""
    hidden = states > 8
    x = np.zeros((*states.shape, 14), np.float32)
    np.put_along_axis(x, states[..., None].astype(np.int64), 1, axis=2)
    x[..., 12] = 1
    x[..., 13] = mines / max(int(hidden.sum()), 1)
    x = np.maximum(convolve("first", x), 0)
    block = 0
    while f"blocks.{block}.0.weight" in WEIGHTS:
        inner = np.maximum(convolve(f"blocks.{block}.0", x), 0)
        x = np.maximum(x + convolve(f"blocks.{block}.1", inner), 0)
        block += 1
    logits = x @ WEIGHTS["last.weight"].reshape(-1) + WEIGHTS["last.bias"]
    return np.where(hidden, 1 / (1 + np.exp(-logits)), np.float32(np.inf))


def choose(view: View) -> int | Answer:
    """Open a cell given as safe or, if there is none, the hidden cell least likely to be a mine."""
    if view.given:
        return view.given[0]
    without_flags = np.where(view.array == 10, 9, view.array).astype(np.uint8)
    found = chances(without_flags, view.level.mines)
    cell = int(found.argmin())
    return guess(cell, odds=float(found.flat[cell]))
