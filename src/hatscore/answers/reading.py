"""What a reader of answers returns: a value, how it was found, and how sure that is."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

Value = Fraction | str
"""A number as an exact rational, or a letter or a text."""

Outcome = Literal["read", "unparsed", "ambiguous", "truncated", "refused"]
"""What became of the response; right and wrong come later, from grading."""

Span = tuple[int, int]
"""First character and one past the last, in the original response."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value that a rule proposed.

    Attributes
    ----------
    value : Fraction or str
        The proposed value.
    span : tuple of int
        Where it stands in the original response.
    rule : str
        Name of the rule that proposed it.
    weight : float
        Strength of the proposal; only comparable within one response.
    """

    value: Value
    span: Span
    rule: str
    weight: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The final answer of one response, as far as it can be read.

    Attributes
    ----------
    value : Fraction, str or None
        The answer; None unless the outcome is "read".
    outcome : str
        "read", "unparsed", "ambiguous", "truncated" or "refused".
    rule : str
        The rule that decided, or the reason why nothing was read.
    span : tuple of int or None
        Where the answer stands in the original response.
    confidence : float
        From 0 to 1: how strongly the rule that won speaks for its value. It orders readings; it is not
        a calibrated probability.
    candidates : tuple of Candidate
        Everything that was considered, the strongest first.

    Examples
    --------
    >>> Reading(Fraction(7), "read", "answer-label", (8, 9), 0.9).value
    Fraction(7, 1)
    """

    value: Value | None
    outcome: Outcome
    rule: str
    span: Span | None
    confidence: float
    candidates: tuple[Candidate, ...] = ()


def nothing(outcome: Outcome, rule: str, candidates: tuple[Candidate, ...] = ()) -> Reading:
    """A reading without a value.

    Parameters
    ----------
    outcome : str
        Any outcome but "read".
    rule : str
        Why nothing was read.
    candidates : tuple of Candidate
        What was considered, the strongest first.

    Returns
    -------
    Reading

    Examples
    --------
    >>> nothing("unparsed", "empty").value is None
    True
    """
    return Reading(None, outcome, rule, None, 0.0, candidates)


def shifted(reading: Reading, offset: int) -> Reading:
    """The same reading with every span moved, from a part of the response to the whole.

    Parameters
    ----------
    reading : Reading
        Spans count from the start of the part.
    offset : int
        Where the part starts in the response.

    Returns
    -------
    Reading

    Examples
    --------
    >>> shifted(Reading("B", "read", "bare-letter", (0, 1), 1.0), 5).span
    (5, 6)
    """
    if offset == 0:
        return reading
    span = None if reading.span is None else (reading.span[0] + offset, reading.span[1] + offset)
    moved = tuple(replace(c, span=(c.span[0] + offset, c.span[1] + offset)) for c in reading.candidates)
    return replace(reading, span=span, candidates=moved)
