"""What reading would make of files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from hatscore.readers.choices import ReadChoices
from hatscore.readers.explaining import explain_paths
from hatscore.readers.explanation import Explanation


def explain_files(
    paths: str | Path | Sequence[str | Path],
    *,
    rename: Mapping[str, str] | None = None,
    fixed: Mapping[str, str] | None = None,
    pattern: str | None = None,
    filter: str = "last",
    metric: str | None = None,
    query: str | None = None,
) -> list[Explanation]:
    """Say of each file what it was recognised as, what was used of it, and what is wrong with it.

    Parameters
    ----------
    paths : str, Path, or sequence of them
        As for `hatscore.read`.
    rename, fixed, pattern, filter, metric, query
        As for `hatscore.read`.

    Returns
    -------
    list of Explanation
        One a file; problems are listed there and not raised.

    Examples
    --------
    >>> import hatscore
    >>> (found,) = explain_files(hatscore.demo_path())
    >>> found.format, found.rows, found.use.fields["item"]
    ('table of attempts', 5000, 'column item')
    """
    given = [paths] if isinstance(paths, (str, Path)) else list(paths)
    return explain_paths(given, ReadChoices(rename or {}, fixed or {}, pattern, filter, metric, query))
