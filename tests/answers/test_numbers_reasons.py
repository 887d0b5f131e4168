"""The point of a sentence or a response among reasons, circumstances, ranges and restatements."""

from fractions import Fraction

import pytest

from hatscore.answers.numbers import read_number

WORKED_OUT: list[tuple[str, str, Fraction | int]] = [
    ("en", "Janet has 16 eggs. She eats 3 and bakes with 4, so she has 9 left. She earns $18.", 18),
    ("en", "Tom had 12 apples. He bought 8 more. Now he has 20 apples.", 20),
    ("en", "Since 5 × 4 = 20, the answer is 20.", 20),
    ("en", "He had 20. Since he gave away 8, he has 12.", 12),
    ("en", "The train covers 300 km. In 5 hours, that is 60 km per hour.", 60),
    ("en", "60 + 40 = 100\n\nSo the total cost is 100 dollars for 5 books", 100),
    ("en", "5 apples per day × 7 days = 35 apples per week.", 35),
    (
        "en",
        "She sold 48 in April, and half as many in May: 48/2 = 24. Altogether 48+24 = 72 in April and May.",
        72,
    ),
    ("en", "It takes 2 hours (120 minutes).", 2),
    ("en", "He has 3 cats, 4 dogs and 5 birds, which makes 12 pets.", 12),
    ("en", "The first costs $10. The second costs twice as much, which is $20. Together they cost $30.", 30),
    ("en", "There were 50 people. 20 left. 30 people stayed.", 30),
    ("en", "Because each of the 5 boxes holds 6 pens, there are 30 pens.", 30),
    ("en", "So the discount is 20% and he pays $80.", 80),
    ("en", "Over 3 years the tree grew 60 cm, so it grew 20 cm per year.", 20),
    ("en", "He needs 14 hours. That is because he reads 20 pages per hour and the book has 280 pages.", 14),
    (
        "en",
        "The book has 280 pages. He reads 20 pages an hour. He will need 14 hours to read all 280 pages.",
        14,
    ),
    ("en", "The price goes from $20 to $30, so it rises by $10.", 10),
    ("en", "The temperature fell from 5 to -3 degrees.", -3),
    ("en", "5 - 8 = -3. So she is $3 short.", 3),
    ("de", "Er hatte 20 Euro. Weil er 8 Euro ausgab, hat er noch 12 Euro.", 12),
    ("de", "Anna hat 5 Äpfel und kauft 7. Damit hat sie 12 Äpfel.", 12),
    ("de", "Pro Tag 15 Seiten, in 4 Tagen also 60 Seiten.", 60),
    ("de", "Der Zug fährt 300 km in 3 Stunden. Das sind 100 km pro Stunde.", 100),
    ("fr", "Il avait 20 euros. Comme il a dépensé 8 euros, il lui reste 12 euros.", 12),
    ("fr", "Elle a 3 boîtes de 12 œufs, soit 36 œufs.", 36),
    ("fr", "Cela fait 75 % de 60, soit 45.", 45),
    ("es", "Tenía 20. Como gastó 8, le quedan 12.", 12),
    (
        "es",
        "3 libros a 10 euros y 2 cuadernos a 5: 3*10 + 2*5 = 40. Gasta 40 euros en 5 artículos.",
        40,
    ),
    ("ru", "У него было 20 яблок. Так как он отдал 8, у него осталось 12.", 12),
    ("hi", "उसके पास 20 सेब थे। उसने 8 दे दिए। अब उसके पास 12 सेब हैं।", 12),
    ("hi", "5 डिब्बों में 6 कलम के हिसाब से 30 कलम हैं।", 30),
    ("zh", "他有20个苹果，给了朋友8个，还剩12个。", 12),
    ("zh", "因为每盒有6支笔，所以5盒一共有30支笔。", 30),
    ("zh", "小明买了3本书，每本10元，花了30元。", 30),
    ("ja", "りんごが20個ありました。8個あげたので、残りは12個です。", 12),
    ("ja", "1箱に6本ずつ5箱あるから、全部で30本です。", 30),
    ("ko", "사과가 20개 있었습니다. 8개를 주었으므로 12개가 남았습니다.", 12),
    ("th", "เขามีเงิน 20 บาท ใช้ไป 8 บาท เหลือ 12 บาท", 12),
    ("sw", "Alikuwa na 20. Kwa kuwa alitoa 8, amebaki na 12.", 12),
    ("id", "Karena setiap kotak berisi 6 pena, maka 5 kotak berisi 30 pena.", 30),
    ("vi", "Anh ấy có 20 quả táo, cho bạn 8 quả, còn lại 12 quả.", 12),
    ("it", "Poiché ogni scatola contiene 6 penne, in 5 scatole ci sono 30 penne.", 30),
    ("pt", "Como gastou 8 dos 20 reais, restam 12 reais.", 12),
    ("en", "She buys 2 of the 5-packs.", 2),
    ("en", "Let x = 5. Then 2x + 3 = 13.", 13),
    ("en", "The total is 12. If you have questions, ask me.", 12),
    ("en", "**15**\n\n3 boxes times 5 pens.", 15),
    ("en", "The answer: 8 hours\n\nExplanation: 24 / 3 = 8, and 2 more is 10.", 8),
    ("en", "She has 3 1/2 cups and needs 1 1/2 more, so she needs 5 cups in all.", 5),
    (
        "en",
        "He walks 3, 4 and 5 miles from Monday to Wednesday. In total he walks 12 miles in 3 days.",
        12,
    ),
    ("en", "In 2023 100 students joined and in 2024 150, so 250.", 250),
    ("en", "Each of the 4 friends pays 25 dollars.", 25),
    ("en", "He will be 35 in 5 years.", 35),
    ("en", "The 3 of them have 45 marbles altogether.", 45),
    ("ar", "كان لديه 20 تفاحة. أعطى 8، فبقي لديه 12 تفاحة.", 12),
    ("he", "היו לו 20 תפוחים. הוא נתן 8, ולכן נשארו לו 12 תפוחים.", 12),
    ("bn", "তার কাছে ২০টি আপেল ছিল। সে ৮টি দিয়েছে। এখন তার কাছে ১২টি আপেল আছে।", 12),
    ("te", "అతని దగ్గర 20 ఆపిల్స్ ఉన్నాయి. 8 ఇచ్చాడు. ఇప్పుడు 12 ఆపిల్స్ ఉన్నాయి.", 12),
    ("uk", "Оскільки в кожній коробці 6 ручок, у 5 коробках 30 ручок.", 30),
    ("cs", "Protože v každé krabici je 6 per, v 5 krabicích je 30 per.", 30),
    ("hu", "Mivel minden dobozban 6 toll van, 5 dobozban 30 toll van.", 30),
    ("ur", "اس کے پاس 20 سیب تھے۔ اس نے 8 دے دیے۔ اب اس کے پاس 12 سیب ہیں۔", 12),
    ("en", "Cost: 5 shirts at $12 each is $60. Tax: $6. She pays $66.", 66),
    ("en", "There are 7 days in a week, so in 4 weeks there are 28 days.", 28),
    ("en", "Speed = 60 km/h; time = 2 h; distance = 120 km.", 120),
    ("en", "Half of 30 is 15. 15 - 4 = 11. Wait, she also lost 1, so 10.", 10),
]

ONLY_STATED: list[tuple[str, str, Fraction | int]] = [
    ("en", "They need 6 tents, since 24 campers share them in groups of 4.", 6),
    ("en", "The loss means his balance is -$35; in other words, he owes $35.", -35),
    ("en", "The rope is 250 cm, which is 2.5 m.", 250),
    ("en", "28 desks: 4 rows of 7.", 28),
    ("de", "Es bleiben 8 Plätze frei, weil 32 von 40 belegt sind.", 8),
    ("es", "Recorre 90 km en 3 horas.", 90),
    ("ru", "Останется 7 яблок, потому что из 15 съели 8.", 7),
    ("zh", "还剩7个苹果，因为15个里吃掉了8个。", 7),
    ("zh", "他走了12千米。", 12),
    ("ja", "残りは7個です。15個のうち8個を食べたからです。", 7),
    ("ko", "남은 것은 7개입니다. 15개 중 8개를 먹었기 때문입니다.", 7),
    ("ko", "합계는 12만 5,000원입니다.", 125000),
    ("hi", "उसे 90 मिनट लगे, यानी 1.5 घंटे।", 90),
    ("hi", "उसे साढ़े तीन घंटे लगे।", Fraction(7, 2)),
    ("th", "เหลือ 7 ผล เพราะกินไป 8 ผลจาก 15 ผล", 7),
    ("sw", "Zimebaki 7, kwa sababu kati ya 15 waliliwa 8.", 7),
    ("ja", "答えは3分の2です。", Fraction(2, 3)),
    ("wo", "Tontu bi mooy juróom-ñett.", 8),
    ("mr", "उत्तर: त्र्याऐंशी", 83),
]

NO_VALUE = [
    ("en", "She needs 5 kg or 6 kg of flour.", "ambiguous"),
    ("en", "The class has between 20 and 25 pupils.", "ambiguous"),
    ("de", "Er braucht 5 bis 7 Nägel.", "ambiguous"),
    ("ja", "必要なのは5個から7個の間です。", "ambiguous"),
    ("hi", "उसे 5 से 7 किलो चाहिए।", "ambiguous"),
    ("en", "The perimeter is 4a.", "unparsed"),
    ("en", "Sorry, I cannot answer this question about the 5 trains.", "refused"),
    ("vi", "Xin lỗi, tôi không thể trả lời câu hỏi này.", "refused"),
    ("ko", "죄송하지만 이 문제에는 답할 수 없습니다.", "refused"),
]


@pytest.mark.parametrize(("language", "text", "value"), [*WORKED_OUT, *ONLY_STATED])
def test_the_point_is_read(language: str, text: str, value: Fraction | int) -> None:
    assert read_number(text, language).value == value


@pytest.mark.parametrize(("language", "text", "outcome"), NO_VALUE)
def test_no_value_is_guessed(language: str, text: str, outcome: str) -> None:
    assert read_number(text, language).outcome == outcome
