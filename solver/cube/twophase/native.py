"""The search kernel in C, where the package could be built with a compiler.

It is a shared library that is called through ctypes, which lets other threads run meanwhile.
"""

import ctypes
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from solver.cube.twophase.exact import Exact
from solver.cube.twophase.tables import Tables
from solver.cube.twophase.variants import MOST, Variant

_EXACT = ("pair_members", "twist_images", "entries")


class _Tables(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in (*(f.name for f in fields(Tables)), *_EXACT)]


class _Variant(ctypes.Structure):
    _fields_ = [("pieces", ctypes.c_uint8 * 40), ("allowed", ctypes.c_uint32)]


class _Search(ctypes.Structure):
    """The head of the kernel's struct."""

    _fields_ = [
        ("tables", ctypes.c_void_p),
        ("best", ctypes.c_int32),
        ("cap", ctypes.c_int32),
        ("count", ctypes.c_int32),
        ("variant", ctypes.c_int32),
        ("length", ctypes.c_int32),
        ("nodes", ctypes.c_int64),
        ("found", ctypes.c_uint8 * (MOST + 1)),
    ]


def native_tables(tables: Tables, exact: Exact | None) -> ctypes.Structure:
    """The tables as the kernel takes them; the arrays must be kept as long as this is used."""
    arrays = [getattr(tables, field.name) for field in fields(Tables)]
    if exact is not None:
        arrays += [getattr(exact, name) for name in _EXACT]
    return _Tables(*(array.ctypes.data for array in arrays))


class NativeKernel:
    """The library, and the tables as it wants them."""

    def __init__(self, library: ctypes.CDLL, tables: Tables, exact: Exact | None = None) -> None:
        self._library = library
        self._kept = (tables, exact)
        self._tables = native_tables(tables, exact)

    def begin(self, variants: Sequence[Variant]) -> "NativeSearch":
        """A search for the shortest solution of any of the variants."""
        return NativeSearch(self._library, self._tables, variants)

    @property
    def exact(self) -> bool:
        """Whether the large table is used."""
        return self._kept[1] is not None


class NativeSearch:
    """A search in progress; see `portable.PortableSearch`, which does the same in Python."""

    def __init__(
        self, library: ctypes.CDLL, tables: ctypes.Structure, variants: Sequence[Variant]
    ) -> None:
        self._library = library
        self._tables = tables
        self._block = ctypes.create_string_buffer(library.twophase_size())
        self._state = _Search.from_buffer(self._block)
        listed = (_Variant * len(variants))(*(_variant(one) for one in variants))
        library.twophase_begin(self._block, ctypes.byref(tables), listed, len(variants))

    def run(self, nodes: int) -> int:
        """Goes on for so many nodes: PAUSED, FOUND or EXHAUSTED."""
        return int(self._library.twophase_run(self._block, nodes))

    def limit(self, best: int, cap: int) -> None:
        """Only solutions of fewer turns than `best` count, with at most `cap` in phase 2."""
        self._state.best, self._state.cap = min(best, MOST), cap

    @property
    def found(self) -> tuple[int, list[int]]:
        """The variant and the turns of the last solution."""
        return self._state.variant, list(self._state.found[: self._state.count])

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self._state.nodes)


def _variant(variant: Variant) -> _Variant:
    cube = variant.cube
    pieces = (*cube.corners, *cube.twists, *cube.edges, *cube.flips)
    return _Variant((ctypes.c_uint8 * 40)(*pieces), variant.allowed)


@cache
def load_kernel() -> ctypes.CDLL | None:
    """The shared library, or None where it was not built."""
    for suffix in EXTENSION_SUFFIXES:
        path = Path(__file__).with_name("_kernel" + suffix)
        if path.exists():
            return _declared(ctypes.CDLL(str(path)))
    return None


def _declared(found: ctypes.CDLL) -> ctypes.CDLL:
    pointer, number = ctypes.c_void_p, ctypes.c_int
    found.twophase_size.restype = ctypes.c_int64
    found.twophase_begin.restype = None
    found.twophase_begin.argtypes = [pointer, pointer, pointer, number]
    found.twophase_run.restype = number
    found.twophase_run.argtypes = [pointer, ctypes.c_int64]
    found.twophase_exact_layer.restype = ctypes.c_int64
    found.twophase_exact_layer.argtypes = [pointer] * 4 + [number] * 4
    return found
