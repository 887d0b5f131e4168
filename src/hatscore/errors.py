"""Everything that hatscore raises or warns of.

    HatscoreError
    |-- InvalidArgument      (also ValueError)   an option has no such value
    |-- MissingExtra         (also ImportError)  an optional dependency is not installed
    |-- InputError                               what was read cannot be scored
    |   |-- UnreadableFile                       missing, empty, damaged, not text
    |   |   `-- UnreadableFiles                  several files; each is named
    |   |-- BenchmarkMismatch                    not the text that a benchmark must hold
    |   |-- HomeUnreachable                      a benchmark's home does not answer
    |   |-- InvalidItems                         a benchmark of the user's has problems
    |   |-- StoreError                           a run store that cannot be used
    |   |   |-- StoreLocked, StoreFull           in use; no space
    |   |   `-- SettingsDiffer                   it holds answers under other settings
    |   |-- UnknownFormat                        no reader knows it
    |   `-- InvalidAttempts                      the table has problems; each is named
    |       `-- SourceMissing                    items without attempts in their source language
    `-- NotEstimable                             nothing could be estimated

Every message says what was wrong, what was got and what to do.
"""

from dataclasses import dataclass
from typing import Any


class HatscoreError(Exception):
    """Root of all errors of hatscore."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Files are read by several processes, which send each other what is wrong with them; Python would
        # make an error again from its message alone.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[HatscoreError], args: tuple[Any, ...], attributes: dict[str, Any]) -> HatscoreError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class InvalidArgument(HatscoreError, ValueError):
    """An argument has a value that is not allowed."""


class MissingExtra(HatscoreError, ImportError):
    """An optional dependency is needed and not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional dependency: pip install 'hatscore[{extra}]'.")
        self._named = (what, extra)

    def __reduce__(self) -> tuple[Any, ...]:
        # The message of an ImportError is not among its attributes.
        return MissingExtra, self._named


class InputError(HatscoreError):
    """What was read cannot be scored."""


class UnreadableFile(InputError):
    """A file is missing, empty, damaged, or not what its name says."""


class UnknownFormat(InputError):
    """No reader recognises the file."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an attempts table.

    Attributes
    ----------
    code : str
        Stable name, lower case with underscores.
    sentence : str
        What was wrong, what was got, in which rows, what to do.
    """

    code: str
    sentence: str


class UnreadableFiles(UnreadableFile):
    """Several files cannot be read.

    Attributes
    ----------
    problems : tuple of Problem
        What is wrong with each, not only with the first.
    """

    def __init__(self, errors: list[InputError]) -> None:
        found: list[Problem] = []
        for error in errors:
            own = error.problems if isinstance(error, InvalidAttempts) else ()
            found += own or [Problem("unreadable_file", str(error))]
        self.problems = tuple(found)
        listed = "\n".join(f"  {number}. {problem.sentence}" for number, problem in enumerate(found, 1))
        super().__init__(f"{len(errors)} files cannot be read:\n{listed}")


class InvalidAttempts(InputError):
    """The attempts table has problems.

    Attributes
    ----------
    problems : tuple of Problem
        All that were found, not only the first.
    """

    def __init__(self, problems: tuple[Problem, ...] | list[Problem]) -> None:
        self.problems = tuple(problems)
        sentences = [problem.sentence for problem in self.problems]
        if len(sentences) > 1:
            listed = "\n".join(f"  {number}. {text}" for number, text in enumerate(sentences, 1))
            super().__init__(f"{len(sentences)} problems with the attempts:\n{listed}")
        else:
            super().__init__(sentences[0])


class SourceMissing(InvalidAttempts):
    """Items have attempts in a target language and none in their source language."""


class NotEstimable(HatscoreError):
    """Nothing could be estimated from what was given."""
