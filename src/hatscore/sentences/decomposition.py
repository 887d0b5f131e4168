"""Parts of a gain in sentences, with fixed wording."""

from collections.abc import Callable

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


def gain_sentence(row: Step, *, placed: bool = True, intervals: bool = False) -> str:
    """The gain and its parts, in points.

    Parameters
    ----------
    row : Step
        One gain.
    placed : bool
        Whether the sentence says where: benchmark and target.
    intervals : bool
        Whether every part has its interval beside it.

    Returns
    -------
    str
        Such as "Of +8.3 points from A to B, +4.5 come from a better source, +2.2 from better transfer."
    """
    show = _with_interval if intervals else _points
    sentence = _gain(row, show)
    if not placed:
        return sentence if _nothing(row) else sentence[0].upper() + sentence[1:]
    to = "the mean of its target languages" if row.target == "macro" else row.target
    return f"{row.benchmark}, to {to}: {sentence}"


def _gain(row: Step, show: Callable[[Estimate], str]) -> str:
    if _nothing(row):
        return f"{row.system_a} and {row.system_b} do not differ: every part is 0 by identity."
    total = f"{show(row.total)} points from {row.system_a} to {row.system_b}"
    if row.source.value is None or row.transfer.value is None:
        return f"the parts of {total} are not estimable ({row.source.reason})."
    source = "better" if row.source.value >= 0 else "worse"
    transfer = "better" if row.transfer.value >= 0 else "worse"
    return (
        f"of {total}, {show(row.source)} come from a {source} source, {show(row.transfer)} from "
        f"{transfer} transfer, {show(row.shape)} from the profile's shape."
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


def _with_interval(estimate: Estimate) -> str:
    return signed(estimate, scale=100)


def _points(estimate: Estimate) -> str:
    if estimate.value is None:
        return number(None)
    text = number(100 * estimate.value, 1)
    return text if text.startswith("-") or float(text) == 0 else f"+{text}"
