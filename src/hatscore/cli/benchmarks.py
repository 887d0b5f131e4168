"""``hatscore benchmarks list``, ``show`` and ``verify``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from hatscore.benchmarks.contract import Manifest

_HELP = """The benchmarks that can be run, where they come from, and whether a copy is unchanged.

\b
Examples:
  hatscore benchmarks list
  hatscore benchmarks show starter_facts --language sw
  hatscore benchmarks verify starter_sums
"""

_LIST = """List the built-in benchmarks.

\b
Example:
  hatscore benchmarks list
"""

_SHOW = """Show what a benchmark is, its licence and its homes, and how it asks.

NAME is a built-in benchmark or the TOML file of your own. An item is shown where it is at hand: from
the package, from your own files, or from --data DIR.

\b
Examples:
  hatscore benchmarks show mgsm_rev2
  hatscore benchmarks show starter_facts --language hi
"""

_VERIFY = """Read a benchmark and compare every item with the manifest.

Without --data, files come from the cache, or from the home, which fills the cache. The cache is
HATSCORE_CACHE or ~/.cache/hatscore; HATSCORE_HUB names a mirror of the hub.

\b
Examples:
  hatscore benchmarks verify starter_facts
  hatscore benchmarks verify starter_sums --languages en,sw
"""

_DATA = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Local copy, in the layout in which the benchmark is published.",
)


@click.group("benchmarks", help=_HELP)
def command() -> None:
    """Group of the commands on benchmarks."""


@command.command("list", help=_LIST)
def _list() -> None:
    """One line a benchmark."""
    import shutil

    from hatscore.benchmarks.registry import available
    from hatscore.cli.tables import text_table

    rows = [
        [
            manifest.name,
            manifest.kind,
            manifest.licence,
            str(len(manifest.languages)),
            f"{max(manifest.rows.values()):,}",
        ]
        for manifest in available()
    ]
    titles = ["benchmark", "answer", "licence", "languages", "items"]
    click.echo(text_table(titles, rows, width=shutil.get_terminal_size().columns, words=3))


@command.command("show", help=_SHOW)
@click.argument("name")
@click.option("--language", metavar="LANG", help="Language of the prompt shown.  [default: the source]")
@_DATA
def _show(name: str, language: str | None, data: Path | None) -> None:
    """The manifest, and a prompt."""
    from hatscore.benchmarks.manifest_files import manifest_names, read_manifest
    from hatscore.benchmarks.prompts import read_prompt
    from hatscore.benchmarks.registry import expand, load

    for one in expand(name):
        fetched = one in manifest_names() and bool(read_manifest(one).homes)
        at_hand = data is not None or not fetched
        benchmark = load(one, data=data) if at_hand else None
        manifest = benchmark.manifest if benchmark else read_manifest(one)
        code = language or ("en" if manifest.source not in manifest.languages else manifest.source)
        code = code if language or code in manifest.languages else manifest.languages[0]
        click.echo(_described(manifest))
        if benchmark is None:
            if code not in manifest.languages:
                raise _no_language(manifest, code)
            asked = read_prompt(code, manifest.kind).instruction
        else:
            item = benchmark.select(languages=[code], items=1).items[code][0]
            asked = benchmark.messages(item)[-1].content
        click.echo(f"asks, in {code}:\n" + "\n".join(f"  | {line}".rstrip() for line in asked.split("\n")))


@command.command("verify", help=_VERIFY)
@click.argument("name")
@_DATA
@click.option("--languages", metavar="LANG,LANG", help="Only these.  [default: all]")
def _verify(name: str, data: Path | None, languages: str | None) -> None:
    """Load, which verifies, and tell."""
    from hatscore.benchmarks.fingerprint import fingerprint
    from hatscore.benchmarks.registry import expand, load
    from hatscore.cli.output import say

    codes = [code.strip() for code in languages.split(",")] if languages else None
    for one in expand(name):
        benchmark = load(one, data=data, languages=codes)
        for code in benchmark.languages:
            items = benchmark.items[code]
            found = fingerprint(items, named_by_row=benchmark.manifest.named_by_row)
            click.echo(f"{benchmark.name}  {code}  {len(items):,} items  {found}")
        say(benchmark.notes)
        what = "an excerpt of" if benchmark.notes else "unchanged:"
        click.echo(f"{benchmark.name}: {what} revision {benchmark.manifest.revision}", err=True)


def _described(manifest: "Manifest") -> str:
    kept = "; fetched, never passed on" if manifest.homes else ""
    may = "; may be passed on" if manifest.redistributable else kept
    lines = [
        f"{manifest.name}: {manifest.title}",
        f"answers    {manifest.kind}",
        f"items      {max(manifest.rows.values()):,}",
        f"languages  {len(manifest.languages)}: {' '.join(manifest.languages)}",
        f"source     {'of each item its own' if manifest.source == 'item' else manifest.source}",
        f"revision   {manifest.revision}",
        f"licence    {manifest.licence}{may}",
        f"cite       {manifest.citation}",
    ]
    return "\n".join(lines + [f"home       {home.address}" for home in manifest.homes])


def _no_language(manifest: "Manifest", code: str) -> Exception:
    from hatscore.errors import InvalidArgument

    return InvalidArgument(f"{manifest.name} is not in {code}; languages: {', '.join(manifest.languages)}.")
