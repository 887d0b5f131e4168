"""Damages that once ended in an error of Python or Polars: is each refused with a sentence, or read?"""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import hatscore
from hatscore.errors import InvalidArgument, InvalidAttempts, UnreadableFile

from .conftest import Tables, lines_of, write_lines
from .inspect_archives import INSPECT, samples_of, write_archive


@pytest.mark.parametrize("configs", [7, {"mgsm_direct_sw": 7}, {"mgsm_direct_sw": {"filter_list": 7}}, None])
def test_configurations_of_another_type(configs: Any, copy_of: Tables) -> None:
    place = copy_of("v_new_repeats1")
    (results,) = place.rglob("results_*.json")
    results.write_text(json.dumps(json.loads(results.read_text()) | {"configs": configs}))
    if configs and configs != 7:
        with pytest.raises(UnreadableFile, match="is not as lm-eval writes it"):
            hatscore.read(place)
    else:
        assert hatscore.read(place).to_frame().height > 0


def test_a_filter_that_is_no_expression(copy_of: Tables) -> None:
    place = copy_of("v_new_repeats4")
    (results,) = place.rglob("results_*.json")
    text = results.read_text()
    broken = text.replace('"regex_pattern": "', '"regex_pattern": "(')
    assert broken != text
    results.write_text(broken)
    with pytest.raises(UnreadableFile, match=r"unterminated|cannot be scored"):
        hatscore.read(place)


def change_lines(place: Path, **changes: Any) -> None:
    path = next(place.rglob("samples_*sw*.jsonl"))
    rows = lines_of(path)
    first = rows[0]["doc_id"]
    # A document has a line for each filter.
    write_lines(path, [row | changes if row["doc_id"] == first else row for row in rows])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metrics": [["exact_match"]]}, "no scores"),
        ({"metrics": [["a"], "b"]}, "no numbers for the metric 'b'"),
        ({"exact_match": 10**400}, "not as lm-eval writes it"),
    ],
)
def test_scores_of_another_type(changes: dict[str, Any], message: str, copy_of: Tables) -> None:
    place = copy_of("v_new_repeats1")
    change_lines(place, **changes)
    with pytest.raises((UnreadableFile, InvalidArgument), match=message):
        hatscore.read(place)


@pytest.mark.parametrize("resps", [[5], [[]], [[["x"]]]])
def test_responses_that_are_no_text_are_unknown(resps: list[Any], copy_of: Tables) -> None:
    place = copy_of("v_new_repeats1")
    change_lines(place, resps=resps)
    assert hatscore.read(place).to_frame()["response"].null_count() == 1


def test_whole_scores_beside_fractions(copy_of: Tables) -> None:
    place = copy_of("v_new_repeats1")
    for number, score in enumerate((0.25, 10**30)):
        path = next(place.rglob("samples_*sw*.jsonl"))
        rows = lines_of(path)
        rows = [row | {"exact_match": 0} for row in rows[:-1]] + [rows[-1] | {"exact_match": score}]
        write_lines(path, rows)
        if number == 0:
            assert 0.25 in hatscore.read(place).to_frame()["score"]
            continue
        with pytest.raises(InvalidAttempts, match="score"):
            hatscore.score(place)


def test_token_counts_that_fit_no_column_name_their_sample(tmp_path: Path) -> None:
    samples, header = samples_of(INSPECT / "0.3.285" / "sums_sw.eval")
    name = next(iter(samples))
    for usage in samples[name]["model_usage"].values():
        usage["output_tokens"] = 10**30
    with pytest.raises(InvalidAttempts, match=rf"{name}.*output_tokens"):
        hatscore.read(write_archive(tmp_path / "a.eval", samples, header))


def test_half_a_character_beside_numbers(tmp_path: Path) -> None:
    rows = [
        {"system": "a", "benchmark": "b", "item": "i", "language": language, "score": 1, "attempt": attempt}
        for language in ("en", "sw")
        for attempt in (0, "\ud83d")
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    with pytest.raises(InvalidAttempts, match="attempt"):
        hatscore.score(tmp_path / "a.jsonl")


def test_names_in_a_database_that_are_no_text(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "whole.db") as database:
        database.execute("CREATE TABLE answers (system, benchmark, item, language, score)")
        database.execute("INSERT INTO answers VALUES ('a', 'b', '1', 'en', 1)")
    database.close()
    shutil.copy(tmp_path / "whole.db", tmp_path / "damaged.db")
    raw = (tmp_path / "whole.db").read_bytes()
    assert b"language" in raw
    (tmp_path / "damaged.db").write_bytes(raw.replace(b"language", b"l\xaanguage"[:8]))
    with pytest.raises(UnreadableFile, match="not UTF-8"):
        hatscore.read(tmp_path / "damaged.db", query="SELECT * FROM answers")
