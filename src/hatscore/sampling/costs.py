"""Tokens and money: spent so far, and expected before anything is spent."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hatscore.sampling import store_tables as sql
from hatscore.sampling.prices import Price, cost_of
from hatscore.sampling.requests import Request
from hatscore.sampling.settings import System
from hatscore.sampling.store import Store

ASSUMED_OUTPUT = 400
"""Output tokens of an answer where nothing was measured yet and nothing was said."""

PROTOCOL_CHOICES = {"openai": 128, "anthropic": 1, "google": 8}
"""Answers that one request may ask for at most."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a system has used.

    Attributes
    ----------
    requests : int
        Requests that were answered.
    prompt_tokens, output_tokens, thinking_tokens : int or None
        As the server counted; output includes thinking. None where it never said.
    uncounted : int
        Requests of which the server did not say the tokens.
    """

    requests: int
    prompt_tokens: int | None
    output_tokens: int | None
    thinking_tokens: int | None
    uncounted: int

    def cost(self, price: Price | None) -> float | None:
        """US dollars, at least; None where the price or the tokens are unknown.

        Parameters
        ----------
        price : Price or None
            Of the system.

        Returns
        -------
        float or None
        """
        return cost_of(price, self.prompt_tokens, self.output_tokens)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would take.

    Attributes
    ----------
    system : str
        Name.
    attempts, calls : int
        Answers that are missing; requests for them where the server gives several at once.
    prompt_tokens, output_tokens : int
        Estimated.
    basis : {'measured', 'assumed'}
        Whether the means of earlier answers were used, or rules of thumb.
    cost : float or None
        US dollars; None where the price is unknown.
    """

    system: str
    attempts: int
    calls: int
    prompt_tokens: int
    output_tokens: int
    basis: str
    cost: float | None


def spent(store: Store) -> dict[str, Spent]:
    """What each system of a store has used, in all its runs.

    Parameters
    ----------
    store : Store
        Open.

    Returns
    -------
    dict
        By name.
    """
    return {name: Spent(*counts) for name, *counts in store.rows(sql.SPENT)}


def estimate(
    systems: Sequence[System],
    requests: Sequence[Request],
    attempts: int,
    *,
    store: Store | None = None,
    output_tokens: int | None = None,
) -> tuple[Estimate, ...]:
    """Calls, tokens and money of a run, before it starts.

    Parameters
    ----------
    systems : sequence of System
        Who would be asked.
    requests : sequence of Request
        What would be asked.
    attempts : int
        Answers for each.
    store : Store, optional
        What is there already is not counted, and measures the rest.
    output_tokens : int, optional
        Expected for one answer, where nothing was measured.

    Returns
    -------
    tuple of Estimate
    """
    used = spent(store) if store else {}
    return tuple(
        _estimate(system, _missing(store, system, requests, attempts), used.get(system.name), output_tokens)
        for system in systems
    )


def prompt_size(request: Request) -> int:
    """Tokens of a prompt, roughly: four Latin letters to a token, other scripts about two characters.

    Parameters
    ----------
    request : Request
        Any.

    Returns
    -------
    int
    """
    text = "".join(content for _, content in request.messages)
    ascii_letters = sum(map(str.isascii, text))
    return math.ceil(ascii_letters / 4 + (len(text) - ascii_letters) / 2) + 4 * len(request.messages)


def _missing(
    store: Store | None, system: System, requests: Sequence[Request], attempts: int
) -> Iterable[tuple[Request, int]]:
    if store is None:
        return ((request, attempts) for request in requests)
    return ((request, len(numbers)) for request, numbers in store.missing(system, requests, attempts))


def _estimate(
    system: System, missing: Iterable[tuple[Request, int]], used: Spent | None, output_tokens: int | None
) -> Estimate:
    at_once = min(system.choices or 128, PROTOCOL_CHOICES[system.provider])
    answers = calls = prompt = 0
    for request, wanted in missing:
        needed = math.ceil(wanted / at_once)
        answers, calls = answers + wanted, calls + needed
        prompt += prompt_size(request) * needed
    each = output_tokens or min(system.max_tokens or ASSUMED_OUTPUT, ASSUMED_OUTPUT)
    output, basis = answers * each, "assumed"
    if used and used.requests and used.output_tokens and used.prompt_tokens is not None:
        basis = "measured"
        output = math.ceil(used.output_tokens / used.requests * calls)
        prompt = math.ceil(used.prompt_tokens / used.requests * calls)
    return Estimate(system.name, answers, calls, prompt, output, basis, cost_of(system.price, prompt, output))
