"""Tasks of sums for lighteval before 0.11, in two languages; run by make_lighteval_flat.py."""

import os

from lighteval.metrics.metrics import Metrics
from lighteval.metrics.metrics_sample import PassAtK
from lighteval.metrics.utils.metric_utils import MetricCategory, MetricUseCase, SampleLevelMetric
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc

FOLDER = os.environ["SUMS_FOLDER"]


def pass_at_one() -> SampleLevelMetric:
    """The metric pass@1 of lighteval's own, of 4 answers instead of 32."""
    import numpy

    return SampleLevelMetric(
        metric_name="pass@1:4_samples",
        sample_level_fn=PassAtK(k=1, n=4, strip_strings=True).compute,
        category=MetricCategory.GENERATIVE_SAMPLING,
        use_case=MetricUseCase.REASONING,
        corpus_level_fn=numpy.mean,
        higher_is_better=True,
    )


def sums(line: dict[str, str], task_name: str) -> Doc:
    """One question."""
    return Doc(task_name=task_name, query=line["question"], choices=[line["answer"]], gold_index=0)


def options(line: dict[str, str], task_name: str) -> Doc:
    """One question with options."""
    answer = int(line["answer"])
    choices = [f" {answer + shift}" for shift in (1, 0, 2)]
    return Doc(task_name=task_name, query=line["question"], choices=choices, gold_index=1)


def config(name: str, language: str, prompt: object, metric: list[object]) -> LightevalTaskConfig:
    """A task of one language."""
    return LightevalTaskConfig(
        name=name,
        prompt_function=prompt,
        suite=["custom"],
        hf_repo=f"{FOLDER}/{language}",
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        few_shots_split=None,
        few_shots_select=None,
        generation_size=16,
        stop_sequence=["\n"],
        metric=metric,
        version=0,
    )


TASKS_TABLE = [
    task
    for language in ("en", "sw")
    for task in (
        config(f"tiny_sums:{language}", language, sums, [Metrics.exact_match]),
        config(f"tiny_repeats:{language}", language, sums, [pass_at_one()]),
        config(f"tiny_both:{language}", language, sums, [Metrics.exact_match, pass_at_one()]),
        config(
            f"tiny_options_{language}_mcf",
            language,
            options,
            [Metrics.loglikelihood_acc, Metrics.loglikelihood_acc_norm],
        ),
    )
]
