"""Entry point: loads a command only when it is called, and turns errors into exit codes."""

import sys
from importlib import import_module

import click

from hatscore._version import __version__
from hatscore.errors import HatscoreError, InputError, InvalidArgument, MissingExtra, NotEstimable

COMMANDS = {
    "answers": "Read the final answers of responses; grade them, explain one.",
    "benchmarks": "List, show and verify the benchmarks that can be run.",
    "chart": "Draw a chart, or write its data.",
    "check": "Say what keeps attempts from being scored.",
    "compare": "Say whether systems differ in HAT: paired differences, ranks, a release gate.",
    "decompose": "Split a gain in target accuracy: better source, or better transfer?",
    "cite": "Print how to cite HAT and hatscore.",
    "export": "Write attempts and scores in the schema of Every Eval Ever.",
    "demo": "Ask a tiny real model, or score answers of such models that come with the package.",
    "plan": "Say how many items, attempts and languages a difference of HAT takes.",
    "profile": "Print the transfer profile of a system, or draw it.",
    "regrade": "Read the answers of existing logs again, equally well in every language.",
    "study": "Make every analysis of the paper: findings with intervals, sentences and tables.",
    "status": "Say what a run store holds: answers, failures, tokens, cost.",
    "systems": "List the built-in systems.",
    "read": "Read logs of any known form into one attempts table.",
    "report": "Put a study on one page that opens anywhere.",
    "run": "Ask systems the items of benchmarks and keep every answer.",
    "simulate": "Draw attempts from a stated truth, with the truth beside them.",
    "validate": "Try the method's claims anew on simulated studies: a verdict for each, a page.",
    "score": "Print HAT scores with intervals, beside earlier measures.",
}

EXIT_USAGE, EXIT_INPUT, EXIT_NOT_ESTIMABLE, EXIT_GATE, EXIT_INTERRUPTED = 2, 3, 4, 5, 130

_HELP = """Does a language model carry what it can do in one language into another?

\b
Examples:
  hatscore demo
  hatscore score logs/
  hatscore score attempts.csv --by language --format json
  hatscore compare attempts.csv --systems old new

\b
Exit codes: 0 done, 1 unexpected, 2 usage, 3 input problems or missing answers, 4 not estimable,
5 a gate not met, 130 interrupted.
"""


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"hatscore.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=_LazyGroup, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hatscore")
def group() -> None:
    """The group that holds all commands."""


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        group(prog_name="hatscore", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("hatscore: interrupted.", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except HatscoreError as error:
        click.echo(f"hatscore: {error}", err=True)
        sys.exit(exit_code(error))


def exit_code(error: HatscoreError) -> int:
    """Exit code of an error.

    Parameters
    ----------
    error : HatscoreError
        What was raised.

    Returns
    -------
    int
    """
    if isinstance(error, (InvalidArgument, MissingExtra)):
        return EXIT_USAGE
    if isinstance(error, InputError):
        return EXIT_INPUT
    return EXIT_NOT_ESTIMABLE if isinstance(error, NotEstimable) else 1
