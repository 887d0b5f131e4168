"""Does a damaged file of any form end in one of our errors, or a result, soon, with nothing written?

In CI a few damages of each form, always the same; ``make fuzz`` makes many, and other ones each time.
"""

import hashlib
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest
from tests.budget import FUZZ
from tests.fuzz import damage, originals

import hatscore
from hatscore import HatscoreError

DAMAGES = max(12, FUZZ // 100)
"""Of each form."""

SECONDS = 20.0
"""That reading and scoring a small damaged file may take, on a busy machine."""

SEED = int.from_bytes(os.urandom(4)) if FUZZ else 8


def damages(path: Path) -> list[damage.Damage]:
    """What can be done to a file, the damage of what it holds as often as that of its bytes."""
    content = path.read_bytes()
    inside: list[damage.Damage]
    if path.suffix == ".parquet":
        inside = [damage.table]
    elif path.suffix == ".eval":
        inside = [lambda content, rng: damage.archive(content, rng, path)]
    elif path.suffix == ".jsonl":
        inside = [damage.json_lines]
    elif originals.is_json(content):
        inside = [damage.json_file]
    else:
        inside = []
    return [*damage.BYTES, *inside * len(damage.BYTES)]


def listing(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def outcome(path: Path, needed: dict[str, Any]) -> str:
    try:
        hatscore.score(hatscore.read(path, **needed), missing="drop").to_json()
    except HatscoreError as error:
        return "refused" if str(error).rstrip()[-1] in ".?" else f"no sentence: {error}"
    return "read"


@pytest.mark.parametrize("name", originals.NAMES)
def test_the_original_is_read(name: str, tmp_path: Path) -> None:
    """Else its damages would prove nothing."""
    needed = originals.make(name, tmp_path)
    path = next(tmp_path.iterdir()) if "query" in needed else tmp_path
    assert hatscore.read(path, **needed).to_frame().height > 0


@pytest.mark.parametrize("name", originals.NAMES)
def test_damaged_files(name: str, tmp_path: Path) -> None:
    (folder := tmp_path / "files").mkdir()
    needed = originals.make(name, folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    outcomes = set()
    for number in range(DAMAGES):
        rng = random.Random(f"{SEED} {name} {number}")
        path = rng.choice(files)
        whole = path.read_bytes()
        path.write_bytes(rng.choice(damages(path))(whole, rng))
        before, start = listing(tmp_path), time.perf_counter()
        try:
            outcomes.add(outcome(path if "query" in needed else folder, needed))
        except BaseException as error:
            error.add_note(f"{name}: damage {number} of seed {SEED}, in {path.name}")
            raise
        assert time.perf_counter() - start < SECONDS, (SEED, name, number)
        assert listing(tmp_path) == before, (SEED, name, number)
        path.write_bytes(whole)
    assert "refused" in outcomes
    assert outcomes <= {"refused", "read"}
