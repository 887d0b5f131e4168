"""From attempts to the few sums per item that every estimate needs."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from hatscore.attempts.checks import any_broken, row_problems
from hatscore.attempts.item_checks import (
    duplicate_attempts,
    mixed_chance,
    mixed_revisions,
    several_sources,
    unknown_languages,
)
from hatscore.attempts.languages import standard_tag
from hatscore.attempts.schema import KEYS, RIGHT
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidAttempts, Problem
from hatscore.options import Counting

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

    tags = {"language": set(counts["language"].unique())}
    constant = {seen.source_language} if seen.source_language is not None else None
    tags["source_language"] = constant or set(counts["source_language"].unique())
    spellings = _spellings(tags)
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
    for name in ("floor", "n_options"):
        if name in seen.columns:
            problems += mixed_chance(standard, name)
    if "revision" in seen.columns:
        problems += mixed_revisions(frame)
    if problems:
        raise InvalidAttempts(problems)
    return standard.drop("distinct", strict=False)


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
    if seen.gaps and "outcome" in seen.columns:
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


def _spellings(tags: Mapping[str, set[str]]) -> dict[str, str]:
    """Tags that are known under another spelling, with the standard one."""
    given = sorted({tag for column in tags.values() for tag in column if tag})
    standard = {tag: standard_tag(tag) for tag in given}
    return {tag: known for tag, known in standard.items() if known not in (tag, None)}


def _standard_languages(counts: pl.DataFrame, spellings: dict[str, str]) -> pl.DataFrame:
    """One spelling of each language; groups that were apart only by spelling are added up."""
    if not spellings:
        return counts
    sums = ("rows", "attempts", "total", "total_of_squares", *UNREAD)
    merged = [pl.col(*sums).sum()]
    merged += [pl.col(name).first() for name in ("floor", "n_options") if name in counts.columns]
    if "distinct" in counts.columns:
        # Which attempts the groups share is not known here: null asks for the exact count.
        merged.append(pl.when(pl.len() == 1).then(pl.col("distinct").first()).alias("distinct"))
    return (
        counts.with_columns(pl.col("language", "source_language").replace(spellings))
        .group_by(_GROUP)
        .agg(merged)
    )


def standard_languages(frame: pl.DataFrame) -> pl.DataFrame:
    """The column ``language`` in standard spelling, as `count_items` has it.

    Parameters
    ----------
    frame : polars.DataFrame
        With a column ``language``.

    Returns
    -------
    polars.DataFrame
    """
    spellings = _spellings({"language": set(frame["language"].unique())})
    return frame.with_columns(pl.col("language").replace(spellings)) if spellings else frame
