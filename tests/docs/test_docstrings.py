"""Do public docstrings say what the code takes and gives (numpydoc's checks)? Is every name on the page?"""

import inspect
import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

import pytest
from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import ERROR_MSGS, validate
from tests.docs.blocks import DOCS

import hatscore

LEFT_OUT = {
    "ES01": "a summary that says it all needs no second one",
    "SA01": "related names are linked where they matter",
    "EX01": "methods of results are shown in the example of the function that gives them",
    "SS05": "takes nouns in the plural for verbs (Scores from ...)",
    "RT03": "a type whose summary says it all needs no sentence",
    "RT04": "a formula or a name of the code may start a sentence",
    "RT02": "returned values of one kind share a line (low, high : ndarray)",
    "PR08": "a formula or a name of the code may start a sentence",
}
EXCEPT = {
    ("hatscore.core.slopes.corrected_terms", "PR03"): "source and target are one line",
    ("hatscore.core.variance_parts.attempts_share", "PR03"): "source and target are one line",
}
API = (DOCS / "reference" / "api.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^   ([\w.]+)$", API, re.MULTILINE)


def find(path: str) -> Any:
    """The object of a name on the page."""
    found: Any = hatscore
    for place, part in enumerate(path.split(".")):
        if not hasattr(found, part):
            import_module(".".join(["hatscore", *path.split(".")[: place + 1]]))
        found = getattr(found, part)
    return found


def documented() -> list[str]:
    """Functions and classes on the page, their methods, and what the modules on it hold."""
    names = []
    for listed in LISTED:
        found = find(listed)
        if inspect.ismodule(found):
            own = [
                name for name, one in vars(found).items() if getattr(one, "__module__", "") == found.__name__
            ]
            names += [f"hatscore.{listed}.{name}" for name in own if not name.startswith("_")]
        elif callable(found):
            names.append(f"hatscore.{listed}")
    return sorted({name for path in names for name in (path, *_methods(path))})


def _methods(path: str) -> list[str]:
    found = find(path.removeprefix("hatscore."))
    kinds = (property, classmethod, staticmethod)
    members = vars(found).items() if inspect.isclass(found) else ()
    return [
        f"{path}.{name}"
        for name, one in members
        if not name.startswith("_") and (inspect.isfunction(one) or isinstance(one, kinds))
    ]


def test_every_public_name_is_on_the_page() -> None:
    assert set(hatscore.__all__) - {"__version__"} <= set(LISTED)
    assert len(LISTED) == len(set(LISTED))


@pytest.mark.parametrize("name", documented())
def test_docstring(name: str) -> None:
    is_class = inspect.isclass(find(name.removeprefix("hatscore.")))
    wrong = [
        f"{code}: {message}"
        for code, message in validate(name)["errors"]
        # The arguments of a class are its fields, which the next test reads.
        if code not in LEFT_OUT and (name, code) not in EXCEPT and not (is_class and code == "PR01")
    ]
    assert not wrong


@pytest.mark.parametrize("name", [name for name in documented() if is_dataclass(find(name[9:]))])
def test_attributes_are_the_fields(name: str) -> None:
    found = find(name.removeprefix("hatscore."))
    text = NumpyDocString(inspect.getdoc(found) or "")
    said = [one for group in text["Attributes"] for one in group.name.split(", ")]
    assert [field.name for field in fields(found) if not field.name.startswith("_")] == said


def test_exceptions_are_still_needed() -> None:
    assert LEFT_OUT.keys() <= ERROR_MSGS.keys()
    for name, code in EXCEPT:
        assert code in [found for found, _ in validate(name)["errors"]], f"{name} no longer needs {code}"
