"""What is no answer: algebra, ranges, loops, withdrawn values, cut-off thinking, nothing at all."""

import pytest

from hatscore.answers.numbers import read_number

ALGEBRA = [
    ("en", "So the total is 3n + 5."),
    ("en", r"Therefore they have \( 2L + 70 \) friends."),
    ("en", "Answer: 4x - 7"),
    ("de", "Also sind es 3n + 5 Äpfel."),
    ("fr", "Donc le total est 3n + 5."),
    ("es", "Por lo tanto son 3n + 5."),
    ("ru", "Ответ: 3n + 5"),
    ("zh", "答案是3n + 5。"),
    ("ja", "答えは3n + 5です。"),
    ("sw", "Jibu: 3n + 5"),
    ("bn", "উত্তর: 3n + 5"),
    ("th", "คำตอบคือ 5 + 3n"),
    ("te", "సమాధానం: 3n + 5"),
]

RANGES = [
    ("en", "The answer is between 5 and 7."),
    ("en", "The answer is 5 or 7."),
    ("en", "Answer: 5-7"),
    ("en", "Answer: 5 to 7 apples"),
    ("de", "Die Antwort ist 5 oder 7."),
    ("de", "Antwort: 5 bis 7"),
    ("fr", "La réponse est 5 ou 7."),
    ("es", "La respuesta es 5 o 7."),
    ("ru", "Ответ: 5 или 7."),
    ("ru", "Ответ: 5–7."),
    ("zh", "答案是5或7。"),
    ("ja", "答えは5または7です。"),
    ("sw", "Jibu ni 5 au 7."),
    ("bn", "উত্তর: ৫ বা ৭"),
    ("th", "คำตอบคือ 5 หรือ 7"),
    ("te", "సమాధానం: 5 లేదా 7"),
    ("hi", "उत्तर: 5 या 7"),
    ("ar", "الإجابة: 5 أو 7"),
]

NO_RANGE = [
    ("en", "Answer: 25% (or 0.25)", 25),
    ("en", "The price rose from 5 to 7. The answer is 7.", 7),
    ("en", "12 - 5 = 7", 7),
    ("en", "12-5 = 7", 7),
]

WITHDRAWN = [
    ("en", "x = 12 - 22\nx = -10\n\nThis is impossible."),
    ("de", "x = 12 - 22 = -10\n\nDas ist unmöglich."),
    ("fr", "x = 12 - 22 = -10\n\nC'est impossible, n'a pas de sens."),
    ("es", "x = 12 - 22 = -10\n\nEsto es imposible, no tiene sentido."),
    ("ru", "x = 12 - 22 = -10\n\nЭто невозможно."),
    ("bn", "x = 12 - 22 = -10\n\nএটি অসম্ভব।"),
    ("te", "x = 12 - 22 = -10\n\nఇది అసాధ్యం."),
    ("ja", "x = 12 - 22 = -10\n\nこれはあり得ません。"),
    ("zh", "x = 12 - 22 = -10\n\n这不可能。"),
    ("en", "She has 12 apples and 3 pears. The number of plums cannot be determined."),
    ("de", "Sie hat 12 Äpfel. Der Preis kann nicht bestimmt werden."),
    ("zh", "她有12个苹果。梨的数量无法确定。"),
    ("th", "เธอมีแอปเปิล 12 ผล ข้อมูลไม่เพียงพอ"),
    ("ru", "У неё 12 яблок. Цену определить нельзя: недостаточно данных."),
]

REPLACED = [
    ("en", "She has 640 - 415 = 225 left, which is not possible. So she has 100.", 100),
    ("bn", "তার কাছে 640 - 415 = 225 টাকা থাকে, যা সম্ভব নয়। তাহলে তার কাছে 100 টাকা থাকে।", 100),
]

LOOPS = [
    "x + 4 = 9, so I check x + 4 = 9 again. " * 40,
    "कृपया 5 और 6 जोड़ें। " * 60,
    "12 + 30 + " * 200,
    "Let me think about it once more. " * 80,
]

BROKEN_OFF = "<think>4 * 6 = 24, so the answer is 24. But wait, maybe"


@pytest.mark.parametrize(("language", "text"), ALGEBRA)
def test_algebra_is_no_number(language: str, text: str) -> None:
    found = read_number(text, language)
    assert (found.outcome, found.rule) == ("unparsed", "algebra")


@pytest.mark.parametrize(("language", "text"), RANGES)
def test_ranges_are_ambiguous(language: str, text: str) -> None:
    found = read_number(text, language)
    assert (found.outcome, found.value) == ("ambiguous", None)
    assert len(found.candidates) >= 1


@pytest.mark.parametrize(("language", "text", "value"), NO_RANGE)
def test_what_looks_like_a_range(language: str, text: str, value: int) -> None:
    assert read_number(text, language).value == value


@pytest.mark.parametrize(("language", "text"), WITHDRAWN)
def test_withdrawn_is_unparsed(language: str, text: str) -> None:
    found = read_number(text, language)
    assert (found.outcome, found.value) == ("unparsed", None), found


@pytest.mark.parametrize(("language", "text", "value"), REPLACED)
def test_what_replaces_a_withdrawn_value(language: str, text: str, value: int) -> None:
    assert read_number(text, language).value == value


@pytest.mark.parametrize("text", LOOPS)
def test_loops_without_answer(text: str) -> None:
    assert read_number(text, "en").outcome == "unparsed"


def test_loop_about_the_format_after_an_answer() -> None:
    text = "The answer is 36.\n\n" + "I will now format the answer as requested. " * 60
    assert read_number(text, "en").value == 36
    assert read_number("The answer is 36.\n" * 90, "en").value == 36


def test_thinking_that_never_ends_is_truncated() -> None:
    found = read_number(BROKEN_OFF, "en")
    assert (found.outcome, found.value, found.span) == ("truncated", None, None)


def test_cut_off_by_the_token_cap() -> None:
    working = "First she buys 4 boxes. Then she buys 6 more"
    assert read_number(working, "en", finish_reason="length").outcome == "truncated"
    assert read_number("The answer is 24. Also", "en", finish_reason="length").value == 24
    assert read_number("", "en", finish_reason="length").outcome == "truncated"
    assert read_number(working, "en", finish_reason="MAX_TOKENS").outcome == "truncated"
    assert read_number(working, "en", finish_reason="stop").outcome == "read"


@pytest.mark.parametrize(
    "text", ["", "   \n", "<think>5</think>", "!!!", "I cannot say.", "The train leaves at 5:30."]
)
def test_nothing_is_unparsed(text: str) -> None:
    found = read_number(text, "en")
    assert (found.outcome, found.value, found.confidence) == ("unparsed", None, 0.0)


def test_endless_digits_are_no_number() -> None:
    assert read_number("3" * 6000, "en").outcome == "unparsed"


def test_spans_and_candidates_count_in_the_original_response() -> None:
    response = "<think>\nmaybe 5\n</think>\n\n6 * 7 = 42. So it is 42 in 3 days."
    found = read_number(response, "en")
    assert found.span is not None
    assert response[found.span[0] : found.span[1]] == "42"
    assert found.span[0] > response.index("</think>")
    assert {response[c.span[0] : c.span[1]] for c in found.candidates} >= {"42", "3"}
    assert 0 < found.confidence <= 1
    assert list(found.candidates) == sorted(found.candidates, key=lambda c: -c.weight)
