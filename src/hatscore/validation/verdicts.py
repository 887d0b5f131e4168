"""From what was seen to a verdict."""

from collections.abc import Sequence

from hatscore.results.validation import Verdict


def judged(broken: Sequence[str], exceptions: Sequence[str] = ()) -> Verdict:
    """Whether a claim holds.

    Parameters
    ----------
    broken : sequence of str
        What contradicts it.
    exceptions : sequence of str
        Where it is known not to hold.

    Returns
    -------
    {'holds', 'holds with exceptions', 'fails'}
    """
    if broken:
        return "fails"
    return "holds with exceptions" if exceptions else "holds"


def with_broken(found: str, broken: Sequence[str]) -> str:
    """What was seen, and what contradicts the claim.

    Parameters
    ----------
    found : str
        Sentences.
    broken : sequence of str
        From the same check.

    Returns
    -------
    str

    Examples
    --------
    >>> with_broken("It reads 0.8.", ["0.7 at weak"])
    'It reads 0.8. Against the claim: 0.7 at weak.'
    """
    return f"{found} Against the claim: {'; '.join(broken)}." if broken else found
