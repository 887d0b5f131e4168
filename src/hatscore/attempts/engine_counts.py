"""Sums per item, made where the rows are: `hatscore.attempts.counts` for frames in an engine."""

from typing import Any

import narwhals as nw
import polars as pl

from hatscore.attempts.checks import any_broken
from hatscore.attempts.conform import conform
from hatscore.attempts.counts import UNREAD, Policies, add_groups
from hatscore.attempts.engine_rules import broken_rows, engine_problems
from hatscore.attempts.engines import EngineAttempts
from hatscore.attempts.item_checks import mixed_chance, mixed_revisions, several_sources, unknown_languages
from hatscore.attempts.languages import standard_spellings
from hatscore.attempts.schema import KEYS, RIGHT
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidAttempts, Problem
from hatscore.wording import plural

_GROUP = (*KEYS, "source_language")
_CHANCE = ("floor", "n_options")
_BITS = 52
"""Attempts from 0 to below this have a bit of their own in a sum that is exact in floating point."""

KINDS = ("revision", "filter", "metric")
"""Columns that say how the attempts of a benchmark were made and read."""


def count_in_engine(
    attempts: EngineAttempts, policies: Policies, *, source: str | None = None
) -> pl.DataFrame:
    """Sum the attempts per system, benchmark, item and language; one job of the engine.

    Parameters
    ----------
    attempts : EngineAttempts
        The table.
    policies : Policies
        What counts.
    source : str, optional
        Source language of every item, as for `hatscore.attempts.counts.count_items`.

    Returns
    -------
    polars.DataFrame
        As from `hatscore.attempts.counts.count_items`.

    Raises
    ------
    InvalidAttempts
        With every problem that was found in the rows.
    UnreadableFile
        If the engine fails.
    """
    counts = attempts.collect(_summed(attempts, policies, source))
    broken = bool(counts["broken"].sum())
    counts = _conformed(counts, attempts.name, source)
    tags = {name: set(counts[name].unique()) for name in ("language", "source_language")}
    spellings = standard_spellings(set.union(*tags.values()))
    standard = _merged(counts, spellings)
    problems: list[Problem] = []
    if broken or counts.select(any_broken(_GROUP, keys=True).any()).item():
        problems += engine_problems(attempts, source_given=source is not None)
    problems += unknown_languages(Attempts(()), tags, source_given=True)
    if "attempt" in attempts.columns:
        problems += _duplicates(attempts, standard, spellings)
    problems += several_sources(standard)
    for name in _CHANCE:
        if name in attempts.columns:
            problems += mixed_chance(standard, name)
    if "revision" in attempts.columns:
        problems += mixed_revisions(kinds_of(attempts).lazy())
    if problems:
        raise InvalidAttempts(problems)
    return standard.select(pl.exclude("distinct", *(f"{name}_last" for name in _CHANCE)))


def kinds_of(attempts: EngineAttempts) -> pl.DataFrame:
    """Revisions, filters and metrics of each benchmark, as they occur together.

    Parameters
    ----------
    attempts : EngineAttempts
        The table.

    Returns
    -------
    polars.DataFrame
        ``benchmark`` and those of `KINDS` that the table has.
    """
    kinds = [name for name in KINDS if name in attempts.columns]
    if not kinds:
        return pl.DataFrame(schema={"benchmark": pl.String})
    found = attempts.collect(attempts.frame.select("benchmark", *kinds).unique())
    return found.with_columns(pl.col("benchmark", *kinds).cast(pl.String))


def counted_score(attempts: EngineAttempts, policies: Policies) -> "nw.LazyFrame[Any]":
    """The rows with the score of each attempt, and whether it counts.

    Parameters
    ----------
    attempts : EngineAttempts
        The table.
    policies : Policies
        What counts.

    Returns
    -------
    narwhals.LazyFrame
        With ``_counts`` (1 or 0) and ``_score``, which is null where the attempt does not count.
    """
    columns = attempts.columns
    value = nw.col("score") if "score" in columns else nw.lit(None).cast(nw.Float64)
    if "outcome" not in columns:
        return attempts.frame.with_columns(nw.lit(1).alias("_counts"), value.alias("_score"))
    right = (nw.col("outcome") == RIGHT).fill_null(False).cast(nw.Float64)
    if "score" in columns:
        value = nw.when(nw.col("score").is_null()).then(right).otherwise(nw.col("score"))
    else:
        value = right
    dropped = ["error", *(name for name in ("unparsed", "truncated") if getattr(policies, name) == "drop")]
    missing = nw.col("outcome").is_in(dropped).fill_null(False)
    scored = attempts.frame.with_columns((~missing).cast(nw.Int64).alias("_counts"), value.alias("_value"))
    return scored.with_columns(nw.when(nw.col("_counts") == 1).then(nw.col("_value")).alias("_score"))


def spelt(frame: "nw.LazyFrame[Any]", spellings: dict[str, str]) -> "nw.LazyFrame[Any]":
    """The rows with one spelling of each language.

    Parameters
    ----------
    frame : narwhals.LazyFrame
        With a column ``language``.
    spellings : dict of str
        From `hatscore.attempts.languages.standard_spellings`.

    Returns
    -------
    narwhals.LazyFrame
    """
    language = nw.col("language").cast(nw.String)
    for given, known in spellings.items():
        language = nw.when(language == given).then(nw.lit(known)).otherwise(language)
    return frame.with_columns(language.alias("language")) if spellings else frame


def _summed(attempts: EngineAttempts, policies: Policies, source: str | None) -> "nw.LazyFrame[Any]":
    columns = attempts.columns
    frame = counted_score(attempts, policies)
    marks = [broken_rows(attempts).alias("broken"), (nw.col("_score") * nw.col("_score")).alias("_square")]
    if "outcome" in columns:
        marks += [(nw.col("outcome") == name).fill_null(False).cast(nw.Int64).alias(name) for name in UNREAD]
    else:
        marks += [nw.lit(0).alias(name) for name in UNREAD]
    chance = [name for name in _CHANCE if name in columns]
    by_column = source is None and "source_language" in columns
    sums = [
        nw.len().alias("rows"),
        nw.col("_counts").sum().alias("attempts"),
        nw.col("_score").sum().alias("total"),
        nw.col("_square").sum().alias("total_of_squares"),
        *(nw.col(name).sum() for name in (*UNREAD, "broken")),
        *(nw.col(name).min() for name in chance),
        *(nw.col(name).max().alias(f"{name}_last") for name in chance),
    ]
    if "attempt" in columns:
        attempt = nw.col("attempt")
        has_bit = ((attempt >= 0) & (attempt < _BITS)).fill_null(False)
        marks.append(nw.when(has_bit).then(nw.lit(2.0) ** attempt).alias("_bit"))
        sums.append(nw.col("_bit").sum().alias("distinct"))
    return frame.with_columns(marks).group_by(*(_GROUP if by_column else KEYS)).agg(*sums)


def _conformed(counts: pl.DataFrame, where: str, source: str | None) -> pl.DataFrame:
    """Names as text, spelt as those of a frame in memory; sums in types that do not hang on the engine."""
    whole = [*("rows", "attempts", "n_options", "n_options_last"), *UNREAD]
    if "distinct" in counts.columns:
        counts = counts.with_columns(_distinct())
    sums = counts.lazy().with_columns(
        pl.col(name for name in whole if name in counts.columns).cast(pl.Int64),
        pl.col("total", "total_of_squares").fill_null(0.0),
    )
    # A score is asked for of every table; these rows are sums, and have none.
    conformed = conform(sums.with_columns(score=pl.lit(0.0)), where=where).drop("score", "broken")
    if "source_language" not in counts.columns:
        conformed = conformed.with_columns(pl.lit(source or "en").alias("source_language"))
    return conformed.collect()


def _distinct() -> pl.Expr:
    """Number of different attempts, from the sum of 2 to the power of each; 0 where it cannot be told.

    n different powers of two add up to n bits, and any that occurs twice makes them fewer. Engines count
    different values by moving every row to another worker; a sum they make in passing.
    """
    bits = pl.col("distinct").fill_null(0.0)
    # Different attempts add up to less than 2^52, and up to there a double is exact.
    exact = bits < 2.0**_BITS
    return pl.when(exact).then(bits).otherwise(0.0).cast(pl.Int64).bitwise_count_ones().cast(pl.Int64)


def _merged(counts: pl.DataFrame, spellings: dict[str, str]) -> pl.DataFrame:
    """One spelling of each language; groups that were apart only by spelling are added up."""
    if not spellings:
        return counts
    return add_groups(counts.with_columns(pl.col("language", "source_language").replace(spellings)))


def _duplicates(attempts: EngineAttempts, counts: pl.DataFrame, spellings: dict[str, str]) -> list[Problem]:
    """Attempts that are given more than once; the exact count is asked only where sums are in doubt."""
    if counts.filter(pl.col("distinct").is_null() | (pl.col("distinct") != pl.col("rows"))).is_empty():
        return []
    keys = [*KEYS, "attempt"]
    named = spelt(attempts.frame, spellings)
    for key in keys:
        named = named.filter(~nw.col(key).is_null())
    repeated = named.group_by(*keys).agg(nw.len().alias("copies")).filter(nw.col("copies") > 1)
    number = int(attempts.collect(repeated.select(nw.len().alias("rows"))).item())
    if number == 0:
        return []
    first = attempts.collect(repeated.sort(*keys).head(1)).row(0, named=True)
    example = ", ".join(f"{key} {first[key]}" for key in keys)
    return [
        Problem(
            "duplicate_attempt",
            f"{attempts.name}, {plural(number, 'attempt')} given more than once; first: {example}. Number "
            "the attempts of an item 0, 1, 2 ..., or leave out the second copy.",
        )
    ]
