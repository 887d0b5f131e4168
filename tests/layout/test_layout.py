"""Does the code keep its layers, sizes and names?"""

import ast
import re
import sys
from pathlib import Path

import pytest
from scripts.structure import Function, parameters

import hatscore

SRC = Path(hatscore.__file__).parent
FILES = sorted(SRC.rglob("*.py"))
ROOT = SRC.parents[1]

LAYERS = {
    # Each may import those in its list, and nothing else of the package.
    "core": [],
    "errors": [],
    "_version": [],
    "wording": [],
    "flags": [],
    "names": [],
    "user_toml": ["errors"],
    "options": ["errors"],
    "signature": ["_version", "options"],
    # Results draw and explain themselves when asked: they know charts and sentences, which know them.
    "results": ["attempts", "charts", "errors", "flags", "options", "sentences", "wording"],
    "sentences": ["flags", "results", "wording"],
    "charts": ["errors", "names", "options", "results", "sentences", "wording"],
    "attempts": ["errors", "options", "wording"],
    "readers": ["attempts", "errors", "running", "wording"],
    "scoring": ["attempts", "core", "errors", "flags", "options", "results", "signature", "wording"],
    "comparison": ["core", "errors", "flags", "options", "results", "scoring", "signature", "wording"],
    "languages": ["errors", "user_toml"],
    "systems": ["errors", "user_toml"],
    "studies": [
        *("core", "errors", "flags", "languages", "options", "results", "scoring", "sentences"),
        *("signature", "systems", "wording"),
    ],
    "simulation": ["attempts", "errors", "options", "results", "scoring"],
    "validation": [
        *(
            "_version",
            "comparison",
            "core",
            "errors",
            "flags",
            "languages",
            "options",
            "results",
            "scoring",
            "simulation",
        ),
        *("studies", "systems", "wording"),
    ],
    "planning": [
        *("comparison", "core", "errors", "flags", "options", "results", "scoring", "simulation", "wording"),
    ],
    "reports": [
        *("_version", "charts", "comparison", "core", "errors", "flags", "names", "options", "results"),
        *("scoring", "sentences", "wording"),
    ],
    "answers": ["attempts", "errors", "wording"],
    "regrading": ["answers", "attempts", "errors", "results"],
    "benchmarks": ["answers", "errors"],
    "sampling": ["_version", "attempts", "benchmarks", "errors", "systems"],
    "running": ["attempts", "benchmarks", "errors", "sampling"],
    "publishing": ["_version", "attempts", "errors", "results"],
    "api": [
        *("answers", "attempts", "comparison", "errors", "languages", "options", "publishing", "readers"),
        "regrading",
        *("planning", "reports", "results", "scoring", "signature", "simulation", "studies", "systems"),
        "validation",
    ],
    "harnesses": ["api", "errors", "options", "readers", "results"],
    "cli": [
        *("_version", "answers", "api", "benchmarks", "charts", "errors", "flags", "names", "options"),
        *("publishing", "results", "running", "sampling", "sentences", "simulation", "systems", "wording"),
    ],
}
THIRD_PARTY = {
    "core": {"numpy"},
    "charts": {"altair", "vl_convert"},
    "cli": {"click", "rich"},
    "readers": {"polars", "duckdb", "msgspec", "rich", "backports", "compression", "zstandard"},
    "attempts": {"polars", "numpy", "narwhals", "langcodes", "backports", "compression"},
    "scoring": {"numpy", "polars", "scipy"},
    "comparison": {"numpy", "scipy"},
    "studies": {"numpy", "polars", "scipy"},
    "simulation": {"numpy", "polars", "scipy"},
    "validation": {"numpy", "polars", "scipy"},
    "planning": {"numpy", "polars", "scipy"},
    "reports": {"numpy", "jinja2", "vl_convert"},
    "answers": {"babel", "polars"},
    "benchmarks": {"polars"},
    "harnesses": {"inspect_ai"},
    "sampling": {"polars", "openai", "anthropic", "google", "aiohttp", "xllamacpp"},
}


def part(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SRC)))
def test_arrows_go_one_way(path: Path) -> None:
    if part(path) in ("__init__", "__main__"):
        return
    for name in imports(path):
        first, _, rest = name.partition(".")
        if first != "hatscore":
            continue
        other = rest.split(".")[0]
        assert other == part(path) or other in LAYERS[part(path)], f"{path.name} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SRC)))
def test_third_party_imports_are_those_of_the_layer(path: Path) -> None:
    outside = {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names - {"hatscore"}
    allowed = THIRD_PARTY.get(part(path), set()) | ({"polars"} if part(path) != "core" else set())
    if part(path) == "signature":
        allowed = {"numpy"}
    assert outside <= allowed


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SRC)))
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text()
    assert len(text.split("\n")) <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]
            assert lines <= 60, f"{node.name} has {lines} lines"
            assert parameters(node) <= 8, f"{node.name} has {parameters(node)} parameters"


def test_the_map_names_every_part_and_modules_that_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = {}
    for row in re.findall(r"^\| (`.+)$", text, re.MULTILINE):
        first, _, rest = row.partition("|")
        for place in re.findall(r"`([a-z_]+)(?:/|\.py)`", first):
            named[place] = re.findall(r"`([a-z_]+)(?:/|\*)?`", rest)
    there = {path.stem for path in SRC.iterdir() if path.name != "py.typed"}
    assert named.keys() == {name for name in there if not name.startswith("_")}
    for place, modules in named.items():
        if place not in ("api", "cli") and (SRC / place).is_dir():
            missing = [name for name in modules if not any((SRC / place).glob(f"{name}*"))]
            assert not missing, f"{place}/: {missing}"


def test_no_drawer_modules() -> None:
    assert not {path.stem for path in FILES} & {"utils", "helpers", "common", "misc", "base"}


def test_modules_are_not_named_like_public_functions() -> None:
    functions = {"read", "score", "profile", "check", "compare", "decompose", "study", "report"}
    clashes = {path.stem for path in SRC.glob("*.py")} & functions
    assert not clashes


def test_public_names_are_sorted_and_few() -> None:
    names = hatscore.__all__
    assert len(names) <= 25
    assert names == sorted(names, key=lambda name: (name[0] != "_" and name[0].islower(), name))
    assert all(hasattr(hatscore, name) for name in names)
    with pytest.raises(AttributeError):
        hatscore.nothing  # noqa: B018


def test_every_public_function_states_what_it_takes_gives_and_raises() -> None:
    for path in FILES:
        for node in ast.parse(path.read_text()).body:
            if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                continue
            if path.parent.name == "cli" and node.name in ("command", "group", "main"):
                continue
            text = ast.get_docstring(node) or ""
            arguments = [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]
            assert text, f"{path.name}: {node.name}"
            if arguments:
                assert "Parameters\n" in text, f"{path.name}: {node.name}"
            returns = ast.unparse(node.returns) if node.returns else ""
            if returns != "None":
                assert "Returns\n" in text or "Yields\n" in text, f"{path.name}: {node.name}"
            for argument in arguments:
                assert re.search(rf"\b{argument}\b", text), f"{path.name}: {node.name}: {argument}"


def test_nothing_names_a_machine_or_a_registry() -> None:
    hosts = ("py" + "pi.org", "npm" + "js.org", "pythonhos" + "ted", "/work" + "/", "deb" + "ian.org")
    tracked = [
        path
        for pattern in (
            "src/**/*",
            "tests/**/*",
            "scripts/*",
            "benchmarks/*",
            "*.md",
            "docs/*.md",
            "docs/*/*.md",
            "docs/_ext/*",
            "Makefile",
            ".ci/*",
        )
        for path in ROOT.glob(pattern)
        if path.suffix in (".py", ".md", ".toml", ".json", ".jsonl", ".yaml", "", ".cff") and path.is_file()
    ]
    assert len(tracked) > 50
    for path in tracked:
        text = path.read_text(encoding="utf-8", errors="ignore")
        assert not [host for host in hosts if host in text], path
