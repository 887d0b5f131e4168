"""``hatscore cite``."""

import click

from hatscore._version import __version__

_CITATION = f"""Report the signature of every score, and cite the paper and the tool:

@misc{{bajpai2026hat,
  title         = {{Are Multilingual Models Actually Improving? Isolating True Cross-Lingual Transfer}},
  author        = {{Bajpai and Briakou and Cherry and Jyothi and Piratla}},
  year          = {{2026}},
  eprint        = {{2606.21954}},
  archivePrefix = {{arXiv}}
}}

@software{{hatscore,
  title   = {{hatscore: cross-lingual transfer of language models, with intervals}},
  author  = {{{{The hatscore authors}}}},
  year    = {{2026}},
  version = {{{__version__}}}
}}
"""

_HELP = """Print how to cite HAT and hatscore.

\b
Example:
  hatscore cite >> references.bib
"""


@click.command("cite", help=_HELP)
def command() -> None:
    """Print the citation."""
    click.echo(_CITATION, nl=False)
