"""What a user can say about how files are read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from hatscore.errors import InvalidArgument


@dataclass(frozen=True, slots=True)
class ReadChoices:
    """How files are read.

    Attributes
    ----------
    rename : mapping of str
        From a column of the attempts table to its name in the files.
    fixed : mapping of str
        Columns that get one value in all rows.
    pattern : str or None
        Regular expression for names of harness tasks, with the named groups ``language`` and,
        unless fixed, ``benchmark``; ``subset`` is optional. In Inspect AI logs it is searched for in
        ``TASK/SAMPLE_ID``, and may name ``item`` too.
    filter : str
        Which filter's reading of the answers to take: a name, ``first`` or ``last``.
    metric : str or None
        Which metric is the score; None takes the first known one.
    query : str or None
        SQL query for SQLite and DuckDB databases, whose columns are those of the attempts table. With
        it, all files must be databases.
    """

    rename: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    pattern: str | None = None
    filter: str = "last"
    metric: str | None = None
    query: str | None = None

    def __post_init__(self) -> None:
        if self.pattern is None:
            return
        try:
            groups = re.compile(self.pattern).groupindex
        except re.error as error:
            raise InvalidArgument(f"pattern {self.pattern!r} is no regular expression: {error}.") from None
        if not {"language", "item"} & groups.keys() and "language" not in self.fixed:
            raise InvalidArgument(
                f"pattern {self.pattern!r} must name the group language, as in "
                r"'(?P<benchmark>mytask)_(?P<language>[a-z]+)'."
            )
