"""Does the fingerprint change with every character, and with nothing else?"""

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hatscore.benchmarks.contract import BenchmarkMismatch, Item
from hatscore.benchmarks.fingerprint import canonical_text, check_items, fingerprint

from .conftest import small_manifests

ITEM = Item("1", "en", "en", "Which is a fruit?", "B", ("stone", "apple"), ("an apple",), "Apples are.")


def test_canonical_form_is_the_documented_one() -> None:
    line = '["1","Which is a fruit?",["stone","apple"],"B",["an apple"],"Apples are."]\n'
    assert canonical_text([ITEM]) == line
    assert fingerprint([ITEM]) == sha256(line.encode()).hexdigest()
    assert json.loads(canonical_text([ITEM], named_by_row=True))[0] == "1"


@pytest.mark.parametrize(
    "changed",
    [
        replace(ITEM, item="2"),
        replace(ITEM, question="Which is a fruit"),
        replace(ITEM, question="Which is a fruit? "),
        replace(ITEM, gold="A"),
        replace(ITEM, options=("apple", "stone")),
        replace(ITEM, options=("stone", "apple", "")),
        replace(ITEM, accepted=()),
        replace(ITEM, passage=None),
        replace(ITEM, passage=""),
    ],
)
def test_every_part_counts(changed: Item) -> None:
    assert fingerprint([changed]) != fingerprint([ITEM])


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.data())
def test_every_character_counts(question: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(question) - 1))
    without = replace(ITEM, question=question[:place] + question[place + 1 :])
    assert fingerprint([without]) != fingerprint([replace(ITEM, question=question)])


def test_normal_form_and_names_by_row_do_not_count() -> None:
    composed, decomposed = replace(ITEM, question="Café"), replace(ITEM, question="Cafe\u0301")
    assert fingerprint([composed]) == fingerprint([decomposed])
    renamed = replace(ITEM, item="70")
    assert fingerprint([renamed], named_by_row=True) == fingerprint([ITEM], named_by_row=True)
    two = [ITEM, replace(ITEM, item="2", question="?")]
    assert fingerprint(two, named_by_row=True) != fingerprint(two[::-1], named_by_row=True)


def test_items_cannot_run_into_each_other() -> None:
    split = [replace(ITEM, question="ab"), replace(ITEM, question="c")]
    other = [replace(ITEM, question="a"), replace(ITEM, question="bc")]
    assert fingerprint(split) != fingerprint(other)


def test_check_says_what_differs() -> None:
    manifest = small_manifests()["mgsm_rev2"]
    two = [Item("1", "en", "en", "One?", "1"), Item("2", "en", "en", "Two?", "2")]
    with pytest.raises(BenchmarkMismatch, match="1 items were read; there must be 2"):
        check_items(manifest, "en", two[:1])
    with pytest.raises(BenchmarkMismatch, match="two items have the same name"):
        check_items(manifest, "en", [two[0], two[0]])
    with pytest.raises(
        BenchmarkMismatch, match=r"here\): the text has fingerprint \w+; revision 1463c6dc7991"
    ):
        check_items(manifest, "en", two, where="here")
