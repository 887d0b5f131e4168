"""The answer in two sentences a benchmark, and what the page cannot tell."""

from hatscore.reports.material import Material
from hatscore.results.comparison import Comparison, Ranking
from hatscore.results.decomposition import Step
from hatscore.results.scores import Score
from hatscore.sentences.decomposition import gain_sentence
from hatscore.wording import listing, number, plural


def answers(material: Material) -> dict[str, list[str]]:
    """Two sentences for every benchmark: who transfers best, and what a gain is made of.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    dict of list of str
        By benchmark.
    """
    found = {}
    for benchmark in dict.fromkeys(row.benchmark for row in material.scores):
        step = gain(material, benchmark)
        second = (
            _alone(material, benchmark) if step is None else gain_sentence(step, placed=False, intervals=True)
        )
        found[benchmark] = [_transfer(material, benchmark), second]
    return found


def gain(material: Material, benchmark: str) -> Step | None:
    """The gain that the page starts with.

    Parameters
    ----------
    material : Material
        Results.
    benchmark : str
        Where.

    Returns
    -------
    Step or None
    """
    if material.pair is None:
        return None
    start, end = material.pair
    for step in material.gains:
        if step.benchmark == benchmark and {step.system_a, step.system_b} == {start, end}:
            return step if step.system_a == start else step.turned()
    return None


def macro_rows(material: Material, benchmark: str) -> list[Score]:
    """Macro scores of a benchmark, highest headline first; those that are not estimable last.

    Parameters
    ----------
    material : Material
        Results.
    benchmark : str
        Where.

    Returns
    -------
    list of Score
    """
    rows = [row for row in material.scores if row.benchmark == benchmark and row.target == "macro"]
    estimator = material.scores.estimator

    def key(row: Score) -> tuple[bool, float]:
        value = row.headline(estimator).value
        return value is None, -(value or 0.0)

    return sorted(rows, key=key)


def ranking(comparison: Comparison | None, benchmark: str) -> Ranking | None:
    """The ranking of a benchmark.

    Parameters
    ----------
    comparison : Comparison or None
        All pairs.
    benchmark : str
        Where.

    Returns
    -------
    Ranking or None
    """
    if comparison is None:
        return None
    return next((one for one in comparison.rankings if one.benchmark == benchmark), None)


def limits(material: Material) -> list[str]:
    """What the page cannot tell, beside the doubts of its rows.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    list of str
    """
    found = [
        "HAT compares a system with itself in the source language: it does not say which system is better, "
        "and a weak system can transfer well.",
        "Intervals are for other items of the same kind and, in findings, for other systems of the same "
        "kind; they do not cover other prompts, other benchmarks, or the choice of languages.",
        "A translation that is wrong or harder than its source counts against transfer.",
    ]
    lacking = [
        f"{row.system} on {row.benchmark}"
        for row in material.scores
        if row.target == "macro" and row.headline(material.scores.estimator).value is None
    ]
    if lacking:
        found.append(f"Not estimable from these items: {listing(lacking, most=10)}.")
    needs = [one for one in material.study or () if one.estimate.value is None]
    found += [f"{one.question} On {one.benchmark}: {one.sentence}" for one in needs]
    return found


def _transfer(material: Material, benchmark: str) -> str:
    rows = macro_rows(material, benchmark)
    best = rows[0]
    headline = best.headline(material.scores.estimator)
    if headline.value is None:
        return f"On {benchmark} no system's HAT is estimable ({headline.reason})."
    carries = f"On {benchmark}, {best.system} carries the largest share into its target languages"
    head = f"{carries}: HAT {headline}"
    ranked = ranking(material.comparison, benchmark)
    if ranked is None or len(rows) < 2:
        return f"On {benchmark}, {best.system} has HAT {headline} over its target languages (mean)."
    beside = next((group for group in ranked.groups if ranked.systems[0] in group), ())
    others = [name for name in beside if name != ranked.systems[0]]
    if others:
        return f"{head}; the data do not separate it from {listing(others, most=5)}."
    return f"{head}; the data separate it from all {plural(len(rows) - 1, 'other system')}."


def _alone(material: Material, benchmark: str) -> str:
    best = macro_rows(material, benchmark)[0]
    return (
        f"It is right {number(best.target_accuracy)} of the time in the target languages and "
        f"{number(best.source_accuracy)} in the source, on {plural(best.n_items, 'item')}."
    )
