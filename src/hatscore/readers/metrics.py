"""Which of a log's metrics is the score."""

from collections.abc import Sequence

from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.wording import listing


def pick_metric(
    names: Sequence[str], wanted: str | None, *, preferred: Sequence[str] = (), where: str
) -> str:
    """The metric that is asked for, or the first that is preferred, or the first.

    Parameters
    ----------
    names : sequence of str
        Metrics of the log.
    wanted : str or None
        From ``--metric``.
    preferred : sequence of str
        In this order, where none is asked for.
    where : str
        Name of the file, for messages.

    Returns
    -------
    str

    Raises
    ------
    UnreadableFile
        If there are no metrics.
    InvalidArgument
        If there is no such metric.
    """
    if not names:
        raise UnreadableFile(f"{where} has no scores of single items; was it written without scoring?")
    if wanted is None:
        return next((name for name in preferred if name in names), names[0])
    if wanted not in names:
        raise InvalidArgument(f"{where} has no metric {wanted!r}; it has {listing(list(names), most=9)}.")
    return wanted
