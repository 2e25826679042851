"""Faces of one cube: which belong together."""

from collections.abc import Sequence

import numpy as np

from vision.frame import Floats

# Corners of neighbouring faces meet within this share of their common edge.
_MEET = 0.2
# The middle sticker along each edge of a face, clockwise from its top.
_ALONG = (1, 5, 7, 3)


def shared_edge(one: Floats, other: Floats) -> tuple[int, int] | None:
    """Where two faces, (4, 2) corners clockwise, share an edge.

    The edge runs from corner i to i + 1 of the one and from j + 1 to j of the other; (i, j).
    """
    for i in range(4):
        start, end = one[i], one[(i + 1) % 4]
        reach = _MEET * float(np.linalg.norm(end - start))
        for j in range(4):
            off = np.linalg.norm([other[(j + 1) % 4] - start, other[j] - end], axis=1)
            if off.max() < reach:
                return i, j
    return None


def touching_cells(one: Floats, other: Floats) -> tuple[int, int] | None:
    """The cells, 0 to 8, of two faces, (4, 2) corners clockwise, that touch at an edge, if any."""
    edge = shared_edge(one, other)
    return None if edge is None else (_ALONG[edge[0]], _ALONG[edge[1]])


def together(corners: Sequence[Floats], scores: Sequence[float]) -> list[int]:
    """The faces of the one cube that is best seen: those joined by common edges, best first."""
    groups: list[set[int]] = []
    for k in range(len(corners)):
        joined = {k}
        for group in [g for g in groups if any(_joined(corners[k], corners[m]) for m in g)]:
            joined |= group
            groups.remove(group)
        groups.append(joined)
    best = max(groups, key=lambda group: sum(scores[k] for k in group), default=set())
    return sorted(best, key=lambda k: -scores[k])


def _joined(one: Floats, other: Floats) -> bool:
    return shared_edge(one, other) is not None
