"""All claims in the order of the page, and how they are tried."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Literal

from hatscore._version import __version__
from hatscore.errors import InvalidArgument
from hatscore.results.validation import Claim, Validation
from hatscore.validation.attempt_noise import attempt_noise
from hatscore.validation.bent_profiles import bent_profiles
from hatscore.validation.beside_irt import beside_irt
from hatscore.validation.comparisons import comparison_errors, comparison_power
from hatscore.validation.coverage import interval_coverage
from hatscore.validation.decompositions import decomposition_coverage
from hatscore.validation.directions import directions
from hatscore.validation.effort import Effort
from hatscore.validation.findings import study_findings
from hatscore.validation.guessing import guessing
from hatscore.validation.intervals import interval_methods
from hatscore.validation.judge_errors import judge_errors
from hatscore.validation.parse_failures import parse_failures
from hatscore.validation.source_mix import better_profile, same_profile

Trial = Callable[[Effort], Claim]
Tell = Callable[[str], None]
"""Called with the id of a claim that has been tried."""

CLAIMS: dict[str, Trial] = {
    trial.__name__: trial
    for trial in (
        same_profile,
        better_profile,
        directions,
        attempt_noise,
        bent_profiles,
        guessing,
        parse_failures,
        judge_errors,
        interval_coverage,
        interval_methods,
        comparison_errors,
        comparison_power,
        decomposition_coverage,
        study_findings,
        beside_irt,
    )
}
"""What tries each claim, by its id."""

SLOWEST = ("interval_coverage", "study_findings", "comparison_errors", "beside_irt", "interval_methods")
"""Started first where several are tried at once, so that no core waits for one of them at the end."""


def try_claims(
    effort: Effort, *, only: Sequence[str] | None = None, workers: int = 1, tell: Tell | None = None
) -> Validation:
    """Try claims; each has its own randomness, so that neither the others nor the workers change it.

    Parameters
    ----------
    effort : Effort
        How hard.
    only : sequence of str, optional
        Ids; None is all.
    workers : int
        Processes. More than one start anew, so that the calling script must be guarded by
        ``if __name__ == "__main__"``.
    tell : callable, optional
        Called with each id as it is done.

    Returns
    -------
    Validation
        Claims in the order of `CLAIMS`.

    Raises
    ------
    InvalidArgument
        If there is no such claim.
    """
    wanted = _wanted(only)
    done: dict[str, Claim] = {}

    def take(id: str, claim: Claim) -> None:
        done[id] = claim
        if tell is not None:
            tell(id)

    if workers < 2 or len(wanted) < 2:
        for id in wanted:
            take(id, CLAIMS[id](effort))
    else:
        _by_workers(wanted, effort, workers, take)
    form: Literal["quick", "full"] = "quick" if effort.quick else "full"
    return Validation(tuple(done[id] for id in wanted), form, effort.seed, __version__)


def _wanted(only: Sequence[str] | None) -> list[str]:
    unknown = sorted(set(only or ()) - CLAIMS.keys())
    if unknown:
        raise InvalidArgument(f"there is no claim {unknown[0]!r}; there are {', '.join(CLAIMS)}.")
    return [id for id in CLAIMS if only is None or id in only]


def _by_workers(
    wanted: Sequence[str], effort: Effort, workers: int, take: Callable[[str, Claim], None]
) -> None:
    order = sorted(wanted, key=lambda id: SLOWEST.index(id) if id in SLOWEST else len(SLOWEST))
    with ProcessPoolExecutor(min(workers, len(wanted)), mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_tried, id, effort): id for id in order}
        try:
            for future in as_completed(waiting):
                take(waiting[future], future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _tried(id: str, effort: Effort) -> Claim:
    return CLAIMS[id](effort)
