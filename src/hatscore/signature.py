"""The signature: one string that says exactly what was computed."""

from dataclasses import dataclass

import numpy as np

from hatscore._version import __version__
from hatscore.options import DEFAULT_SEED, Options


@dataclass(frozen=True, slots=True)
class Provenance:
    """What the attempts themselves say about how they were made and read.

    Attributes
    ----------
    revision, filter, metric : tuple of str
        Values of these columns in one benchmark; empty where there is no such column.
    """

    revision: tuple[str, ...] = ()
    filter: tuple[str, ...] = ()
    metric: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inference:
    """How the intervals and p-values of a row come about.

    Attributes
    ----------
    method : str
        Of intervals, unless the options say bootstrap, which is BCa.
    bootstrap : bool
        Whether some number of the row comes from draws.
    adjustment : str
        How p-values are adjusted, where there are any.
    """

    method: str = "fieller"
    bootstrap: bool = False
    adjustment: str = ""


def build_signature(
    *,
    benchmark: str,
    sources: list[str],
    target: str,
    attempts: tuple[float, float],
    provenance: Provenance,
    options: Options,
    inference: Inference,
) -> str:
    """Write the signature of one row.

    Parameters
    ----------
    benchmark, target : str
        What the row is about.
    sources : list of str
        Source languages.
    attempts : pair of float
        Attempts per item in the source and in the target.
    provenance : Provenance
        Revision of the items, and how answers were read.
    options : Options
        All choices; only those that may change a number are written.
    inference : Inference
        Method, draws and adjustment.

    Returns
    -------
    str
        Fields ``key:value`` joined by ``|``, after ``HAT``.
    """
    revision = f"@{'+'.join(provenance.revision)}" if provenance.revision else ""
    method = "bca" if options.intervals == "bootstrap" else inference.method
    source, targets = (f"{number:.4g}" for number in attempts)
    parts = {
        "bench": benchmark + revision,
        "src": "+".join(sources),
        "tgt": target,
        "est": options.estimator,
        "n": source if source == targets else f"{source}/{targets}",
        "filter": "+".join(provenance.filter),
        "metric": "+".join(provenance.metric),
        "floor": options.floor if isinstance(options.floor, str) else f"{options.floor:g}",
        "unparsed": options.unparsed,
        "truncated": options.truncated,
        "missing": options.missing,
        "ci": f"{method}{100 * options.level:g}/item",
        "adjust": inference.adjustment,
        "boot": f"{options.draws}/{_seed(options)}" if inference.bootstrap else "",
        "v": __version__,
    }
    return "|".join(["HAT", *(f"{key}:{value}" for key, value in parts.items() if value)])


def parse_signature(signature: str) -> dict[str, str]:
    """Read a signature back.

    Parameters
    ----------
    signature : str
        From `build_signature`.

    Returns
    -------
    dict of str
        Fields in order.

    Examples
    --------
    >>> parse_signature("HAT|bench:mgsm|src:en|v:0.1.0")
    {'bench': 'mgsm', 'src': 'en', 'v': '0.1.0'}
    """
    return dict(field.split(":", 1) for field in signature.split("|")[1:])


def _seed(options: Options) -> str:
    if options.rng is None:
        return str(DEFAULT_SEED)
    return str(int(options.rng)) if isinstance(options.rng, (int, np.integer)) else "generator"
