"""HAT scores: what a language model can do in one language, and how much it carries into others.

The public names load on first use, so that ``import hatscore`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hatscore._version import __version__

if TYPE_CHECKING:
    from hatscore.api import check, demo_path, profile, read, regrade, score
    from hatscore.attempts.table import Attempts
    from hatscore.errors import (
        HatscoreError,
        InputError,
        InvalidArgument,
        InvalidAttempts,
        MissingExtra,
        NotEstimable,
        Problem,
        SourceMissing,
    )
    from hatscore.flags import Flag
    from hatscore.options import Options
    from hatscore.profile_result import Profile
    from hatscore.regrade_result import Regrade
    from hatscore.results import Estimate, Interval, Score, Scores

_HOME = {
    "Attempts": "attempts.table",
    "Estimate": "results",
    "Flag": "flags",
    "HatscoreError": "errors",
    "InputError": "errors",
    "Interval": "results",
    "InvalidArgument": "errors",
    "InvalidAttempts": "errors",
    "MissingExtra": "errors",
    "NotEstimable": "errors",
    "Options": "options",
    "Problem": "errors",
    "Profile": "profile_result",
    "Regrade": "regrade_result",
    "Score": "results",
    "Scores": "results",
    "SourceMissing": "errors",
    "check": "api",
    "demo_path": "api",
    "profile": "api",
    "read": "api",
    "regrade": "api",
    "score": "api",
}

__all__ = [
    "Attempts",
    "Estimate",
    "Flag",
    "HatscoreError",
    "InputError",
    "Interval",
    "InvalidArgument",
    "InvalidAttempts",
    "MissingExtra",
    "NotEstimable",
    "Options",
    "Problem",
    "Profile",
    "Regrade",
    "Score",
    "Scores",
    "SourceMissing",
    "__version__",
    "check",
    "demo_path",
    "profile",
    "read",
    "regrade",
    "score",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'hatscore' has no attribute {name!r}")
    value = getattr(import_module(f"hatscore.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
