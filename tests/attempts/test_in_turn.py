"""Are frames of which Python gives the rows gone through one by one, as if put together?"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import polars as pl
import pytest
from polars.io.plugins import register_io_source

import hatscore
from hatscore.attempts.in_turn import in_turn
from hatscore.attempts.table import Part, stacked

FRAMES = [
    pl.DataFrame({"item": ["a", "b"], "score": [1, 0]}),
    pl.DataFrame({"item": ["c"], "score": [0.5], "language": ["sw"]}),
    pl.DataFrame({"score": [None, 0.0], "item": ["d", "e"]}),
]
TOGETHER = pl.concat(FRAMES, how="diagonal_relaxed")

Query = Callable[[pl.LazyFrame], pl.LazyFrame]
QUERIES: dict[str, Query] = {
    "all": lambda rows: rows,
    "a column": lambda rows: rows.select("language"),
    "the number of rows": lambda rows: rows.select(pl.len()),
    "some rows": lambda rows: rows.filter(pl.col("score") < 1).select("item"),
    "rows by a column that one has": lambda rows: rows.filter(language="sw"),
    "the first rows": lambda rows: rows.head(3),
    "the first of some": lambda rows: rows.filter(pl.col("score") < 1).head(2),
    "some of the first": lambda rows: rows.head(4).filter(pl.col("score") < 1),
    "a middle": lambda rows: rows.slice(1, 3),
    "sums": lambda rows: rows.group_by("language").agg(pl.col("score").sum()).sort("language"),
}


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_as_polars_puts_them_together(query: Query, engine: str) -> None:
    frame = in_turn([frame.lazy() for frame in FRAMES])
    assert query(frame).collect(engine=engine).equals(query(TOGETHER.lazy()).collect())  # type: ignore[call-overload]


def test_one_at_a_time() -> None:
    inside, most = 0, 0
    lock = threading.Lock()

    def slow(number: int) -> pl.LazyFrame:
        def rows(*_: object) -> Iterator[pl.DataFrame]:
            nonlocal inside, most
            with lock:
                inside += 1
                most = max(most, inside)
            threading.Event().wait(0.002)
            with lock:
                inside -= 1
            yield pl.DataFrame({"number": [number]})

        return register_io_source(rows, schema={"number": pl.Int64})

    frames = [slow(number) for number in range(40)]
    assert in_turn(frames).collect()["number"].to_list() == list(range(40))
    assert most == 1


def test_parts_keep_their_order() -> None:
    parts = [Part(str(n), pl.LazyFrame({"n": [n]}), by_python=n in (1, 2, 4)) for n in range(6)]
    assert stacked(parts).collect()["n"].to_list() == list(range(6))


def test_chosen_systems_of_parts_by_python() -> None:
    rows = {"benchmark": "b", "item": ["1", "1"], "language": ["en", "sw"], "score": [1, 0]}
    tables = [
        hatscore.Attempts.from_frame(pl.DataFrame({"system": name, **rows}), name=name, by_python=True)
        for name in "abc"
    ]
    attempts = hatscore.Attempts.together(tables).only(systems=["c", "a"])
    assert all(part.by_python for part in attempts.parts)
    assert attempts.to_frame()["system"].to_list() == ["a", "a", "c", "c"]
    assert attempts.to_frame().equals(
        hatscore.Attempts(tuple(replace(part, by_python=False) for part in attempts.parts)).to_frame()
    )
