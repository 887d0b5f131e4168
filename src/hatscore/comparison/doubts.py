"""Doubts that comparisons and parts of gains share."""

from hatscore.flags import FEW_RIGHT_ABOVE, Flag
from hatscore.scoring.intervals import Lack


def doubts(denominator_error: float, lack: int) -> list[Flag]:
    """What there is to doubt about slopes that are compared.

    Parameters
    ----------
    denominator_error : float
        Relative error of the denominator of the less certain slope.
    lack : int
        Of `Lack`: why the figure is not estimable.

    Returns
    -------
    list of Flag
        Empty where the slopes are known well enough.
    """
    if lack == Lack.CARRIERS:
        return [Flag("NOT_ESTIMABLE", "right answers are so rare that fewer than three items carry a slope.")]
    if lack != Lack.NOTHING:
        return [
            Flag("NOT_ESTIMABLE", "a source is hardly ever right, so a slope is too uncertain to compare.")
        ]
    if not denominator_error > FEW_RIGHT_ABOVE:
        return []
    return [
        Flag(
            "FEW_RIGHT",
            "right answers in the source are so few that a slope's denominator has a relative error of "
            f"{100 * denominator_error:.0f} %.",
        )
    ]
