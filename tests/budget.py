"""How much random testing is done: little in CI, much by ``make fuzz``."""

import os

from hypothesis import settings

FUZZ = int(os.environ.get("HATSCORE_FUZZ", "0"))
"""0 in CI; the number that ``make fuzz`` asks for."""


def examples(count: int) -> settings:
    """Settings with so many examples in CI, and up to 50 times as many by ``make fuzz``."""
    return settings(max_examples=count * max(1, min(50, FUZZ // 1000)), deadline=None)
