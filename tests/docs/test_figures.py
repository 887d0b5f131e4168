"""Are the pictures of the explanation pages those that the script draws, each of them shown?"""

import re

import pytest
from scripts.explain_figures import FIGURES, FIVE, PICTURES, five_items

PAGES = "".join(path.read_text(encoding="utf-8") for path in FIGURES.parent.glob("*.md"))


def test_every_picture_is_drawn_and_shown_with_words_for_those_who_cannot_see_it() -> None:
    assert {path.stem for path in FIGURES.iterdir()} == set(PICTURES)
    shown = dict.fromkeys(re.findall(r"!\[([^\]]{30,})\]\(figures/([\w-]+)\.svg\)", PAGES))
    assert sorted(name for _, name in shown) == sorted(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_it_is_a_small_picture_of_text(name: str) -> None:
    picture = (FIGURES / f"{name}.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    assert "<text" in picture
    assert len(picture) < 200_000


def test_the_worked_example_is_that_of_the_page() -> None:
    for item, (source, target) in FIVE.items():
        assert re.search(rf"^\| {item} \| {source} \| {target} \|", PAGES, re.MULTILINE)
    title = five_items().to_dict()["title"]["text"]
    assert title in (FIGURES / "five-items.svg").read_text(encoding="utf-8")
