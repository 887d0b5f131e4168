"""Does the README say what happens?"""

import re
from pathlib import Path

import pytest

import hatscore
from hatscore.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "qwen2.5-coder-0.5b" in capsys.readouterr().out


def test_the_first_result_is_what_the_demo_gives() -> None:
    shown = re.findall(r"^ (starter_\w+) +(\S+) +macro +(.*)$", README, flags=re.MULTILINE)
    rows = hatscore.score(hatscore.demo_path(), floor="options")
    scores = {(row.benchmark, row.system): row for row in rows}
    assert {(benchmark, system) for benchmark, system, _ in shown} == scores.keys()
    for benchmark, system, cells in shown:
        row = scores[benchmark, system]
        figures = f"{row.hat_corrected} {row.target_accuracy:.3f} {row.source_accuracy:.3f}"
        assert cells.split() == figures.split()


def test_commands_of_the_readme_exist() -> None:
    blocks = "\n".join(re.findall(r"```\n(.*?)```", README, flags=re.DOTALL))
    used = set(re.findall(r"^hatscore (\w+)", blocks, flags=re.MULTILINE))
    assert used
    assert used <= COMMANDS.keys()
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", README, flags=re.MULTILINE):
        assert f"\n{target}:" in makefile


def test_documents_point_to_files_that_exist() -> None:
    for document in ROOT.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"
