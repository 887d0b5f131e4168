"""What a reader made of a file: which fields became which columns, what was left out, what is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hatscore.errors import Problem


@dataclass(frozen=True, slots=True)
class FieldUse:
    """Where the columns of a file's attempts come from.

    Attributes
    ----------
    fields : mapping of str
        From a column of the attempts table to the field, or what is done with which fields.
    ignored : mapping of str
        From a part of the file that is not used to the reason.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    ignored: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was made of one file.

    Attributes
    ----------
    path : Path
        The file.
    format : str or None
        What it was recognised as; None where no format claims it.
    rows : int or None
        Attempts read from it; None where it could not be read.
    contents : mapping of str
        From ``system``, ``benchmark`` and ``language`` to the values found, listed.
    use : FieldUse
        Where its columns come from, and what was left out.
    notes : tuple of str
        What its reader noticed.
    problems : tuple of Problem
        What keeps it from being read or scored; each names the file, and the row where there is one.
    """

    path: Path
    format: str | None
    rows: int | None = None
    contents: Mapping[str, str] = field(default_factory=dict)
    use: FieldUse = field(default_factory=FieldUse)
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        """Lines for people."""
        lines = [f"{self.path}: {self.format or 'not recognised'}"]
        if self.rows is not None:
            lines.append(f"  {self.rows:,} attempts")
        lines += [f"  {name}: {values}" for name, values in self.contents.items()]
        if self.use.fields:
            width = max(map(len, self.use.fields))
            lines.append("  used:")
            lines += [f"    {column:<{width}}  {origin}" for column, origin in self.use.fields.items()]
        if self.use.ignored:
            lines.append("  ignored:")
            lines += [f"    {what}: {why}" for what, why in self.use.ignored.items()]
        lines += [f"  note: {note}" for note in self.notes]
        lines += [f"  problem: {problem.code}: {problem.sentence}" for problem in self.problems]
        return "\n".join(lines)
