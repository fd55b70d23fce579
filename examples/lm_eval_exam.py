"""Sapper's exam as tasks of lm-evaluation-harness, one for each part without the games.

    pip install "lm-eval[api]"
    URL=http://localhost:8000/v1/chat/completions
    python examples/lm_eval_exam.py local-chat-completions model=NAME,base_url=$URL --seed 7

The metric `points` is the mean of the points of all items, from -1 to 1. `unreadable` is the share
of answers that can't be read. https://github.com/EleutherAI/lm-evaluation-harness
"""

import argparse
import json
from typing import Any

import lm_eval
from datasets import Dataset
from lm_eval.api.task import ConfigurableTask
from lm_eval.utils import make_table

from sapper.exam import Item, make_items, score_answer

PARTS = ("deduce", "prove", "estimate", "choose")


def task(part: str, positions: int, seed: int) -> ConfigurableTask:
    """The items of a part."""

    def rows(**_: object) -> dict[str, Dataset]:
        items = make_items(positions, seed=seed, parts=[part])
        texts = [{"prompt": item.prompt, "item": json.dumps(item.to_json())} for item in items]
        return {"test": Dataset.from_list(texts)}

    return ConfigurableTask(
        config={
            "task": f"sapper_{part}",
            "custom_dataset": rows,
            "test_split": "test",
            "output_type": "generate_until",
            "generation_kwargs": {"until": [], "max_gen_toks": 8192},
            "doc_to_text": "{{prompt}}",
            "doc_to_target": "",
            "process_results": scored,
            "metric_list": [
                {"metric": "points", "aggregation": "mean", "higher_is_better": True},
                {"metric": "unreadable", "aggregation": "mean", "higher_is_better": False},
            ],
            "metadata": {"version": 1.0},
        }
    )


def scored(row: dict[str, str], answers: list[str]) -> dict[str, Any]:
    """The metrics of an answer."""
    found = score_answer(Item.from_json(json.loads(row["item"])), answers[0])
    return {"points": found.points, "unreadable": found.state == "unreadable"}


def main() -> None:
    """Evaluate a model and print its points."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="the kind of model, such as local-chat-completions")
    parser.add_argument("model_args", help="its arguments, such as model=NAME,base_url=...")
    parser.add_argument("--positions", type=int, default=42)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = lm_eval.simple_evaluate(
        options.model,
        options.model_args,
        tasks=[task(part, options.positions, options.seed) for part in PARTS],
        apply_chat_template="chat" in options.model,
    )
    print(make_table(found))


if __name__ == "__main__":
    main()
