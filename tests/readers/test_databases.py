"""Are databases read by a query, and by nothing but reading?"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import duckdb
import polars as pl
import pytest
from tests.cli.conftest import Hatscore
from tests.cli.conftest import hatscore as hatscore  # noqa: PLC0414

from hatscore.api.reading import read
from hatscore.errors import InvalidArgument, InvalidAttempts, MissingExtra, UnreadableFile

ROWS = [
    ("m", "facts", item, language, k, float(item > k * times))
    for item in range(8)
    for language, times in (("en", 1), ("sw", 2))
    for k in range(4)
]
MAKE = "CREATE TABLE answers (model TEXT, bench TEXT, question INTEGER, lang TEXT, k INTEGER, ok DOUBLE)"
QUERY = (
    "SELECT model AS system, bench AS benchmark, question AS item, lang AS language, k AS attempt, "
    "ok AS score FROM answers"
)
KEYS = ["system", "benchmark", "item", "language", "attempt", "score"]


@pytest.fixture
def lite(tmp_path: Path) -> Path:
    path = tmp_path / "answers.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute(MAKE)
        database.executemany("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?)", ROWS)
        database.commit()
    return path


@pytest.fixture
def duck(tmp_path: Path) -> Path:
    path = tmp_path / "answers.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute(MAKE)
        database.executemany("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?)", ROWS)
    return path


@pytest.mark.parametrize("kind", ["lite", "duck"])
def test_rows_are_those_of_the_query(kind: str, request: pytest.FixtureRequest) -> None:
    frame = read(request.getfixturevalue(kind), query=QUERY).to_frame()
    assert frame.select(KEYS).rows() == [(a, b, str(c), d, e, f) for a, b, c, d, e, f in ROWS]


@pytest.mark.parametrize("kind", ["lite", "duck"])
def test_without_a_query_the_tables_are_named(kind: str, request: pytest.FixtureRequest) -> None:
    with pytest.raises(
        InvalidArgument, match="database with the tables answers; say what to read with --query"
    ):
        read(request.getfixturevalue(kind))


def test_columns_are_renamed_and_set(lite: Path) -> None:
    query = "SELECT model AS system, question AS item, lang AS language, ok FROM answers WHERE k = 0"
    frame = read(lite, query=query, rename={"score": "ok"}, fixed={"benchmark": "facts"}).to_frame()
    assert frame.height == 16
    with pytest.raises(InvalidAttempts, match="lacks the column"):
        read(lite, query="SELECT model AS system FROM answers")


@pytest.mark.parametrize(
    "query",
    [
        "DROP TABLE answers",
        "DELETE FROM answers",
        "UPDATE answers SET ok = 1",
        "CREATE TABLE more (x)",
        "ATTACH DATABASE '{other}' AS other",
        "PRAGMA writable_schema = 1",
        "SELECT 1; DROP TABLE answers",
        "SELECT * FROM nothing",
        "not SQL",
    ],
)
@pytest.mark.parametrize("kind", ["lite", "duck"])
def test_nothing_but_reading(kind: str, query: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(kind)
    before, other = path.read_bytes(), tmp_path / "other.db"
    with pytest.raises(InvalidArgument, match=r"does not take the query|no columns"):
        read(path, query=query.format(other=other))
    assert path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "query",
    [
        "COPY answers TO '{folder}/out.csv'",
        "SELECT * FROM read_csv('{folder}/secret.csv')",
        "SELECT * FROM '{folder}/secret.csv'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
    ],
)
def test_a_query_of_duckdb_sees_no_other_file(query: str, duck: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n1\n")
    with pytest.raises(InvalidArgument, match="does not take the query"):
        read(duck, query=query.format(folder=tmp_path))
    assert not (tmp_path / "out.csv").exists()


def test_values_of_several_types_in_a_column_are_text(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE t (item, score)")
        database.executemany("INSERT INTO t VALUES (?, ?)", [(1, 1), ("1b", 0.5), (None, "no")])
        database.commit()
    fixed = {"system": "m", "benchmark": "b", "language": "en"}
    frame = read(path, query="SELECT * FROM t", fixed=fixed).to_frame()
    assert frame.select("item", "score").rows() == [("1", 1.0), ("1b", 0.5), (None, None)]


def test_a_name_with_signs_of_an_address(lite: Path) -> None:
    other = lite.rename(lite.with_name("a?mode=rwc#%41 b.db"))
    assert read(other, query=QUERY).to_frame().height == 64


def test_no_rows_no_database_and_damage(lite: Path, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="the query gives no rows"):
        read(lite, query=f"{QUERY} WHERE k > 5")
    with pytest.raises(InvalidArgument, match="gives the column lang twice"):
        read(lite, query="SELECT lang, lang FROM answers")
    (tmp_path / "a.csv").write_text("a\n1\n")
    with pytest.raises(UnreadableFile, match="no SQLite or DuckDB database"):
        read(tmp_path / "a.csv", query=QUERY)
    lite.write_bytes(lite.read_bytes()[:4096] + b"\xff" * 4096)
    with pytest.raises(UnreadableFile, match="cannot be read"):
        read(lite, query=QUERY)


def test_duckdb_is_optional(duck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingExtra, match=r"pip install 'hatscore\[duckdb\]'"):
        read(duck, query=QUERY)


def test_commands_take_a_query(lite: Path, tmp_path: Path, hatscore: Hatscore) -> None:
    run = hatscore("read", lite, "--query", QUERY, "-o", tmp_path / "out.parquet")
    assert run.code == 0, run.err
    assert pl.read_parquet(tmp_path / "out.parquet").height == 64
    run = hatscore("score", lite, "--query", QUERY, "--format", "json")
    assert run.code == 0, run.err
    assert hatscore("score", lite).code != 0
