"""Computing time of HAT and of a fitted IRT model on the same study: python -m benchmarks.irt."""

import time
from collections.abc import Callable

import numpy as np

import hatscore
from hatscore.simulation.draws import draw_rates, draw_right
from hatscore.simulation.profiles import Profile
from hatscore.simulation.tables import attempts_frame
from hatscore.simulation.truth import Truth
from hatscore.validation.irt import fit

SIZES = ((8, 250, 2), (20, 250, 10), (20, 588, 28))
TAGS = (
    *("de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "pl", "cs", "ru", "uk", "bg"),
    *("el", "tr", "he", "ar", "fa", "hi", "bn", "ta", "te", "th", "vi", "id", "ja", "zh"),
)


def best_of(times: int, run: Callable[[], object]) -> float:
    """Shortest of several runs, in seconds."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return min(spent)


def main() -> None:
    """Print a row a size."""
    print(f"{'systems':>8} {'items':>6} {'targets':>8} {'attempts':>10} {'score, s':>9} {'IRT, s':>8}")
    for systems, items, targets in SIZES:
        languages = TAGS[:targets]
        truth = Truth(
            profiles=tuple(Profile("straight", (float(h),)) for h in np.linspace(0.4, 0.95, systems)),
            languages=dict.fromkeys(languages, 0.0),
            items=items,
            shared_luck=False,
        )
        rng = np.random.default_rng(0)
        right = draw_right(truth, draw_rates(truth, rng), rng)
        table = attempts_frame(truth, right, rng)
        joined = np.concatenate([right.source[0, :, :, np.newaxis], right.target[0]], axis=-1)
        counts = joined.transpose(1, 0, 2)
        score = best_of(3, lambda table=table: hatscore.score(table, by="all"))  # type: ignore[misc]
        model = best_of(1, lambda counts=counts, times=truth.attempts: fit(counts, times))  # type: ignore[misc]
        print(f"{systems:>8} {items:>6} {targets:>8} {table.height:>10,} {score:>9.2f} {model:>8.2f}")


if __name__ == "__main__":
    main()
