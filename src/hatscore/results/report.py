"""A report as a result: the page, and the objects that its figures come from."""

from dataclasses import dataclass
from pathlib import Path

from hatscore.results.scores import Scores
from hatscore.results.study import Study


@dataclass(frozen=True, slots=True)
class Report:
    """One self-contained page.

    Attributes
    ----------
    html : str
        The page; it asks nothing of the network.
    scores : Scores
        By language, macro and pooled.
    study : Study or None
        The paper's analyses; None on a page from saved scores alone.
    """

    html: str
    scores: Scores
    study: Study | None

    def __repr__(self) -> str:
        """Three plain lines."""
        size = len(self.html.encode("utf-8")) / 2**20
        counts = f"  {len(self.scores)} scores\n  {len(self.study or ())} findings"
        return f"Report: one page, {size:.1f} MB\n{counts}"

    def write(self, path: str | Path) -> Path:
        """Write the page.

        Parameters
        ----------
        path : str or Path
            Where; a file there is replaced.

        Returns
        -------
        Path

        Raises
        ------
        OSError
            If it cannot be written.
        """
        target = Path(path)
        target.write_text(self.html, encoding="utf-8")
        return target
