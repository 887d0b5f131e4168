"""Responses that end by saying the same over and over."""

_PROBE = 48
_SHORTEST_PERIOD = 8
_LOOK_BACK = 4000
_TIMES = 3


def without_loop(text: str) -> tuple[str, int]:
    """Cut a repeated end down to its first two rounds.

    Parameters
    ----------
    text : str
        The answer part of a response.

    Returns
    -------
    tuple of str and int
        The text, and where its loop starts; -1 when it does not end in one.

    Examples
    --------
    >>> text, loop = without_loop("The sum is 5. " + "Let me check that again. " * 50)
    >>> 0 < loop < 20, len(text) < 100
    (True, True)
    >>> without_loop("The sum is 5.")
    ('The sum is 5.', -1)
    """
    if len(text) < _TIMES * _PROBE:
        return text, -1
    probe = text[-_PROBE:]
    before = text.rfind(probe, max(0, len(text) - _LOOK_BACK), len(text) - _SHORTEST_PERIOD)
    if before < 0:
        return text, -1
    period = len(text) - _PROBE - before
    if period <= 0 or len(text) < _TIMES * period:
        return text, -1
    unit = text[-period:]
    if text[-2 * period : -period] != unit or text[-3 * period : -2 * period] != unit:
        return text, -1
    start = len(text) - 3 * period
    while start >= period and text[start - period : start] == unit:
        start -= period
    while start and text[start - 1] == text[start - 1 + period]:
        start -= 1
    end = start + 2 * period
    # Two rounds, but no half of a number.
    while end < len(text) and text[end - 1].isdecimal() and text[end].isdecimal():
        end += 1
    return text[:end], start
