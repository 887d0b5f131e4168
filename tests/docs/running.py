"""Runs the blocks of a page, one after another, in a folder of their own."""

import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import warnings
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Hatscore, Run
from tests.docs.blocks import ROOT, Block, blocks
from tests.engines.study import need_spark

from hatscore.running.live_demo import local_weights

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
TARGETS = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
SECONDS = 60
"""After which a process that should have come further is given up."""


def writes_source(page: Path) -> bool:
    """Whether blocks of a page are files of the package."""
    return any(block.kind == "file" and block.title.startswith("src/") for block in blocks(page))


@dataclass
class PageRun:
    """The state of one page: its folder, its Python names, what was printed last, and as errors."""

    folder: Path
    hatscore: Hatscore
    server: str
    own_source: bool = False
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    printed: str = ""
    errors: str = ""

    def __post_init__(self) -> None:
        """A copy of the source tree for pages that write into it."""
        if self.own_source:
            left_out = shutil.ignore_patterns("__pycache__", "recorded")
            shutil.copytree(ROOT / "src", self.folder / "src", ignore=left_out)

    def take(self, block: Block) -> None:
        """Do with a block what its kind says."""
        if block.mark == "needs":
            need(block)
        with chdir(self.folder):
            if block.kind == "file":
                path = self.folder / block.title
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
            elif block.kind in ("output", "message"):
                fits = any(_shows(block, printed) for printed in (self.printed, self.errors))
                assert fits, f"{block}: printed was\n{self.printed}\nand as errors\n{self.errors}"
            elif block.kind == "python":
                self.printed = self._python(block)
            elif block.kind == "sh":
                self._commands(block)

    def _python(self, block: Block) -> str:
        if self.own_source:
            run = self._process("-c", block.text)
            assert run.code == 0, f"{block}: {run.err}"
            return run.out
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(block.text, str(block), "exec"), self.names)
        return out.getvalue()

    def _commands(self, block: Block) -> None:
        lines = block.text.replace("\\\n", " ").splitlines()
        self.printed = self.errors = ""
        for line in lines:
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if words[0] == "hatscore":
                self._hatscore(block, words[1:], int(block.said) if block.mark == "exits" else 0)
            elif words[0] == "inspect":
                run = self._process("-m", "inspect_ai", *self._addressed(words[1:]), MINE_API_KEY="none")
                assert run.code == 0, f"{block}: {run.out} {run.err}"
            else:
                _check_tool(block, words)

    def _hatscore(self, block: Block, words: list[str], code: int) -> None:
        words = self._addressed(words)
        if block.mark == "killed":
            self._kill(block, words)
            return
        run = self._process("-m", "hatscore", *words) if self.own_source else self.hatscore(*words)
        assert run.code == code, f"{block}: hatscore {' '.join(words)} exits {run.code}: {run.err}"
        self.printed += run.out
        self.errors += run.err

    def _addressed(self, words: list[str]) -> list[str]:
        """What a reader puts in for URL and NAME."""
        known = {
            "URL": self.server,
            "openai:NAME": "openai:toy",
            "openai-api/mine/NAME": "openai-api/mine/toy",
        }
        return [known.get(word, word) for word in words]

    def _process(self, *arguments: str, **surroundings: str) -> Run:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=self._surroundings() | surroundings,
            capture_output=True,
            text=True,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    def _surroundings(self) -> dict[str, str]:
        source = self.folder if self.own_source else ROOT
        return {**os.environ, "PYTHONPATH": str(source / "src")}

    def _kill(self, block: Block, words: list[str]) -> None:
        """Kill a run as soon as its store holds as many answers as the block says."""
        store, wanted = words[words.index("--store") + 1], int(block.said.split()[1])
        process = subprocess.Popen(
            [sys.executable, "-m", "hatscore", *words], env=self._surroundings(), stderr=subprocess.DEVNULL
        )
        try:
            end = time.monotonic() + SECONDS
            while process.poll() is None and self._answers(store) < wanted:
                assert time.monotonic() < end, f"{block}: no {wanted} answers in {SECONDS} s"
                time.sleep(0.05)
        finally:
            process.kill()
        assert process.wait() == -signal.SIGKILL, f"{block}: the run was over before it could be killed"

    def _answers(self, store: str) -> int:
        if not Path(store).exists():
            return 0
        status = self.hatscore("status", store, "--format", "json")
        return sum(row["answered"] for row in json.loads(status.out)["rows"]) if status.code == 0 else 0


def need(block: Block) -> None:
    """Skip the rest of a page where what it needs is not at hand."""
    if block.said == "Spark":
        need_spark()
        warnings.simplefilter(
            "ignore"
        )  # Spark's own code, at the edge of what it supports: not ours to mend.
    elif block.said == "a local model":
        if local_weights() is None or find_spec("xllamacpp") is None:
            pytest.skip("no local model: make local")
    else:
        raise AssertionError(f"{block}: what is {block.said!r}? Teach tests/docs/running.py.")


def _check_tool(block: Block, words: list[str]) -> None:
    """Commands that set up environments or take long: what they name must be there."""
    if words[0] in ("make", ".ci/run"):
        assert set(words[1:]) <= TARGETS, f"{block}: no such target"
        assert words[0] == "make" or (ROOT / words[0]).is_file()
    elif words[:2] == ["pip", "install"]:
        for extras in re.findall(r"\[([\w,]+)\]", " ".join(words)):
            assert set(extras.split(",")) <= EXTRAS.keys(), f"{block}: no such extra"
        for package in words[2:]:
            if re.fullmatch(r"[a-z][\w-]*", package):
                # Fails where the package that a page asks for is not the one that the tests use.
                version(package)
    elif words[:2] == ["python", "-m"]:
        assert find_spec(words[2]), f"{block}: no module {words[2]}"
    else:
        raise AssertionError(f"{block}: what is {words[0]!r}? Teach tests/docs/running.py.")


def _shows(block: Block, printed: str) -> bool:
    """Whether an output is what was printed; of a message its words, wherever lines break."""
    if block.kind == "output":
        return _fits(block.text, printed)
    return _fits(" ".join(block.text.split()), " ".join(printed.split()))


def _fits(shown: str, printed: str) -> bool:
    """Whether an output is what was printed; ``...`` is any text within a line, alone on a line any lines."""
    pattern = ""
    for line in shown.rstrip("\n").split("\n"):
        text = ".*".join(map(re.escape, line.rstrip().split("...")))
        pattern += r"(?:.*\n)*?" if line.strip() == "..." else text + r" *\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None
