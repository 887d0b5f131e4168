"""Short text answers and the string measure."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hatscore.answers.text import read_text, string_score, tokens


@pytest.mark.parametrize(
    ("response", "language", "expected"),
    [
        ("Marie Curie", "en", "Marie Curie"),
        ("Answer: Marie Curie", "en", "Marie Curie"),
        ("Let me think.\n\n**Answer:** Marie Curie", "en", "Marie Curie"),
        ("Antwort: Wien", "de", "Wien"),
        ("### Réponse :\nParis", "fr", "Paris"),
        ("答案：北京", "zh", "北京"),
        ("答え：京都", "ja", "京都"),
        ("정답: 서울", "ko", "서울"),
        ("Jawaban: Jakarta", "id", "Jakarta"),
        ("תשובה: ירושלים", "he", "ירושלים"),
        ("उत्तर: दिल्ली", "hi", "दिल्ली"),
        ("<think>Rome?</think>Respuesta: Madrid", "es", "Madrid"),
        ("Risposta: Roma", "it", "Roma"),
        ("Resposta: Lisboa", "pt", "Lisboa"),
    ],
)
def test_read(response: str, language: str, expected: str) -> None:
    reading = read_text(response, language)
    assert reading.value == expected
    assert reading.span is not None
    assert response[slice(*reading.span)] == expected


@pytest.mark.parametrize(
    ("response", "language", "outcome"),
    [
        ("", "en", "unparsed"),
        ("<think>Rome or", "en", "truncated"),
        ("I don't know.", "en", "refused"),
        ("Das weiß ich nicht.", "de", "refused"),
        ("抱歉，我无法回答这个问题。", "zh", "refused"),
        ("申し訳ありませんが、わかりません。", "ja", "refused"),
    ],
)
def test_not_read(response: str, language: str, outcome: str) -> None:
    assert read_text(response, language).outcome == outcome


def test_cut_by_the_token_cap() -> None:
    assert read_text("It all began in", "en", finish_reason="length").outcome == "truncated"


@pytest.mark.parametrize(
    ("answer", "gold", "language", "score"),
    [
        ("It was the Blue Whale.", "blue whale", "en", Fraction(1)),
        ("The whale", "blue whale", "en", Fraction(1, 2)),
        ("nothing", "blue whale", "en", Fraction(0)),
        ("ＢＬＵＥ ﬁsh", "blue fish", "en", Fraction(1)),
        ("L’été 1999", "été", "fr", Fraction(0)),
        ("Straße", "STRASSE", "de", Fraction(1)),
        ("京都です", "東京都", "ja", Fraction(2, 3)),
        ("在北京", "北京", "zh", Fraction(1)),
        ("NASA的火箭", "NASA", "zh", Fraction(1)),
        ("서울 시", "서울", "ko", Fraction(1)),
        ("नई दिल्ली", "दिल्ली", "hi", Fraction(1)),
        ("", "blue", "en", Fraction(0)),
        ("", "", "en", Fraction(1)),
        ("something", "...", "en", Fraction(0)),
    ],
)
def test_score(answer: str, gold: str, language: str, score: Fraction) -> None:
    assert string_score(answer, gold, language) == score


def test_thai_goes_by_character() -> None:
    """Thai has no spaces between words; a vowel sign stays with its consonant."""
    assert tokens("กินดี", "th") == ["กิ", "น", "ดี"]


@given(st.text(max_size=40), st.sampled_from(["en", "de", "zh", "ja", "th", "hi", "ko"]))
def test_score_properties(text: str, language: str) -> None:
    """An answer holds all of itself; scores lie between 0 and 1; more text never scores lower."""
    assert string_score(text, text, language) == 1
    assert 0 <= string_score("blue 東", text, language) <= 1
    assert string_score("x " + text + " y", text, language) == 1 or not tokens(text, language)
