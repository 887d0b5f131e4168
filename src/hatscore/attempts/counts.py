"""From attempts to the few sums per item that every estimate needs."""

from dataclasses import dataclass

import polars as pl

from hatscore.attempts.blocks import Total
from hatscore.attempts.checks import any_broken, row_problems
from hatscore.attempts.item_checks import (
    duplicate_attempts,
    mixed_chance,
    mixed_revisions,
    several_sources,
    unknown_languages,
)
from hatscore.attempts.languages import standard_spellings
from hatscore.attempts.schema import KEYS, RIGHT
from hatscore.attempts.sums import exact_sum, sum_cells, with_exact_sums
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidAttempts, Problem
from hatscore.options import Counting

UNREAD = ("unparsed", "truncated", "refused", "error")
"""Outcomes that are counted apart."""

_GROUP = (*KEYS, "source_language")
_CHANCE = ("floor", "n_options")
_TAGS = ("language", "source_language")
_BITS = 62
_MASK = "_attempts_seen"


@dataclass(frozen=True, slots=True)
class Policies:
    """What counts as an attempt.

    Attributes
    ----------
    unparsed, truncated : {'wrong', 'drop'}
        Whether such an answer scores 0 or is missing data.
    """

    unparsed: Counting = "wrong"
    truncated: Counting = "wrong"


def count_items(attempts: Attempts, policies: Policies, *, source: str | None = None) -> pl.DataFrame:
    """Sum the attempts per system, benchmark, item and language.

    Parameters
    ----------
    attempts : Attempts
        The table.
    policies : Policies
        What counts.
    source : str, optional
        Source language of every item, in place of the column ``source_language``; English where
        neither is given.

    Returns
    -------
    polars.DataFrame
        Columns ``system, benchmark, item, language, source_language, rows`` (all attempts),
        ``attempts`` (those that count), ``total`` and ``total_of_squares`` of their scores,
        ``unparsed, truncated, refused, error``, and ``floor``, ``n_options`` where the table has them.

    Raises
    ------
    InvalidAttempts
        With every problem that was found in the rows.
    """
    frame = attempts.lazy()
    seen = _look(frame, set(frame.collect_schema()), source)
    if seen.source_language is not None:
        frame = frame.with_columns(pl.lit(seen.source_language).alias("source_language"))
    keys = [key for key in _GROUP if seen.source_language is None or key != "source_language"]
    counts = _finished(sum_cells(frame, keys, _totals(seen, policies), height=seen.rows), seen)
    if seen.source_language is not None:
        tag = pl.Series("source_language", [seen.source_language])
        same = tag if counts["language"].dtype == pl.String else tag.cast(pl.Enum(tag))
        counts = counts.with_columns(same.new_from_index(0, counts.height))

    tags = {"language": set(counts["language"].unique())}
    constant = {seen.source_language} if seen.source_language is not None else None
    tags["source_language"] = constant or set(counts["source_language"].unique())
    spellings = standard_spellings(set[str]().union(*tags.values()))
    standard = _standard_languages(counts, spellings)
    broken_keys = counts.select(any_broken(counts.columns, keys=True).any()).item()
    problems: list[Problem] = []
    if seen.broken or broken_keys:
        problems += [p for part in attempts.parts for p in row_problems(part.frame, part.name)]
    problems += unknown_languages(attempts, tags, source_given=source is not None)
    if "attempt" in seen.columns:
        problems += duplicate_attempts(attempts, standard, spellings)
    if seen.source_language is None:
        problems += several_sources(standard)
    for name in _CHANCE:
        if name in seen.columns:
            problems += mixed_chance(standard, name)
    if "revision" in seen.columns:
        problems += mixed_revisions(frame)
    if problems:
        raise InvalidAttempts(problems)
    return standard.select(pl.exclude("distinct", *(f"{name}_last" for name in _CHANCE)))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one quick pass over the columns shows, so that the sums need only what occurs."""

    columns: set[str]
    broken: bool
    outcomes: frozenset[str]
    binary: bool
    gaps: bool
    last_attempt: int | None
    source_language: str | None
    rows: int


def _look(frame: pl.LazyFrame, columns: set[str], source: str | None) -> _Seen:
    looks = [any_broken(columns, keys=False).any().alias("broken"), pl.len().alias("rows")]
    if "score" in columns:
        score = pl.col("score")
        looks.append(((score == 0) | (score == 1)).all().alias("binary"))
        looks.append(score.has_nulls().alias("gaps"))
    if "attempt" in columns:
        looks += [pl.col("attempt").min().alias("first"), pl.col("attempt").max().alias("last")]
    row = frame.select(looks).collect(engine="streaming").row(0, named=True)
    outcomes = _distinct(frame, "outcome") if "outcome" in columns else []
    sources = [source or "en"]
    if source is None and "source_language" in columns:
        sources = _distinct(frame, "source_language")
    first, last = row.get("first"), row.get("last")
    return _Seen(
        columns=columns,
        broken=row["broken"],
        outcomes=frozenset(outcomes),
        binary=row.get("binary", True),
        gaps=row.get("gaps", True),
        last_attempt=last if first is not None and first >= 0 else None,
        source_language=sources[0] if len(sources) == 1 else None,
        rows=row["rows"],
    )


def _distinct(frame: pl.LazyFrame, column: str) -> list[str]:
    """What occurs in a column; by itself, since beside other sums Polars would hold all of its rows."""
    return frame.select(column).unique().collect(engine="streaming").to_series().to_list()


def _totals(seen: _Seen, policies: Policies) -> dict[str, Total]:
    value, dropped = _score(seen, policies)
    totals = {}
    if dropped:
        counted = pl.col("outcome").is_in(dropped).fill_null(False).not_()
        value = pl.when(counted).then(value)
        totals["attempts"] = Total(counted)
    if seen.binary:
        totals["total"] = Total(value)
    else:
        for name, column in (("total", value), ("total_of_squares", value * value)):
            totals |= exact_sum(name, column)
    totals |= {name: Total(pl.col("outcome") == name) for name in UNREAD if name in seen.outcomes}
    for name in _CHANCE:
        if name in seen.columns:
            totals |= {name: Total(pl.col(name), "min"), f"{name}_last": Total(pl.col(name), "max")}
    if "attempt" in seen.columns:
        totals |= _distinct_attempts(seen)
    return totals


def _finished(counts: pl.DataFrame, seen: _Seen) -> pl.DataFrame:
    """All columns of the counts, from the sums that had to be made."""
    if not seen.binary:
        counts = with_exact_sums(counts, ("total", "total_of_squares"))
    if "attempts" not in counts.columns:
        counts = counts.with_columns(pl.col("rows").alias("attempts"))
    if seen.binary:
        # The squares of 0 and 1 are themselves.
        counts = counts.with_columns(pl.col("total").alias("total_of_squares"))
    if _MASK in counts.columns:
        counts = counts.with_columns(pl.col(_MASK).bitwise_count_ones().alias("distinct")).drop(_MASK)
    never = [name for name in UNREAD if name not in seen.outcomes]
    return counts.with_columns(pl.lit(0, pl.UInt8).alias(name) for name in never)


def _score(seen: _Seen, policies: Policies) -> tuple[pl.Expr, list[str]]:
    """Score of an attempt, and the outcomes that occur and count as missing."""
    value = pl.col("score")
    if seen.gaps and "outcome" in seen.columns:
        right = (pl.col("outcome") == RIGHT).cast(pl.Float64)
        value = value.fill_null(right) if "score" in seen.columns else right
    # A failed call is missing data, whatever the policies say.
    drop = ["error"]
    drop += [name for name in ("unparsed", "truncated") if getattr(policies, name) == "drop"]
    return value, [outcome for outcome in drop if outcome in seen.outcomes]


def _distinct_attempts(seen: _Seen) -> dict[str, Total]:
    """Whether the attempts of a group are different: just then the sum of 2^k has a bit for each."""
    attempt = pl.col("attempt")
    # Powers beyond do not fit in 64 bits, and those of negative numbers are not whole.
    if seen.last_attempt is None or seen.last_attempt >= _BITS:
        return {"distinct": Total(attempt, "unique")}
    return {_MASK: Total(pl.lit(2, pl.Int64).pow(attempt))}


def _standard_languages(counts: pl.DataFrame, spellings: dict[str, str]) -> pl.DataFrame:
    """One spelling of each language; groups that were apart only by spelling are added up."""
    if not spellings:
        return counts
    text = pl.col("language", "source_language").cast(pl.String).replace(spellings)
    respelled = counts.with_columns(text)
    if counts["language"].dtype != pl.String:
        names = [pl.col(name).cast(pl.Enum(respelled[name].unique().drop_nulls().sort())) for name in _TAGS]
        respelled = respelled.with_columns(names)
    # No two spellings have become one, so no groups have either.
    if all(respelled[name].n_unique() == counts[name].n_unique() for name in _TAGS):
        return respelled
    return add_groups(respelled)


def add_groups(counts: pl.DataFrame) -> pl.DataFrame:
    """Add up rows of one item, system, language and source language.

    Parameters
    ----------
    counts : polars.DataFrame
        Sums of attempts, as `count_items` makes them on its way.

    Returns
    -------
    polars.DataFrame
        A row a group.
    """
    merged = [pl.col("rows", "attempts", "total", "total_of_squares", *UNREAD).sum()]
    for name in _CHANCE:
        if name in counts.columns:
            merged += [pl.col(name).min(), pl.col(f"{name}_last").max()]
    if "distinct" in counts.columns:
        # Which attempts the groups share is not known here: null asks for the exact count.
        merged.append(pl.when(pl.len() == 1).then(pl.col("distinct").first()).alias("distinct"))
    return counts.group_by(_GROUP).agg(merged)
