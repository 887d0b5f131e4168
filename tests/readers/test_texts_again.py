"""Are texts of other tools' logs left in their files, and the same when they are asked for?"""

import re
import shutil
from pathlib import Path

import polars as pl
import pytest

import hatscore
from hatscore.attempts.copies import copied_attempts
from hatscore.errors import UnreadableFile
from hatscore.readers import joined_runs, narrow_rows, parallel
from hatscore.readers.alignment import misaligned_items

from .test_simple_evals import RIGHT, mgsm

FIXTURES = Path(__file__).parents[1] / "fixtures"
TOOLS = ("helm", "every_eval_ever", "lighteval", "open_llm", "simple_evals", "inspect_ai")


@pytest.fixture(params=TOOLS)
def logs(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the logs of a tool."""
    place = tmp_path / "logs"
    if request.param == "simple_evals":
        place.mkdir()
        mgsm(place / "mgsm_m_allresults.json", RIGHT)
    elif request.param == "open_llm":
        # Stored under names that every file system allows.
        for path in (FIXTURES / "open_llm").rglob("*tiny_sums*.parquet"):
            place.mkdir(exist_ok=True)
            name = re.sub(r"\.(?=en-|sw-)", ":", path.name.replace("-", "|", 1)).replace("-0_", "|0_")
            shutil.copy(path, place / name)
    elif request.param == "inspect_ai":
        place.mkdir()
        shutil.copy(FIXTURES / "inspect_ai" / "0.3.285" / "parallel.eval", place)
    else:
        shutil.copytree(FIXTURES / request.param, place)
    return place


@pytest.fixture
def _none_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if all texts were long."""
    monkeypatch.setattr(narrow_rows, "_MOST_HELD", 0)


def test_short_texts_are_held(logs: Path) -> None:
    attempts = hatscore.read(logs)
    shutil.rmtree(logs)
    frame = attempts.to_frame()
    assert frame["gold"].count() == frame.height > 0


def test_texts_held_and_read_again_are_the_same(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = hatscore.read(logs).to_frame()
    monkeypatch.setattr(narrow_rows, "_MOST_HELD", 0)
    assert hatscore.read(logs).to_frame().equals(held)


@pytest.mark.usefixtures("_none_held")
def test_scores_need_no_texts_and_rows_do(logs: Path) -> None:
    attempts = hatscore.read(logs)
    score = hatscore.score(attempts).to_json()
    shutil.rmtree(logs)
    assert hatscore.score(attempts).to_json() == score
    with pytest.raises(UnreadableFile):
        attempts.to_frame()


@pytest.mark.usefixtures("_none_held")
def test_rows_with_texts_are_scored_as_those_without(logs: Path) -> None:
    attempts = hatscore.read(logs)
    whole = hatscore.Attempts.from_frame(attempts.to_frame())
    assert whole.to_frame()["gold"].count() == whole.to_frame().height
    assert hatscore.score(whole).to_frame().equals(hatscore.score(attempts).to_frame())
    assert copied_attempts(whole) == copied_attempts(attempts)
    assert misaligned_items(whole) == misaligned_items(attempts)


@pytest.mark.usefixtures("_none_held")
def test_parts_of_the_rows_are_those_of_all(logs: Path) -> None:
    attempts = hatscore.read(logs)
    rows, lazy = attempts.to_frame(), attempts.lazy()
    long = pl.col("response").str.len_chars() > 1
    assert lazy.filter(long).select("item", "gold").collect().equals(rows.filter(long).select("item", "gold"))
    assert lazy.select(rows.columns).head(7).collect().equals(rows.head(7))
    language = rows["language"][0]
    own = lazy.filter(pl.col("language") == language).select(rows.columns).collect()
    assert own.equals(rows.filter(language=language))


def test_rows_are_the_same_by_several_processes(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = hatscore.read(logs)
    monkeypatch.setattr(parallel, "_WORTHWHILE", 0)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    found = hatscore.read(logs)
    assert found.notes == alone.notes
    assert found.to_frame().equals(alone.to_frame())


@pytest.mark.usefixtures("_none_held")
def test_another_file_in_its_place_is_refused(tmp_path: Path) -> None:
    source = FIXTURES / "every_eval_ever"
    shutil.copytree(source, tmp_path / "logs")
    attempts = hatscore.read(tmp_path / "logs")
    path = next((tmp_path / "logs").rglob("*_samples.jsonl"))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]))
    with pytest.raises(UnreadableFile, match="was changed while it was read"):
        attempts.to_frame()


@pytest.mark.usefixtures("_none_held")
def test_a_file_of_many_runs_is_not_parsed_for_each(tmp_path: Path) -> None:
    attempts = hatscore.read(mgsm(tmp_path / "mgsm_m_allresults.json", RIGHT))
    before = joined_runs._frames_again.cache_info()
    for part in attempts.parts:
        part.frame.select("response").collect()
    after = joined_runs._frames_again.cache_info()
    assert (len(attempts.parts), after.misses - before.misses) == (3, 1)
