"""Tasks of sums for lighteval in two languages; run by make_lighteval.py."""

import os

from lighteval.metrics.metrics import Metrics
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc

FOLDER = os.environ["SUMS_FOLDER"]


def sums(line: dict[str, str], task_name: str) -> Doc:
    """One question."""
    return Doc(task_name=task_name, query=line["question"], choices=[line["answer"]], gold_index=0)


def options(line: dict[str, str], task_name: str) -> Doc:
    """One question with options."""
    answer = int(line["answer"])
    choices = [f" {answer + shift}" for shift in (0, 1, 2)]
    return Doc(task_name=task_name, query=line["question"], choices=choices, gold_index=0)


def config(name: str, language: str, prompt: object, metric: object) -> LightevalTaskConfig:
    """A task of one language."""
    return LightevalTaskConfig(
        name=name,
        prompt_function=prompt,
        hf_repo=f"{FOLDER}/{language}",
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        few_shots_split=None,
        few_shots_select=None,
        generation_size=16,
        stop_sequence=["\n"],
        metrics=[metric],
        version=0,
    )


TASKS_TABLE = [
    task
    for language in ("en", "sw")
    for task in (
        config(f"tiny_sums:{language}", language, sums, Metrics.exact_match),
        config(f"tiny_repeats:{language}", language, sums, Metrics.avg_at_n(sample_params={"n": 4})),
        config(f"tiny_options_{language}_mcf", language, options, Metrics.loglikelihood_acc),
    )
]
