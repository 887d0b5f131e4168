"""The page of commands: what ``--help`` prints, for every command and subcommand."""

from collections.abc import Iterator

import click

from hatscore.cli.main import group

WIDTH = 80

_INTRO = """# Commands

What `hatscore COMMAND --help` prints. Results go to standard output, notes and progress to standard error.
"""


def commands_page() -> str:
    """The page as Markdown."""
    sections = [_INTRO]
    for names, command in _commands(group, ()):
        title = " ".join(("hatscore", *names))
        context = click.Context(
            command, info_name=title, terminal_width=WIDTH, max_content_width=WIDTH, **command.context_settings
        )
        level = "#" * (1 + max(len(names), 1))
        text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
        sections.append(f"{level} `{title}`\n\n```text\n{text}\n```\n")
    return "\n".join(sections)


def _commands(command: click.Command, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield names, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=names[-1] if names else "hatscore")
        for name in command.list_commands(context):
            further = command.get_command(context, name)
            assert further is not None
            yield from _commands(further, (*names, name))
