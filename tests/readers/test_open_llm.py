"""Are details in the leaderboard's forms read?

The Parquet fixtures hold rows of ours, written by lighteval 0.8.1's own writer; the lists of sample lines
are lm-eval's lines in one list, as the leaderboard published them.
"""

import json
import shutil
from pathlib import Path

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
    for path in FIXTURES.rglob("*.parquet"):
        _, _, task = path.name.rpartition("details_")
        name = f"details_{task.replace('-', '|', 1).replace('-0_', '|0_').replace('sums.', 'sums:')}"
        place = tmp_path / path.parent.relative_to(FIXTURES)
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place / name)
    return tmp_path


def test_details_of_older_lighteval(details: Path) -> None:
    frame = hatscore.read(details).to_frame()
    grouped = frame.group_by("system", "benchmark", "language", "metric").agg(pl.col("score").sum())
    assert sorted(grouped.rows()) == [
        ("acme/tiny-1b", "tiny_options_mcf", "en", "acc", 4.0),
        ("acme/tiny-1b", "tiny_options_mcf", "sw", "acc", 2.0),
        ("acme/tiny-1b", "tiny_sums", "en", "em", 5.0),
        ("acme/tiny-1b", "tiny_sums", "sw", "em", 3.0),
    ]
    sums = frame.filter(benchmark="tiny_sums")
    assert (sums["score"] == (sums["response"] == sums["gold"]).cast(pl.Float64)).all()
    options = frame.filter(benchmark="tiny_options_mcf")
    assert options.select("item", "gold", "n_options").row(0) == ("0", "5", 3)


def test_a_metric_can_be_chosen(details: Path) -> None:
    (path,) = details.rglob("*options_en*")
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
    (path,) = details.rglob("*sums:en*")
    rows = pl.read_parquet(path).to_dicts()
    for row in rows:
        row["metrics"], row["predictions"] = json.dumps(row["metrics"]), json.dumps(row["predictions"])
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(tmp_path / path.name)
    assert hatscore.read(tmp_path / path.name).to_frame()["score"].sum() == 5


def test_a_row_without_scores_is_named(details: Path, tmp_path: Path) -> None:
    (path,) = details.rglob("*sums:en*")
    rows = pl.read_parquet(path).to_dicts()
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
