"""Find files, sniff what they are, and read them into one attempts table."""

import glob
import json
from collections.abc import Sequence
from pathlib import Path

from hatscore.attempts.files import TABLE_ENDINGS, first_line, table_ending
from hatscore.attempts.table import Attempts, Note
from hatscore.errors import InvalidArgument, UnknownFormat, UnreadableFile
from hatscore.readers.alignment import misaligned_items
from hatscore.readers.choices import ReadChoices
from hatscore.readers.lm_eval import read_lm_eval
from hatscore.readers.lm_eval_lines import is_sample_line
from hatscore.readers.plain import read_plain
from hatscore.wording import listing, plural

_LINES = (".jsonl", ".ndjson")
_STORES = (".db", ".sqlite", ".sqlite3")
_ENDINGS = (*TABLE_ENDINGS, *_STORES)


def read_paths(paths: Sequence[str | Path], choices: ReadChoices | None = None) -> Attempts:
    """Read files, folders and globs.

    Parameters
    ----------
    paths : sequence of str or Path
        Files of any known format, folders (searched through), or globs.
    choices : ReadChoices, optional
        How they are read.

    Returns
    -------
    Attempts

    Raises
    ------
    UnreadableFile
        If something is missing or damaged.
    UnknownFormat
        If no reader knows a file.
    """
    choices = choices or ReadChoices()
    if not paths:
        raise InvalidArgument("no paths to read; give at least one file, folder or glob.")
    files, ignored = find_files(paths)
    samples = [path for path in files if _is_lm_eval(path)]
    stores = [path for path in files if table_ending(path) in _STORES]
    tables_of = [path for path in files if path not in {*samples, *stores}]
    plain = [read_plain(path, choices) for path in tables_of]
    tables = [table for table, _ in plain]
    for wanted, present in choices.rename.items():
        if plain and all(wanted in unused for _, unused in plain):
            raise InvalidArgument(f"cannot map {wanted!r} to column {present!r}: no file has it; see --map.")
    tables += [_read_store(path) for path in stores]
    notes: list[Note] = []
    if samples:
        logs = Attempts.together(read_lm_eval(samples, choices))
        notes += misaligned_items(logs)
        tables.append(logs)
    if ignored:
        names = listing([path.name for path in ignored])
        left_out = f"{plural(len(ignored), 'file')} in the folders left out, not answers: {names}."
        notes.append(Note("INFO", left_out))
    table = Attempts.together(tables)
    return Attempts(table.parts, (*table.notes, *notes))


def find_files(paths: Sequence[str | Path]) -> tuple[list[Path], list[Path]]:
    """The files that paths, folders and globs stand for.

    Parameters
    ----------
    paths : sequence of str or Path
        Files, folders, globs.

    Returns
    -------
    files, ignored : list of Path
        Each file once, sorted within a folder; files of folders that hold no answers.

    Raises
    ------
    UnreadableFile
        If nothing is there.
    UnknownFormat
        If a file that was named has no known ending.
    """
    files: list[Path] = []
    ignored: list[Path] = []
    for given in paths:
        path = Path(given)
        try:
            exists = path.exists()
        except OSError as error:
            raise UnreadableFile(f"{given} cannot be read: {error.strerror}; is it a path?") from None
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith("."))
            kept = [p for p in found if table_ending(p) in _ENDINGS]
            if not kept:
                raise UnreadableFile(
                    f"{path} is a directory without files of answers; expected samples_*.jsonl of lm-eval, "
                    f"or files ending in {', '.join(_ENDINGS)}."
                )
            files += kept
            ignored += [p for p in found if p not in set(kept) and p.suffix != ".json"]
        elif exists:
            if table_ending(path) not in _ENDINGS:
                raise UnknownFormat(
                    f"{path} has no known form; expected a file ending in {', '.join(_ENDINGS)}, "
                    "a folder, or a glob."
                )
            files.append(path)
        elif path.is_symlink():
            raise UnreadableFile(f"{path} is a link to what does not exist; remove it or restore its target.")
        else:
            # Not Path.glob: the pattern may be absolute.
            matches = sorted(Path(p) for p in glob.glob(str(given), recursive=True))  # noqa: PTH207
            if not matches:
                raise UnreadableFile(f"{given} does not exist; give a file, a folder or a glob that matches.")
            more, without = find_files(matches)
            files += more
            ignored += without
    return list(dict.fromkeys(files)), ignored


def _read_store(path: Path) -> Attempts:
    from hatscore.running.stored import read_store  # imported late: only run stores need it

    return read_store(path)


def _is_lm_eval(path: Path) -> bool:
    if table_ending(path) not in _LINES:
        return False
    line = first_line(path)
    try:
        row = json.loads(line)
        named = path.name.startswith("samples_") and isinstance(row, dict)
        # A log that lacks one of the two is damaged, which its own reader says.
        return is_sample_line(row) or (named and bool({"doc_id", "resps"} & row.keys()))
    except (ValueError, RecursionError):
        # The name decides for a damaged file, so that its own reader says what is wrong with it.
        return path.name.startswith("samples_")
