"""Weights of local models: shipped by packages or lying on disk, verified at every start.

WeightsMismatch     (InputError)     not the file that is registered
MissingWeights      (MissingExtra)   the package that ships them is not installed
"""

import mmap
import os
import struct
import tempfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Literal

from hatscore.errors import InputError, InvalidArgument, MissingExtra, UnreadableFile

Mode = Literal["chat", "completion"]
"""Whether a model brings a chat template, or only goes on with a text."""

PREFIX = "local:"
_REGISTER = Path(__file__).parent / "local_weights.toml"
_CHUNK = 1 << 20
_TEMPLATE_KEY = b"tokenizer.chat_template"


class WeightsMismatch(InputError):
    """A file is not the registered one; refused every time."""


class MissingWeights(MissingExtra):
    """The package that ships some weights is not installed, or not complete."""

    def __init__(self, weights: "Weights", package: str) -> None:
        super(MissingExtra, self).__init__(
            f"the weights {weights.name} are in the package {package}, which is not installed or not whole: "
            f"{weights.install}."
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a file, in a package.

    Attributes
    ----------
    package : str
        Name for the installer.
    path : str
        Of the file, from where packages are installed.
    """

    package: str
    path: str


@dataclass(frozen=True, slots=True)
class Weights:
    """Registered weights.

    Attributes
    ----------
    name : str
        As in ``local:NAME``.
    model : str
        Model, size and quantisation.
    file, bytes, sha256 : str, int, str
        The whole file: its name, size and hash.
    version : str
        Of the packages whose parts give that file.
    licence, origin : str
        What may be done with the weights, and whose they are.
    speaks : str
        What the model is able to read.
    install : str
        The line that installs the packages.
    parts : tuple of Part
        Pieces in order; a single one is used where it lies.
    """

    name: str
    model: str
    file: str
    bytes: int
    sha256: str
    version: str
    licence: str
    origin: str
    speaks: str
    install: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """Weights on disk, verified where they are registered.

    Attributes
    ----------
    path : Path
        The GGUF file.
    name : str
        What the server calls the model: the registered name, or the file's with the start of its hash.
    sha256 : str
        Hash of the file as it was just read.
    mode : {'chat', 'completion'}
        Whether the file has a chat template.
    registered : Weights or None
        None for files that are not known here.
    """

    path: Path
    name: str
    sha256: str
    mode: Mode
    registered: Weights | None

    def notice(self) -> str:
        """Model, licence and origin in one or two lines, to be printed before the first answer."""
        known = self.registered
        if known is None:
            return f"{self.name}: {self.path.name}, SHA-256 {self.sha256}. Its licence is not known here."
        return f"{known.name}: {known.model}. Licence: {known.licence}.\nOrigin: {known.origin}."


@cache
def registered_weights() -> tuple[Weights, ...]:
    """Weights that packages ship, in alphabetical order.

    Returns
    -------
    tuple of Weights

    Examples
    --------
    >>> [weights.name for weights in registered_weights()]
    ['gemma-3-270m', 'smollm2-135m']
    """
    tables = tomllib.loads(_REGISTER.read_text(encoding="utf-8"))
    return tuple(
        Weights(name=name, **(table | {"parts": tuple(Part(**part) for part in table["parts"])}))
        for name, table in sorted(tables.items())
    )


def find_weights(text: str | Path, *, cache: Path) -> WeightsFile:
    """The file that ``local:PATH.gguf`` or ``local:NAME`` means, verified.

    Parameters
    ----------
    text : str or Path
        With or without ``local:``.
    cache : Path
        Folder for files joined from parts.

    Returns
    -------
    WeightsFile

    Raises
    ------
    InvalidArgument
        If it is neither a path nor a registered name.
    MissingWeights
        If the package is not installed.
    WeightsMismatch
        If registered weights are not the registered file.
    UnreadableFile
        If the path leads to no GGUF file.
    """
    plain = str(text).removeprefix(PREFIX)
    if isinstance(text, Path) or plain.lower().endswith(".gguf") or "/" in plain or os.sep in plain:
        return _from_disk(Path(plain).expanduser())
    for weights in registered_weights():
        if weights.name == plain:
            return _from_packages(weights, cache)
    known = ", ".join(weights.name for weights in registered_weights())
    raise InvalidArgument(
        f"no weights are called {plain!r}. Registered: {known}; a file of your own is local:PATH.gguf."
    )


def _from_disk(path: Path) -> WeightsFile:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
        if magic != b"GGUF":
            raise UnreadableFile(
                f"{path} is no GGUF file: it starts with {magic!r}. Convert the model to GGUF."
            )
        digest = _digest(_chunks([path]))
        mode = _mode(path)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror or error}.") from None
    known = next((weights for weights in registered_weights() if weights.sha256 == digest), None)
    name = f"{path.stem}@{digest[:8]}" if known is None else known.name
    return WeightsFile(path, name, digest, mode, known)


def _from_packages(weights: Weights, cache: Path) -> WeightsFile:
    if len(weights.parts) == 1:
        path = _located(weights, weights.parts[0])
        _verify(weights, path, advice=f"Install it anew: {weights.install}.")
    else:
        path = cache / "weights" / weights.file
        if path.exists():
            _verify(weights, path, advice="Delete the file, and it is joined anew from its packages.")
        else:
            _join(weights, path)
    return WeightsFile(path, weights.name, weights.sha256, _mode(path), weights)


def _located(weights: Weights, part: Part) -> Path:
    """Where a part lies; nothing of the package is imported."""
    try:
        path = Path(str(distribution(part.package).locate_file(part.path)))
    except PackageNotFoundError:
        raise MissingWeights(weights, part.package) from None
    if not path.is_file():
        raise MissingWeights(weights, part.package)
    return path


def _join(weights: Weights, path: Path) -> None:
    """Write the parts under a temporary name, verify, rename."""
    parts = [_located(weights, part) for part in weights.parts]
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            for chunk in _chunks(parts):
                file.write(chunk)
        _verify(weights, temporary, advice=f"Install its packages anew: {weights.install}.")
        temporary.replace(path)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be written: {error.strerror or error}.") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _verify(weights: Weights, path: Path, *, advice: str) -> None:
    try:
        size = path.stat().st_size
        digest = _digest(_chunks([path])) if size == weights.bytes else f"not computed: {size:,} bytes"
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror or error}.") from None
    if digest != weights.sha256:
        raise WeightsMismatch(
            f"{path} is not {weights.name}: expected SHA-256 {weights.sha256} and {weights.bytes:,} bytes, "
            f"got {digest}. {advice}"
        )


def _chunks(paths: Iterable[Path]) -> Iterable[bytes]:
    for path in paths:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _digest(chunks: Iterable[bytes]) -> str:
    running = sha256()
    for chunk in chunks:
        running.update(chunk)
    return running.hexdigest()


def _mode(path: Path) -> Mode:
    """A GGUF key stands as its length in 8 bytes and its text, so that it can be searched for."""
    key = struct.pack("<Q", len(_TEMPLATE_KEY)) + _TEMPLATE_KEY
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return "completion" if content.find(key) < 0 else "chat"
