"""Are details in the leaderboard's forms read?

The Parquet fixtures are made by running lighteval 0.8.1; the lists of sample lines are lm-eval's lines in
one list, as the leaderboard published them.
"""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import InvalidArgument, UnknownFormat, UnreadableFile

from .conftest import LM_EVAL, MODEL, Tables, lines_of

FIXTURES = Path(__file__).parents[1] / "fixtures" / "open_llm"
KEYS = ("system", "benchmark", "language", "item", "attempt", "score", "outcome")


@pytest.fixture
def details(tmp_path: Path) -> Path:
    """The fixtures under the names that lighteval gave them."""
    for path in FIXTURES.rglob("*.*"):
        _, sign, task = path.name.rpartition("details_")
        told = re.sub(r"\.(?=en-|sw-)", ":", task.replace("-", "|", 1)).replace("-0_", "|0_")
        place = tmp_path / path.parent.relative_to(FIXTURES)
        if path.is_file():
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place / (f"{sign}{told}" if sign else path.name))
    return tmp_path


def recorded(details: Path, task: str) -> dict[str, float]:
    """Means of one task that lighteval recorded."""
    (path,) = details.rglob("results_*.json")
    means: dict[str, float] = json.loads(path.read_text())["results"][f"custom|{task}|0"]
    return means


def one_file(details: Path, sign: str) -> Path:
    (path,) = details.rglob(f"*{sign}*.parquet")
    return path


def change(path: Path, target: Path, how: Callable[[dict[str, Any]], None]) -> Path:
    rows = pl.read_parquet(path).to_dicts()
    for row in rows:
        how(row)
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(target)
    return target


def test_means_are_those_that_lighteval_recorded(details: Path) -> None:
    frame = hatscore.read(details).to_frame()
    means = frame.group_by("system", "benchmark", "language", "metric").agg(pl.col("score").mean(), pl.len())
    names = {"tiny_options_mcf": "tiny_options_{}_mcf"}
    assert means.height == 8
    for system, benchmark, language, metric, mean, attempts in means.iter_rows():
        task = names.get(benchmark, f"{benchmark}:{{}}").format(language)
        assert mean == pytest.approx(recorded(details, task)[metric]), task
        assert (system, attempts) == ("acme/tiny-1b", 24 if "pass@1" in metric else 6)


def test_answers_and_golds(details: Path) -> None:
    frame = hatscore.read(details).to_frame()
    sums = frame.filter(benchmark="tiny_sums")
    assert (sums["score"] == (sums["response"] == sums["gold"]).cast(pl.Float64)).all()
    repeats = frame.filter(pl.col("benchmark") == "tiny_repeats", pl.col("response").is_not_null())
    assert (repeats["score"] == (repeats["response"] == repeats["gold"]).cast(pl.Float64)).all()
    options = frame.filter(benchmark="tiny_options_mcf")
    assert options.select("item", "gold", "n_options").row(0) == ("0", "25", 3)


def test_places_name_the_same_question_in_every_language(details: Path) -> None:
    """Though lighteval shuffled them."""
    frame = hatscore.read(details).to_frame().unique(["benchmark", "item", "gold"])
    assert frame.group_by("benchmark", "item").len()["len"].to_list() == [1] * 24
    assert frame.filter(benchmark="tiny_sums").sort("item")["gold"].to_list() != [
        "5",
        "13",
        "18",
        "25",
        "16",
        "43",
    ]


def test_metrics_of_several_kinds_stand_in_rows_of_their_own(details: Path) -> None:
    path = one_file(details, "both:en")
    assert pl.read_parquet(path).height == 12
    for metric, attempts in (("em", 6), ("pass@1:4_samples", 24)):
        frame = hatscore.read(path, metric=metric).to_frame()
        assert (frame.height, frame["item"].n_unique()) == (attempts, 6)
        assert frame["score"].mean() == pytest.approx(recorded(details, "tiny_both:en")[metric])


def test_languages_with_other_numbers_of_questions_are_refused(details: Path) -> None:
    path = one_file(details, "sums:sw")
    pl.read_parquet(path).head(5).write_parquet(path)
    with pytest.raises(UnreadableFile, match=r"tiny_sums: .*\(en: 6, sw: 5\).*shuffled"):
        hatscore.read([path, one_file(details, "sums:en")])
    assert hatscore.read(path).to_frame().height == 5


def test_a_metric_can_be_chosen(details: Path) -> None:
    path = change(
        one_file(details, "options_en"),
        details / "details_custom|tiny:en|0_x.parquet",
        lambda row: row["metrics"].update(acc_norm=1),
    )
    assert hatscore.read(path, metric="acc_norm").to_frame()["score"].sum() == 6
    with pytest.raises(InvalidArgument, match="no metric 'em'; it has acc, acc_norm"):
        hatscore.read(path, metric="em")


def test_names_of_the_first_leaderboard(details: Path, tmp_path: Path) -> None:
    (path,) = details.rglob("*sums:en*")
    other = shutil.copy(
        path, tmp_path / "details_harness|arc:challenge|25_2023-09-01T00-00-00.000000.parquet"
    )
    with pytest.raises(UnknownFormat, match=r"arc:challenge.*--pattern"):
        hatscore.read(other)
    frame = hatscore.read(other, fixed={"language": "en"}).to_frame()
    assert frame["benchmark"].unique().to_list() == ["arc:challenge"]


def test_metrics_as_text(details: Path, tmp_path: Path) -> None:
    path = one_file(details, "sums:en")

    def as_text(row: dict[str, Any]) -> None:
        row["metrics"], row["predictions"] = json.dumps(row["metrics"]), json.dumps(row["predictions"])

    frame = hatscore.read(change(path, tmp_path / path.name, as_text)).to_frame()
    assert frame["score"].mean() == pytest.approx(recorded(details, "tiny_sums:en")["em"])


def test_a_row_without_scores_is_named(details: Path, tmp_path: Path) -> None:
    path = one_file(details, "sums:en")
    rows = pl.read_parquet(path).to_dicts()
    rows[2]["metrics"]["em"] = None
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(tmp_path / path.name)
    with pytest.raises(UnreadableFile, match="row 3 has no em"):
        hatscore.read(tmp_path / path.name)
    rows[2]["metrics"] = None
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(tmp_path / path.name)
    with pytest.raises(UnreadableFile, match="row 3 has no scores in the column metrics"):
        hatscore.read(tmp_path / path.name)


@pytest.mark.parametrize("folder", ["v_new_repeats1", "v_new_repeats4", "v_new_choice"])
def test_lists_of_sample_lines_are_read_as_the_lines(folder: str, copy_of: Tables, tmp_path: Path) -> None:
    place = copy_of(folder)
    for path in place.glob("samples_*.jsonl"):
        path.with_suffix(".json").write_text(json.dumps(lines_of(path), indent=1))
        path.unlink()
    frame = hatscore.read(tmp_path).to_frame()
    lines = hatscore.read(LM_EVAL / folder / MODEL).to_frame()
    assert frame.select(KEYS).sort(KEYS).rows() == lines.select(KEYS).sort(KEYS).rows()


def test_a_damaged_list_is_named(copy_of: Tables) -> None:
    place = copy_of("v_new_repeats1")
    path = next(iter(place.glob("samples_mgsm_direct_sw*")))
    lines = lines_of(path)
    del lines[1]["resps"]
    listed = path.with_suffix(".json")
    listed.write_text(json.dumps(lines))
    with pytest.raises(UnreadableFile, match="entry 2 lacks doc_id or resps"):
        hatscore.read(listed)
    listed.write_text(json.dumps(lines)[:-50])
    with pytest.raises(UnreadableFile, match="is not JSON"):
        hatscore.read(listed)
