"""Every chart by name: what it shows, what it is drawn from, and the functions that give data and drawing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hatscore.charts.confound import confound, confound_data
from hatscore.charts.differences import differences, differences_data
from hatscore.charts.failures import failures, failures_data
from hatscore.charts.findings import findings, findings_data
from hatscore.charts.forest import forest, forest_data
from hatscore.charts.gains import gains, gains_data
from hatscore.charts.heatmap import heatmap, heatmap_data
from hatscore.charts.profile import profile_chart, profile_rows
from hatscore.charts.ranking import ranking, ranking_data
from hatscore.charts.release_dates import time_chart, time_data
from hatscore.charts.script_contrast import script, script_data
from hatscore.charts.size import size, size_data
from hatscore.charts.thinking import thinking, thinking_data
from hatscore.charts.thinking_length import thinking_tokens, thinking_tokens_data
from hatscore.errors import InvalidArgument

Need = Literal["scores", "profile", "comparison", "decomposition", "study"]
Rows = list[dict[str, Any]]
Results = Mapping[Need, Any]
"""What there is to draw from: a `Scores`, `Profile`, `Comparison`, `Decomposition`, `Study`."""


@dataclass(frozen=True, slots=True)
class ChartKind:
    """One kind of chart.

    Attributes
    ----------
    name : str
        As on the command line.
    title : str
        What it shows, in a few words.
    reading : str
        How to read it, in a sentence.
    needs : {'scores', 'profile', 'comparison', 'decomposition', 'study'}
        The result it is drawn from, first argument of ``data`` and ``draw``.
    data : callable
        Flat rows of what is drawn, without drawing; needs no Altair.
    draw : callable
        The Altair chart; raises `NotEstimable` where there is nothing to draw.
    by : {'macro', 'language'}
        Rows that the scores must have; charts pass over other rows where they cannot use them.
    also : tuple
        Further results that it shows where they are there; further arguments, None where they are not.
    """

    name: str
    title: str
    reading: str
    needs: Need
    data: Callable[..., Rows]
    draw: Callable[..., Any]
    by: Literal["macro", "language"] = "macro"
    also: tuple[Need, ...] = ()


_KINDS = (
    ChartKind(
        "profile",
        "Transfer profile",
        "How often items are right in the source, and in the target; on the dashed line nothing is lost.",
        "profile",
        profile_rows,
        profile_chart,
    ),
    ChartKind(
        "languages",
        "HAT of every language",
        "One line a system and language, with its interval; the dashed line is perfect transfer.",
        "scores",
        forest_data,
        forest,
        by="language",
    ),
    ChartKind(
        "ranking",
        "Systems by HAT",
        "Highest HAT first, with intervals, and how probable it is that a system is the best.",
        "scores",
        ranking_data,
        ranking,
        also=("comparison",),
    ),
    ChartKind(
        "heatmap",
        "HAT of systems and languages",
        "The darker a cell, the more of the source carries over; hatched cells are not estimable.",
        "scores",
        heatmap_data,
        heatmap,
        by="language",
    ),
    ChartKind(
        "confound",
        "The confound: earlier measure beside HAT",
        "Target accuracy follows source accuracy across systems; does HAT?",
        "study",
        confound_data,
        confound,
    ),
    ChartKind(
        "decomposition",
        "Parts of a gain in target accuracy",
        "How much of a gain is a better source, and how much better transfer.",
        "decomposition",
        gains_data,
        gains,
    ),
    ChartKind(
        "differences",
        "Differences of HAT between systems",
        "An interval that does not touch the dashed line separates two systems.",
        "comparison",
        differences_data,
        differences,
    ),
    ChartKind(
        "size",
        "HAT and target accuracy by size",
        "One point a system, by the logarithm of its size; does transfer grow as accuracy does?",
        "study",
        size_data,
        size,
    ),
    ChartKind(
        "time",
        "HAT by release date",
        "One point a system; bars are medians before and after the dotted line.",
        "study",
        time_data,
        time_chart,
    ),
    ChartKind(
        "thinking",
        "HAT by thinking setting",
        "Two settings of one checkpoint a line; the filled point is the one with more thinking.",
        "study",
        thinking_data,
        thinking,
    ),
    ChartKind(
        "thinking-tokens",
        "Thinking tokens by language",
        "Tokens in a target language over those in the source, on the same items; 1 is as many.",
        "study",
        thinking_tokens_data,
        thinking_tokens,
    ),
    ChartKind(
        "script",
        "HAT by script of the target",
        "A system a line: HAT to the source's script, and to others; below, every language.",
        "study",
        script_data,
        script,
    ),
    ChartKind(
        "failures",
        "Answers that were not read",
        "Share of attempts without an answer that could be graded, by reason.",
        "scores",
        failures_data,
        failures,
        by="language",
    ),
    ChartKind(
        "findings",
        "What a study found",
        "The headline of every analysis with its interval; dashed is no effect.",
        "study",
        findings_data,
        findings,
    ),
)

CHARTS: dict[str, ChartKind] = {kind.name: kind for kind in _KINDS}
"""All charts, in the order in which they are listed."""


def chart_kind(name: str) -> ChartKind:
    """One kind of chart.

    Parameters
    ----------
    name : str
        As in `CHARTS`.

    Returns
    -------
    ChartKind

    Raises
    ------
    InvalidArgument
        If there is none of this name.
    """
    if name not in CHARTS:
        raise InvalidArgument(f"no chart {name!r}; there are {', '.join(CHARTS)}.")
    return CHARTS[name]


def charts_from(results: Results) -> list[str]:
    """Charts whose result is there; some may still find nothing to draw in it.

    Parameters
    ----------
    results : mapping
        By kind of result; None counts as not there.

    Returns
    -------
    list of str
        Names, in order.
    """
    return [name for name, kind in CHARTS.items() if results.get(kind.needs) is not None]


def chart_data(name: str, results: Results) -> Rows:
    """What a chart shows, without drawing it.

    Parameters
    ----------
    name : str
        As in `CHARTS`.
    results : mapping
        By kind of result.

    Returns
    -------
    list of dict
        Plain values at full precision; names as they were given.

    Raises
    ------
    InvalidArgument
        If there is no such chart, or its result is not there.
    """
    return chart_kind(name).data(*_arguments(name, results))


def draw(name: str, results: Results) -> Any:
    """Draw a chart.

    Parameters
    ----------
    name : str
        As in `CHARTS`.
    results : mapping
        By kind of result.

    Returns
    -------
    altair.TopLevelMixin
        With title, description and theme.

    Raises
    ------
    InvalidArgument
        If there is no such chart, or its result is not there.
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If there is nothing to draw; the message says why.
    """
    return chart_kind(name).draw(*_arguments(name, results))


def _arguments(name: str, results: Results) -> list[Any]:
    kind = chart_kind(name)
    if results.get(kind.needs) is None:
        raise InvalidArgument(f"the chart {name!r} is drawn from a {kind.needs}, which was not given.")
    return [results[kind.needs], *(results.get(further) for further in kind.also)]
