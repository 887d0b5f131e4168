"""The method card: one page as PDF, from docs/card/card.typ and figures that hatscore computes here.

``make card`` makes it alone; the site makes it for its page on citing.
"""

import json
import sys
from pathlib import Path
from typing import Any

import typst

import hatscore
from hatscore._version import __version__

DOCS = Path(__file__).parents[1]
TEMPLATE = DOCS / "card" / "card.typ"
CARD = DOCS / "_static" / "method-card.pdf"

SYSTEM, BENCHMARK = "qwen2.5-coder-0.5b", "starter_sums"
MIXES = {"weak, Beta(0.3, 2)": (0.3, 2.0), "uniform": (1.0, 1.0), "strong, Beta(4, 0.6)": (4.0, 0.6)}
ATTEMPTS = (2, 5, 10, 32)


def shrinkage(a: float, b: float, attempts: int) -> float:
    """Published slope of a system with T = S, over many items with source pass rates from Beta(a, b)."""
    mean = a / (a + b)
    square = mean * (a + 1) / (a + b + 1)
    return square / (square + (mean - square) / attempts)


def figures() -> dict[str, Any]:
    """Everything on the card that is a number or depends on the version."""
    demo = hatscore.demo_path()
    profile = hatscore.profile(demo, system=SYSTEM, benchmark=BENCHMARK)
    scores = hatscore.score(demo, floor="options")
    row = next(row for row in scores if (row.system, row.benchmark) == (SYSTEM, BENCHMARK))
    seen = [found for found in profile.bins if found.interval]
    return {
        "version": __version__,
        "system": SYSTEM,
        "benchmark": BENCHMARK,
        "targets": "German, French, Spanish and Swahili",
        "pairs": sum(found.pairs for found in profile.bins),
        "slope": profile.slope,
        "hat": str(profile.score.hat_corrected),
        "points": [(point.source_rate, point.target_rate, point.pairs) for point in profile.cloud],
        "bins": [
            {
                "s": found.source_rate,
                "t": found.target_rate,
                "low": found.interval.low,
                "high": found.interval.high,
            }
            for found in seen
            if found.interval
        ],
        "signature": row.signature.replace("|", "\u200b|"),
        "shrink": {
            "attempts": ATTEMPTS,
            "rows": [(name, [shrinkage(*mix, n) for n in ATTEMPTS]) for name, mix in MIXES.items()],
        },
        "paper": (
            "Bajpai, Briakou, Cherry, Jyothi, Piratla (2026). Are Multilingual Models Actually Improving? "
            "Isolating True Cross-Lingual Transfer. arXiv:2606.21954"
        ),
        "tool": f"The hatscore authors (2026). hatscore {__version__}",
    }


def write_card(path: Path = CARD) -> None:
    """Make the PDF, without fonts or packages from elsewhere."""
    path.parent.mkdir(parents=True, exist_ok=True)
    typst.compile(TEMPLATE, output=path, ignore_system_fonts=True, sys_inputs={"data": json.dumps(figures())})


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("builder-inited", lambda _: write_card())
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    write_card(Path(sys.argv[1]) if len(sys.argv) > 1 else CARD)
