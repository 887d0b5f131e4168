"""Where it is known that a claim does not hold: listed, not hidden."""

COVERAGE: frozenset[tuple[str, str, int, int, float, str, str]] = frozenset()
"""Setting, mix, items, attempts, slope, interval and target."""

COMPARISONS: frozenset[tuple[str, str, int, int, float, bool, str]] = frozenset()
"""Mixes of A and B, items, attempts, slope, whether luck is shared, and test."""

DECOMPOSITIONS: frozenset[tuple[str, str, str, str, int, int, str, str]] = frozenset()
"""Profiles and mixes of A and B, items, attempts, part and target."""

FINDINGS: frozenset[tuple[str, str, str]] = frozenset()
"""Analysis, case and figure."""
