"""Bring a table of any origin into the form of the attempts table."""

from collections.abc import Mapping

import polars as pl

from hatscore.attempts.schema import KEYS, RAW, TYPES
from hatscore.errors import InvalidArgument, InvalidAttempts, Problem

_TRUTH = {"true": "1", "false": "0"}

_LABELS = ("metric", "filter")
"""Further columns whose values signatures show."""


def conform(
    frame: pl.LazyFrame,
    *,
    where: str,
    rename: Mapping[str, str] | None = None,
    fixed: Mapping[str, str] | None = None,
) -> pl.LazyFrame:
    """Rename, set and cast columns; nothing is read yet.

    Parameters
    ----------
    frame : polars.LazyFrame
        Rows are attempts.
    where : str
        Name of the file or frame, for messages.
    rename : mapping, optional
        From the name of a column of the attempts table to its name here.
    fixed : mapping, optional
        Columns that hold one value in all rows.

    Returns
    -------
    polars.LazyFrame
        Known columns in their types; text that is no number becomes null, and is kept in a hidden
        column for `hatscore.attempts.checks` to name.

    Raises
    ------
    InvalidAttempts
        If a needed column is missing.
    InvalidArgument
        If ``rename`` names a column that is not there.
    """
    frame = _rename(frame, rename or {}, where)
    frame = frame.with_columns(pl.lit(value).alias(name) for name, value in (fixed or {}).items())
    schema = frame.collect_schema()
    _require_columns(list(schema), where)

    columns: list[pl.Expr] = []
    for name, wanted in TYPES.items():
        if name not in schema or schema[name] == wanted:
            continue
        column = pl.col(name)
        if schema[name] == pl.String:
            # The text is kept beside the number: a check can then say what was no number.
            columns += [column.alias(RAW + name), _number(column).cast(wanted, strict=False)]
        elif _is_no_scalar(schema[name]):
            text = _as_text(column)
            columns.append(text if wanted == pl.String else text.alias(RAW + name))
            if wanted != pl.String:
                columns.append(pl.lit(None, wanted).alias(name))
        elif wanted == pl.Int64 and schema[name].is_float():
            whole = column.cast(wanted, strict=False)
            columns += [
                column.cast(pl.String).alias(RAW + name),
                pl.when(whole == column).then(whole).alias(name),
            ]
        elif wanted == pl.String and schema[name].is_float():
            columns.append(_whole_as_text(column))
        else:
            columns.append(column.cast(wanted, strict=False))
    if "outcome" in schema:
        outcome = pl.col("outcome")
        outcome = _as_text(outcome) if _is_no_scalar(schema["outcome"]) else outcome.cast(pl.String)
        columns = [c for c in columns if c.meta.output_name() != "outcome"]
        columns.append(
            outcome.str.to_lowercase().str.strip_chars() if schema["outcome"] == pl.String else outcome
        )
    columns += [_as_text(pl.col(name)) for name in _LABELS if name in schema and _is_no_scalar(schema[name])]
    return frame.with_columns(columns)


def _rename(frame: pl.LazyFrame, rename: Mapping[str, str], where: str) -> pl.LazyFrame:
    if not rename:
        return frame
    columns = frame.collect_schema().names()
    for wanted, present in rename.items():
        if present not in columns:
            raise InvalidArgument(
                f"cannot map {wanted!r} to column {present!r}: {where} has the columns {', '.join(columns)}."
            )
    # A column that has the wanted name already gives way to the one that is mapped onto it.
    replaced = [name for name in rename if name in columns and name not in rename.values()]
    return frame.drop(replaced).rename({present: wanted for wanted, present in rename.items()})


def _require_columns(columns: list[str], where: str) -> None:
    missing = [name for name in KEYS if name not in columns]
    if "score" not in columns and "outcome" not in columns:
        missing.append("score (or outcome)")
    if missing:
        first = missing[0].split()[0]
        raise InvalidAttempts(
            [
                Problem(
                    "missing_column",
                    f"{where} lacks the column{'s' if len(missing) > 1 else ''} {', '.join(missing)}; it "
                    f"has {', '.join(columns) or 'none'}. Rename one with --map {first}=COLUMN, or set one "
                    f"value for all rows with --set {first}=VALUE.",
                )
            ]
        )


def _number(column: pl.Expr) -> pl.Expr:
    text = column.str.strip_chars().str.to_lowercase()
    # Not `replace`, for which Polars would hold the whole column.
    for word, number in _TRUTH.items():
        text = pl.when(text == word).then(pl.lit(number)).otherwise(text)
    return text.alias(column.meta.output_name())


def _is_no_scalar(dtype: pl.DataType) -> bool:
    """Types that Polars casts neither to text nor to numbers."""
    return dtype.is_nested() or dtype in (pl.Binary, pl.Object, pl.Duration)


def _as_text(column: pl.Expr) -> pl.Expr:
    return column.map_batches(_each_as_text, return_dtype=pl.String)


def _each_as_text(column: pl.Series) -> pl.Series:
    return pl.Series([None if value is None else str(value) for value in column.to_list()], dtype=pl.String)


def _whole_as_text(column: pl.Expr) -> pl.Expr:
    """Text of a number that names something: 17.0 (a frame with gaps turns integers to floats) is 17."""
    whole = column.cast(pl.Int64, strict=False)
    return pl.when(whole == column).then(whole.cast(pl.String)).otherwise(column.cast(pl.String))
