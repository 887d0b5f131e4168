"""Numbers in words, counters and scales after digits, and nothing left."""

import pytest

from hatscore.answers.numbers import read_number
from hatscore.answers.numbers.words import find_number_words, number_words

WORDS = [
    ("af", "Die antwoord is ses-en-twintig.", 26),
    ("ar", "الإجابة هي خمسة وعشرون.", 25),
    ("bn", "উত্তর হলো ষোলোটি।", 16),
    ("bn", "উত্তর: পঁয়ত্রিশ", 35),
    ("cs", "Odpověď je dvacet pět.", 25),
    ("de", "Die Antwort lautet sechzehn.", 16),
    ("de", "Die Antwort lautet zweihundertfünfundzwanzig.", 225),
    ("en", "The answer is sixteen.", 16),
    ("en", "The answer is forty-two.", 42),
    ("en", "The answer is three hundred and five.", 305),
    ("en", "The answer is two thousand five hundred.", 2500),
    ("es", "La respuesta es veintiséis.", 26),
    ("es", "La respuesta es treinta y cuatro.", 34),
    ("es", "La respuesta es doscientos cincuenta.", 250),
    ("fr", "La réponse est soixante et onze.", 71),
    ("fr", "La réponse est quatre-vingt-dix-sept.", 97),
    ("fr", "La réponse est deux cent quarante.", 240),
    ("he", "התשובה היא שלושים וחמש.", 35),
    ("hi", "उत्तर पच्चीस है।", 25),
    ("hu", "A válasz az huszonöt.", 25),
    ("id", "Jawabannya adalah dua puluh lima.", 25),
    ("id", "Jawabannya adalah lima belas.", 15),
    ("it", "La risposta è ventuno.", 21),
    ("ja", "答えは十六です。", 16),
    ("ja", "答えは三百二十です。", 320),
    ("ko", "답은 스물다섯입니다.", 25),
    ("mr", "उत्तर पंचवीस आहे.", 25),
    ("ne", "उत्तर पच्चिस हो।", 25),
    ("pt", "A resposta é vinte e cinco.", 25),
    ("ru", "Ответ: двадцать пять.", 25),
    ("ru", "Ответ: двести сорок.", 240),
    ("sr", "Odgovor je dvadeset pet.", 25),
    ("sw", "Jibu ni kumi na sita.", 16),
    ("sw", "Jibu ni ishirini na tano.", 25),
    ("sw", "Jibu ni mia mbili na hamsini.", 250),
    ("te", "సమాధానం: పదహారు", 16),
    ("te", "సమాధానం: ఇరవై ఐదు", 25),
    ("th", "คำตอบคือสิบหก", 16),
    ("th", "คำตอบคือสองร้อยห้าสิบ", 250),
    ("uk", "Відповідь: двадцять п'ять.", 25),
    ("ur", "جواب پچیس ہے۔", 25),
    ("vi", "Câu trả lời là hai mươi lăm.", 25),
    ("wo", "Tontu bi mooy fukk ak juróom.", 15),
    ("yo", "Ìdáhùn ni ogún.", 20),
    ("zh", "答案是十六。", 16),
    ("zh", "答案是三百零五。", 305),
    ("zh", "答案是一万二千五百。", 12500),
    ("zu", "Impendulo ithi ishumi.", 10),
]

NOTHING_LEFT = [
    ("en", "He gave all of them away, so no apples remain."),
    ("en", "Therefore there are no cookies left."),
    ("de", "Also sind keine Äpfel mehr übrig."),
    ("fr", "Donc il ne reste plus de pommes."),
    ("es", "Por lo tanto no queda ninguna manzana."),
    ("ru", "Значит, яблок не осталось."),
    ("sw", "Kwa hiyo hakuna maembe yaliyobaki."),
    ("zh", "所以没有剩下的苹果。"),
    ("ja", "したがって、りんごは残っていません。"),
    ("th", "ดังนั้นไม่มีแอปเปิลเหลือ"),
    ("bn", "সুতরাং কোনো আপেল অবশিষ্ট নেই।"),
    ("te", "కాబట్టి యాపిల్స్ ఏమీ మిగలలేదు."),
    ("pt", "Portanto não sobra nenhuma maçã."),
    ("id", "Jadi tidak ada apel yang tersisa."),
]

SCALES = [
    ("en", "It costs 3 million dollars.", 3000000),
    ("en", "It costs $2.5 million.", 2500000),
    ("de", "Es sind 3,5 Millionen Euro.", 3500000),
    ("fr", "Cela coûte 2 millions d'euros.", 2000000),
    ("es", "Cuesta 24 mil pesos.", 24000),
    ("ru", "Это 57 тыс. рублей.", 57000),
    ("uk", "Це 57 тисяч гривень.", 57000),
    ("hi", "कुल 3 लाख रुपये हैं।", 300000),
    ("bn", "মোট ৫ লাখ টাকা।", 500000),
    ("ja", "合計は5万7500円です。", 57500),
    ("zh", "一共是3.5万元。", 35000),
    ("ko", "모두 5만 원입니다.", 50000),
    ("vi", "Tổng cộng là 3 triệu đồng.", 3000000),
    ("id", "Totalnya 57 ribu rupiah.", 57000),
]

NOT_NUMBERS = [
    ("en", "One can see that this is hard."),
    ("de", "Eine schöne Frage!"),
    ("fr", "Une question difficile."),
    ("es", "Una pregunta bonita."),
    ("zh", "我们一起想一想。"),
    ("ja", "一緒に考えましょう。"),
    ("ko", "이 문제는 어렵습니다."),
    ("hi", "यह एक अच्छा सवाल है।"),
]


@pytest.mark.parametrize(("language", "text", "value"), WORDS + SCALES)
def test_value(language: str, text: str, value: int) -> None:
    assert read_number(text, language).value == value


@pytest.mark.parametrize(("language", "text"), NOTHING_LEFT)
def test_nothing_left_is_zero(language: str, text: str) -> None:
    assert read_number(text, language).value == 0


@pytest.mark.parametrize(("language", "text"), NOT_NUMBERS)
def test_articles_are_no_answers(language: str, text: str) -> None:
    assert read_number(text, language).value is None


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ru", "sw", "th", "te", "zh", "ja", "bn"])
def test_words_of_the_eleven_languages_cover_the_tens(language: str) -> None:
    words = number_words(language)
    assert words is not None
    values = {part.value for part in words.parts.values()}
    assert set(range(1, 10)) <= values
    assert 1000 in values


def test_words_that_do_not_form_one_number_are_two() -> None:
    english = number_words("en")
    assert english is not None
    assert [n.value for n in find_number_words("five six twenty", english)] == [5, 6, 20]
