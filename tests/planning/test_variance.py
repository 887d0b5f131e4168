"""Is the variance of a design what its derivation says, and does a pilot give it without bias?"""

import numpy as np
import pytest

from hatscore.core.design_variance import VarianceParts, pair_parts, supported, system_parts, variance
from hatscore.core.item_moments import ItemMoments, denominator_parts, denominator_spread, slopes_of
from hatscore.options import Options
from hatscore.planning.moments import pilot_moments, raised, stated_moments
from hatscore.scoring.cells import corrected, pass_rates
from hatscore.scoring.panels import build_panels
from hatscore.simulation.draws import PassRates, draw_rates, draw_right
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.tables import counts_frame, draw_panel
from hatscore.simulation.truth import Truth

TRUTH = Truth(profiles=(Profile("straight", (0.6,)), Profile("straight", (0.8,))), items=80, attempts=6)


@pytest.mark.parametrize(("n_options", "floor"), [(None, "none"), (4, "options")])
def test_parts_of_a_pilot_add_up_to_its_residual_variance(n_options: int | None, floor: str) -> None:
    """At the pilot's own numbers of attempts and languages it is an identity, not an approximation."""
    truth = Truth(profiles=TRUTH.profiles, items=80, attempts=6, source_attempts=9, n_options=n_options)
    panel = draw_panel(truth, np.random.default_rng(3), Options(floor=floor))  # type: ignore[arg-type]
    cell = corrected(pass_rates(panel))
    top, bottom = cell.terms
    residual = ((top - cell.value * bottom) / bottom.mean(axis=0)).mean(axis=2)
    a, b = pilot_moments(panel, [0, 1], [0, 1, 2])
    scale = 79 / 80
    for moments, own in ((a, residual[:, 0]), (b, residual[:, 1])):
        assert slopes_of(moments).value == pytest.approx(cell.value[0 if moments is a else 1])
        parts = system_parts(moments)
        between = parts._replace(items=scale * parts.items, items_language=scale * parts.items_language)
        assert float(variance(between, 9, 6, 3)) == pytest.approx((own**2).mean(), rel=1e-9)
    parts = pair_parts(a, b)
    between = parts._replace(items=scale * parts.items, items_language=scale * parts.items_language)
    difference = residual[:, 1] - residual[:, 0]
    assert float(variance(between, 9, 6, 3)) == pytest.approx((difference**2).mean(), rel=1e-9)


def test_the_closed_form_is_the_variance_of_residuals_of_drawn_attempts() -> None:
    """Other attempts and languages than those the parts come from; a floor; very many items."""
    truth = Truth(
        profiles=TRUTH.profiles, mixes=(Mix.parse("weak"),), items=60_000, n_options=5,
        source_attempts=3, attempts=2, languages=dict.fromkeys("abcd", 0.0),
    )  # fmt: skip
    rng = np.random.default_rng(4)
    panel = build_panels(
        counts_frame(truth, draw_right(truth, draw_rates(truth, rng), rng)), Options(floor="options")
    )[0]
    top, bottom = corrected(pass_rates(panel)).terms
    residual = ((top - top.sum(axis=0) / bottom.sum(axis=0) * bottom) / bottom.mean(axis=0)).mean(axis=2)
    a, b = stated_moments(truth)
    for moments, own in ((a, residual[:, 0]), (b, residual[:, 1])):
        assert float(variance(system_parts(moments), 3, 2, 4)) == pytest.approx(own.var(), rel=0.06)
    paired = float(variance(pair_parts(a, b), 3, 2, 4))
    assert paired == pytest.approx((residual[:, 1] - residual[:, 0]).var(), rel=0.06)
    seen = bottom[:, 0, 0].std() / bottom[:, 0, 0].mean()
    assert denominator_spread(denominator_parts(a), 3) ** 0.5 == pytest.approx(seen, rel=0.06)


def test_a_pilot_has_every_part_without_bias() -> None:
    """Attempts of the pilot do not count as spread of its items."""
    truth = Truth(profiles=TRUTH.profiles, items=20_000, attempts=4)
    rng = np.random.default_rng(5)
    panel = draw_panel(truth, rng)
    a, b = pilot_moments(panel, [0, 1], [0, 1, 2])
    found = pair_parts(a, b)
    a, b = stated_moments(truth)
    expected = pair_parts(a, b)
    for name, one, other in zip(VarianceParts._fields, found, expected, strict=True):
        assert one == pytest.approx(other, rel=0.12, abs=0.03), name


def test_a_fixed_value_is_tested_from_its_own_line() -> None:
    """As Fieller's interval does: the mean residual is the difference, and is not spread."""
    rates = draw_rates(Truth(items=50_000), np.random.default_rng(6))
    s, t = rates.source[0, 0], rates.target[0, 0]
    moments = ItemMoments(
        np.stack([s, s**2, s**3, s**4]), t, t**2, t * (1 - t), np.zeros(len(s)), np.ones(t.shape, bool)
    )
    fixed = 0.7
    residual = ((s[:, np.newaxis] * t - fixed * s[:, np.newaxis] ** 2) / (s**2).mean()).mean(axis=1)
    many = float(variance(system_parts(moments, fixed), 10**9, 10**9, 3))
    assert many == pytest.approx(residual.var(), rel=1e-4)
    assert residual.mean() == pytest.approx(slopes_of(moments).value.mean() - fixed)


def test_pairs_that_are_absent_do_not_count() -> None:
    rates = draw_rates(TRUTH, np.random.default_rng(7))
    panel = build_panels(counts_frame(TRUTH, draw_right(TRUTH, rates, np.random.default_rng(8))), Options())[
        0
    ]
    whole = pilot_moments(panel, [0], [0, 1, 2])[0]
    less = whole._replace(present=whole.present.copy())
    less.present[:40, 2] = False
    wild = less._replace(target=np.where(less.present, less.target, 9.0))
    assert system_parts(wild) == pytest.approx(system_parts(less))
    assert system_parts(less) != pytest.approx(system_parts(whole))


def test_what_is_below_zero_keeps_the_sum_of_its_part() -> None:
    parts = VarianceParts(-0.1, 0.9, 0.5, -0.6, 0.2, 0.6, -0.1)
    found = supported(parts, 3)
    assert found.cut == ("items", "source_language", "both")
    assert min(found.parts) >= 0
    assert found.parts.items_language / 3 == pytest.approx(-0.1 + 0.9 / 3)
    assert found.parts.source == pytest.approx(0.5 - 0.6 / 3)


@pytest.mark.parametrize("text", ["0.8", "bent:0.3,0.5", "threshold:0.8,0.4", "1"])
def test_a_raised_profile_differs_in_hat_by_what_was_asked(text: str) -> None:
    profile = Profile.parse(text)
    assert abs(raised(profile, 0.05).hat - profile.hat) == pytest.approx(0.05)


def test_rates_have_the_shape_that_moments_need() -> None:
    assert isinstance(draw_rates(TRUTH, np.random.default_rng(1)), PassRates)
