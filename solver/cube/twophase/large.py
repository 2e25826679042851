"""Makes the large table, by the kernel in C; see exact.py for what it holds.

Breadth first. While a layer is small its neighbours are marked; once most entries are known, those
that are not look for a neighbour in the layer.
"""

import ctypes

from solver.cube.twophase.exact import LAYERS, Exact, empty_entries, pairs, portions, twist_images
from solver.cube.twophase.native import native_tables
from solver.cube.twophase.tables import Progress, Tables

# From this layer on more entries are unknown to few neighbours than known to many.
_BACKWARD = 10


def make_exact(
    library: ctypes.CDLL, tables: Tables, progress: Progress = lambda share: None
) -> Exact:
    """Makes the large table; it takes a quarter of a minute."""
    members, representatives, fixed = pairs(tables)
    exact = Exact(members, twist_images(tables), empty_entries())
    known = native_tables(tables, exact)
    arrays = (representatives, fixed, exact.entries)
    addresses = [array.ctypes.data for array in arrays]
    listed = list(portions())
    for depth in range(1, LAYERS):
        for number, (first, last) in enumerate(listed):
            library.twophase_exact_layer(
                ctypes.byref(known), *addresses, depth, int(depth >= _BACKWARD), first, last
            )
            progress((depth - 1 + (number + 1) / len(listed)) / (LAYERS - 1))
    return exact
