"""Which part of a response is the answer: after thinking and chat markers, before a made-up question."""

import re
from dataclasses import dataclass
from functools import lru_cache

from hatscore.answers.lexicons import question_labels

_OPEN_THINKING = r"""
    <(?:think|thinking|thought|reasoning|seed:think)>
    | ◁think▷ | \[THINK\] | <\|START_THINKING\|> | <\|begin_of_thought\|>
    | <\|im_start\|>\s*think(?:ing)?\b
    | <\|channel\|>\s*(?:analysis|commentary)\b
    | <unused94>\s*thought
"""
_CLOSE_THINKING = r"""
    </(?:think|thinking|thought|reasoning|seed:think)>
    | ◁/think▷ | \[/THINK\] | <\|END_THINKING\|> | <\|end_of_thought\|>
    | <unused95>
"""
_OPEN_USER = r"""
    <\|im_start\|>\s*(?:user|human|system)\b
    | <\|start_header_id\|>\s*(?:user|system)\s*<\|end_header_id\|>
    | <start_of_turn>\s*user\b | <\|(?:user|system|human|prompter)\|> | <\|start\|>\s*user\b
    | \[INST\] | <\|USER_TOKEN\|>
"""
_OPEN_ANSWER = r"""
    <\|im_start\|>\s*(?:answer|assistant)?\b
    | <\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>
    | <start_of_turn>\s*(?:model|assistant)\b | <\|assistant\|> | \[/INST\] | <\|CHATBOT_TOKEN\|>
    | <\|START_RESPONSE\|> | <\|begin_of_solution\|>
    | <\|channel\|>\s*final\s*<\|message\|> | <\|start\|>\s*assistant\b
    | <answer> | (?<=[.\s!?。])assistantfinal(?=\S)
"""
_END = r"""
    <\|(?:im_end|eot_id|eom_id|endoftext|end_of_text|end|return|call|message|END_RESPONSE|end_of_solution)\|>
    | <end_of_turn> | </s> | <eos> | </answer> | <\|END_OF_TURN_TOKEN\|>
"""

_MARKER = re.compile(
    f"(?P<open>{_OPEN_THINKING})|(?P<close>{_CLOSE_THINKING})|(?P<user>{_OPEN_USER})"
    f"|(?P<answer>{_OPEN_ANSWER})|(?P<end>{_END})",
    re.VERBOSE | re.IGNORECASE,
)
_MAY_HOLD_MARKER = re.compile(r"<[|/a-zA-Z]|\[/?(?:INST|THINK)\]|◁|assistantfinal")
_BARE_HEADER = re.compile(r"\s*(?:assistant|model)[ \t]*\n")
_HEAD = re.compile(
    r"\n[ \t]{0,4}(?P<markup>[#>*_]{0,6})[ \t]?(?P<first>[2-9][.)．]?[ \t])?"
    r"(?:[\[【](?P<bracketed>[^\]】\n]{1,24})[\]】]|(?P<text>[^\W\d][^\n:：]{0,30}))"
)


_AFTER_HEAD = re.compile(r"[\s*_.\d]+\Z")
_NUMBERED = re.compile(r"([^\d.]{1,20}?)[ ]?\d{1,2}[.．)]\s")
"""A word and a number with a full stop before the question itself: "Exercise 2. A box ..."."""


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """The part of a response that may hold the final answer.

    Attributes
    ----------
    text : str
        The answer part, a contiguous piece of the response.
    start : int
        Where it starts in the response.
    markers : tuple of str
        Thinking and chat markers that were seen, in order, and "next-question" when one was cut off.
    truncated : bool
        Whether the response ended inside its thinking, so that there is no answer.
    uncut : str
        The text with a made-up next question, equal to `text` when there is none. A reader that
        finds nothing in `text` may look here: what looked like a next question can be a heading.
    """

    text: str
    start: int
    markers: tuple[str, ...]
    truncated: bool
    uncut: str


def answer_part(response: str) -> AnswerPart:
    r"""Find the text after the last thinking or chat marker, before a made-up next question.

    A turn of the user after the answer ends the response: models that run on invent the next
    question and answer that one, too. Thinking that is opened and never closed leaves no answer.

    Parameters
    ----------
    response : str
        What the model wrote.

    Returns
    -------
    AnswerPart

    Examples
    --------
    >>> answer_part("<think>2 or 3?</think>It is 3.").text
    'It is 3.'
    >>> answer_part("<think>2 or 3? Let me").truncated
    True
    >>> answer_part("It is 3.<|im_end|><|im_start|>user And 4 + 4?").text
    'It is 3.'
    >>> answer_part("It is 3.\n\nQuestion: What is 4 + 4?\nAnswer: 8").text
    'It is 3.'
    """
    start, end, truncated = 0, len(response), False
    markers: list[str] = []
    if _MAY_HOLD_MARKER.search(response):
        start, end, truncated = _last_answer(response, markers)
    start = _after_bare_header(response, start, end)
    uncut = response[start:end]
    text = _first_turn(uncut)
    if len(text) < len(uncut):
        markers.append("next-question")
    return AnswerPart(text, start, tuple(markers), truncated, uncut)


def _last_answer(response: str, markers: list[str]) -> tuple[int, int, bool]:
    """Walk over the markers; the last answer with any text before the user's next turn."""
    best: tuple[int, int] | None = None
    here, kind = 0, "answer"
    for match in _MARKER.finditer(response):
        name = str(match.lastgroup)
        markers.append(match.group().strip())
        if kind == "answer" and response[here : match.start()].strip():
            # Text before any thinking is a preamble, and text before a lone </think> is thinking.
            best = None if name == "close" else (here, match.start())
        if name == "user" and best is not None:
            return *best, False
        if name == "end":
            # Text after an end marker is no turn of its own, unless nothing was said before.
            kind = kind if kind == "thinking" else ("answer" if best is None else "after")
        else:
            kind = {"open": "thinking", "user": "user"}.get(name, "answer")
        if name in ("open", "close"):
            best = None
        here = match.end()
    if kind == "thinking":
        return len(response), len(response), True
    if kind == "answer" and (best is None or response[here:].strip()):
        return here, len(response), False
    return (*best, False) if best is not None else (len(response), len(response), False)


def _after_bare_header(response: str, start: int, end: int) -> int:
    """Skip a role name alone on the first line, left when special tokens were stripped."""
    match = _BARE_HEADER.match(response, start, end)
    return start if match is None else match.end()


@lru_cache(maxsize=1)
def _question_labels() -> frozenset[str]:
    return question_labels()


def _first_turn(text: str) -> str:
    """The text before a question or a role that the model made up after its answer."""
    for match in _HEAD.finditer(text):
        if _heads_question(text, match) and text[: match.start()].strip():
            return text[: match.start()].rstrip()
    return text


def _heads_question(text: str, match: re.Match[str]) -> bool:
    """Whether a line starts with a role, or with a word for a question and a colon, number or markup."""
    if match["bracketed"] is not None:
        return _AFTER_HEAD.sub("", match["bracketed"].lower()) in _question_labels()
    head = (match["text"] or "").lower()
    if head.strip() in ("assistant", "user"):
        return text[match.end() : match.end() + 1] in ("", "\n", ":", "：")
    label = _AFTER_HEAD.sub("", head)
    if label in _question_labels():
        after = text[match.end() : match.end() + 1]
        return after in (":", "：") or (
            label != head.rstrip(" *_") or bool(match["markup"] or match["first"])
        )
    numbered = _NUMBERED.match(head)
    return numbered is not None and _AFTER_HEAD.sub("", numbered[1]) in _question_labels()
