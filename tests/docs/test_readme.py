"""Does the README say what happens?"""

import re
from pathlib import Path

import hatscore

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_result_is_what_the_demo_gives() -> None:
    shown = re.findall(r"^ (starter_\w+) +(\S+) +macro +(.*)$", README, flags=re.MULTILINE)
    rows = hatscore.score(hatscore.demo_path(), floor="options")
    scores = {(row.benchmark, row.system): row for row in rows}
    assert {(benchmark, system) for benchmark, system, _ in shown} == scores.keys()
    for benchmark, system, cells in shown:
        row = scores[benchmark, system]
        figures = f"{row.hat_corrected} {row.target_accuracy:.3f} {row.source_accuracy:.3f}"
        assert cells.split() == figures.split()
