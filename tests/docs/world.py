"""The files that blocks of the pages find in their folder: a small study in every form that the pages name.

``python -m tests.docs.world FOLDER`` writes them for readers who want to follow a page.

Three simulated systems (`old`, `new`, `small`) answer 24 sums in English, German and Swahili, six attempts
each. `new` carries more into the other languages than `old`; `small` can do less. To a third of the sums in
Swahili they add a remark with a number, which lm-eval's flexible-extract takes for the answer.

========================== ==========================================================================
attempts.csv, .parquet     the attempts table
attempts/, runs/           the same in three Parquet files
runs.parquet               the same, with ``model_name`` for the system and no benchmark
logs/, output/             sample files of lm-eval (flexible-extract), a folder for each of `old` and `new`
lm-eval-output/            the same
facts/, swahili/           the same as tasks ``facts-en`` ..., and as one task ``facts`` without a language
responses.jsonl            responses with ``response, language, gold``
answers.duckdb             a table ``answers`` with ``model, bench, question, lang, ok``
evals.duckdb               a table ``attempts``
inspect/, tools/           logs that other tools wrote (tests/fixtures)
systems.toml               facts about the three systems
========================== ==========================================================================

``URL`` in a command is the address of a local server that speaks OpenAI's protocol and is mostly right in
English, less so elsewhere; ``NAME`` is a model there.
"""

import hashlib
import json
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from hatscore.answers.official import flexible_matches, read_flexible
from hatscore.benchmarks.registry import load

FIXTURES = Path(__file__).parents[1] / "fixtures"
SEED, ITEMS, ATTEMPTS = 20260621, 24, 6
SYSTEMS = {"old": (0.75, 0.65), "new": (0.8, 0.9), "small": (0.4, 0.6)}
"""Mean source pass rate, and the share of it that is carried over."""
LANGUAGES = {"en": "The answer is {}.", "de": "Die Antwort ist {}.", "sw": "Jibu ni {}."}
REMARK = " Nimetumia hatua 2."
"""I used 2 steps."""
_STAMP = "2026-01-01T00-00-00.000001"


def prepare(folder: Path) -> None:
    """Write all files of the world."""
    table = attempts()
    table.write_csv(folder / "attempts.csv")
    table.write_parquet(folder / "attempts.parquet")
    table.rename({"system": "model_name"}).drop("benchmark").write_parquet(folder / "runs.parquet")
    (folder / "attempts").mkdir()
    for system, part in table.partition_by("system", as_dict=True).items():
        part.write_parquet(folder / "attempts" / f"{system[0]}.parquet")
    shutil.copytree(folder / "attempts", folder / "runs")
    for name in ("logs", "output", "lm-eval-output"):
        _lm_eval(table, folder / name)
    _lm_eval(table, folder / "facts", task="facts-{}")
    _lm_eval(table.filter(language="sw"), folder / "swahili", task="facts")
    some = table.filter(pl.col("attempt") == 0).select("item", "response", "language", "gold").head(40)
    some.write_ndjson(folder / "responses.jsonl")
    _databases(table, folder)
    shutil.copytree(
        FIXTURES / "inspect_ai" / "0.3.285", folder / "inspect", ignore=shutil.ignore_patterns("broken*")
    )
    shutil.copytree(FIXTURES / "helm" / "v0.5.16", folder / "tools" / "helm")
    (folder / "systems.toml").write_text(
        "".join(f'[[system]]\nname = "{name}"\nfamily = "Demo"\ntotal_billions = 7\n' for name in SYSTEMS)
    )


def attempts() -> pl.DataFrame:
    """The attempts table, with responses and right answers."""
    rng = np.random.default_rng(SEED)
    ease = np.sort(rng.uniform(size=ITEMS))
    rows = []
    for system, (able, kept) in SYSTEMS.items():
        source = ease ** (1 / able - 0.9)
        for language, sentence in LANGUAGES.items():
            rate = source if language == "en" else source * kept
            right = rng.uniform(size=(ITEMS, ATTEMPTS)) < rate[:, np.newaxis]
            for item, attempt in np.ndindex(ITEMS, ATTEMPTS):
                gold = 3 * item + 7
                said = gold if right[item, attempt] else gold + 1 + attempt
                key = (system, "mgsm", f"{item}", language, "en", attempt)
                response = sentence.format(said) + (REMARK if language == "sw" and item % 3 == 0 else "")
                rows.append((*key, float(right[item, attempt]), response, str(gold), str(said)))
    keys = ("system", "benchmark", "item", "language", "source_language", "attempt")
    return pl.DataFrame(rows, schema=[*keys, "score", "response", "gold", "final_answer"], orient="row")


def _lm_eval(table: pl.DataFrame, folder: Path, task: str = "mgsm_direct_{}") -> None:
    """Sample and results files as lm-eval writes them, with all repeats of an item in one line."""
    (recorded,) = (FIXTURES / "lm_eval" / "v_new_repeats4" / "acme__tiny-1b").glob("results_*.json")
    known = json.loads(recorded.read_text(encoding="utf-8"))["configs"]
    for system in ("old", "new"):
        place = folder / system
        place.mkdir(parents=True)
        configs: dict[str, Any] = {}
        for language in table["language"].unique(maintain_order=True):
            name = task.format(language)
            configs[name] = {**known[f"mgsm_direct_{language}"], "task": name, "repeats": ATTEMPTS}
            own = table.filter(system=system, language=language)
            with (place / f"samples_{name}_{_STAMP}.jsonl").open("w", encoding="utf-8") as file:
                for (item,), rows in own.group_by("item", maintain_order=True):
                    file.write(json.dumps(_line(str(item), name, rows)) + "\n")
        results = {"results": {}, "configs": configs, "model_name": system, "model_source": "hf"}
        (place / f"results_{_STAMP}.json").write_text(json.dumps(results), encoding="utf-8")


def _line(item: str, task: str, rows: pl.DataFrame) -> dict[str, Any]:
    gold, responses = rows["gold"][0], rows["response"].to_list()
    said = str(read_flexible(responses[0], "").value)
    question = f"{task}: what is item {item}?"
    digest = hashlib.sha256(question.encode()).hexdigest()
    return {
        "doc_id": int(item),
        "doc": {"question": question, "answer_number": int(gold)},
        "target": gold,
        "arguments": {"gen_args_0": {"arg_0": question, "arg_1": {"temperature": 0.7, "do_sample": True}}},
        "resps": [responses],
        "filtered_resps": [said],
        "filter": "flexible-extract",
        "metrics": ["exact_match"],
        "doc_hash": digest,
        "prompt_hash": digest,
        "target_hash": hashlib.sha256(gold.encode()).hexdigest(),
        "exact_match": float(flexible_matches(said, gold)),
    }


def _databases(table: pl.DataFrame, folder: Path) -> None:
    import duckdb

    arrow = table.to_arrow()
    for name, columns in (
        ("answers", "system AS model, benchmark AS bench, item AS question, language AS lang, score AS ok"),
        ("evals", "*"),
    ):
        with duckdb.connect(str(folder / f"{name}.duckdb")) as connection:
            connection.register("arrow", arrow)
            table_name = "attempts" if columns == "*" else name
            connection.execute(f"CREATE TABLE {table_name} AS SELECT {columns} FROM arrow")


def reply(prompt: str, number: int) -> str:
    """What the local server says: the right answer, less often outside English."""
    for language in ("en", "de", "sw"):
        for name in ("starter_sums", "starter_facts"):
            for item in _starter(name, language):
                if item.question in prompt:
                    draw = int(hashlib.sha256(f"{item.question}{number}".encode()).hexdigest(), 16) % 100
                    able = 30 + int(hashlib.sha256(item.item.encode()).hexdigest(), 16) % 70
                    right = draw < able * (1.0 if language == "en" else 0.8)
                    return f"Answer: {item.gold}" if right else "Answer: 99999"
    return "Answer: 0"


@cache
def _starter(name: str, language: str) -> Any:
    return load(name, languages=["en", "de", "sw"]).items[language]


if __name__ == "__main__":
    made = Path(sys.argv[1])
    made.mkdir(parents=True)
    prepare(made)
