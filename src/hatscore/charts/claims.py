"""The chart of every claim that the validation tries."""

from typing import Any

from hatscore.charts import theme
from hatscore.charts.claim_drawing import draw_marks
from hatscore.charts.claim_marks import Marks, Row, marks_data
from hatscore.errors import NotEstimable
from hatscore.results.validation import Claim

_BARS = "Points are medians of the simulated studies, nine of ten lie within the bars."

_PROFILES = {
    "straight:0.6": "0.6 s",
    "bent:0,0.9": "0.9 s\u00b2",
    "bent:1.2,-0.5": "1.2 s - 0.5 s\u00b2",
    "threshold:0.9,0.4": "nothing below s = 0.4, then a line up to 0.9",
}


def _share(value: float) -> str:
    return f"{100 * value:g} %"


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _coverage_band(row: Row) -> tuple[float, float]:
    """Where the coverage of 95 % intervals should lie."""
    return (0.94, 0.96) if row["items"] >= 250 else (0.93, 0.97)


def _coverage(by: str, title: str, *, point: str = "a regime", series: str = "standing") -> Marks:
    """Coverage in simulated studies, a panel a number of items."""
    return Marks(
        "dots",
        f"A point {point}; the grey band is where its coverage should lie.",
        *("coverage", "Coverage of 95 % intervals", by, title),
        series=(series,),
        panel=("items",),
        ends=False,
        reference=0.95,
        bands=_coverage_band,
        say={"items": lambda count: f"{count} items"} | ({"method": _plain} if by == "method" else {}),
    )


CLAIMS: dict[str, Marks] = {
    "same_profile": Marks(
        "lines",
        f"Systems that differ in their source only. {_BARS} Lines are what is expected.",
        *("value", "Measure", "source_accuracy", "Source accuracy"),
        series=("measure",),
        expected="expected",
        reference=0.8,
    ),
    "better_profile": Marks(
        "dots",
        "How often each measure has the direction of transfer right.",
        *("right", "Share of studies with the right direction", "measure", "Measure"),
        panel=("case",),
        ends=False,
    ),
    "directions": Marks(
        "lines",
        "How often each measure has the direction of transfer right, by how far the systems are truly apart.",
        *("right", "Share of pairs with the right direction", "apart", "True difference of HAT"),
        series=("measure",),
        panel=("profiles",),
        ends=False,
        keep={"apart": ("0 to 0.05", "0.05 to 0.1", "0.1 to 0.2", "0.2 and more")},
        say={"profiles": lambda kind: f"{kind} profiles"},
    ),
    "attempt_noise": Marks(
        "lines",
        f"Perfect transfer (1) as it reads with few attempts. {_BARS} Lines are the closed form.",
        *("value", "Reads", "attempts", "Attempts per item"),
        series=("mix",),
        panel=("measure",),
        expected="expected",
        reference=1.0,
        log=True,
    ),
    "bent_profiles": Marks(
        "dots",
        f"The same profile seen with other source mixes; dashed is the truth. {_BARS}",
        *("value", "Reads", "mix", "Source mix"),
        series=("measure",),
        panel=("profile",),
        reference="truth",
        say={"profile": lambda text: _PROFILES.get(text, text)},
    ),
    "guessing": Marks(
        "dots",
        f"HAT corrected with and without a floor; dashed is the truth of all but the guesser. {_BARS}",
        *("value", "HAT corrected", "mix", "Source mix"),
        series=("floor",),
        panel=("options",),
        reference=0.6,
        keep={"measure": ("HAT corrected",)},
        say={"options": lambda count: f"{count} options", "floor": lambda floor: f"floor: {floor}"},
    ),
    "parse_failures": Marks(
        "lines",
        f"HAT corrected by the share of unread answers; dashed is the truth. {_BARS}",
        *("value", "HAT corrected", "lost", "Share of answers that cannot be read"),
        series=("unparsed",),
        panel=("failures",),
        reference="truth",
        say={
            "unparsed": lambda policy: "counted as wrong" if policy == "wrong" else "dropped",
            "failures": lambda which: f"Failures hit {which}",
        },
    ),
    "judge_errors": Marks(
        "dots",
        f"HAT corrected as a judge that errs lets it read; dashed is the truth. {_BARS}",
        *("value", "HAT corrected", "mix", "Source mix"),
        series=("share", "floor"),
        panel=("errors",),
        reference="truth",
        say={
            "share": lambda share: f"{_share(share)} errors",
            "floor": lambda floor: "that share as floor" if floor == "share" else "",
            "errors": lambda kind: f"The judge {kind}",
        },
    ),
    "interval_coverage": _coverage("interval", "Interval"),
    "interval_methods": _coverage("method", "Method", point="a source mix", series="mix"),
    "decomposition_coverage": _coverage("part", "Part of a gain"),
    "comparison_errors": Marks(
        "dots",
        "How often systems that transfer alike are told apart, a point a pair; the grey band is nominal.",
        *("told", "Share of studies that tell them apart", "test", "Test"),
        series=("mix_a", "mix_b"),
        ends=False,
        reference=0.05,
        bands=lambda _: (0.04, 0.06),
        say={"test": _plain},
    ),
    "comparison_power": Marks(
        "dots",
        "How often the better profile is seen.",
        *("told", "Share of studies that see the better profile", "test", "Test"),
        series=("mix_a", "mix_b"),
        ends=False,
        say={"test": _plain},
    ),
    "study_findings": Marks(
        "dots",
        "A point a figure; the grey band is where its coverage should lie.",
        *("coverage", "Coverage of 95 % intervals", "analysis", "Analysis"),
        series=("standing",),
        panel=("case",),
        ends=False,
        reference=0.95,
        bands=lambda _: (0.94, 0.96),
        say={
            "analysis": _plain,
            "case": lambda case: "An effect is planted" if case == "planted" else "No effect",
        },
    ),
    "beside_irt": Marks(
        "dots",
        "How many pairs of systems each method puts in the right order, where either model is true.",
        *("right", "Share of pairs in the right order", "method", "Method"),
        panel=("world",),
        ends=False,
        say={"world": lambda world: f"Where {world}"},
    ),
}
"""What the chart of each claim shows."""


def claim_data(claim: Claim) -> list[Row]:
    """What the chart of a claim shows, without drawing it.

    Parameters
    ----------
    claim : Claim
        The claim.

    Returns
    -------
    list of dict
        Plain values at full precision; none where the claim has no chart.
    """
    marks = CLAIMS.get(claim.id)
    return marks_data(marks, claim.data) if marks else []


def claim_chart(claim: Claim) -> Any:
    """Draw a claim.

    Parameters
    ----------
    claim : Claim
        The claim.

    Returns
    -------
    altair.VConcatChart
        With title, description and theme.

    Raises
    ------
    NotEstimable
        If it has no chart, or no figure that could be drawn.
    MissingExtra
        If Altair is not installed.
    """
    rows = claim_data(claim)
    if not rows:
        raise NotEstimable(f"there is nothing to draw for the claim {claim.id!r}.")
    marks = CLAIMS[claim.id]
    chart = draw_marks(marks, rows)
    title = theme.altair().Title(claim.title)
    return chart.properties(title=title, description=f"{marks.reading} {claim.found}").configure(
        **theme.CONFIG
    )
