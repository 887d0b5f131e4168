"""The right answers of what is asked, kept in the run store, so that a store can be graded by itself."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import Item, Kind
from hatscore.sampling.store import Store

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


def keep_golds(store: Store, benchmarks: Iterable[Benchmark]) -> None:
    """Write the right answers of benchmarks into a run store.

    Parameters
    ----------
    store : Store
        Open for writing.
    benchmarks : iterable of Benchmark
        What is asked.

    Raises
    ------
    StoreFull
        If there is no space.
    """
    rows = [row for benchmark in benchmarks for row in _rows(benchmark)]
    with store.transaction():
        store.rows(_TABLE)
    store.run(f"INSERT OR REPLACE INTO golds VALUES ({', '.join('?' * 12)})", rows)


def read_golds(store: Store) -> dict[Place, Gold]:
    """Right answers of a run store, by prompt.

    Parameters
    ----------
    store : Store
        Open.

    Returns
    -------
    dict
        Empty where the store has none.
    """
    if not store.rows("SELECT 1 FROM sqlite_master WHERE name = 'golds'"):
        return {}
    found = {}
    for row in store.rows(f"SELECT {_COLUMNS} FROM golds"):
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
