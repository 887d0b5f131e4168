"""Everything that is computed from a table, as one text: run with the path of a table."""

import sys
from pathlib import Path

import hatscore
from hatscore.results.estimates import AsJson


def everything(path: Path) -> str:
    """Scores, comparisons, gains, a profile and all findings, as JSON with every digit."""
    attempts = hatscore.read(path)
    systems = sorted(attempts.to_frame()["system"].unique())
    results: list[AsJson] = [
        hatscore.score(attempts, by="all"),
        hatscore.score(attempts, by="all", intervals="bootstrap", draws=500, floor=0.1),
        hatscore.compare(attempts, by="language", draws=500),
        hatscore.compare(attempts, intervals="bootstrap", draws=500),
        hatscore.decompose(attempts, systems=systems),
        hatscore.profile(attempts, system=systems[0], target="sw"),
        hatscore.study(attempts),
    ]
    return "".join(result.to_json() for result in results)


if __name__ == "__main__":
    sys.stdout.buffer.write(everything(Path(sys.argv[1])).encode())
