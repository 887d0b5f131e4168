"""The closed, ordered table of formats: who claims a file reads it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hatscore.attempts.files import TABLE_ENDINGS, table_ending
from hatscore.attempts.table import Attempts
from hatscore.readers.choices import ReadChoices
from hatscore.readers.databases import ENDINGS as DATABASE_ENDINGS
from hatscore.readers.databases import claims_database, explain_database, read_databases
from hatscore.readers.every_eval_ever import (
    claims_every_eval_ever,
    explain_every_eval_ever,
    read_every_eval_ever,
)
from hatscore.readers.explanation import FieldUse
from hatscore.readers.helm import claims_helm, explain_helm, read_helm
from hatscore.readers.inspect_claims import claims_inspect_log
from hatscore.readers.inspect_log import explain_inspect_log, read_inspect_logs
from hatscore.readers.lighteval import claims_lighteval, explain_lighteval, read_lighteval
from hatscore.readers.lm_eval import claims_lm_eval, explain_lm_eval, read_lm_eval
from hatscore.readers.open_llm import claims_open_llm, explain_open_llm, read_open_llm
from hatscore.readers.plain import claims_table, explain_plain, read_tables
from hatscore.readers.run_stores import claims_store, explain_store, read_stores
from hatscore.readers.simple_evals import claims_simple_evals, explain_simple_evals, read_simple_evals


@dataclass(frozen=True, slots=True)
class Format:
    """One form of file.

    Attributes
    ----------
    name : str
        Short, lower case.
    title : str
        What `hatscore read --explain` calls it.
    endings : tuple of str
        Its files end in one of these, which may have a compression's ending after it. Other files are
        not opened.
    claims : callable
        Whether a file with such an ending is of this form, by its content or its name. It reads little,
        and never raises.
    read : callable
        Files of this form, together, into attempts.
    explain : callable
        Where the columns of one file come from; called for a file that could be read, with the
        attempts that were read from it.
    items_by_place : bool
        Whether items are numbered by their place in a file, so that their right answers are compared
        across languages.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    claims: Callable[[Path], bool]
    read: Callable[[Sequence[Path], ReadChoices], list[Attempts]]
    explain: Callable[[Path, ReadChoices, Attempts], FieldUse]
    items_by_place: bool = False


LM_EVAL = Format(
    "lm-eval",
    "sample file of the LM Evaluation Harness",
    (".jsonl", ".ndjson"),
    claims_lm_eval,
    read_lm_eval,
    explain_lm_eval,
    items_by_place=True,
)
INSPECT = Format(
    "inspect",
    "Inspect AI log",
    (".eval", ".json"),
    claims_inspect_log,
    read_inspect_logs,
    explain_inspect_log,
    items_by_place=True,
)
LIGHTEVAL = Format(
    "lighteval",
    "details file of lighteval",
    (".parquet",),
    claims_lighteval,
    read_lighteval,
    explain_lighteval,
    items_by_place=True,
)
HELM = Format(
    "helm",
    "HELM run (per_instance_stats.json)",
    (".json",),
    claims_helm,
    read_helm,
    explain_helm,
    items_by_place=True,
)
EVERY_EVAL_EVER = Format(
    "every-eval-ever",
    "instance file of Every Eval Ever",
    (".jsonl", ".ndjson"),
    claims_every_eval_ever,
    read_every_eval_ever,
    explain_every_eval_ever,
    items_by_place=True,
)
OPEN_LLM = Format(
    "open-llm",
    "details file of the Open LLM Leaderboard",
    (".parquet", ".json"),
    claims_open_llm,
    read_open_llm,
    explain_open_llm,
    items_by_place=True,
)
SIMPLE_EVALS = Format(
    "simple-evals",
    "results file of simple-evals (_allresults.json)",
    (".json",),
    claims_simple_evals,
    read_simple_evals,
    explain_simple_evals,
    items_by_place=True,
)
DATABASE = Format(
    "database",
    "SQLite or DuckDB database",
    DATABASE_ENDINGS,
    claims_database,
    read_databases,
    explain_database,
)
RUN_STORE = Format(
    "run-store",
    "run store of hatscore",
    (".db", ".sqlite", ".sqlite3"),
    claims_store,
    read_stores,
    explain_store,
)
PLAIN = Format("table", "table of attempts", TABLE_ENDINGS, claims_table, read_tables, explain_plain)

FORMATS: tuple[Format, ...] = (
    LM_EVAL,
    INSPECT,
    LIGHTEVAL,
    HELM,
    EVERY_EVAL_EVER,
    OPEN_LLM,
    SIMPLE_EVALS,
    # Formats of other tools come here, one line each: the first that claims a file reads it.
    # Before the run store, which takes whatever has a store's ending, and says what is wrong with it.
    DATABASE,
    RUN_STORE,
    # Last, since it takes whatever has a table's ending.
    PLAIN,
)


def known_endings() -> tuple[str, ...]:
    """Endings of all formats, those of tables first.

    Returns
    -------
    tuple of str
    """
    found = (ending for format in (PLAIN, *FORMATS) for ending in format.endings)
    return tuple(dict.fromkeys(found))


def format_of(path: Path) -> Format | None:
    """The format that claims a file.

    Parameters
    ----------
    path : Path
        A file that exists.

    Returns
    -------
    Format or None
    """
    ending = table_ending(path)
    for format in FORMATS:
        if ending in format.endings and format.claims(path):
            return format
    return None
