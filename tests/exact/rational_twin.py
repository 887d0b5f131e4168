"""The slow twin: every estimator again, with loops and fractions, straight from the attempts.

Written from the definitions and sharing no code with the package. An item is a pair of lists of
scores (Fractions, or 0/1): source attempts and target attempts.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import sqrt

Scores = Sequence[Fraction | int]
Item = tuple[Scores, Scores]


def mean(values: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(values), 1) / len(values)


def power(scores: Scores, p: int) -> Fraction:
    """Mean product of p different attempts, over all ordered choices of them."""
    products = []
    for chosen in permutations(range(len(scores)), p):
        product = Fraction(1)
        for index in chosen:
            product *= scores[index]
        products.append(product)
    return mean(products)


def published(items: Sequence[Item], floor: Fraction = Fraction(0)) -> Fraction:
    top = bottom = Fraction(0)
    for source, target in items:
        s, t = ((mean(x) - floor) / (1 - floor) for x in (source, target))
        top += s * t
        bottom += s * s
    return top / bottom


def corrected(items: Sequence[Item], floor: Fraction = Fraction(0)) -> Fraction:
    return _sum(a for a, _ in corrected_terms(items, floor)) / _sum(
        b for _, b in corrected_terms(items, floor)
    )


def corrected_terms(items: Sequence[Item], floor: Fraction = Fraction(0)) -> list[tuple[Fraction, Fraction]]:
    terms = []
    for source, target in items:
        s, t = ((mean(x) - floor) / (1 - floor) for x in (source, target))
        u = (power(source, 2) - 2 * floor * mean(source) + floor**2) / (1 - floor) ** 2
        terms.append((s * t, u))
    return terms


def curve(items: Sequence[Item], floor: Fraction = Fraction(0)) -> tuple[Fraction, Fraction]:
    """Coefficients a1, a2 of the errors-in-variables fit, by Cramer's rule."""
    moments = {"y1": Fraction(0), "y2": Fraction(0), "m2": Fraction(0), "m3": Fraction(0)}
    moments["m4"] = Fraction(0)
    for source, target in items:
        raw = [Fraction(1)] + [power(source, p) for p in (1, 2, 3, 4)]
        c, scale = floor, 1 - floor
        above = [
            Fraction(1),
            (raw[1] - c) / scale,
            (raw[2] - 2 * c * raw[1] + c**2) / scale**2,
            (raw[3] - 3 * c * raw[2] + 3 * c**2 * raw[1] - c**3) / scale**3,
            (raw[4] - 4 * c * raw[3] + 6 * c**2 * raw[2] - 4 * c**3 * raw[1] + c**4) / scale**4,
        ]
        t = (mean(target) - c) / scale
        moments["y1"] += t * above[1]
        moments["y2"] += t * above[2]
        moments["m2"] += above[2]
        moments["m3"] += above[3]
        moments["m4"] += above[4]
    m = moments
    determinant = m["m2"] * m["m4"] - m["m3"] ** 2
    return (
        (m["y1"] * m["m4"] - m["y2"] * m["m3"]) / determinant,
        (m["y2"] * m["m2"] - m["y1"] * m["m3"]) / determinant,
    )


def hat_curve(items: Sequence[Item], floor: Fraction = Fraction(0)) -> Fraction:
    a1, a2 = curve(items, floor)
    return a1 + Fraction(2, 3) * a2


def transfer_score(items: Sequence[Item]) -> Fraction:
    top = _sum(mean(source) * mean(target) for source, target in items)
    return top / _sum(mean(source) for source, _ in items)


def fieller(terms: Sequence[tuple[Fraction, Fraction]], critical: float) -> tuple[float, float] | None:
    """Ends of Fieller's interval by solving its quadratic, or None where it is unbounded."""
    n = len(terms)
    a, b = (_sum(term[k] for term in terms) / n for k in (0, 1))
    products = {}
    for name, (i, j) in {"aa": (0, 0), "ab": (0, 1), "bb": (1, 1)}.items():
        off = _sum((term[i] - (a, b)[i]) * (term[j] - (a, b)[j]) for term in terms)
        products[name] = float(off / (n - 1) / n) * critical**2
    x, y, z = float(b * b) - products["bb"], float(a * b) - products["ab"], float(a * a) - products["aa"]
    if x <= 0:
        return None
    root = sqrt(max(y * y - x * z, 0.0))
    return (y - root) / x, (y + root) / x


def widened(critical: float, parts: Sequence[Fraction]) -> float:
    """A critical value that allows for the skewness of what the items contribute."""
    n = len(parts)
    off = [part - _sum(parts) / n for part in parts]
    second, third = (float(_sum(x**power for x in off) / n) for power in (2, 3))
    if second == 0:
        return critical
    weight = third**2 / second**3 / (18 * n)
    return critical * min(1 + max(weight * (critical**4 + 2 * critical**2 - 3), 0.0), 1.15)


def allowing_fieller(
    terms: Sequence[tuple[Fraction, Fraction]], critical: float
) -> tuple[float, float] | None:
    """Fieller's interval with skewness allowed for: from 1 % on, and where bounds are left."""
    textbook = fieller(terms, critical)
    if textbook is None:
        return None
    slope = _sum(top for top, _ in terms) / _sum(bottom for _, bottom in terms)
    wider = widened(critical, [top - slope * bottom for top, bottom in terms])
    return textbook if wider < 1.01 * critical else fieller(terms, wider) or textbook


def _sum(values: object) -> Fraction:
    total = Fraction(0)
    for value in values:  # type: ignore[attr-defined]
        total += value
    return total
