"""Sizes of code: ``python -m scripts.structure FOLDER ...`` gives a line a package, without its tests."""

import ast
import io
import sys
import tokenize
from collections.abc import Iterable
from pathlib import Path
from statistics import median

Function = ast.FunctionDef | ast.AsyncFunctionDef


def measure(folder: Path) -> str:
    """Median, nine-tenths point and largest of files and function bodies; shares of what explains."""
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if "tests" not in path.parts]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    functions = [node for node in nodes if isinstance(node, Function)]
    lines = sum(_lines(text) for text in texts)
    documented = [node for node in nodes if isinstance(node, (Function, ast.ClassDef, ast.Module))]
    prose = sum(_span(node.body[:1]) for node in documented if ast.get_docstring(node))
    typed = sum(node.returns is not None for node in functions)
    return (
        f"{folder.name}: files {_spread(n for text in texts if (n := _lines(text)) > 5)}; "
        f"bodies {_spread(_span(node.body[bool(ast.get_docstring(node)) :]) for node in functions)}; "
        f"docstrings {100 * prose / lines:.0f} %; "
        f"comments {100 * sum(map(_comments, texts)) / lines:.1f} in 100 lines; "
        f"typed {100 * typed / len(functions):.0f} %; most parameters {max(map(parameters, functions))}"
    )


def parameters(function: Function) -> int:
    """Named parameters of a function, without those that stand for the object or the class."""
    given = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return len([one for one in given if one.arg not in ("self", "cls")])


def _lines(text: str) -> int:
    return text.count("\n") + 1


def _span(body: list[ast.stmt]) -> int:
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _comments(text: str) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def _spread(numbers: Iterable[int]) -> str:
    ordered = sorted(numbers)
    return f"{median(ordered):.0f} / {ordered[int(0.9 * len(ordered))]} / {ordered[-1]}"


if __name__ == "__main__":
    for given in sys.argv[1:]:
        print(measure(Path(given)))
