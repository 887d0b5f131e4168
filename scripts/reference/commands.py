"""The page of commands: what ``--help`` prints, for every command and subcommand."""

from collections.abc import Iterator
from typing import Any

import click

from hatscore.cli.main import group

_LOOK: dict[str, Any] = {"terminal_width": 80, "max_content_width": 80}

_INTRO = """# Commands

What `hatscore COMMAND --help` prints. Results go to standard output, notes and progress to standard error.
"""


def commands_page() -> str:
    """The page as Markdown."""
    sections = [_INTRO]
    for context in _contexts(click.Context(group, info_name="hatscore", **_LOOK, **group.context_settings)):
        title = context.command_path
        level = "#" * max(len(title.split()), 2)
        text = "\n".join(line.rstrip() for line in context.get_help().splitlines())
        sections.append(f"{level} `{title}`\n\n```text\n{text}\n```\n")
    return "\n".join(sections)


def _contexts(context: click.Context) -> Iterator[click.Context]:
    """The context of a command and of all below it, each with its parent, from which it has ``-h``."""
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            further = context.command.get_command(context, name)
            if further is not None:
                settings = {**_LOOK, **further.context_settings}
                yield from _contexts(click.Context(further, parent=context, info_name=name, **settings))
