"""From attempts to what is estimated from: counts, panels, and where the attempts are from."""

import polars as pl

from hatscore.attempts.counts import Policies, count_items
from hatscore.attempts.table import Attempts
from hatscore.options import Options
from hatscore.scoring.panels import Panel, build_panels
from hatscore.signature import Provenance

NOTHING = (
    "nothing to score: no item has attempts both in its source language and in another language. Check the "
    "columns language and source_language, or name the source with --source."
)
"""What is said where there is no pair."""


def panels_of(attempts: Attempts, options: Options) -> list[Panel]:
    """Panels of all benchmarks.

    Parameters
    ----------
    attempts : Attempts
        The table.
    options : Options
        How to count.

    Returns
    -------
    list of Panel
    """
    return build_panels(counts_of(attempts, options), options)


def counts_of(attempts: Attempts, options: Options) -> pl.DataFrame:
    """Sums per system, benchmark, item and language.

    Parameters
    ----------
    attempts : Attempts
        The table.
    options : Options
        How to count.

    Returns
    -------
    polars.DataFrame
        As from `hatscore.attempts.counts.count_items`.
    """
    policies = Policies(options.unparsed, options.truncated)
    return count_items(attempts, policies, source=options.source)


def provenance_of(attempts: Attempts) -> dict[str, Provenance]:
    """How the attempts of each benchmark were made and read, as far as the table says.

    Parameters
    ----------
    attempts : Attempts
        The table.

    Returns
    -------
    dict of Provenance
        By benchmark.
    """
    frame = attempts.lazy()
    kinds = [name for name in ("revision", "filter", "metric") if name in frame.collect_schema()]
    if not kinds:
        return {}
    values = (
        frame.group_by("benchmark")
        .agg(pl.col(kind).cast(pl.String).drop_nulls().unique().sort() for kind in kinds)
        .collect()
    )
    return {
        row["benchmark"]: Provenance(**{kind: tuple(row[kind]) for kind in kinds})
        for row in values.iter_rows(named=True)
    }
