"""What tokens cost."""

from dataclasses import dataclass
from typing import Any

from hatscore.errors import InvalidArgument


@dataclass(frozen=True, slots=True)
class Price:
    """What tokens cost.

    Attributes
    ----------
    input, output : float
        US dollars per million tokens; thinking is output.
    """

    input: float
    output: float


def parse_price(given: Any) -> Price:
    """A price from a file.

    Parameters
    ----------
    given : Price, or dict
        With ``input`` and ``output``: US dollars per million tokens.

    Returns
    -------
    Price

    Raises
    ------
    InvalidArgument
        If it is neither.
    """
    if isinstance(given, Price):
        return given
    if isinstance(given, dict) and set(given) == {"input", "output"}:
        values = [given["input"], given["output"]]
        if all(isinstance(value, (int, float)) and value >= 0 for value in values):
            return Price(*map(float, values))
    raise InvalidArgument(
        "price must be input and output, in US dollars per million tokens, as in "
        f"{{input = 0.3, output = 2.5}}; got {given!r}."
    )


def cost_of(price: Price | None, prompt_tokens: int | None, output_tokens: int | None) -> float | None:
    """US dollars for tokens.

    Parameters
    ----------
    price : Price or None
        For a million tokens.
    prompt_tokens, output_tokens : int or None
        Used.

    Returns
    -------
    float or None
        None where price or tokens are unknown.

    Examples
    --------
    >>> cost_of(Price(1.0, 5.0), 1000, 2000)
    0.011
    """
    if price is None or prompt_tokens is None or output_tokens is None:
        return None
    return (prompt_tokens * price.input + output_tokens * price.output) / 1e6
