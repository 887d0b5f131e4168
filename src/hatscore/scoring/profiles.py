"""Transfer profiles: pairs binned by their source pass rate, beside what was fitted to them."""

import numpy as np

from hatscore.core import curve
from hatscore.core.pass_rates import Array, divide
from hatscore.errors import InvalidArgument
from hatscore.options import Options
from hatscore.results.estimates import Interval
from hatscore.results.profile import Bin, CloudPoint, Profile
from hatscore.results.scores import Score
from hatscore.scoring.panels import Mask, Panel
from hatscore.scoring.rows import score_panels
from hatscore.scoring.views import PanelViews


def build_profile(
    panels: list[Panel],
    options: Options,
    system: str | None,
    benchmark: str | None,
    target: str | None,
    bins: int,
) -> Profile:
    """Profile of one system on one benchmark, in one target language or pooled.

    Parameters
    ----------
    panels : list of Panel
        All benchmarks.
    options : Options
        How to score.
    system, benchmark, target : str or None
        Which; None where there is one (target: all pairs pooled).
    bins : int
        Number of equal bins.

    Returns
    -------
    Profile

    Raises
    ------
    InvalidArgument
        If the choice names nothing, or leaves several.
    """
    if not 1 <= bins <= 1000:
        raise InvalidArgument(f"bins must be a whole number from 1 to 1000; got {bins!r}.")
    name = _only("benchmark", benchmark, [panel.benchmark for panel in panels])
    panel = next(panel for panel in panels if panel.benchmark == name)
    place = panel.systems.index(_only("system", system, panel.systems))
    if target is not None:
        _only("target", target, panel.targets)

    rows = score_panels([panel], options.change(by="pooled" if target is None else "language"))
    wanted = (panel.systems[place], target or "pooled")
    score = next((row for row in rows if (row.system, row.target) == wanted), None)
    if score is None:
        raise InvalidArgument(f"system {wanted[0]} has no pairs in target {wanted[1]} of {name}.")
    cells = slice(None) if target is None else [panel.targets.index(target)]
    column = None if target is None else panel.targets.index(target)
    coefficients = _coefficients(panel, options, place, cells)
    return profile_of(panel, score, place, column, bins, options.level, coefficients)


def profile_of(
    panel: Panel,
    score: Score,
    system: int,
    target: int | None,
    bins: int,
    level: float,
    coefficients: tuple[float, float],
) -> Profile:
    """Profile of a cell that is scored already.

    Parameters
    ----------
    panel : Panel
        Counts of its benchmark.
    score : Score
        Of the cell.
    system : int
        Position of the system.
    target : int or None
        Position of the target language; None pools all pairs.
    bins : int
        Equal bins of the source pass rate.
    level : float
        Coverage of the intervals of the bins.
    coefficients : pair of float
        a1 and a2 of the fitted curve; used where the score has a curve.

    Returns
    -------
    Profile
    """
    cells = slice(None) if target is None else [target]
    return Profile(
        score=score,
        bins=tuple(_bins(panel, system, cells, bins, level)),
        slope=score.hat_corrected.value,
        curve=coefficients if score.hat_curve.value is not None else None,
        floor=float(panel.floor.flat[0]) if np.ptp(panel.floor) == 0 else None,
        cloud=tuple(_cloud(panel, system, cells)),
    )


def _only(kind: str, wanted: str | None, present: list[str]) -> str:
    if wanted is None and len(present) == 1:
        return present[0]
    if wanted is None:
        raise InvalidArgument(f"there are several {kind}s, name one: {', '.join(present)}.")
    if wanted not in present:
        raise InvalidArgument(f"no {kind} {wanted!r}; there are {', '.join(present)}.")
    return wanted


def _source_rates(panel: Panel, system: int, present: Mask) -> Array:
    """Source pass rate of every pair."""
    rates = divide(panel.source.total[:, system], panel.source.attempts[:, system])
    return np.asarray(np.broadcast_to(rates, present.shape)[present])


def _cloud(panel: Panel, system: int, cells: slice | list[int]) -> list[CloudPoint]:
    present: Mask = panel.present[:, system, cells]
    target = divide(panel.target.total[:, system, cells], panel.target.attempts[:, system, cells])[present]
    rates = np.stack([_source_rates(panel, system, present), target], axis=1)
    points, pairs = np.unique(rates, axis=0, return_counts=True)
    return [CloudPoint(float(s), float(t), int(n)) for (s, t), n in zip(points, pairs, strict=True)]


def _bins(panel: Panel, system: int, cells: slice | list[int], bins: int, level: float) -> list[Bin]:
    present: Mask = panel.present[:, system, cells]
    source = _source_rates(panel, system, present)
    total = panel.target.total[:, system, cells][present]
    attempts = panel.target.attempts[:, system, cells][present]
    squares = panel.target.total_of_squares[:, system, cells][present]
    # A hair is added so that 0.3 = 3/10 falls into the bin that starts at 0.3.
    place = np.minimum((source * bins + 1e-9).astype(int), bins - 1)
    edges = np.linspace(0, 1, bins + 1)
    found = []
    for index in range(bins):
        inside = place == index
        pairs = int(inside.sum())
        right, tries = float(total[inside].sum()), float(attempts[inside].sum())
        # A binomial interval needs a number of right attempts, which fractional scores do not have.
        binary = bool(np.isclose(right, squares[inside].sum()))
        rates = divide(total[inside], attempts[inside])
        found.append(
            Bin(
                low=float(edges[index]),
                high=float(edges[index + 1]),
                pairs=pairs,
                attempts=int(tries),
                source_rate=float(source[inside].mean()) if pairs else None,
                target_rate=float(rates.mean()) if pairs else None,
                interval=exact_binomial(round(right), int(tries), level) if pairs and binary else None,
            )
        )
    return found


def exact_binomial(right: int, attempts: int, level: float) -> Interval:
    """Clopper-Pearson interval of a proportion.

    Parameters
    ----------
    right, attempts : int
        Successes and trials.
    level : float
        Coverage, at least.

    Returns
    -------
    Interval

    References
    ----------
    Clopper, C. J., and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated
    in the case of the binomial. *Biometrika*, 26, 404-413.

    Examples
    --------
    >>> interval = exact_binomial(0, 10, 0.95)
    >>> interval.low, round(interval.high, 4)
    (0.0, 0.3085)
    """
    from scipy.special import betaincinv  # imported late: scipy is slow to load

    tail = (1 - level) / 2
    low = float(betaincinv(right, attempts - right + 1, tail)) if right else 0.0
    high = float(betaincinv(right + 1, attempts - right, 1 - tail)) if right < attempts else 1.0
    return Interval(low, high, level, "clopper-pearson")


def _coefficients(
    panel: Panel, options: Options, system: int, cells: slice | list[int]
) -> tuple[float, float]:
    moments = PanelViews(panel, options).moments
    sums: list[Array] = [moment[:, system, cells].sum() for moment in moments]
    fit = curve.coefficients(curve.Moments(*sums))
    return float(fit.a1), float(fit.a2)
