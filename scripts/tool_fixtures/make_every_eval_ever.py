"""Make tests/fixtures/every_eval_ever again, by running its converter on lm-eval's logs.

Needs an environment with every-eval-ever, which is not one of the project's:
``<its python> scripts/tool_fixtures/make_every_eval_ever.py``.
"""

import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "tests" / "fixtures"
WHO = ("--source_organization_name", "acme", "--evaluator_relationship", "third_party")


def convert(kind: str, source: Path, target: Path, *options: str) -> None:
    tool = str(Path(sys.executable).parent / "every_eval_ever")
    paths = ("--log_path", str(source), "--output_dir", str(target))
    subprocess.run([tool, "convert", kind, *paths, *WHO, *options], check=True)


def main() -> None:
    place = FIXTURES / "every_eval_ever" / f"v{version('every-eval-ever')}"
    shutil.rmtree(place, ignore_errors=True)
    lm_eval = FIXTURES / "lm_eval" / "v_new_repeats1" / "acme__tiny-1b"
    convert("lm_eval", lm_eval, place / "from_lm_eval", "--include_samples")


if __name__ == "__main__":
    main()
