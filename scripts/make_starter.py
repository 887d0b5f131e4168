"""Write the word problems of the benchmark starter_sums from their templates.

python scripts/make_starter.py          writes src/hatscore/benchmarks/starter/sums/*.tsv
python scripts/make_starter.py --check  exits with 1 where a file differs
"""

import argparse
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

TEMPLATES = Path(__file__).parent / "starter_templates.toml"
FOLDER = Path(__file__).parents[1] / "src/hatscore/benchmarks/starter/sums"

ONE_STEP: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "take_away": lambda a, b: a - b,
    "times": lambda a, b: a * b,
    "share": lambda a, b: a // b,
    "distance": lambda a, b: a - b,
}
TWO_STEPS: dict[str, Callable[..., int]] = {
    "change": lambda a, b: 100 - a * b,
    "bag": lambda a, b, c: a + b - c,
    "rows": lambda a, b, c: a * b - c,
    "pages": lambda a, b, c: a - b * c,
    "together": lambda a, b: a + a + b,
}
EXAMPLES = ("add", "times", "change")
PER_TEMPLATE = 4

Tables = dict[str, dict[str, str]]
Values = dict[str, list[list[int]]]


def read_templates() -> tuple[Values, Tables]:
    tables = tomllib.loads(TEMPLATES.read_text(encoding="utf-8"))
    return tables.pop("values"), tables


def problems(values: Values) -> list[tuple[str, str, list[int], int]]:
    """Name, template, numbers and answer of every problem: one step first, templates in turn."""
    found: list[tuple[str, str, list[int], int]] = []
    for steps in (ONE_STEP, TWO_STEPS):
        for turn in range(PER_TEMPLATE):
            for template, solve in steps.items():
                numbers = values[template][turn]
                found.append((f"sum{len(found) + 1:02d}", template, numbers, solve(*numbers)))
    for place, template in enumerate(EXAMPLES, 1):
        numbers = values[template][PER_TEMPLATE]
        solve = {**ONE_STEP, **TWO_STEPS}[template]
        found.append((f"example{place:02d}", template, numbers, solve(*numbers)))
    return found


def table(values: Values, templates: dict[str, str]) -> str:
    lines = ["item\tquestion\tanswer"]
    for name, template, numbers, answer in problems(values):
        question = templates[template].format(**dict(zip("abc", numbers, strict=False)))
        lines.append(f"{name}\t{question}\t{answer}")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where files differ")
    only_check = parser.parse_args().check
    values, languages = read_templates()
    stale = []
    for language, templates in languages.items():
        path, text = FOLDER / f"{language}.tsv", table(values, templates)
        if only_check and (not path.is_file() or path.read_text(encoding="utf-8") != text):
            stale.append(path.name)
        elif not only_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale:
        sys.exit(f"not as the templates have it: {', '.join(stale)}; run python scripts/make_starter.py")


if __name__ == "__main__":
    main()
