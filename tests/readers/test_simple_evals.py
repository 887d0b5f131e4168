"""Are results of simple-evals read?

The tool is in no package index, so the files are written here from its source: ``json.dumps`` of score,
metrics, htmls, convos, metadata, and pages that its template ends with "Correct Answer" and "Score".
"""

import html
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import UnknownFormat, UnreadableFile

LANGUAGES = ("de", "en", "sw")
Question = dict[str, Any]


def question(prompt: str, answer: str, gold: str, score: object) -> Question:
    convo = [{"content": prompt, "role": "user"}, {"content": answer, "role": "assistant"}]
    page = (
        f"<h3>Results</h3>\n<p>Correct Answer: {html.escape(gold)}</p>\n"
        f"<p>Extracted Answer: {html.escape(answer)}</p>\n<p>Score: {score}</p>"
    )
    return {"convo": convo, "page": page}


def write(path: Path, questions: list[Question], metrics: dict[str, float], metadata: object = None) -> Path:
    content = {
        "score": 0.5,
        "metrics": metrics,
        "htmls": [q["page"] for q in questions],
        "convos": [q["convo"] for q in questions],
        "metadata": metadata,
    }
    path.write_text(json.dumps(content, indent=2))
    return path


def mgsm(path: Path, right: dict[str, int]) -> Path:
    """Four questions a language, the first ones right."""
    questions: list[Question] = []
    metrics: dict[str, float] = {}
    for language in LANGUAGES:
        for item in range(4):
            ok = item < right[language]
            questions.append(question(f"{language} {item}?", str(item if ok else 99), str(item), ok))
        group = "group_non_latin" if language == "xx" else "group_latin"
        metrics |= {language: right[language] / 4, f"{language}:std": 0.4, group: 0.5}
    return write(path, questions, metrics)


RIGHT = {"de": 3, "en": 4, "sw": 1}


def test_an_evaluation_in_several_languages(tmp_path: Path) -> None:
    path = mgsm(tmp_path / "mgsm_gpt-4o_chatgpt_20250101_120000_allresults.json", RIGHT)
    frame = hatscore.read(path).to_frame()
    assert frame.select("system", "benchmark").unique().rows() == [("gpt-4o_chatgpt", "mgsm")]
    sums = frame.group_by("language").agg(pl.col("score").sum())
    assert dict(sums.iter_rows()) == RIGHT
    first = frame.filter(language="sw").row(1, named=True)
    assert (first["item"], first["response"], first["gold"], first["outcome"]) == ("1", "99", "1", "wrong")


def test_questions_in_another_order_are_refused(tmp_path: Path) -> None:
    path = mgsm(tmp_path / "mgsm_m_allresults.json", RIGHT)
    content = json.loads(path.read_text())
    content["htmls"].reverse()
    content["convos"].reverse()
    path.write_text(json.dumps(content))
    with pytest.raises(UnreadableFile, match=r"do not stand one language after the other.*de has a recorded"):
        hatscore.read(path)


def test_a_language_in_the_name(tmp_path: Path) -> None:
    questions = [question(f"{n}?", "A", "A", 1.0) for n in range(3)]
    path = write(tmp_path / "mmlu_SW-KE_o3-mini_high_20250101_120000_DEBUG_allresults.json", questions, {})
    frame = hatscore.read(path).to_frame()
    assert frame.select("system", "benchmark", "language").row(0) == ("o3-mini_high", "mmlu", "sw-KE")


def test_repeats_are_attempts(tmp_path: Path) -> None:
    questions = [question(f"{n % 2}?", "4", "4", score) for n, score in enumerate([1.0, 0.0, 0.0, 0.0])]
    path = write(tmp_path / "math_m_allresults.json", questions, {"score": 0.25})
    frame = hatscore.read(path, fixed={"language": "en"}).to_frame()
    assert sorted(frame.select("item", "attempt", "score").rows()) == [
        ("0", 0, 1.0),
        ("0", 1, 0.0),
        ("1", 0, 0.0),
        ("1", 1, 0.0),
    ]


def test_two_questions_of_one_wording_do_not_shift_those_that_follow(tmp_path: Path) -> None:
    questions = [question(prompt, "4", "4", 1.0) for prompt in ("a", "a", "b")]
    path = write(tmp_path / "math_m_allresults.json", questions, {})
    assert hatscore.read(path, fixed={"language": "en"}).to_frame()["item"].to_list() == ["0", "1", "2"]


def test_scores_of_the_metadata_without_pages(tmp_path: Path) -> None:
    questions = [question(f"{n}?", "4", "4", "?") for n in range(2)]
    known = [{"score": score, "prompt_id": name} for score, name in ((0.25, "p1"), (1.0, "p2"))]
    path = write(
        tmp_path / "healthbench_hard_m_allresults.json", questions, {}, {"example_level_metadata": known}
    )
    content = json.loads(path.read_text())
    path.write_text(json.dumps(content | {"htmls": []}))
    frame = hatscore.read(path, fixed={"language": "en"}).to_frame()
    assert frame.select("system", "benchmark", "item", "score").rows() == [
        ("m", "healthbench_hard", "p1", 0.25),
        ("m", "healthbench_hard", "p2", 1.0),
    ]


def test_a_pattern_for_the_name(tmp_path: Path) -> None:
    path = write(tmp_path / "facts-sw_m_allresults.json", [question("?", "4", "4", "True")], {})
    with pytest.raises(UnknownFormat, match=r"facts-sw.*--pattern"):
        hatscore.read(path)
    frame = hatscore.read(path, pattern="(?P<benchmark>facts)-(?P<language>[a-z]+)").to_frame()
    assert frame.select("benchmark", "language", "score").row(0) == ("facts", "sw", 1.0)


@pytest.mark.parametrize("score", ["None", "nan", ""])
def test_a_question_without_a_score_is_named(score: str, tmp_path: Path) -> None:
    questions = [question("a", "4", "4", "True"), question("b", "4", "4", score)]
    path = write(tmp_path / "math_m_allresults.json", questions, {})
    with pytest.raises(UnreadableFile, match="question 2 has no score"):
        hatscore.read(path, fixed={"language": "en"})


def test_lists_of_other_lengths_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "math_m_allresults.json", [question("a", "4", "4", "True")] * 2, {})
    content = json.loads(path.read_text())
    content["htmls"].pop()
    path.write_text(json.dumps(content))
    with pytest.raises(UnreadableFile, match="2 conversations, 1 htmls"):
        hatscore.read(path, fixed={"language": "en"})


def test_the_file_of_metrics_alone_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "mgsm_m.json").write_text(json.dumps({"de": 0.5, "score": 0.5}))
    with pytest.raises(UnknownFormat, match="no known form"):
        hatscore.read(tmp_path / "mgsm_m.json")
