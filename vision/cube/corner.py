"""Faces of one cube: which belong together, and where the third of a corner view must be."""

from collections.abc import Iterator, Sequence

import numpy as np

from vision.frame import Floats

# Corners of neighbouring faces meet within this share of their common edge.
_MEET = 0.2


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


def third_faces(one: Floats, other: Floats) -> Iterator[Floats]:
    """The two places, (4, 2), where the third face of a corner view may lie, given two.

    Three of its corners are corners of the two faces; the fourth is where the edges that run to
    the vanishing points of its sides meet (Hartley and Zisserman, Multiple View Geometry, 8.6).
    """
    edge = shared_edge(one, other)
    if edge is None:
        return
    i, j = edge
    a, b = np.roll(one, -i, axis=0), np.roll(other, -j, axis=0)
    # The common edge from p to q; behind them the far corners of either face.
    p, q = (a[0] + b[1]) / 2, (a[1] + b[0]) / 2
    for near, far, own, theirs in ((p, q, (a[3], a[2]), (b[2], b[3])),
                                   (q, p, (a[2], a[3]), (b[3], b[2]))):  # fmt: skip
        fourth = _completed(near, far, own, theirs)
        if fourth is not None:
            yield np.array([near, own[0], fourth, theirs[0]])


def _completed(
    near: Floats, far: Floats, own: tuple[Floats, Floats], theirs: tuple[Floats, Floats]
) -> Floats | None:
    """The corner across from `near` of the face beside own[0] and theirs[0]."""
    to_own = np.cross(_line(near, own[0]), _line(far, own[1]))
    to_theirs = np.cross(_line(near, theirs[0]), _line(far, theirs[1]))
    meet = np.cross(np.cross(_flat(own[0]), to_theirs), np.cross(_flat(theirs[0]), to_own))
    if abs(meet[2]) < 1e-9:
        return None
    return np.asarray(meet[:2] / meet[2], dtype=np.float64)


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


def _flat(point: Floats) -> Floats:
    return np.append(point, 1.0)


def _line(one: Floats, other: Floats) -> Floats:
    return np.cross(_flat(one), _flat(other))
