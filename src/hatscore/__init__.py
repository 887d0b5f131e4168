"""HAT scores: what a language model can do in one language, and how much it carries into others.

The public names load on first use, so that ``import hatscore`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hatscore._version import __version__

if TYPE_CHECKING:
    from hatscore.api.comparing import compare, decompose, study
    from hatscore.api.planning import plan
    from hatscore.api.reading import check, demo_path, read
    from hatscore.api.regrading import regrade
    from hatscore.api.reporting import report
    from hatscore.api.scoring import profile, score
    from hatscore.api.simulating import simulate
    from hatscore.api.validating import validate
    from hatscore.attempts.table import Attempts
    from hatscore.errors import HatscoreError, InputError, NotEstimable
    from hatscore.options import Options
    from hatscore.results.comparison import Comparison
    from hatscore.results.decomposition import Decomposition
    from hatscore.results.estimates import Estimate
    from hatscore.results.profile import Profile
    from hatscore.results.scores import Scores
    from hatscore.results.study import Study

_HOME = {
    "Attempts": "attempts.table",
    "Comparison": "results.comparison",
    "Decomposition": "results.decomposition",
    "Estimate": "results.estimates",
    "Flag": "flags",
    "HatscoreError": "errors",
    "InputError": "errors",
    "Interval": "results.estimates",
    "InvalidArgument": "errors",
    "InvalidAttempts": "errors",
    "MissingExtra": "errors",
    "NotEstimable": "errors",
    "Options": "options",
    "Plan": "results.plan",
    "Problem": "errors",
    "Profile": "results.profile",
    "Regrade": "results.regrade",
    "Score": "results.scores",
    "Scores": "results.scores",
    "Simulation": "results.simulation",
    "SourceMissing": "errors",
    "Study": "results.study",
    "Validation": "results.validation",
    "check": "api.reading",
    "compare": "api.comparing",
    "decompose": "api.comparing",
    "demo_path": "api.reading",
    "plan": "api.planning",
    "profile": "api.scoring",
    "read": "api.reading",
    "regrade": "api.regrading",
    "report": "api.reporting",
    "score": "api.scoring",
    "simulate": "api.simulating",
    "study": "api.comparing",
    "validate": "api.validating",
}

__all__ = [
    "Attempts",
    "Comparison",
    "Decomposition",
    "Estimate",
    "HatscoreError",
    "InputError",
    "NotEstimable",
    "Options",
    "Profile",
    "Scores",
    "Study",
    "__version__",
    "check",
    "compare",
    "decompose",
    "demo_path",
    "plan",
    "profile",
    "read",
    "regrade",
    "report",
    "score",
    "simulate",
    "study",
    "validate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'hatscore' has no attribute {name!r}")
    value = getattr(import_module(f"hatscore.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
