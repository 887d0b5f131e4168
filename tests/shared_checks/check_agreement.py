"""How often readings agree with hand labels, per language, for every way of reading.

Run: python -m tests.shared_checks.check_agreement [--rows] [FILE]

Prints Markdown tables; --rows names the rows on which our reading disagrees. The labelled data is not
part of the project; without it the script says so and ends.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatscore.answers.grading import METHODS, Grade, Kind, Method, Question, grade

LABELS = Path(__file__).resolve().parents[3] / "shared/data/extraction/adjudicated_dev.jsonl"
NOT_READ = {"unparsed", "refused", "truncated"}
"""The labels call all of these unparsed."""

Row = dict[str, Any]


def outcome(found: Grade) -> str:
    return "unparsed" if found.outcome in NOT_READ else found.outcome


def read(row: Row, kind: Kind, method: Method) -> str:
    options = tuple(row["options"]) if row.get("options") else 4
    question = Question(str(row["gold"]), kind, row["language"], options)
    return outcome(grade(row["response"], question, method=method))


def table(rows: Sequence[Row], kind: Kind, *, name_rows: bool) -> list[str]:
    """One line a language, one a stratum, and one for all."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        for group in (row["language"], f"{row['stratum']} part", "all"):
            groups[group].append(row)
    said = {method: {row["id"]: read(row, kind, method) for row in rows} for method in METHODS[kind]}
    order = sorted(groups, key=lambda group: (group == "all", group.endswith("part"), group))
    lines = [f"| {kind}s | rows | " + " | ".join(said) + " |", "|---|---:" + "|---:" * len(said) + "|"]
    for group in order:
        shares = [
            100 * sum(found[row["id"]] == row["outcome"] for row in groups[group]) / len(groups[group])
            for found in said.values()
        ]
        lines.append(f"| {group} | {len(groups[group])} | " + " | ".join(f"{x:.1f}" for x in shares) + " |")
    falsely = [sum(found[row["id"]] == "right" != row["outcome"] for row in rows) for found in said.values()]
    lines.append("| wrong scored right (rows) | | " + " | ".join(map(str, falsely)) + " |")
    if name_rows:
        ours = said["hatscore"]
        lines += [
            f"{r['id']}: {r['outcome']}, read as {ours[r['id']]}"
            for r in rows
            if ours[r["id"]] != r["outcome"]
        ]
    return lines


def main(arguments: Sequence[str]) -> int:
    files = [Path(argument) for argument in arguments if not argument.startswith("-")]
    path = files[0] if files else LABELS
    if not path.exists():
        print(f"skipped: {path.name} is not at hand")
        return 0
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kinds: dict[Kind, str] = {"number": "mgsm", "letter": "global_mmlu"}
    for kind, benchmark in kinds.items():
        chosen = [row for row in rows if row["benchmark"] == benchmark]
        print("\n".join(table(chosen, kind, name_rows="--rows" in arguments)), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
