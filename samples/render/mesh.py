"""Triangle meshes of the shapes that toys are made of. Millimetres; z points up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A surface: `vertices`, `normals` (n, 3), `uvs` (n, 2) in hundreds of mm, `faces` (m, 3)."""

    vertices: Floats
    faces: Ints
    normals: Floats
    uvs: Floats

    def __post_init__(self) -> None:
        n = len(self.vertices)
        if self.vertices.shape != (n, 3) or self.normals.shape != (n, 3):
            raise ValueError(f"mesh: expected two (n, 3), got {self.vertices.shape}")
        if self.uvs.shape != (n, 2) or (self.faces.size and self.faces.max() >= n):
            raise ValueError(f"mesh: uvs {self.uvs.shape} or faces do not fit {n} vertices")

    def moved(self, offset: Sequence[float] | Floats, turn: Floats | None = None) -> "Mesh":
        """The mesh turned by the (3, 3) rotation `turn` and then shifted by `offset`."""
        spin = np.eye(3) if turn is None else turn
        vertices = self.vertices @ spin.T + np.asarray(offset, dtype=float)
        return Mesh(vertices, self.faces, self.normals @ spin.T, self.uvs)


def merged(meshes: Sequence[Mesh]) -> Mesh:
    """One mesh of several."""
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.faces + s for mesh, s in zip(meshes, starts, strict=True)]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.uvs for mesh in meshes]),
    )


def turn_about(axis: Sequence[float], degrees: float) -> Floats:
    """The rotation (3, 3) about an axis through the origin (Rodrigues' formula)."""
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.radians(degrees)
    spin: Floats = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)
    return spin


def smooth_normals(vertices: Floats, faces: Ints) -> Floats:
    """Unit normals (n, 3): the sum of the neighbouring triangles' normals, weighted by area."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    flat = np.cross(b - a, c - a)
    return unit(summed(faces.T.reshape(-1), np.tile(flat, (3, 1)), len(vertices)))


def summed(places: Ints, values: Floats, count: int) -> Floats:
    """Rows (count, 3): the sums of the rows of `values` (k, 3) that go to each place (k,)."""
    return np.stack([np.bincount(places, values[:, k], count) for k in range(3)], axis=1)


def unit(vectors: Floats) -> Floats:
    """Vectors (n, 3) scaled to length one."""
    scaled: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return scaled


def box_uvs(vertices: Floats, normals: Floats) -> Floats:
    """Texture places (n, 2): flat along the axis that each normal is nearest to, x as the grain."""
    kept = np.array([[1, 2], [0, 2], [0, 1]])[np.abs(normals).argmax(axis=1)]
    uvs: Floats = np.take_along_axis(vertices, kept, axis=1) / 100
    return uvs


def _sheet(rows: int, cols: int, wrap_rows: bool, wrap_cols: bool) -> Ints:
    """Triangles of a grid of rows x cols vertices; a wrapped side joins its end to its start."""
    r = np.arange(rows if wrap_rows else rows - 1)[:, None]
    c = np.arange(cols if wrap_cols else cols - 1)[None, :]
    r2, c2 = (r + 1) % rows, (c + 1) % cols
    corner = [r * cols + c, r * cols + c2, r2 * cols + c2, r2 * cols + c]
    a, b, d, e = (k.reshape(-1) for k in corner)
    return np.concatenate([np.stack([a, b, d], 1), np.stack([a, d, e], 1)])


def lathe(profile: Floats, *, sides: int = 64, closed: bool = False) -> Mesh:
    """A profile (k, 2) of radius and height turned about z, its outside to the left going up.

    A profile point may be doubled to keep an edge sharp; `closed` joins its end to its start.
    """
    angle = np.linspace(0, 2 * np.pi, sides + 1)
    radius, height = profile[:, 0], profile[:, 1]
    x = np.cos(angle)[:, None] * radius
    y = np.sin(angle)[:, None] * radius
    z = np.broadcast_to(height, x.shape)
    vertices = np.stack([x, y, z], -1).reshape(-1, 3)
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(profile, axis=0).T))])
    round_ = angle[:, None] * radius.max()
    uvs = np.stack(np.broadcast_arrays(along[None, :], round_), -1).reshape(-1, 2) / 100
    faces = _sheet(sides + 1, len(profile), wrap_rows=False, wrap_cols=closed)[:, ::-1]
    normals = smooth_normals(vertices, faces).reshape(sides + 1, len(profile), 3)
    normals[0] = normals[-1] = unit(normals[0] + normals[-1])
    return Mesh(vertices, faces, normals.reshape(-1, 3), uvs)


def ball(radius: float, *, steps: int = 24) -> Mesh:
    """A sphere around the origin."""
    angle = np.linspace(-np.pi / 2, np.pi / 2, steps)
    return lathe(radius * np.stack([np.cos(angle), np.sin(angle)], 1), sides=2 * steps)


def tube(path: Floats, radius: float | Floats, *, closed: bool = False, sides: int = 16) -> Mesh:
    """A wire along a path (k, 3); `radius` may differ from point to point; ends are round.

    Frames are carried along the path without twist (double reflection is not needed for the
    gentle bends of a toy: every frame is the last one, made square to the new direction).
    """
    radii = np.broadcast_to(np.asarray(radius, dtype=float), len(path)).copy()
    if not closed:
        path, radii = _round_ends(path, radii)
    ahead = np.roll(path, -1, 0) - np.roll(path, 1, 0)
    if not closed:
        ahead[0], ahead[-1] = path[1] - path[0], path[-1] - path[-2]
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    side = np.eye(3)[np.abs(ahead[0]).argmin()]
    sides_at = []
    for direction in ahead:
        side = side - direction * (side @ direction)
        side = side / np.linalg.norm(side)
        sides_at.append(side)
    across = np.array(sides_at)
    up = np.cross(ahead, across)
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)[None, :, None]
    normals = np.cos(angle) * across[:, None] + np.sin(angle) * up[:, None]
    vertices = (path[:, None] + radii[:, None, None] * normals).reshape(-1, 3)
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    uvs = np.stack(np.broadcast_arrays(along[:, None], angle[..., 0] * radii.max()), -1)
    faces = _sheet(len(path), sides, wrap_rows=closed, wrap_cols=True)
    return Mesh(vertices, faces, smooth_normals(vertices, faces), uvs.reshape(-1, 2) / 100)


def _round_ends(path: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """The path with a half ball of extra points at each end."""
    angle = np.radians([88, 70, 45, 20])
    pieces, sizes = [path], [radii]
    for end, inner in ((0, 1), (-1, -2)):
        out = path[end] - path[inner]
        out = out / np.linalg.norm(out)
        cap = path[end] + radii[end] * np.sin(angle)[:, None] * out
        size = radii[end] * np.cos(angle)
        if end == 0:
            pieces.insert(0, cap)
            sizes.insert(0, size)
        else:
            pieces.append(cap[::-1])
            sizes.append(size[::-1])
    return np.concatenate(pieces), np.concatenate(sizes)


def torus(middle: float, wire: float, *, steps: int = 72, sides: int = 20) -> Mesh:
    """A ring around z: `middle` is the radius of the wire's middle line, `wire` its own radius."""
    angle = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    path = middle * np.stack([np.cos(angle), np.sin(angle), 0 * angle], 1)
    return tube(path, wire, closed=True, sides=sides)


def rounded_box(size: Sequence[float], radius: float, *, steps: int = 4) -> Mesh:
    """A box around the origin with edges and corners rounded by `radius`."""
    half = np.asarray(size, dtype=float) / 2
    arc = radius * (1 - np.tan(np.linspace(0, np.pi / 4, steps + 1))[::-1])
    meshes = []
    for axis in range(3):
        a, b = [k for k in range(3) if k != axis]
        for sign in (-1.0, 1.0):
            line_a = np.concatenate([-half[a] + arc, half[a] - arc[::-1]])
            line_b = np.concatenate([-half[b] + arc, half[b] - arc[::-1]])
            point = np.zeros((len(line_a), len(line_b), 3))
            point[..., a], point[..., b] = line_a[:, None], line_b[None, :]
            point[..., axis] = sign * half[axis]
            flat = point.reshape(-1, 3)
            inner = np.clip(flat, radius - half, half - radius)
            normals = (flat - inner) / np.linalg.norm(flat - inner, axis=1, keepdims=True)
            vertices = inner + radius * normals
            faces = _sheet(len(line_a), len(line_b), wrap_rows=False, wrap_cols=False)
            outward = (1.0, -1.0, 1.0)[axis] * sign > 0
            faces = faces[:, ::-1] if outward else faces
            meshes.append(Mesh(vertices, faces, normals, box_uvs(vertices, normals)))
    return merged(meshes)


def tile(side: float, corner: float, thick: float, bevel: float, *, steps: int = 5) -> Mesh:
    """A square plate on z = 0 with rounded corners and a bevelled upper edge (a sticker)."""
    angle = np.linspace(0, np.pi / 2, steps)
    quarter = np.stack([np.cos(angle), np.sin(angle)], 1)
    spins = [np.array([[c, -s], [s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    out = np.concatenate([quarter @ spin.T for spin in spins])
    middle = np.concatenate([np.tile([[1.0, 1.0]], (steps, 1)) @ spin.T for spin in spins])
    middle *= side / 2 - corner
    rings = [(0.0, 0.0), (0.0, thick - bevel), (0.3 * bevel, thick - 0.3 * bevel), (bevel, thick)]
    levels = [(middle + (corner - inset) * out, z) for inset, z in rings]
    levels.append((levels[-1][0] * 1e-3, thick))
    vertices = np.concatenate([np.column_stack([xy, np.full(len(xy), z)]) for xy, z in levels])
    faces = _sheet(len(levels), len(out), wrap_rows=False, wrap_cols=True)
    normals = smooth_normals(vertices, faces)
    return Mesh(vertices, faces, normals, box_uvs(vertices, normals))
