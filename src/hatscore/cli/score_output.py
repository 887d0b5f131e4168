"""Print scores: tables for people, JSON and CSV for programs, Markdown and LaTeX for papers."""

from collections.abc import Callable

from hatscore.cli.tables import estimate_cell, in_form, latex_table, markdown_table, text_table, wrap_line
from hatscore.options import Estimator
from hatscore.results.scores import HEADLINES, Score, Scores
from hatscore.sentences.scores import HOW_TO_READ, flag_lines
from hatscore.wording import number, plural

_TITLES = {"hat": "HAT published", "hat_corrected": "HAT corrected", "hat_curve": "HAT curve"}


def render(scores: Scores, form: str, *, width: int) -> str:
    """A result in the form that was asked for.

    Parameters
    ----------
    scores : Scores
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
        scores,
        {
            "text": lambda: _text(scores, width),
            "markdown": lambda: _markdown(scores),
            "latex": lambda: _latex(scores),
        },
    )


def _estimator_fields(headline: Estimator) -> list[str]:
    """The headline first."""
    first = HEADLINES[headline]
    return [first, *(name for name in ("hat_corrected", "hat", "hat_curve") if name != first)]


def _attempts(row: Score) -> str:
    source, target = f"{row.attempts_source:.4g}", f"{row.attempts_target:.4g}"
    return source if source == target else f"{source}/{target}"


_MEASURES: dict[str, Callable[[Score], str]] = {
    "target acc.": lambda row: number(row.target_accuracy),
    "source acc.": lambda row: number(row.source_accuracy),
    "XLT gap": lambda row: number(row.xlt_gap),
    "transfer score": lambda row: number(row.transfer_score),
}
_SIZES: dict[str, Callable[[Score], str]] = {
    "items": lambda row: f"{row.n_items:,}",
    "attempts": _attempts,
}
_ONE_TABLE_FROM = 165
"""Terminal width from which everything fits one table."""


def _text(scores: Scores, width: int) -> str:
    codes = list(dict.fromkeys(flag.code for row in scores for flag in row.flags))
    blocks = []
    for benchmark in dict.fromkeys(row.benchmark for row in scores):
        rows = [row for row in scores if row.benchmark == benchmark]
        blocks += [benchmark, *_text_tables(scores.estimator, rows, codes, width), ""]
    return "\n".join([*blocks, *_legend(scores, codes, width)]) + "\n"


def _text_tables(estimator: Estimator, rows: list[Score], codes: list[str], width: int) -> list[str]:
    """One table where the terminal is wide enough; else the estimates, then the other measures."""

    def estimate(name: str) -> Callable[[Score], str]:
        return lambda row: estimate_cell(str(getattr(row, name)), width)

    def flags(row: Score) -> str:
        own = dict.fromkeys(flag.code for flag in row.flags)
        return " ".join(own if wide else (str(codes.index(code) + 1) for code in own))

    wide = width >= _ONE_TABLE_FROM
    estimates = {_TITLES[name]: estimate(name) for name in _estimator_fields(estimator)}
    if wide:
        return [_text_table(estimates | _MEASURES | _SIZES | {"flags": flags}, rows, width)]
    return [
        _text_table(estimates | {"flags": flags}, rows, width),
        _text_table(_MEASURES | _SIZES, rows, width),
    ]


def _text_table(columns: dict[str, Callable[[Score], str]], rows: list[Score], width: int) -> str:
    shown: dict[str, Callable[[Score], str]] = {
        "system": lambda row: row.system,
        "target": lambda row: row.target,
    }
    shown |= columns
    cells = [[show(row) for show in shown.values()] for row in rows]
    return text_table(list(shown), cells, width=width, words=2, wrap="flags")


def _legend(scores: Scores, codes: list[str], width: int) -> list[str]:
    estimates = [e for row in scores for e in (row.hat, row.hat_corrected, row.hat_curve)]
    level = next((e.interval.level for e in estimates if e.interval), None)
    brackets = f" In brackets: {100 * level:g} % intervals over items." if level else ""
    absent = " n.e.: not estimable, the flags say why." if any(e.value is None for e in estimates) else ""
    lines = [
        HOW_TO_READ + brackets + absent,
        "",
        f"Headline: {_TITLES[HEADLINES[scores.estimator]]}. Signature of the first row:",
        scores[0].signature,
    ]
    if codes:
        marks = [""] * len(codes) if width >= _ONE_TABLE_FROM else [f"{n} " for n in range(1, len(codes) + 1)]
        flags = dict(zip(codes, marks, strict=True))
        lines += ["", "Flags"]
        lines += [f"  {flags[line.split(':')[0]]}{line}" for line in flag_lines(scores.flags())]
    wrapped = []
    for line in lines:
        wrapped += wrap_line(line, min(max(width, 80), 110))
    return wrapped


def _flat(scores: Scores, *, flags: bool) -> tuple[list[str], list[list[str]]]:
    """Titles and cells of one table with everything."""
    names = _estimator_fields(scores.estimator)
    titles = ["system", "benchmark", "target", *(_TITLES[name] for name in names), *_MEASURES, *_SIZES]
    rows = []
    for row in scores:
        cells = [row.system, row.benchmark, row.target, *(str(getattr(row, name)) for name in names)]
        cells += [show(row) for show in (*_MEASURES.values(), *_SIZES.values())]
        if flags:
            cells.append(", ".join(dict.fromkeys(flag.code for flag in row.flags)))
        rows.append(cells)
    return [*titles, "flags"] if flags else titles, rows


def _markdown(scores: Scores) -> str:
    titles, rows = _flat(scores, flags=True)
    table = markdown_table(titles, rows, words=3, wrap="flags")
    return "\n".join([table, *_signatures(scores)]) + "\n"


def _latex(scores: Scores) -> str:
    titles, rows = _flat(scores, flags=False)
    level = next(
        (e.interval.level for row in scores for e in (row.hat, row.hat_corrected) if e.interval), None
    )
    brackets = f" In brackets: {100 * level:g} % intervals over items." if level else ""
    signatures = list(dict.fromkeys(row.signature for row in scores))
    caption = f"HAT and the measures that it replaces.{brackets}"
    return latex_table(titles, rows, words=3, caption=caption, signatures=signatures)


def _signatures(scores: Scores) -> list[str]:
    shown = list(dict.fromkeys(row.signature for row in scores))
    return [f"Signature: `{signature}`" for signature in shown[:3]] + (
        [f"and {plural(len(shown) - 3, 'further signature')}"] if len(shown) > 3 else []
    )
