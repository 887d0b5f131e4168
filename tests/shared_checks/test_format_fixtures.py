"""Are published files of other tools read?

Needs ../shared beside the project; skipped where it is absent.
"""

import json
from pathlib import Path

import pytest

import hatscore
from hatscore.errors import UnknownFormat

FILES = Path(__file__).parents[3] / "shared" / "data" / "outputs" / "format_fixtures"
pytestmark = pytest.mark.skipif(not FILES.exists(), reason="../shared/data is not at hand")


def test_a_published_run_of_helm() -> None:
    path = FILES / "helm_mmlu" / "per_instance_stats.json"
    attempts = hatscore.read(path, fixed={"language": "en"})
    frame = attempts.to_frame()
    entries = [entry for entry in json.loads(path.read_text()) if not entry.get("perturbation")]
    means = [
        stat["mean"]
        for entry in entries
        for stat in entry["stats"]
        if stat["name"] == {"name": "exact_match", "split": "test"}
    ]
    assert frame.height == len(means) > 0
    assert frame["score"].sum() == sum(means)
    assert frame["system"].unique().to_list() == ["openai/gpt2"]
    assert frame["item"].str.starts_with("philosophy/").all()
    assert frame["n_options"].unique().to_list() == [4]
    assert any("splits valid are left out" in note.sentence for note in attempts.notes)


def test_it_says_no_language() -> None:
    with pytest.raises(UnknownFormat, match="--pattern"):
        hatscore.read(FILES / "helm_mmlu" / "per_instance_stats.json")


def test_a_published_instance_file_of_every_eval_ever() -> None:
    (path,) = FILES.glob("*-*_samples.jsonl")
    frame = hatscore.read(path, fixed={"language": "en"}).to_frame()
    columns = ("system", "benchmark", "item", "score", "response", "prompt_tokens", "answer_tokens")
    assert frame.select(columns).rows() == [
        ("demo-org/demo-model", "demo-source.demo_bench", "demo_0001", 1.0, "The answer is 4.", 12, 5)
    ]
