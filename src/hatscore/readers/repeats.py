"""Attempts of a question of which only the mean score was logged.

A mean of k right of n is all that a score needs, and the logs that hold it do not say which were right.
"""

import re
from collections import Counter
from itertools import product

from hatscore.errors import UnreadableFile

_MEANS = re.compile(r"^avg@(?:n\b.*[:&]n=)?(\d+)|^pass@(?:k:.*\bk=1\b.*\bn=(\d+)|1:(\d+)_samples)")
_DISTINCT_AT_MOST = 12


def is_mean(metric: str) -> bool:
    """Whether a metric is the mean of the scores of several answers, by its name.

    Parameters
    ----------
    metric : str
        As lighteval writes it.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_mean("avg@n:n=4"), is_mean("maj@n:n=4")
    (True, False)
    """
    return _MEANS.match(metric) is not None


def repeat_count(metric: str, texts: int, where: str) -> int:
    """Over how many attempts a metric is a mean.

    Parameters
    ----------
    metric : str
        Name of the metric, as lighteval writes it: ``avg@n:n=4``, ``pass@k:k=1&n=4``.
    texts : int
        How many answers the log holds.
    where : str
        File and row, for messages.

    Returns
    -------
    int
        At least 1.

    Raises
    ------
    UnreadableFile
        If there are several answers and the metric is no mean over them.

    Examples
    --------
    >>> [repeat_count(metric, 4, "x") for metric in ("avg@n:n=4", "avg@4", "pass@k:k=1&n=4")]
    [4, 4, 4]
    """
    if texts <= 1:
        return 1
    match = _MEANS.match(metric)
    count = int(next(group for group in match.groups() if group)) if match else 0
    if not 1 <= count <= texts:
        raise UnreadableFile(
            f"{where} holds {texts} answers, and {metric} is not the mean of their scores (it may be the "
            "best or the most frequent one's), so attempts cannot be scored; choose --metric avg@n or pass@k "
            "with k=1, or evaluate with one of these."
        )
    return count


def shared_out(
    score: float, texts: list[str], count: int, metric: str, where: str
) -> list[tuple[float, str | None]]:
    """Attempts whose mean is a score.

    Parameters
    ----------
    score : float
        The mean.
    texts : list of str
        The answers.
    count : int
        Over how many the mean is taken.
    metric : str
        Its name, for messages.
    where : str
        File and row, for messages.

    Returns
    -------
    list of (float, str or None)
        Score and answer of each attempt. Equal answers have equal scores; where that does not tell
        which are right, the answers are None.

    Raises
    ------
    UnreadableFile
        If the mean is not one of right and wrong answers.

    Examples
    --------
    >>> shared_out(0.75, ["5", "0", "5", "5"], 4, "avg@4", "x")
    [(1.0, '5'), (0.0, '0'), (1.0, '5'), (1.0, '5')]
    >>> shared_out(0.5, ["5", "0"], 2, "avg@2", "x")
    [(1.0, None), (0.0, None)]
    """
    if count == 1:
        return [(score, texts[0] if texts else None)]
    right = round(score * count)
    if abs(score * count - right) > 1e-6:
        raise UnreadableFile(
            f"{where}: {metric} of {score:g} over {count} answers is no number of right ones, so single "
            "attempts have partial credit that was not logged; choose another --metric."
        )
    sizes = Counter(texts[:count])
    names = list(sizes)
    if len(names) <= _DISTINCT_AT_MOST:
        fitting = [
            chosen
            for chosen in product((0, 1), repeat=len(names))
            if sum(sizes[name] for name, own in zip(names, chosen, strict=True) if own) == right
        ]
        if len(fitting) == 1:
            scores = dict(zip(names, fitting[0], strict=True))
            return [(float(scores[text]), text) for text in texts[:count]]
    return [(float(number < right), None) for number in range(count)]
