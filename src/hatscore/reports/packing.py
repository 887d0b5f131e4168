"""Data of a page made small: rows as columns, and everything compressed into one text."""

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any

DIGITS = 5
"""Significant digits of numbers that are only drawn; every figure in words has its own rounding."""


def pack(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows as names and lists.

    Parameters
    ----------
    rows : sequence of mapping
        With the same keys, or some of them.

    Returns
    -------
    dict
        ``names`` and ``values``, one list a row, numbers rounded.

    Examples
    --------
    >>> pack([{"a": 1, "b": 0.123456789}, {"a": None, "b": 2.0}])
    {'names': ['a', 'b'], 'values': [[1, 0.12346], [None, 2.0]]}
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {"names": names, "values": [[_short(row.get(name)) for name in names] for row in rows]}


def compress(payload: object) -> str:
    """Plain data as base64 of gzipped JSON: letters that no HTML parser takes for markup.

    Parameters
    ----------
    payload : object
        What JSON can hold.

    Returns
    -------
    str

    Examples
    --------
    >>> compress({"a": 1}) == compress({"a": 1})
    True
    """
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain)
    return base64.b64encode(gzip.compress(text.encode("utf-8"), 9, mtime=0)).decode("ascii")


def _short(value: Any) -> Any:
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def _plain(value: object) -> object:
    """NumPy numbers and dates as JSON holds them."""
    if hasattr(value, "item"):
        return value.item()
    return str(value)
