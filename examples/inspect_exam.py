"""Sapper's exam as a task of Inspect (https://inspect.aisi.org.uk).

    pip install inspect-ai
    inspect eval examples/inspect_exam.py --model openai/gpt-4o-mini -T positions=12 -T seed=7

Each sample is an item of the exam, without the games. A sample's metadata has its part and its
technique, and its score has the reason as the explanation. The metrics are the mean points of each
part and of all samples.
"""

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from sapper.exam import Item, make_items, score_answer


@task
def sapper_exam(
    positions: int = 42, seed: int = 0, parts: str = "deduce,prove,estimate,choose"
) -> Task:
    """Items with this number of positions in each part."""
    items = make_items(positions, seed=seed, parts=parts.split(","))
    return Task(
        dataset=MemoryDataset(list(map(_sample, items))), solver=generate(), scorer=points()
    )


def _sample(item: Item) -> Sample:
    metadata = {"part": item.part, "technique": item.rung, "item": item.to_json()}
    return Sample(id=item.id, input=item.prompt, metadata=metadata)


@scorer(metrics=[grouped(mean(), "part"), stderr()])
def points() -> Scorer:
    """The points of an answer, from -1 to 1."""

    async def score(state: TaskState, target: Target) -> Score:
        text = state.output.completion
        found = score_answer(Item.from_json(state.metadata["item"]), text)
        return Score(value=found.points, answer=text, explanation=found.reason)

    return score
