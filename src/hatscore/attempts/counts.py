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
    seen = _look(frame, set(frame.collect_schema()), source)
    if seen.source_language is not None:
        frame = frame.with_columns(pl.lit(seen.source_language).alias("source_language"))
    keys = [key for key in _GROUP if seen.source_language is None or key != "source_language"]
    counts = frame.group_by(keys).agg(_sums(seen, policies)).collect()
    if seen.source_language is not None:
        counts = counts.with_columns(pl.lit(seen.source_language).alias("source_language"))

    broken_keys = counts.select(any_broken(counts.columns, keys=True).any()).item()
    problems: list[Problem] = []
    if seen.broken or broken_keys:
        problems += [p for part in attempts.parts for p in row_problems(part.frame, part.name)]
    counts, unknown = _standard_languages(counts)
    problems += unknown
    if "attempt" in seen.columns and not problems:
        problems += _duplicates(attempts, counts)
    if seen.source_language is None:
        problems += _item_problems(counts)
    if "revision" in seen.columns:
        problems += _mixed_revisions(frame)
    if problems:
        raise InvalidAttempts(problems)
    return counts.drop("distinct", strict=False)


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


def _look(frame: pl.LazyFrame, columns: set[str], source: str | None) -> _Seen:
    looks = [any_broken(columns, keys=False).any().alias("broken")]
    if "outcome" in columns:
        looks.append(pl.col("outcome").unique().implode().alias("outcomes"))
    if "score" in columns:
        score = pl.col("score")
        looks.append(((score == 0) | (score == 1)).all().alias("binary"))
        looks.append(score.has_nulls().alias("gaps"))
    if "attempt" in columns:
        looks += [pl.col("attempt").min().alias("first"), pl.col("attempt").max().alias("last")]
    if source is None and "source_language" in columns:
        looks.append(pl.col("source_language").unique().implode().alias("sources"))
    row = frame.select(looks).collect().row(0, named=True)
    sources = row.get("sources", [source or "en"])
    first, last = row.get("first"), row.get("last")
    return _Seen(
        columns=columns,
        broken=row["broken"],
        outcomes=frozenset(row.get("outcomes") or ()),
        binary=row.get("binary", True),
        gaps=row.get("gaps", True),
        last_attempt=last if first is not None and first >= 0 else None,
        source_language=sources[0] if len(sources) == 1 else None,
    )


def _sums(seen: _Seen, policies: Policies) -> list[pl.Expr]:
    value, dropped = _score(seen, policies)
    counted = pl.col("outcome").is_in(dropped).fill_null(False).not_() if dropped else None
    if counted is not None:
        value = pl.when(counted).then(value)
    sums = [
        pl.len().alias("rows"),
        (pl.len() if counted is None else counted.sum()).alias("attempts"),
        value.sum().alias("total"),
        # The squares of 0 and 1 are themselves.
        (value if seen.binary else value * value).sum().alias("total_of_squares"),
    ]
    for outcome in UNREAD:
        occurs = outcome in seen.outcomes
        sums.append(((pl.col("outcome") == outcome).sum() if occurs else pl.lit(0)).alias(outcome))
    sums += [pl.col(name).first() for name in ("floor", "n_options") if name in seen.columns]
    if "attempt" in seen.columns:
        sums.append(_distinct_attempts(seen).alias("distinct"))
    return sums


def _score(seen: _Seen, policies: Policies) -> tuple[pl.Expr, list[str]]:
    """Score of an attempt, and the outcomes that occur and count as missing."""
    value = pl.col("score")
    if seen.gaps:
        right = (pl.col("outcome") == RIGHT).cast(pl.Float64)
        value = value.fill_null(right) if "score" in seen.columns else right
    drop = ["error"]
    drop += [name for name in ("unparsed", "truncated") if getattr(policies, name) == "drop"]
    return value, [outcome for outcome in drop if outcome in seen.outcomes]


def _distinct_attempts(seen: _Seen) -> pl.Expr:
    """Number of different attempts of a group. Attempt k sets bit k, which is faster than a set."""
    attempt = pl.col("attempt")
    if seen.last_attempt is None or seen.last_attempt >= _BITS:
        return attempt.n_unique()
    return pl.lit(2, pl.Int64).pow(attempt).bitwise_or().bitwise_count_ones()


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
    if (counts["distinct"] == counts["rows"]).all():
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
