"""Are results of simple-evals read?

The fixtures are made by running simple-evals on questions of the starter benchmark. Changed and odd files
are written here in its form: ``json.dumps`` of score, metrics, htmls, convos, metadata, and pages that its
template ends with "Correct Answer" and "Score".
"""

import html
import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import InvalidAttempts, UnknownFormat, UnreadableFile

FIXTURES = Path(__file__).parents[1] / "fixtures" / "simple_evals"
LANGUAGES = ("de", "en", "sw")
Question = dict[str, Any]


def made(evaluation: str, ending: str = "_allresults") -> Path:
    (path,) = FIXTURES.glob(f"{evaluation}_gpt-4.1_*_*[0-9]{ending}.json")
    return path


def test_means_of_languages_are_those_that_simple_evals_recorded() -> None:
    frame = hatscore.read(made("mgsm")).to_frame()
    means = dict(frame.group_by("language").agg(pl.col("score").mean()).iter_rows())
    recorded = json.loads(made("mgsm", "").read_text())
    assert means == {language: recorded[language] for language in ("de", "en", "sw", "th")}
    assert frame.select("system", "benchmark").unique().rows() == [("gpt-4.1", "mgsm")]
    assert sorted(frame.group_by("item").len().rows()) == [(str(item), 4) for item in range(4)]


def test_golds_and_answers_are_those_of_the_questions() -> None:
    frame = hatscore.read(made("mgsm")).to_frame()
    assert frame.group_by("item").agg(pl.col("gold").n_unique())["gold"].to_list() == [1] * 4
    right = frame["response"].str.split(": ").list.last() == frame["gold"]
    assert (frame["score"] == right.cast(pl.Float64)).all()
    assert frame["response"].str.starts_with("1 < 2 & 3.").all()


def test_repeats_that_simple_evals_made_are_attempts() -> None:
    frame = hatscore.read(made("math"), fixed={"language": "en"}).to_frame()
    assert frame.height == 8
    assert frame["score"].mean() == json.loads(made("math", "").read_text())["score"]
    assert (
        frame.group_by("item")
        .agg(pl.col("gold").n_unique(), pl.col("attempt").sum())
        .select("gold", "attempt")
        .rows()
        == [(1, 1)] * 4
    )


def test_healthbench_keeps_names_and_tokens_and_may_score_below_0() -> None:
    attempts = hatscore.read(made("healthbench_hard"), fixed={"language": "en"})
    frame = attempts.to_frame().sort("item", "attempt")
    assert frame.select("item", "attempt", "score").rows() == [
        ("ours-0", 0, -0.25),
        ("ours-0", 1, -0.25),
        ("ours-1", 0, 1.0),
        ("ours-1", 1, 1.0),
    ]
    assert frame.select("prompt_tokens", "answer_tokens", "thinking_tokens").unique().rows() == [(11, 5, 4)]
    with pytest.raises(InvalidAttempts, match=r"score must lie in \[0, 1\]; got -0\.25"):
        hatscore.score(attempts)


def test_only_the_file_of_all_results_of_a_run_is_read(tmp_path: Path) -> None:
    for path in FIXTURES.glob("mgsm*"):
        shutil.copy(path, tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    assert hatscore.read(tmp_path).to_frame().height == 16


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
