"""Doubts that comparisons and parts of gains share."""

from hatscore.flags import FEW_RIGHT_ABOVE, Flag


def few_right(denominator_error: float) -> list[Flag]:
    """The doubt that a slope is estimable by luck.

    Parameters
    ----------
    denominator_error : float
        Relative standard error of the less certain slope's denominator.

    Returns
    -------
    list of Flag
        Empty where the denominator is known well enough.
    """
    if not denominator_error > FEW_RIGHT_ABOVE:
        return []
    return [
        Flag(
            "FEW_RIGHT",
            "right answers in the source are so few that a slope's denominator has a relative error of "
            f"{100 * denominator_error:.0f} %.",
        )
    ]
