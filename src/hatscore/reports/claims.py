"""The page of the method's claims: verdicts, then each claim with its chart, figures and exceptions."""

import json
from typing import Any

from hatscore.charts.claims import CLAIMS, claim_chart, claim_data
from hatscore.errors import NotEstimable
from hatscore.reports.figures import Figure, bare
from hatscore.reports.packing import compress, pack
from hatscore.reports.tables import Cell, Table
from hatscore.reports.template import asset, template, vega, versions
from hatscore.results.validation import Claim, Validation
from hatscore.wording import number

GROUPS = {
    "paper": "The paper's claims",
    "ours": "Our claims",
    "beside": "Beside another method",
}
_MARKS = {"holds": "✓", "holds with exceptions": "✓*", "fails": "✗"}


def render_validation(validation: Validation) -> str:
    """Write the page.

    Parameters
    ----------
    validation : Validation
        The claims.

    Returns
    -------
    str
        HTML that needs nothing else.

    Raises
    ------
    MissingExtra
        If Jinja, Altair or vl-convert is not installed.
    """
    figures = {claim.id: _figure(claim) for claim in validation.claims}
    drawn = {
        one.id: {"spec": one.spec, "rows": pack(one.rows)} for one in figures.values() if one.spec is not None
    }
    used = list(dict.fromkeys(claim.group for claim in validation.claims))
    page: str = template("validation.html").render(
        title="Does HAT hold what it claims?",
        validation=validation,
        answer=_answer(validation),
        groups={group: GROUPS[group] for group in GROUPS if group in used},
        marks=_MARKS,
        figures=figures,
        tables={claim.id: _table(claim) for claim in validation.claims},
        start=json.dumps({}),
        versions=versions(),
        style=asset("report.css"),
        script=asset("report.js"),
        vega=vega(),
        data=compress({"figures": drawn, "patterns": {}}),
    )
    return page


def _answer(validation: Validation) -> str:
    count = {verdict: sum(one.verdict == verdict for one in validation.claims) for verdict in _MARKS}
    total = len(validation.claims)
    listed = count["holds with exceptions"]
    said = f"{count['holds'] + listed} of {total} claims hold, {listed} of them with listed exceptions"
    failed = [claim.title for claim in validation.claims if claim.verdict == "fails"]
    return f"{said}; {'these fail: ' + ', '.join(failed) if failed else 'none fails'}."


def _figure(claim: Claim) -> Figure:
    marks = CLAIMS.get(claim.id)
    reading = marks.reading if marks else ""
    try:
        spec = bare(claim_chart(claim).to_dict())
        # The caption has the title; a second one would only push the chart down.
        spec.pop("title", None)
        return Figure(f"figure-{claim.id}", claim.title, reading, spec, claim_data(claim))
    except NotEstimable as error:
        return Figure(f"figure-{claim.id}", claim.title, reading, None, [], absent=str(error))


def _table(claim: Claim) -> Table | None:
    if not claim.data:
        return None
    titles = tuple(name.replace("_", " ") for name in claim.data[0])
    rows = tuple(tuple(_cell(value) for value in row.values()) for row in claim.data)
    # Which columns are numbers is read from the first row, where one may be missing.
    numeric = [any(isinstance(row[place].value, float) for row in rows) for place in range(len(titles))]
    filled = tuple(
        tuple(
            Cell(cell.text, float("1e308")) if number_column and not isinstance(cell.value, float) else cell
            for cell, number_column in zip(row, numeric, strict=True)
        )
        for row in rows
    )
    caption = f"Figures of {claim.title[0].lower()}{claim.title[1:]}, {claim.studies:,} studies a row."
    return Table(f"table-{claim.id}", caption, titles, filled)


def _cell(value: Any) -> Cell:
    if value is None:
        return Cell("", "")
    if isinstance(value, bool):
        return Cell("yes" if value else "no", str(value))
    if isinstance(value, int):
        return Cell(f"{value:,}", float(value))
    return Cell(number(value, 4), float(value)) if isinstance(value, float) else Cell(str(value), str(value))
