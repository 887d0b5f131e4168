"""The method's claims, tried anew."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hatscore.errors import InvalidArgument
from hatscore.options import SIMULATION_SEED
from hatscore.reports.claims import render_validation
from hatscore.results.validation import Validation
from hatscore.validation.effort import Effort
from hatscore.validation.suite import CLAIMS, try_claims


def validate(
    *,
    quick: bool = True,
    rng: int | None = None,
    only: Sequence[str] | None = None,
    workers: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Validation:
    """Try the method's claims on simulated studies whose truth is known.

    Parameters
    ----------
    quick : bool
        Few studies, a minute or two; otherwise as many as stand behind the published figures.
    rng : int, optional
        Seed of all simulations; None is a fixed one.
    only : sequence of str, optional
        Ids of claims (`claim_list`); None tries all. A claim's figures do not depend on the others.
    workers : int
        Processes; figures do not depend on them. A script that asks for several must be guarded by
        ``if __name__ == "__main__"``, since each starts anew.
    progress : callable, optional
        Called with the id of each claim that has been tried.

    Returns
    -------
    Validation
        ``holds`` says whether no claim fails.

    Raises
    ------
    InvalidArgument
        If there is no such claim, seed or number of workers.

    Examples
    --------
    >>> import hatscore
    >>> found = hatscore.validate(only=["better_profile"])
    >>> found.holds, found.find("better_profile").verdict
    (True, 'holds')
    """
    _check("rng (--seed)", SIMULATION_SEED if rng is None else rng, 0)
    _check("workers", workers, 1)
    effort = Effort(quick=quick, seed=SIMULATION_SEED if rng is None else rng)
    return try_claims(effort, only=only, workers=workers, tell=progress)


def _check(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InvalidArgument(f"{name} must be a whole number from {least}; got {value!r}.")


def claim_list() -> dict[str, str]:
    """Ids of all claims, with what is tried.

    Returns
    -------
    dict of str
        In the order of the page.
    """
    return {id: (trial.__doc__ or "").partition("\n")[0] for id, trial in CLAIMS.items()}


def write_validation(validation: Validation, folder: str | Path) -> list[Path]:
    """Write a page, ``validation.json``, and the figures of every claim as CSV.

    Parameters
    ----------
    validation : Validation
        From `validate`.
    folder : str or Path
        Made where it is not there; files of these names are replaced.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    MissingExtra
        If the ``report`` extra is not installed.
    OSError
        If the folder cannot be written.
    """
    page = render_validation(validation)
    written = validation.write(folder)
    path = Path(folder) / "page.html"
    path.write_text(page, encoding="utf-8")
    return [path, *written]
