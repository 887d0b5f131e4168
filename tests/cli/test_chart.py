"""Do ``hatscore chart`` and ``hatscore profile`` draw, write data, and say what is wrong?"""

import csv
import io
import json
import sys
from pathlib import Path

import polars as pl
import pytest

import hatscore as library
from hatscore.charts.registry import CHARTS

from .conftest import Hatscore, study

THREE = ("a", "b", "c")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "attempts.csv"
    study(items=20, systems=THREE).write_csv(path)
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_list_names_every_chart(hatscore: Hatscore) -> None:
    run = hatscore("chart", "--list")
    assert (run.code, run.err) == (0, "")
    assert [line.split()[0] for line in run.out.splitlines()] == list(CHARTS)


@pytest.mark.parametrize(("ending", "start"), [(".png", b"\x89PNG"), (".svg", b"<svg"), (".pdf", b"%PDF")])
def test_pictures(ending: str, start: bytes, table: Path, hatscore: Hatscore) -> None:
    out = table.with_suffix(ending)
    run = hatscore("chart", "ranking", table, "-o", out)
    assert (run.code, run.out) == (0, "")
    assert f"Wrote {out}" in run.err
    assert out.read_bytes().startswith(start)


def test_vega_lite_and_html(table: Path, hatscore: Hatscore) -> None:
    spec, page = table.with_suffix(".json"), table.with_suffix(".html")
    assert hatscore("chart", "languages", table, "-o", spec).code == 0
    assert "vega-lite" in json.loads(spec.read_text())["$schema"]
    assert hatscore("chart", "languages", table, "-o", page).code == 0
    assert "vegaEmbed" in page.read_text(encoding="utf-8")


def test_csv_is_the_data(table: Path, hatscore: Hatscore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    out = table.with_name("data.csv")
    assert hatscore("chart", "heatmap", table, "-o", out).code == 0
    scores = library.score(table, by="language")
    assert [float(row["value"]) for row in rows_of(out)] == [row.hat_corrected.value for row in scores]


def test_scale_makes_a_larger_png(table: Path, hatscore: Hatscore) -> None:
    widths = []
    for scale in ("1", "2"):
        out = table.with_name(f"{scale}.png")
        assert hatscore("chart", "ranking", table, "-o", out, "--scale", scale).code == 0
        widths.append(int.from_bytes(out.read_bytes()[16:20], "big"))
    assert widths[1] == pytest.approx(2 * widths[0], abs=2)


def test_systems_benchmark_and_target_choose(table: Path, tmp_path: Path, hatscore: Hatscore) -> None:
    both = tmp_path / "both.csv"
    one = pl.read_csv(table)
    pl.concat([one, one.with_columns(benchmark=pl.lit("other"))]).write_csv(both)
    out = tmp_path / "data.csv"
    run = hatscore(
        "chart", "languages", both, "-o", out, "--benchmark", "other", "--target", "sw", "--systems", "b", "c"
    )
    assert run.code == 0, run.err
    assert [(row["system"], row["benchmark"], row["target"]) for row in rows_of(out)] == [
        ("b", "other", "sw"),
        ("c", "other", "sw"),
    ]
    run = hatscore("chart", "differences", table, "-o", out, "--target", "de", "--systems", "c", "a")
    assert [row["label"] for row in rows_of(out)] == ["a minus c | de"]
    run = hatscore("chart", "decomposition", table, "-o", out, "--systems", "c", "a", "b")
    assert [row["system_a"] + row["system_b"] for row in rows_of(out)][::4] == ["ca", "ab", "cb"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["pie", "X", "-o", "a.png"], 2, "'pie' is not one of 'profile'"),
        (["ranking", "X", "-o", "a.gif"], 2, "must end in one of .png"),
        (["ranking", "X"], 2, "--out"),
        (["ranking", "X", "-o", "gone/a.png"], 2, "cannot write gone/a.png"),
        (["ranking", "X", "-o", "a.png", "--target", "sw"], 2, "--target does not fit"),
        (["size", "X", "-o", "a.png", "--target", "sw"], 2, "--target does not fit"),
        (["languages", "X", "-o", "a.png", "--target", "xx"], 2, "no target 'xx'; there are de, sw"),
        (["languages", "X", "-o", "a.png", "--systems", "z"], 2, "no system 'z'; there are a, b, c"),
        (["profile", "X", "-o", "a.png"], 2, "there are several systems"),
        (["profile", "X", "-o", "a.png", "--systems", "a", "b"], 2, "a profile is of one system"),
        (["decomposition", "X", "-o", "a.png"], 2, "--systems"),
        (["ranking", "gone.csv", "-o", "a.png"], 3, "gone.csv"),
        (["size", "X", "-o", "a.png"], 4, "nothing to draw: no system of known size"),
        (["time", "X", "-o", "a.csv"], 4, "nothing to write"),
        (["failures", "X", "-o", "a.png"], 4, "every attempt has an answer"),
    ],
)  # fmt: skip
def test_errors_name_what_is_wrong(
    arguments: list[str],
    code: int,
    said: str,
    table: Path,
    hatscore: Hatscore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(table.parent)
    run = hatscore("chart", *(str(table) if word == "X" else word for word in arguments))
    assert (run.code, run.out) == (code, "")
    assert said in run.err
    assert "Traceback" not in run.err


def test_a_missing_extra_names_its_install_line(
    table: Path, hatscore: Hatscore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    for arguments in (["chart", "ranking", table, "-o", "a.png"], ["profile", table, "-o", "a.png"]):
        run = hatscore(*arguments)
        assert run.code == 2
        assert "pip install 'hatscore[charts]'" in run.err


def test_what_is_not_estimable_is_said_and_exits_4(tmp_path: Path, hatscore: Hatscore) -> None:
    wrong = study(items=10).with_columns(score=0.0)
    wrong.write_csv(tmp_path / "a.csv")
    out = tmp_path / "a.svg"
    run = hatscore("chart", "languages", tmp_path / "a.csv", "-o", out)
    assert run.code == 4
    assert "not estimable" in out.read_text(encoding="utf-8")
    assert "nothing was estimable" in run.err


# Profile.


def test_profile_prints_its_table_and_sentences(table: Path, hatscore: Hatscore) -> None:
    run = hatscore("profile", table, "--system", "a", "--target", "sw", "--bins", "4")
    profile = library.profile(table, system="a", target="sw", bins=4)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("a | mgsm | sw\n")
    assert "source pass rate" in run.out
    assert str(profile.score.hat_corrected) in run.out
    assert all(f"{b.pairs}" in run.out for b in profile.bins if b.pairs)


def test_profile_as_json_and_csv(table: Path, hatscore: Hatscore) -> None:
    profile = library.profile(table, system="a")
    run = hatscore("profile", table, "--system", "a", "--format", "json")
    assert run.out == profile.to_json()
    assert len(json.loads(run.out)["cloud"]) == len(profile.cloud)
    out = table.with_name("bins.csv")
    assert hatscore("profile", table, "--system", "a", "--format", "csv", "-o", out).out == ""
    assert out.read_text() == profile.to_frame().write_csv()


def test_profile_draws_beside_printing(table: Path, hatscore: Hatscore) -> None:
    out = table.with_name("p.svg")
    run = hatscore("profile", table, "--system", "a", "-o", out)
    assert run.code == 0
    assert run.out.startswith("a | mgsm | pooled")
    assert "perfect transfer" in out.read_text(encoding="utf-8")


def test_profile_errors(table: Path, tmp_path: Path, hatscore: Hatscore) -> None:
    assert hatscore("profile", table).code == 2
    assert "no target 'xx'" in hatscore("profile", table, "--system", "a", "--target", "xx").err
    assert hatscore("profile", table, "--system", "a", "--bins", "0").code == 2
    assert hatscore("profile", tmp_path / "gone.csv").code == 3
    study(items=10, systems=("a",)).with_columns(score=0.0).write_csv(tmp_path / "zero.csv")
    assert hatscore("profile", tmp_path / "zero.csv").code == 4
