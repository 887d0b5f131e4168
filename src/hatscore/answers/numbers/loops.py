"""Responses that end by saying the same over and over."""

_PROBE = 48
_SHORTEST_PERIOD = 8
_LOOK_BACK = 4000
_TIMES = 3


def without_loop(text: str) -> tuple[str, bool]:
    """Cut a repeated end down to its first two rounds.

    Parameters
    ----------
    text : str
        The answer part of a response.

    Returns
    -------
    tuple of str and bool
        The text, and whether it ended in a loop.

    Examples
    --------
    >>> text, looped = without_loop("The sum is 5. " + "Let me check that again. " * 50)
    >>> looped, len(text) < 100
    (True, True)
    >>> without_loop("The sum is 5.")
    ('The sum is 5.', False)
    """
    if len(text) < _TIMES * _PROBE:
        return text, False
    probe = text[-_PROBE:]
    before = text.rfind(probe, max(0, len(text) - _LOOK_BACK), len(text) - _SHORTEST_PERIOD)
    if before < 0:
        return text, False
    period = len(text) - _PROBE - before
    if period <= 0 or len(text) < _TIMES * period:
        return text, False
    unit = text[-period:]
    if text[-2 * period : -period] != unit or text[-3 * period : -2 * period] != unit:
        return text, False
    start = len(text) - 3 * period
    while start >= period and text[start - period : start] == unit:
        start -= period
    return text[: start + 2 * period], True
