import subprocess
import sys

import pytest

from hatscore.charts import theme
from hatscore.errors import MissingExtra
from hatscore.results.profile import Profile
from hatscore.results.scores import Scores


def test_without_altair_the_install_line_is_named(
    macro: Scores, swahili: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    message = r"Drawing needs an optional dependency: pip install 'hatscore\[charts\]'"
    with pytest.raises(MissingExtra, match=message):
        macro.plot()
    with pytest.raises(MissingExtra, match=message):
        swahili.plot()


def test_the_data_need_no_altair(macro: Scores, swahili: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    from hatscore.charts.forest import forest_data
    from hatscore.charts.profile import profile_data

    monkeypatch.setitem(sys.modules, "altair", None)
    assert len(forest_data(macro)) == len(macro)
    assert profile_data(swahili)["bins"]


def test_import_does_not_load_altair() -> None:
    code = "import sys, hatscore.charts.forest, hatscore.charts.profile; sys.exit('altair' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_right_to_left_names_are_isolated() -> None:
    arabic = "نموذج 2"
    assert theme.row_name(arabic, "sw") == f"\u2068{arabic}\u2069 | sw"
    assert theme.row_name("模型", "sw") == "模型 | sw"


def test_palette_differs_in_grey_from_paper() -> None:
    for color in theme.PALETTE:
        red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
        assert 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.75
