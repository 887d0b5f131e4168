"""The page of JSON schemas: the fields of every result that is written as JSON."""

import json
from typing import Any

from scripts.reference.sentences import SRC

_INTRO = """# JSON of results

`to_json()` and `--format json` write these forms. The number at the end of `schema` rises when a field
changes its meaning or goes; files of every earlier number stay readable. Numbers have full precision;
`null` is "not estimable".
"""


def schemas_page() -> str:
    """The page as Markdown."""
    sections = [_INTRO]
    for path in sorted((SRC / "schemas").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        sections.append(f"## `{schema['$id']}`\n\n{schema['title']}. {schema.get('description', '')}\n")
        sections.append(_fields(schema))
        result = path.stem.split("-")[0]
        for name, part in schema.get("$defs", {}).items():
            if "properties" in part:
                sections.append(f"### `{name}` of a {result}\n\n{part.get('description', '')}".strip() + "\n")
                sections.append(_fields(part))
        source = f"../../src/hatscore/schemas/{path.name}"
        sections.append(f"The whole schema: {{download}}`{path.name} <{source}>`.\n")
    return "\n".join(sections)


def _fields(part: dict[str, Any]) -> str:
    needed = set(part.get("required", []))
    said = any("description" in field for field in part["properties"].values())
    rows = ["| field | type | always there |", "|---|---|---|"]
    if said:
        rows = [rows[0] + " meaning |", rows[1] + "---|"]
    for name, field in part["properties"].items():
        there = "yes" if name in needed else "no"
        meaning = f" {field.get('description', '')} |" if said else ""
        rows.append(f"| `{name}` | {_type(field)} | {there} |{meaning}")
    return "\n".join(rows) + "\n"


def _type(field: dict[str, Any]) -> str:
    """The type in words."""
    choices: list[dict[str, Any]] = field.get("oneOf", field.get("anyOf", []))
    if choices:
        return " or ".join(_type(one) for one in choices)
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[-1]
        return "number or null" if name == "figure" else f"`{name}`"
    values = [field["const"]] if "const" in field else field.get("enum")
    if values:
        return ", ".join(f"`{json.dumps(value)}`" for value in values)
    return _kind(field)


def _kind(field: dict[str, Any]) -> str:
    kind = field.get("type", "anything")
    if kind == "array":
        return f"list of {_type(field.get('items', {}))}"
    if kind == "object" and isinstance(field.get("additionalProperties"), dict):
        return f"object of {_type(field['additionalProperties'])}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
