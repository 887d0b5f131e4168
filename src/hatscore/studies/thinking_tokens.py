"""Thinking tokens: how much longer a system thinks about an item in another language than the source's."""

from collections.abc import Mapping

import numpy as np
import polars as pl

from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import leave_one_out_sums
from hatscore.core.two_way import Columns
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.study import Finding
from hatscore.scoring.panels import Mask
from hatscore.studies.across import Across
from hatscore.studies.analysis import Analysis
from hatscore.studies.cubes import Cube, cube
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import number, plural

ANALYSIS = Analysis(
    "thinking_tokens",
    "Do systems think longer in other languages than the source's?",
    "Thinking runs 5 to 20 % longer for non-English prompts.",
    ("length_ratio",),
)


def thinking_tokens(
    grid: Grid, facts: Mapping[str, SystemFacts], tokens: pl.DataFrame | None, level: float
) -> Finding:
    """Thinking tokens in the target over those in the source, on the same items.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; checkpoints are drawn together.
    tokens : polars.DataFrame or None
        From `hatscore.attempts.consensus.mean_thinking_tokens`.
    level : float
        Coverage.

    Returns
    -------
    Finding
        The geometric mean over systems and languages of the ratios, and the same for each language
        (``length_ratio_sw`` ...).
    """
    lengths = None if tokens is None else cube(tokens, "thinking_tokens", grid.panel)
    able = [] if lengths is None else _thinkers(lengths)
    if lengths is None or not able:
        need = "it needs the column thinking_tokens, above 0 in source and target for some system"
        return ANALYSIS.unsupported(grid, need)
    logs, left_out, present = _log_ratios(lengths, able)
    across = Across(
        values={"log": np.nanmean(logs, axis=1)},
        left_out={"log": np.nanmean(left_out, axis=2)},
        present=present,
        clusters=[facts[grid.systems[place]].cluster for place in able],
        level=level,
    )
    estimates = {"length_ratio": _exp(across.estimate(_mean))}
    rows = []
    for column, language in enumerate(grid.panel.targets):
        has = np.isfinite(logs[:, column])
        if not has.any():
            continue
        one = Across(
            values={"log": logs[has, column]},
            left_out={"log": left_out[:, has, column]},
            present=present[:, has],
            clusters=[facts[grid.systems[able[place]]].cluster for place in np.flatnonzero(has)],
            level=level,
        )
        estimates[f"length_ratio_{language}"] = _exp(one.estimate(_mean))
        rows += [
            {"system": grid.systems[able[place]], "language": language, "length_ratio": float(np.exp(value))}
            for place, value in enumerate(logs[:, column])
            if np.isfinite(value)
        ]
    return ANALYSIS.finding(
        grid,
        estimates,
        _sentence(estimates, len(able)),
        drawn=across.drawn,
        systems=len(able),
        flags=across.flags(),
        tables={"languages": rows},
    )


def _thinkers(lengths: Cube) -> list[int]:
    """Systems that think, in the source and in some target."""
    pairs = lengths.pairs
    source = np.where(pairs, lengths.source, 0.0).sum(axis=(0, 2))
    target = np.where(pairs, lengths.target, 0.0).sum(axis=(0, 2))
    return [int(place) for place in np.flatnonzero((source > 0) & (target > 0))]


def _log_ratios(lengths: Cube, able: list[int]) -> tuple[Array, Array, Mask]:
    """Log ratio per system and language, without each item too, and which items enter."""
    pairs = lengths.pairs[:, able]
    source = np.where(pairs, lengths.source[:, able], 0.0)
    target = np.where(pairs, lengths.target[:, able], 0.0)

    def log_ratio(top: Array, bottom: Array) -> Array:
        ratio = divide(top, bottom)
        return np.log(np.where(ratio > 0, ratio, np.nan))

    return (
        log_ratio(target.sum(axis=0), source.sum(axis=0)),
        log_ratio(leave_one_out_sums(target), leave_one_out_sums(source)),
        np.asarray(pairs.any(axis=2)),
    )


def _mean(columns: Columns) -> Array:
    return np.asarray(columns["log"].mean(axis=-1))


def _exp(found: Estimate) -> Estimate:
    """From the logarithm back to a ratio."""
    if found.value is None:
        return found
    ends = found.interval
    back = ends and Interval(float(np.exp(ends.low)), float(np.exp(ends.high)), ends.level, ends.method)
    return Estimate(float(np.exp(found.value)), back, found.reason)


def _sentence(estimates: Mapping[str, Estimate], systems: int) -> str:
    overall = estimates["length_ratio"]
    ends = overall.interval
    said = "the data do not separate the lengths"
    if ends is not None and (ends.low > 1 or ends.high < 1):
        said = f"thinking is {'longer' if ends.low > 1 else 'shorter'} than in the source"
    ratios = {
        name.removeprefix("length_ratio_"): found.value
        for name, found in estimates.items()
        if name != "length_ratio" and found.value is not None
    }
    low, high = min(ratios, key=lambda name: ratios[name]), max(ratios, key=lambda name: ratios[name])
    return (
        f"Over {plural(systems, 'system')} that think, a target language takes {overall} times the thinking "
        f"tokens of the source; {said}. Languages range from {number(ratios[low], 2)} ({low}) to "
        f"{number(ratios[high], 2)} ({high})."
    )
