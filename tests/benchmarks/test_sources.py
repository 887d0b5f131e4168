"""Is what was fetched kept, locked and checked at every read, and is anything else refused?"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hatscore.benchmarks import registry
from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import BenchmarkMismatch, Manifest
from hatscore.benchmarks.hub import HomeUnreachable, Hub
from hatscore.benchmarks.registry import load
from hatscore.benchmarks.sources import cache_folder
from hatscore.errors import InvalidArgument, UnreadableFile

from .conftest import FACTS, LocalHub, jsonl, parquet, parquet_files, tsv_files

Small = dict[str, Manifest]


def fetch(name: str, hub: LocalHub, cache: Path) -> Benchmark:
    return load(name, cache=cache, hub=hub.address)


def kept(cache: Path) -> list[str]:
    return sorted(path.name for path in cache.rglob("*") if path.is_file())


@pytest.fixture
def filled(small: Small, hub: LocalHub) -> LocalHub:
    hub.add(small["mgsm_rev2"], {"README.md": b"-", **tsv_files()})
    return hub


def test_first_read_fetches_and_locks_the_second_asks_nothing(filled: LocalHub, tmp_path: Path) -> None:
    first = fetch("mgsm_rev2", filled, tmp_path)
    assert [item.gold for item in first.items["de"]] == ["2003", "42"]
    assert kept(tmp_path) == ["test_de.lock.json", "test_de.tsv", "test_en.lock.json", "test_en.tsv"]
    lock = json.loads(next(tmp_path.rglob("test_de.lock.json")).read_text())
    assert lock["address"].startswith(filled.address)
    assert len(lock["sha256"]) == 64
    asked = len(filled.asked)
    assert fetch("mgsm_rev2", filled, tmp_path).items == first.items
    assert len(filled.asked) == asked


def test_the_listing_is_asked_once(filled: LocalHub, tmp_path: Path) -> None:
    fetch("mgsm_rev2", filled, tmp_path)
    assert sum("/tree/" in path for path in filled.asked) == 1


def test_a_changed_file_is_refused_every_time(filled: LocalHub, tmp_path: Path) -> None:
    fetch("mgsm_rev2", filled, tmp_path)
    file = next(tmp_path.rglob("test_de.tsv"))
    file.write_bytes(file.read_bytes().replace(b"42", b"43"))
    for _ in range(3):
        with pytest.raises(BenchmarkMismatch, match="was changed after it was locked"):
            fetch("mgsm_rev2", filled, tmp_path)


def test_a_file_and_lock_changed_together_are_refused_every_time(filled: LocalHub, tmp_path: Path) -> None:
    fetch("mgsm_rev2", filled, tmp_path)
    from hashlib import sha256

    file, lock = next(tmp_path.rglob("test_de.tsv")), next(tmp_path.rglob("test_de.lock.json"))
    old = sha256(file.read_bytes()).hexdigest()
    file.write_bytes(file.read_bytes().replace(b"42", b"43"))
    lock.write_text(lock.read_text().replace(old, sha256(file.read_bytes()).hexdigest()))
    for _ in range(2):
        with pytest.raises(BenchmarkMismatch, match="fingerprint"):
            fetch("mgsm_rev2", filled, tmp_path)


def test_a_damaged_lock_is_refused(filled: LocalHub, tmp_path: Path) -> None:
    fetch("mgsm_rev2", filled, tmp_path)
    next(tmp_path.rglob("test_en.lock.json")).write_text("{")
    for _ in range(2):
        with pytest.raises(BenchmarkMismatch, match="is damaged"):
            fetch("mgsm_rev2", filled, tmp_path)


def test_a_deleted_file_is_fetched_again_and_must_be_the_same(filled: LocalHub, tmp_path: Path) -> None:
    first = fetch("mgsm_rev2", filled, tmp_path)
    file = next(tmp_path.rglob("test_en.tsv"))
    file.unlink()
    assert fetch("mgsm_rev2", filled, tmp_path).items == first.items
    file.unlink()
    files = next(iter(filled.files.values()))
    files["mgsm_en.tsv"] = files["mgsm_en.tsv"].replace(b"\n", b"\r\n")
    for _ in range(2):
        with pytest.raises(BenchmarkMismatch, match="is not what it was when first fetched"):
            fetch("mgsm_rev2", filled, tmp_path)
    assert not file.exists()


def test_a_home_with_other_text_is_refused_and_nothing_kept(filled: LocalHub, tmp_path: Path) -> None:
    files = next(iter(filled.files.values()))
    files["mgsm_de.tsv"] = files["mgsm_de.tsv"].replace(b"mal", b"x")
    for _ in range(2):
        with pytest.raises(BenchmarkMismatch, match=r"mgsm_rev2, de, test .*At least one character"):
            fetch("mgsm_rev2", filled, tmp_path)
    assert kept(tmp_path) == []


def test_an_interrupted_download_leaves_nothing(filled: LocalHub, tmp_path: Path) -> None:
    filled.cut = True
    with pytest.raises(HomeUnreachable, match=r"broke off after \d+ of \d+ bytes"):
        fetch("mgsm_rev2", filled, tmp_path)
    assert kept(tmp_path) == []
    filled.cut = False
    assert fetch("mgsm_rev2", filled, tmp_path).item_names == ("1", "2")


def test_a_write_that_fails_leaves_nothing(
    filled: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InvalidArgument, match="No space left"):
        fetch("mgsm_rev2", filled, tmp_path)
    assert kept(tmp_path) == []


def test_another_revision_is_not_read_from_the_cache(
    small: Small, filled: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch("mgsm_rev2", filled, tmp_path)
    manifest = small["mgsm_rev2"]
    other = replace(manifest, homes=(replace(manifest.homes[0], revision="f" * 40),))
    monkeypatch.setattr(registry, "read_manifest", lambda _: other)
    with pytest.raises(HomeUnreachable, match="answered 404"):
        fetch("mgsm_rev2", filled, tmp_path)


def test_what_the_hub_states_is_checked(filled: LocalHub, tmp_path: Path) -> None:
    filled.large = True
    fetch("mgsm_rev2", filled, tmp_path / "a")
    filled.lie = True
    with pytest.raises(BenchmarkMismatch, match="not the SHA-256 that the hub states"):
        fetch("mgsm_rev2", filled, tmp_path / "b")


def test_a_home_without_the_file_says_what_it_has(small: Small, hub: LocalHub, tmp_path: Path) -> None:
    hub.add(small["mgsm_rev2"], {"other.csv": b"x"})
    with pytest.raises(UnreadableFile, match=r"it has other\.csv"):
        fetch("mgsm_rev2", hub, tmp_path)


def test_parquet_with_numbers_is_read_from_the_home_too(small: Small, hub: LocalHub, tmp_path: Path) -> None:
    files = {}
    for code, text in (("en", tsv_files()["mgsm_en.tsv"]), ("de", tsv_files()["mgsm_de.tsv"])):
        pairs = [line.split("\t") for line in text.decode().splitlines()]
        rows = [{"question": q, "answer": None, "answer_number": int(a.replace(",", ""))} for q, a in pairs]
        files[f"{code}/test-00000-of-00001.parquet"] = parquet(rows)
    hub.add(small["mgsm_rev2"], files)
    assert [item.gold for item in fetch("mgsm_rev2", hub, tmp_path).items["en"]] == ["2003", "42"]


def test_all_three_come_from_a_home(small: Small, hub: LocalHub, tmp_path: Path) -> None:
    hub.add(small["mmlu_prox_lite"], parquet_files())
    hub.add(small["eclektic"], {"eclektic_main.jsonl": jsonl(FACTS), "eclektic_main.csv": b""})
    letters = fetch("mmlu_prox_lite", hub, tmp_path)
    assert letters.examples["sw"][1].worked == "Step 1."
    facts = fetch("eclektic", hub, tmp_path)
    assert (facts.languages, facts.item_names, facts.notes) == (("de", "en"), ("5", "6"), ())
    assert sum("eclektic_main.jsonl" in path for path in hub.asked) == 2  # the redirect and its target


def test_no_connection_says_what_to_do(small: Small, tmp_path: Path) -> None:
    with pytest.raises(HomeUnreachable, match="pass a local copy with --data"):
        load("mgsm_rev2", cache=tmp_path, hub="http://127.0.0.1:9")
    with pytest.raises(InvalidArgument, match="http or https"):
        Hub("file:///etc")


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HATSCORE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_folder() == Path.home() / ".cache" / "hatscore"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "hatscore"
    monkeypatch.setenv("HATSCORE_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"


def test_environment_names_hub_and_cache(
    filled: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HATSCORE_HUB", filled.address + "/")
    monkeypatch.setenv("HATSCORE_CACHE", str(tmp_path))
    assert load("mgsm_rev2", languages=["de"]).languages == ("de",)
    assert kept(tmp_path) == ["test_de.lock.json", "test_de.tsv"]
