"""The page of the attempts table: its columns, and what an outcome is."""

from hatscore.attempts.schema import KEYS, MEANING, OUTCOME_MEANING, OUTCOMES, TYPES

_INTRO = """# The attempts table

One row for each answer. CSV, TSV, JSON Lines, Parquet, Arrow and frames hold it; every reader of logs gives
it; `hatscore read` writes it. `system`, `benchmark`, `item` and `language` are always needed, and `score` or
`outcome`.
Further columns are kept as they are; of these `final_answer` (what was read) serves studies and `prompt`,
`question` or `input` (what was asked) the export.

| column | type | needed | meaning |
|---|---|---|---|
"""

_OUTCOMES = """
## Outcomes

| outcome | what became of the attempt | counts as |
|---|---|---|
"""


def attempts_table_page() -> str:
    """The page as Markdown."""
    columns = "".join(
        f"| `{name}` | {_kind(kind.__name__)} | {_needed(name)} | {MEANING[name]} |\n"
        for name, kind in TYPES.items()
    )
    outcomes = "".join(f"| `{name}` | {' | '.join(OUTCOME_MEANING[name])} |\n" for name in OUTCOMES)
    return _INTRO + columns + _OUTCOMES + outcomes


def _kind(name: str) -> str:
    return {"String": "text", "Int64": "whole number", "Float64": "number"}[name]


def _needed(name: str) -> str:
    if name in KEYS:
        return "yes"
    return "one of `score`, `outcome`" if name in ("score", "outcome") else "no"
