"""Which of several numbers is the answer: units, working, corrections, boxes, restatements."""

from fractions import Fraction

import pytest

from hatscore.answers.numbers import read_number

NUMBER_AFTER: list[tuple[str, str, Fraction | int]] = [
    ("en", "3 * 10 = 30. She runs 30 km in 2 hours.", 30),
    ("en", "765 / 3 = 255. Mia pays $255 per month for 3 months.", 255),
    ("en", "1.5 / 0.5 = 3. He watched 3 30-minute shows.", 3),
    ("de", "12 × 5 = 60. Er verdient 60 Euro in 4 Wochen.", 60),
    ("fr", "4 × 9 = 36. Sur 4 semaines, elle lit donc 36 heures.", 36),
    ("es", "7 × 3 = 21. Pagará $21,00 por las velas al cabo de 45 días.", 21),
    ("ru", "90 : 3 = 30. Она пробежит 30 км за 2 часа.", 30),
    ("ja", "40 - 4 = 36。答え: 彼は400メートルを36秒で走ります。", 36),
    ("zh", "60 × 3 = 180。所以他3天一共走了180公里。", 180),
    ("sw", "5 * 12 = 60. Atapata $60 kwa siku 5.", 60),
    ("bn", "২ × ১৮০ = ৩৬০। তাই সে ৩ ঘণ্টায় ৩৬০টি পীচ তোলে।", 360),
    ("th", "5 × 8 = 40 ดังนั้นเขาได้ 40 บาทใน 8 วัน", 40),
    ("te", "6 × 7 = 42. కాబట్టి 7 రోజుల్లో 42 పుస్తకాలు.", 42),
    ("ko", "12 × 3 = 36. 그래서 3일 동안 36쪽을 읽습니다.", 36),
    ("ar", "7 × 8 = 56. إذن يقرأ 56 صفحة في 8 أيام.", 56),
    ("hi", "9 × 6 = 54. इसलिए 6 दिनों में 54 पेड़ लगेंगे।", 54),
]

WHICH_ONE: list[tuple[str, str, Fraction | int]] = [
    ("ja", "答え：1番目と2番目の箱の差は14個です。", 14),
    ("ja", "答え：3日目には18ページ読みます。", 18),
    ("zh", "答案：第2天一共卖了45个。", 45),
    ("ko", "답: 3번째 상자에는 21개가 있습니다.", 21),
    ("vi", "Đáp án: ngày thứ 4 có 36 quả.", 36),
    ("id", "Jawaban: pada hari ke-5 ada 40 buah.", 40),
    ("ru", "Ответ: в 3-й день он прочитал 27 страниц.", 27),
    ("uk", "Відповідь: на 2-й день було 33 яблука.", 33),
    ("zh", "答案是第5天。", 5),
]
"""Ordinals, beside a number that counts, and alone."""

SAID_TWICE: list[tuple[str, str, Fraction | int]] = [
    ("fr", "Elle voit 48 oiseaux en 5 heures.\n\nLa réponse est donc 48 oiseaux vus en 5 heures.", 48),
    ("es", "Ve 48 pájaros en 5 horas.\n\nRespuesta: ella ve 48 pájaros en 5 horas.", 48),
    ("de", "Sie sieht 48 Vögel in 5 Stunden.\n\nDie Antwort ist also 48 Vögel in 5 Stunden.", 48),
]

NOT_THE_ANSWER: list[tuple[str, str, Fraction | int]] = [
    ("en", "**Answer:** She finds 18 red beads among the other 31 beads.", 18),
    ("fr", "**Réponse :** Elle trouve 18 perles rouges parmi les 31 autres perles.", 18),
    ("en", "(2 / 3) * 100 = 66.667\n\nAs a whole number, that share comes to 67%.", 67),
    (
        "ja",
        "$104.04 + $2.0808 = $106.1208\n\n四捨五入すると、返済額は$106.12です。",
        Fraction(2653, 25),
    ),
    ("ru", "910 / 110 = 8.27. Значит, в год нужно 9 мешков на 2 собак.", 9),
    ("en", "$480 - $520 = -$40. Thursday brought $40 more than Friday.", 40),
    ("ja", "つまり、彼女は15ドル（105ドル-90ドル）の利益を得ます。", 15),
    (
        "th",
        "3. ไมค์ต้องเขียนตอบ 6 * 5 = 30 หน้า\n4. 180 / 60 = 3 ชั่วโมง\n\nดังนั้น ไมค์ใช้เวลา 3 ชั่วโมง",
        3,
    ),
    ("en", "He watched 3 30-minute shows.", 3),
    ("de", "Er sah 3 30-Minuten-Folgen.", 3),
    ("en", "He reads 40 pages until 5:30.", 40),
    ("fr", "Elle lit 40 pages avant 17:30.", 40),
    ("en", "Over 7 days he reads 42 pages (7 × 6).", 42),
    ("de", "In 7 Tagen liest er 42 Seiten (7 · 6).", 42),
    ("th", "ใน 7 วันเขาอ่านได้ 42 หน้า (7 x 6)", 42),
    ("ja", "7日間で42ページ（7×6）です。", 42),
    ("en", "Answer: 12 euros.\nNote: at a rate of 1 € = 0.93 $ that changes.", 12),
    ("zh", "答案：12欧元。\n注意：我用的是1欧元 = 0.93美元。", 12),
    ("en", "The profit is $125, which is more than $96.", 125),
    ("ru", "Прибыль составит 125 $, а это больше, чем 96 $.", 125),
    ("ja", "利益は125ドルで、96ドルより多いです。", 125),
    ("en", "1. Count the bags.\n2. She has 9 bags.\n3. Done", 9),
    ("en", "5 + 3 = 8. So she needs 8 tickets.\nThe fair lasts 3 days.", 8),
    ("de", "5 + 3 = 8. Also braucht sie 8 Karten.\nDas Fest dauert 3 Tage.", 8),
    ("es", "5 + 3 = 8. Por lo tanto necesita 8 boletos.\nLa feria dura 3 días.", 8),
]

UNIT_CONVERSION: list[tuple[str, str, Fraction | int]] = [
    ("en", "The answer is 90 min (1.5 h).", 90),
    ("de", "Die Antwort ist 90 Minuten (1,5 Stunden).", 90),
    ("fr", "Réponse : 250 cm (2,5 m)", 250),
    ("es", "Respuesta: 3 kg (3000 g)", 3),
    ("ru", "Ответ: 120 минут (2 часа).", 120),
    ("ja", "答えは90分（1.5時間）です。", 90),
    ("zh", "答案是90分钟（1.5小时）。", 90),
    ("sw", "Jibu: dakika 90 (saa 1.5)", 90),
    ("bn", "উত্তর: ৯০ মিনিট (১.৫ ঘণ্টা)", 90),
    ("te", "సమాధానం: 90 నిమిషాలు (1.5 గంటలు)", 90),
    ("th", "คำตอบ: 90 นาที (1.5 ชั่วโมง)", 90),
    ("en", "So she walks 2 km (2000 m).", 2),
]

ANSWER_FIRST: list[tuple[str, str, Fraction | int]] = [
    ("en", "**7**, since 9 minus 2 is 7", 7),
    ("en", "Answer: 7, since 9 minus 2", 7),
    ("de", "Antwort: 7, denn 9 minus 2", 7),
    ("fr", "Réponse : 7, car 9 moins 2", 7),
    ("es", "Respuesta: 7, porque 9 menos 2", 7),
    ("ru", "Ответ: 7, так как 9 минус 2", 7),
    ("sw", "Jibu: 7, kwa sababu 9 toa 2", 7),
    ("ja", "答え：7、なぜなら9ひく2だから", 7),
    ("zh", "答案：7，因为9减2", 7),
    ("th", "คำตอบ: 7 เพราะ 9 ลบ 2", 7),
    ("bn", "উত্তর: ৭, কারণ ৯ থেকে ২ বাদ", 7),
    ("te", "సమాధానం: 7, ఎందుకంటే 9 నుండి 2 తీసేస్తే", 7),
    ("hi", "उत्तर: 7, क्योंकि 9 में से 2 घटाए", 7),
    ("ar", "الإجابة: 7 لأن 9 ناقص 2", 7),
]

CHAINS: list[tuple[str, str, Fraction | int]] = [
    ("en", "Total = 6 * 3 = 18", 18),
    ("en", "= $40.00 + $13.00 + $4.00\n= $57.00", 57),
    ("de", "Summe = 6 · 3 = 18", 18),
    ("fr", "Prix : 14,00 - 5,00 = 9,00 $", 9),
    ("es", "11x = 88 000\nx = 88 000 / 11 = 8 000", 8000),
    ("ru", "Всего: 25 $ + 75 $ + 50 $ = 150 $.", 150),
    ("zh", "总价：\\(60 \\times 1.25 = 75.00\\) 美元", 75),
    ("ja", "合計：20個 + 40個 = 60個", 60),
    ("bn", "মোট = ১৪ + ৯ + ৮ = ৩১টি", 31),
    ("te", "మొత్తం = 16 + 2 = 18", 18),
    ("th", "รวม = 38 + 44 = 82 ชิ้น", 82),
    ("sw", "Jumla = $24.00 + $5.00 = $29.00", 29),
    ("en", r"\[ \frac{84 \text{ km}}{7 \text{ h}} = 12 \text{ km each hour} \]", 12),
    ("en", "She earns $140 a week (14 hours * $10 an hour).", 140),
]

CORRECTED: list[tuple[str, str, Fraction | int]] = [
    ("en", "The answer is 12. Wait, I forgot the tax. So the total is 12 + 3 = 15.", 15),
    ("en", r"\boxed{12}" + "\n\nActually, that is wrong. The answer is 15.", 15),
    ("en", r"First \boxed{4} and then \boxed{9}" + "\n\n" r"Final: \boxed{13}", 13),
    ("de", "Die Antwort ist 12. Moment, das ist falsch. Also sind es 12 + 3 = 15.", 15),
    ("fr", "La réponse est 12. Erreur de calcul ! Donc 12 + 3 = 15.", 15),
    ("es", "La respuesta es 12. Me equivoqué: por lo tanto son 12 + 3 = 15.", 15),
    ("ru", "Ответ: 12. Подождите, ошибка. Значит, 12 + 3 = 15.", 15),
    ("zh", "答案是12。等等，不对。所以是12 + 3 = 15。", 15),
    ("ja", "答えは12です。すみません、間違いです。したがって12 + 3 = 15です。", 15),
    ("sw", "Jibu ni 12. Samahani, si sahihi. Kwa hiyo 12 + 3 = 15.", 15),
    ("bn", "উত্তর ১২। দুঃখিত, ভুল হয়েছে। সুতরাং ১২ + ৩ = ১৫।", 15),
    ("th", "คำตอบคือ 12\nขออภัย ผิด\nดังนั้น 12 + 3 = 15", 15),
    ("te", "సమాధానం 12. క్షమించండి, తప్పు. కాబట్టి 12 + 3 = 15.", 15),
]

LABEL_TWICE: list[tuple[str, str, Fraction | int]] = [
    ("sw", "Jibu: 6. Jibu hili ni sahihi kabisa.", 6),
    ("en", "Answer: 6. This answer is in whole apples.", 6),
    ("de", "Antwort: 6. Diese Antwort ist in ganzen Äpfeln.", 6),
    ("en", "Answer: let me think. 3 + 3 = 6.\nAnswer: 6", 6),
    ("fr", "Réponse : 6\n\nLa réponse est exacte.", 6),
    ("es", "Respuesta: 6. Esta respuesta es la final.", 6),
    ("ru", "Ответ: 6. Этот ответ окончательный.", 6),
    ("zh", "答案：6。这个答案是最终的。", 6),
    ("ja", "答え：6。この答えは正しいです。", 6),
    ("bn", "উত্তর: ৬। এই উত্তর সঠিক।", 6),
    ("th", "คำตอบ: 6\nคำตอบนี้ถูกแล้ว", 6),
    ("te", "సమాధానం: 6. ఈ సమాధానం సరైనది.", 6),
]

NEGATIVE: list[tuple[str, str, Fraction | int]] = [
    ("en", "So she has -$40. That is, she has a deficit of $40.", -40),
    ("en", "20 - 60 = -40", -40),
    ("en", "The answer is minus 40.", -40),
    ("de", "Also hat sie -40 €. Das heißt, ihr fehlen 40 €.", -40),
    ("fr", "Donc il a -40 $. Autrement dit, il manque 40 $.", -40),
    ("ru", "Итак, у него -40 $. То есть ему не хватает 40 $.", -40),
    ("es", "Por lo tanto tiene -40 €. Es decir, le faltan 40 €.", -40),
    ("zh", "所以他有-40元。也就是说他欠40元。", -40),
    ("bn", "সুতরাং, তার কাছে -৪০$ থাকবে। অর্থাৎ, তার ৪০$ ঘাটতি।", -40),
    ("ru", "Ответ: \u221240.", -40),
    ("sw", "Kwa hiyo ana -$40. Yaani ana upungufu wa $40.", -40),
    ("te", "కాబట్టి అతని దగ్గర -$40 ఉంది. అంటే $40 లోటు.", -40),
    ("hi", "इसलिए उसके पास -$40 हैं। यानी उसे $40 की कमी है।", -40),
]

SWITCHED: list[tuple[str, str, Fraction | int]] = [
    ("th", "所以，8支笔的总价是 $12.00。", 12),
    ("bn", "所以是8元。", 8),
    ("ru", "因此，他还需要支付9.00美元。", 9),
    ("ja", "因此，塞斯现在是16岁。", 16),
    ("sw", "So the difference is 8.", 8),
    ("te", "The answer is $26.00.", 26),
    ("de", "答案是 15。", 15),
    ("fr", "Therefore, the total is **21** apples.", 21),
    ("hi", "Thus she needs 14 bags.", 14),
    ("ko", "所以一共有30个苹果。", 30),
    ("ar", "So the final answer is 17.", 17),
    ("zh", "The answer is: 33", 33),
]

BOLD_AND_BOXED: list[tuple[str, str, Fraction | int]] = [
    ("en", r"So she pays \(\boxed{255}\) each month for 3 months.", 255),
    ("en", r"\boxed{\frac{32}{2}}", 16),
    ("en", r"\boxed{\$1{,}250}", 1250),
    ("de", r"\boxed{2{,}5}", Fraction(5, 2)),
    ("fr", r"La réponse : $\boxed{90\ \text{km}}$", 90),
    ("en", "She has **12** apples left after 3 days.", 12),
    ("de", "Er braucht **12 Äpfel** für 5 Kuchen.", 12),
    ("zh", "因此，里面有 **45** 根，共3包。", 45),
    ("ru", "Ей нужно **15 минут**, чтобы пройти 3 круга.", 15),
    ("ja", "**12個**です（3日分）。", 12),
    ("en", "#### 42", 42),
    ("sw", "Kwa hiyo ni **18** kwa wiki 2.", 18),
]


@pytest.mark.parametrize(
    ("language", "text", "value"),
    NUMBER_AFTER
    + WHICH_ONE
    + SAID_TWICE
    + NOT_THE_ANSWER
    + UNIT_CONVERSION
    + ANSWER_FIRST
    + CHAINS
    + CORRECTED
    + LABEL_TWICE
    + NEGATIVE
    + SWITCHED
    + BOLD_AND_BOXED,
)
def test_value(language: str, text: str, value: Fraction | int) -> None:
    found = read_number(text, language)
    assert (found.outcome, found.value) == ("read", value), found
