"""Make tests/fixtures/open_llm again: details in the layout before lighteval 0.11, by running lighteval.

Needs an environment with lighteval[math] 0.8.1, pyarrow<20, huggingface-hub<1, transformers<5, datasets<4
and xxhash<3.6, which is not one of the project's:
``<its python> scripts/tool_fixtures/make_lighteval_flat.py``.
"""

import os
import shutil
import sys
import tempfile
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import Any

from make_lighteval import QUESTIONS, shorten, write_questions  # type: ignore[import-not-found]

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "tests" / "fixtures" / "open_llm"
TASKS = ("tiny_sums:{}", "tiny_repeats:{}", "tiny_both:{}", "tiny_options_{}_mcf")


def fixed_answers() -> object:
    """A model whose answers depend on the question and the number of the attempt only."""
    from lighteval.models.abstract_model import LightevalModel, ModelInfo
    from lighteval.models.model_output import GenerativeResponse, LoglikelihoodResponse

    class FixedAnswers(LightevalModel):  # type: ignore[misc]
        tokenizer = None
        add_special_tokens = False
        max_length = 2048

        def __init__(self) -> None:
            self.model_info = ModelInfo(model_name="acme/tiny-1b")

        def tok_encode(self, text: str, add_special_tokens: object = None) -> list[int]:  # noqa: ARG002
            return list(text.encode())

        def greedy_until(self, requests: list[Any], override_bs: object = None) -> list[Any]:  # noqa: ARG002
            return [GenerativeResponse(result=self._answers(request)) for request in requests]

        def loglikelihood(self, requests: list[Any], override_bs: object = None) -> list[Any]:  # noqa: ARG002
            return [
                LoglikelihoodResponse(
                    (-float(zlib.crc32(f"{own.context}{own.choice}".encode()) % 9 + 1), False)
                )
                for own in requests
            ]

        def loglikelihood_rolling(self, requests: list[Any], override_bs: object = None) -> list[Any]:
            raise NotImplementedError

        def loglikelihood_single_token(self, requests: list[Any], override_bs: object = None) -> list[Any]:
            raise NotImplementedError

        def _answers(self, request: Any) -> list[str]:
            numbers = [word.strip("?") for word in request.context.split()]
            answer = str(sum(int(number) for number in numbers if number.isdigit()))
            return [
                answer if zlib.crc32(f"{request.context}/{number}".encode()) % 3 else "0"
                for number in range(request.num_samples)
            ]

    return FixedAnswers()


def run(folder: Path) -> None:
    """Run the tasks and let lighteval write."""
    from lighteval.logging.evaluation_tracker import EvaluationTracker
    from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters

    names = [f"custom|{name.format(language)}|0|0" for language in QUESTIONS for name in TASKS]
    pipeline = Pipeline(
        tasks=",".join(names),
        pipeline_parameters=PipelineParameters(
            launcher_type=ParallelismManager.NONE,
            custom_tasks_directory=str(HERE / "lighteval_flat_tasks.py"),
        ),
        evaluation_tracker=EvaluationTracker(output_dir=str(folder / "out"), save_details=True),
        model=fixed_answers(),
    )
    pipeline.evaluate()
    pipeline.save_and_push_results()


def main() -> None:
    with tempfile.TemporaryDirectory() as text:
        os.environ |= {"SUMS_FOLDER": text, "HF_HUB_OFFLINE": "1", "HOME": text}
        sys.path.insert(0, str(HERE))
        write_questions(Path(text))
        run(Path(text))
        place = TARGET / f"lighteval_v{version('lighteval')}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(Path(text) / "out", place)
        for path in place.rglob("*.json"):
            shorten(path, text)
    for path in sorted(place.rglob("*.parquet")):
        # Not every file system allows these signs.
        path.rename(path.with_name(path.name.replace("|", "-").replace(":", ".")))


if __name__ == "__main__":
    main()
