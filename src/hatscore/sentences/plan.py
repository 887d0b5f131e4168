"""Plans in sentences, with fixed wording."""

from hatscore.results.plan import Parts, Plan, PlannedDesign
from hatscore.wording import number, plural

ANSWERS = {
    "needed": "items needed",
    "cheapest": "cheapest mix",
    "budget": "best for the budget",
    "nearby": "nearby",
    "given": "as given",
    "run": "this run",
}
"""What a row is the answer to."""


def explain_plan(plan: Plan) -> str:
    """Every design in a sentence, what the variance is made of, and the assumptions.

    Parameters
    ----------
    plan : Plan
        The result.

    Returns
    -------
    str
    """
    lines = [design_sentence(row, plan) for row in plan.rows]
    lines += [parts_sentence(one) for one in plan.parts]
    return "\n".join([*lines, *plan.notes]) + "\n"


def design_sentence(row: PlannedDesign, plan: Plan) -> str:
    """One design, and what it shows.

    Parameters
    ----------
    row : PlannedDesign
        The design.
    plan : Plan
        The plan it is of.

    Returns
    -------
    str
    """
    start = f"{where(row)}: {ANSWERS[row.answer]}: "
    if row.items is None or row.detectable is None:
        return f"{start}n.e. ({row.reason})."
    ends = f" [{row.items_low:,}, {row.items_high:,}]" if row.items_low and row.items_high else ""
    shown = f"shows a difference of {number(row.detectable)} with power {plan.power:g}"
    if plan.detect is not None and row.power is not None:
        shown += f", one of {plan.detect:g} with power {number(row.power, 2)}"
    doubt = f" ({row.reason})" if row.reason else ""
    return f"{start}{plural(row.items, 'item')}{ends} with {attempts_text(row)} attempts {shown}{doubt}."


def where(row: PlannedDesign | Parts) -> str:
    """What is compared, and where.

    Parameters
    ----------
    row : PlannedDesign or Parts
        The row.

    Returns
    -------
    str
    """
    return f"{compared(row)}, {row.benchmark}, {row.target}"


def compared(row: PlannedDesign | Parts) -> str:
    """What is compared.

    Parameters
    ----------
    row : PlannedDesign or Parts
        The row.

    Returns
    -------
    str
    """
    return (
        f"{row.system_a} against a fixed value"
        if row.system_b is None
        else f"{row.system_b} against {row.system_a}"
    )


def attempts_text(row: PlannedDesign) -> str:
    """Attempts in the source and in each target language.

    Parameters
    ----------
    row : PlannedDesign
        The design.

    Returns
    -------
    str
        Such as ``8 + 3 x 4``: 8 in the source, and 4 in each of 3 languages.
    """
    if row.source_attempts is None or row.target_attempts is None:
        return ""
    return f"{row.source_attempts:.3g} + {row.languages} x {row.target_attempts:.3g}"


def parts_sentence(one: Parts) -> str:
    """What the variance is made of.

    Parameters
    ----------
    one : Parts
        Shares.

    Returns
    -------
    str
    """
    design = f"{one.at_source_attempts:.3g} source and {one.at_target_attempts:.3g} target attempts"
    languages = f"{one.at_languages:.3g} target language" + ("" if one.at_languages == 1 else "s")
    return (
        f"{where(one)}: with {design} in {languages}, {100 * one.items:.0f} % of the variance is the choice "
        f"of items, {100 * one.source_attempts:.0f} % few source attempts, "
        f"{100 * one.target_attempts:.0f} % few target attempts."
    )
