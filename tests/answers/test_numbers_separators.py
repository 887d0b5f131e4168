"""Is 9,300 nine thousand three hundred or nine point three: locale first, the response itself above it."""

from fractions import Fraction

import pytest

from hatscore.answers.numbers import read_number

BY_LOCALE: list[tuple[str, str, Fraction | int]] = [
    ("de", "Das macht 3.400 Euro.", 3400),
    ("de", "Das macht 3,4 Liter.", Fraction(17, 5)),
    ("de", "Es sind 1,875 Liter.", Fraction(15, 8)),
    ("nl", "Het antwoord is 3.400.", 3400),
    ("es", "Son 12.500 pesos.", 12500),
    ("es", "Son 12 500 pesos.", 12500),
    ("pt", "São 2.750 reais.", 2750),
    ("it", "Sono 1.050 euro.", 1050),
    ("fr", "Cela fait 12 500 €.", 12500),
    ("fr", "Cela fait 12\u202f500,50 €.", Fraction(25001, 2)),
    ("fr", "Il reste 2,75 m.", Fraction(11, 4)),
    ("id", "Totalnya Rp12.500.", 12500),
    ("vi", "Tất cả là 12.500 đồng.", 12500),
    ("sr", "Ukupno je 4.200 dinara.", 4200),
    ("cs", "Celkem je to 12 500 korun.", 12500),
    ("hu", "Összesen 12 500 forint.", 12500),
    ("af", "Dit is 4 200 rand.", 4200),
    ("ru", "Всего 12 500 рублей.", 12500),
    ("uk", "Разом 12\u00a0500 гривень.", 12500),
    ("ru", "Осталось 2,125 л.", Fraction(17, 8)),
    ("wo", "Mooy 2.500 ci yépp.", 2500),
    ("en", "That is 3,400 dollars.", 3400),
    ("en", "It is 3.125 miles.", Fraction(25, 8)),
    ("en", "It costs $.75 each.", Fraction(3, 4)),
    ("sw", "Jumla ni shilingi 12,500.", 12500),
    ("yo", "Àpapọ̀ rẹ̀ jẹ́ 12,500.", 12500),
    ("zu", "Isamba ngu-12,500.", 12500),
    ("hi", "कुल 1,25,000 रुपये हैं।", 125000),
    ("bn", "মোট ১,২৫,০০০ টাকা।", 125000),
    ("mr", "एकूण १,२५,००० रुपये आहेत.", 125000),
    ("ne", "जम्मा १२,५०० रुपैयाँ।", 12500),
    ("te", "మొత్తం 1,25,000 రూపాయలు.", 125000),
    ("ur", "کل 12,500 روپے ہیں۔", 12500),
    ("ar", "المجموع ١٢٬٥٠٠ ريال.", 12500),
    ("ar", "بقي ٢٫٥ لتر.", Fraction(5, 2)),
    ("he", "סך הכל 12,500 שקלים.", 12500),
    ("th", "รวมเป็นเงิน 12,500 บาท", 12500),
    ("zh", "一共是12,500元。", 12500),
    ("zh", "一共是１２，５００元。", 12500),
    ("ja", "全部で12,500円です。", 12500),
    ("ko", "모두 12,500원입니다.", 12500),
]

BY_THE_RESPONSE: list[tuple[str, str, Fraction | int]] = [
    ("ru", "8500 + 800 = 9300. Итого 9,300 $.", 9300),
    ("ru", "155 × 60 = 9,312 км? Нет: 194 × 48 = 9,312 км.", 9312),
    ("ru", "На складе 1,204,000 деталей, забрали 3,125 деталей.", 3125),
    ("ru", "Первый вес 2,5 кг, второй 1,25 кг, вместе 3,875 кг.", Fraction(31, 8)),
    ("de", "1500 * 2 = 3000. Die Antwort lautet $3,000.", 3000),
    ("de", "Er zahlt $1,234.50 und dann $2,345.", 2345),
    ("fr", "Elle gagne 57500. La réponse est 57,500 $.", 57500),
    ("fr", "495 × 15 = 7,425 litres.", 7425),
    ("es", "El total es $12,450.00, y le devuelven $1,245.", 1245),
    ("uk", "12 × 105 = 1,260 грн.", 1260),
    ("id", "250 × 9 = 2,250 rupiah.", 2250),
    ("pt", "Pagou $4,999.99 e depois $3,125.", 3125),
    ("en", "Er, in metric: 2,5 m + 1,25 m = 3,75 m.", Fraction(15, 4)),
    ("en", "1.250.000 - 1.245.500 = 4.500 euros", 4500),
    ("vi", "1250 * 3 = 3,750 đồng", 3750),
    ("it", "Spende $2,375.", 2375),
]

ZEROS: list[tuple[str, str, Fraction | int]] = [
    ("en", "She pays $5.00.", 5),
    ("de", "Sie zahlt 7,00 $.", 7),
    ("fr", "Il doit 29,00 $.", 29),
    ("ru", "Он должен 9,00 $ за заказ.", 9),
    ("es", "Debe $28,00 en total.", 28),
    ("bn", "মোট $57.00।", 57),
    ("hi", "कुल ₹40.00 हैं।", 40),
    ("te", "మొత్తం $243.00.", 243),
    ("th", "รวม $34.00", 34),
    ("ja", "合計は$6.00です。", 6),
    ("zh", "总共12.00元。", 12),
    ("sw", "Atalipa $16.00.", 16),
    ("ko", "모두 $88.00입니다.", 88),
    ("ar", "المبلغ ٤٥٫٠٠ ريال.", 45),
]

SHARP: list[tuple[str, str, Fraction | int]] = [
    ("en", "The answer is 2.4.", 24),
    ("de", "Die Antwort ist 2,4.", 24),
    ("en", "The answer is -15.", 15),
    ("ru", "Ответ: -15.", 15),
    ("zh", "答案是-15。", 15),
    ("en", "The answer is 4,500.", Fraction(9, 2)),
    ("de", "Die Antwort ist 4.500.", Fraction(9, 2)),
    ("en", "The answer is 1.05.", 105),
]


@pytest.mark.parametrize(("language", "text", "value"), BY_LOCALE + BY_THE_RESPONSE + ZEROS)
def test_value(language: str, text: str, value: Fraction | int) -> None:
    assert read_number(text, language).value == value


@pytest.mark.parametrize(("language", "text", "mistaken"), SHARP)
def test_sign_and_point_are_not_dropped(language: str, text: str, mistaken: Fraction | int) -> None:
    found = read_number(text, language)
    assert found.outcome == "read"
    assert found.value != mistaken
