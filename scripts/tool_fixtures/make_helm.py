"""Make tests/fixtures/helm again, by running HELM.

Needs an environment with crfm-helm, which is not one of the project's:
``<its python> scripts/tool_fixtures/make_helm.py``.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "tests" / "fixtures" / "helm"
KEPT = ("per_instance_stats.json", "run_spec.json", "scenario_state.json")


def main() -> None:
    entries = [
        f"tiny_sums:language={language}{options},model=simple/model1"
        for language in ("en", "sw")
        for options in ("", ",options=yes")
    ]
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(str(Path(sys.executable).parent / "helm-run"), "--run-entries", *entries),
            *("--suite", "s", "--max-eval-instances", "6", "--num-train-trials", "2", "-n", "1"),
            *(
                "--disable-cache",
                "--plugins",
                "helm_sums",
                "-o",
                f"{folder}/out",
                "--local-path",
                f"{folder}/env",
            ),
        ]
        environment = {**os.environ, "PYTHONPATH": str(HERE)}
        subprocess.run(command, env=environment, cwd=folder, check=True)
        place = TARGET / f"v{version('crfm-helm')}"
        shutil.rmtree(place, ignore_errors=True)
        for run in sorted((Path(folder) / "out" / "runs" / "s").glob("tiny_sums*")):
            own = place / run.name.replace(":", "_")  # not every file system allows the colon
            own.mkdir(parents=True)
            for name in KEPT:
                content = json.loads((run / name).read_text())
                (own / name).write_text(json.dumps(content, separators=(",", ":")))


if __name__ == "__main__":
    main()
