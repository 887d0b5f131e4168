"""Print comparisons and parts of gains: tables for people, JSON and CSV for programs, tables for papers."""

from collections.abc import Callable

from hatscore.cli.tables import estimate_cell, in_form, latex_table, markdown_table, text_table, wrap_line
from hatscore.flags import Flag
from hatscore.results.comparison import ADJUSTMENTS, Comparison, Difference, Ranking
from hatscore.results.decomposition import Decomposition, Step
from hatscore.sentences.comparison import (
    gate_sentences,
    p_text,
    ranking_sentences,
    sentence,
    signed,
)
from hatscore.sentences.decomposition import gain_sentence
from hatscore.wording import NOT_ESTIMABLE, number

_SENTENCES_UP_TO = 12
"""Most rows that are also put into sentences under a table."""


def render_comparison(comparison: Comparison, form: str, *, width: int) -> str:
    """A comparison in the form that was asked for.

    Parameters
    ----------
    comparison : Comparison
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
        comparison,
        {
            "text": lambda: _comparison_text(comparison, _comparison_columns(comparison, width), width),
            "markdown": lambda: _comparison_markdown(comparison),
            "latex": lambda: _comparison_latex(comparison),
        },
    )


def render_decomposition(found: Decomposition, form: str, *, width: int) -> str:
    """Parts of gains in the form that was asked for.

    Parameters
    ----------
    found : Decomposition
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
        found,
        {
            "text": lambda: _gain_text(found, width),
            "markdown": lambda: markdown_table(*_gain_cells(found, None), words=3),
            "latex": lambda: _gain_latex(found),
        },
    )


def _comparison_markdown(comparison: Comparison) -> str:
    columns = _comparison_columns(comparison, None)
    cells = [[*(show(row) for show in columns.values()), _codes(row.flags)] for row in comparison]
    table = markdown_table([*columns, "flags"], cells, words=3, wrap="flags")
    return f"{table}\nSignature: `{comparison[0].signature}`\n"


def _comparison_latex(comparison: Comparison) -> str:
    columns = _comparison_columns(comparison, None)
    cells = [[show(row) for show in columns.values()] for row in comparison]
    caption = (
        f"Differences of HAT, B minus A, with {100 * comparison.level:g} % intervals over items; p-values "
        f"{ADJUSTMENTS[comparison.adjustment]}."
    )
    signatures = list(dict.fromkeys(row.signature for row in comparison))
    return latex_table(list(columns), cells, words=3, caption=caption, signatures=signatures)


def _gain_cells(found: Decomposition, width: int | None) -> tuple[list[str], list[list[str]]]:
    columns = _gain_columns(width)
    return list(columns), [[show(row) for show in columns.values()] for row in found]


def _gain_latex(found: Decomposition) -> str:
    titles, cells = _gain_cells(found, None)
    caption = (
        "Gains in target accuracy in points: what a better source brings, what better transfer, and the "
        f"rest; with {100 * found.level:g} % intervals over items."
    )
    return latex_table(titles, cells, words=3, caption=caption, signatures=[])


def _gain_text(found: Decomposition, width: int) -> str:
    titles, cells = _gain_cells(found, width)
    lines = [text_table(titles, cells, width=width, words=3), ""]
    lines += [gain_sentence(row) for row in found.rows[:_SENTENCES_UP_TO]]
    above = " All rates are above the chance floor." if any(row.above_floor for row in found) else ""
    lines += [
        "",
        "In points of target accuracy; the parts add up. Source: what a better source brings at the mean "
        "HAT of the two. Transfer: what a better HAT brings at the mean source accuracy. Shape: the rest, "
        f"where profiles are not straight. In brackets: {100 * found.level:g} % intervals over items.{above}",
    ]
    return _wrapped([*lines, *_flag_lines([row.flags for row in found.rows])], width)


def _comparison_columns(comparison: Comparison, width: int | None) -> dict[str, Callable[[Difference], str]]:
    def cell(text: str) -> str:
        return text if width is None else estimate_cell(text, width)

    columns: dict[str, Callable[[Difference], str]] = {
        "benchmark": lambda row: row.benchmark,
        "target": lambda row: row.target,
        "B against A": lambda row: f"{row.system_b} against {row.system_a}",
        "HAT A": lambda row: number(row.hat_a),
        "HAT B": lambda row: number(row.hat_b),
        "difference": lambda row: cell(signed(row.difference)),
        "published": lambda row: cell(signed(row.difference_published)),
        "p": lambda row: _p(row.p_value),
        "p adjusted": lambda row: _p(row.p_adjusted),
        "verdict": lambda row: row.verdict,
        "items": lambda row: f"{row.n_items:,}",
    }
    if comparison.adjustment == "none" or len(comparison.rows) == 1:
        del columns["p adjusted"]
    return columns


def _p(value: float | None) -> str:
    return NOT_ESTIMABLE if value is None else p_text(value).removeprefix("= ")


def _comparison_text(
    comparison: Comparison, columns: dict[str, Callable[[Difference], str]], width: int
) -> str:
    blocks = []
    shown = {name: show for name, show in columns.items() if name != "benchmark"}
    for ranking in comparison.rankings:
        rows = [row for row in comparison.rows if row.benchmark == ranking.benchmark]
        cells = [[show(row) for show in shown.values()] for row in rows]
        blocks += [ranking.benchmark, text_table(list(shown), cells, width=width, words=2), ""]
        if len(ranking.systems) > 2 and ranking.probabilities is not None:
            blocks += [_ranking_table(ranking, width), ""]
    macro = [row for row in comparison.rows if row.target == "macro"]
    few = comparison.rows if len(comparison.rows) <= _SENTENCES_UP_TO else macro[:_SENTENCES_UP_TO]
    blocks += [sentence(row, comparison) for row in few]
    for ranking in comparison.rankings:
        blocks += ranking_sentences(ranking)
    if comparison.gate is not None:
        blocks += ["", *gate_sentences(comparison.gate)]
    blocks += [
        "",
        "Difference: HAT of B minus HAT of A on the items that both have"
        f"{'' if comparison.estimator == 'published' else ', corrected for few attempts'}; in brackets "
        f"{100 * comparison.level:g} % intervals over items, not adjusted. Verdicts follow the adjusted p.",
        comparison.rows[0].signature,
    ]
    return _wrapped([*blocks, *_flag_lines([row.flags for row in comparison.rows])], width)


def _ranking_table(ranking: Ranking, width: int) -> str:
    """Probabilities of the ranks, and a letter for each group that is not separated."""
    letters = {
        system: "".join(
            chr(ord("a") + place) for place, group in enumerate(ranking.groups) if system in group
        )
        for system in ranking.systems
    }
    ranks = range(min(len(ranking.systems), 5))
    titles = ["system", "group", "HAT", *(f"P(rank {rank + 1})" for rank in ranks)]
    rows = []
    for place, system in enumerate(ranking.systems):
        chances = ranking.probabilities[place] if ranking.probabilities else [None] * len(ranking.systems)
        rows.append(
            [
                system,
                letters[system],
                number(ranking.hats[place]),
                *(number(chances[rank], 2) for rank in ranks),
            ]
        )
    return text_table(titles, rows, width=width, words=2)


def _gain_columns(width: int | None) -> dict[str, Callable[[Step], str]]:
    def part(name: str) -> Callable[[Step], str]:
        def show(row: Step) -> str:
            text = signed(getattr(row, name), scale=100)
            return text if width is None else estimate_cell(text, width)

        return show

    return {
        "benchmark": lambda row: row.benchmark,
        "target": lambda row: row.target,
        "from A to B": lambda row: f"{row.system_a} to {row.system_b}",
        "gain": part("total"),
        "source": part("source"),
        "transfer": part("transfer"),
        "shape": part("shape"),
        "items": lambda row: f"{row.n_items:,}",
    }


def _codes(flags: tuple[Flag, ...]) -> str:
    return ", ".join(dict.fromkeys(flag.code for flag in flags))


def _flag_lines(flags: list[tuple[Flag, ...]]) -> list[str]:
    """One line a code, with how many rows carry it."""
    first: dict[str, Flag] = {}
    rows: dict[str, int] = {}
    for some in flags:
        for flag in some:
            first.setdefault(flag.code, flag)
            rows[flag.code] = rows.get(flag.code, 0) + 1
    if not first:
        return []
    counts = {code: f" ({count} rows, the first:)" if count > 1 else "" for code, count in rows.items()}
    return [
        "",
        "Flags",
        *(f"  {code}:{counts[code]} {flag.sentence} {flag.advice}" for code, flag in first.items()),
    ]


def _wrapped(blocks: list[str], width: int) -> str:
    lines: list[str] = []
    for block in blocks:
        lines += [block] if "\n" in block or not block else wrap_line(block, min(max(width, 80), 110))
    return "\n".join(lines) + "\n"
