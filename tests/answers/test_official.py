"""Are published harnesses reproduced, faults and all?"""

import pytest

from hatscore.answers.grading import Method, Question, grade
from hatscore.answers.official import read_mmlu_prox

NUMBERS: list[tuple[Method, str, str, str, str]] = [
    # lm-eval: the last thing that looks like a number, compared without punctuation.
    ("lm-eval-flexible", "en", "3 + 4 = 7.", "7", "right"),
    ("lm-eval-flexible", "en", "It costs $1,200.", "1200", "right"),
    ("lm-eval-flexible", "en", "It costs $5.00.", "5", "wrong"),
    ("lm-eval-flexible", "en", "The answer is -4.", "4", "right"),
    ("lm-eval-flexible", "en", "30 km in 2 hours", "30", "wrong"),
    ("lm-eval-flexible", "bn", "উত্তর ৪২", "42", "unparsed"),
    ("lm-eval-flexible", "de", "3.400 Euro", "3400", "right"),
    # simple-evals: the last number after the answer word, all commas gone, compared as text.
    ("simple-evals", "de", "Antwort: 4,5", "45", "right"),
    ("simple-evals", "en", "Answer: 16.00", "16", "right"),
    ("simple-evals", "en", "Answer: -3", "3", "right"),
    ("simple-evals", "en", "It is 16.", "16", "unparsed"),
    ("simple-evals", "bn", "উত্তর: ১৮", "18", "wrong"),
    ("simple-evals", "sw", "Jibu: 6. Jibu hili ni 7", "7", "right"),
    ("simple-evals", "hi", "उत्तर: 6", "6", "unparsed"),
]

LETTERS: list[tuple[Method, str, str, str, str]] = [
    ("lm-eval-mmlu-prox", "en", "So the answer is (C).", "C", "right"),
    ("lm-eval-mmlu-prox", "ja", "答えは(A)です", "A", "unparsed"),
    ("lm-eval-mmlu-prox", "ja", "答えは (A) です", "A", "right"),
    ("lm-eval-mmlu-prox", "de", "Die Antwort ist Aluminium, also (C)", "C", "wrong"),
    ("lm-eval-mmlu-prox", "fr", "La bonne réponse est (B)", "B", "unparsed"),
    ("simple-evals", "es", "Respuesta: **B**", "B", "right"),
    ("simple-evals", "ar", "الإجابة: ب", "B", "right"),
    ("simple-evals", "bn", "উত্তর: ড", "C", "right"),
    ("simple-evals", "en", "I choose B", "B", "unparsed"),
    ("simple-evals", "ru", "Ответ: B", "B", "unparsed"),
]


@pytest.mark.parametrize(("method", "language", "response", "gold", "outcome"), NUMBERS)
def test_numbers(method: Method, language: str, response: str, gold: str, outcome: str) -> None:
    assert grade(response, Question(gold, "number", language), method=method).outcome == outcome


@pytest.mark.parametrize(("method", "language", "response", "gold", "outcome"), LETTERS)
def test_letters(method: Method, language: str, response: str, gold: str, outcome: str) -> None:
    assert grade(response, Question(gold, "letter", language), method=method).outcome == outcome


def test_mmlu_prox_knows_one_phrase_for_each_of_its_29_languages() -> None:
    languages = "af ar bn cs de en es fr hi hu id it ja ko mr ne pt ru sr sw te th uk ur vi wo yo zh zu"
    templates = {
        "ja": "答えは ({}) です",
        "ko": "답은 ({})입니다",
        "ne": "उत्तर ({}) हो।",
        "sr": "Odgovor je ({})",
    }
    assert len(languages.split()) == 29
    for language, template in templates.items():
        assert read_mmlu_prox(template.format("D"), language).value == "D"
    assert read_mmlu_prox("תשובה (D)", "he").value is None
