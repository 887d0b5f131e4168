"""Which part of a response counts as its answer."""

import pytest

from hatscore.answers.lexicons import known_languages, language_data
from hatscore.answers.markers import answer_part
from hatscore.answers.numbers import read_number

LAST_TURN = [
    ("<think>a</think>b", "b"),
    ("<think>a</think>b<think>c</think>d", "d"),
    ("a</think>b", "b"),
    ("<thinking>a</thinking>\nb", "\nb"),
    ("[THINK]a[/THINK]b", "b"),
    ("◁think▷a◁/think▷b", "b"),
    ("<|im_start|>think\na<|im_start|>answer\nb", "\nb"),
    ("<|im_start|>think a<|im_end|><|im_start|>answer b<|im_end|>", " b"),
    ("b<|im_end|>", "b"),
    ("b<|im_end|>\n<|im_start|>user\nc<|im_end|>\n<|im_start|>assistant\nd", "b"),
    ("b<|eot_id|><|start_header_id|>user<|end_header_id|>c", "b"),
    ("<|start_header_id|>assistant<|end_header_id|>\n\nb<|eot_id|>", "\n\nb"),
    ("<start_of_turn>model\nb<end_of_turn>", "\nb"),
    ("b<end_of_turn>\n<start_of_turn>user\nc", "b"),
    ("[INST] a [/INST] b", " b"),
    ("b</s>[INST] c [/INST] d", "b"),
    ("<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b", "b"),
    ("<think>a</think><answer>b</answer>", "b"),
    ("assistant\nb", "b"),
    ("b", "b"),
]

NEXT_QUESTION = [
    ("b\n\nQuestion: c\nAnswer: d", "b"),
    ("b\nQ: c\nA: d", "b"),
    ("b\n\n**Question 2:** c", "b"),
    ("b\n### Frage: c", "b"),
    ("b\n\nPregunta: c", "b"),
    ("b\n\nQuestion : c", "b"),
    ("b\n\nЗадача: c", "b"),
    ("b\n\n问题：c", "b"),
    ("b\n\n問題: c", "b"),
    ("b\n\nโจทย์: c", "b"),
    ("b\n\nপ্রশ্ন: c", "b"),
    ("b\n\nSwali: c", "b"),
    ("b\n\nప్రశ్న: c", "b"),
    ("b\n\nUser: c", "b"),
    ("b\nassistant\nc", "b"),
]

UNTOUCHED = [
    "The question: how many? It is 5.",
    "Question: how many?\nAnswer: 5",
    "2 < 3 and 5 > 4",
    "if x<y then 5",
    "\n\nAnswer: 5",
]

NEVER_CLOSED = [
    "<think>a",
    "<think>a</think>b<think>c",
    "<|im_start|>think a",
    "[THINK]a",
    "<think><think>a</think><think>b",
]


@pytest.mark.parametrize(("response", "text"), LAST_TURN + NEXT_QUESTION)
def test_answer_part(response: str, text: str) -> None:
    part = answer_part(response)
    assert (part.text, part.truncated) == (text, False)
    assert response[part.start : part.start + len(text)] == text
    assert part.uncut.startswith(text)


@pytest.mark.parametrize("response", UNTOUCHED)
def test_what_is_no_marker(response: str) -> None:
    part = answer_part(response)
    assert (part.text, part.start, part.markers) == (response, 0, ())


@pytest.mark.parametrize("response", NEVER_CLOSED)
def test_thinking_that_never_closes(response: str) -> None:
    part = answer_part(response)
    assert (part.text, part.truncated) == ("", True)


@pytest.mark.parametrize("language", known_languages())
def test_a_made_up_question_in_every_language(language: str) -> None:
    for label in language_data(language)["answer"]["questions"]:
        assert answer_part(f"#### 8\n\n{label}: 9 + 9").text == "#### 8"
        assert read_number(f"#### 8\n\n{label}: 9 + 9\n#### 18", language).value == 8


def test_markers_are_reported_in_order() -> None:
    part = answer_part("<think>a</think>b\n\nQuestion: c")
    assert part.markers == ("<think>", "</think>", "next-question")
    assert part.uncut == "b\n\nQuestion: c"


def test_a_heading_that_looks_like_a_question_is_read_again() -> None:
    text = "Let me restate it.\n\nQuestion: how many eggs?\n\nAnswer: 24"
    assert read_number(text, "en").value == 24
