"""How fast are logs of other tools read? The same 100,000 attempts in each tool's form.

``python benchmarks/other_tools.py [ITEMS]``: two languages, four attempts of each item (default 12,500).
"""

import json
import sqlite3
import sys
import tempfile
import time
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


def helm(study: list[Row], folder: Path) -> None:
    for language in ("en", "sw"):
        place = folder / language
        place.mkdir()
        spec = {"name": f"sums:language={language}", "adapter_spec": {"model": "m"}}
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
                "result": {"success": True, "completions": [{"text": ANSWER}]},
            }
            for _, item, attempt, _ in own
        ]
        (place / "per_instance_stats.json").write_text(json.dumps(stats))
        (place / "scenario_state.json").write_text(json.dumps({"request_states": states}))


def every_eval_ever(study: list[Row], folder: Path) -> None:
    for language in ("en", "sw"):
        lines = (
            json.dumps(
                {
                    **{"schema_version": "0.3.0", "evaluation_id": "e", "model_id": "m", "sample_id": item},
                    **{"evaluation_name": f"sums_{language}", "interaction_type": "single_turn"},
                    **{"input": {"raw": "?", "reference": ["7"]}, "output": {"raw": [ANSWER]}},
                    **{"answer_attribution": [], "evaluation": {"score": score, "is_correct": score == 1}},
                }
            )
            for own, item, _, score in study
            if own == language
        )
        (folder / f"{language}_samples.jsonl").write_text("\n".join(lines))


def lighteval(study: list[Row], folder: Path) -> None:
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
                "model_response": {"text": [f"{ANSWER}{row[3]}" for row in group]},
            }
            for group in groups
        ]
        pl.DataFrame(details).write_parquet(folder / f"details_sums:{language}|0_2026.parquet")


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
