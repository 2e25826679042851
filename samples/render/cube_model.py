"""The cube as a scene: 26 rounded cubies with stickers or coloured caps, one layer mid-turn."""

import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats, Mesh, merged, rounded_box, tile, turn_about
from samples.render.scene import Part, Rgb, Surface

FACES = "URFDLB"
LOOKS = ("stickers", "stickerless")
PITCH = 19.0
# Of each face: outwards, and the picture's right and down when it is looked at squarely, with the
# cube held white up and green to the front. x to the right face, y to the back face, z up.
_AXES = {
    "U": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "R": ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    "F": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "D": ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
    "L": ((-1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "B": ((0, 1, 0), (-1, 0, 0), (0, 0, -1)),
}
_COLOURS: dict[str, Rgb] = {
    "U": (232, 232, 226),
    "R": (182, 26, 36),
    "F": (10, 140, 72),
    "D": (236, 206, 38),
    "L": (236, 104, 26),
    "B": (22, 66, 164),
}


def face_axes(face: str) -> Floats:
    """Rows (3, 3): a face's direction to the right, down and outwards, in the cube's own frame."""
    out, right, down = _AXES[face]
    return np.array([right, down, out], dtype=float)


def facelet_centres() -> Floats:
    """The middle (54, 3) of every sticker in mm, order U R F D L B, the cube's middle at 0."""
    places = []
    for face in FACES:
        right, down, out = face_axes(face)
        for k in range(9):
            places.append(1.5 * out + (k % 3 - 1) * right + (k // 3 - 1) * down)
    return PITCH * np.array(places)


def layer_turn(face: str, degrees: float) -> Floats:
    """The rotation (3, 3) of a face's layer, clockwise as seen from outside."""
    return turn_about(tuple(face_axes(face)[2]), -degrees)


def showing(face: str, roll: float) -> Floats:
    """The rotation (3, 3) that turns a face up to the sky, its upper side away from the viewer.

    `roll` turns it on, in degrees, anticlockwise as seen from above.
    """
    upright = np.array([[1, 0, 0], [0, -1, 0], [0, 0, 1]], dtype=float).T @ face_axes(face)
    return turn_about((0, 0, 1), roll) @ upright


def cube_parts(
    facelets: str,
    *,
    pose: Floats,
    at: tuple[float, float, float] = (0.0, 0.0, 1.5 * PITCH),
    look: str = "stickers",
    turning: tuple[str, float] | None = None,
) -> tuple[Part, ...]:
    """A cube of 54 letters, rotated by `pose` (3, 3) around its middle `at`.

    `turning` is a face and how far its layer has gone, in degrees clockwise, from that state.
    Raises SceneError for other letters or another look.
    """
    if len(facelets) != 54 or not set(facelets) <= set(FACES):
        raise SceneError(f"cube: expected 54 letters of {FACES}, got {facelets!r}")
    if look not in LOOKS:
        raise SceneError(f"look: expected one of {', '.join(LOOKS)}, got {look!r}")
    patches: dict[str, list[Mesh]] = {face: [] for face in FACES}
    cap = _cap(look)
    for k, centre in enumerate(facelet_centres()):
        patches[facelets[k]].append(_placed(cap, centre, FACES[k // 9], look, turning))
    body = Surface("paint", (24, 24, 26) if look == "stickers" else (70, 70, 74), 0.16)
    parts = [Part(merged(_bodies(look, turning)), body)]
    rough = 0.1 if look == "stickers" else 0.2
    for face in FACES:
        if patches[face]:
            parts.append(Part(merged(patches[face]), Surface("paint", _COLOURS[face], rough)))
    return tuple(part.moved(at, pose) for part in parts)


def resting_height(pose: Floats) -> float:
    """How high the middle of a cube lies when its lowest corner touches the table."""
    return float(1.5 * PITCH * np.abs(pose[2]).sum())


def between(start: Floats, end: Floats, share: float) -> Floats:
    """The rotation a share of the way from one to another, by the shortest turn."""
    step = end @ start.T
    angle = np.degrees(np.arccos(np.clip((np.trace(step) - 1) / 2, -1, 1)))
    axis = np.array([step[2, 1] - step[1, 2], step[0, 2] - step[2, 0], step[1, 0] - step[0, 1]])
    if np.linalg.norm(axis) < 1e-9:
        return start
    return turn_about(tuple(axis), share * float(angle)) @ start


def _cap(look: str) -> Mesh:
    if look == "stickers":
        return tile(16.0, 2.4, 0.4, 0.25)
    return tile(18.5, 2.6, 2.4, 1.6)


def _placed(
    cap: Mesh, centre: Floats, face: str, look: str, turning: tuple[str, float] | None
) -> Mesh:
    right, _, out = face_axes(face)
    lift = -0.18 if look == "stickers" else -2.3
    frame = np.stack([right, np.cross(out, right), out], 1)
    return _with_layer(cap.moved(centre + lift * out, frame), centre, turning)


def _with_layer(mesh: Mesh, centre: Floats, turning: tuple[str, float] | None) -> Mesh:
    """The mesh, turned along where its middle lies in the turning layer."""
    if turning is None or centre @ face_axes(turning[0])[2] < 0.6 * PITCH:
        return mesh
    return mesh.moved((0, 0, 0), layer_turn(*turning))


def _bodies(look: str, turning: tuple[str, float] | None) -> list[Mesh]:
    side, edge = (18.75, 1.5) if look == "stickers" else (15.5, 2.0)
    cubie = rounded_box((side, side, side), edge, steps=3)
    bodies = [rounded_box((30, 30, 30), 3)]
    for place in np.ndindex(3, 3, 3):
        centre = PITCH * (np.array(place) - 1.0)
        if np.any(centre):
            # A stickerless cubie is a shell: what shows between its caps lies further in.
            inner = centre if look == "stickers" else centre * 0.97
            bodies.append(_with_layer(cubie.moved(inner), centre, turning))
    return bodies
