"""Simulated studies as tables: attempts, counts, panels, and the truth beside them."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from hatscore.options import Options
from hatscore.scoring.panels import Panel
from hatscore.simulation.draws import Counts, PassRates, Right, draw_rates, draw_right
from hatscore.simulation.panels import SOURCE, item_name, panel_of
from hatscore.simulation.profiles import moved
from hatscore.simulation.truth import Truth

_STEPS = 50
"""Points of a drawn profile, less one."""


def draw_panel(truth: Truth, rng: np.random.Generator, options: Options | None = None) -> Panel:
    """Draw one study, as the arrays that scoring works on.

    Parameters
    ----------
    truth : Truth
        What is drawn from.
    rng : numpy.random.Generator
        Randomness.
    options : Options, optional
        ``floor`` is used.

    Returns
    -------
    Panel
    """
    return panel_of(truth, draw_right(truth, draw_rates(truth, rng), rng), options)


def attempts_frame(truth: Truth, right: Right, rng: np.random.Generator) -> pl.DataFrame:
    """One row an attempt, in the columns of the attempts table.

    Parameters
    ----------
    truth : Truth
        What was drawn from.
    right : Right
        One study.
    rng : numpy.random.Generator
        Which of an item's attempts were right: their order is random.

    Returns
    -------
    polars.DataFrame
        Columns ``system, benchmark, item, language, source_language, attempt, score, outcome``, and
        ``n_options`` where there is a chance of guessing.
    """
    parts = []
    for language, count, unparsed in _by_language(truth, right):
        n = truth.sourced if language == SOURCE else truth.attempts
        # Whichever attempts come first in a random order are the right ones, then come the unparsed.
        order = rng.permuted(np.broadcast_to(np.arange(n), (*count.shape, n)), axis=-1)
        is_right = order < count[..., np.newaxis]
        lost = ~is_right & (order < (count + unparsed)[..., np.newaxis])
        systems, items, attempt = (index.ravel() for index in np.indices(order.shape))
        outcome = np.where(is_right, "right", np.where(lost, "unparsed", "wrong"))
        parts.append(
            pl.DataFrame(
                {
                    "system": np.array(truth.names)[systems],
                    "item": items,
                    "language": np.full(systems.shape, language),
                    "attempt": attempt,
                    "score": is_right.ravel().astype(float),
                    "outcome": outcome.ravel(),
                }
            )
        )
    return _named(pl.concat(parts), truth).select(
        *("system", "benchmark", "item", "language", "source_language", "attempt", "score", "outcome"),
        *(["n_options"] if truth.n_options else []),
    )


def counts_frame(truth: Truth, right: Right) -> pl.DataFrame:
    """What `hatscore.attempts.counts.count_items` gives for the attempts of one study.

    Parameters
    ----------
    truth : Truth
        What was drawn from.
    right : Right
        One study.

    Returns
    -------
    polars.DataFrame
    """
    parts = []
    for language, count, unparsed in _by_language(truth, right):
        systems, items = (index.ravel() for index in np.indices(count.shape))
        n = truth.sourced if language == SOURCE else truth.attempts
        parts.append(
            pl.DataFrame(
                {
                    "system": np.array(truth.names)[systems],
                    "item": items,
                    "language": np.full(systems.shape, language),
                    "total": count.ravel().astype(float),
                    "unparsed": unparsed.ravel(),
                    "rows": np.full(systems.shape, n),
                }
            )
        )
    return _named(pl.concat(parts), truth).with_columns(
        pl.col("total").alias("total_of_squares"),
        pl.col("rows").alias("attempts"),
        *(pl.lit(0).alias(name) for name in ("truncated", "refused", "error")),
    )


def rates_frame(truth: Truth, rates: PassRates) -> pl.DataFrame:
    """True pass rates of every item.

    Parameters
    ----------
    truth : Truth
        What was drawn from.
    rates : PassRates
        Of one study.

    Returns
    -------
    polars.DataFrame
        Columns ``system, benchmark, item, language, source_language, pass_rate``.
    """
    parts = []
    for place, language in enumerate((SOURCE, *truth.languages)):
        table = rates.source[0] if not place else rates.target[0, ..., place - 1]
        systems, items = (index.ravel() for index in np.indices(table.shape))
        columns = {"system": np.array(truth.names)[systems], "item": items}
        parts.append(pl.DataFrame(columns | {"language": language, "pass_rate": table.ravel()}))
    return _named(pl.concat(parts), truth).select(
        "system", "benchmark", "item", "language", "source_language", "pass_rate"
    )


def truth_frame(truth: Truth) -> pl.DataFrame:
    """What scoring should find, over all items there could be.

    Parameters
    ----------
    truth : Truth
        The truth.

    Returns
    -------
    polars.DataFrame
        A row for every system and target, and one for the mean over targets (``macro``): columns ``system,
        target, profile, mix, hat, source_accuracy, target_accuracy, xlt_gap``.
    """
    rows = []
    for place, name in enumerate(truth.names):
        found = [
            (language, truth.hat(place, language), *truth.accuracies(place, language))
            for language in truth.languages
        ]
        mean = ("macro", *np.mean([row[1:] for row in found], axis=0).tolist())
        for target, hat, source, target_accuracy in (*found, mean):
            rows.append(
                {
                    "system": name,
                    "target": target,
                    "profile": str(truth.profiles[place]),
                    "mix": str(truth.mixes[place]),
                    "hat": hat,
                    "source_accuracy": source,
                    "target_accuracy": target_accuracy,
                    "xlt_gap": source - target_accuracy,
                }
            )
    return pl.DataFrame(rows)


def profiles_frame(truth: Truth) -> pl.DataFrame:
    """Points of the true profiles, guessing included.

    Parameters
    ----------
    truth : Truth
        The truth.

    Returns
    -------
    polars.DataFrame
        Columns ``system, target, source_rate, target_rate``.
    """
    above = np.linspace(0, 1, _STEPS + 1)
    source = truth.chance + (1 - truth.chance) * above
    parts = []
    for name, profile in zip(truth.names, truth.profiles, strict=True):
        for language, shift in truth.languages.items():
            target = truth.chance + (1 - truth.chance) * moved(profile.at(above), above, shift)
            points = {"source_rate": source, "target_rate": target}
            parts.append(pl.DataFrame({"system": name, "target": language} | points))
    return pl.concat(parts)


def _by_language(truth: Truth, right: Right) -> Iterator[tuple[str, Counts, Counts]]:
    yield SOURCE, right.source[0], right.source_unparsed[0]
    for place, language in enumerate(truth.languages):
        yield language, right.target[0, ..., place], right.target_unparsed[0, ..., place]


def _named(frame: pl.DataFrame, truth: Truth) -> pl.DataFrame:
    """With the columns that are alike in all rows, and items by name."""
    columns = [
        pl.lit(truth.benchmark).alias("benchmark"),
        pl.lit(SOURCE).alias("source_language"),
        pl.Series("item", [item_name(item, truth.items) for item in range(truth.items)])[frame["item"]],
    ]
    if truth.n_options:
        columns.append(pl.lit(truth.n_options).alias("n_options"))
    return frame.with_columns(columns)
