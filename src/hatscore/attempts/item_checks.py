"""What can be wrong with an attempts table beyond single rows: items, languages, duplicates."""

from collections.abc import Mapping

import polars as pl

from hatscore.attempts.languages import standard_tag
from hatscore.attempts.schema import KEYS, RAW
from hatscore.attempts.table import Attempts
from hatscore.errors import Problem
from hatscore.wording import listing, plural


def unknown_languages(
    attempts: Attempts, tags: Mapping[str, set[str]], *, source_given: bool
) -> list[Problem]:
    """Language tags that no registry knows.

    Parameters
    ----------
    attempts : Attempts
        The table, to name rows.
    tags : mapping
        Tags that occur, as they were given, by column.
    source_given : bool
        Whether the source language is an argument and no column.

    Returns
    -------
    list of Problem
    """
    problems = []
    for column, given in tags.items():
        unknown = sorted({tag for tag in given if tag and standard_tag(tag) is None})
        if not unknown:
            continue
        where = (
            ""
            if source_given and column == "source_language"
            else _places(attempts, pl.col(column).is_in(unknown))
        )
        problems.append(
            Problem(
                "unknown_language",
                f"{where}{column} {listing([repr(tag) for tag in unknown])} is not a known language tag; use "
                "BCP 47 tags such as en, sw or zh-Hans.",
            )
        )
    return problems


def _places(attempts: Attempts, match: pl.Expr) -> str:
    """The rows that match, in each part that has some: ``a.csv, rows 1, 2; b.csv, row 7: ``."""
    parts = [
        f"{part.name}, {rows}"
        for part in attempts.parts
        if match.meta.root_names()[0] in part.frame.collect_schema() and (rows := _rows_of(part.frame, match))
    ]
    return f"{'; '.join(parts)}: " if parts else ""


def duplicate_attempts(attempts: Attempts, counts: pl.DataFrame, spellings: dict[str, str]) -> list[Problem]:
    """Attempts that are given more than once.

    Parameters
    ----------
    attempts : Attempts
        The table, to name rows.
    counts : polars.DataFrame
        Sums per item; ``distinct`` is the number of different attempts, null where it must be counted.
    spellings : dict of str
        From a tag to its standard spelling.

    Returns
    -------
    list of Problem
    """
    doubtful = counts.filter(pl.col("distinct").is_null() | (pl.col("distinct") != pl.col("rows")))
    if doubtful.is_empty():
        return []
    keys = [*KEYS, "attempt"]
    language = pl.col("language").replace(spellings)
    numbered = attempts.lazy().with_columns(language).filter(pl.all_horizontal(pl.col(keys).is_not_null()))
    repeated = numbered.group_by(keys).len().filter(pl.col("len") > 1).sort(keys).collect()
    if repeated.is_empty():
        return []
    first = repeated.row(0, named=True)
    named = ", ".join(f"{key} {first[key]}" for key in keys)
    found = [
        f"{part.name} {rows}"
        for part in attempts.parts
        if "attempt" in part.frame.collect_schema()
        and (rows := _rows_of(part.frame.with_columns(language), _equal(first, keys)))
    ]
    return [
        Problem(
            "duplicate_attempt",
            f"{plural(repeated.height, 'attempt')} given more than once; first: "
            f"{named} ({'; '.join(found)}). Number the attempts of an item 0, 1, 2 ..., or leave out the "
            "second copy.",
        )
    ]


def _equal(values: dict[str, object], keys: list[str]) -> pl.Expr:
    return pl.all_horizontal(pl.col(key) == values[key] for key in keys)


def _rows_of(frame: pl.LazyFrame, match: pl.Expr) -> str:
    row = RAW + "row"
    rows = frame.with_row_index(row, offset=1).filter(match).select(row).collect()[row].to_list()
    return f"row{'s' if len(rows) > 1 else ''} {listing([str(number) for number in rows])}" if rows else ""


def mixed_chance(counts: pl.DataFrame, name: str) -> list[Problem]:
    """Items with different chances of guessing in different rows.

    Parameters
    ----------
    counts : polars.DataFrame
        Sums per item; ``name`` holds the least of its rows, ``{name}_last`` the greatest.
    name : str
        ``floor`` or ``n_options``.

    Returns
    -------
    list of Problem
    """
    mixed = (
        counts.group_by("benchmark", "item")
        .agg(pl.col(name).append(pl.col(f"{name}_last")).drop_nulls().unique().sort())
        .filter(pl.col(name).list.len() > 1)
        .sort("benchmark", "item")
    )
    if mixed.is_empty():
        return []
    first = mixed.row(0, named=True)
    values = ", ".join(f"{value:g}" for value in first[name])
    return [
        Problem(
            "mixed_chance",
            f"{plural(mixed.height, 'item')} with more than one {name} (first: item {first['item']} of "
            f"{first['benchmark']}: {values}); give an item the same one in every language.",
        )
    ]


def several_sources(counts: pl.DataFrame) -> list[Problem]:
    """Items with more than one source language.

    Parameters
    ----------
    counts : polars.DataFrame
        Sums per item.

    Returns
    -------
    list of Problem
    """
    several = (
        counts.group_by("benchmark", "item")
        .agg(pl.col("source_language").drop_nulls().unique().sort())  # no value is a problem of its own
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


def mixed_revisions(frame: pl.LazyFrame) -> list[Problem]:
    """Benchmarks whose rows come from different revisions.

    Parameters
    ----------
    frame : polars.LazyFrame
        All rows.

    Returns
    -------
    list of Problem
    """
    revisions = (
        # Distinct pairs first: a list of all rows' values would be long.
        frame.select("benchmark", "revision")
        .unique()
        .collect(engine="streaming")
        .group_by("benchmark")
        .agg(pl.col("revision").drop_nulls().unique().sort())
        .filter(pl.col("revision").list.len() > 1)
        .sort("benchmark")
    )
    return [
        Problem(
            "mixed_revisions",
            f"{benchmark} is mixed from the revisions {listing(found)}; score each revision apart.",
        )
        for benchmark, found in revisions.iter_rows()
    ]
