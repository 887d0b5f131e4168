"""Find files, sniff what they are, and read them into one attempts table."""

import glob
from collections.abc import Sequence
from pathlib import Path

from hatscore.attempts.files import table_ending
from hatscore.attempts.table import Attempts, Note
from hatscore.errors import InputError, InvalidArgument, UnknownFormat, UnreadableFile, UnreadableFiles
from hatscore.readers.alignment import misaligned_items
from hatscore.readers.choices import ReadChoices
from hatscore.readers.databases import read_databases
from hatscore.readers.formats import FORMATS, Format, format_of, known_endings
from hatscore.wording import listing, plural


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
    if choices.query is not None:
        # The query is asked of run stores too, which are databases like others then.
        return Attempts.together(read_databases(files, choices))
    tables: list[Attempts] = []
    notes: list[Note] = []
    problems: list[InputError] = []
    for format, own in _by_format(files):
        try:
            read = format.read(own, choices)
        except InputError as error:
            problems += _each_alone(format, own, choices, error)
            continue
        if format.items_by_place:
            notes += misaligned_items(Attempts.together(read))
        tables += read
    if problems:
        raise problems[0] if len(problems) == 1 else UnreadableFiles(problems)
    if ignored:
        names = listing([path.name for path in ignored])
        left_out = f"{plural(len(ignored), 'file')} in the folders left out, not answers: {names}."
        notes.append(Note("INFO", left_out))
    table = Attempts.together(tables)
    return Attempts(table.parts, (*table.notes, *notes))


def _by_format(files: Sequence[Path]) -> list[tuple[Format, list[Path]]]:
    groups: dict[str, list[Path]] = {}
    for path in files:
        if format := format_of(path):
            groups.setdefault(format.name, []).append(path)
    return [(format, groups[format.name]) for format in FORMATS if format.name in groups]


def _each_alone(
    format: Format, paths: list[Path], choices: ReadChoices, together: InputError
) -> list[InputError]:
    """What is wrong with each file; what is wrong only with all of them where each can be read alone."""
    found: list[InputError] = []
    for path in paths if len(paths) > 1 else ():
        try:
            format.read([path], choices)
        except InputError as error:
            found.append(error)
        except InvalidArgument:
            continue
    return found or [together]


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
            kept = [p for p in found if format_of(p)]
            if not kept:
                raise UnreadableFile(
                    f"{path} is a directory without files of answers; expected samples_*.jsonl of lm-eval, "
                    f"or files ending in {', '.join(known_endings())}."
                )
            files += kept
            ignored += [p for p in found if p not in set(kept) and p.suffix != ".json"]
        elif exists:
            if format_of(path) is None:
                raise _unknown(path)
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


def _unknown(path: Path) -> UnknownFormat:
    titles = [format.title for format in FORMATS if table_ending(path) in format.endings]
    if titles:
        return UnknownFormat(
            f"{path} has no known form: its content is not that of a {' or '.join(titles)}; give the file "
            "that the tool itself wrote, or a table."
        )
    return UnknownFormat(
        f"{path} has no known form; expected a file ending in {', '.join(known_endings())}, a folder, or a "
        "glob."
    )
