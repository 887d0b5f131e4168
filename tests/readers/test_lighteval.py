"""Are lighteval's details read as they were scored? Fixtures: made by running lighteval 0.13."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import InvalidArgument, UnknownFormat, UnreadableFile

FIXTURES = Path(__file__).parents[1] / "fixtures" / "lighteval"
(VERSION,) = FIXTURES.iterdir()
(RESULTS,) = VERSION.rglob("results_*.json")
Rows = list[dict[str, Any]]


def rows_of(task: str) -> Rows:
    (path,) = VERSION.rglob(f"details_{task}_0_*.parquet")
    return pl.read_parquet(path).to_dicts()


def write(rows: Rows, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(path)
    return path


def test_means_are_those_that_lighteval_recorded() -> None:
    frame = hatscore.read(FIXTURES).to_frame()
    found = frame.group_by("benchmark", "language", "metric").agg(pl.col("score").mean())
    recorded = json.loads(RESULTS.read_text())["results"]
    names = {
        "tiny_sums": "tiny_sums:{}|0",
        "tiny_repeats": "tiny_repeats:{}|0",
        "tiny_options_mcf": "tiny_options_{}_mcf|0",
    }
    assert found.height == 6
    for benchmark, language, metric, score in found.iter_rows():
        assert score == pytest.approx(recorded[names[benchmark].format(language)][metric])


def test_the_model_is_that_of_the_results_file_and_of_the_folders_without_it(tmp_path: Path) -> None:
    assert set(hatscore.read(FIXTURES).to_frame()["system"]) == {"acme/tiny-1b"}
    path = tmp_path / "details" / "org" / "model" / "2026-01-01" / "details_x_2026-01-01.parquet"
    write(rows_of("tiny_sums_en"), path)
    assert hatscore.read(path).to_frame()["system"].unique().to_list() == ["org/model"]


def test_items_are_named_by_their_place_in_the_data_not_in_the_file() -> None:
    rows = rows_of("tiny_sums_sw")
    assert [row["doc"]["id"] for row in rows] != sorted(row["doc"]["id"] for row in rows)
    frame = hatscore.read(FIXTURES).to_frame().filter(benchmark="tiny_sums", language="sw")
    golds = {row["doc"]["id"]: row["doc"]["choices"][0] for row in rows}
    assert dict(frame.select("item", "gold").iter_rows()) == golds


def test_repeats_are_attempts_and_answers_go_with_their_scores() -> None:
    frame = hatscore.read(FIXTURES).to_frame().filter(benchmark="tiny_repeats")
    assert frame.group_by("language", "item").len()["len"].unique().to_list() == [4]
    known = frame.filter(pl.col("response").is_not_null())
    assert (known["score"] == (known["response"] == known["gold"]).cast(pl.Float64)).all()
    texts = {row["doc"]["id"]: row["model_response"]["text"] for row in rows_of("tiny_repeats_en")}
    for (item,), own in frame.filter(language="en").group_by("item"):
        assert own["score"].sum() == texts[item].count(own["gold"][0])


def test_equal_numbers_of_right_and_wrong_answers_leave_open_which_is_which(tmp_path: Path) -> None:
    row = rows_of("tiny_repeats_en")[0]
    row["model_response"]["text"], row["metric"] = ["5", "0", "5", "0"], {"avg@n:n=4": 0.5}
    frame = hatscore.read(write([row], tmp_path / "a.parquet")).to_frame()
    assert frame["score"].sum() == 2
    assert "response" not in frame.columns


@pytest.mark.parametrize("metric", ["em", "maj@n:n=4", "pass@k:k=2&n=4"])
def test_a_metric_that_is_no_mean_over_several_answers_is_refused(metric: str, tmp_path: Path) -> None:
    rows = rows_of("tiny_repeats_en")
    for row in rows:
        row["metric"] = {metric: 1.0}
    with pytest.raises(UnreadableFile, match=r"a\.parquet, row \d holds 4 answers.*choose --metric"):
        hatscore.read(write(rows, tmp_path / "a.parquet"))


def test_partial_credit_behind_a_mean_is_refused(tmp_path: Path) -> None:
    rows = rows_of("tiny_repeats_en")
    rows[2]["metric"] = {"avg@n:n=4": 0.3}
    with pytest.raises(
        UnreadableFile, match=r"row 3: avg@n:n=4 of 0\.3 over 4 answers is no number of right"
    ):
        hatscore.read(write(rows, tmp_path / "a.parquet"))


def test_pass_at_one_of_several_answers_is_their_mean(tmp_path: Path) -> None:
    rows = rows_of("tiny_repeats_en")
    for row in rows:
        row["metric"] = {"em": 1.0, "pass@k:k=1&n=4": row["metric"]["avg@n:n=4"]}
    frame = hatscore.read(write(rows, tmp_path / "a.parquet")).to_frame()
    assert frame["metric"].unique().to_list() == ["pass@k:k=1&n=4"]
    assert frame["score"].mean() == pytest.approx(0.5833333333)


def test_a_metric_can_be_chosen(tmp_path: Path) -> None:
    rows = rows_of("tiny_sums_en")
    for row in rows:
        row["metric"] = {"em": 0.0, "f1": 1.0}
    path = write(rows, tmp_path / "a.parquet")
    assert hatscore.read(path).to_frame()["score"].sum() == 0
    assert hatscore.read(path, metric="f1").to_frame()["score"].sum() == 6
    with pytest.raises(InvalidArgument, match="no metric 'bleu'; it has em, f1"):
        hatscore.read(path, metric="bleu")


@pytest.mark.parametrize(
    ("name", "benchmark", "language"),
    [
        ("mgsm:sw|0", "mgsm", "sw"),
        ("mgsm_swa|0", "mgsm", "sw"),
        ("lighteval|belebele_swh_Latn_mcf|0|0", "belebele_mcf", "swh-Latn"),
        ("global_mmlu_all_fra_cf:law|5", "global_mmlu_all_cf", "fr"),
        ("mmlu_prox_lite_ja_law|0", "mmlu_prox_lite", "ja"),
    ],
)
def test_names_of_tasks(name: str, benchmark: str, language: str, tmp_path: Path) -> None:
    rows = rows_of("tiny_sums_en")
    for row in rows:
        row["doc"]["task_name"] = name
    frame = hatscore.read(write(rows, tmp_path / "a.parquet")).to_frame()
    assert frame.select("benchmark", "language").unique().rows() == [(benchmark, language)]


def test_a_name_that_says_no_language(tmp_path: Path) -> None:
    rows = rows_of("tiny_sums_en")
    for row in rows:
        row["doc"]["task_name"] = "gsm8k|0"
    path = write(rows, tmp_path / "a.parquet")
    with pytest.raises(UnknownFormat, match=r"a\.parquet: .*gsm8k.*--pattern"):
        hatscore.read(path)
    frame = hatscore.read(path, fixed={"language": "en"}).to_frame()
    assert frame.select("benchmark", "language").unique().rows() == [("gsm8k", "en")]
    frame = hatscore.read(
        path, pattern="(?P<benchmark>gs)(?P<language>m)", fixed={"language": "de"}
    ).to_frame()
    assert frame["benchmark"].unique().to_list() == ["gs"]


def test_a_row_without_a_score_or_an_item_is_named(tmp_path: Path) -> None:
    rows = rows_of("tiny_sums_en")
    rows[3]["metric"] = {"em": None}
    with pytest.raises(UnreadableFile, match=r"a\.parquet, row 4 has no em"):
        hatscore.read(write(rows, tmp_path / "a.parquet"))
    rows = rows_of("tiny_sums_en")
    rows[1]["doc"]["id"] = ""
    with pytest.raises(UnreadableFile, match=r"a\.parquet, row 2 has no doc\.id"):
        hatscore.read(write(rows, tmp_path / "a.parquet"))
    pl.read_parquet(tmp_path / "a.parquet").head(0).write_parquet(tmp_path / "b.parquet")
    with pytest.raises(UnreadableFile, match="holds no items"):
        hatscore.read(tmp_path / "b.parquet")
