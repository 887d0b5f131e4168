"""Make tests/fixtures/lighteval again, by running lighteval.

Needs an environment with lighteval 0.13, huggingface-hub<1, transformers<5, datasets<4.5 and
xxhash<3.6, which is not one of the project's: ``<its python> scripts/tool_fixtures/make_lighteval.py``.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "tests" / "fixtures" / "lighteval"
QUESTIONS = {"en": "What is {a} plus {b}?", "sw": "Jumla ya {a} na {b} ni ngapi?"}
SUMS = [(2, 3), (4, 9), (11, 7), (20, 5), (8, 8), (13, 30)]


def write_questions(folder: Path) -> None:
    for language, text in QUESTIONS.items():
        place = folder / language
        place.mkdir()
        lines = [{"question": text.format(a=a, b=b), "answer": str(a + b)} for a, b in SUMS]
        (place / "test.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def without_download() -> None:
    """Place a file that lighteval would fetch while it is imported, for a task that is not run here."""
    installed = (
        Path(next(iter(spec.submodule_search_locations or []))) if (spec := find_spec("lighteval")) else HERE
    )
    (installed / "tasks" / "tasks" / "tinyBenchmarks.pkl").touch()


def main() -> None:
    without_download()
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        write_questions(folder)
        names = ("tiny_sums:{}|0", "tiny_repeats:{}|0", "tiny_options_{}_mcf|0")
        tasks = ",".join(name.format(language) for language in QUESTIONS for name in names)
        command = [
            *(str(Path(sys.executable).parent / "lighteval"), "custom", "acme/tiny-1b"),
            *(str(HERE / "lighteval_model.py"), tasks, "--custom-tasks", str(HERE / "lighteval_tasks.py")),
            *("--output-dir", str(folder / "out"), "--save-details"),
        ]
        environment = {**os.environ, "SUMS_FOLDER": text, "HF_HUB_OFFLINE": "1", "HOME": text}
        subprocess.run(command, env=environment, check=True)
        place = TARGET / f"v{version('lighteval')}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(folder / "out", place)
        for path in sorted(place.rglob("*.parquet")):
            # Not every file system allows these signs.
            path.rename(path.with_name(path.name.replace(":", "_").replace("|", "_")))
        for path in place.rglob("*.json"):
            shorten(path, text)


def shorten(path: Path, folder: str) -> None:
    """Keep what a reader may use; no path of this machine."""
    results = json.loads(path.read_text())
    kept = {key: results[key] for key in ("config_general", "results", "versions")}
    path.write_text(
        re.sub(f"({re.escape(folder)}|{re.escape(str(HERE))})", "sums", json.dumps(kept, indent=1))
    )


if __name__ == "__main__":
    main()
