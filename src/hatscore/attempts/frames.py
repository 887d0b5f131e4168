"""Frames of other libraries, through Narwhals."""

from typing import Any

import narwhals as nw
import polars as pl

from hatscore.errors import InvalidArgument


def to_polars(frame: Any) -> pl.LazyFrame:
    """Take the rows of any frame that Narwhals knows.

    Parameters
    ----------
    frame : pandas, Polars, PyArrow or DuckDB frame, or another that Narwhals knows
        One row an attempt.

    Returns
    -------
    polars.LazyFrame

    Raises
    ------
    InvalidArgument
        If it is no frame.
    """
    if isinstance(frame, (pl.DataFrame, pl.LazyFrame)):
        return frame.lazy()
    try:
        native: Any = nw.from_native(frame)
        names = [str(name) for name in native.columns]
    except nw.exceptions.DuplicateError as error:
        raise InvalidArgument(f"the frame has two columns of one name ({error}); rename one.") from None
    except TypeError:
        raise InvalidArgument(
            f"expected attempts, a path, or a pandas, Polars, PyArrow or DuckDB frame; got "
            f"{type(frame).__name__}."
        ) from None
    if isinstance(native, nw.LazyFrame):
        native = native.collect(backend="polars")
    columns = [_column(series).alias(name) for series, name in zip(native.iter_columns(), names, strict=True)]
    return pl.DataFrame(columns).lazy()


def _column(series: Any) -> pl.Series:
    """One column; pandas holds missing text and missing numbers as NaN, which is null here."""
    if series.implementation.is_pandas_like() and series.dtype == nw.Object:
        missing = series.is_null().to_list()
        values = [None if gap else value for value, gap in zip(series.to_list(), missing, strict=True)]
        return pl.Series(series.name, values, strict=False)
    converted: pl.Series = series.to_polars()
    if series.implementation.is_pandas_like() and converted.dtype.is_float():
        converted = converted.fill_nan(None)
    return converted
