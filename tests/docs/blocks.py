"""Fenced code blocks of the pages, and how each is tried.

A block is

- a **file** when it has a title: it is written under that name, and blocks after it can use it;
- **commands** (``sh``, one a line): hatscore's run in this process, ``inspect`` in one of its own; of
  ``make``, ``pip install`` and ``python -m`` it is checked that there is such a target, extra, package
  or module;
- **Python** (``python``), one namespace a page;
- an **output** (``text title="output"``): what the block before it printed, ``...`` for anything;
- a **message** (``text title="message"``): the same with lines broken anywhere;
- **shown** (``text`` without a title): a drawing or a form, nothing to try.

A comment on the line before a block changes that:

- ``<!-- exits: 3 -->`` for commands that must end with another code than 0;
- ``<!-- killed: after 200 answers -->`` for a ``hatscore run`` that is a process of its own and is killed;
- ``<!-- needs: Spark -->`` (or ``a local model``): from here on the page runs only where that is at hand.

A page that writes files into ``src/`` has a copy of the source tree in its folder, and its commands are
processes that run that copy.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "benchmarks" / "README.md",
    *sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts),
]
LANGUAGES = frozenset({"sh", "python", "text", "toml", "csv", "json", "tsv"})
MARKS = frozenset({"", "exits", "killed", "needs"})

_FENCE = re.compile(
    r"^(?:<!-- (?P<mark>[\w-]+): (?P<said>[^>]+) -->\n)?"
    r"^(?P<fence>```+)(?P<language>\S*)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """One fenced block.

    Attributes
    ----------
    page, line : str, int
        Where it stands.
    language, title, text : str
        As fenced; no title is empty.
    mark, said : str
        The comment before it, such as ``exits`` and the code.
    """

    page: str
    line: int
    language: str
    title: str
    text: str
    mark: str
    said: str

    @property
    def kind(self) -> str:
        """What is done with it: file, output, message, shown, or its language."""
        if self.title:
            return self.title if self.title in ("output", "message") else "file"
        return "shown" if self.language == "text" else self.language

    def __str__(self) -> str:
        """Its place."""
        return f"{self.page}:{self.line}"


def name(page: Path) -> str:
    """A page as messages call it."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    """Blocks of a page in order, directives of Sphinx left out."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if not found["language"].startswith("{"):
            line = text.count("\n", 0, found.start("fence")) + 1
            rest = (
                found["language"],
                found["title"] or "",
                found["text"],
                found["mark"] or "",
                found["said"] or "",
            )
            yield Block(name(page), line, *rest)
