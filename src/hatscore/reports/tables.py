"""Tables of a report: cells as they are shown, and the values they sort by."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hatscore.names import readable
from hatscore.reports.answer import macro_rows, ranking
from hatscore.reports.material import Material
from hatscore.results.scores import Score
from hatscore.sentences.comparison import p_text, signed
from hatscore.wording import number


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes
    ----------
    text : str
        As shown.
    value : float or str
        What it sorts by.
    """

    text: str
    value: float | str


@dataclass(frozen=True, slots=True)
class Table:
    """One table.

    Attributes
    ----------
    id, caption : str
        Of its element; what it shows.
    titles : tuple of str
        Headings.
    rows : tuple of tuple of Cell
        Cells.
    """

    id: str
    caption: str
    titles: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def _word(text: str) -> Cell:
    return Cell(readable(text), text.casefold())


def _figure(text: str, value: float | None) -> Cell:
    # What is not estimable sorts after everything.
    return Cell(text, float("1e308") if value is None else value)


def ranking_table(material: Material) -> Table:
    """Systems with their HAT, its probability of being the highest, and groups.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    Table
    """
    rows = []
    for benchmark in dict.fromkeys(row.benchmark for row in material.scores):
        ranked = ranking(material.comparison, benchmark)
        first = {}
        letters: dict[str, str] = {}
        if ranked is not None:
            if ranked.probabilities is not None:
                first = {name: p[0] for name, p in zip(ranked.systems, ranked.probabilities, strict=True)}
            for place, group in enumerate(ranked.groups):
                for name in group:
                    letters[name] = letters.get(name, "") + (
                        chr(97 + place) if place < 26 else f" {place + 1}"
                    )
        for row in macro_rows(material, benchmark):
            headline = row.headline(material.scores.estimator)
            chance = first.get(row.system)
            rows.append(
                (
                    _word(row.system),
                    _word(benchmark),
                    _figure(str(headline), headline.value),
                    _figure("" if chance is None else number(chance, 2), chance),
                    Cell(letters.get(row.system, ""), letters.get(row.system, "")),
                    Cell(f"{row.n_items:,}", row.n_items),
                    Cell(_codes(row), _codes(row)),
                )
            )
    titles = ("System", "Benchmark", "HAT", "P(highest)", "Group", "Items", "Flags")
    return Table(
        "ranking-table",
        "Systems by HAT, the mean over target languages. Systems that share a letter are not separated.",
        titles,
        tuple(rows),
    )


_MEASURES: dict[str, Callable[[Score], float | None]] = {
    "Target accuracy": lambda row: row.target_accuracy,
    "Source accuracy": lambda row: row.source_accuracy,
    "XLT gap": lambda row: row.xlt_gap,
    "Transfer score": lambda row: row.transfer_score,
    "Overall success": lambda row: row.overall_success,
}


def measures_table(material: Material) -> Table:
    """Earlier measures beside HAT, the mean over target languages.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    Table
    """
    rows = []
    for row in material.scores:
        if row.target != "macro":
            continue
        hats = [row.hat_corrected, row.hat, row.hat_curve]
        rows.append(
            (
                _word(row.system),
                _word(row.benchmark),
                *(_figure(str(one), one.value) for one in hats),
                *(_figure(number(get(row)), get(row)) for get in _MEASURES.values()),
            )
        )
    titles = ("System", "Benchmark", "HAT corrected", "HAT published", "HAT curve", *_MEASURES)
    return Table("measures-table", "Earlier measures beside HAT.", titles, tuple(rows))


def languages_table(material: Material) -> Table:
    """Every system in every target language.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    Table
    """
    rows = []
    for row in material.scores:
        if row.target in ("macro", "pooled"):
            continue
        headline = row.headline(material.scores.estimator)
        rows.append(
            (
                _word(row.system),
                _word(row.benchmark),
                _word(row.target),
                _figure(str(headline), headline.value),
                Cell(number(row.target_accuracy), row.target_accuracy),
                Cell(number(row.source_accuracy), row.source_accuracy),
                Cell(f"{row.n_items:,}", row.n_items),
                Cell(_codes(row), _codes(row)),
            )
        )
    titles = ("System", "Benchmark", "Target", "HAT", "Target accuracy", "Source accuracy", "Items", "Flags")
    return Table("languages-table", "HAT in every target language.", titles, tuple(rows))


def comparison_table(material: Material) -> Table | None:
    """Paired differences of all pairs.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    Table or None
        None with one system.
    """
    comparison = material.comparison
    if comparison is None:
        return None
    rows = []
    for row in comparison:
        estimate = row.headline(comparison.estimator)
        rows.append(
            (
                _word(row.system_b),
                _word(row.system_a),
                _word(row.benchmark),
                _figure(signed(estimate), estimate.value),
                _figure(p_text(row.p_adjusted).removeprefix("= "), row.p_adjusted),
                Cell(row.verdict, row.verdict),
                Cell(f"{row.n_items:,}", row.n_items),
            )
        )
    titles = ("System", "Against", "Benchmark", "Difference of HAT", "p (Holm)", "Verdict", "Items")
    return Table("comparison-table", "Every pair of systems on its common items.", titles, tuple(rows))


def failures_table(material: Material) -> Table:
    """What could not be read, per system and language.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    Table
    """
    kinds = ("unparsed", "truncated", "refused", "error")
    rows = []
    for row in material.scores.failures:
        shares = [getattr(row, kind) / row.attempts if row.attempts else 0.0 for kind in kinds]
        rows.append(
            (
                _word(row.system),
                _word(row.benchmark),
                _word(row.language),
                Cell(f"{row.attempts:,}", row.attempts),
                *(Cell(f"{100 * share:.1f} %", share) for share in shares),
            )
        )
    titles = ("System", "Benchmark", "Language", "Attempts", *(kind.capitalize() for kind in kinds))
    return Table("failures-table", "Answers that could not be read, or were not given.", titles, tuple(rows))


def all_tables(material: Material) -> dict[str, Table]:
    """Every table of the page by its id.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    dict of Table
    """
    found: Iterable[Table | None] = (
        ranking_table(material),
        comparison_table(material),
        languages_table(material),
        measures_table(material),
        failures_table(material) if material.scores.failures else None,
    )
    return {table.id: table for table in found if table is not None and table.rows}


def _codes(row: Score) -> str:
    return ", ".join(dict.fromkeys(flag.code for flag in row.flags))
