"""Ways to damage a file: its bytes, its lines, and the JSON, archive or table that it holds."""

import json
import math
import random
import warnings
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import polars as pl

from hatscore.readers.archives import open_archive

Damage = Callable[[bytes, random.Random], bytes]

WRONG: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 0.5, 1e308, -1e-308, 10**30, math.nan, math.inf),
    *("", "0", "right", "\u0000", "\ud83d", "x" * 5000, "../../etc", "en", "nan", "1e999"),
    *([], {}, [[]], [None], [{}], {"": {}}, [1, "a", None], {"score": {"score": {"score": []}}}),
)
"""Values of every type, most of them where none of that type belongs."""


def flip(content: bytes, rng: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice([1, 1, 4, 40])):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content))]


def remove(content: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(content))
    return content[:start] + content[start + rng.choice([1, 2, 50, 1000]) :]


def repeat(content: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(content))
    part = content[start : start + rng.choice([1, 10, 300])]
    return content[:start] + part * rng.choice([2, 3, 20]) + content[start:]


def blank(content: bytes, rng: random.Random) -> bytes:
    start, length = rng.randrange(len(content)), rng.choice([1, 16, 400])
    return content[:start] + bytes(min(length, len(content) - start)) + content[start + length :]


def insert(content: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(content))
    piece = rng.choice(
        [
            b"\n",
            b"\r",
            b'"',
            b"{",
            b"[" * 2000,
            b",",
            b"\0",
            b"\xff",
            b"\xef\xbb\xbf",
            b"null",
            b"NaN",
            b"9" * 400,
        ]
    )
    return content[:start] + piece + content[start:]


def lines(content: bytes, rng: random.Random) -> bytes:
    """Lines twice, away, or in another order."""
    found = content.split(b"\n")
    place, other = rng.randrange(len(found)), rng.randrange(len(found))
    match rng.randrange(3):
        case 0:
            found.insert(other, found[place])
        case 1:
            del found[place]
        case _:
            found[place], found[other] = found[other], found[place]
    return b"\n".join(found)


def retype(data: Any, rng: random.Random) -> Any:
    """Somewhere in a piece of JSON: another value, a key less, a value twice, one more level."""
    if isinstance(data, dict) and data and rng.random() < 0.85:
        key = rng.choice(sorted(data))
        match rng.randrange(8):
            case 0:
                return {name: value for name, value in data.items() if name != key}
            case 1:
                return data | {rng.choice(sorted(data)): data[key]}
            case _:
                return data | {key: retype(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.85:
        place = rng.randrange(len(data))
        match rng.randrange(8):
            case 0:
                return data[:place] + data[place + 1 :]
            case 1:
                return [*data, data[place]]
            case _:
                return [*data[:place], retype(data[place], rng), *data[place + 1 :]]
    return rng.choice([*WRONG, [data], {"value": data}])


def dump(data: Any) -> bytes:
    return json.dumps(data).encode()


def json_file(content: bytes, rng: random.Random) -> bytes:
    return dump(retype(json.loads(content), rng))


def json_lines(content: bytes, rng: random.Random) -> bytes:
    found = content.decode().splitlines()
    changed = rng.sample(range(len(found)), min(len(found), rng.choice([1, 1, 3])))
    if rng.random() < 0.3:
        # The same change in every line, as another version of a tool would make it.
        changed, seed = list(range(len(found))), rng.randrange(2**30)
        return b"\n".join(dump(retype(json.loads(line), random.Random(seed))) for line in found)
    for place in changed:
        found[place] = dump(retype(json.loads(found[place]), rng)).decode()
    return "\n".join(found).encode()


def archive(content: bytes, rng: random.Random, path: Any) -> bytes:
    """One member of an archive changed, away, or under another name."""
    with open_archive(path) as opened:
        members = {name: bytes(opened.read(member)) for name, member in opened.members.items()}
    name = rng.choice(sorted(members))
    renamed = name
    match rng.randrange(6):
        case 0:
            del members[name]
        case 1:
            renamed = rng.choice(["../" + name, "/" + name, name + "/", "samples/x.json", "header.json"])
        case _ if name.endswith(".json"):
            members[name] = json_file(members[name], rng)
        case _:
            members[name] = flip(members[name], rng)
    packed = BytesIO()
    packing = rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(packed, "w", packing) as target:
        for own, data in members.items():
            target.writestr(renamed if own == name else own, data)
    return packed.getvalue()


def table(content: bytes, rng: random.Random) -> bytes:
    """A column away, of another type, empty, under another name; rows away or twice."""
    frame = pl.read_parquet(content)
    name = rng.choice(frame.columns)
    column = pl.col(name)
    changes: list[Callable[[], pl.DataFrame]] = [
        lambda: frame.drop(name),
        lambda: frame.rename({name: name + "_"}),
        lambda: frame.with_columns(pl.lit(None).alias(name)),
        lambda: frame.with_columns(pl.Series(name, [[1, 2]] * frame.height)),
        lambda: frame.with_columns(pl.Series(name, [{"a": None}] * frame.height)),
        lambda: frame.with_columns(pl.lit(rng.choice([-1.0, 7, "x", True, b"\xff"])).alias(name)),
        lambda: frame.with_columns(
            pl.when(pl.int_range(pl.len()) == 0).then(None).otherwise(column).alias(name)
        ),
        lambda: pl.concat([frame, frame.head(1)]),
        lambda: frame.head(rng.randrange(2)),
        lambda: frame.select(sorted(frame.columns)),
    ]
    packed = BytesIO()
    rng.choice(changes)().write_parquet(packed)
    return packed.getvalue()


BYTES: tuple[Damage, ...] = (flip, cut, remove, repeat, blank, insert, lines)
