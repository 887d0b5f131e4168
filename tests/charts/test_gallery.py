"""Does the gallery show every chart, and is it small?"""

from pathlib import Path

import pytest

from hatscore.charts.registry import CHARTS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", CHARTS)
def test_the_gallery_has_a_small_picture_of(name: str) -> None:
    picture = DOCS / "gallery" / f"{name}.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size < 250_000
    assert f"![{CHARTS[name].title}](gallery/{name}.png)" in (DOCS / "gallery.md").read_text(encoding="utf-8")


def test_the_gallery_says_that_it_is_simulated() -> None:
    assert "**simulated**" in (DOCS / "gallery.md").read_text(encoding="utf-8")
