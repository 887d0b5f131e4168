"""Do the pictures of the lessons show what the commands beside them draw today?"""

from tests.docs.blocks import DOCS

import hatscore

FIGURES = DOCS / "tutorials" / "figures"


def test_the_picture_of_the_demo_shows_its_scores() -> None:
    picture = (FIGURES / "demo-languages.svg").read_text(encoding="utf-8")
    rows = hatscore.score(hatscore.demo_path(), by="language", floor="options")
    assert len(rows) == 16
    for row in rows:
        shown = "not estimable" if row.hat_corrected.value is None else str(row.hat_corrected)
        assert f">{shown}" in picture, f"{row.system} {row.benchmark} {row.target}: draw it again"


def test_the_picture_of_the_gain_shows_the_parts() -> None:
    picture = (FIGURES / "gain.svg").read_text(encoding="utf-8")
    lesson = (DOCS / "tutorials" / "is-release-b-better.md").read_text(encoding="utf-8")
    parts = [row for row in lesson.splitlines() if row.startswith(" simulated  macro   v")]
    assert len(parts) == 3
    for row in parts:
        figures = [figure.strip() for figure in row.split("  ") if "[" in figure]
        assert len(figures) == 4
        assert all(f">{figure}<" in picture for figure in figures), f"draw it again: {row}"
