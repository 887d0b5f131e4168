"""Are items selected, asked and graded as they should be?"""

import pytest

from hatscore.answers.grading import Question, grade
from hatscore.benchmarks import graders
from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import Item, Manifest
from hatscore.benchmarks.prompts import built_in_prompts
from hatscore.benchmarks.registry import load
from hatscore.errors import InvalidArgument


@pytest.fixture(scope="module")
def sums() -> Benchmark:
    return load("starter_sums", languages=["en", "de", "th"])


@pytest.fixture(scope="module")
def facts() -> Benchmark:
    return load("starter_facts", languages=["en", "zh", "ru"])


def letters() -> Benchmark:
    items = (Item("70", "de", "en", "Was schwimmt?", "B", ("Huhn", "Fisch"), subset="animals"),)
    examples = tuple(
        Item(str(n), "de", "en", f"Frage {n}?", "A", ("ja", "nein"), subset=subset, worked="Denn ja.")
        for n, subset in enumerate(["law", "animals", "animals", "law"])
    )
    manifest = Manifest(
        name="x", title="x", kind="letter", source="en", revision="1", languages=("de",), rows={"de": 1},
        fingerprints={}, licence="", citation="", redistributable=True,
    )  # fmt: skip
    prompts = built_in_prompts(("de",), "letter")
    return Benchmark(manifest, {"de": items}, prompts, {"de": examples})


def test_select_takes_the_same_items_in_every_language(sums: Benchmark) -> None:
    first = sums.select(items=3)
    assert {code: [item.item for item in items] for code, items in first.items.items()} == {
        code: ["sum01", "sum02", "sum03"] for code in ("de", "en", "th")
    }
    named = sums.select(languages=["th"], items=["sum09", "sum02", "sum09"])
    assert (named.languages, named.item_names) == (("th",), ("sum09", "sum02"))
    assert list(named.examples) == list(named.prompts) == ["th"]
    assert sums.select().items == sums.items


@pytest.mark.parametrize(
    ("languages", "items", "words"),
    [
        (["sw"], None, "not at hand in sw; there are de, en, th"),
        ([], None, "at least one language"),
        (None, 0, "from 1 to 40"),
        (None, 41, "from 1 to 40"),
        (None, ["sum01", "nothing"], "no items 'nothing'"),
        (None, [], "must be a number or a list of names"),
        (None, "sum01", "must be a number or a list of names"),
    ],
)
def test_select_says_what_is_wrong(sums: Benchmark, languages: object, items: object, words: str) -> None:
    with pytest.raises(InvalidArgument, match=words):
        sums.select(languages=languages, items=items)  # type: ignore[arg-type]


def test_zero_shots_ask_in_the_language_of_the_item(sums: Benchmark) -> None:
    (turn,) = sums.messages(sums.items["de"][0])
    assert turn.role == "user"
    assert turn.content.startswith("Löse die folgende Aufgabe.")
    assert turn.content.endswith(
        "\n\nAnna hat 5 Äpfel. Sie kauft noch 7 Äpfel. Wie viele Äpfel hat Anna jetzt?"
    )


def test_shots_show_other_items_with_answers(facts: Benchmark) -> None:
    turns = facts.messages(facts.items["zh"][0], shots=3)
    assert [turn.role for turn in turns] == ["user", "assistant"] * 3 + ["user"]
    assert [turn.content for turn in turns[1::2]] == ["答案: 马德里", "答案: 2", "答案: 黄色"]
    assert turns[-1].content.endswith("可能的答案: 伦敦 / 巴黎 / 罗马 / 马德里")
    with pytest.raises(InvalidArgument, match="shots can be 0 to 3; got 4"):
        facts.messages(facts.items["zh"][0], shots=4)


def test_letters_show_examples_of_their_subject_with_the_solution() -> None:
    benchmark = letters()
    turns = benchmark.messages(benchmark.items["de"][0], shots=2)
    assert ["Frage 1?" in turns[0].content, "Frage 2?" in turns[2].content] == [True, True]
    assert turns[1].content == "Denn ja.\nAntwort: A"
    assert turns[-1].content.endswith("Was schwimmt?\nA. Huhn\nB. Fisch")
    with pytest.raises(InvalidArgument, match="0 to 2"):
        benchmark.messages(benchmark.items["de"][0], shots=3)


def test_no_examples_no_shots() -> None:
    benchmark = letters()
    bare = Benchmark(benchmark.manifest, benchmark.items, benchmark.prompts)
    with pytest.raises(InvalidArgument, match="it has no examples"):
        bare.messages(bare.items["de"][0], shots=1)


def test_passages_are_never_shown() -> None:
    benchmark = letters()
    item = Item("1", "de", "en", "Wer?", "Ada", passage="Ada war es.")
    assert "Ada" not in benchmark.messages(item)[0].content


def test_numbers_and_letters_are_graded_as_the_answers_package_does(sums: Benchmark) -> None:
    item = sums.items["th"][0]
    assert sums.question(item) == Question("12", "number", "th", ())
    for response in ("คำตอบ: 12", "คำตอบ: ๑๒", "คำตอบ: 13", ""):
        assert sums.grade(response, item).outcome == grade(response, sums.question(item)).outcome
    assert sums.grade("คำตอบ: 12", item) == graders.Graded("right", "12", "answer-label", 1.0) or (
        sums.grade("คำตอบ: 12", item).score == 1.0
    )
    chosen = letters()
    assert chosen.grade("Antwort: B", chosen.items["de"][0]).outcome == "right"
    assert chosen.grade("Antwort: A", chosen.items["de"][0]).score == 0.0


@pytest.mark.parametrize(
    ("language", "number", "response", "outcome"),
    [
        ("en", 0, "Answer: Paris", "right"),
        ("en", 0, "The capital of France is **Paris**.", "right"),
        ("en", 0, "paris", "right"),
        ("en", 0, "London / Paris / Rome / Madrid\nAnswer: Rome", "wrong"),
        ("en", 0, "Paris or London", "ambiguous"),
        ("en", 0, "Parisian", "wrong"),
        ("en", 0, "", "unparsed"),
        ("en", 0, "I don't know.", "refused"),
        ("en", 6, "Answer: seven", "right"),
        ("en", 6, "Answer: 7 days", "right"),
        ("en", 6, "Answer: 17", "wrong"),
        ("zh", 6, "答案: 七天", "right"),
        ("zh", 6, "答案: 十七", "wrong"),
        ("zh", 6, "答案: 7天", "right"),
        ("zh", 31, "答案: 太平洋", "right"),
        ("zh", 31, "太平洋和大西洋", "ambiguous"),
        ("ru", 0, "Ответ: Париж", "right"),
        ("ru", 25, "Мы живём на Земле.", "right"),
    ],
)
def test_texts(facts: Benchmark, language: str, number: int, response: str, outcome: str) -> None:
    assert facts.grade(response, facts.items[language][number]).outcome == outcome


def test_texts_have_no_question_for_number_graders(facts: Benchmark) -> None:
    with pytest.raises(InvalidArgument, match=r"grade\(\)"):
        facts.question(facts.items["en"][0])


def test_texts_made_for_a_judge_get_the_string_measure() -> None:
    item = Item("5", "en", "de", "Who baked it?", "Ida Korn", passage="Ida Korn did.")
    right = graders.grade("It was Ida Korn.", item, "text")
    assert (right.outcome, right.rule, right.score) == ("right", "string-measure", 1.0)
    half = graders.grade("Ida", item, "text")
    assert (half.outcome, half.score) == ("wrong", 0.5)


def test_cut_responses_are_truncated(facts: Benchmark) -> None:
    graded = facts.grade("<think>It may be", facts.items["en"][0], finish_reason="length")
    assert (graded.outcome, graded.score) == ("truncated", 0.0)


def test_repr_is_short(sums: Benchmark) -> None:
    assert repr(sums).split("\n")[1] == "  40 items in 3 languages: de en th"
