"""Names of systems, benchmarks and languages as they are shown: nothing hidden, nothing that turns."""

from unicodedata import bidirectional, category

_KEPT = "\u200c\u200d"
"""Joiners: they change nothing but the shape of letters and emoji, which need them."""


def visible(text: str) -> str:
    r"""A text in which control and format characters are symbols; its line breaks stay.

    Parameters
    ----------
    text : str
        Any, such as a table with names that others gave.

    Returns
    -------
    str
        What a terminal or a page cannot take for an order.

    Examples
    --------
    >>> visible("a\u202eb"), visible("a\x1b[31mb")
    ('a[U+202E]b', 'a␛[31mb')
    """
    return "".join(letter if letter == "\n" else _visible(letter) for letter in text)


def readable(text: str) -> str:
    r"""A name of any length in which nothing is hidden and nothing turns the text around it.

    Parameters
    ----------
    text : str
        A name in any script.

    Returns
    -------
    str
        Control and format characters as visible symbols; between direction isolates (U+2068, U+2069)
        where it has right-to-left letters.

    Examples
    --------
    >>> readable("a\nb")
    'a␊b'
    """
    return isolate("".join(map(_visible, text)))


def isolate(text: str) -> str:
    """A text that does not turn the text around it.

    Parameters
    ----------
    text : str
        Any.

    Returns
    -------
    str
        Between direction isolates where it has right-to-left letters.

    Examples
    --------
    >>> isolate("gemma")
    'gemma'
    """
    turns = any(bidirectional(letter) in ("R", "AL") for letter in text)
    return f"\u2068{text}\u2069" if turns else text


def _visible(letter: str) -> str:
    if letter < " ":
        return chr(0x2400 + ord(letter))
    hidden = category(letter) in ("Cc", "Cf", "Zl", "Zp", "Cs") and letter not in _KEPT
    return f"[U+{ord(letter):04X}]" if hidden else letter
