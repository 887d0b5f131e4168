"""What became of a run."""

from dataclasses import dataclass
from typing import Literal

State = Literal["complete", "incomplete", "interrupted", "budget", "disk_full"]
"""How a run ended; all but ``complete`` leave something to be asked."""


@dataclass(frozen=True, slots=True)
class SystemResult:
    """What became of one system.

    Attributes
    ----------
    name : str
        Of the system.
    wanted, answered, missing : int
        Answers wanted, in the store, and still missing.
    stopped : str or None
        Why it was stopped before the end, in the server's words where it said any.
    """

    name: str
    wanted: int
    answered: int
    missing: int
    stopped: str | None


@dataclass(frozen=True, slots=True)
class RunResult:
    """What became of a run.

    Attributes
    ----------
    state : str
        ``complete``, ``incomplete``, ``interrupted``, ``budget`` or ``disk_full``.
    systems : tuple of SystemResult
        In the order given.
    lost : int
        Answers that came and could not be written.
    notes : tuple of str
        What should be known of the answers.
    """

    state: State
    systems: tuple[SystemResult, ...]
    lost: int = 0
    notes: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """Answers still missing, over all systems."""
        return sum(system.missing for system in self.systems)
