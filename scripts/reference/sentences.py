"""Sentences as the source has them: first or second arguments of calls, with … for what is filled in."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import hatscore

SRC = Path(hatscore.__file__).parent
FILLED = "…"


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    """Every call of a plain name in the package, in order of files and lines."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SRC.rglob("*.py")))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return tuple((node.func.id, node) for node in nodes if isinstance(node.func, ast.Name))


def sentence(node: ast.expr) -> str | None:
    """A literal, or a formatted one with … where values go; None where it is put together elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else FILLED for part in node.values)
    return None


def sentences_of(name: str, argument: int = 0) -> list[str]:
    """Sentences that are given to a class, each once, sorted."""
    return sorted({said for node in _with(name, argument) if (said := sentence(node.args[argument]))})


def coded_sentences(name: str) -> dict[str, list[str]]:
    """By the code in the first argument, the sentences in the second."""
    found: dict[str, set[str]] = {}
    for node in _with(name, 1):
        code = sentence(node.args[0])
        if code is not None:
            said = sentence(node.args[1])
            found.setdefault(code, set()).update([said] if said and said.strip(f"{FILLED}. ") else [])
    return {code: sorted(said) for code, said in sorted(found.items())}


def plain(text: str) -> str:
    """A sentence as Markdown that shows it as it is, in one line."""
    return re.sub(r"([\\`*_\[\]<>{}|$#])", r"\\\1", " ".join(text.split()))


def _with(name: str, argument: int) -> Iterator[ast.Call]:
    return (node for called, node in calls() if called == name and len(node.args) > argument)
