"""Does every chart show the numbers of its result, and draw, whatever the study?"""

import sys
from xml.dom import minidom

import pytest
from tests.charts.worlds import attempts, results

import hatscore
from hatscore.charts import theme
from hatscore.charts.files import FORMS, LARGEST, chart_bytes, rows_csv
from hatscore.charts.registry import CHARTS, Results, chart_data, charts_from, draw
from hatscore.errors import InvalidArgument, MissingExtra, NotEstimable

HOSTILE = (
    "<script>alert(1)</script>",
    "x" * 300,
    "x" * 150 + "y" + "x" * 149,
    "\U0001f469\u200d\U0001f4bb model",
    "evil\u202egnp.exe",
    "\"q\" 'n' \\back & amp; </svg>",
    "نموذج-كبير 2",
    "{datum.x} ${y}",
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return results(attempts([f"m{n}" for n in range(8)]), tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Results:
    table = attempts(HOSTILE, benchmark="<b>\u202ebench")
    return results(table, tmp_path_factory.mktemp("hostile"), pair=HOSTILE[1:3])


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return results(attempts(["m"], languages=("en", "de")), tmp_path_factory.mktemp("alone"))


def test_names_and_needs(plain: Results) -> None:
    assert [kind.name for kind in CHARTS.values()] == list(CHARTS)
    assert len(CHARTS) == 14
    assert charts_from(plain) == list(CHARTS)
    assert charts_from({"profile": plain["profile"], "scores": None}) == ["profile"]


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_draws_and_is_described(name: str, plain: Results) -> None:
    chart = draw(name, plain)
    spec = chart.to_dict(validate=True)
    assert spec["description"]
    assert spec["title"]["text"]
    assert spec["config"]["font"] == theme.FONT
    assert chart_bytes(chart, "png", scale=1).startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("name", CHARTS)
def test_hostile_names_stay_text(name: str, hostile: Results) -> None:
    svg = chart_bytes(draw(name, hostile), "svg").decode("utf-8")
    root = minidom.parseString(svg).documentElement
    assert root is not None
    assert root.tagName == "svg"
    assert "<script" not in svg
    assert "\u202e" not in svg
    width = float(root.getAttribute("width"))
    assert width < 1600, "names do not stretch the chart"


@pytest.mark.parametrize("name", CHARTS)
def test_data_are_plain_and_keep_names_as_given(name: str, hostile: Results) -> None:
    rows = chart_data(name, hostile)
    assert rows
    assert all(
        isinstance(value, (str, int, float, bool, type(None))) for row in rows for value in row.values()
    )
    own = {row["system"] for row in rows if row.get("system") is not None}
    assert own <= set(HOSTILE)
    assert rows_csv(rows).count("\n") >= len(rows) + 1


@pytest.mark.parametrize("name", CHARTS)
def test_one_system_and_one_language_draw_or_say_why_not(name: str, alone: Results) -> None:
    if name in ("differences", "decomposition"):
        with pytest.raises(InvalidArgument, match="was not given"):
            draw(name, alone)
        return
    if name == "thinking":
        with pytest.raises(NotEstimable, match="nothing to draw: no checkpoint has two thinking settings"):
            draw(name, alone)
        return
    assert chart_bytes(draw(name, alone), "png", scale=1).startswith(b"\x89PNG")


def test_many_systems_and_languages_keep_their_labels() -> None:
    listed = "en de es fr it pt nl sv da no fi pl cs ru uk bg el tr he ar fa hi bn ta te th vi id ja zh"
    languages = tuple(listed.split(" "))
    names = [f"organisation/model-{n:02d}-instruct" for n in range(60)]
    table = attempts(names, languages=languages, items=5, times=2)
    found: Results = {"scores": hatscore.score(table, by="all", draws=100)}
    rows = chart_data("heatmap", found)
    assert len(rows) == 60 * 29
    for name in ("ranking", "heatmap"):
        svg = chart_bytes(draw(name, found), "svg").decode("utf-8")
        assert all(f">{label}</text>" in svg for label in names)
    forest = draw("languages", found).to_dict()
    assert len(forest["hconcat"]) == 8


def test_a_wrong_name_and_a_missing_result_are_told(plain: Results) -> None:
    with pytest.raises(InvalidArgument, match="no chart 'pie'; there are profile, languages"):
        draw("pie", plain)
    with pytest.raises(InvalidArgument, match="'size' is drawn from a study"):
        chart_data("size", {"scores": plain["scores"]})


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_written_without_a_network(form: str, plain: Results) -> None:
    content = chart_bytes(draw("ranking", plain), form)  # type: ignore[arg-type]
    start = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "html": b"<!DOCTYPE html>", "json": b"{"}[
        form
    ]
    assert content.lstrip().startswith(start)
    if form == "html":
        assert b'src="http' not in content


def test_no_name_ends_the_script_of_a_page() -> None:
    table = attempts(["</script><script>alert(1)</script>", "<!-- <script>", "plain"])
    scores = hatscore.score(table, by="all", draws=100)
    named, plain = (
        chart_bytes(draw("languages", {"scores": one}), "html").decode("utf-8")
        for one in (scores, hatscore.score(attempts(["a", "b", "plain"]), by="all", draws=100))
    )
    assert "alert(1)" in named
    assert named.count("</script") == plain.count("</script")
    assert named.count("<!--") == plain.count("<!--")


def test_a_huge_scale_is_bounded(plain: Results) -> None:
    header = chart_bytes(draw("ranking", plain), "png", scale=60)[16:24]
    width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")
    assert width * height <= LARGEST * 1.01


def test_the_data_need_no_altair(plain: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    for name in CHARTS:
        assert chart_data(name, plain)
        with pytest.raises(MissingExtra, match=r"pip install 'hatscore\[charts\]'"):
            draw(name, plain)


def test_results_plot_every_kind(plain: Results) -> None:
    scores: hatscore.Scores = plain["scores"]
    study: hatscore.Study = plain["study"]
    assert scores.plot("heatmap").to_dict() == draw("heatmap", plain).to_dict()
    assert study.plot("size").to_dict() == draw("size", plain).to_dict()
    with pytest.raises(InvalidArgument, match="drawn from a study"):
        scores.plot("size")
