"""Does every public function, and every function of core, have a test by properties?"""

import ast
from collections.abc import Iterator
from inspect import isfunction
from pathlib import Path

import hatscore

TESTS = Path(__file__).parents[1]
CORE = Path(hatscore.__file__).parent / "core"
WITHOUT_INPUT = {"demo_path"}
"""Takes nothing, so there is nothing to draw."""


def functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def is_property(node: ast.FunctionDef) -> bool:
    """A test that hypothesis gives examples to."""
    calls = [one.func for one in node.decorator_list if isinstance(one, ast.Call)]
    return any(isinstance(call, ast.Name) and call.id == "given" for call in calls)


def used(node: ast.AST, known: dict[str, ast.FunctionDef], seen: set[str]) -> set[str]:
    """Names and attributes in a function, and in the functions of the same file that it calls."""
    found = set()
    for one in ast.walk(node):
        name = one.id if isinstance(one, ast.Name) else one.attr if isinstance(one, ast.Attribute) else None
        if name is None:
            continue
        found.add(name)
        if name in known and name not in seen:
            found |= used(known[name], known, seen | {name})
    return found


def with_properties() -> set[str]:
    names: set[str] = set()
    for folder in ("core", "exact", "properties"):
        for path in (TESTS / folder).glob("test_*.py"):
            known = functions(ast.parse(path.read_text(encoding="utf-8")))
            for node in known.values():
                if is_property(node):
                    names |= used(node, known, {node.name})
    return names


def of_core() -> Iterator[str]:
    for path in CORE.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (name for name in functions(tree) if not name.startswith("_"))


def test_every_public_function() -> None:
    public = {name for name in hatscore.__all__ if isfunction(getattr(hatscore, name))}
    assert {
        "score",
        "profile",
        "compare",
        "decompose",
        "study",
        "report",
        "regrade",
        "read",
        "check",
    } <= public
    assert public - WITHOUT_INPUT - with_properties() == set()


def test_every_function_of_core() -> None:
    names = set(of_core())
    assert len(names) > 25
    assert names - with_properties() == set()


def test_the_search_finds_what_is_not_tested() -> None:
    tree = ast.parse("@given(x)\ndef test_a():\n    b()\ndef b():\n    core.c()\ndef test_d():\n    e()\n")
    known = functions(tree)
    assert [name for name, node in known.items() if is_property(node)] == ["test_a"]
    assert used(known["test_a"], known, {"test_a"}) >= {"b", "c"}
    assert "e" not in used(known["test_a"], known, {"test_a"})
