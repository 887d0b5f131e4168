"""Where it is known that a claim does not hold: listed, not hidden."""

COVERAGE: frozenset[tuple[str, str, int, int, float, str, str]] = frozenset()
"""Setting, mix, items, attempts, slope, interval and target."""
