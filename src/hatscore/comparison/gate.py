"""A release gate, which asks whether any target language is worse by more than a margin."""

from collections.abc import Sequence

import numpy as np

from hatscore.comparison.pairs import Pairs
from hatscore.comparison.student_t import one_sided
from hatscore.core.jackknife import Errors
from hatscore.core.multiplicity import holm
from hatscore.core.pass_rates import Array
from hatscore.options import Options
from hatscore.results.comparison import Gate, GateCell, Verdict
from hatscore.results.estimates import Estimate, Interval


def build_gate(
    boards: Sequence[tuple[Pairs, Sequence[int]]], names: Sequence[str], margin: float, options: Options
) -> Gate:
    """Test every benchmark and target language, one-sided, adjusted over all of them.

    Parameters
    ----------
    boards : sequence of pairs of Pairs and positions
        Benchmarks, and where the baseline and the candidate stand.
    names : sequence of str
        Baseline and candidate.
    margin : float
        Loss of HAT that is still allowed.
    options : Options
        ``level`` and ``estimator`` are used.

    Returns
    -------
    Gate

    Notes
    -----
    Worse: the hypothesis that the loss is at most the margin is rejected. Better: that there is no
    gain. Held: that the loss is at least the margin. Each by Student's t on the paired jackknife
    error, with Holm's adjustment over all cells.
    """
    estimator = "published" if options.estimator == "published" else "corrected"
    where, values, ends, lacks = [], [], [], []
    errors: list[tuple[float, float, float]] = []
    for pairs, (a, b) in boards:
        found = pairs.difference(a, b, estimator)
        for row, target in enumerate(pairs.panel.targets):
            if not found.items[row]:
                continue
            # A nan keeps the place of its cell, and Holm's adjustment passes over it.
            usable = bool(found.estimable[row]) and float(found.error[row]) > 0
            where.append((pairs.panel.benchmark, target))
            values.append(float(found.value[row]) if found.estimable[row] else np.nan)
            lacks.append(found.footing.lack(row))
            errors.append(tuple(x[row] for x in found.errors) if usable else (np.nan, found.items[row], 0.0))
            ends.append((float(found.low[row]), float(found.high[row])))
    value = np.array(values)
    over = Errors(*np.array(errors, float).reshape(-1, 3).T)
    worse = holm(one_sided(value + margin, over))
    better = holm(one_sided(-value, over))
    held = holm(one_sided(-(value + margin), over))
    cells = [
        _cell(
            where[place],
            value[place],
            ends[place],
            lacks[place],
            (worse[place], better[place], held[place]),
            margin,
            options,
        )
        for place in range(len(where))
    ]
    return Gate(names[0], names[1], margin, options.level, tuple(cells))


def _cell(
    where: tuple[str, str],
    value: float,
    ends: tuple[float, float],
    lack: str,
    p_values: tuple[float, float, float],
    margin: float,
    options: Options,
) -> GateCell:
    worse, better, held = p_values
    method = "bca" if options.intervals == "bootstrap" else "jackknife"
    if np.isnan(value):
        estimate = Estimate(None, reason=lack)
    elif np.isnan(worse):
        # Without variation the difference is exact: it is beyond the margin or it is not.
        estimate = Estimate(float(value), reason="no interval: the items do not vary")
        worse, held = (0.0, 1.0) if value < -margin else (1.0, 0.0)
        better = 0.0 if value > 0 else 1.0
    else:
        estimate = Estimate(float(value), Interval(*ends, options.level, method))
    alpha = 1 - options.level
    verdict: Verdict = "worse" if worse < alpha else "better" if better < alpha else "undecided"
    return GateCell(
        *where, estimate, _known(worse), _known(better), _known(held), verdict, bool(held < alpha)
    )


def _known(p_value: float | Array) -> float | None:
    return None if np.isnan(p_value) else float(p_value)
