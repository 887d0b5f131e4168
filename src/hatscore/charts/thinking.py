"""HAT of two thinking settings of one checkpoint, joined by a line."""

from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.analyses import stacked_analysis
from hatscore.charts.dumbbells import Ends, dumbbells
from hatscore.charts.stacking import by_benchmark
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.study import Study
from hatscore.sentences.comparison import signed

ENDS = Ends("hat_less", "hat_more", "less thinking", "more thinking", "HAT")


def thinking_data(study: Study) -> list[dict[str, Any]]:
    """What the chart of thinking settings shows, without drawing it.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    list of dict
        One a benchmark and pair of settings: ``checkpoint, thinking_less, thinking_more``, both HATs,
        their difference and its interval, ``shown`` as it is printed.
    """
    return [
        {"benchmark": one.benchmark, **row, "shown": _difference(row, study.level)}
        for one in study
        if one.id == "thinking_effect"
        for row in one.tables.get("pairs", ())
        if None not in (row["hat_less"], row["hat_more"])
    ]


def thinking(study: Study) -> Any:
    """Draw every pair of settings.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    altair.VConcatChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If no checkpoint has two settings.
    """
    alt = theme.altair()
    rows = thinking_data(study)
    if not rows:
        raise NotEstimable(
            "nothing to draw: no checkpoint has two thinking settings with an estimable HAT; give checkpoint "
            "and thinking in the systems file."
        )
    panels = {
        name: dumbbells(alt, [_labelled(row) for row in own], ENDS)
        for name, own in by_benchmark(rows).items()
    }
    subtitle = [f"At the right: the difference, more minus less, with {100 * study.level:g} % interval."]
    return stacked_analysis(
        alt,
        panels,
        study,
        "thinking_effect",
        title="HAT by thinking setting",
        subtitle=subtitle,
    )


def _difference(row: dict[str, Any], level: float) -> str:
    value, low, high = (row[f"hat_difference{end}"] for end in ("", "_low", "_high"))
    if value is None:
        return f"difference {wording.NOT_ESTIMABLE}"
    return signed(Estimate(value, None if low is None else Interval(low, high, level, "jackknife")))


def _labelled(row: dict[str, Any]) -> dict[str, Any]:
    settings = f"{row['thinking_less']} to {row['thinking_more']}"
    return row | {
        "label": f"{theme.isolated(row['checkpoint'])}: {settings}",
        "name": f"{readable(row['less'])} to {readable(row['more'])}",
    }
