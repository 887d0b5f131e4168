"""A study: who is asked what, how often; from the command line or a TOML file."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.registry import expand, load
from hatscore.errors import InvalidArgument
from hatscore.sampling.requests import Request
from hatscore.sampling.settings import System, parse_system
from hatscore.sampling.system_flow import Flow

LOCAL = "local:"


@dataclass(frozen=True, slots=True)
class Asked:
    """One benchmark, as it is asked.

    Attributes
    ----------
    benchmark : Benchmark
        With the languages and items that are asked.
    shots : int
        Examples before each item.
    """

    benchmark: Benchmark
    shots: int = 0


@dataclass(frozen=True, slots=True)
class Study:
    """Who is asked what.

    Attributes
    ----------
    systems : tuple of mapping
        Arguments of `hatscore.sampling.settings.parse_system`, with its text as ``system``; made into
        systems when the run starts, since a local model has an address only then.
    asked : tuple of Asked
        Benchmarks.
    attempts : int
        Answers to each item.
    store : Path
        Where they are kept.
    flow : Flow
        How requests are sent.
    judges : tuple of mapping
        As ``systems``; who judges free texts.
    """

    systems: tuple[Mapping[str, Any], ...]
    asked: tuple[Asked, ...]
    attempts: int
    store: Path
    flow: Flow = field(default_factory=Flow)
    judges: tuple[Mapping[str, Any], ...] = ()

    def requests(self) -> Iterator[Request]:
        """Everything that is asked of each system."""
        for asked in self.asked:
            manifest = asked.benchmark.manifest
            for language in asked.benchmark.languages:
                for item in asked.benchmark.items[language]:
                    messages = asked.benchmark.messages(item, shots=asked.shots)
                    yield Request(
                        manifest.name,
                        manifest.revision,
                        item.item,
                        language,
                        tuple((message.role, message.content) for message in messages),
                        item.source_language,
                    )


def choose(
    name: str,
    *,
    data: str | Path | None = None,
    languages: list[str] | None = None,
    items: int | list[str] | None = None,
    shots: int = 0,
) -> list[Asked]:
    """Benchmarks by name, with what is asked of them.

    Parameters
    ----------
    name : str
        A name, a path, or ``starter`` for both starter benchmarks.
    data : str or Path, optional
        A local copy.
    languages : list of str, optional
        All by default.
    items : int or list of str, optional
        How many, or their names; all by default.
    shots : int
        Examples before each item.

    Returns
    -------
    list of Asked

    Raises
    ------
    InputError
        If the benchmark cannot be read or is not what it should be.
    InvalidArgument
        If there are no such languages or items.
    """
    found = [load(one, data=data, languages=languages) for one in expand(name)]
    return [Asked(benchmark.select(languages=languages, items=items), shots) for benchmark in found]


def read_study(path: Path) -> Study:
    """Read a study from a TOML file.

    Parameters
    ----------
    path : Path
        With ``store``, ``attempts``, tables ``[[systems]]`` and ``[[benchmarks]]``, and optionally
        ``[flow]`` and ``[[judges]]``.

    Returns
    -------
    Study

    Raises
    ------
    InvalidArgument
        Naming what is missing or unknown.

    Notes
    -----
    A system has the fields of `hatscore.sampling.settings.System`, with ``system`` for what the command line
    calls ``--system``; a benchmark those of `choose`.
    """
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidArgument(f"{path} is no study that can be read ({error}).") from None
    known = {"store", "attempts", "systems", "benchmarks", "flow", "judges"}
    if unknown := sorted(given.keys() - known):
        raise InvalidArgument(f"{path}: unknown {unknown[0]!r}; a study has {', '.join(sorted(known))}.")
    for name in ("store", "systems", "benchmarks"):
        if not given.get(name):
            raise InvalidArgument(f"{path} lacks {name}; see `hatscore run --help` for an example.")
    try:
        asked = [one for table in given["benchmarks"] for one in choose(**table)]
        flow = Flow(**given.get("flow", {}))
    except TypeError as error:
        raise InvalidArgument(f"{path}: {error}.") from None
    return Study(
        tuple(given["systems"]),
        tuple(asked),
        int(given.get("attempts", 10)),
        path.parent / given["store"],
        flow,
        tuple(given.get("judges", ())),
    )


def make_system(options: Mapping[str, Any], **changes: Any) -> System:
    """A system from its options.

    Parameters
    ----------
    options : mapping
        With ``system``: ``provider:model`` or the name of a built-in row.
    **changes
        Win over the options.

    Returns
    -------
    System

    Raises
    ------
    InvalidArgument
        If there is no such system, or something cannot be sent to it.
    """
    merged = {**options, **changes}
    if not isinstance(merged.get("system"), str):
        raise InvalidArgument("a system needs `system`: provider:model, local:PATH.gguf, or a built-in name.")
    return parse_system(merged.pop("system"), **merged)
