"""Does the command line end every call with a documented code, and never with a traceback?

Arguments are drawn from the parameters of the commands themselves, so that a new option is drawn too.
"""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from tests.budget import FUZZ
from tests.cli.conftest import Hatscore
from tests.cli.conftest import hatscore as hatscore  # noqa: PLC0414
from tests.fuzz import originals
from tests.scoring.studies import study

from hatscore.cli.main import COMMANDS, group

CALLS = max(16, FUZZ // 200)
"""Of each command."""

SECONDS = 60.0
SEED = int.from_bytes(os.urandom(4)) if FUZZ else 8
EXIT_CODES = {0, 2, 3, 4, 5}
"""All that are documented but 1 (unexpected) and 130 (interrupted), which no argument may bring about."""

NEVER = {"live": "asks a model of this machine", "quick": "--full takes an hour", "version": "", "help": ""}
JUNK = (
    "",
    "x",
    "0",
    "-1",
    "1e999",
    "nan",
    "en",
    "a=b",
    "=",
    "../..",
    "☃",
    "[",
    "(?P<language>",
    "*",
    "A",
    "B",
    "de",
)
ALWAYS = {"validate": ["--only", "guessing"]}
"""All claims are a minute of simulations, and have tests of their own."""

READ = ("paths", "path", "files", "data", "first", "second")
ASKING = {"system": ("nobody:none", "", "openai:", "gpt-x"), "systems": ("nobody:none", "A", "B", "")}


def value(parameter: click.Parameter, rng: random.Random, places: list[Path]) -> str:
    """Mostly something that the parameter can take."""
    if rng.random() < 0.15:
        return rng.choice(JUNK)
    kind = parameter.type
    if isinstance(kind, click.Choice):
        return str(rng.choice(list(kind.choices)))
    if isinstance(kind, (click.IntRange, click.types.IntParamType)):
        return str(
            rng.choice([0, 1, 2, 7, 100, 10**12]) if rng.random() < 0.3 else rng.choice([1, 2, 100, 200])
        )
    if isinstance(kind, (click.FloatRange, click.types.FloatParamType)):
        return str(rng.choice([0, 0.02, 0.5, 0.9, 1, -1, 1e300]))
    if isinstance(kind, click.Path) or parameter.name in READ:
        return str(rng.choice(places))
    asking = ASKING.get(parameter.name or "", ())
    return str(rng.choice([*JUNK, *asking, "options", "0.25", "macro", "score=score"]))


def arguments(command: click.Command, rng: random.Random, places: list[Path], out: Path) -> list[str]:
    found: list[str] = []
    for parameter in command.params:
        if parameter.name in NEVER:
            continue
        needed = parameter.required or isinstance(parameter, click.Argument)
        if rng.random() > (0.95 if needed else 0.12):
            continue
        times = (
            rng.choice([1, 1, 2]) if parameter.multiple or parameter.nargs == -1 else max(parameter.nargs, 1)
        )
        written = parameter.name in ("out", "store", "write", "folder", "target", "into")
        values = [str(out) if written else value(parameter, rng, places) for _ in range(times)]
        if isinstance(parameter, click.Argument):
            found += values
        elif getattr(parameter, "is_flag", False):
            found.append(parameter.opts[-1])
        else:
            found += [part for one in values for part in (parameter.opts[-1], one)]
    return found


def commands() -> dict[str, click.Command]:
    """Every command, those of subgroups by both names."""
    found: dict[str, click.Command] = {}
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            found |= {f"{name} {sub}": one for sub, one in command.commands.items()}
        else:
            found[name] = command
    return found


@pytest.fixture
def places(tmp_path: Path) -> list[Path]:
    """Attempts that can be scored, logs, files that are none, and places where nothing is."""
    files = tmp_path / "files"
    files.mkdir()
    study(systems={"A": 0.9, "B": 0.5}, items=12, attempts=4).write_parquet(files / "good.parquet")
    for name in ("lm-eval new", "helm", "inspect 0.3.285 sums.eval", "sqlite"):
        (files / name).mkdir()
        originals.make(name, files / name)
    (files / "empty.csv").write_text("")
    (files / "junk.json").write_bytes(bytes(range(256)))
    (files / "study.toml").write_text('store = "x.db"\n[[systems]]\nsystem = "nobody:none"\n')
    good = files / "good.parquet"
    return [good] * 8 + [*sorted(files.iterdir()), files / "nothing", files / "*.parquet"]


@pytest.mark.parametrize("name", commands())
def test_any_arguments(
    name: str, places: list[Path], tmp_path: Path, hatscore: Hatscore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    (work := tmp_path / "work").mkdir()
    monkeypatch.chdir(work)
    command = commands()[name]
    before = {path: path.read_bytes() for path in (tmp_path / "files").rglob("*") if path.is_file()}
    codes = set()
    for number in range(CALLS):
        rng = random.Random(f"{SEED} {name} {number}")
        given = arguments(
            command, rng, places, work / rng.choice(["out.json", "out.html", "out", "no/such/place.csv"])
        )
        start = time.perf_counter()
        try:
            run = hatscore(*name.split(), *given, *ALWAYS.get(name, ()))
        except BaseException as error:
            error.add_note(f"hatscore {name} {given} (call {number} of seed {SEED})")
            raise
        called = f"hatscore {name} {given} (call {number} of seed {SEED}): {run}"
        assert run.code in EXIT_CODES, called
        assert "Traceback" not in run.err, called
        assert run.code == 0 or run.err or run.out, called
        assert time.perf_counter() - start < SECONDS, called
        codes.add(run.code)
    assert {path: path.read_bytes() for path in before} == before, "inputs are never written"
    assert codes


def test_documented_codes_are_those_in_the_help(hatscore: Hatscore) -> None:
    text = hatscore("--help").out
    for code in sorted(EXIT_CODES | {1, 130}):
        assert f"{code} " in text


@pytest.mark.parametrize(
    "make", [lambda: ["no-such-command"], lambda: ["--no-such-option"], lambda: ["score"]]
)
def test_usage_errors(make: Callable[[], list[str]], hatscore: Hatscore) -> None:
    assert hatscore(*make()).code == 2
