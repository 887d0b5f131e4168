"""Is a reading compared with the right answer as it should be?"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hatscore import InvalidArgument
from hatscore.answers.batch import Task, grade_all
from hatscore.answers.grading import Question, as_text, gold_letter, gold_number, grade


@pytest.mark.parametrize(
    ("response", "language", "gold", "outcome", "answer"),
    [
        ("Jibu ni 16.", "sw", "16", "right", "16"),
        ("Die Antwort lautet 16,00 €.", "de", "16", "right", "16"),
        ("উত্তর: ১৬টি", "bn", "16", "right", "16"),
        (r"The answer is \boxed{\frac{32}{2}}.", "en", "16", "right", "16"),
        ("La réponse est 2 125 €.", "fr", "2,125", "right", "2125"),
        ("The answer is -15.", "en", "15", "wrong", "-15"),
        ("The answer is 2.4.", "en", "24", "wrong", "2.4"),
        ("The answer is 4.5.", "en", "9/2", "right", "4.5"),
        ("I cannot tell.", "en", "3", "unparsed", None),
        ("<think>First, 3 and 4", "en", "7", "truncated", None),
        ("", "en", "3", "unparsed", None),
    ],
)
def test_numbers_are_compared_as_exact_rationals(
    response: str, language: str, gold: str, outcome: str, answer: str | None
) -> None:
    found = grade(response, Question(gold, "number", language))
    assert (found.outcome, found.final_answer) == (outcome, answer)


def test_two_letters_are_right_where_two_options_have_one_text() -> None:
    options = ("Nairobi", "Mombasa", "nairobi.", "Kisumu")
    for letter, outcome in {"A": "right", "C": "right", "B": "wrong"}.items():
        found = grade(f"Jibu ni ({letter}).", Question("A", "letter", "sw", options))
        assert (found.outcome, found.duplicate_options) == (outcome, True)
    plain = grade("Jibu ni (B).", Question("B", "letter", "sw", options))
    assert (plain.outcome, plain.duplicate_options) == ("right", False)


def test_ambiguous_is_an_outcome_of_its_own() -> None:
    assert grade("Both A and D are right answers.", Question("A", "letter", "en")).outcome == "ambiguous"


@pytest.mark.parametrize(
    ("text", "value"),
    [("2,125", 2125), ("16.00", 16), (" -7 ", -7), ("3/4", Fraction(3, 4)), ("১৬", 16), ("1,00,000", 100000)],
)
def test_right_answers_in_their_usual_forms(text: str, value: Fraction | int) -> None:
    assert gold_number(text) == value


@pytest.mark.parametrize("text", ["", "ten", "1/0", "4 apples"])
def test_a_right_answer_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InvalidArgument, match="is no number"):
        gold_number(text)


@pytest.mark.parametrize("text", ["E", "4", "", "AB"])
def test_a_right_answer_beyond_the_options_is_refused(text: str) -> None:
    with pytest.raises(InvalidArgument, match="is no letter of 4 options"):
        gold_letter(text, 4)


@given(st.integers(-(10**9), 10**9), st.integers(0, 6), st.integers(0, 6))
def test_decimals_keep_their_value_as_text(top: int, twos: int, fives: int) -> None:
    value = Fraction(top, 2**twos * 5**fives)
    text = as_text(value)
    assert text is not None
    assert "/" not in text
    assert Fraction(text) == value


@given(st.fractions(max_denominator=1000))
def test_all_rationals_keep_their_value_as_text(value: Fraction) -> None:
    assert Fraction(as_text(value) or "") == value


@pytest.mark.parametrize(
    ("kind", "method"),
    [
        ("number", "lm-eval-mmlu-prox"),
        ("letter", "lm-eval-flexible"),
        ("number", "best"),
        ("word", "hatscore"),
    ],
)
def test_methods_that_cannot_read_a_kind_are_refused(kind: str, method: str) -> None:
    question = Question("1", kind, "en")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match=r"must be one of|cannot read"):
        grade("1", question, method=method)  # type: ignore[arg-type]


def test_several_processes_give_the_same_grades_in_the_same_order() -> None:
    tasks = [Task(f"The answer is {n}.", Question(str(n % 7), "number", "en")) for n in range(600)]
    seen: list[int] = []
    alone = grade_all(tasks, workers=1, progress=seen.append)
    assert sum(seen) == len(tasks)
    assert grade_all(tasks, workers=2) == alone
    assert sum(found.outcome == "right" for found in alone) == 7
