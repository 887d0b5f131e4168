"""Do files of other tools that were changed, cut or made to harm lead to one clear error?"""

import json
import random
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import HatscoreError, UnknownFormat, UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.formats import format_of

from .test_every_eval_ever import SWAHILI
from .test_helm import ENGLISH
from .test_lighteval import VERSION as LIGHTEVAL
from .test_simple_evals import RIGHT, mgsm

STRANGE: tuple[Any, ...] = (None, [], {}, "x", -5, 1.5, [None], {"a": None}, True, 10**30)


def changed(value: Any, draw: random.Random) -> Any:
    """The value with one of its parts replaced by something strange, or removed."""
    if isinstance(value, (dict, list)) and value and draw.random() < 0.85:
        keys = list(value) if isinstance(value, dict) else list(range(min(len(value), 3)))
        key = draw.choice(keys)
        copy: Any = dict(value) if isinstance(value, dict) else list(value)
        if draw.random() < 0.1:
            del copy[key]
        else:
            copy[key] = changed(copy[key], draw)
        return copy
    return draw.choice(STRANGE)


def helm(folder: Path) -> tuple[Path, list[Path]]:
    shutil.copytree(ENGLISH, folder / "run")
    path = folder / "run" / "per_instance_stats.json"
    return path, [path, path.with_name("run_spec.json"), path.with_name("scenario_state.json")]


def simple(folder: Path) -> tuple[Path, list[Path]]:
    path = mgsm(folder / "mgsm_m_allresults.json", RIGHT)
    return path, [path]


@pytest.mark.parametrize("make", [helm, simple])
def test_changed_json_never_leads_to_another_error(
    make: Callable[[Path], tuple[Path, list[Path]]], tmp_path: Path
) -> None:
    path, files = make(tmp_path)
    contents = {file: json.loads(file.read_text()) for file in files}
    draw = random.Random(1)
    read = format_of(path)
    assert read is not None
    for _ in range(200):
        for file, content in contents.items():
            file.write_text(json.dumps(content))
        file = draw.choice(files)
        file.write_text(json.dumps(changed(contents[file], draw)))
        with suppress(HatscoreError):
            read.read([path], ReadChoices())


def test_changed_lines_never_lead_to_another_error(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in SWAHILI.read_text().splitlines()]
    whole = json.loads(SWAHILI.with_name(SWAHILI.name.replace("_samples.jsonl", ".json")).read_text())
    draw = random.Random(2)
    path = tmp_path / "a_samples.jsonl"
    read = format_of(SWAHILI)
    assert read is not None
    for number in range(300):
        own = changed(lines, draw) if number % 3 else lines
        text = own if isinstance(own, list) else [own]
        path.write_text("".join(json.dumps(line) + "\n" for line in text))
        path.with_name("a.json").write_text(json.dumps(changed(whole, draw)))
        with suppress(HatscoreError):
            read.read([path], ReadChoices())


def test_changed_details_never_lead_to_another_error(tmp_path: Path) -> None:
    source = next(LIGHTEVAL.rglob("*tiny_repeats_en*"))
    rows = pl.read_parquet(source).to_dicts()
    draw = random.Random(3)
    read = format_of(source)
    assert read is not None
    for number in range(150):
        # Polars remembers sizes: a file that is written over within a moment can make it panic.
        path = tmp_path / f"details_{number}_2026.parquet"
        row = changed(rows[0], draw)
        if not isinstance(row, dict) or len(row) < 3:
            continue
        try:
            pl.DataFrame([row], strict=False).write_parquet(path)
        except (pl.exceptions.PolarsError, TypeError, OverflowError):
            continue
        with suppress(HatscoreError):
            read.read([path], ReadChoices())


@pytest.mark.parametrize(
    "start", ['[{"instance_id": "train_trial_index", "stats": ', '{"score": 1, "metrics": {}, "htmls": ']
)
def test_deep_nesting_is_refused_soon(start: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(start + "[" * 1_000_000)
    begin = time.perf_counter()
    with pytest.raises((UnreadableFile, UnknownFormat)):
        hatscore.read(path)
    assert time.perf_counter() - begin < 20


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"\x00" * 100, b"[", b"{}", b"\x1f\x8b\x08\x00", b"\x28\xb5\x2f\xfd\x00"],
)
def test_files_of_no_form(content: bytes, tmp_path: Path) -> None:
    for name in ("a.json", "a.json.gz", "a.json.zst"):
        (tmp_path / name).write_bytes(content)
        with pytest.raises((UnreadableFile, UnknownFormat)):
            hatscore.read(tmp_path / name)


def test_compressed_files_are_read(tmp_path: Path) -> None:
    from .conftest import compress

    for ending in (".gz", ".zst"):
        place = tmp_path / ending[1:]
        shutil.copytree(ENGLISH, place)
        path = place / "per_instance_stats.json"
        (place / f"{path.name}{ending}").write_bytes(compress(path.read_bytes(), ending))
        path.unlink()
        assert hatscore.read(place).to_frame().height == 12


def test_every_format_explains_its_files(tmp_path: Path) -> None:
    for path in (
        ENGLISH / "per_instance_stats.json",
        SWAHILI,
        simple(tmp_path)[0],
        *LIGHTEVAL.rglob("*.parquet"),
    ):
        form = format_of(path)
        assert form is not None
        attempts = hatscore.read(path, fixed={"revision": "2"})
        use = form.explain(path, ReadChoices(fixed={"revision": "2"}), attempts)
        assert {"system", "benchmark", "language", "item", "score"} <= use.fields.keys()
        assert use.fields["revision"] == "--set revision=2"
