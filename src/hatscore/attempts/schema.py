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

MEANING = {
    "system": "The model and its settings.",
    "benchmark": "The set of parallel items.",
    "item": "Name of the item, the same in all languages.",
    "language": "Language in which it was asked, as a tag such as `sw` or `zh-Hant`.",
    "source_language": "Language that transfer starts from; English where there is no such column.",
    "attempt": "0, 1, 2 ... for several answers to one item; without it every row is another attempt.",
    "score": "1 right, 0 wrong; a judge may give fractions between.",
    "outcome": "What became of the attempt; see below. Beside a `score` it must not contradict it.",
    "floor": 'Chance of a right answer by guessing, from 0 to below 1; used by `floor="options"`.',
    "n_options": 'Number of options; `floor="options"` takes one in `n_options` as the chance.',
    "revision": "Revision of the benchmark; shown in the signature.",
    "response": "What the system said; needed to read answers again.",
    "finish_reason": "Why the response ended: `length` is the token cap.",
    "prompt_tokens": "Tokens of what was asked.",
    "answer_tokens": "Tokens of the answer, without thinking.",
    "thinking_tokens": "Tokens of thinking; studies compare them across languages.",
}
"""What each column of `TYPES` holds."""

OUTCOME_MEANING = {
    "right": ("The answer is right.", "1"),
    "wrong": ("The answer is wrong.", "0"),
    "unparsed": ("No answer was found in the response.", '0; missing with `unparsed="drop"`'),
    "ambiguous": ("Several answers were found, and nothing says which is meant.", "0"),
    "truncated": ("The response was cut by the token cap.", '0; missing with `truncated="drop"`'),
    "refused": ("The system declined to answer.", "0"),
    "error": ("The call failed.", "missing"),
}
"""What each outcome says, and what it counts as."""

RAW = "_raw_"
"""Prefix of hidden columns that keep the text of a number until it has been checked."""

SHORT_GOLD = RAW + "gold"
"""Hidden column: the right answer where it is a number or a letter, for readers that keep no texts."""
RESPONSE_PRINT, RESPONSE_LENGTH = RAW + "response_print", RAW + "response_characters"
"""Hidden columns: hash and length of a response, for readers that keep no texts."""
