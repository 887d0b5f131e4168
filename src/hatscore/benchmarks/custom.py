"""One TOML file and a table of parallel items as a benchmark; see docs/tutorials/add-a-benchmark.md."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import Item, Kind, Manifest
from hatscore.benchmarks.custom_rows import by_language, check_parallel
from hatscore.benchmarks.fingerprint import check_items, fingerprint
from hatscore.benchmarks.prompts import Prompt, prompt_languages, read_prompt
from hatscore.benchmarks.rows import Row, read_rows
from hatscore.errors import InvalidArgument, UnreadableFile

_TEXTS = ("name", "title", "kind", "source", "revision", "licence", "citation", "items", "examples")
_NEEDED = ("name", "kind", "items")
_TABLES = ("fingerprints", "prompts")
_PROMPT = ("instruction", "answer", "options")

Items = Mapping[str, tuple[Item, ...]]


def load_custom(path: Path, *, languages: Sequence[str] | None = None) -> Benchmark:
    """Load a benchmark from its TOML file.

    Parameters
    ----------
    path : Path
        The TOML file; files it names are looked for beside it.
    languages : sequence of str, optional
        Those to take; all by default.

    Returns
    -------
    Benchmark
        Its manifest has the fingerprints of what was read, checked against those in the file where it
        has some.

    Raises
    ------
    UnreadableFile
        If a file is missing or damaged.
    InvalidArgument
        If the TOML file lacks something or has a key that means nothing.
    InvalidItems
        If the items are not parallel or an answer is not of its kind.
    """
    table = _read_table(path)
    kind: Kind = table["kind"]
    source = table.get("source", "en")
    items = by_language(_rows(path.parent, table["items"]), kind, source, table["items"])
    check_parallel(items, kind, table["items"])
    examples: Items = {}
    if "examples" in table:
        examples = by_language(_rows(path.parent, table["examples"]), kind, source, table["examples"])
        check_parallel(examples, kind, table["examples"])
    manifest = _manifest(table, items, examples)
    for language in table.get("fingerprints", {}):
        if language in items:
            check_items(manifest, language, items[language], where=str(path))
    prompts = _prompts(table, tuple(items), path)
    benchmark = Benchmark(manifest, items, prompts, examples)
    return benchmark if languages is None else benchmark.select(languages=languages)


def _read_table(path: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableFile(f"{path} is no TOML file: {error}.") from None
    if unknown := [key for key in table if key not in (*_TEXTS, *_TABLES)]:
        allowed = ", ".join((*_TEXTS, *_TABLES))
        raise InvalidArgument(f"{path}: {', '.join(unknown)} means nothing here; keys are {allowed}.")
    if missing := [key for key in _NEEDED if key not in table]:
        raise InvalidArgument(f"{path} lacks {', '.join(missing)}.")
    if wrong := [key for key in _TEXTS if not isinstance(table.get(key, ""), str)]:
        raise InvalidArgument(f"{path}: {', '.join(wrong)} must be text in quotes.")
    if wrong := [key for key in _TABLES if not isinstance(table.get(key, {}), dict)]:
        raise InvalidArgument(f"{path}: {', '.join(wrong)} must be a table such as [{wrong[0]}].")
    if table["kind"] not in get_args(Kind):
        kinds = ", ".join(get_args(Kind))
        raise InvalidArgument(f"{path}: kind must be one of {kinds}; got {table['kind']!r}.")
    return table


def _rows(folder: Path, name: str) -> list[Row]:
    """Rows of one file, or of one file a language where the name has {language} in it."""
    if "{language}" not in name:
        return read_rows(_content(folder / name), name)
    before, _, after = name.partition("{language}")
    rows: list[Row] = []
    for found in sorted(folder.glob(f"{before}*{after}")):
        relative = found.relative_to(folder).as_posix()
        language = relative[len(before) : len(relative) - len(after)]
        rows += [{"language": language, **row} for row in read_rows(_content(found), relative)]
    if not rows:
        raise UnreadableFile(f"{folder} has no file with rows called {name}.")
    return rows


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror or error}.") from None


def _manifest(table: Mapping[str, Any], items: Items, examples: Items) -> Manifest:
    found = {language: fingerprint(listed) for language, listed in items.items()}
    return Manifest(
        name=table["name"],
        title=table.get("title", table["name"]),
        kind=table["kind"],
        source=table.get("source", "en"),
        revision=table.get("revision", "1"),
        languages=tuple(sorted(items)),
        rows={language: len(listed) for language, listed in items.items()},
        fingerprints={**found, **table.get("fingerprints", {})},
        licence=table.get("licence", "not stated"),
        citation=table.get("citation", ""),
        redistributable=False,
        example_rows={language: len(listed) for language, listed in examples.items()},
        example_fingerprints={language: fingerprint(listed) for language, listed in examples.items()},
    )


def _prompts(table: Mapping[str, Any], languages: Sequence[str], path: Path) -> dict[str, Prompt]:
    own = table.get("prompts", {})
    prompts = {}
    for language in languages:
        given = own.get(language, {})
        if unknown := [key for key in given if key not in _PROMPT]:
            keys = ", ".join(_PROMPT)
            raise InvalidArgument(
                f"{path}, [prompts.{language}]: {', '.join(unknown)} means nothing here; keys are {keys}."
            )
        if language in prompt_languages():
            ours = read_prompt(language, table["kind"])
            prompts[language] = Prompt(**{key: given.get(key, getattr(ours, key)) for key in _PROMPT})
        elif all(key in given for key in _PROMPT):
            prompts[language] = Prompt(**given)
        else:
            raise InvalidArgument(
                f"{path}: hatscore has no prompt in {language!r}. Add a table [prompts.{language}] with "
                f"{', '.join(_PROMPT)}."
            )
    return prompts
