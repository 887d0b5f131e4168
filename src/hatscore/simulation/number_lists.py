"""Lists of numbers in an argument, such as ``0.3,0.5``."""

from hatscore.errors import InvalidArgument


def numbers_of(text: str, what: str, example: str) -> tuple[float, ...]:
    """Numbers between commas.

    Parameters
    ----------
    text : str
        Such as ``0.3,0.5``.
    what, example : str
        Named in the error: what is read, and how it could look.

    Returns
    -------
    tuple of float

    Raises
    ------
    InvalidArgument
        If one is not a finite number.

    Examples
    --------
    >>> numbers_of("0.3, 0.5", "the mix", "2,1")
    (0.3, 0.5)
    """
    try:
        numbers = tuple(float(part) for part in text.split(","))
    except ValueError:
        numbers = ()
    if not numbers or not all(abs(number) < float("inf") for number in numbers):
        raise InvalidArgument(f"{what} holds something that is not a number; it looks like {example}.")
    return numbers
