"""The page of the run store: its tables, as SQLite makes them."""

import sqlite3

from hatscore.sampling.store_tables import CREATE, MEANING, SCHEMA_VERSION

_INTRO = f"""# The run store

`hatscore run` keeps every answer in one SQLite file, version {SCHEMA_VERSION} of this form. Every reading
command takes it as it is; `--query` asks it directly. A change of meaning raises the version.
"""


def run_store_page() -> str:
    """The page as Markdown."""
    store = sqlite3.connect(":memory:")
    store.executescript(CREATE)
    sections = [_INTRO]
    tables = store.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ").fetchall()
    for (table,) in tables:
        rows = "".join(
            f"| `{name}` | {kind.lower()} | {'no' if not_null or key else 'yes'} | {'yes' if key else ''} |\n"
            for _, name, kind, not_null, _, key in store.execute(f"PRAGMA table_info({table})")
        )
        head = "| column | type | may be empty | part of the key |\n|---|---|---|---|\n"
        sections.append(f"## `{table}`\n\n{MEANING[table]}\n\n{head}{rows}")
    store.close()
    return "\n".join(sections)
