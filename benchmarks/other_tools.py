"""How fast are logs of other tools read? The same 100,000 attempts in each tool's form.

``python benchmarks/other_tools.py [ITEMS]``: two languages, four attempts of each item (default 12,500).
"""

import json
import sqlite3
import sys
import tempfile
import time
import zipfile
from contextlib import closing
from pathlib import Path

import polars as pl

import hatscore

ATTEMPTS = 4
ANSWER = "The sum of both numbers is seven, so the answer is 7. " * 8
Row = tuple[str, str, int, float]


def rows(items: int) -> list[Row]:
    return [
        (language, f"q{item}", attempt, float((item * 7 + attempt * 3) % 5 < 3))
        for language in ("en", "sw")
        for item in range(items)
        for attempt in range(ATTEMPTS)
    ]


def helm(study: list[Row], folder: Path, model: str = "m", answer: str = ANSWER) -> None:
    for language in ("en", "sw"):
        place = folder / language
        place.mkdir()
        spec = {"name": f"sums:language={language}", "adapter_spec": {"model": model}}
        (place / "run_spec.json").write_text(json.dumps(spec))
        own = [row for row in study if row[0] == language]
        stats = [
            {
                "instance_id": item,
                "train_trial_index": attempt,
                "stats": [
                    {"name": {"name": name, "split": "test"}, "count": 1, "sum": score, "mean": score}
                    for name in ("num_prompt_tokens", "exact_match", "quasi_exact_match", "num_output_tokens")
                ],
            }
            for _, item, attempt, score in own
        ]
        states = [
            {
                "instance": {"id": item, "references": [{"output": {"text": "7"}, "tags": ["correct"]}]},
                "train_trial_index": attempt,
                "result": {"success": True, "completions": [{"text": answer}]},
            }
            for _, item, attempt, _ in own
        ]
        (place / "per_instance_stats.json").write_text(json.dumps(stats))
        (place / "scenario_state.json").write_text(json.dumps({"request_states": states}))


def every_eval_ever(study: list[Row], folder: Path, model: str = "m", answer: str = ANSWER) -> None:
    for language in ("en", "sw"):
        lines = (
            json.dumps(
                {
                    **{"schema_version": "0.3.0", "evaluation_id": "e", "model_id": model, "sample_id": item},
                    **{"evaluation_name": f"sums_{language}", "interaction_type": "single_turn"},
                    **{"input": {"raw": "?", "reference": ["7"]}, "output": {"raw": [answer]}},
                    **{"answer_attribution": [], "evaluation": {"score": score, "is_correct": score == 1}},
                }
            )
            for own, item, _, score in study
            if own == language
        )
        (folder / f"{language}_samples.jsonl").write_text("\n".join(lines))


def lighteval(study: list[Row], folder: Path, model: str = "", answer: str = ANSWER) -> None:
    place = folder / "details" / model / "2026" if model else folder
    place.mkdir(parents=True, exist_ok=True)
    for language in ("en", "sw"):
        own = [row for row in study if row[0] == language]
        groups = [own[start : start + ATTEMPTS] for start in range(0, len(own), ATTEMPTS)]
        details = [
            {
                "doc": {
                    "id": group[0][1],
                    "task_name": f"sums:{language}|0",
                    "choices": ["7"],
                    "gold_index": 0,
                },
                "metric": {f"avg@n:n={ATTEMPTS}": sum(row[3] for row in group) / ATTEMPTS},
                "model_response": {"text": [f"{answer}{row[1]}{row[3]}" for row in group]},
            }
            for group in groups
        ]
        pl.DataFrame(details).write_parquet(place / f"details_sums:{language}|0_2026.parquet")


def simple_evals(study: list[Row], folder: Path, model: str = "m", answer: str = ANSWER) -> None:
    page = "<h3>Prompt conversation</h3><p>Correct Answer: 7</p><p>Extracted Answer: 7</p><p>Score: {}</p>"
    rows = sorted(study, key=lambda row: (row[0], row[2]))
    convos = [
        [{"role": "user", "content": f"{language} {item}?"}, {"role": "assistant", "content": answer}]
        for language, item, _, _ in rows
    ]
    means = {
        language: sum(row[3] for row in rows if row[0] == language) / (len(rows) / 2)
        for language in ("en", "sw")
    }
    pages = [page.format(row[3]) for row in rows]
    content = {"score": 0.5, "metrics": means, "htmls": pages, "convos": convos}
    (folder / f"sums_{model}_allresults.json").write_text(json.dumps(content))


def inspect(study: list[Row], folder: Path, model: str = "m", answer: str = ANSWER) -> None:
    """Not packed, as the same answer again and again would hardly take room."""
    for language in ("en", "sw"):
        spec = {"task": f"sums_{language}", "model": model, "created": "2026-01-01T00:00:00"}
        header = {"version": 2, "status": "success", "eval": {**spec, "task_id": f"{model} {language}"}}
        with zipfile.ZipFile(folder / f"{language}.eval", "w") as archive:
            for _, item, attempt, score in (row for row in study if row[0] == language):
                message = {"role": "assistant", "content": answer}
                sample = {
                    **{"id": item, "epoch": attempt + 1, "input": "?", "target": "7"},
                    "messages": [{"role": "user", "content": "?"}, message],
                    "output": {"model": model, "choices": [{"message": message, "stop_reason": "stop"}]},
                    "scores": {"match": {"value": "C" if score else "I"}},
                }
                archive.writestr(f"samples/{item}_epoch_{attempt + 1}.json", json.dumps(sample))
            archive.writestr("header.json", json.dumps(header))


def sqlite(study: list[Row], folder: Path) -> None:
    with closing(sqlite3.connect(folder / "study.db")) as database:
        database.execute("CREATE TABLE study (language, item, attempt, score)")
        database.executemany("INSERT INTO study VALUES (?, ?, ?, ?)", study)
        database.commit()


def main() -> None:
    items = int(sys.argv[1]) if len(sys.argv) > 1 else 12_500
    study = rows(items)
    print(f"{len(study):,} attempts\n{'form':<16} {'MB':>6} {'seconds':>8} {'CPU s':>7} {'attempts/s':>11}")
    for write in (every_eval_ever, helm, lighteval, sqlite):
        with tempfile.TemporaryDirectory() as text:
            folder = Path(text)
            write(study, folder)
            size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
            begin, used = time.perf_counter(), time.process_time()
            if write is sqlite:
                fixed = {"system": "m", "benchmark": "sums"}
                frame = hatscore.read(folder, query="SELECT * FROM study", fixed=fixed).to_frame()
            else:
                frame = hatscore.read(folder).to_frame()
            seconds, used = time.perf_counter() - begin, time.process_time() - used
            assert frame.height == len(study)
            assert frame["score"].sum() == sum(row[3] for row in study)
            rate = f"{len(study) / seconds:,.0f}"
            print(f"{write.__name__:<16} {size / 1e6:>6.0f} {seconds:>8.2f} {used:>7.2f} {rate:>11}")


if __name__ == "__main__":
    main()
