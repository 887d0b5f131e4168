"""Forms that break extractors of option letters, in sentences written for this project."""

from collections.abc import Sequence

import pytest

from hatscore.answers.letters import duplicate_letters, read_letter

ANIMALS = ["Blue whale", "Giant squid", "Woolly mammoth", "Brown bear"]
VITAMINS = ["Vitamin A", "Vitamin B", "Vitamin D", "Vitamin C"]
NUMBERS = ["150", "300", "450", "600"]
STATEMENTS = ["True", "False", "Both A and B", "Cannot be determined"]
CITIES = ["Рим", "Осло", "Берн", "Вена"]
Options = Sequence[str] | int


def said(text: str, language: str, options: Options, finish_reason: str | None = None) -> str:
    reading = read_letter(text, language, options, finish_reason=finish_reason)
    return str(reading.value or reading.outcome)


MARKS = [
    ("答えはCです", "ja", "C"),
    ("答案是(A)", "zh", "A"),
    ("(A) 입니다", "ko", "A"),
    (r"\boxed{C}", "en", "C"),
    (r"The answer is $\boxed{\text{C}}$.", "en", "C"),
    (r"Somit: \[\boxed{\textbf{(C) } 42}\]", "de", "C"),
    (r"The answer is \text{C}.", "en", "C"),
    (r"\(B\)", "en", "B"),
    ("The answer is $C$.", "en", "C"),
    ("The answer is c.", "en", "C"),
    ("(b)", "en", "B"),
    ("b", "en", "B"),
    ("**c**", "en", "C"),
    ("Answer: d", "en", "D"),
    ("c) blue", "en", "C"),
    ("My final answer: **C) Woolly mammoth**", "en", "C"),
    ("### Final Answer\n\n**C**", "en", "C"),
    ("**Answer**\n\nC", "en", "C"),
    ("[[C]]", "en", "C"),
    ('{"answer": "C"}', "en", "C"),
    ("<answer>C</answer>", "en", "C"),
    ("Answer - C", "en", "C"),
    ("Richtig ist C.", "de", "C"),
    ("A", "hu", "A"),
    ("A.", "en", "A"),
    ("A is correct.", "en", "A"),
    ("The answer is A because it is large.", "en", "A"),
    ("I would choose C", "en", "C"),
    ("Ich wähle C.", "de", "C"),
    ("A C-t választom.", "hu", "C"),
]

NATIVE = [
    ("答えはＣです", "ja", "C"),
    ("答案：Ｂ", "zh", "B"),
    ("Answer: Ⓑ", "en", "B"),
    ("Answer: 🅒", "en", "C"),
    ("\U0001d402", "en", "C"),
    ("정답은 ②", "ko", "B"),
    ("सही विकल्प (ख) है।", "hi", "B"),
    ("התשובה הנכונה היא תשובה ב'.", "he", "B"),
    ("ตอบ ค.", "th", "C"),
    ("ตอบข้อ ก", "th", "A"),
    ("ข้อ ๓", "th", "C"),
    ("సరైన సమాధానం బి.", "te", "B"),
    ("الإجابة الصحيحة هي الخيار د.", "ar", "D"),
    ("صحیح جواب الف ہے۔", "ur", "A"),
    ("সি. নীল নদ", "bn", "C"),
    ("Ответ: С", "ru", "C"),
    ("С другой стороны, ответ: А", "ru", "A"),
    ("정답은 3번입니다", "ko", "C"),
    ("选项3", "zh", "C"),
    ("ตัวเลือกที่ 2", "th", "B"),
]

TALK = [
    ("Both B and C look plausible, but the best answer is C.", "en", "C"),
    ("The answer is B, not C.", "en", "B"),
    ("The answer is not B but C.", "en", "C"),
    ("B is wrong, C is wrong, D is wrong, so A.", "en", "A"),
    ("The answer is A. Wait, no. The answer is D.", "en", "D"),
    ("The answer could be A or C.", "en", "ambiguous"),
    ("A or B", "en", "ambiguous"),
    ("A/B", "en", "ambiguous"),
    ("Antwort B ist falsch. Antwort C stimmt.", "de", "C"),
    ("C ist die richtige Antwort, denn A ist es nicht.", "de", "C"),
    ("The incorrect statement is C.", "en", "C"),
    ("Options A, B and C are all true, so the answer is D, all of the above.", "en", "D"),
    ("1. A is too small.\n2. B is too large.\n\nSo the answer: C", "en", "C"),
    ("答案不是A，而是C。", "zh", "C"),
    ("So **D** it is, for what A, B and C say holds in each case.", "en", "D"),
    ("I would take **option D (B and C)** here.", "en", "D"),
    ("C. The court cannot hear the case.", "en", "C"),
    ("The answer is:\n\nC. It is not a mammal.", "en", "C"),
    ("正解はDです。他の選択肢（A、B、C）は誤りです。", "ja", "D"),
    ("The answer is D.\n\nThe other options:\n- A. too old\n- B. too new\n- C. too far", "en", "D"),
]

WORDS = [
    ("The answer was given by John C. Calhoun.", "en", 4, "unparsed"),
    ("A correct answer needs more thought.", "en", 4, "unparsed"),
    ("A helyes válasz nem ismert.", "hu", 4, "unparsed"),
    ("A small dog ran.", "en", 4, "unparsed"),
    ("A veces es difícil.", "es", 4, "unparsed"),
    ("Plan B failed.", "en", 4, "unparsed"),
    ("He has hepatitis B and vitamin C deficiency.", "en", 4, "unparsed"),
    ("C'est vrai.", "fr", 4, "unparsed"),
    ("D'après moi, la réponse est A.", "fr", 4, "A"),
    ("Let A = 5 and B = 7, then C = 12.", "en", 4, "unparsed"),
    ("Statements I, II and III hold, so the answer is (G).", "en", 10, "G"),
    ("The answer is I.", "en", 10, "I"),
    ("The answer is (Z).", "en", 26, "Z"),
    ("The answer is D.", "en", 2, "unparsed"),
    ("The answer is vitamin C.", "en", VITAMINS, "D"),
    ("The correct answer is Vitamin A", "en", VITAMINS, "A"),
]

TEXTS: list[tuple[str, str, Options, str]] = [
    ("Blue whale", "en", ANIMALS, "A"),
    ("The answer is the giant squid.", "en", ANIMALS, "B"),
    ("It is the woolly mammoth that lived there in those days.", "en", ANIMALS, "C"),
    ("The blue whale is larger than the giant squid.", "en", ANIMALS, "unparsed"),
    ("Answer: B. Blue whale", "en", ANIMALS, "ambiguous"),
    ("Answer: B. Rome", "en", ["Rome", "Rome", "Oslo", "Bern"], "B"),
    ("The distance is 300.", "en", NUMBERS, "B"),
    ("Answer: 450", "en", NUMBERS, "C"),
    ("The result is 3000.", "en", NUMBERS, "unparsed"),
    ("It cannot be determined from the text.", "en", STATEMENTS, "D"),
    ("Answer: D. Cannot be determined", "en", STATEMENTS, "D"),
    ("Both A and B", "en", STATEMENTS, "C"),
    ("The answer is C, both A and B.", "en", STATEMENTS, "C"),
    ("Ответ: В. Берн", "ru", CITIES, "C"),
    ("Ответ: В. Осло", "ru", CITIES, "B"),
    ("答えはわからないです", "ja", ["東", "西", "南", "わからない"], "D"),
    (
        "A. Blue whale\nB. Giant squid\nC. Woolly mammoth\nD. Brown bear\n\nAnswer: B",
        "en",
        ANIMALS,
        "B",
    ),
    ("A. Blue whale\nB. Giant squid\nC. Woolly mammoth\nD. Brown bear", "en", ANIMALS, "unparsed"),
]

WHOLE = [
    ("<think>Maybe A. The answer is A.</think>The answer is B.", "en", "B"),
    ("<think>Maybe A. The answer is A", "en", "truncated"),
    ("<|im_start|>think\nA or B<|im_start|>answer\nAnswer: C", "en", "C"),
    ("", "en", "unparsed"),
    ("   \n", "en", "unparsed"),
    ("The answer is B.\n\nQuestion: What is next?\nA. x\nB. y\nAnswer: C", "en", "B"),
    ("Answer: C\n" * 50, "en", "C"),
    ("ha " * 500, "en", "unparsed"),
    ("所以答案是B。", "th", "B"),
    ("The correct answer is (D).", "bn", "D"),
    ("正确答案是：C", "sw", "C"),
    ("答えはCです", "en", "C"),
]


@pytest.mark.parametrize(("text", "language", "expected"), MARKS)
def test_marked_letters(text: str, language: str, expected: str) -> None:
    assert said(text, language, 4) == expected


@pytest.mark.parametrize(("text", "language", "expected"), NATIVE)
def test_native_letters(text: str, language: str, expected: str) -> None:
    assert said(text, language, 4) == expected


@pytest.mark.parametrize(("text", "language", "expected"), TALK)
def test_several_letters_in_one_response(text: str, language: str, expected: str) -> None:
    assert said(text, language, 4) == expected


@pytest.mark.parametrize(("text", "language", "options", "expected"), WORDS)
def test_letters_that_are_words_and_names(text: str, language: str, options: Options, expected: str) -> None:
    assert said(text, language, options) == expected


@pytest.mark.parametrize(("text", "language", "options", "expected"), TEXTS)
def test_texts_of_options(text: str, language: str, options: Options, expected: str) -> None:
    assert said(text, language, options) == expected


@pytest.mark.parametrize(("text", "language", "expected"), WHOLE)
def test_whole_responses(text: str, language: str, expected: str) -> None:
    assert said(text, language, 4) == expected


def test_token_cap_is_an_outcome_of_its_own() -> None:
    """A cut response without a letter is truncated; one that had answered is read."""
    assert said("Let us look at the options one by one, first", "en", 4, "length") == "truncated"
    assert said("The answer is B. This is because", "en", 4, "length") == "B"


def test_conflict_and_duplicates() -> None:
    assert read_letter("B. Blue whale", "en", ANIMALS).rule == "letter-against-text"
    assert duplicate_letters(["x", "y", "X."]) == {"A": frozenset("AC"), "C": frozenset("AC")}
    assert duplicate_letters(ANIMALS) == {}


def test_number_of_options_is_checked() -> None:
    for options in (1, 27, ["only"]):
        with pytest.raises(ValueError, match="2 to 26"):
            read_letter("A", "en", options)


def test_span_stands_in_the_original_response() -> None:
    """Also after a thinking marker, with decomposed accents and with full-width letters."""
    response = "<think>x</think>I\u0300da\u0301hu\u0300n to\u0301 to\u0323\u0301 ni (Ｃ)."
    reading = read_letter(response, "yo", 4)
    assert reading.span is not None
    assert response[slice(*reading.span)] == "(Ｃ)"
