"""Does one study give the same scores and signatures, whatever tool's form it is in?

The study is a run store with the answers of a loopback server. Every other form is written from it as its
tool writes it (the layouts are those of the fixtures, which the tools made).
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.sampling.servers import FakeServer

import hatscore
from hatscore.benchmarks.registry import load
from hatscore.running.run import run_study
from hatscore.running.study import Study, choose
from hatscore.sampling.system_flow import Flow

LANGUAGES = ["en", "de", "sw"]
ATTEMPTS = 4
COLUMNS = ("system", "benchmark", "item", "language", "attempt", "score")
GOLDS = {
    item.question: (item.gold, language)
    for language, items in load("starter_sums", languages=LANGUAGES).items.items()
    for item in items
}


def answer(prompt: str, number: int) -> str:
    question = next(text for text in GOLDS if text in prompt)
    gold, language = GOLDS[question]
    draw = int(hashlib.sha256(f"{question}{number}".encode()).hexdigest(), 16) % 100
    able = 20 + int(hashlib.sha256(gold.encode()).hexdigest(), 16) % 70
    return f"It is {gold if draw < (able if language == 'en' else 0.7 * able) else 99999}."


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "runs.db"
    with FakeServer(reply=answer) as server:
        system = {"system": "openai:toy", "base_url": server.openai, "temperature": 0.7}
        asked = tuple(choose("starter_sums", languages=LANGUAGES, items=20))
        run_study(Study((system,), asked, ATTEMPTS, path, Flow(concurrency=4, backoff=0.01)))
    return path


@pytest.fixture(scope="module")
def rows(store: Path) -> list[dict[str, Any]]:
    return hatscore.read(store).to_frame().to_dicts()


def groups(rows: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, list[dict[str, Any]]]]]:
    """Attempts of each item of each language."""
    for language in LANGUAGES:
        items: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            if row["language"] == language:
                items.setdefault(row["item"], []).append(row)
        yield language, {item: sorted(own, key=lambda row: row["attempt"]) for item, own in items.items()}


def as_csv(rows: list[dict[str, Any]], folder: Path) -> Path:
    pl.DataFrame(rows, infer_schema_length=None).select(COLUMNS).write_csv(folder / "study.csv")
    return folder


def as_parquet(rows: list[dict[str, Any]], folder: Path) -> Path:
    pl.DataFrame(rows, infer_schema_length=None).select(COLUMNS).write_parquet(folder / "study.parquet")
    return folder


def as_lm_eval(rows: list[dict[str, Any]], folder: Path) -> Path:
    """A run of the task for each attempt."""
    for number in range(ATTEMPTS):
        time = f"2026-01-0{number + 1}T00-00-00.000001"
        results = {"model_name": rows[0]["system"], "configs": {}, "results": {}}
        (folder / f"results_{time}.json").write_text(json.dumps(results))
        for language, items in groups(rows):
            lines = [
                {
                    "doc_id": item,
                    "doc": {},
                    "target": own[number]["gold"],
                    "arguments": {"gen_args_0": {"arg_0": "?", "arg_1": {"temperature": 0.7}}},
                    "resps": [[own[number]["response"]]],
                    "filtered_resps": [own[number]["response"]],
                    "filter": "none",
                    "metrics": ["exact_match"],
                    "exact_match": own[number]["score"],
                }
                for item, own in items.items()
            ]
            path = folder / f"samples_starter_sums_{language}_{time}.jsonl"
            path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def as_helm(rows: list[dict[str, Any]], folder: Path) -> Path:
    """A training trial for each attempt."""
    for language, items in groups(rows):
        place = folder / f"starter_sums_language={language}"
        place.mkdir()
        name = f"starter_sums:language={language},model=toy"
        adapter = {"model": rows[0]["system"], "temperature": 0.7}
        spec = {"name": name, "adapter_spec": adapter, "scenario_spec": {"args": {"language": language}}}
        (place / "run_spec.json").write_text(json.dumps(spec))
        entries = [
            {
                "instance_id": item,
                "train_trial_index": number,
                "stats": [{"name": {"name": "exact_match", "split": "test"}, "mean": row["score"]}],
            }
            for item, own in items.items()
            for number, row in enumerate(own)
        ]
        (place / "per_instance_stats.json").write_text(json.dumps(entries))
    return folder


def as_every_eval_ever(rows: list[dict[str, Any]], folder: Path) -> Path:
    for language, items in groups(rows):
        records = [
            {
                "schema_version": "0.3.0",
                "evaluation_id": f"starter_sums/{language}/1",
                "model_id": row["system"],
                "evaluation_name": f"starter_sums_{language}",
                "sample_id": item,
                "interaction_type": "single_turn",
                "input": {"raw": "?", "reference": [row["gold"]]},
                "output": {"raw": [row["response"]]},
                "answer_attribution": [],
                "evaluation": {"score": row["score"], "is_correct": row["score"] == 1},
            }
            for item, own in items.items()
            for row in own
        ]
        path = folder / f"{language}_samples.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return folder


def as_lighteval(rows: list[dict[str, Any]], folder: Path) -> Path:
    """The mean over the attempts, with all answers."""
    metric = f"avg@n:n={ATTEMPTS}"
    for language, items in groups(rows):
        details = [
            {
                "doc": {
                    "id": item,
                    "task_name": f"starter_sums:{language}|0",
                    "choices": ["?"],
                    "gold_index": 0,
                },
                "metric": {metric: sum(row["score"] for row in own) / len(own)},
                "model_response": {"text": [row["response"] for row in own]},
            }
            for item, own in reversed(items.items())
        ]
        place = folder / "details" / rows[0]["system"] / "2026-01-01"
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"details_starter_sums:{language}|0_2026-01-01.parquet"
        pl.DataFrame(details, infer_schema_length=None).write_parquet(path)
    return folder


def as_sqlite(rows: list[dict[str, Any]], folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "study.db")) as database:
        database.execute(f"CREATE TABLE study ({', '.join(COLUMNS)})")
        values = [tuple(row[name] for name in COLUMNS) for row in rows]
        database.executemany("INSERT INTO study VALUES (?, ?, ?, ?, ?, ?)", values)
        database.commit()
    return folder / "study.db"


FORMS: dict[str, Callable[[list[dict[str, Any]], Path], Path]] = {
    "csv": as_csv,
    "parquet": as_parquet,
    "lm-eval": as_lm_eval,
    "helm": as_helm,
    "every-eval-ever": as_every_eval_ever,
    "lighteval": as_lighteval,
    "sqlite": as_sqlite,
}


# Which reading of the answers was scored is part of a signature, and the forms name it as their tools do. A
# run store knows the revision of its benchmark, for which the other forms have no place.
FACTS = {"revision": "1", "metric": "right", "filter": "none"}


def read(form: str, rows: list[dict[str, Any]], folder: Path, fixed: dict[str, str]) -> hatscore.Attempts:
    query = "SELECT * FROM study" if form == "sqlite" else None
    return hatscore.read(FORMS[form](rows, folder), fixed=fixed, query=query)


@pytest.mark.parametrize("by", ["macro", "language", "pooled", "all"])
@pytest.mark.parametrize("form", FORMS)
def test_scores_and_signatures_are_the_same(
    form: str, by: Any, rows: list[dict[str, Any]], store: Path, tmp_path: Path
) -> None:
    found = hatscore.score(read(form, rows, tmp_path, FACTS), by=by)
    facts = (pl.lit(value).alias(name) for name, value in FACTS.items())
    expected = hatscore.score(hatscore.read(store).to_frame().with_columns(facts), by=by)
    assert found.to_dict() == expected.to_dict()
    assert [row.signature for row in found] == [row.signature for row in expected]
    stored = hatscore.score(store, by=by).to_frame().drop("signature")
    assert found.to_frame().drop("signature").to_dicts() == stored.to_dicts()


@pytest.mark.parametrize("form", ["csv", "parquet", "sqlite"])
def test_tables_without_a_metric_have_the_signature_of_the_store(
    form: str, rows: list[dict[str, Any]], store: Path, tmp_path: Path
) -> None:
    found = hatscore.score(read(form, rows, tmp_path, {"revision": "1"}))
    assert found.to_dict() == hatscore.score(store).to_dict()


def test_the_study_can_be_scored(store: Path) -> None:
    scores = hatscore.score(store, by="language")
    assert [row.target for row in scores] == ["de", "sw"]
    assert all(row.hat_corrected.value is not None for row in scores)
