"""Does a frame with a column of any type end in one of our errors, or a result?"""

import datetime
from decimal import Decimal
from typing import Any

import polars as pl
import pytest
from tests.scoring.studies import study

import hatscore
from hatscore import HatscoreError

TABLE = study(items=4, attempts=2)

VALUES: dict[str, tuple[Any, Any]] = {
    "binary": (b"1", pl.Binary),
    "boolean": (True, pl.Boolean),
    "date": (datetime.date(2020, 1, 1), pl.Date),
    "datetime": (datetime.datetime(2020, 1, 1), pl.Datetime),
    "duration": (datetime.timedelta(1), pl.Duration),
    "time": (datetime.time(1), pl.Time),
    "decimal": (Decimal("0.5"), pl.Decimal(10, 2)),
    "categorical": ("1", pl.Categorical),
    "enum": ("1", pl.Enum(["1"])),
    "array": ([1, 2], pl.Array(pl.Int8, 2)),
    "list": ([1], pl.List(pl.Int8)),
    "struct": ({"a": 1}, pl.Struct({"a": pl.Int8})),
    "null": (None, pl.Null),
    "small": (1, pl.UInt8),
    "huge": (10**30, pl.Int128),
    "single": (0.5, pl.Float32),
    "object": (object(), pl.Object),
}
COLUMNS = (
    *("system", "benchmark", "item", "language", "source_language", "attempt", "score", "outcome"),
    *("floor", "n_options", "revision", "response", "thinking_tokens", "final_answer", "gold", "options"),
    *("metric", "filter"),
)


@pytest.mark.parametrize("column", COLUMNS)
def test_any_type_in_any_column(column: str) -> None:
    for name, (value, dtype) in VALUES.items():
        table = TABLE.with_columns(pl.Series(column, [value] * TABLE.height, dtype=dtype))
        floor = "options" if column in ("floor", "n_options") else "none"
        try:
            hatscore.score(table, missing="drop", floor=floor)  # type: ignore[arg-type]
            if column in ("final_answer", "thinking_tokens"):
                hatscore.study(table)
        except HatscoreError as error:
            assert str(error).rstrip()[-1] in ".?", name  # noqa: PT017
        except BaseException as error:
            error.add_note(f"{column} of type {name}")
            raise


def test_bytes_are_no_numbers_and_say_so() -> None:
    table = TABLE.with_columns(pl.Series("score", [b"1"] * TABLE.height))
    with pytest.raises(hatscore.InvalidAttempts, match=r"score must be a number; got \"b'1'\""):
        hatscore.score(table)
