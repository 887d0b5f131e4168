"""Publish attempts and scores in the schema of Every Eval Ever."""

from pathlib import Path
from typing import Any, Unpack

from hatscore.api.panels import counts_of
from hatscore.api.reading import as_attempts
from hatscore.api.scoring import score
from hatscore.options import OptionFields, Options
from hatscore.publishing.every_eval_ever import Written, write_every_eval_ever
from hatscore.publishing.logs import Publication
from hatscore.systems.facts import system_facts

_COUNT = {"wrong": "are wrong", "drop": "are missing"}


def export_every_eval_ever(
    data: Any, folder: str | Path, about: Publication, **options: Unpack[OptionFields]
) -> Written:
    """Write attempts and their scores as logs and instance records of Every Eval Ever, version 0.3.0.

    Parameters
    ----------
    data : Attempts, path, or frame
        As for `hatscore.score`. A column ``prompt``, ``question`` or ``input`` is what was asked.
    folder : str or Path
        Gets ``data/<benchmark>/<developer>/<model>/``, and ``scores.json``, which
        `hatscore.results.saved.load_scores` reads.
    about : Publication
        Who publishes.
    **options
        As for `hatscore.score`.

    Returns
    -------
    Written
        One record an attempt: nothing is averaged, nothing left out.

    Raises
    ------
    InvalidArgument
        If the folder is a file, or an option has no such value.
    InputError
        If the attempts cannot be read or have problems; each is named.
    NotEstimable
        If no pair of source and target attempts exists.
    """
    wanted: OptionFields = {"by": "all"}
    wanted.update(options)
    chosen = Options().change(**wanted)
    attempts = as_attempts(data)
    scores = score(attempts, **wanted)
    with attempts.reading():
        counts = counts_of(attempts, chosen)
        names = counts["system"].unique().to_list()
        facts = system_facts(names)
        developers = {name: made for name in names if (made := facts[name].developer)}
        target = Path(folder)
        counted = (
            f"each attempt once; failed calls are missing, unparsed answers {_COUNT[chosen.unparsed]}, "
            f"truncated answers {_COUNT[chosen.truncated]}"
        )
        written = write_every_eval_ever(
            attempts, counts, scores, target, about=about, developers=developers, counted=counted
        )
    scores.to_json(target / "scores.json")
    return written
