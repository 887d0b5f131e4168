"""Files explained one by one: what each was recognised as, what was used of it, and what is wrong."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from hatscore.attempts.table import Attempts
from hatscore.errors import HatscoreError, InputError, InvalidAttempts, Problem, UnreadableFiles
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import Explanation, FieldUse
from hatscore.readers.formats import Format, format_of
from hatscore.readers.registry import find_files
from hatscore.wording import listing

_SHOWN = ("system", "benchmark", "language")
_MOST_SHOWN = 8


def explain_paths(paths: Sequence[str | Path], choices: ReadChoices | None = None) -> list[Explanation]:
    """Explain files, folders and globs; each file is read alone, and no problem hides another.

    Parameters
    ----------
    paths : sequence of str or Path
        As for `hatscore.readers.registry.read_paths`.
    choices : ReadChoices, optional
        How they are read.

    Returns
    -------
    list of Explanation
        One a file, those that no format claims last.
    """
    choices = choices or ReadChoices()
    found: list[Explanation] = []
    for given in paths:
        try:
            files, ignored = find_files([given])
        except InputError as error:
            found.append(Explanation(Path(given), None, problems=_problems(error)))
            continue
        found += [_explain(path, choices) for path in files]
        left = FieldUse(ignored={"the whole file": "no format claims it"})
        found += [Explanation(path, None, use=left) for path in ignored]
    return list({explanation.path: explanation for explanation in found}.values())


def _explain(path: Path, choices: ReadChoices) -> Explanation:
    format = format_of(path)
    if format is None:  # it was claimed a moment ago, and has changed since
        return Explanation(path, None, use=FieldUse(ignored={"the whole file": "no format claims it"}))
    try:
        attempts = Attempts.together(format.read([path], choices))
        return _explain_read(path, format, choices, attempts)
    except HatscoreError as error:
        return Explanation(path, format.title, problems=_problems(error))


def _explain_read(path: Path, format: Format, choices: ReadChoices, attempts: Attempts) -> Explanation:
    shown = [pl.col(name).cast(pl.String).unique().sort().implode() for name in _SHOWN]
    with attempts.reading():
        row = attempts.lazy().select(pl.len().alias("rows"), *shown).collect().row(0)
    contents = {
        name: listing([str(value) for value in values], most=_MOST_SHOWN)
        for name, values in zip(_SHOWN, row[1:], strict=True)
    }
    notes = tuple(note.sentence for note in attempts.notes)
    use = format.explain(path, choices, attempts)
    return Explanation(path, format.title, row[0], contents, use, notes)


def _problems(error: HatscoreError) -> tuple[Problem, ...]:
    if isinstance(error, (InvalidAttempts, UnreadableFiles)):
        return error.problems
    code = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(error).__name__)
    return (Problem(code.removeprefix("_"), str(error)),)
