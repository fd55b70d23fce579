"""Sapper's exam as a dataset of reasoning-gym (https://github.com/open-thought/reasoning-gym).

    pip install reasoning-gym

    import reasoning_gym_exam
    dataset = reasoning_gym.create_dataset("sapper_exam", seed=7, size=500, parts=("deduce",))
    reward = dataset.score_answer(text, dataset[0])

The reward is the points of `score_answer`, from -1 to 1; an unreadable or missing answer gets 0.
`answer` in an entry is the best answer, which gets 1.
"""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

from sapper.exam import make_items, score_answer
from sapper.exam.baselines import answers


@dataclass
class SapperExamConfig:
    """`parts` must not contain `play`, because a game is not a single answer."""

    seed: int = 7
    size: int = 500
    parts: tuple[str, ...] = ("deduce", "prove", "estimate", "choose")

    def validate(self) -> None:
        """Raise an AssertionError for settings that can't be used."""
        assert self.size > 0, "size must be positive"
        assert self.parts, "choose at least one part"
        assert "play" not in self.parts, "a game is not a single answer: leave out 'play'"


class SapperExamDataset(ProceduralDataset):
    """All items are made at the start: making 1,000 of them takes about 14 seconds."""

    def __init__(self, config: SapperExamConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        positions = -(-config.size // len(config.parts))
        items = make_items(positions, seed=config.seed, parts=config.parts)
        Random(config.seed).shuffle(items)
        self.items = items[: config.size]

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """The entry of an item."""
        item = self.items[idx]
        (best,) = answers("champion", [item])
        metadata = {
            "source_dataset": "sapper_exam",
            "source_index": idx,
            "part": item.part,
            "difficulty": {"technique": item.rung},
        }
        return {"question": item.prompt, "answer": json.dumps(best.answer), "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """The points of an answer."""
        return score_answer(self.items[entry["metadata"]["source_index"]], answer).points


register_dataset("sapper_exam", SapperExamDataset, SapperExamConfig)
