"""Manifests of the built-in benchmarks, from the files in ``manifests``."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hatscore.benchmarks.contract import Home, Manifest
from hatscore.errors import InvalidArgument

_FOLDER = Path(__file__).parent / "manifests"


@cache
def manifest_names() -> tuple[str, ...]:
    """Names of the built-in benchmarks, in alphabetical order.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> manifest_names()
    ('eclektic', 'mgsm_rev2', 'mmlu_prox_lite', 'starter_facts', 'starter_sums')
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def read_manifest(name: str) -> Manifest:
    """The manifest of a built-in benchmark.

    Parameters
    ----------
    name : str
        One of `manifest_names`.

    Returns
    -------
    Manifest

    Raises
    ------
    InvalidArgument
        If there is no such benchmark.

    Examples
    --------
    >>> read_manifest("mgsm_rev2").rows["sw"]
    250
    """
    if name not in manifest_names():
        known = ", ".join(manifest_names())
        raise InvalidArgument(
            f"no benchmark is called {name!r}. Built in: {known}; your own is the path of its TOML file."
        )
    return _manifest(tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


def _manifest(table: Mapping[str, Any]) -> Manifest:
    plain = {key: value for key, value in table.items() if key not in ("homes", "examples", "local")}
    languages = tuple(table["languages"])
    examples = table.get("examples", {})
    plain["languages"] = languages
    plain["rows"] = dict.fromkeys(languages, table["rows"])
    plain["known_items"] = tuple(table.get("known_items", ()))
    return Manifest(
        **plain,
        homes=tuple(Home(**home) for home in table.get("homes", ())),
        local={split: tuple(patterns) for split, patterns in table.get("local", {}).items()},
        example_rows=dict.fromkeys(languages, examples["rows"]) if examples else {},
        example_fingerprints=examples.get("fingerprints", {}),
    )
