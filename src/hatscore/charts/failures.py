"""What has no answer to grade: shares of attempts by reason, per system and language."""

from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.stacking import by_benchmark, stacked
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.scores import Scores

REASONS = {
    "unparsed": theme.BLUE,
    "truncated": theme.ORANGE,
    "refused": theme.PURPLE,
    "error": theme.INK,
}
"""From dark to light and back, so that neighbours in a bar differ in grey too."""

WIDTH, STEP, COLUMNS = 330, 19, 2


def failures_data(scores: Scores) -> list[dict[str, Any]]:
    """What the chart of failures shows, without drawing it.

    Parameters
    ----------
    scores : Scores
        The result of `hatscore.score`.

    Returns
    -------
    list of dict
        One a system, benchmark and language: ``attempts``, the count of each reason, and its share of
        the attempts as ``unparsed_share`` and so on, with ``share`` of all together.
    """
    rows = []
    for one in scores.failures:
        counts = {reason: getattr(one, reason) for reason in REASONS}
        shares = {f"{reason}_share": count / one.attempts for reason, count in counts.items()}
        rows.append(
            {
                "benchmark": one.benchmark,
                "system": one.system,
                "language": one.language,
                "attempts": one.attempts,
                **counts,
                **shares,
                "share": sum(counts.values()) / one.attempts,
            }
        )
    return rows


def failures(scores: Scores) -> Any:
    """Draw the shares as bars, a panel a system.

    Parameters
    ----------
    scores : Scores
        The result of `hatscore.score`.

    Returns
    -------
    altair.VConcatChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If every attempt has an answer, or the scores do not say.
    """
    alt = theme.altair()
    rows = failures_data(scores)
    failing = [key for key, own in _by_system(rows).items() if any(row["share"] for row in own)]
    if not failing:
        why = "every attempt has an answer to grade" if rows else "the scores do not hold what was not read"
        raise NotEstimable(f"nothing to draw: {why}.")
    drawn = [row for row in rows if (row["benchmark"], row["system"]) in failing]
    widest = max(row["share"] for row in drawn)
    panels = {name: _panels(alt, own, widest) for name, own in by_benchmark(drawn).items()}
    subtitle = [
        "Share of the attempts. Errors are left out of the scores; unparsed and truncated as was chosen."
    ]
    whole = list(
        dict.fromkeys(row["system"] for row in rows if (row["benchmark"], row["system"]) not in failing)
    )
    if whole:
        subtitle.append(
            f"Not drawn, everything was read: {wording.listing([theme.isolated(n) for n in whole])}."
        )
    said = f"Shares of answers that were not read, {wording.plural(len(drawn), 'row')}."
    return stacked(alt, panels, title="Answers that were not read", subtitle=subtitle, description=said)


def _by_system(rows: list[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["benchmark"], row["system"]), []).append(row)
    return found


def _panels(alt: Any, rows: list[dict[str, Any]], widest: float) -> Any:
    reasons = {reason for row in rows for reason in REASONS if row[reason]}
    charts = [
        _bars(alt, own, widest, reasons).properties(title=alt.Title(theme.isolated(system), fontSize=12))
        for (_, system), own in _by_system(rows).items()
    ]
    return alt.concat(*charts, columns=min(COLUMNS, len(charts)), spacing=24)


def _bars(alt: Any, rows: list[dict[str, Any]], widest: float, reasons: set[str]) -> Any:
    parts = []
    for row in rows:
        at = 0.0
        for reason in REASONS:
            if not row[reason]:
                continue
            end = at + row[f"{reason}_share"]
            own = {"label": theme.isolated(row["language"]), "name": readable(row["system"])}
            counted = f"{row[reason]:,} of {row['attempts']:,}"
            parts.append(own | {"reason": reason, "start": at, "end": end, "count": counted})
            at = end
    totals = [
        {
            "label": theme.isolated(row["language"]),
            "end": row["share"],
            "shown": f"{100 * row['share']:.1f} %",
        }
        for row in rows
    ]
    present = [reason for reason in REASONS if reason in reasons]
    scale = alt.Scale(domain=[0, widest * 1.18], nice=False)
    axis = alt.Axis(title=None, format=".0%", tickCount=5)
    order = [row["label"] for row in totals]
    y = alt.Y("label:N", sort=order, axis=alt.Axis(title=None, ticks=False, domain=False, labelPadding=8))
    colors = alt.Scale(domain=present, range=[REASONS[reason] for reason in present])
    tooltip = [
        alt.Tooltip("name:N", title="System"),
        alt.Tooltip("label:N", title="Language"),
        alt.Tooltip("reason:N", title="Reason"),
        alt.Tooltip("count:N", title="Attempts"),
    ]
    bars = alt.Chart(alt.Data(values=parts)).mark_bar(stroke="white", strokeWidth=0.7)
    text = alt.Chart(alt.Data(values=totals)).mark_text(align="left", dx=5, fontSize=12, color=theme.INK)
    return alt.layer(
        bars.encode(
            x=alt.X("start:Q", scale=scale, axis=axis),
            x2="end:Q",
            y=y,
            color=alt.Color("reason:N", scale=colors, legend=alt.Legend(title=None, orient="top")),
            tooltip=tooltip,
        ),
        text.encode(x=alt.X("end:Q", scale=scale, axis=axis), y=y, text="shown:N"),
    ).properties(width=WIDTH, height=alt.Step(STEP))
