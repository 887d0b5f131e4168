"""Responses read per second on one core (python -m benchmarks.answers).

The responses are made here: worked solutions of about 1,000 characters that end in an answer, and
explanations that end in a letter, in several languages and scripts. Each is read once; the first
pass over a language, which loads its tables, is not counted. lm-eval's flexible-extract, one regular
expression that reads Latin digits only, stands beside it in the same run.
"""

import random
import time
from collections.abc import Callable

from hatscore.answers.letters import read_letter
from hatscore.answers.numbers import read_number
from hatscore.answers.official import read_flexible

COUNT, LENGTH = 3_000, 1_000
STEPS = {
    "en": (
        "To find out how many apples there are after this step, we look at the question again: first we "
        "add {a} and {b}, which makes {c} apples. We keep this number for the next step. ",
        "So there are **{c}** apples in total.",
    ),
    "de": (
        "Um herauszufinden, wie viele Äpfel es nach diesem Schritt sind, lesen wir die Frage noch einmal: "
        "zuerst addieren wir {a} und {b}, das ergibt {c} Äpfel. Diese Zahl merken wir uns. ",
        "Also sind es insgesamt {c} Äpfel.",
    ),
    "ru": (
        "Чтобы узнать, сколько яблок будет после этого шага, прочитаем вопрос ещё раз: сначала сложим {a} и "
        "{b}, получится {c} яблок. Это число понадобится нам на следующем шаге. ",
        "Ответ: {c} яблок.",
    ),
    "zh": (
        "为了知道这一步之后一共有多少个苹果，我们再读一遍题目，然后把题目中给出的两个数{a}和{b}相加，得到{c}个苹果。"
        "我们把这个结果记下来，留到下一步再使用。",
        "所以一共有{c}个苹果。",
    ),
    "bn": (
        "এই ধাপের পরে কতগুলি আপেল আছে তা জানতে আমরা প্রশ্নটি আবার পড়ি: প্রথমে {a} এবং {b} যোগ করলে {c}টি আপেল হয়। "
        "এই সংখ্যাটি আমরা পরের ধাপের জন্য মনে রাখি। ",
        "সুতরাং উত্তর হল {c}টি আপেল।",
    ),
    "sw": (
        "Ili kujua kuna matofaa mangapi baada ya hatua hii, tunasoma swali tena: kwanza tunajumlisha {a} na "
        "{b}, tunapata matofaa {c}. Tunaikumbuka namba hii kwa hatua inayofuata. ",
        "Jibu ni {c}.",
    ),
}
ENDS = {"en": "So the answer is (C).", "de": "Die Antwort ist (C).", "ru": "Правильный ответ: C.",
        "zh": "答案是 C。", "bn": "সঠিক উত্তর হল গ।", "sw": "Jibu sahihi ni C."}  # fmt: skip
OPTIONS = ("a red house", "a blue boat", "a green tree", "a white bird")


def responses(kind: str, seed: int) -> list[tuple[str, str]]:
    """Pairs of response and language."""
    rng = random.Random(seed)
    made = []
    for number in range(COUNT):
        language = list(STEPS)[number % len(STEPS)]
        step, end = STEPS[language]
        text = ""
        while len(text) < LENGTH:
            a, b = rng.randrange(2, 900), rng.randrange(2, 900)
            text += step.format(a=a, b=b, c=a + b)
        made.append((text + (end.format(c=a + b) if kind == "number" else ENDS[language]), language))
    return made


def per_second(kind: str, read: Callable[[str, str], object]) -> float:
    for response, language in responses(kind, seed=1)[: len(STEPS)]:
        read(response, language)
    made = responses(kind, seed=2)
    start = time.perf_counter()
    for response, language in made:
        read(response, language)
    return len(made) / (time.perf_counter() - start)


def main() -> None:
    letter = per_second("letter", lambda text, language: read_letter(text, language, OPTIONS))
    number = per_second("number", read_number)
    flexible = per_second("number", read_flexible)
    print(f"responses of {LENGTH:,} characters a second on one core, {len(STEPS)} languages")
    print(f"read_number {number:,.0f}, read_letter {letter:,.0f}, lm-eval's flexible-extract {flexible:,.0f}")


if __name__ == "__main__":
    main()
