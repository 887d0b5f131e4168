"""Does every claim about the method hold in its quick form, and is what it compares with right?"""

import numpy as np
import pytest
from scipy.special import expit

import hatscore
from hatscore.results.validation import Claim
from hatscore.simulation.draws import draw_rates, draw_right
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.tables import attempts_frame
from hatscore.simulation.truth import Truth
from hatscore.validation import expected, irt
from hatscore.validation.effort import Effort
from hatscore.validation.measures import measured
from hatscore.validation.suite import CLAIMS

OWN = (
    *("same_profile", "better_profile", "directions", "attempt_noise", "bent_profiles", "guessing"),
    *("parse_failures", "judge_errors", "beside_irt"),
)


@pytest.fixture(scope="module")
def claims() -> dict[str, Claim]:
    return {}


@pytest.mark.parametrize("id", OWN)
def test_a_claim_holds_in_its_quick_form(id: str, claims: dict[str, Claim]) -> None:
    claim = claims[id] = CLAIMS[id](Effort())
    assert claim.id == id
    assert claim.verdict != "fails", claim.found
    assert (claim.verdict == "holds") == (not claim.exceptions)
    assert len({tuple(row) for row in claim.data}) == 1
    assert claim.error > 0


def test_the_published_slope_is_low_by_its_closed_form_and_the_corrected_one_is_not(
    claims: dict[str, Claim],
) -> None:
    rows = {(row["mix"], row["attempts"], row["measure"]): row for row in claims["attempt_noise"].data}
    # The figures of the method's own description, for perfect transfer at 10 attempts.
    for mix, reads in (("weak", 0.87), ("uniform", 0.95), ("strong", 0.99)):
        assert rows[mix, 10, "HAT published"]["value"] == pytest.approx(reads, abs=0.015)
        assert rows[mix, 10, "HAT published"]["expected"] == pytest.approx(reads, abs=0.005)
        assert rows[mix, 10, "HAT corrected"]["value"] == pytest.approx(1.0, abs=0.015)
    assert rows["weak", 1, "HAT corrected"]["value"] is None


def test_a_slope_moves_with_the_mix_where_the_profile_bends_and_the_curve_does_not(
    claims: dict[str, Claim],
) -> None:
    rows = [row for row in claims["bent_profiles"].data if row["profile"] == "bent:0,0.9"]
    read = {(row["mix"], row["measure"]): row["value"] for row in rows}
    assert read["1,2", "HAT corrected"] < 0.58
    assert read["strong", "HAT corrected"] > 0.8
    for mix in ("1,2", "uniform", "2,1", "strong", "two-humped"):
        assert read[mix, "HAT curve"] == pytest.approx(0.6, abs=0.03)


def test_irt_wins_where_it_is_true_and_loses_where_it_is_not(claims: dict[str, Claim]) -> None:
    right = {(row["world"], row["method"]): row["right"] for row in claims["beside_irt"].data}
    assert right["HAT is true", "HAT corrected"] > right["HAT is true", "IRT offset"] + 0.03
    assert right["IRT is true", "IRT offset"] > right["IRT is true", "HAT corrected"] + 0.03


def test_measures_are_those_of_the_tool() -> None:
    truth = Truth(
        profiles=("0.8", "bent:0.3,0.5"),  # type: ignore[arg-type]
        mixes=("uniform", "strong"),  # type: ignore[arg-type]
        items=600,
        attempts=10,
        n_options=4,
    )
    rng = np.random.default_rng(5)
    right = draw_right(truth, draw_rates(truth, rng), rng)
    found = measured(right.source, truth.sourced, right.target, truth.attempts, floor=0.25)
    scores = hatscore.score(attempts_frame(truth, right, rng), floor="options")
    for place, row in enumerate(scores):
        for name in ("hat", "hat_corrected", "hat_curve"):
            assert found[name][0, place] == pytest.approx(getattr(row, name).value, abs=1e-12)
        for name in ("source_accuracy", "target_accuracy", "xlt_gap", "transfer_score"):
            # The transfer score over all pairs at once is the mean over languages on a complete grid.
            assert found[name][0, place] == pytest.approx(getattr(row, name), abs=1e-12)


def test_a_study_without_an_estimate_has_none_as_in_the_tool() -> None:
    truth = Truth(mixes="guesser", items=80, attempts=5, n_options=4)  # type: ignore[arg-type]
    rng = np.random.default_rng(6)
    right = draw_right(truth, draw_rates(truth, rng, studies=50), rng)
    found = measured(right.source, 5, right.target, 5, floor=0.25)["hat_corrected"]
    assert 0.8 < np.isnan(found).mean() <= 1


@pytest.mark.parametrize("text", ["straight:0.7", "bent:0.3,0.5", "threshold:0.9,0.4"])
@pytest.mark.parametrize("mix", ["weak", "2,1"])
def test_expected_figures_are_those_of_many_items(text: str, mix: str) -> None:
    truth = Truth(
        profiles=text,  # type: ignore[arg-type]
        mixes=mix,  # type: ignore[arg-type]
        items=100_000,
        attempts=6,
        languages=["de"],  # type: ignore[arg-type]
        shared_luck=False,
    )
    rng = np.random.default_rng(7)
    right = draw_right(truth, draw_rates(truth, rng), rng)
    found = measured(right.source, 6, right.target, 6)
    profile, source = Profile.parse(text), Mix.parse(mix)
    assert found["hat"][0, 0] == pytest.approx(expected.slope(profile, source, 6), abs=0.01)
    assert found["hat_corrected"][0, 0] == pytest.approx(expected.slope(profile, source), abs=0.01)
    if mix == "2,1":
        assert found["hat_curve"][0, 0] == pytest.approx(expected.curve_hat(profile, source), abs=0.01)


def test_the_gradient_of_the_irt_likelihood_is_its_slope() -> None:
    rng = np.random.default_rng(8)
    counts = rng.binomial(4, 0.6, size=(30, 6)).astype(float)
    at = np.array([0.3, -0.4, -0.5, 0.1, -0.2, 0.0, 0.2, -1.0])
    grid = irt._Grid()

    def value(parameters: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return irt._likelihood(parameters, counts, 4, (2, 3), grid)[0]

    numeric = [(value(at + 1e-5 * step) - value(at - 1e-5 * step)) / 2e-5 for step in np.eye(len(at))]
    assert irt._likelihood(at, counts, 4, (2, 3), grid)[1] == pytest.approx(numeric, abs=1e-4)


def test_irt_recovers_what_it_was_drawn_from() -> None:
    rng = np.random.default_rng(9)
    ability, transfer = np.array([0.5, -0.5, 1.0]), np.array([[-1.0, -0.5], [0.0, -2.0], [-1.5, -0.2]])
    level = np.concatenate([ability[:, np.newaxis], ability[:, np.newaxis] + transfer], axis=1)
    hard, sharp = 1.2 * rng.normal(size=(600, 1, 1)), np.exp(0.3 * rng.normal(size=(600, 1, 1)))
    fitted = irt.fit(rng.binomial(10, expit(sharp * (level - hard))), 10)
    assert fitted.converged
    assert fitted.transfer == pytest.approx(transfer, abs=0.12)
    assert fitted.difficulty_spread == pytest.approx(1.2, abs=0.1)
    assert fitted.discrimination_spread == pytest.approx(0.3, abs=0.05)
