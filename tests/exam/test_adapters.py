"""The adapters in examples/ work with the real packages: the best answers get 1 point.

A test is skipped if its package is not installed: pip install inspect-ai lm-eval reasoning-gym
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from needs import module
from sapper.exam import Item, make_items
from sapper.exam.baselines import answers

PARTS = ["deduce", "prove", "estimate", "choose"]
EXAMPLES = Path(__file__).parents[2] / "examples"

# These packages are large, so only make test-all runs the tests.
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]  # warnings of the packages


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def best(items: list[Item]) -> dict[str, str]:
    """The best answers, as texts, by prompt."""
    found = answers("champion", items)
    return {
        item.prompt: f"So: {json.dumps(one.answer)}" for item, one in zip(items, found, strict=True)
    }


def test_inspect(tmp_path: Path) -> None:
    inspect_ai: Any = module("inspect_ai")
    model: Any = importlib.import_module("inspect_ai.model")
    items = make_items(2, seed=7, parts=PARTS)
    said = best([item for item in items if item.part != "choose"])

    def reply(messages: Any, *_: object) -> Any:
        text = said.get(messages[-1].text, "No idea.")
        output = model.ModelOutput.from_content("mockllm", text)
        output.usage = model.ModelUsage()  # otherwise, a tokenizer would be downloaded
        return output

    mock = model.get_model("mockllm/model", custom_outputs=reply)
    task = example("inspect_exam").sapper_exam(positions=2, seed=7)
    (log,) = inspect_ai.eval(task, model=mock, log_dir=str(tmp_path), display="none")
    assert log.status == "success"
    assert {sample.id for sample in log.samples} == {item.id for item in items}
    for sample in log.samples:
        score = sample.scores["points"]
        no_idea = sample.metadata["part"] == "choose"
        assert score.value == pytest.approx(0.0 if no_idea else 1.0)
        assert ("can't be read" in score.explanation) is no_idea


def test_lm_evaluation_harness() -> None:
    lm_eval: Any = module("lm_eval")
    lm: Any = importlib.import_module("lm_eval.api.model").LM
    said = best(make_items(2, seed=7, parts=["deduce"]))

    class Best(lm):  # type: ignore[misc]
        def generate_until(self, requests: Any, **_: object) -> list[str]:
            return [said.get(one.args[0], "No idea.") for one in requests]

        def loglikelihood(self, requests: Any, **_: object) -> list[Any]:
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    made = example("lm_eval_exam")
    tasks = [made.task(part, 2, 7) for part in ("deduce", "choose")]
    found = lm_eval.simple_evaluate(Best(), tasks=tasks, bootstrap_iters=0)["results"]
    assert found["sapper_deduce"]["points,none"] == pytest.approx(1.0)
    assert found["sapper_deduce"]["unreadable,none"] == 0
    assert found["sapper_choose"]["points,none"] == 0
    assert found["sapper_choose"]["unreadable,none"] == 1


def test_reasoning_gym() -> None:
    reasoning_gym: Any = module("reasoning_gym")
    example("reasoning_gym_exam")
    dataset = reasoning_gym.create_dataset("sapper_exam", seed=7, size=6)
    assert len(dataset) == 6
    for entry in dataset:
        assert dataset.score_answer(entry["answer"], entry) == pytest.approx(1.0)
        assert dataset.score_answer("No idea.", entry) == 0
        assert dataset.score_answer(None, entry) == 0
    again = reasoning_gym.create_dataset("sapper_exam", seed=7, size=6)
    assert list(again) == list(dataset)
    with pytest.raises(AssertionError, match="leave out 'play'"):
        reasoning_gym.create_dataset("sapper_exam", parts=("play",))
