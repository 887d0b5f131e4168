"""Doubts that comparisons and parts of gains share."""

from hatscore.comparison.slopes_left_out import Footing
from hatscore.flags import FEW_RIGHT_ABOVE, Flag


def doubts(footing: Footing, row: int, *, estimable: bool) -> list[Flag]:
    """What there is to doubt about slopes that are compared.

    Parameters
    ----------
    footing : Footing
        What the less certain of two slopes rests on.
    row : int
        A target, or the last for the mean.
    estimable : bool
        Whether the figure is.

    Returns
    -------
    list of Flag
        Empty where the slopes are known well enough.
    """
    error = float(footing.denominator_error[row])
    if estimable:
        if not error > FEW_RIGHT_ABOVE:
            return []
        return [
            Flag(
                "FEW_RIGHT",
                "right answers in the source are so few that a slope's denominator has a relative error of "
                f"{100 * error:.0f} %.",
            )
        ]
    if footing.known[row]:
        return [Flag("NOT_ESTIMABLE", "right answers are so rare that fewer than three items carry a slope.")]
    return [Flag("NOT_ESTIMABLE", "a source is hardly ever right, so a slope is too uncertain to compare.")]
