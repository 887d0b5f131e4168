"""``hatscore simulate``."""

from pathlib import Path
from typing import Any

import click

from hatscore.errors import InvalidArgument

_HELP = """Draw attempts from a stated truth, and write the truth beside them.

\b
A system is a profile (how much of the source is carried over) and a mix (how able it is in the source):
  --profile straight:0.8          g(s) = 0.8 s, so HAT is 0.8
  --profile bent:0.3,0.5          g(s) = 0.3 s + 0.5 s^2
  --profile threshold:0.9,0.4     nothing below s = 0.4, then a line up to 0.9
  --mix weak | very-weak | uniform | strong | two-humped | guesser | 2,1 (a Beta distribution)
Give several of either for several systems; a single one stands for all.

\b
Examples:
  hatscore simulate -o attempts.parquet --profile 0.8 --mix weak --mix strong
  hatscore simulate -o attempts.csv --profile bent:0.3,0.5 --options 4 --unparsed sw=0.1 --seed 7
"""


@click.command("simulate", help=_HELP)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="Attempts table: .parquet, .csv, .jsonl ...; the truth goes to FILE's name with .truth.json.",
)
@click.option("--profile", "profiles", multiple=True, metavar="PROFILE", default=("0.8",), show_default=True)
@click.option("--mix", "mixes", multiple=True, metavar="MIX", default=("uniform",), show_default=True)
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="Names of the systems.  [default: s00 ...]"
)
@click.option("--items", type=click.IntRange(1), default=250, show_default=True)
@click.option(
    "--attempts", type=click.IntRange(1), default=10, show_default=True, help="Per item and language."
)
@click.option("--source-attempts", type=click.IntRange(1), help="In the source.  [default: the same]")
@click.option(
    "--languages",
    default="de,ru,sw",
    show_default=True,
    metavar="TAGS",
    help="Targets; de,sw=-0.1 takes 0.1 from every slope in sw.",
)
@click.option(
    "--item-spread",
    type=float,
    default=6.0,
    show_default=True,
    metavar="K",
    help="Concentration of items around the profile; 0 is no spread.",
)
@click.option(
    "--shared-difficulty",
    type=click.FloatRange(0, 1),
    default=0.7,
    show_default=True,
    help="Correlation of the items' difficulty between systems.",
)
@click.option(
    "--options", "n_options", type=click.IntRange(2), help="Options of multiple choice: adds guessing."
)
@click.option("--unparsed", metavar="TAG=SHARE,...", help="Answers that no reader can read, per language.")
@click.option(
    "--judge-error",
    default="0,0",
    show_default=True,
    metavar="MISSED,INVENTED",
    help="Right answers scored wrong, wrong ones scored right.",
)
@click.option("--seed", type=click.IntRange(0), help="[default: a fixed one]")
def command(out: Path, **given: Any) -> None:
    """Draw, write, say what was drawn."""
    from hatscore.api.simulating import simulate
    from hatscore.simulation.number_lists import numbers_of

    given["languages"] = _shares(given["languages"], "--languages", default=0.0)
    given["unparsed"] = _shares(given["unparsed"] or "", "--unparsed")
    given["judge_error"] = numbers_of(given["judge_error"], "--judge-error", "0.02,0.05")
    given["item_spread"] = given["item_spread"] or None
    made = simulate(rng=given.pop("seed"), **given)
    try:
        beside = made.write(out)
    except OSError as error:
        raise InvalidArgument(f"cannot write {out}: {error.strerror or error}.") from None
    click.echo(made.explain())
    click.echo(f"Wrote {out} and {beside}.", err=True)


def _shares(text: str, option: str, *, default: float | None = None) -> dict[str, float]:
    """Tags with numbers: ``de,sw=-0.1``."""
    from hatscore.simulation.number_lists import numbers_of

    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        tag, equals, value = part.partition("=")
        if not equals and default is None:
            raise InvalidArgument(f"{option} takes TAG=NUMBER, such as sw=0.1; got {part!r}.")
        found[tag.strip()] = numbers_of(value, option, "sw=0.1")[0] if equals else float(default or 0.0)
    return found
