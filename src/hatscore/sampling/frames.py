"""A run store as an attempts table."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from hatscore.attempts.schema import TYPES
from hatscore.sampling import store_tables as sql
from hatscore.sampling.store import Store

JUDGE_PREFIX = "judge:"
"""Systems of this name judge; what they wrote are no attempts."""

_FURTHER: dict[str, type[pl.DataType]] = {
    "thinking": pl.String,
    "latency": pl.Float64,
    "time": pl.String,
    "error_class": pl.String,
    "error_message": pl.String,
    "request": pl.Int64,
    "request_choices": pl.Int64,
    "request_output_tokens": pl.Int64,
    "request_thinking_tokens": pl.Int64,
    "model_reported": pl.String,
}
_ORDER = (
    *("system", "benchmark", "revision", "item", "language", "source_language", "attempt", "response"),
    *("finish_reason", "prompt_tokens", "answer_tokens", "thinking_tokens", "outcome", *_FURTHER),
)


def attempts_frame(
    store: Store,
    *,
    benchmark: str | None = None,
    systems: Sequence[str] | None = None,
    thinking: bool = False,
) -> pl.DataFrame:
    """Everything that was sampled, in the columns of an attempts table.

    Parameters
    ----------
    store : Store
        Open.
    benchmark : str, optional
        Only this one.
    systems : sequence of str, optional
        Only these.
    thinking : bool
        Whether the text of the thinking is wanted, which may be long.

    Returns
    -------
    polars.DataFrame
        ``outcome`` is ``error`` where all tries failed, ``refused`` where the provider withheld the
        answer, and null where the answer waits to be graded. ``answer_tokens`` and ``thinking_tokens``
        are null where the server counted several answers together; the ``request_`` columns hold
        the sums then, repeated on each of its ``request_choices`` rows.
    """
    conditions, arguments = [f"s.name NOT LIKE '{JUDGE_PREFIX}%'"], list[Any]()
    if benchmark is not None:
        conditions.append("p.benchmark = ?")
        arguments.append(benchmark)
    if systems is not None:
        conditions.append(f"s.name IN ({', '.join('?' * len(systems))})")
        arguments.extend(systems)
    rows = store.rows(sql.ATTEMPTS.format(condition=" AND ".join(conditions)), arguments)
    schema = {name: TYPES.get(name) or _FURTHER[name] for name in _ORDER}
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return frame if thinking else frame.drop("thinking")
