"""Sentences written by hand for this project: at least twelve of every form in every language family.

``cases/<family>.tsv`` holds a line a sentence: language, form, what a human reader would read, the
response, and for some forms the options. ``cases/forms.toml`` says what each form is and where it does
not occur.
"""

import tomllib
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

from hatscore.answers.letters import read_letter
from hatscore.answers.lexicons import known_languages
from hatscore.answers.numbers import read_number
from hatscore.answers.reading import Reading

FOLDER = Path(__file__).parent / "cases"
SHEET = tomllib.loads((FOLDER / "forms.toml").read_text(encoding="utf-8"))
FAMILIES: dict[str, list[str]] = SHEET["families"]
FORMS: dict[str, dict[str, str]] = SHEET["forms"]
FEWEST = 12
NOT_READ_YET = set((FOLDER / "not_read_yet.tsv").read_text(encoding="utf-8").splitlines())
"""Sentences, each after its family, that are read otherwise than meant; a test fails when one is read."""


@dataclass(frozen=True)
class Case:
    """One sentence and what it says."""

    language: str
    form: str
    expected: str
    text: str
    options: tuple[str, ...]
    not_read_yet: bool

    @property
    def kind(self) -> str:
        return FORMS[self.form]["kind"]

    def read(self) -> Reading:
        cut: Literal["length"] | None = "length" if self.form.endswith("truncated") else None
        if self.kind == "number":
            return read_number(self.text, self.language, finish_reason=cut)
        return read_letter(self.text, self.language, self.options or 4, finish_reason=cut)

    def agrees(self) -> bool:
        """Whether the reading is what a human reads: a value, or the outcome that is not one."""
        reading = self.read()
        if reading.value is None:
            said = "none" if reading.rule == "none-of-the-options" else reading.outcome
            return self.expected == said
        if self.kind == "number" and self.expected[-1].isdigit():
            return reading.value == Fraction(self.expected)
        return reading.value == self.expected


def cases(family: str) -> list[Case]:
    """The sentences of one family."""
    found = []
    for line in (FOLDER / f"{family}.tsv").read_text(encoding="utf-8").splitlines():
        language, form, expected, text, *options = line.split("\t")
        choices = tuple(options[0].split("|")) if options else ()
        known = f"{family}\t{line}" in NOT_READ_YET
        found.append(Case(language, form, expected, text.replace("\\n", "\n"), choices, known))
    return found


def occurs(form: str, family: str) -> bool:
    """Whether a form occurs in a family at all: no danda outside South Asia."""
    only = FORMS[form].get("only")
    return only is None or family in only.split()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("family", FAMILIES)
def test_read_as_meant(family: str, form: str) -> None:
    """Every sentence gives the value, or the outcome, that its writer meant."""
    wrong = []
    for case in cases(family):
        if case.form == form and not case.not_read_yet and not case.agrees():
            reading = case.read()
            got = reading.value if reading.value is not None else reading.outcome
            wrong.append(f"{case.language}: {case.expected} read as {got} ({reading.rule}): {case.text!r}")
    assert not wrong, "\n".join(wrong)


def test_what_is_not_read_yet_is_listed_and_little() -> None:
    """The list shrinks with every repair, and holds nothing that is not a sentence of the families."""
    listed = [case for family in FAMILIES for case in cases(family) if case.not_read_yet]
    assert len(listed) == len(NOT_READ_YET)
    assert not [case.text for case in listed if case.agrees()]
    assert len(listed) < 0.006 * sum(len(cases(family)) for family in FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_enough_sentences(family: str) -> None:
    """Twelve different sentences of every form that occurs, and every language takes part."""
    found = cases(family)
    assert len({(case.form, case.text, case.options) for case in found}) == len(found)
    counts = Counter(case.form for case in found)
    assert {form: counts[form] for form in FORMS if occurs(form, family) and counts[form] < FEWEST} == {}
    assert {case.language for case in found} == set(FAMILIES[family])
    assert {case.form for case in found} <= set(FORMS)


def test_every_language_has_a_family() -> None:
    assert sorted(language for family in FAMILIES.values() for language in family) == list(known_languages())
