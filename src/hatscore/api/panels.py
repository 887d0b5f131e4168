"""From attempts to what is estimated from: counts, panels, and where the attempts are from."""

from dataclasses import dataclass

import polars as pl

from hatscore.attempts.counts import Policies, count_items
from hatscore.attempts.engine_counts import KINDS, count_in_engine, kinds_of
from hatscore.attempts.engines import EngineAttempts
from hatscore.attempts.table import Attempts
from hatscore.options import Options
from hatscore.scoring.panels import Panel, build_panels
from hatscore.signature import Provenance

NOTHING = (
    "nothing to score: no item has attempts both in its source language and in another language. Check the "
    "columns language and source_language, or name the source with --source."
)
"""What is said where there is no pair."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is estimated from.

    Attributes
    ----------
    panels : list of Panel
        Of all benchmarks.
    provenance : dict of Provenance
        By benchmark.
    """

    panels: list[Panel]
    provenance: dict[str, Provenance]


def counted(attempts: Attempts, options: Options) -> Counted:
    """Count the attempts of all benchmarks, and see where they are from.

    Parameters
    ----------
    attempts : Attempts
        The table.
    options : Options
        How to count.

    Returns
    -------
    Counted
    """
    with attempts.reading():
        return Counted(panels_of(attempts, options), provenance_of(attempts))


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
    if isinstance(attempts, EngineAttempts):
        return count_in_engine(attempts, policies, source=options.source)
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
    frame = kinds_of(attempts).lazy() if isinstance(attempts, EngineAttempts) else attempts.lazy()
    kinds = [name for name in KINDS if name in frame.collect_schema()]
    if not kinds:
        return {}
    # What differs first, and only then what belongs together: a list of all rows' values would be long.
    distinct = frame.select("benchmark", pl.col(kinds).cast(pl.String)).unique().collect(engine="streaming")
    values = distinct.group_by("benchmark").agg(pl.col(kinds).drop_nulls().unique().sort())
    return {
        row["benchmark"]: Provenance(**{kind: tuple(row[kind]) for kind in kinds})
        for row in values.iter_rows(named=True)
    }
