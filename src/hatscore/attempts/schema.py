"""Columns of the attempts table and what they may hold."""

import polars as pl

KEYS = ("system", "benchmark", "item", "language")
"""Together with ``attempt`` they name one row; always needed."""

RIGHT = "right"
OUTCOMES = (RIGHT, "wrong", "unparsed", "ambiguous", "truncated", "refused", "error")
"""What became of an attempt; ``error`` is missing data, everything but ``right`` scores 0."""

TYPES: dict[str, type[pl.DataType]] = {
    "system": pl.String,
    "benchmark": pl.String,
    "item": pl.String,
    "language": pl.String,
    "source_language": pl.String,
    "attempt": pl.Int64,
    "score": pl.Float64,
    "outcome": pl.String,
    "floor": pl.Float64,
    "n_options": pl.Int64,
    "revision": pl.String,
    "response": pl.String,
    "finish_reason": pl.String,
    "prompt_tokens": pl.Int64,
    "answer_tokens": pl.Int64,
    "thinking_tokens": pl.Int64,
}
"""Type of every column that hatscore reads; further columns are kept as they are."""

RAW = "_raw_"
"""Prefix of hidden columns that keep the text of a number until it has been checked."""

SHORT_GOLD = RAW + "gold"
"""Hidden column: the right answer where it is a number or a letter, for readers that keep no texts."""
RESPONSE_PRINT, RESPONSE_LENGTH = RAW + "response_print", RAW + "response_characters"
"""Hidden columns: hash and length of a response, for readers that keep no texts."""
