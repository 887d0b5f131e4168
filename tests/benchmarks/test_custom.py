"""Can users add a benchmark with one TOML file and a table, and are they told what is wrong?"""

import json
from pathlib import Path
from typing import Any

import pytest

from hatscore.benchmarks.contract import BenchmarkMismatch
from hatscore.benchmarks.custom_rows import InvalidItems
from hatscore.benchmarks.registry import load
from hatscore.errors import HatscoreError, InvalidArgument, UnreadableFile

TOML = 'name = "mine"\nkind = "number"\nitems = "items.csv"\n'
CSV = "item,language,question,answer\na,en,Two and two?,4\nb,en,Half of nine?,4.5\n"
GERMAN = "a,de,Zwei und zwei?,4\nb,de,Die Hälfte von neun?,4.5\n"


def write(folder: Path, toml: str = TOML, **files: str) -> Path:
    for name, content in files.items():
        stem, _, ending = name.rpartition("_")
        (folder / f"{stem}.{ending}").write_text(content, encoding="utf-8")
    (folder / "mine.toml").write_text(toml, encoding="utf-8")
    return folder / "mine.toml"


def rows(*changes: dict[str, Any], options: list[str] | None = None) -> str:
    base = {
        "item": "a",
        "language": "en",
        "question": "Which?",
        "answer": "A",
        "options": options or ["x", "y"],
    }
    return "".join(json.dumps({**base, **change}) + "\n" for change in changes)


def test_a_table_is_enough(tmp_path: Path) -> None:
    mine = load(write(tmp_path, items_csv=CSV + GERMAN))
    assert (mine.name, mine.languages, mine.item_names) == ("mine", ("de", "en"), ("a", "b"))
    assert mine.grade("Antwort: 4,5", mine.items["de"][1]).outcome == "right"
    assert mine.manifest.revision == "1"
    assert load(str(tmp_path / "mine.toml"), languages=["en"]).languages == ("en",)


def test_one_file_a_language_and_all_columns(tmp_path: Path) -> None:
    toml = 'name = "t"\nkind = "text"\nsource = "item"\nitems = "t_{language}.jsonl"\n'
    base = {"item": 1, "source_language": "sw", "question": "?", "answer": "x", "accepted": ["ex"]}
    for code in ("en", "sw"):
        (tmp_path / f"t_{code}.jsonl").write_text(json.dumps({**base, "passage": code, "subset": "s"}))
    mine = load(write(tmp_path, toml))
    item = mine.items["sw"][0]
    assert (item.item, item.source_language, item.accepted, item.passage, item.subset) == (
        "1", "sw", ("ex",), "sw", "s",
    )  # fmt: skip


def test_fingerprints_in_the_file_are_checked_every_time(tmp_path: Path) -> None:
    path = write(tmp_path, items_csv=CSV)
    known = load(path).manifest.fingerprints["en"]
    write(tmp_path, TOML + f'[fingerprints]\nen = "{known}"\n')
    assert load(path).item_names == ("a", "b")
    (tmp_path / "items.csv").write_text(CSV.replace("Half", "A half"))
    for _ in range(2):
        with pytest.raises(BenchmarkMismatch, match="mine, en, test"):
            load(path)


def test_own_prompts_replace_or_add(tmp_path: Path) -> None:
    toml = TOML + '[prompts.en]\ninstruction = "Count."\n[prompts.cy]\n'
    toml += 'instruction = "Cyfrifwch."\nanswer = "Ateb"\noptions = "Dewisiadau"\n'
    welsh = "a,cy,Dau a dau?,4\nb,cy,Hanner naw?,4.5\n"
    mine = load(write(tmp_path, toml, items_csv=CSV + welsh))
    assert mine.messages(mine.items["en"][0])[0].content == "Count.\n\nTwo and two?"
    assert mine.prompts["en"].answer == "Answer"
    assert mine.grade("Dau a dau yw pedwar.\n**Ateb:** 4", mine.items["cy"][0]).outcome == "right"


@pytest.mark.parametrize(
    ("toml", "table", "error", "words"),
    [
        ("name =", CSV, UnreadableFile, "is no TOML file"),
        ('name = "x"', CSV, InvalidArgument, "lacks kind, items"),
        (TOML + "colour = 1", CSV, InvalidArgument, "colour means nothing here; keys are name"),
        (TOML + "revision = 1", CSV, InvalidArgument, "revision must be text"),
        (TOML + 'prompts = "x"', CSV, InvalidArgument, "prompts must be a table"),
        (TOML.replace("number", "word"), CSV, InvalidArgument, "number, letter, text; got 'word'"),
        (TOML.replace("items.csv", "no.csv"), CSV, UnreadableFile, "no.csv cannot be read"),
        (TOML.replace("items.csv", "{language}.csv"), "item\n", UnreadableFile, "no file with rows"),
        (TOML + '[prompts.en]\nlabel = "x"', CSV, InvalidArgument, "label means nothing here"),
        (TOML, CSV.split("\n", maxsplit=1)[0] + "\n", InvalidItems, "has no rows"),
        (TOML, CSV + "a,en,Again?,1\n", InvalidItems, "items a occur twice in en"),
        (TOML, CSV + "a,de,Zwei?,4\n", InvalidItems, "only one of them has b"),
        (TOML, CSV + GERMAN.replace("4.5", '"4,5"'), InvalidItems, "'4,5' is no number"),
        (TOML, CSV + GERMAN.replace("4.5", "5"), InvalidItems, "item b: the answer is 9/2|the answer is"),
        (TOML, CSV + "b,de,Neun?,4.5\na,de,Zwei?,4\n", InvalidItems, "another order"),
        (TOML, CSV + "c,en,,3\n", InvalidItems, "row 3: question must be there"),
        (TOML, CSV + "a,cy,Dau?,4\nb,cy,Naw?,4.5\n", InvalidArgument, r"Add a table \[prompts.cy\]"),
    ],
)
def test_what_is_wrong_is_said(
    toml: str, table: str, error: type[HatscoreError], words: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=words):
        load(write(tmp_path, toml, items_csv=table))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (rows({"answer": "C"}), "'C' is no letter of 2 options"),
        (rows({"options": ""}), "options must be there"),
        (rows({"options": "[x"}), "starts like a JSON list"),
        (
            rows({}, {"language": "de", "options": "x|y|z"}),
            "number of options is 3 in de and 2 in en|options is",
        ),
    ],
)
def test_what_is_wrong_with_letters_is_said(table: str, words: str, tmp_path: Path) -> None:
    toml = 'name = "l"\nkind = "letter"\nitems = "items.jsonl"\n'
    with pytest.raises(InvalidItems, match=words):
        load(write(tmp_path, toml, items_jsonl=table))


def test_a_text_answer_must_be_one_of_its_options(tmp_path: Path) -> None:
    toml = 'name = "t"\nkind = "text"\nitems = "items.jsonl"\n'
    with pytest.raises(InvalidItems, match="must be one of the options"):
        load(write(tmp_path, toml, items_jsonl=rows({"answer": "z"})))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"none.toml cannot be read"):
        load(tmp_path / "none.toml")
