"""Tables in files: the only place of the solver that reads or writes any.

The caller names the file. A file is written under another name first and then renamed, so that two
programs at once, or one that is stopped, leave a whole file or none. A file that is cut short,
damaged or of another version is taken for none.
"""

import contextlib
import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cube.twophase.exact import Exact
from solver.cube.twophase.tables import Tables

# Raised when the contents of the tables change.
VERSION = 1

_Arrays = dict[str, NDArray[Any]]


def load_tables(path: Path) -> Tables | None:
    """The tables of a file, or None where there is none that is whole."""
    arrays = _load(path, [field.name for field in fields(Tables)])
    return None if arrays is None else Tables(**arrays)


def load_exact(path: Path) -> Exact | None:
    """The large table of a file, or None where there is none that is whole."""
    arrays = _load(path, [field.name for field in fields(Exact)])
    return None if arrays is None else Exact(**arrays)


def save(path: Path, tables: Tables | Exact) -> None:
    """Writes the tables, making the folder. Raises OSError."""
    arrays = {field.name: getattr(tables, field.name) for field in fields(tables)}
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(_head(arrays))
            for array in arrays.values():
                file.write(array.data)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(file.name)
            raise


def _head(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """One line: what the file holds, and its checksum."""
    checksum = 0
    for array in arrays.values():
        checksum = zlib.crc32(array.data, checksum)
    listed = [[name, array.dtype.str, array.shape] for name, array in arrays.items()]
    return json.dumps({"version": VERSION, "crc32": checksum, "arrays": listed}).encode() + b"\n"


def _load(path: Path, names: list[str]) -> _Arrays | None:
    """The arrays of these names, or None."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        told = json.loads(head)
        if told["version"] != VERSION or [name for name, _, _ in told["arrays"]] != names:
            return None
        if told["crc32"] != zlib.crc32(body):
            return None
        return _split(body, told["arrays"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _split(body: bytes, listed: list[tuple[str, str, list[int]]]) -> _Arrays:
    arrays, start = {}, 0
    for name, kind, shape in listed:
        count = int(np.prod(shape))
        arrays[name] = np.frombuffer(body, dtype=kind, count=count, offset=start).reshape(shape)
        start += arrays[name].nbytes
    return arrays
