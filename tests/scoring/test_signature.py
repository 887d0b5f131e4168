"""Does the signature change with every option that may change a number, and with nothing else?"""

from typing import Any

import polars as pl
import pytest
from tests.scoring.studies import study

import hatscore
from hatscore.options import Options
from hatscore.signature import parse_signature

BOOTSTRAP = {"intervals": "bootstrap", "draws": 200}


@pytest.fixture(scope="module")
def table() -> pl.DataFrame:
    return study(items=40).with_columns(n_options=pl.lit(4))


def signature(table: pl.DataFrame, **options: Any) -> dict[str, str]:
    return parse_signature(hatscore.score(table, **options)[0].signature)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"by": "pooled"}, "tgt"),
        ({"by": "language"}, "tgt"),
        ({"source": "de"}, "src"),
        ({"floor": "options"}, "floor"),
        ({"floor": 0.1}, "floor"),
        ({"level": 0.9}, "ci"),
        ({"estimator": "published"}, "est"),
        ({"unparsed": "drop"}, "unparsed"),
        ({"truncated": "drop"}, "truncated"),
        ({"missing": "drop"}, "missing"),
        ({"intervals": "bootstrap"}, "ci"),
    ],
)
def test_each_option_shows(table: pl.DataFrame, changed: dict[str, Any], field: str) -> None:
    plain, other = signature(table), signature(table, **changed)
    differing = {key for key in plain | other if plain.get(key) != other.get(key)}
    assert field in differing
    assert differing <= {field, "boot"}


@pytest.mark.parametrize("changed", [{"draws": 300}, {"rng": 5}])
def test_the_bootstrap_shows_only_where_it_was_used(table: pl.DataFrame, changed: dict[str, Any]) -> None:
    assert signature(table, **BOOTSTRAP)["boot"] != signature(table, **{**BOOTSTRAP, **changed})["boot"]
    assert signature(table, **changed) == signature(table)


def test_no_option_is_forgotten() -> None:
    shown = {"by", "source", "floor", "level", "estimator", "unparsed", "truncated", "missing"}
    assert set(Options.__dataclass_fields__) == shown | {"intervals", "draws", "rng"}


def test_what_the_attempts_say_shows(table: pl.DataFrame) -> None:
    told = table.with_columns(revision=pl.lit("r2"), filter=pl.lit("strict"), metric=pl.lit("acc"))
    found = signature(told)
    assert (found["bench"], found["filter"], found["metric"]) == ("b@r2", "strict", "acc")
    assert found["n"] == "8"
    fewer = table.filter((pl.col("language") == "en") | (pl.col("attempt") < 4))
    assert signature(fewer)["n"] == "8/4"
    assert found["v"] == hatscore.__version__
