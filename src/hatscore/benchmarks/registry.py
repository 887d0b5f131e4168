"""Benchmarks by name or path, with every item checked against the manifest at every read."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from hatscore.benchmarks import eclektic, mgsm_rev2, mmlu_prox_lite
from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import Item, Manifest, Split
from hatscore.benchmarks.custom import load_custom
from hatscore.benchmarks.fingerprint import check_items
from hatscore.benchmarks.manifest_files import manifest_names, read_manifest
from hatscore.benchmarks.prompts import built_in_prompts
from hatscore.benchmarks.sources import HubCache, LocalCopy
from hatscore.benchmarks.starter import is_example, read_starter
from hatscore.errors import InvalidArgument

Items = Mapping[str, tuple[Item, ...]]


class _Reader(Protocol):
    def __call__(self, content: bytes, name: str, languages: Sequence[str]) -> Items: ...


_READERS: Mapping[str, _Reader] = {
    "eclektic": eclektic.items,
    "mgsm_rev2": mgsm_rev2.items,
    "mmlu_prox_lite": mmlu_prox_lite.items,
}
_GROUPS = {"starter": ("starter_sums", "starter_facts")}


def available() -> tuple[Manifest, ...]:
    """Manifests of the built-in benchmarks, in alphabetical order.

    Returns
    -------
    tuple of Manifest

    Examples
    --------
    >>> [manifest.kind for manifest in available()]
    ['text', 'number', 'letter', 'text', 'number']
    """
    return tuple(read_manifest(name) for name in manifest_names())


def expand(name: str) -> tuple[str, ...]:
    """The benchmarks that a name stands for: ``starter`` is two, every other name is itself.

    Parameters
    ----------
    name : str
        Name or path of a benchmark.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> expand("starter"), expand("eclektic")
    (('starter_sums', 'starter_facts'), ('eclektic',))
    """
    return _GROUPS.get(name, (name,))


def load(
    name: str | Path,
    *,
    data: str | Path | None = None,
    cache: str | Path | None = None,
    hub: str | None = None,
    languages: Sequence[str] | None = None,
) -> Benchmark:
    """Load a benchmark and verify it.

    Parameters
    ----------
    name : str or Path
        A built-in benchmark, or the TOML file of your own.
    data : str or Path, optional
        Folder with a local copy, in the layout in which it is published.
    cache : str or Path, optional
        Folder of fetched files; see `hatscore.benchmarks.sources.cache_folder`.
    hub : str, optional
        Address to fetch from; ``HATSCORE_HUB`` or Hugging Face by default.
    languages : sequence of str, optional
        Those to load; all by default.

    Returns
    -------
    Benchmark

    Raises
    ------
    InvalidArgument
        If there is no such benchmark or language.
    BenchmarkMismatch
        If the text is not that of the manifest.

    Examples
    --------
    >>> load("starter_sums", languages=["en", "sw"])
    Benchmark starter_sums (Starter: sums)
      40 items in 2 languages: en sw
      answers: number; revision 1
    """
    text = str(name)
    if text.endswith(".toml") or isinstance(name, Path):
        return load_custom(Path(name), languages=languages)
    if text in _GROUPS:
        raise InvalidArgument(f"{text!r} is several benchmarks: load {' or '.join(_GROUPS[text])}.")
    manifest = read_manifest(text)
    wanted = _wanted(manifest, languages)
    if text not in _READERS:
        return _assemble(manifest, *_load_starter(manifest, wanted))
    source = LocalCopy(Path(data)) if data is not None else HubCache(Path(cache) if cache else None, hub)
    tested, notes = _load_split(manifest, source, "test", wanted)
    examples: Items = {}
    if manifest.example_rows:
        examples, _ = _load_split(manifest, source, "examples", wanted)
    return _assemble(manifest, tested, examples, notes)


def _wanted(manifest: Manifest, languages: Sequence[str] | None) -> tuple[str, ...]:
    if languages is None:
        return manifest.languages
    if isinstance(languages, str) or not languages:
        raise InvalidArgument(f"languages must be a list such as ['en', 'de']; got {languages!r}.")
    if unknown := [code for code in languages if code not in manifest.languages]:
        known = ", ".join(manifest.languages)
        raise InvalidArgument(f"{manifest.name} is not in {', '.join(unknown)}; its languages are {known}.")
    return tuple(sorted(set(languages)))


def _load_split(
    manifest: Manifest, source: LocalCopy | HubCache, split: Split, languages: tuple[str, ...]
) -> tuple[Items, tuple[str, ...]]:
    reader = _READERS[manifest.name]
    one_file = not any("{language}" in pattern for pattern in manifest.local[split])
    groups = [languages] if one_file else [(language,) for language in languages]
    items: dict[str, tuple[Item, ...]] = {}
    notes: dict[str, None] = {}
    for group in groups:

        def parse(content: bytes, where: str, group: tuple[str, ...] = group) -> Items:
            found = reader(content, where, group)
            for language in group:
                note = check_items(manifest, language, found[language], split=split, where=where)
                notes.update({note: None} if note else {})
            return found

        items.update(source.read(manifest, split, group[0], parse) or {})
    return items, tuple(notes)


def _load_starter(manifest: Manifest, languages: Sequence[str]) -> tuple[Items, Items, tuple[str, ...]]:
    tested, examples = {}, {}
    for language in languages:
        found = read_starter(manifest, language)
        tested[language] = tuple(item for item in found if not is_example(item))
        examples[language] = tuple(item for item in found if is_example(item))
        check_items(manifest, language, tested[language])
        check_items(manifest, language, examples[language], split="examples")
    return tested, examples, ()


def _assemble(manifest: Manifest, items: Items, examples: Items, notes: tuple[str, ...]) -> Benchmark:
    prompts = built_in_prompts(tuple(items), manifest.kind)
    return Benchmark(manifest, items, prompts, examples, notes)
