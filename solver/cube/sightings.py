"""From groups of nine stickers to the faces of a cube: which groups show the same face, and which.

A face is known by its centre. Two groups with the same most probable centre are taken for one
face where the other eight stickers agree in one of the four rotations, and are multiplied.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.cube.colours import COLOUR_NAMES, SCHEME
from solver.cube.geometry import FACES
from solver.cube.scores import TURNED

Floats = NDArray[np.float64]

# Namings of the six centres that are less probable than the best by this many nats are dropped.
_REACH = 9.0

# The colour of each face's centre, in the order U R F D L B.
_CENTRES = np.array([SCHEME[face] for face in FACES])

# All ways to give six tables to the faces U R F D L B. (720, 6)
_ORDERS = np.array(list(permutations(range(6))))


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """The different faces seen.

    - `tables`: (m, 9, 6), colours of the cells of each face as one of its groups shows it;
    - `members`: for every group, the face and the rotation that its cells have towards it.
    """

    tables: Floats
    members: tuple[tuple[int, int], ...]

    @property
    def centres(self) -> set[int]:
        """The most probable colours of the centres."""
        return {int(colour) for colour in self.tables[:, 4].argmax(axis=1)}

    def problem(self) -> str | None:
        """Why these are not the six faces of a cube, as a sentence, or None."""
        missing = [COLOUR_NAMES[colour] for colour in _CENTRES if colour not in self.centres]
        if len(self.tables) < 6:
            return ask_for(missing)
        if len(self.tables) > 6:
            return "More than six different faces were seen: show every face of one cube once."
        return None

    def namings(self) -> list[tuple[NDArray[np.intp], float]]:
        """Which table each of the faces U R F D L B has, and the log-probability of its centres.

        Only for six tables; the namings within reach of the best one, best first.
        """
        logs = np.log(self.tables[:, 4])[_ORDERS, _CENTRES].sum(axis=1)
        order = np.argsort(-logs, kind="stable")
        return [(_ORDERS[i], float(logs[i])) for i in order if logs[i] > logs[order[0]] - _REACH]


def ask_for(colours: Sequence[str]) -> str:
    """The sentence that asks for the faces with these centres."""
    if len(colours) == 1:
        return f"Show the face with the {colours[0]} centre."
    listed = ", ".join(colours[:-1]) + f" and {colours[-1]}"
    return f"Show the faces with the {listed} centres."


def sight(tables: Floats) -> Sightings:
    """Joins the groups that show the same face. `tables` is (k, 9, 6) without zeros."""
    faces: list[Floats] = []
    members = [(0, 0)] * len(tables)
    clearest = np.argsort(-tables[:, 4].max(axis=1), kind="stable")
    for group in clearest:
        table = tables[group]
        found = _same_face(faces, table)
        if found is None:
            members[group] = (len(faces), 0)
            faces.append(table)
            continue
        face, quarters = members[group] = found
        joined = faces[face] * table[TURNED[quarters]]
        faces[face] = joined / joined.sum(axis=1, keepdims=True)
    return Sightings(np.array(faces).reshape(-1, 9, 6), tuple(members))


def _same_face(faces: list[Floats], table: Floats) -> tuple[int, int] | None:
    """The face that a table shows again, and its rotation towards it, or None."""
    best, found = 0.0, None
    for i, face in enumerate(faces):
        if face[4].argmax() != table[4].argmax():
            continue
        for quarters in range(4):
            # Log of: probability under one face, over that under two faces of any colours.
            agreement = np.log(6 * (face * table[TURNED[quarters]]).sum(axis=1)).sum()
            if agreement > best:
                best, found = float(agreement), (i, quarters)
    return found
