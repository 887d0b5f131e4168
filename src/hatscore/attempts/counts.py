"""From attempts to the few sums per item that every estimate needs."""

from dataclasses import dataclass

import polars as pl

from hatscore.attempts.checks import any_broken, row_problems
from hatscore.attempts.languages import standard_tag
from hatscore.attempts.schema import KEYS, RIGHT
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidAttempts, Problem
from hatscore.options import Counting
from hatscore.wording import listing, plural

UNREAD = ("unparsed", "truncated", "refused", "error")
"""Outcomes that are counted apart."""

_GROUP = (*KEYS, "source_language")
_BITS = 62


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
    columns = set(frame.collect_schema())
    if source is not None or "source_language" not in columns:
        frame = frame.with_columns(pl.lit(source or "en").alias("source_language"))

    counts = frame.group_by(_GROUP).agg(_sums(columns, policies)).collect()
    counts, problems = _standard_languages(counts)
    if counts["broken"].any():
        problems += [p for part in attempts.parts for p in row_problems(part.frame, part.name)]
    if "distinct" in counts.columns:
        problems += _duplicates(attempts, counts)
    problems += _item_problems(counts)
    if "revision" in columns:
        problems += _mixed_revisions(frame)
    if problems:
        raise InvalidAttempts(problems)
    return counts.drop("broken", "distinct", strict=False)


def _sums(columns: set[str], policies: Policies) -> list[pl.Expr]:
    value, counted = _score(columns, policies)
    sums = [
        pl.len().alias("rows"),
        any_broken(columns).any().alias("broken"),
    ]
    if counted is None:
        sums.append(pl.len().alias("attempts"))
    else:
        value = pl.when(counted).then(value)
        sums.append(counted.sum().alias("attempts"))
    sums += [value.sum().alias("total"), (value * value).sum().alias("total_of_squares")]
    for outcome in UNREAD:
        seen = (pl.col("outcome") == outcome).sum() if "outcome" in columns else pl.lit(0, pl.UInt32)
        sums.append(seen.alias(outcome))
    sums += [pl.col(name).first() for name in ("floor", "n_options") if name in columns]
    if "attempt" in columns:
        sums.append(_distinct_attempts().alias("distinct"))
    return sums


def _score(columns: set[str], policies: Policies) -> tuple[pl.Expr, pl.Expr | None]:
    if "outcome" not in columns:
        return pl.col("score"), None
    outcome = pl.col("outcome")
    value = (outcome == RIGHT).cast(pl.Float64)
    if "score" in columns:
        value = pl.col("score").fill_null(value)
    dropped = ["error"] + [name for name in ("unparsed", "truncated") if getattr(policies, name) == "drop"]
    return value, ~outcome.is_in(dropped).fill_null(False)


def _distinct_attempts() -> pl.Expr:
    """Number of different attempts of a group, or null where they cannot be told cheaply.

    Attempt k sets bit k; ten times cheaper than a set, and exact for attempts numbered below 62.
    """
    attempt = pl.col("attempt")
    bits = pl.lit(2, pl.Int64).pow(attempt.clip(0, _BITS)).bitwise_or().bitwise_count_ones()
    return pl.when(attempt.is_between(0, _BITS - 1).all()).then(bits)


def _standard_languages(counts: pl.DataFrame) -> tuple[pl.DataFrame, list[Problem]]:
    problems = []
    for column in ("language", "source_language"):
        tags = [tag for tag in counts[column].unique().to_list() if tag]
        standard = {tag: standard_tag(tag) for tag in tags}
        unknown = sorted(tag for tag, known in standard.items() if known is None)
        if unknown:
            problems.append(
                Problem(
                    "unknown_language",
                    f"{column} {listing([repr(tag) for tag in unknown])} is not a known language tag; use "
                    "BCP 47 tags such as en, sw or zh-Hans.",
                )
            )
        changed = {tag: known for tag, known in standard.items() if known not in (tag, None)}
        if changed:
            counts = counts.with_columns(pl.col(column).replace(changed))
    return counts, problems


def _duplicates(attempts: Attempts, counts: pl.DataFrame) -> list[Problem]:
    doubtful = counts.filter(pl.col("distinct").is_null() | (pl.col("distinct") != pl.col("rows")))
    if doubtful.is_empty() or counts["broken"].any():
        return []
    keys = [*KEYS, "attempt"]
    repeated = attempts.lazy().group_by(keys).len().filter(pl.col("len") > 1).sort(keys).collect()
    if repeated.is_empty():
        return []
    first = repeated.row(0, named=True)
    named = ", ".join(f"{key} {first[key]}" for key in keys)
    where = "; ".join(
        f"{part.name} {rows}" for part in attempts.parts if (rows := _rows_of(part.frame, first, keys))
    )
    return [
        Problem(
            "duplicate_attempt",
            f"{plural(repeated.height, 'attempt')} given more than once; first: {named} ({where}). "
            "Number the attempts of an item 0, 1, 2 ..., or leave out the second copy.",
        )
    ]


def _rows_of(frame: pl.LazyFrame, values: dict[str, object], keys: list[str]) -> str:
    match = pl.all_horizontal(pl.col(key) == values[key] for key in keys)
    rows = frame.with_row_index("_row", offset=1).filter(match).select("_row").collect()["_row"].to_list()
    return f"row{'s' if len(rows) > 1 else ''} {listing([str(row) for row in rows])}" if rows else ""


def _item_problems(counts: pl.DataFrame) -> list[Problem]:
    several = (
        counts.group_by("benchmark", "item")
        .agg(pl.col("source_language").unique().sort())
        .filter(pl.col("source_language").list.len() > 1)
        .sort("benchmark", "item")
    )
    if several.is_empty():
        return []
    first = several.row(0, named=True)
    return [
        Problem(
            "several_source_languages",
            f"{several.height} items have more than one source language (first: item {first['item']} of "
            f"{first['benchmark']}: {', '.join(first['source_language'])}); an item has one.",
        )
    ]


def _mixed_revisions(frame: pl.LazyFrame) -> list[Problem]:
    revisions = (
        frame.group_by("benchmark")
        .agg(pl.col("revision").drop_nulls().unique().sort())
        .filter(pl.col("revision").list.len() > 1)
        .sort("benchmark")
        .collect()
    )
    return [
        Problem(
            "mixed_revisions",
            f"{benchmark} is mixed from the revisions {listing(found)}; score each revision apart.",
        )
        for benchmark, found in revisions.iter_rows()
    ]
