"""Make tests/fixtures/open_llm again: details in the layout before lighteval 0.11, by its own writer.

The rows are ours, not a model's. Needs an environment with lighteval[math] 0.8.1, pyarrow<20,
huggingface-hub<1, transformers<5 and datasets<4.5, which is not one of the project's:
``<its python> scripts/tool_fixtures/make_lighteval_flat.py``.
"""

import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path

from lighteval.logging.evaluation_tracker import EvaluationTracker
from lighteval.logging.info_loggers import DetailsLogger

TARGET = Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "open_llm"
SUMS = [(2, 3), (4, 9), (11, 7), (20, 5), (8, 8), (13, 30)]


def generated(language: str) -> list[object]:
    wrong = 1 if language == "en" else 3
    return [
        DetailsLogger.Detail(
            example=f"{a} + {b} = ?",
            full_prompt=f"{a} + {b} = ?",
            predictions=["0" if place < wrong else str(a + b)],
            gold=[str(a + b)],
            metrics={"em": float(place >= wrong)},
            specifics={"source": "sums"},
        )
        for place, (a, b) in enumerate(SUMS)
    ]


def chosen(language: str) -> list[object]:
    wrong = 2 if language == "en" else 4
    return [
        DetailsLogger.Detail(
            example=f"{a} + {b} = ?",
            full_prompt=f"{a} + {b} = ?",
            predictions=[-1.0, -2.5, -3.0],
            choices=[str(a + b + shift) for shift in range(3)],
            gold_index=[0],
            metrics={"acc": float(place >= wrong), "acc_norm": 1.0},
            specifics={"source": "sums"},
        )
        for place, (a, b) in enumerate(SUMS)
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tracker = EvaluationTracker(output_dir=folder, save_details=True)
        tracker.general_config_logger.model_name = "acme/tiny-1b"
        tracker.general_config_logger.config = None
        for language in ("en", "sw"):
            tracker.details_logger.details[f"custom|tiny_sums:{language}|0"] = generated(language)
            tracker.details_logger.details[f"custom|tiny_options_{language}_mcf|0"] = chosen(language)
        tracker.save()
        place = TARGET / f"lighteval_v{version('lighteval')}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(Path(folder) / "details", place / "details")
    for path in sorted(place.rglob("*.parquet")):
        # Not every file system allows these signs.
        path.rename(path.with_name(path.name.replace("|", "-").replace(":", ".")))


if __name__ == "__main__":
    main()
