"""One number for the text of a benchmark in one language, and the check against its manifest.

The canonical text has one line per item, in the order of the benchmark: a JSON array of name, question,
list of options, right answer, list of further accepted answers and passage (null where there is none),
written without spaces between its elements and without escapes for letters, each text in Unicode
normal form C, each line ended by a line feed. The fingerprint is the SHA-256 of that text in UTF-8.
"""

import json
import unicodedata
from collections.abc import Sequence
from hashlib import sha256

from hatscore.benchmarks.contract import BenchmarkMismatch, Item, Manifest, Split


def canonical_text(items: Sequence[Item], *, named_by_row: bool = False) -> str:
    r"""The text that the fingerprint is taken of.

    Parameters
    ----------
    items : sequence of Item
        In order.
    named_by_row : bool
        Whether row numbers, from 1, stand in place of the names.

    Returns
    -------
    str

    Examples
    --------
    >>> canonical_text([Item("7", "en", "en", "Two and two?", "4")])
    '["7","Two and two?",[],"4",[],null]\n'
    """
    lines = []
    for row, item in enumerate(items, 1):
        name = str(row) if named_by_row else item.item
        parts = [name, item.question, item.options, item.gold, item.accepted, item.passage]
        lines.append(json.dumps(parts, ensure_ascii=False, separators=(",", ":")) + "\n")
    return unicodedata.normalize("NFC", "".join(lines))


def fingerprint(items: Sequence[Item], *, named_by_row: bool = False) -> str:
    """SHA-256 of the canonical text.

    Parameters
    ----------
    items : sequence of Item
        All of one language, in order.
    named_by_row : bool
        See `canonical_text`.

    Returns
    -------
    str
        64 hexadecimal digits.

    Examples
    --------
    >>> fingerprint([Item("7", "en", "en", "Two and two?", "4")])[:12]
    '730b36bbc50e'
    """
    return sha256(canonical_text(items, named_by_row=named_by_row).encode(errors="surrogatepass")).hexdigest()


def check_items(
    manifest: Manifest, language: str, items: Sequence[Item], *, split: Split = "test", where: str = ""
) -> str:
    """Refuse items that are not those of the manifest.

    Parameters
    ----------
    manifest : Manifest
        What there must be.
    language : str
        Of the items.
    items : sequence of Item
        As read.
    split : {'test', 'examples'}
        Which items they are.
    where : str
        File or address they were read from, for the message.

    Returns
    -------
    str
        A remark where they are a known excerpt, else empty.

    Raises
    ------
    BenchmarkMismatch
        If their number or their text differs.
    """
    tested = split == "test"
    rows = (manifest.rows if tested else manifest.example_rows)[language]
    expected = (manifest.fingerprints if tested else manifest.example_fingerprints)[language]
    known = manifest.known_items if tested else ()
    what = f"{manifest.name}, {language}, {split}{f' ({where})' if where else ''}"
    if len(items) not in {rows, len(known) or rows}:
        allowed = f"{rows:,}" + (f", or the known {len(known):,}" if known else "")
        raise BenchmarkMismatch(f"{what}: {len(items):,} items were read; there must be {allowed}. {_ADVICE}")
    by_name = {item.item: item for item in items}
    if len(by_name) != len(items):
        raise BenchmarkMismatch(f"{what}: two items have the same name. {_ADVICE}")
    covered = [by_name[name] for name in known if name in by_name] if known else items
    found = fingerprint(covered, named_by_row=manifest.named_by_row)
    if found != expected:
        raise BenchmarkMismatch(
            f"{what}: the text has fingerprint {found[:12]}; revision {manifest.revision[:12]} has "
            f"{expected[:12]}. At least one character differs. {_ADVICE}"
        )
    return f"an excerpt of {len(items):,} of {rows:,} items" if len(items) < rows else ""


_ADVICE = "It is refused; read an unchanged copy of this revision."
