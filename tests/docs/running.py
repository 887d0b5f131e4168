"""Runs the blocks of a page, one after another, in a folder of their own."""

import io
import re
import shlex
import tomllib
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.cli.conftest import Hatscore
from tests.docs.blocks import ROOT, Block

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
TARGETS = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@dataclass
class PageRun:
    """The state of one page: its folder, its Python names, what was printed last."""

    folder: Path
    hatscore: Hatscore
    server: str
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    printed: str = ""

    def take(self, block: Block) -> None:
        """Do with a block what its kind says."""
        with chdir(self.folder):
            if block.kind == "file":
                path = self.folder / block.title
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
            elif block.kind == "output":
                assert _fits(block.text, self.printed), f"{block}: printed was\n{self.printed}"
            elif block.kind == "python":
                out = io.StringIO()
                with redirect_stdout(out):
                    exec(compile(block.text, str(block), "exec"), self.names)
                self.printed = out.getvalue()
            elif block.kind == "sh":
                self._commands(block)

    def _commands(self, block: Block) -> None:
        lines = block.text.replace("\\\n", " ").splitlines()
        self.printed = ""
        for line in lines:
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if words[0] == "hatscore":
                self._hatscore(block, words[1:], int(block.said) if block.mark == "exits" else 0)
            else:
                _check_tool(block, words)

    def _hatscore(self, block: Block, words: list[str], code: int) -> None:
        words = [word.replace("URL", self.server) if word == "URL" else word for word in words]
        words = [word.replace("openai:NAME", "openai:toy") for word in words]
        run = self.hatscore(*words)
        assert run.code == code, f"{block}: hatscore {' '.join(words)} exits {run.code}: {run.err}"
        self.printed += run.out


def _check_tool(block: Block, words: list[str]) -> None:
    """Commands that set up environments or take long: what they name must be there."""
    if words[0] in ("make", ".ci/run"):
        assert set(words[1:]) <= TARGETS, f"{block}: no such target"
        assert words[0] == "make" or (ROOT / words[0]).is_file()
    elif words[:2] == ["pip", "install"]:
        for extras in re.findall(r"\[([\w,]+)\]", " ".join(words)):
            assert set(extras.split(",")) <= EXTRAS.keys(), f"{block}: no such extra"
    elif words[:2] == ["python", "-m"]:
        assert find_spec(words[2]), f"{block}: no module {words[2]}"
    else:
        raise AssertionError(
            f"{block}: what is {words[0]!r}? Say no-run and why, or teach tests/docs/running.py."
        )


def _fits(shown: str, printed: str) -> bool:
    """Whether an output is what was printed; ``...`` is any text within a line, alone on a line any lines."""
    pattern = ""
    for line in shown.rstrip("\n").split("\n"):
        text = ".*".join(map(re.escape, line.rstrip().split("...")))
        pattern += r"(?:.*\n)*?" if line.strip() == "..." else text + r" *\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None
