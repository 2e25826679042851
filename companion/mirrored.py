"""Cubes that look mirrored: two of their opposite colours are exchanged, or their pictures are."""

from typing import Any

from solver.cube import Cube, is_mirrored

MIRRORED = (
    "Two opposite colours of this cube are exchanged. If they are not, the pictures are mirrored: "
    "take them without mirroring."
)


def mirror_note(state: Any) -> str | None:
    """The sentence for a state whose colours are those of a usual cube in a mirror."""
    return MIRRORED if isinstance(state, Cube) and is_mirrored(state.scheme) else None
