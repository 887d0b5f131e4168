"""Do the commands on benchmarks and the worked example of the documentation work?"""

import re
import shlex
from contextlib import chdir
from pathlib import Path

import pytest
from tests.cli.conftest import Hatscore, hatscore

from hatscore.benchmarks.contract import Manifest
from hatscore.cli.main import COMMANDS

from .conftest import SUMS, LocalHub, tsv_files

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "add-a-benchmark.md"
__all__ = ["hatscore"]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "benchmarks", "The benchmarks that can be run.")


def test_list(hatscore: Hatscore) -> None:
    run = hatscore("benchmarks", "list")
    assert (run.code, run.err) == (0, "")
    assert re.search(r"mmlu_prox_lite +letter +MIT +29 +588", run.out)


def test_show_needs_no_data(hatscore: Hatscore) -> None:
    run = hatscore("benchmarks", "show", "mgsm_rev2", "--language", "sw")
    assert run.code == 0
    assert "licence    CC BY-SA 4.0; may be passed on" in run.out
    assert "https://github.com/google-research-datasets/MGSM-Rev2" in run.out
    assert "  | Tatua swali lifuatalo." in run.out
    judged = hatscore("benchmarks", "show", "eclektic").out
    assert "of each item its own" in judged
    assert "never passed on" in judged


def test_show_of_what_is_at_hand_asks_an_item(hatscore: Hatscore) -> None:
    run = hatscore("benchmarks", "show", "starter", "--language", "hi")
    assert run.code == 0
    assert "फ़्रांस की राजधानी क्या है?" in run.out
    assert run.out.count("asks, in hi:") == 2


def test_verify(small: dict[str, Manifest], hatscore: Hatscore, tmp_path: Path) -> None:
    for name, content in tsv_files().items():
        (tmp_path / name).write_bytes(content)
    run = hatscore("benchmarks", "verify", "mgsm_rev2", "--data", tmp_path)
    assert run.code == 0
    assert run.out.splitlines()[0] == f"mgsm_rev2  de  2 items  {small['mgsm_rev2'].fingerprints['de']}"
    assert "unchanged: revision 1463c6dc" in run.err
    (tmp_path / "mgsm_en.tsv").write_text(SUMS["en"].replace("7 times 6", "6 times 7"))
    for _ in range(2):
        run = hatscore("benchmarks", "verify", "mgsm_rev2", "--data", tmp_path)
        assert (run.code, run.out) == (3, "")
        assert "mgsm_rev2, en, test" in run.err


def test_verify_fetches(
    small: dict[str, Manifest],
    hub: LocalHub,
    hatscore: Hatscore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub.add(small["mgsm_rev2"], tsv_files())
    monkeypatch.setenv("HATSCORE_HUB", hub.address)
    monkeypatch.setenv("HATSCORE_CACHE", str(tmp_path))
    run = hatscore("benchmarks", "verify", "mgsm_rev2", "--languages", "en")
    assert (run.code, run.out.count("\n")) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["show", "mgsm"], 2, "Built in: eclektic"),
        (["show", "mgsm_rev2", "--language", "cs"], 2, "mgsm_rev2 is not in cs"),
        (["show", "none.toml"], 3, "none.toml cannot be read"),
        (["verify", "mgsm_rev2", "--data", "nowhere"], 3, "nowhere is no folder"),
        (["verify", "starter", "--languages", "en,xx"], 2, "not in xx"),
    ],
)
def test_errors(arguments: list[str], code: int, words: str, hatscore: Hatscore) -> None:
    run = hatscore("benchmarks", *arguments)
    assert (run.code, words in run.err) == (code, True), run.err


@pytest.mark.parametrize("name", ["", "list", "show", "verify"])
def test_examples_in_help_work(name: str, hatscore: Hatscore) -> None:
    text = hatscore("benchmarks", *([name] if name else []), "--help").out
    examples = re.findall(r"^ +hatscore (benchmarks .*)$", text, re.MULTILINE)
    assert examples
    for example in examples:
        assert hatscore(*shlex.split(example)).code == 0, example


def test_the_worked_example_of_the_documentation(
    hatscore: Hatscore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    titled = dict(re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```', page, re.MULTILINE | re.DOTALL))
    expected = titled.pop("output")
    assert sorted(titled) == ["examples.csv", "items.csv", "wales.toml"]
    for name, content in titled.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    commands = "".join(re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    (program,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    with chdir(tmp_path):
        runs = [hatscore(*shlex.split(line)[1:]) for line in commands.splitlines()]
        exec(program, {})
    assert [run.code for run in runs] == [0, 0]
    assert "wales  cy  3 items" in runs[0].out
    assert runs[1].out == expected
    said = capsys.readouterr().out
    assert said.startswith("Atebwch y cwestiwn")
    assert said.endswith("C. Casnewydd\nright\n")
