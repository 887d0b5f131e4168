"""The right answers of what is asked, kept in the run store, so that a store can be graded by itself."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import Item, Kind

_TABLE = """
CREATE TABLE IF NOT EXISTS golds (
    benchmark TEXT, revision TEXT, item TEXT, language TEXT, kind TEXT, source_language TEXT, gold TEXT,
    options TEXT, accepted TEXT, label TEXT, question TEXT, passage TEXT,
    PRIMARY KEY (benchmark, revision, item, language)
)
"""
_COLUMNS = "benchmark, revision, item, language, kind, source_language, gold, options, accepted, label"


@dataclass(frozen=True, slots=True)
class Gold:
    """What is right for one prompt, and how its answer is read.

    Attributes
    ----------
    kind : {'number', 'letter', 'text'}
        What was asked for.
    item : Item
        The item; its question is not kept here.
    label : str
        Answer label of the prompt.
    """

    kind: Kind
    item: Item
    label: str


Place = tuple[str, str, str, str]
"""Benchmark, revision, item, language."""


def keep_golds(path: Path, benchmarks: Iterable[Benchmark]) -> None:
    """Write the right answers of benchmarks into a run store.

    Parameters
    ----------
    path : Path
        The store; it must exist and not be in use by a run.
    benchmarks : iterable of Benchmark
        What is asked.
    """
    rows = [row for benchmark in benchmarks for row in _rows(benchmark)]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(_TABLE)
        connection.executemany(f"INSERT OR REPLACE INTO golds VALUES ({', '.join('?' * 12)})", rows)


def read_golds(path: Path) -> dict[Place, Gold]:
    """Right answers of a run store, by prompt.

    Parameters
    ----------
    path : Path
        The store.

    Returns
    -------
    dict
        Empty where the store has none.
    """
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'golds'").fetchone():
            return {}
        found = {}
        for row in connection.execute(f"SELECT {_COLUMNS} FROM golds"):
            benchmark, revision, name, language, kind, source, gold, options, accepted, label = row
            item = Item(
                name,
                language,
                source,
                "",
                gold,
                options=tuple(json.loads(options)),
                accepted=tuple(json.loads(accepted)),
            )
            found[benchmark, revision, name, language] = Gold(kind, item, label)
        return found


def _rows(benchmark: Benchmark) -> Iterator[tuple[str | None, ...]]:
    manifest = benchmark.manifest
    for language in benchmark.languages:
        for item in benchmark.items[language]:
            yield (
                *(manifest.name, manifest.revision, item.item, language, manifest.kind),
                *(item.source_language, item.gold, json.dumps(item.options), json.dumps(item.accepted)),
                *(benchmark.prompts[language].answer, item.question, item.passage),
            )
