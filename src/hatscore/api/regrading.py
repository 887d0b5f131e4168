"""Read the responses of existing logs again."""

from collections.abc import Callable
from typing import Any, Literal, Unpack

from hatscore.answers.grading import Method
from hatscore.api.panels import counts_of
from hatscore.api.reading import as_attempts
from hatscore.options import OptionFields, Options
from hatscore.regrading import before_and_after, regrade_attempts
from hatscore.results.regrade import Regrade
from hatscore.scoring.panels import build_panels
from hatscore.scoring.rows import score_panels


def regrade(
    data: Any,
    *,
    kind: Literal["auto", "number", "letter"] = "auto",
    method: Method = "hatscore",
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[OptionFields],
) -> Regrade:
    """Read the responses of existing logs again, and see how much of a gap was the parser.

    Parameters
    ----------
    data : Attempts, path, or frame
        With the columns ``response`` and ``gold``, as lm-eval's sample files have them.
    kind : {'auto', 'number', 'letter'}
        What was asked for; auto looks at the right answers.
    method : str
        ``hatscore``, or a published harness: ``lm-eval-flexible``, ``lm-eval-mmlu-prox``,
        ``simple-evals``.
    workers : int, optional
        Processes; None takes one a core for many responses.
    progress : callable, optional
        Called with the number of responses that were read since the last call.
    **options
        As for `score`.

    Returns
    -------
    Regrade
        The new attempts, and accuracies and HAT before and after.

    Raises
    ------
    InvalidArgument
        If the kind cannot be told, or the method cannot read it.
    InputError
        If the attempts cannot be read, have problems, or hold no responses.
    """
    chosen = Options().change(**options).change(by="all")
    old = as_attempts(data)
    with old.reading():
        new = regrade_attempts(old, kind=kind, method=method, workers=workers, progress=progress)
        recorded = bool({"score", "outcome"} & set(old.lazy().collect_schema()))
        counts = (counts_of(old, chosen) if recorded else None, counts_of(new, chosen))
    before, after = (
        score_panels(build_panels(table, chosen), chosen) if table is not None else [] for table in counts
    )
    return Regrade(new, tuple(before_and_after(counts, (before, after))), method)
