"""Comparisons and gains in sentences, with fixed wording."""

from hatscore.results.comparison import ADJUSTMENTS, Comparison, Difference, Gate, Ranking
from hatscore.results.estimates import Estimate, Interval
from hatscore.wording import NOT_ESTIMABLE, listing, number, plural


def explain_comparison(comparison: Comparison) -> str:
    """Everything that a comparison says.

    Parameters
    ----------
    comparison : Comparison
        The result.

    Returns
    -------
    str
    """
    lines = [sentence(row, comparison) for row in comparison.rows]
    for ranking in comparison.rankings:
        lines += ranking_sentences(ranking)
    if comparison.gate is not None:
        lines += gate_sentences(comparison.gate)
    flags = dict.fromkeys(flag for row in comparison.rows for flag in row.flags)
    return "\n".join([*lines, *(str(flag) for flag in flags)]) + "\n"


def sentence(row: Difference, comparison: Comparison) -> str:
    """One pair in a sentence.

    Parameters
    ----------
    row : Difference
        The pair.
    comparison : Comparison
        It belongs to.

    Returns
    -------
    str
        "B transfers better than A", "worse", or "the data do not separate A and B", with the figures.
    """
    a, b = row.system_a, row.system_b
    to = "the mean of its target languages" if row.target == "macro" else row.target
    where = f"{row.benchmark}, to {to}"
    estimate = row.headline(comparison.estimator)
    if row.same_answers:
        return f"{where}: {a} and {b} have the same counts on every item: the difference is 0 by identity."
    if estimate.value is None:
        return f"{where}: {b} against {a} is not estimable ({estimate.reason})."
    figures = f"difference {signed(estimate)}{_p_text(row, comparison)}"
    if row.verdict == "undecided":
        return f"{where}: the data do not separate {a} and {b} ({figures})."
    return f"{where}: {b} transfers {row.verdict} than {a} ({figures})."


def signed(estimate: Estimate, *, scale: float = 1.0) -> str:
    """A difference with its sign and interval.

    Parameters
    ----------
    estimate : Estimate
        The difference.
    scale : float
        What it is multiplied by, such as 100 for points.

    Returns
    -------
    str

    Examples
    --------
    >>> signed(Estimate(0.05, Interval(0.02, 0.08, 0.95, "fieller")))
    '+0.05 [0.02, 0.08]'
    """
    if estimate.value is None:
        return NOT_ESTIMABLE
    ends = estimate.interval
    if ends is None:
        text = number(estimate.value * scale, 2)
        return f"{_plus(estimate.value, text)}{text} [no interval]"
    scaled = Interval(ends.low * scale, ends.high * scale, ends.level, ends.method)
    text = str(Estimate(estimate.value * scale, scaled))
    return _plus(estimate.value, text.split(" ", 1)[0]) + text


def ranking_sentences(ranking: Ranking) -> list[str]:
    """Ranks and groups in sentences.

    Parameters
    ----------
    ranking : Ranking
        Of one benchmark.

    Returns
    -------
    list of str
    """
    if len(ranking.systems) < 3:
        return []
    lines = []
    if ranking.probabilities is not None:
        best = ranking.probabilities[0][0]
        lines.append(
            f"{ranking.benchmark}: {ranking.systems[0]} has the highest HAT with probability "
            f"{number(best, 2)} (over resamples of {plural(ranking.n_items, 'item')})."
        )
    shared = [group for group in ranking.groups if len(group) > 1]
    if shared:
        listed = "; ".join(", ".join(group) for group in shared)
        lines.append(f"{ranking.benchmark}: groups that the data do not separate: {listed}.")
    return lines


def gate_sentences(gate: Gate) -> list[str]:
    """Whether the gate is met, and which cells are better, worse and undecided.

    Parameters
    ----------
    gate : Gate
        The gate.

    Returns
    -------
    list of str
    """
    worse, better, undecided = (gate.of(verdict) for verdict in ("worse", "better", "undecided"))
    allowed = f"{number(gate.margin, 3)} at {100 * gate.level:g} % confidence over all cells (Holm)"
    head = (
        f"Gate met: no target language of {gate.candidate} is shown to be worse than {gate.baseline} by "
        f"more than {allowed}."
        if gate.passed
        else f"Gate NOT met: {gate.candidate} is worse than {gate.baseline} by more than {allowed}."
    )
    lines = [head]
    for name, cells in (("worse", worse), ("better", better), ("undecided", undecided)):
        listed = ", ".join(f"{cell.target} of {cell.benchmark} ({signed(cell.difference)})" for cell in cells)
        lines.append(f"  {name}: {listed or 'none'}")
    open_ = [f"{cell.target} of {cell.benchmark}" for cell in undecided if not cell.held]
    if open_:
        lines.append(
            f"  For {plural(len(open_), 'undecided cell')} a loss beyond the margin is not excluded: "
            f"{listing(open_, most=10)}. More items would decide."
        )
    return lines


def _p_text(row: Difference, comparison: Comparison) -> str:
    if row.p_adjusted is None:
        return ""
    family = sum(
        other.benchmark == row.benchmark
        and (other.target == "macro") == (row.target == "macro")
        and other.p_value is not None
        for other in comparison.rows
    )
    how = f", {ADJUSTMENTS[comparison.adjustment]} over {family}" if family > 1 else ""
    return f", p {p_text(row.p_adjusted)}{how}"


def p_text(p_value: float | None) -> str:
    """A p-value for people.

    Parameters
    ----------
    p_value : float or None
        Between 0 and 1.

    Returns
    -------
    str

    Examples
    --------
    >>> p_text(0.04321), p_text(0.00001), p_text(None)
    ('= 0.043', '< 0.001', 'n.e.')
    """
    if p_value is None:
        return NOT_ESTIMABLE
    return "< 0.001" if p_value < 0.001 else f"= {number(p_value, 2 if p_value >= 0.1 else 3)}"


def _plus(value: float, text: str) -> str:
    return "+" if value > 0 and float(text) != 0 else ""
