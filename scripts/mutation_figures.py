"""How many mutants the tests killed: reads what ``mutmut run`` left in a folder.

``python scripts/mutation_figures.py FOLDER``; ends with 1 below 95 percent.
"""

import json
import sys
from collections import Counter
from pathlib import Path

LEAST = 0.95
KILLED = {
    1: "killed",
    3: "killed",
    24: "by time",
    -24: "by time",
    36: "by time",
    152: "by time",
    255: "by time",
}
"""Exit codes of a mutant's tests: a failure, or no end."""


def figures(folder: Path) -> dict[str, Counter[str]]:
    """Mutants by file and by what became of them."""
    found: dict[str, Counter[str]] = {}
    for path in sorted((folder / "mutants" / "src").rglob("*.py.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        if None in codes.values():
            raise SystemExit(f"{path}: not every mutant was tried; run mutmut to its end.")
        if codes:
            name = path.name.removesuffix(".py.meta")
            found[name] = Counter(KILLED.get(code, "survived") for code in codes.values())
    return found


def main() -> None:
    by_file = figures(Path(sys.argv[1]))
    total: Counter[str] = sum(by_file.values(), Counter())
    for name, counts in [*by_file.items(), ("all", total)]:
        share = 1 - counts["survived"] / counts.total()
        kinds = ", ".join(f"{counts[kind]:4} {kind}" for kind in ("killed", "by time", "survived"))
        print(f"{name:20} {counts.total():5} mutants: {kinds}: {share:.1%}")
    sys.exit(1 - total["survived"] / total.total() < LEAST)


if __name__ == "__main__":
    main()
