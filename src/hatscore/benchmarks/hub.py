"""Data sets on a hub that speaks Hugging Face's protocol, at one revision, over plain HTTPS."""

import http.client
import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote, urlsplit

from hatscore.benchmarks.contract import BenchmarkMismatch, Home
from hatscore.errors import InputError, InvalidArgument

DEFAULT_HUB = "https://huggingface.co"
_TIMEOUT_SECONDS = 60.0
_LARGEST_BYTES = 200_000_000
_LOCAL = "Without a connection, pass a local copy with --data DIR."


class HomeUnreachable(InputError):
    """A benchmark could not be fetched from its home."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file in the listing of a data set.

    Attributes
    ----------
    path : str
        In the data set.
    sha256 : str
        As the hub states it; empty for small files, of which it states none.
    """

    path: str
    sha256: str


class Hub:
    """Lists and fetches files.

    Parameters
    ----------
    base : str, optional
        Address of the hub; ``HATSCORE_HUB`` or Hugging Face by default.

    Raises
    ------
    InvalidArgument
        If the address is not http or https.
    """

    def __init__(self, base: str | None = None) -> None:
        self._base = (base or os.environ.get("HATSCORE_HUB") or DEFAULT_HUB).rstrip("/")
        if urlsplit(self._base).scheme not in ("http", "https"):
            raise InvalidArgument(f"the hub must be an http or https address; got {self._base!r}.")
        self._listings: dict[tuple[str, str], tuple[Listed, ...]] = {}

    def address(self, home: Home, path: str) -> str:
        """Address of one file.

        Parameters
        ----------
        home : Home
            The data set and its revision.
        path : str
            In the data set.

        Returns
        -------
        str
        """
        return f"{self._base}/datasets/{home.repo}/resolve/{home.revision}/{quote(path)}"

    def listing(self, home: Home) -> tuple[Listed, ...]:
        """All files of a data set, asked once.

        Parameters
        ----------
        home : Home
            The data set and its revision.

        Returns
        -------
        tuple of Listed

        Raises
        ------
        HomeUnreachable
            If the hub does not answer, or not with a listing.
        """
        key = home.repo, home.revision
        if key not in self._listings:
            address = f"{self._base}/api/datasets/{home.repo}/tree/{home.revision}?recursive=true"
            try:
                entries = json.loads(_get(address))
                files = [entry for entry in entries if entry["type"] == "file"]
                self._listings[key] = tuple(
                    Listed(str(entry["path"]), str((entry.get("lfs") or {}).get("oid", "")))
                    for entry in files
                )
            except (ValueError, TypeError, KeyError):
                raise HomeUnreachable(f"{address} did not answer with a list of files. {_LOCAL}") from None
        return self._listings[key]

    def download(self, home: Home, listed: Listed) -> bytes:
        """The content of one file.

        Parameters
        ----------
        home : Home
            The data set and its revision.
        listed : Listed
            From the listing.

        Returns
        -------
        bytes

        Raises
        ------
        BenchmarkMismatch
            If the content has not the SHA-256 that the listing states.
        HomeUnreachable
            If it cannot be fetched, or not wholly.
        """
        address = self.address(home, listed.path)
        content = _get(address)
        if listed.sha256 and sha256(content).hexdigest() != listed.sha256:
            raise BenchmarkMismatch(f"{address}: the content has not the SHA-256 that the hub states.")
        return content


def _get(address: str) -> bytes:
    request = urllib.request.Request(address, headers={"User-Agent": "hatscore"})
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:
            content: bytes = response.read(_LARGEST_BYTES + 1)
            expected = response.headers.get("Content-Length")
    except urllib.error.HTTPError as error:
        with error:
            raise HomeUnreachable(f"{address} answered {error.code} {error.reason}. {_LOCAL}") from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        raise HomeUnreachable(f"{address} cannot be fetched: {reason}. {_LOCAL}") from None
    if len(content) > _LARGEST_BYTES:
        raise HomeUnreachable(f"{address} is larger than {_LARGEST_BYTES:,} bytes, which no benchmark is.")
    # read(n) returns what there is when a connection breaks; only the length tells.
    if expected is not None and len(content) != int(expected):
        raise HomeUnreachable(
            f"{address} broke off after {len(content):,} of {int(expected):,} bytes. Try again. {_LOCAL}"
        )
    return content
