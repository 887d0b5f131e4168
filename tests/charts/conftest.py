from dataclasses import replace

import pytest
from tests.simulated import SIMULATED

import hatscore
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.profile import Profile
from hatscore.results.scores import Scores


@pytest.fixture(scope="session")
def by_language() -> Scores:
    return hatscore.score(SIMULATED, by="language")


@pytest.fixture(scope="session")
def macro() -> Scores:
    return hatscore.score(SIMULATED)


@pytest.fixture(scope="session")
def odd(macro: Scores) -> Scores:
    """Two benchmarks, names in several scripts, and estimates of every kind."""
    estimates = [
        Estimate(None, None, "not estimable from these items: its interval has no bounds"),
        Estimate(0.8, None, "no interval: the items do not vary"),
        Estimate(1.4, Interval(-3.0, 9.0, 0.95, "fieller")),
        Estimate(0.9, Interval(0.8, 1.0, 0.95, "fieller")),
    ]
    systems = ["نموذج-كبير 2", "日本語モデル", "a-long-name/" * 9, "plain"]
    benchmarks = ["first", "first", "second", "second"]
    return Scores(
        tuple(
            replace(row, hat_corrected=estimate, system=system, benchmark=benchmark)
            for row, estimate, system, benchmark in zip(macro, estimates, systems, benchmarks, strict=True)
        )
    )


@pytest.fixture(scope="session")
def swahili() -> Profile:
    # As many items as it takes for the curve to be estimable.
    made = hatscore.simulate(mixes="uniform", names=["demo-large"], items=250, languages=["sw"])
    return hatscore.profile(made.attempts, system="demo-large", target="sw", bins=5)
