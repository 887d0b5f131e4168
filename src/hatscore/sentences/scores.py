"""Results in sentences, with fixed wording, for people who have not read the paper."""

from hatscore.flags import Flag
from hatscore.results.estimates import Estimate
from hatscore.results.profile import Profile
from hatscore.results.regrade import Regrade
from hatscore.results.scores import Score, Scores
from hatscore.wording import number, plural

HOW_TO_READ = (
    "HAT says how much of what a system can do in the source language it can do in the target: 1.00 "
    "is perfect transfer, 0.50 is half of it. It does not rise just because the system gets better at "
    "everything; target accuracy does."
)
"""What HAT is, in two sentences; printed under tables."""


def explain_scores(scores: Scores) -> str:
    """Every row in sentences, then every flag with its advice.

    Parameters
    ----------
    scores : Scores
        The result.

    Returns
    -------
    str
    """
    paragraphs = [HOW_TO_READ, *(_row(row) for row in scores)]
    doubts = [f"{flag} Concerns: {'; '.join(rows)}." for flag, rows in scores.flags().items()]
    return "\n\n".join(paragraphs + doubts) + "\n"


def explain_profile(profile: Profile) -> str:
    """A profile in sentences.

    Parameters
    ----------
    profile : Profile
        The result.

    Returns
    -------
    str
    """
    points = [
        f"Items right {number(b.source_rate, 2)} of the time in the source are right "
        f"{number(b.target_rate, 2)} of the time in the target ({plural(b.pairs, 'pair')})."
        for b in profile.bins
        if b.pairs
    ]
    flags = [str(flag) for flag in profile.score.flags]
    return "\n".join([_row(profile.score), *points, *flags]) + "\n"


def explain_regrade(regrade: Regrade) -> str:
    """How much of each gap was the parser.

    Parameters
    ----------
    regrade : Regrade
        The result.

    Returns
    -------
    str
    """
    lines = [f"Every response was read again by {regrade.method}."]
    for row in regrade.rows:
        before = f"{number(row.accuracy_before)} -> " if row.accuracy_before is not None else ""
        unparsed = f"{number(row.unparsed_before)} -> " if row.unparsed_before is not None else ""
        hat = "" if row.is_source else f", HAT {row.hat_before} -> {row.hat_after}"
        where = f"{row.language} (source)" if row.is_source else row.language
        lines.append(
            f"{row.system} on {row.benchmark}, {where}: accuracy {before}{number(row.accuracy_after)}, "
            f"unparsed {unparsed}{number(row.unparsed_after)}{hat}."
        )
    return "\n".join(lines) + "\n"


def flag_lines(flags: dict[Flag, list[str]]) -> list[str]:
    """One line a code, however many rows carry it.

    Parameters
    ----------
    flags : dict
        From `Scores.flags`.

    Returns
    -------
    list of str
        Code, how many rows, the first sentence, advice.
    """
    by_code: dict[str, list[tuple[Flag, list[str]]]] = {}
    for flag, rows in flags.items():
        by_code.setdefault(flag.code, []).append((flag, rows))
    lines = []
    for code, entries in by_code.items():
        number_of_rows = sum(len(rows) for _, rows in entries)
        flag, first = entries[0]
        several = f"{number_of_rows} rows, such as {first[0]}: " if number_of_rows > 1 else ""
        example = f"{several}{flag.sentence} "
        lines.append(f"{code}: {example}{flag.advice}")
    return lines


def _row(row: Score) -> str:
    to = {"macro": "its target languages (mean)", "pooled": "its target languages (pooled)"}.get(
        row.target, row.target
    )
    noise = f"the noise of {row.attempts_source:g} attempts per item"
    estimates = (
        _estimate(f"HAT corrected for {noise}", row.hat_corrected),
        _estimate("HAT as published", row.hat),
        _estimate("HAT without assuming a straight profile", row.hat_curve),
    )
    accuracies = (
        f"right {number(row.source_accuracy)} of the time in the source and "
        f"{number(row.target_accuracy)} in the target (gap {number(row.xlt_gap)})"
    )
    sentences = [
        f"{row.system} on {row.benchmark}, to {to}: {'; '.join(estimates)}.",
        f"It is {accuracies}, on {row.n_items:,} items.",
    ]
    if row.attempts_share is not None:
        sentences.append(
            f"About {100 * row.attempts_share:.0f} % of the uncertainty would go with more attempts, "
            "the rest with more items."
        )
    sentences.append(f"Signature: {row.signature}")
    return " ".join(sentences)


def _estimate(name: str, estimate: Estimate) -> str:
    if estimate.value is None:
        return f"{name} is not estimable ({estimate.reason})"
    return f"{name} {estimate}"
