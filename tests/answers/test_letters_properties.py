"""Properties of reading letters that hold for every language."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hatscore.answers.letters import read_letter
from hatscore.answers.letters.words import languages, letter_words

_LINES = (Path(__file__).parent / "letter_cases.tsv").read_text(encoding="utf-8").splitlines()
_CASES = [line.split("\t") for line in _LINES]
ANSWERS = {language: text for language, form, _, text in _CASES if form == "answer"}
LABELS = {language: text for language, form, _, text in _CASES if form == "label"}
LETTERS = "ABCDEFGHIJ"
NEUTRAL = {
    "af": "Die rivier is lank.",
    "ar": "النهر طويل.",
    "bn": "নদীটি দীর্ঘ।",
    "cs": "Řeka je dlouhá.",
    "de": "Der Fluss ist lang.",
    "en": "The river is long.",
    "es": "El río tiene muchos afluentes.",
    "fr": "Le fleuve est long.",
    "he": "הנהר ארוך.",
    "hi": "नदी लंबी है।",
    "hu": "Ez hosszú folyó.",
    "id": "Sungai itu panjang.",
    "it": "Il fiume è lungo.",
    "ja": "その川は長いです。",
    "ko": "그 강은 깁니다.",
    "mr": "नदी लांब आहे.",
    "ne": "नदी लामो छ।",
    "pt": "O rio tem muitos afluentes.",
    "ru": "Река длинная.",
    "sr": "Reka je duga.",
    "sw": "Mto ni mrefu.",
    "te": "నది పొడవైనది.",
    "th": "แม่น้ำยาว",
    "uk": "Річка довга.",
    "ur": "دریا لمبا ہے۔",
    "vi": "Dòng sông dài.",
    "wo": "Dex gi gudd na.",
    "yo": "Odò náà gùn.",
    "zh": "这条河很长。",
    "zu": "Umfula mude.",
}
LOOK_ALIKE = frozenset("ВСЕНК")


@given(st.sampled_from(languages()), st.sampled_from(LETTERS))
def test_any_letter_comes_back(language: str, letter: str) -> None:
    """Any letter in a language's own sentence or label is read."""
    answer = ANSWERS[language].replace("(C)", f"({letter})").replace("(Ц)", f"({letter})")
    assert read_letter(answer, language, len(LETTERS)).value == letter
    label = LABELS[language].replace("D", letter)
    assert read_letter(label, language, len(LETTERS)).value == letter


@given(st.sampled_from(languages()), st.sampled_from(LETTERS), st.sampled_from([". ", "\n", "\n\n"]))
def test_a_sentence_without_letters_changes_nothing(language: str, letter: str, space: str) -> None:
    """A neutral sentence before or after leaves the value as it is."""
    label = LABELS[language].replace("D", letter)
    alone = read_letter(label, language, len(LETTERS))
    after = read_letter(label + space + NEUTRAL[language], language, len(LETTERS))
    before = read_letter(NEUTRAL[language] + "\n" + label, language, len(LETTERS))
    assert (alone.value, after.value, before.value) == (letter,) * 3


@given(st.sampled_from(languages()), st.sampled_from(LETTERS))
def test_full_width_and_circled_letters(language: str, letter: str) -> None:
    """Full-width, circled and bold mathematical letters are the same letters."""
    for first in (0xFF21, 0x24B6, 0x1D400):
        form = chr(first + ord(letter) - 65)
        answer = ANSWERS[language].replace("(C)", f"({form})")
        assert read_letter(answer, language, len(LETTERS)).value == letter


@pytest.mark.parametrize("language", languages())
def test_native_letters_round_trip(language: str) -> None:
    """The first way to number options in a language reads back as A, B, C, D."""
    for row in letter_words(language).native[:1]:
        for place, form in enumerate(row[:4]):
            if form in LOOK_ALIKE:
                continue
            answer = ANSWERS[language].replace("(C)", f"({form})")
            assert read_letter(answer, language, 4).value == "ABCD"[place], form


@given(st.sampled_from(languages()), st.permutations("ABCD"))
def test_options_in_any_order(language: str, order: list[str]) -> None:
    """A list of all options before the answer is not taken for it."""
    listed = "\n".join(f"{letter}. {letter.lower() * 5}" for letter in sorted(order))
    response = listed + "\n\n" + LABELS[language].replace("D", order[0])
    assert read_letter(response, language, 4).value == order[0]
