"""A release gate, which asks whether any target language is worse by more than a margin."""

from collections.abc import Sequence

import numpy as np

from hatscore.comparison.footing import REASONS
from hatscore.comparison.pairs import Pairs
from hatscore.comparison.student_t import above, below
from hatscore.core.multiplicity import holm
from hatscore.core.pass_rates import Array
from hatscore.options import Options
from hatscore.results.comparison import Gate, GateCell, Verdict
from hatscore.results.estimates import Estimate, Interval
from hatscore.scoring.intervals import Lack


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
    gain. Held: that the loss is at least the margin. Each by Student's t with the paired error at the
    value that is tested or at the estimate, whichever is larger, and Holm's adjustment over all cells.
    """
    estimator = "published" if options.estimator == "published" else "corrected"
    where, values, ends, lacks, tests = [], [], [], [], []
    for pairs, (a, b) in boards:
        found = pairs.difference(a, b, estimator)
        tested = (below(found.figure, -margin), above(found.figure, 0.0), above(found.figure, -margin))
        for row, target in enumerate(pairs.panel.targets):
            if not found.items[row]:
                continue
            estimable = bool(found.estimable[row])
            where.append((pairs.panel.benchmark, target))
            values.append(float(found.value[row]) if estimable else np.nan)
            ends.append((float(found.low[row]), float(found.high[row])))
            lacks.append("" if estimable else REASONS[Lack(found.lack[row])])
            # A nan keeps the place of its cell, and Holm's adjustment passes over it.
            tests.append([p[row] if estimable else np.nan for p in tested])
    worse, better, held = (holm(p) for p in np.reshape(tests, (-1, 3)).T)
    cells = [
        _cell(
            where[place],
            values[place],
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
    method = "bca" if options.intervals == "bootstrap" else "fieller"
    if np.isnan(value):
        estimate = Estimate(None, reason=lack)
    elif np.isnan(worse):
        # Without variation the difference is exact: it is beyond the margin or it is not.
        estimate = Estimate(value, reason="no interval: the items do not vary")
        worse, held = (0.0, 1.0) if value < -margin else (1.0, 0.0)
        better = 0.0 if value > 0 else 1.0
    else:
        estimate = Estimate(value, Interval(*ends, options.level, method))
    alpha = 1 - options.level
    verdict: Verdict = "worse" if worse < alpha else "better" if better < alpha else "undecided"
    return GateCell(
        *where, estimate, _known(worse), _known(better), _known(held), verdict, bool(held < alpha)
    )


def _known(p_value: float | Array) -> float | None:
    return None if np.isnan(p_value) else float(p_value)
