"""The full form of the coverage suite: all regimes, 10,000 studies each (make coverage).

Prints a line for each regime and exits with 1 where a claim does not hold. The claims are made for
regimes in which every simulated study is estimable; in the others the tool itself says that it
cannot tell, and the table shows how often.
"""

import sys
from dataclasses import replace

import numpy as np
from tests.coverage.regimes import ALL, Regime, Result, evaluate

STUDIES = 10_000
KNOWN = {
    # Right answers so rare and so unequal that the per-item terms are very skewed, where t quantiles are
    # short by up to 1.6 points at 100 items and 0.6 at 250: said in docs/results/coverage.md, not hidden.
    ("weak", 250, 5, 1.0),
    ("very weak", 100, 32, 0.3),
    ("very weak", 250, 5, 1.0),
    ("very weak", 250, 32, 0.3),
}
"""Regimes of which it is known that coverage falls short."""

SEED = 20260621


def failures(regime: Regime, result: Result) -> list[str]:
    found = []
    low, high = (0.94, 0.96) if regime.items >= 250 else (0.93, 0.97)
    if result.estimable > 0.99 and not low <= result.coverage <= high:
        found.append(f"coverage outside {low}-{high}")
    if result.estimable == 1 and regime.items >= 250 and abs(result.bias) >= 0.01:
        found.append("bias of 0.01 or more")
    return found


def main() -> int:
    broken = 0
    print("estimator  mix         items  n  slope  coverage  estimable    bias")
    for regime in ALL:
        for of_curve in (False, True):
            if of_curve and regime.attempts < 4:
                continue
            # The curve's truth is checked on profiles that bend.
            truth = replace(regime, slope=regime.slope / 2, bend=regime.slope / 2) if of_curve else regime
            result = evaluate(truth, STUDIES, np.random.default_rng(SEED), of_curve=of_curve)
            wrong = [] if of_curve else failures(truth, result)
            if (regime.mix, regime.items, regime.attempts, regime.slope) in KNOWN:
                wrong = [f"known: {text}" for text in wrong]
            broken += sum(not text.startswith("known") for text in wrong)
            name = "curve" if of_curve else "corrected"
            print(
                f"{name:9}  {truth.mix:10}  {truth.items:5} {truth.attempts:2}  {regime.slope:5.1f}  "
                f"{result.coverage:8.3f}  {result.estimable:9.4f}  {result.bias:+.4f}  {'; '.join(wrong)}",
                flush=True,
            )
    print(f"{broken} claims broken; {len(KNOWN)} known exceptions")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
