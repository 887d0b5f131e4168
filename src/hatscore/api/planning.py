"""Plan a study before spending on it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from hatscore.api.panels import panels_of
from hatscore.api.reading import as_attempts
from hatscore.errors import InvalidArgument
from hatscore.options import OptionFields, Options
from hatscore.planning.bases import pilot_bases, stated_basis
from hatscore.planning.detectable import run_plan
from hatscore.planning.plans import make_plan
from hatscore.planning.question import Question, QuestionFields, question_names
from hatscore.results.plan import Plan
from hatscore.simulation.truth import Truth


class PlanFields(QuestionFields, OptionFields, total=False):
    """What is asked, and how attempts are scored."""


def plan(
    data: Any = None,
    *,
    systems: Sequence[str] | None = None,
    truth: Truth | Mapping[str, Any] | None = None,
    detectable: bool = False,
    **asked: Unpack[PlanFields],
) -> Plan:
    """Items, attempts and languages that it takes to see a difference of HAT.

    Parameters
    ----------
    data : Attempts, path, or frame, optional
        A pilot, whose variance is split into parts; as for `score`.
    systems : sequence of str, optional
        Of the pilot: a pair, A before B, for a paired difference; or one, against a fixed value.
    truth : Truth or mapping, optional
        Stated assumptions instead of a pilot: fields of `hatscore.simulation.truth.Truth`, such as
        ``{"profiles": 0.8, "mixes": "uniform"}``. To one system a second is added that differs by ``detect``.
    detectable : bool
        Only say what ``data`` itself, as a run, could have shown.
    **asked
        Fields of `hatscore.planning.question.Question`: ``detect``, ``power``, ``items``, ``attempts``,
        ``source_attempts``, ``languages``, ``budget``, ``cost_per_item``, ``cost_per_attempt``,
        ``max_items``, ``paired``; and of `hatscore.Options`: ``by`` (``"language"`` plans every target
        language too), ``floor``, ``level``, ``source``, ``unparsed``, ``truncated``, ``missing``.

    Returns
    -------
    Plan

    Raises
    ------
    InvalidArgument
        If an option has no such value, nothing is asked, or both or neither of a pilot and a truth are given.
    InputError
        If the attempts cannot be read or have problems; each is named.
    NotEstimable
        If the pilot does not allow it; the message says what is needed.

    Notes
    -----
    The standard error of a design is in closed form (`hatscore.core.design_variance`), its power that of the
    test of `compare`. Both are checked by simulation.

    Examples
    --------
    >>> import hatscore
    >>> found = hatscore.plan(truth={"profiles": 0.8, "mixes": "uniform"}, detect=0.05, attempts=10)
    >>> [(row.answer, row.items, row.source_attempts, row.target_attempts) for row in found]
    [('needed', 448, 10, 10), ('cheapest', 801, 8, 3)]
    """
    known = question_names()
    fields: dict[str, Any] = dict(asked)
    question = Question(**{name: fields.pop(name) for name in known if name in fields})
    options = Options().change(**fields)
    if options.by not in ("macro", "language"):
        raise InvalidArgument(f"by must be 'macro' or 'language' to plan; got {options.by!r}.")
    if (data is None) == (truth is None):
        got = "neither" if data is None else "both"
        raise InvalidArgument(
            f"a plan rests on a pilot (--pilot FILE) or on stated assumptions (--mix, --hat); got {got}."
        )
    if data is None:
        if detectable:
            raise InvalidArgument("detectable is about a run; give its attempts.")
        stated = truth if isinstance(truth, Truth) else Truth(**(truth or {}))
        return make_plan([stated_basis(stated, question)], question, level=options.level, origin="stated")
    attempts = as_attempts(data)
    with attempts.reading():
        panels = panels_of(attempts, options)
    notes = tuple(dict.fromkeys(note.sentence for note in attempts.notes))
    if detectable:
        found = run_plan(panels, question, options, systems=systems)
    else:
        bases = pilot_bases(panels, question, systems=systems, by=options.by)
        found = make_plan(bases, question, level=options.level, origin="pilot")
    return replace(found, notes=found.notes + notes)
