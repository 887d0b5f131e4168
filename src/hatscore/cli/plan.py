"""``hatscore plan``."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import (
    Command,
    apply,
    counts_attempts,
    prints_result,
    says_how_to_read,
    take_attempts,
)
from hatscore.cli.estimation import floor_value, sets_side_by_side, takes_floor, takes_level
from hatscore.cli.main import EXIT_NOT_ESTIMABLE
from hatscore.cli.systems_option import TakesSystems, chooses_systems
from hatscore.errors import InvalidArgument

_HELP = """Say how many items, attempts and languages it takes to see a difference of HAT, before spending.

It rests on a pilot (PATHS or --pilot), or on assumptions that you state (--mix, --hat). Two systems are
compared in pairs; one alone is held against a fixed value.

\b
Examples:
  hatscore plan --pilot attempts.parquet --systems old new --detect 0.03
  hatscore plan --mix uniform --hat 0.8 --detect 0.05 --languages 1,3,10
  hatscore plan --mix strong --detect 0.03 --budget 100000 --max-items 250
  hatscore plan --mix weak --items 300 --attempts 10,32 --format csv
  hatscore plan attempts.parquet --systems old new --detectable --by language
"""

_PICTURES = (".png", ".svg", ".pdf", ".html")


def _numbers(_: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"expected whole numbers such as 5,10; got {text!r}", param=parameter
        ) from None


def _prices(_: click.Context, parameter: click.Parameter, text: str) -> tuple[float, ...]:
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        found = ()
    if len(found) not in (1, 2):
        raise click.BadParameter(
            f"expected a price, or SOURCE,TARGET such as 1,1.5; got {text!r}", param=parameter
        )
    return (found[0], found[-1])


def _asks(command: Command) -> Command:
    """What is asked."""
    return apply(
        [
            click.option("--detect", type=float, metavar="X", help="Difference of HAT that is to be seen."),
            click.option("--power", type=float, default=0.8, show_default=True, help="With which chance."),
            click.option("--items", callback=_numbers, metavar="N,...", help="Designs with these items."),
            click.option(
                "--attempts",
                callback=_numbers,
                default="2,5,10,20",
                show_default=True,
                metavar="N,...",
                help="Attempts per item, in the source and in every target language.",
            ),
            click.option(
                "--source-attempts", type=int, metavar="N", help="In the source.  [default: the same]"
            ),
            click.option(
                "--languages",
                callback=_numbers,
                metavar="N,...",
                help="Numbers of target languages.  [default: the pilot's, or 3]",
            ),
            click.option(
                "--budget", type=float, metavar="B", help="Find the best mix for so many attempts in all."
            ),
            click.option(
                "--cost-per-item",
                type=float,
                default=0.0,
                show_default=True,
                metavar="PRICE",
                help="Of one new item in all its languages; the budget is then money.",
            ),
            click.option(
                "--cost-per-attempt",
                callback=_prices,
                default="1",
                show_default=True,
                metavar="PRICE",
                help="Of one attempt, or SOURCE,TARGET.",
            ),
            click.option("--max-items", type=int, metavar="N", help="Items that there are."),
            click.option("--detectable", is_flag=True, help="Say what the run in PATHS could have shown."),
        ],
        command,
    )


def _states(command: Command) -> Command:
    """Assumptions instead of a pilot."""
    return apply(
        [
            click.option(
                "--mix", "mixes", multiple=True, metavar="MIX", help="As for simulate; two for a pair."
            ),
            click.option(
                "--hat", type=float, metavar="H", help="HAT of A; B is higher by X.  [default: 0.8]"
            ),
            click.option(
                "--item-spread",
                type=float,
                default=6.0,
                show_default=True,
                metavar="K",
                help="Concentration of items around the profile; 0 is no spread.",
            ),
            click.option(
                "--shared-difficulty",
                type=click.FloatRange(0, 1),
                default=0.7,
                show_default=True,
                help="Correlation of the items' difficulty between the two.",
            ),
            click.option(
                "--options", "n_options", type=click.IntRange(2), help="Options of multiple choice."
            ),
            click.option("--fixed-value", is_flag=True, help="One system against a fixed value, lower by X."),
        ],
        command,
    )


@click.command("plan", help=_HELP, cls=TakesSystems)
@click.argument("paths", nargs=-1)
@click.option("--pilot", multiple=True, metavar="PATH", help="Attempts of a pilot; the same as PATHS.")
@chooses_systems
@_asks
@_states
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"Also draw it there ({', '.join(_PICTURES)}).",
)
@sets_side_by_side
@takes_floor
@takes_level
@says_how_to_read
@counts_attempts
@prints_result
def command(
    form: str, out: Path | None, chart: Path | None, floor: str, pilot: tuple[str, ...], **given: Any
) -> None:
    """Plan, print, draw."""
    from hatscore.api.planning import plan
    from hatscore.cli.output import deliver, deliver_bytes
    from hatscore.cli.plan_output import render_plan
    from hatscore.cli.score import terminal_width

    draw = _drawing(chart)
    given["paths"] = (*given["paths"], *pilot)
    truth = _truth(given)
    paths = given["paths"]
    if bool(paths) == bool(truth):
        raise InvalidArgument(
            "a plan rests on a pilot (PATHS or --pilot) or on assumptions (--mix, --hat); got "
            f"{'both' if paths else 'neither'}."
        )
    attempts = take_attempts(given) if paths else None
    kept = {name: value for name, value in given.items() if name not in _READING}
    found = plan(attempts, truth=truth, floor=floor_value(floor), **kept)
    deliver(render_plan(found, form, width=terminal_width()), out)
    if chart is not None:
        deliver_bytes(draw(found), chart)
    if all(row.detectable is None for row in found):
        click.echo("hatscore: nothing can be planned; the rows say why.", err=True)
        sys.exit(EXIT_NOT_ESTIMABLE)


_READING = ("paths", "rename", "fixed", "pattern", "filter", "metric", "query")


def _drawing(chart: Path | None) -> Callable[[Any], bytes]:
    from hatscore.charts import theme
    from hatscore.charts.files import chart_bytes

    if chart is None:
        return lambda _: b""
    form: Any = chart.suffix.lower()
    if form not in _PICTURES:
        raise InvalidArgument(f"{chart} must end in one of {', '.join(_PICTURES)}.")
    theme.altair()
    return lambda found: chart_bytes(found.plot(), form.removeprefix("."))


def _truth(given: dict[str, Any]) -> dict[str, Any] | None:
    """The assumptions, taken out of the arguments; None where none are stated."""
    mixes, hat = given.pop("mixes"), given.pop("hat")
    given["paired"] = not given.pop("fixed_value")
    rest = {name: given.pop(name) for name in ("item_spread", "shared_difficulty", "n_options")}
    if not mixes and hat is None:
        return None
    hat = 0.8 if hat is None else hat
    profiles: Any = [hat]
    if len(mixes) == 2 and given["detect"]:
        # The second system has a mix of its own, so its profile has to be said too.
        better = given["detect"] if hat + given["detect"] <= 1 else -given["detect"]
        profiles = [hat, hat + better]
    rest["item_spread"] = rest["item_spread"] or None
    return {"profiles": profiles, "mixes": mixes or ("uniform",)} | rest
