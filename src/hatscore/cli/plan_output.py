"""Print plans: tables for people, JSON and CSV for programs, tables for papers."""

from collections.abc import Callable
from itertools import groupby

from hatscore.cli.tables import in_form, latex_table, markdown_table, text_table, wrap_line
from hatscore.flags import NO_POWER_ABOVE
from hatscore.results.plan import Plan, PlannedDesign
from hatscore.sentences.plan import ANSWERS, attempts_text, compared, parts_sentence, where
from hatscore.wording import number


def render_plan(plan: Plan, form: str, *, width: int) -> str:
    """A plan in the form that was asked for.

    Parameters
    ----------
    plan : Plan
        The result.
    form : {'text', 'json', 'csv', 'markdown', 'latex'}
        Which form.
    width : int
        Columns of the terminal, for text.

    Returns
    -------
    str
        Ends in a line break.
    """
    return in_form(
        form,
        plan,
        {
            "text": lambda: _text(plan, width),
            "markdown": lambda: markdown_table(*_cells(plan), words=4),
            "latex": lambda: _latex(plan),
        },
    )


def _cells(plan: Plan) -> tuple[list[str], list[list[str]]]:
    columns: dict[str, Callable[[PlannedDesign], str]] = {
        "benchmark": lambda row: row.benchmark,
        "target": lambda row: row.target,
        "compared": compared,
    } | _columns(plan)
    return list(columns), [[show(row) for show in columns.values()] for row in plan]


def _columns(plan: Plan) -> dict[str, Callable[[PlannedDesign], str]]:
    shown: dict[str, Callable[[PlannedDesign], str]] = {
        "design": lambda row: ANSWERS[row.answer],
        "attempts": attempts_text,
        "items": _items,
        "attempts in all": lambda row: _whole(row.attempts_in_all),
        "cost": lambda row: _whole(row.cost),
        "power": lambda row: number(row.power, 2),
        "smallest difference": lambda row: number(row.detectable),
    }
    if not plan.priced:
        del shown["cost"]
    if plan.detect is None:
        del shown["power"]
    return shown


def _items(row: PlannedDesign) -> str:
    text = _whole(row.items)
    if row.items_low is not None and row.items_high is not None:
        text += f" [{row.items_low:,}, {row.items_high:,}]"
    return text


def _whole(value: float | None) -> str:
    return number(None) if value is None else f"{value:,.0f}"


def _text(plan: Plan, width: int) -> str:
    lines: list[str] = []
    columns = _columns(plan)
    for place, rows in groupby(plan.rows, key=where):
        own = list(rows)
        marks = _marks(own)
        titles = list(columns)
        cells = [[*(show(row) for show in columns.values()), marks.get(row.reason or "", "")] for row in own]
        lines += [place, text_table([*titles, ""], cells, width=width, words=1, wrap="")]
        lines += [
            line for reason, mark in marks.items() for line in wrap_line(f"{mark} {reason}.", min(width, 110))
        ]
        lines += [""]
    for one in plan.parts:
        lines += wrap_line(parts_sentence(one), min(max(width, 80), 110))
    for said in (*plan.notes, _legend(plan)):
        lines += wrap_line(said, min(max(width, 80), 110))
    return "\n".join(lines) + "\n"


def _marks(rows: list[PlannedDesign]) -> dict[str, str]:
    """A letter for every reason."""
    reasons = dict.fromkeys(row.reason for row in rows if row.reason)
    return {reason: f"({chr(ord('a') + place % 26)})" for place, reason in enumerate(reasons)}


def _legend(plan: Plan) -> str:
    asked = "" if plan.detect is None else f"Power: chance to see a difference of {plan.detect:g}. "
    advised = (
        ""
        if plan.origin == "run"
        else " No design is advised with so few right answers that a slope's denominator is known to worse "
        f"than {100 * NO_POWER_ABOVE:.0f} %."
    )
    between = any(row.items_low is not None for row in plan)
    pilot = (
        " In brackets: interval of the items, since the pilot's variance is an estimate." if between else ""
    )
    return (
        f"{asked}Smallest difference: seen with power {plan.power:g} by the {100 * plan.level:g} % interval. "
        f"Attempts: per item, in the source + languages x in each.{advised}{pilot}"
    )


def _latex(plan: Plan) -> str:
    titles, cells = _cells(plan)
    asked = "" if plan.detect is None else f"; power to see a difference of {plan.detect:g}"
    caption = (
        f"Designs and the smallest difference of HAT that they show with power {plan.power:g} by a "
        f"{100 * plan.level:g} % interval{asked}."
    )
    return latex_table(titles, cells, words=4, caption=caption, signatures=[])
