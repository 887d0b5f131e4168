"""The page of errors: the tree, the exit codes, and the messages as the source has them."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

from scripts.reference.sentences import FILLED, coded_sentences, plain, sentences_of

import hatscore
from hatscore.cli.main import exit_code
from hatscore.errors import HatscoreError

_INTRO = """# Error messages

Every message says what was wrong, what was got and what to do. All errors are `hatscore.HatscoreError`; the
command line prints the message after `hatscore:` and exits with the code of the table. "…" stands for what is
filled in; search this page for the words of your message. Sentences that are put together from parts are not
listed.

| error | exit code | what it means |
|---|---:|---|
"""


def errors_page() -> str:
    """The page as Markdown."""
    classes = list(_tree())
    rows = [_row(depth, error) for depth, error in classes]
    sections = [_INTRO + "".join(rows)]
    for _, error in classes:
        if said := [text for text in sentences_of(error.__name__) if text.strip(f"{FILLED}. ")]:
            sections.append(f"## `{error.__name__}`\n\n{_first_line(error)}\n\n" + _listed(said))
    problems = coded_sentences("Problem")
    sections.append("## Problems of attempts\n\nCodes of `problems` in `InvalidAttempts`.\n")
    sections += [f"### `{code}`\n\n{_listed(said)}" for code, said in problems.items() if said]
    return "\n".join(sections)


def _tree() -> Iterator[tuple[int, type[HatscoreError]]]:
    """Every error, parents first, with its depth."""
    for module in pkgutil.walk_packages(hatscore.__path__, "hatscore."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    yield from _below(HatscoreError, 0)


def _below(error: type[HatscoreError], depth: int) -> Iterator[tuple[int, type[HatscoreError]]]:
    if not error.__name__.startswith("_"):
        yield depth, error
    for child in sorted(error.__subclasses__(), key=lambda found: found.__name__):
        if child.__module__.startswith("hatscore."):
            yield from _below(child, depth + 1)


def _row(depth: int, error: type[HatscoreError]) -> str:
    indent = "&nbsp;" * 4 * depth
    builtin = [base.__name__ for base in error.__mro__ if base.__name__ in ("ValueError", "ImportError")]
    also = f" Also `{builtin[0]}`." if builtin else ""
    return f"| {indent}`{error.__name__}` | {_code(error)} | {_first_line(error)}{also} |\n"


def _code(error: type[HatscoreError]) -> int:
    return exit_code(error.__new__(error))


def _first_line(error: type[HatscoreError]) -> str:
    return (inspect.getdoc(error) or "").split("\n")[0]


def _listed(said: list[str]) -> str:
    return "".join(f"- {plain(text)}\n" for text in said)
