"""Parts of a gain in sentences, with fixed wording."""

from hatscore.results.decomposition import Decomposition, Step
from hatscore.results.estimates import Estimate
from hatscore.sentences.comparison import signed
from hatscore.wording import number


def explain_decomposition(decomposition: Decomposition) -> str:
    """Every gain in sentences, then the doubts.

    Parameters
    ----------
    decomposition : Decomposition
        The result.

    Returns
    -------
    str
    """
    lines = [f"{gain_sentence(row)} {_intervals(row)}" for row in decomposition.rows]
    flags = dict.fromkeys(flag for row in decomposition.rows for flag in row.flags)
    return "\n".join([*lines, *(str(flag) for flag in flags)]) + "\n"


def gain_sentence(row: Step) -> str:
    """The gain and its parts, in points.

    Parameters
    ----------
    row : Step
        One gain.

    Returns
    -------
    str
        Such as "Of +8.3 points from A to B, +4.5 come from a better source, +2.2 from better transfer."
    """
    to = "the mean of its target languages" if row.target == "macro" else row.target
    where = f"{row.benchmark}, to {to}"
    total = f"{_points(row.total)} points from {row.system_a} to {row.system_b}"
    if _nothing(row):
        return f"{where}: {row.system_a} and {row.system_b} do not differ: every part is 0 by identity."
    if row.source.value is None or row.transfer.value is None:
        return f"{where}: the parts of {total} are not estimable ({row.source.reason})."
    source = "better" if row.source.value >= 0 else "worse"
    transfer = "better" if row.transfer.value >= 0 else "worse"
    return (
        f"{where}: of {total}, {_points(row.source)} come from a {source} source, "
        f"{_points(row.transfer)} from {transfer} transfer, {_points(row.shape)} from the profile's shape."
    )


def _intervals(row: Step) -> str:
    if row.source.value is None or _nothing(row):
        return ""
    parts = {
        "total": row.total,
        "source": row.source,
        "transfer": row.transfer,
        "shape": row.shape,
    }
    listed = ", ".join(f"{name} {signed(part, scale=100)}" for name, part in parts.items())
    return f"In points, with intervals: {listed}.{_open(row)}"


def _open(row: Step) -> str:
    """Which parts the data leave open."""
    names = {"source": "a source part", "transfer": "a transfer part"}
    unsure = [
        label
        for name, label in names.items()
        if (ends := getattr(row, name).interval) is not None and ends.low <= 0 <= ends.high
    ]
    return f" The data do not show {' or '.join(unsure)} different from 0." if unsure else ""


def _nothing(row: Step) -> bool:
    parts = (row.total, row.source, row.transfer, row.shape)
    return all(part.value == 0 and part.interval is None for part in parts)


def _points(estimate: Estimate) -> str:
    if estimate.value is None:
        return number(None)
    text = number(100 * estimate.value, 1)
    return text if text.startswith("-") or float(text) == 0 else f"+{text}"
