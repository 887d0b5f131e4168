"""Do the three lines of docs/harnesses.md work, and does docs/engines.md name what there is?"""

import re
from pathlib import Path

import hatscore
from hatscore.api.publishing import export_every_eval_ever
from hatscore.harnesses.inspect_metric import hat

ROOT = Path(__file__).parents[2]
LM_EVAL = ROOT / "tests" / "fixtures" / "lm_eval"


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)


def test_the_lines_for_lm_eval_score_an_output_folder() -> None:
    (lines,) = (block for block in blocks("harnesses.md") if '"output/"' in block)
    assert len(lines.splitlines()) == 3
    made: dict[str, object] = {}
    folder = next(path for path in sorted(LM_EVAL.iterdir()) if list(path.rglob("samples_*.jsonl")))
    exec(lines.replace('"output/"', repr(str(folder))), made)
    assert isinstance(made["scores"], hatscore.Scores)


def test_all_blocks_are_python() -> None:
    for page in ("harnesses.md", "engines.md"):
        assert blocks(page)
        for block in blocks(page):
            compile(block, page, "exec")


def test_pages_name_functions_that_exist() -> None:
    text = (ROOT / "docs" / "harnesses.md").read_text("utf-8")
    for function in (hat, export_every_eval_ever):
        assert f"from {function.__module__} import {function.__name__}" in text
